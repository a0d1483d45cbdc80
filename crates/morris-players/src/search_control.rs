// SPDX-License-Identifier: GPL-3.0-or-later
//! Communication with a player while it thinks.

use morris_engine::TimeControl;

/// Controls a player while it thinks, and receives its reports.
pub trait SearchControl {
    /// Returns the current request to the player, which calls this every few milliseconds.
    fn signal(&mut self) -> PlayerSignal;

    /// Receives a description of the player's search.
    fn on_info(&mut self, thought: &str);

    /// Returns the time now left on the clock of the game, or `None` if there is no clock.
    fn clock(&self) -> Option<TimeControl> {
        None
    }
}

/// Request to a player that thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerSignal {
    /// Continue.
    Continue,
    /// Answer at once if possible. This is sent once.
    MoveNow,
    /// Stop. No answer is wanted.
    Cancel,
}

/// Never interrupts the player and ignores its reports.
#[derive(Clone, Copy, Debug)]
pub struct NoControl;

impl SearchControl for NoControl {
    fn signal(&mut self) -> PlayerSignal {
        PlayerSignal::Continue
    }

    fn on_info(&mut self, _: &str) {}
}
