// SPDX-License-Identifier: GPL-3.0-or-later
//! The result of a save, for the page that requests it.

use std::cell::{Cell, RefCell};
use std::convert::Infallible;
use std::rc::Rc;

use async_channel::{Receiver, Sender};

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

#[derive(Debug)]
pub struct PendingSave {
    state: Cell<Saving>,
    /// Saves that get the same result.
    followers: RefCell<Vec<Rc<Self>>>,
    /// A channel that is closed when the result is known.
    over: (Sender<Infallible>, Receiver<Infallible>),
}

impl PendingSave {
    /// Creates a save whose result is not known yet.
    pub fn pending() -> Self {
        let (state, over) = (Cell::new(Saving::Pending), async_channel::bounded(1));
        Self { state, followers: RefCell::default(), over }
    }

    pub fn state(&self) -> Saving {
        self.state.get()
    }

    pub async fn ended(&self) -> Saving {
        // Nothing is sent: receiving fails when the channel is closed.
        _ = self.over.1.recv().await;
        self.state()
    }

    /// Gets the result of another save, which contains this one.
    pub(super) fn follow(self: &Rc<Self>, other: &Self) {
        match other.state() {
            Saving::Pending => other.followers.borrow_mut().push(Rc::clone(self)),
            state => self.end(state),
        }
    }

    pub(super) fn end(&self, state: Saving) {
        self.state.set(state);
        self.over.0.close();
        self.followers.take().iter().for_each(|save| save.end(state));
    }
}
