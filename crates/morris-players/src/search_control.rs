// SPDX-License-Identifier: GPL-3.0-or-later
//! What is wanted of a player while it thinks, and what it says meanwhile.

use morris_engine::TimeControl;

/// What a player asks and tells while it thinks.
pub trait SearchControl {
    /// What is wanted now; asked every few milliseconds.
    fn signal(&mut self) -> PlayerSignal;

    /// What the player says about its thinking.
    fn on_info(&mut self, thought: &str);

    /// What the clock of the game leaves at this moment, if there is one.
    fn clock(&self) -> Option<TimeControl> {
        None
    }
}

/// What is wanted of a player that thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerSignal {
    /// That it goes on.
    Continue,
    /// Once: that it answers at once, if it can.
    MoveNow,
    /// That it stops: no answer is wanted any more.
    Cancel,
}

/// Nobody looks on: the player thinks as long as it likes.
#[derive(Clone, Copy, Debug)]
pub struct NoControl;

impl SearchControl for NoControl {
    fn signal(&mut self) -> PlayerSignal {
        PlayerSignal::Continue
    }

    fn on_info(&mut self, _: &str) {}
}
