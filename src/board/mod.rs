// SPDX-License-Identifier: GPL-3.0-or-later
//! The board: drawn by code, played by pointer, touch and keyboard, read by screen readers.
//!
//! `view` is the widget and holds all state; `pointer`, `keyboard` and `points` bring input to it, `render` draws it from
//! `texture_cache` (painted by `board_texture` and `man_texture` with `paint`), `markers` and `labels`, with the men where
//! `animation` has them at the moment. `men_tray` and `picture` are smaller widgets of the same
//! materials. `style` says what a look consists of, `palettes` holds the tables, `look` which one is shown.

pub mod animation;
pub mod board_texture;
mod canvas;
mod cursor;
mod engraved_title;
pub mod geometry;
mod keyboard;
mod labels;
pub mod look;
pub mod man_texture;
mod markers;
mod men_tray;
pub mod paint;
pub mod palettes;
mod picture;
// Apart from `points`, for the widget holds the buttons.
mod point_button;
mod pointer;
mod points;
mod press;
mod render;
pub mod style;
pub mod texture_cache;
// Apart from `keyboard`, for the widget holds what has been typed.
mod typing;
mod view;

pub use animation::step_of;
pub use engraved_title::EngravedTitle;
pub use look::LookManager;
pub use markers::{Drawn, MoveTone, ShownMove};
pub use men_tray::{MenTray, words as tray_words};
pub use picture::BoardPicture;
pub use point_button::PointButton;
pub use typing::begins_a_point;
pub use view::BoardView;
