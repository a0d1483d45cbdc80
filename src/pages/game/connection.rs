// SPDX-License-Identifier: GPL-3.0-or-later
//! What the game page remembers about a connection in this network.

use std::cell::Cell;

use crate::widgets::timer::Timer;

/// What the user and the friend have done about the connection.
#[derive(Default)]
pub struct Connection {
    /// Whether the user goes on by message until the friend is back.
    pub(super) goes_on_by_message: Cell<bool>,
    /// Whether the user waits for the friend.
    pub(super) waits: Cell<bool>,
    /// Updates how long the friend has been away.
    pub(super) minute: Timer,
    /// Waits before the win can be claimed.
    pub(super) claiming: Timer,
    /// Whether it can be claimed.
    pub(super) may_claim: Cell<bool>,
}

impl Connection {
    /// Begins again for another game.
    pub(super) fn begin(&self) {
        let states = [&self.goes_on_by_message, &self.waits, &self.may_claim];
        states.iter().for_each(|state| state.set(false));
    }
}
