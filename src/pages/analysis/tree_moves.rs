// SPDX-License-Identifier: GPL-3.0-or-later
//! The moves of the tree in the order of the list, with variations that fold.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashSet;

use morris::{GameTree, NodeId, Row, Walk};

use crate::widgets::changed_range::ChangedRange;
use crate::widgets::move_list::MoveList;

/// The moves of the tree in the list.
#[derive(Default)]
pub struct TreeMoves {
    list: OnceCell<MoveList>,
    /// The listed moves, and whether each begins a folded variation.
    rows: RefCell<Vec<(Row, bool)>>,
    /// First moves of folded variations.
    folded: RefCell<HashSet<NodeId>>,
    /// Whether moves were added or removed since the list was updated.
    is_outdated: Cell<bool>,
}

impl TreeMoves {
    /// Sets the list.
    pub(super) fn show_in(&self, list: &MoveList) {
        self.list.get_or_init(|| list.clone());
    }

    fn list(&self) -> &MoveList {
        self.list.get().expect("it is set when the page is made")
    }

    /// Forgets the moves and folds, because another tree follows.
    pub(super) fn begin(&self) {
        self.folded.take();
        let range = ChangedRange { removed: self.rows.take().len(), ..ChangedRange::default() };
        self.list().update(range, None);
        self.read_again();
    }

    /// Notes that moves were added or removed. The next [`Self::show`] updates the list.
    pub(super) fn read_again(&self) {
        self.is_outdated.set(true);
    }

    /// Marks the move that led to the position on the board. Unfolds the variations around it.
    pub(super) fn show(&self, tree: &GameTree, current: NodeId) {
        let mut head = tree.variation(current).filter(|head| *head != current);
        while let Some(folded) = head {
            if self.folded.borrow_mut().remove(&folded) {
                self.read_again();
            }
            head = tree.parent(folded).and_then(|parent| tree.variation(parent));
        }
        self.update(tree, current);
    }

    fn update(&self, tree: &GameTree, current: NodeId) {
        let range = if self.is_outdated.take() { self.read(tree) } else { ChangedRange::default() };
        let index = self.rows.borrow().iter().position(|(row, _)| row.node == current);
        self.list().update(range, index);
    }

    /// Reads the whole tree, which takes much less time than to fill a row, and returns which rows
    /// have changed.
    fn read(&self, tree: &GameTree) -> ChangedRange {
        let (folded, mut walk) = (self.folded.borrow(), Walk::new(tree));
        let mut rows = Vec::with_capacity(tree.len());
        while let Some(row) = walk.next(tree) {
            let folds = row.begins && folded.contains(&row.node) && !tree.children(row.node).is_empty();
            rows.push((row, folds));
            if folds {
                walk.skip_variation();
            }
        }
        let range = ChangedRange::between(&self.rows.borrow(), &rows, |old, new| old == new);
        self.rows.replace(rows);
        range
    }

    /// Returns a listed move, and whether it begins a folded variation.
    pub(super) fn row(&self, index: usize) -> Option<(Row, bool)> {
        self.rows.borrow().get(index).copied()
    }

    /// Returns the focused move.
    pub(super) fn focused(&self) -> Option<NodeId> {
        self.row(self.list().focused()?).map(|(row, _)| row.node)
    }

    /// Moves the focus to the current move.
    pub(super) fn focus_current(&self) -> bool {
        self.list().focus_current()
    }

    /// Folds the variation around a move, or unfolds it. Returns whether it is folded now, or
    /// `None` if the move is in the main line.
    pub(super) fn toggle_fold(&self, tree: &GameTree, current: NodeId, node: NodeId) -> Option<bool> {
        let head = tree.variation(node)?;
        let folds = !self.folded.borrow_mut().remove(&head) && self.folded.borrow_mut().insert(head);
        self.read_again();
        self.update(tree, current);
        Some(folds)
    }

    /// Returns the first moves of the folded variations.
    pub(super) fn folds(&self) -> HashSet<NodeId> {
        self.folded.borrow().clone()
    }

    /// Folds exactly the variations that begin with these moves. The next [`Self::show`] shows it.
    pub(super) fn set_folds(&self, folds: HashSet<NodeId>) {
        self.folded.replace(folds);
        self.read_again();
    }
}
