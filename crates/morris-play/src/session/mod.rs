// SPDX-License-Identifier: GPL-3.0-or-later
//! One game being played: `Input → Session → Vec<Effect>`, without window, files, clock or thread.
//!
//! Whatever happens comes in as an [`Input`]; whatever is to be done goes out as [`Effect`]s, in order. A whole game
//! replays in a test as a list of inputs with the effects expected.

mod clocks;
mod ending;
mod history;
mod programs;
mod scene;
mod show;
mod state;
mod talk;
mod taps;
#[cfg(test)]
mod tests;
mod thinking;

pub use scene::{Scene, Status};
pub use state::Session;
pub use talk::{Answer, Cue, Effect, Input, Refusal};
pub use thinking::Purpose;
