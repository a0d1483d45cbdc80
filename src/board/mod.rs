// SPDX-License-Identifier: GPL-3.0-or-later
//! The board: drawn by code, played by pointer, touch and keyboard, read by screen readers.
//!
//! `view` is the widget and holds all state; `pointer`, `keyboard` and `points` bring input to it,
//! `render` draws it from `texture_cache` (painted by the crate `morris-paint`), `markers` and
//! `labels`, with the men where `animation` has them at the moment. `men_tray` and `picture` are
//! smaller widgets of the same materials. `look` says which look is shown.

pub mod animation;
mod appearance;
mod canvas;
mod cursor;
mod engraved_title;
mod keyboard;
mod labels;
pub mod look;
mod markers;
mod men_tray;
mod picture;
// Apart from `points`, for the widget holds the buttons.
mod point_button;
mod pointer;
mod points;
mod press;
mod render;
pub mod texture_cache;
mod to_gdk;
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
