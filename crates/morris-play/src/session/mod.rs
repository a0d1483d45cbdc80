// SPDX-License-Identifier: GPL-3.0-or-later
//! One game being played: `Input → Session → Vec<Effect>`, without window, files, clock or thread.
//!
//! Whatever happens comes in as an [`Input`]; whatever is to be done goes out as [`Effect`]s, in
//! order. A whole game replays in a test as a list of inputs with the effects expected.
//!
//! `state` holds the game and sends each input on its way: to `entering` (a person's move, point by
//! point, by way of [`MoveEntry`], which pages without a game use by itself), `history` (back and
//! forth), `requests` (engine and programs), `outside` (what an outside player is asked and says
//! besides its moves) or `results` (resignation, draw, time). `scene_builder` makes the [`Scene`]
//! that is shown.

mod entering;
// A file of its own, for the state holds it.
mod hint;
mod history;
mod messages;
mod move_entry;
mod outside;
mod requests;
mod results;
mod scene;
mod scene_builder;
mod state;
#[cfg(test)]
mod tests;

pub use hint::{Hint, HintKind, HintStep};
pub use messages::{Answer, Contact, Cue, Effect, Help, Input, Purpose, Question, Refusal, SeatMessage};
pub use move_entry::{Entered, MoveEntry};
pub use requests::repeatable_positions;
pub use scene::{Scene, Status};
pub use state::Session;
