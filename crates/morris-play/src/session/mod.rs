// SPDX-License-Identifier: GPL-3.0-or-later
//! A game in progress: `Input → Session → Vec<Effect>`, without window, files, clock, or thread.
//!
//! Every event enters as an [`Input`], and every action leaves as an [`Effect`], in order. A test
//! can replay a whole game as a list of inputs with the expected effects.
//!
//! `state` holds the game and dispatches each input to `entering` (moves of a person, entered point
//! by point with [`MoveEntry`], which pages without a game also use), `history` (undo and redo),
//! `watching` (the pace of games without a person),
//! `requests` (engine and programs), `external` (questions to an external player and its messages),
//! `by_message` (a friend whose turns are lines)
//! or `results` (resignation, draw, time). `scene_builder` builds the [`Scene`] to be shown.
//!
//! An external player answers a request for a move (`Effect::Ask`) with a `SeatEvent`. One that
//! takes part in questions (`Input::Contact`) also sends and receives messages (`SeatMessage` in
//! `Input::Message` and `Effect::Tell`): a request for a draw or for taking back, an answer, a
//! resignation. The programs of today take no part in questions, so a move against one is taken
//! back without asking.
//!
//! The property test of the session plays all kinds of players, clocks, failures, and pauses. It
//! checks that a player who is shown as thinking was asked, that the clock runs only while the game
//! runs, that a pause changes nothing but the clock, and that a player who only listens to the
//! reports (`crate::narration`) knows the moves.

mod by_message;
mod entering;
mod external;
// These have their own files, since the state stores them.
mod hint;
mod history;
mod last_line;
mod messages;
mod move_entry;
mod requests;
mod results;
mod scene;
mod scene_builder;
mod state;
#[cfg(test)]
mod tests;
mod watching;

pub use hint::{Hint, HintStep};
pub use last_line::LastLine;
pub use messages::{Answer, Contact, Cue, Effect, Help, Input, Purpose, Question, Refusal, SeatMessage};
pub use move_entry::{Entered, MoveEntry};
pub use scene::{Scene, Status};
pub use state::Session;
