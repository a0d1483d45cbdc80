// SPDX-License-Identifier: GPL-3.0-or-later
//! Boards and men as pixels, without a toolkit, so that painting alone is always compiled to be
//! quick.
//!
//! [`style`] says what boards and men consist of, `palettes` holds the tables, and a [`Look`] is a
//! row of each in a light. The pictures are painted by [`board_texture`] (the board without men),
//! [`piece_texture`], [`title_plate`] (what a title is cut into), [`arrow`] (the pointer) and
//! [`glow`] (a mill), from a [`surface::Surface`] of [`wood`] or [`stone`], a
//! [`height_map::HeightMap`] that throws shade, [`noise`] and colors as light ([`linear_color`]).
//! Where things lie on a board is in [`geometry`]. Drawings for papers and other programs are
//! [`svg`] and [`png`]; a picture in letters is [`morris::text_picture`].
//!
//! ```
//! use morris::{Position, Rules};
//!
//! let drawing = morris_paint::svg(&Position::start(&Rules::STANDARD), &Rules::STANDARD);
//! assert!(drawing.starts_with("<svg"));
//! ```

#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod arrow;
mod board_style;
pub mod board_texture;
mod diagram;
pub mod geometry;
pub mod glow;
pub mod height_map;
pub mod linear_color;
pub mod look;
pub mod noise;
mod palettes;
pub mod piece_texture;
pub mod stone;
pub mod style;
pub mod surface;
pub mod title_plate;
pub mod wood;

pub use board_style::{BoardStyle, MenStyle};
pub use diagram::{PngError, png, svg};
pub use linear_color::Pixels;
pub use look::Look;
