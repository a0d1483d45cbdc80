// SPDX-License-Identifier: GPL-3.0-or-later
//! The moves of a tree in the order of a text.

use super::{GameTree, NodeId};

/// A row of a list of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The node after the move.
    pub node: NodeId,
    /// Number of variations that the move is within. 0 on the main line.
    pub nesting: usize,
    /// Whether a variation begins with this move.
    pub begins: bool,
}

/// A walk over all moves of a tree, in the order of a text. It does not borrow the tree, so it can
/// rest between steps. A step takes constant time on average. The walk begins again after an edit.
///
/// ```
/// use morris::{Pgn, Walk};
///
/// let tree = "1. d6 f4 (1... d2 2. f4) 2. d2 *".parse::<Pgn>()?.tree;
/// let mut walk = Walk::new(&tree);
/// let mut moves = Vec::new();
/// while let Some(row) = walk.next(&tree) {
///     moves.extend(tree.mv(row.node).map(|mv| format!("{mv} in {}", row.nesting)));
///     if row.begins {
///         walk.skip_variation();
///     }
/// }
/// assert_eq!(moves, ["d6 in 0", "f4 in 0", "d2 in 1", "d2 in 0"]);
/// # Ok::<(), morris::PgnError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walk {
    /// What is still to be shown, the next one last.
    open: Vec<Part>,
    /// Whether the row that was returned last begins a variation.
    has_started: bool,
}

/// A part of a tree, with its nesting.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// The line after a node.
    Line(NodeId, usize),
    /// The children of a node from this index on, each of which begins a variation.
    Variations(NodeId, usize, usize),
}

impl Walk {
    /// Begins a walk at the first move.
    pub fn new(tree: &GameTree) -> Self {
        Self { open: vec![Part::Line(tree.root(), 0)], has_started: false }
    }

    /// Returns the next row.
    pub fn next(&mut self, tree: &GameTree) -> Option<Row> {
        loop {
            let (parent, index, nesting) = match self.open.pop()? {
                Part::Line(id, nesting) => (id, 0, nesting),
                Part::Variations(id, index, nesting) => (id, index, nesting),
            };
            let Some(&node) = tree.children(parent).get(index) else { continue };
            let begins = index > 0;
            if !begins {
                self.open.push(Part::Line(node, nesting));
            }
            if tree.children(parent).len() > index + 1 {
                self.open.push(Part::Variations(parent, index + 1, nesting + usize::from(!begins)));
            }
            if begins {
                self.open.push(Part::Line(node, nesting));
            }
            self.has_started = begins;
            return Some(Row { node, nesting, begins });
        }
    }

    /// Leaves out the moves after the row that was returned last, up to the end of its variation,
    /// with the variations within. Does nothing if no variation begins with that row.
    pub fn skip_variation(&mut self) {
        if std::mem::take(&mut self.has_started) {
            self.open.pop();
        }
    }
}
