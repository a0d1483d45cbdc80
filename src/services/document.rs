// SPDX-License-Identifier: GPL-3.0-or-later
//! A saved game while it is open. The pages that show it share it.

use std::cell::{Ref, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use morris::Pgn;
use morris_play::persistence::{Notes, SaveId, SavedGame, SavedKind};

use super::pending_save::{PendingSave, Saving};

/// A saved game while it is open.
#[derive(Debug)]
pub struct Document {
    pub(super) id: RefCell<SaveId>,
    /// The game as its page has it. `None` if only its tree is open.
    pub(super) game: RefCell<Option<Arc<SavedGame>>>,
    /// The last requested save of the game. `None` if everything is on the disk.
    pub(super) save: RefCell<Option<Rc<PendingSave>>>,
}

impl Document {
    /// Creates the document of a game, or of the tree of a game.
    pub fn new(id: SaveId, game: Option<SavedGame>) -> Rc<Self> {
        let (id, game) = (RefCell::new(id), RefCell::new(game.map(Arc::new)));
        Rc::new(Self { id, game, save: RefCell::default() })
    }

    /// Returns the id under which the game is now saved.
    pub fn id(&self) -> SaveId {
        self.id.borrow().clone()
    }

    /// Returns the content of the game apart from its moves.
    pub fn notes(&self) -> Option<Ref<'_, Pgn>> {
        Ref::filter_map(self.game.borrow(), |game| game.as_ref()?.notes.as_ref()).ok()
    }

    pub fn saving(&self) -> Saving {
        self.save.borrow().as_ref().map(|save| save.state()).unwrap_or_default()
    }

    /// Sets the game as its page has it, or forgets it.
    pub fn set_game(&self, game: Option<SavedGame>) {
        self.game.replace(game.map(Arc::new));
    }

    /// Changes the notes of the game, if it has this id and its page has it. Returns the changed
    /// game instead if it is not over, since it is saved as a whole then.
    pub(super) fn annotate(&self, id: &SaveId, notes: &Notes) -> Option<SavedGame> {
        let game = self.game.borrow().clone().filter(|game| self.id() == *id && game.kind != SavedKind::Analysis)?;
        let changed = game.with_notes(notes)?;
        if game.game.outcome().is_none() && (notes.tree.is_some() || changed != *game) {
            return Some(SavedGame { saved: SavedGame::moment(), ..changed });
        }
        self.game.replace(Some(Arc::new(changed)));
        None
    }
}

/// Documents are equal if they have the same id.
impl PartialEq for Document {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}
