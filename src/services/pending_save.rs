// SPDX-License-Identifier: GPL-3.0-or-later
//! The result of a save, for the page that requests it.

use std::cell::Cell;

/// State of saving a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Saving {
    /// The game is on the disk.
    #[default]
    Saved,
    /// The result is not known yet.
    Pending,
    /// The game could not be saved.
    Failed,
    /// The game is by message, and another window has continued it.
    Continued,
}

/// A requested save.
#[derive(Debug, Default)]
pub struct PendingSave {
    /// Number of the request, increasing.
    pub(super) number: u64,
    pub(super) state: Cell<Saving>,
}

impl PendingSave {
    /// Returns the state of the save.
    #[must_use]
    pub fn state(&self) -> Saving {
        self.state.get()
    }
}
