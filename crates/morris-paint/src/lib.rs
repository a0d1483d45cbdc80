// SPDX-License-Identifier: GPL-3.0-or-later
//! Boards and men as pixels, without a toolkit. Painting is a separate crate so that it is always
//! compiled with optimization.
//!
//! [`style`] defines the properties of boards and men, and `palettes` has their tables. A [`Look`]
//! is a row of each in a light. The pictures are painted by [`board_texture`] (the board without
//! men), [`piece_texture`], [`piece_shadow`], [`title_plate`] (the background of a title),
//! [`arrow`] (the pointer) and [`glow`] (a mill). They use a `Surface` of `wood` or `stone`, a
//! `HeightMap` for light and shade on boards, a `Solid` in `room_light` for men, [`noise`], and
//! colors in linear light ([`linear_color`]). [`geometry`] has the layout of a board. Drawings for
//! documents and other programs are [`svg`] and [`png`]. A text picture is
//! [`morris::text_picture`].
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
mod height_map;
pub mod linear_color;
mod look;
pub mod noise;
mod palettes;
pub mod piece_shadow;
pub mod piece_texture;
mod room_light;
mod solid;
mod stone;
pub mod style;
mod surface;
pub mod title_plate;
mod wood;

pub use board_style::{BoardStyle, MenStyle};
pub use diagram::{PngError, png, svg};
pub use linear_color::Pixels;
pub use look::Look;
