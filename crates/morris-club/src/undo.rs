// SPDX-License-Identifier: GPL-3.0-or-later
//! A tournament whose changes can be taken back.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::change::{Change, ChangeError};
use crate::tournament::Tournament;

/// Maximum number of changes that can be taken back.
pub const MOST_UNDONE: usize = 100;

/// A tournament whose last [`MOST_UNDONE`] changes can be taken back.
#[derive(Clone, Debug)]
pub struct Undoable {
    now: Arc<Tournament>,
    before: VecDeque<Arc<Tournament>>,
}

impl Undoable {
    /// Starts with a tournament, of which no change can be taken back.
    #[must_use]
    pub fn new(tournament: Tournament) -> Self {
        Self { now: Arc::new(tournament), before: VecDeque::new() }
    }

    /// Returns the tournament.
    #[must_use]
    pub const fn now(&self) -> &Arc<Tournament> {
        &self.now
    }

    /// Makes a change. One without effect is not kept.
    ///
    /// # Errors
    /// Returns why it is not possible.
    pub fn change(&mut self, change: &Change) -> Result<(), ChangeError> {
        self.change_all(std::slice::from_ref(change)).pop().map_or(Ok(()), |(_, error)| Err(error))
    }

    /// Makes changes that are taken back as one. Returns the indexes of those that are not possible,
    /// with the reason.
    pub fn change_all(&mut self, changes: &[Change]) -> Vec<(usize, ChangeError)> {
        let mut next = Tournament::clone(&self.now);
        let refused =
            changes.iter().enumerate().filter_map(|(index, change)| Some((index, next.change(change).err()?)));
        let refused = refused.collect();
        if next != *self.now {
            self.before.truncate(MOST_UNDONE - 1);
            self.before.push_front(std::mem::replace(&mut self.now, Arc::new(next)));
        }
        refused
    }

    /// Returns `true` if a change can be taken back.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        !self.before.is_empty()
    }

    /// Takes the last change back. Returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let before = self.before.pop_front();
        let can = before.is_some();
        self.now = before.unwrap_or_else(|| Arc::clone(&self.now));
        can
    }
}
