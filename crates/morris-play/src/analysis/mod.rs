// SPDX-License-Identifier: GPL-3.0-or-later
//! The tree of a game, the node that is shown, and edits that can be undone.
//!
//! ```
//! use morris::{GameTree, Position, Rules};
//! use morris_play::analysis::Analysis;
//!
//! let rules = Rules::STANDARD;
//! let mut analysis = Analysis::new(GameTree::new(rules, Position::start(&rules)));
//! let d6 = analysis.play("d6".parse()?)?;
//! analysis.set_words(d6, "blocks the ring")?;
//! assert!(analysis.undo() && analysis.undo());
//! assert!(analysis.tree().is_empty() && analysis.redo());
//! assert_eq!(analysis.current(), d6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod edits;
mod image;
mod size;
mod step;
mod words;

use morris::{Game, GameTree, IllegalMove, Move, NodeId, Outcome, Position, Row};

use crate::persistence::{MAX_FILE_BYTES, SavedGame, SavedKind};
use step::{Edit, Step};

/// Why an edit is refused. The tree does not change then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The move is not legal.
    #[error("the move is not legal")]
    Move(#[from] IllegalMove),
    /// The saved game would be too large to be read back.
    #[error("the saved game would be larger than the {most} bytes that can be read back")]
    TooLarge {
        /// Maximum size of a saved game, in bytes.
        most: u64,
    },
}

/// The tree of a game, the node that is shown, and the edits that can be undone.
#[derive(Clone, Debug)]
pub struct Analysis {
    tree: GameTree,
    current: NodeId,
    /// The last move that was played, if the tree belongs to a saved game.
    end: Option<NodeId>,
    done: Vec<Step>,
    undone: Vec<Step>,
    /// Size of the saved game in bytes: an estimate that is hardly ever too small.
    bytes: usize,
}

impl Analysis {
    /// Begins the analysis of a tree, at the end of its game.
    pub fn new(tree: GameTree) -> Self {
        let saved = SavedGame::between_persons(tree.game());
        Self::of_tree(tree, &saved)
    }

    /// Begins the analysis of a saved game, at its end. [`SavedGame::with_tree`] stores the tree.
    pub fn of_save(saved: &SavedGame) -> Self {
        let tree = saved.tree();
        let end = tree.find(saved.game.played());
        let mut analysis = Self::of_tree(tree, saved);
        analysis.current = end.unwrap_or(analysis.current);
        analysis.end = end.filter(|_| saved.kind != SavedKind::Analysis);
        analysis
    }

    /// Follows the saved game to a newer version with more moves or other comments, and shows what
    /// that shows. Edits can still be undone. Returns `false`, and changes nothing, if the
    /// variations differ.
    pub fn follow(&mut self, newer: &Self) -> bool {
        let mut tree = self.tree.clone();
        tree.follow(&newer.tree.game_at(newer.end()));
        // A move that was removed may have been played since, and must not come back beside it.
        let may_come_back = self.done.iter().chain(&self.undone).any(|step| matches!(step.inverse, Edit::Put(_)));
        let rows: Vec<_> = tree.rows().zip(newer.tree.rows()).collect();
        let is_same =
            |(own, other): &(Row, Row)| (own.nesting, tree.mv(own.node)) == (other.nesting, newer.tree.mv(other.node));
        let has_new_moves = tree.len() > self.tree.len();
        if tree.len() != newer.tree.len() || !rows.iter().all(is_same) || has_new_moves && may_come_back {
            return false;
        }
        let rows = rows.into_iter().map(|(own, other)| (own.node, other.node));
        for (own, other) in std::iter::once((tree.root(), newer.tree.root())).chain(rows) {
            tree.set_comment(own, newer.tree.comment(other));
            tree.set_glyphs(own, newer.tree.glyphs(other).to_vec());
            if other == newer.current {
                self.current = own;
            }
            if Some(other) == newer.end {
                self.end = Some(own);
            }
        }
        (self.tree, self.bytes) = (tree, newer.bytes);
        true
    }

    fn of_tree(tree: GameTree, saved: &SavedGame) -> Self {
        let bytes = size::of_rest(saved) + size::of_tree(&tree);
        Self { current: tree.end(), tree, end: None, done: Vec::new(), undone: Vec::new(), bytes }
    }

    /// Returns the tree.
    pub const fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// Returns the node that is shown.
    pub const fn current(&self) -> NodeId {
        self.current
    }

    /// Returns the node at which the game ends. What is tried after the last move of a saved game
    /// does not belong to it.
    pub fn end(&self) -> NodeId {
        self.end.filter(|&end| self.tree.contains(end)).unwrap_or_else(|| self.tree.end())
    }

    /// Returns the position that is shown.
    pub fn position(&self) -> &Position {
        self.tree.position(self.current)
    }

    /// Returns the game up to the node that is shown.
    pub fn game(&self) -> Game {
        self.tree.game_at(self.current)
    }

    /// Returns the end of the game, if it is over at the node that is shown.
    pub fn outcome(&self) -> Option<Outcome> {
        self.tree.outcome(self.current)
    }

    /// Shows a node. Returns `false` if it is not in the tree or is shown already.
    pub fn go_to(&mut self, id: NodeId) -> bool {
        let goes = id != self.current && self.tree.contains(id);
        if goes {
            self.current = id;
        }
        goes
    }

    /// Plays a move at the node that is shown, and shows the node after it. A move that is in the
    /// tree is not played again. There is nothing to undo then.
    pub fn play(&mut self, mv: Move) -> Result<NodeId, EditError> {
        if let Some(child) = self.tree.child_with(self.current, mv) {
            self.current = child;
            return Ok(child);
        }
        self.fits(size::of_new_move(&self.tree, self.current, mv))?;
        let node = self.tree.play(self.current, mv)?;
        self.bytes += size::of_subtree(&self.tree, node);
        self.has_added(node);
        Ok(node)
    }

    /// Returns an error if this number of further bytes does not fit.
    fn fits(&self, more: usize) -> Result<(), EditError> {
        let is_small = (self.bytes + more) as u64 <= MAX_FILE_BYTES;
        if is_small || more == 0 { Ok(()) } else { Err(EditError::TooLarge { most: MAX_FILE_BYTES }) }
    }
}

#[cfg(test)]
mod tests;
