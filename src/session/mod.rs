// SPDX-License-Identifier: GPL-3.0-or-later
//! One game being played: `Input → Session → Vec<Effect>`, without window, files, clock or thread.

mod scene;
mod talk;

pub use scene::{Scene, Status};
pub use talk::{Answer, Cue, Effect, Input, Refusal};
