// SPDX-License-Identifier: GPL-3.0-or-later
//! What is wished of a player while it thinks, and what it says meanwhile.

use morris_engine::TimeControl;

/// Somebody who looks on while a player thinks.
pub trait Watch {
    /// What is wished now; asked every few milliseconds.
    fn wish(&mut self) -> PlayerSignal;

    /// What the player says about its thinking.
    fn hear(&mut self, thought: &str);

    /// What the clock of the game leaves at this moment, if there is one.
    fn clock(&self) -> Option<TimeControl> {
        None
    }
}

/// What is wished of a player that thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerSignal {
    /// That it goes on.
    Wait,
    /// Once: that it answers at once, if it can.
    Answer,
    /// That it stops: no answer is wanted any more.
    Stop,
}

/// Nobody looks on.
#[derive(Clone, Copy, Debug)]
pub struct NoControl;

impl Watch for NoControl {
    fn wish(&mut self) -> PlayerSignal {
        PlayerSignal::Wait
    }

    fn hear(&mut self, _: &str) {}
}
