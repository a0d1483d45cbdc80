// SPDX-License-Identifier: GPL-3.0-or-later
//! The board: drawn by code, played by pointer, touch, and keyboard, and accessible to screen
//! readers.
//!
//! `view` is the widget and holds all state. `pointer`, `keyboard`, and `points` handle its input,
//! and `refusal` shows why a tap is refused. `render` draws it from `texture_cache` (painted by the
//! crate `morris-paint`), `markers`, and `labels`, with the men at their positions in `animation`
//! and the hand of `ghost_hand`. `men_tray`, `picture`, and `value_badge` are smaller widgets of
//! the same materials. `look` holds the current look.
//!
//! The buttons over the points have the keyboard focus, the size of the target, and the accessible
//! label (what is on the point). Only the focused point has a description (what you can do there).
//! It is set when the focus arrives, and never spoken by itself. `BoardView::refuse` shows why a
//! tap is refused: what was tapped shakes, and the reason is on a plaque over the lower edge of the
//! board. Nothing else moves.
//!
//! The board is seen from straight above, and heights are seen from the front: `canvas` draws a man
//! with its foot on its point. A board of [`TRAYS_FROM`] pixels or more can have trays for the men
//! in hand and the removed men. `animation` carries men between board and trays. Screen readers get
//! the same points and numbers in either case.
//!
//! The user chooses boards and men separately. Men get a rim on a board that is too similar
//! (`Look::rim`), and a test measures all combinations. The high contrast of the desktop overrides
//! the settings. The look also colors the window (`data/looks/`) and the charts, and chooses the
//! sounds of the men.

pub mod animation;
mod appearance;
mod canvas;
mod cursor;
mod engraved_title;
mod ghost_hand;
mod keyboard;
mod labels;
pub mod look;
mod markers;
pub mod men_in_hand;
mod men_tray;
mod picture;
// Separate from `points`, since the widget holds the buttons.
mod point_button;
mod pointer;
mod points;
mod press;
mod refusal;
mod render;
pub mod texture_cache;
mod to_gdk;
// Separate from `trays`, since `animation` carries men to these places.
mod tray_places;
mod trays;
mod tween;
// Separate from `keyboard`, since the widget holds the typed letter.
mod typing;
mod value_badge;
mod view;

pub use animation::step_of;
pub use engraved_title::EngravedTitle;
pub use look::LookManager;
pub use markers::{Drawn, MoveTone, ShownMove};
pub use men_tray::{MenTray, man_texture, words as tray_words};
pub use picture::BoardPicture;
pub use point_button::PointButton;
pub use trays::TRAYS_FROM;
pub use typing::begins_a_point;
pub use value_badge::ValueBadge;
pub use view::BoardView;
