// SPDX-License-Identifier: GPL-3.0-or-later
//! A tournament whose changes can be taken back.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::change::Change;
use crate::error::ChangeError;
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
    pub fn new(tournament: Tournament) -> Self {
        Self { now: Arc::new(tournament), before: VecDeque::new() }
    }

    /// Returns the tournament.
    pub const fn now(&self) -> &Arc<Tournament> {
        &self.now
    }

    /// Makes a change. One without effect is not kept.
    pub fn change(&mut self, change: &Change) -> Result<(), ChangeError> {
        self.edit(|tournament| tournament.change(change))
    }

    /// Makes changes that are taken back together.
    ///
    /// # Errors
    /// Returns the error of `edit`, after which no change is kept.
    pub fn edit<T, E>(&mut self, edit: impl FnOnce(&mut Tournament) -> Result<T, E>) -> Result<T, E> {
        let mut next = Tournament::clone(&self.now);
        let done = edit(&mut next)?;
        if next != *self.now {
            self.before.truncate(MOST_UNDONE - 1);
            self.before.push_front(std::mem::replace(&mut self.now, Arc::new(next)));
        }
        Ok(done)
    }

    /// Returns `true` if a change can be taken back.
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
