// SPDX-License-Identifier: GPL-3.0-or-later
//! Edits of a tree. Each returns what its inverse needs.

use super::{Game, GameTree, IllegalMove, Move, Node, NodeId, Position};

/// Where a node is among the children of its parent. [`GameTree::put`] puts it there again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The node.
    pub node: NodeId,
    /// Number of children before it.
    pub index: usize,
}

impl GameTree {
    /// Plays a move at a node. Returns the child with this move: one that is there, or a new last
    /// one. Moves may follow a declared end.
    ///
    /// # Errors
    /// Returns the reason why the move is illegal. The tree does not change then.
    pub fn play(&mut self, id: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        if let Some(child) = self.child_with(id, mv) {
            return Ok(child);
        }
        if self.outcome_on_board(id).is_some() {
            return Err(IllegalMove::GameOver);
        }
        let position = self.position(id).play(mv, &self.rules)?;
        Ok(self.append(id, mv, position))
    }

    /// Adds a last child with a legal move that no other child has.
    pub(crate) fn append(&mut self, id: NodeId, mv: Move, position: Position) -> NodeId {
        let child = NodeId(u32::try_from(self.nodes.len()).expect("a tree has fewer than 2^32 nodes"));
        self.nodes.push(Node::new(Some(id), Some(mv), position, self.node(id).depth + 1));
        self.node_mut(id).children.push(child);
        self.moves += 1;
        child
    }

    /// Adds the moves of a game up to its cursor, and takes over its declared end. If moves are
    /// new, the game becomes the main line. Returns `false`, and changes nothing, if the game has
    /// another start or other rules.
    pub fn follow(&mut self, game: &Game) -> bool {
        if (self.rules, self.start()) != (*game.rules(), game.start()) {
            return false;
        }
        let (mut id, before) = (self.root(), self.moves);
        for (&mv, &position) in game.played().iter().zip(&game.positions()[1..]) {
            id = self.child_with(id, mv).unwrap_or_else(|| self.append(id, mv, position));
        }
        if self.moves > before {
            self.make_main(id);
        }
        self.declared = game.outcome().filter(|_| game.outcome_on_board().is_none()).map(|outcome| (id, outcome));
        true
    }

    fn make_main(&mut self, id: NodeId) {
        for node in self.path(id) {
            self.put(Place { node, index: 0 });
        }
    }

    /// Moves the variation of a node before the line that it branches from. Returns the place where
    /// the variation was, or `None` if the node is on the main line.
    pub fn promote(&mut self, id: NodeId) -> Option<Place> {
        let node = self.variation(id)?;
        self.put(Place { node, index: 0 })
    }

    /// Removes a node and all that follows it. Returns its place, or `None` if it is the root or is
    /// removed already.
    pub fn remove(&mut self, id: NodeId) -> Option<Place> {
        let index = self.index(id)?;
        let parent = self.parent(id)?;
        self.node_mut(parent).children.remove(index);
        self.node_mut(id).is_removed = true;
        self.moves -= self.size(id);
        Some(Place { node: id, index })
    }

    /// Puts a node at a place among its siblings: the inverse of [`Self::promote`] and
    /// [`Self::remove`]. Returns the place where it was, or `None` if it was removed.
    pub fn put(&mut self, place: Place) -> Option<Place> {
        let Place { node, index } = place;
        let parent = self.parent(node)?;
        let before = self.index(node);
        let siblings = &mut self.node_mut(parent).children;
        if let Some(before) = before {
            siblings.remove(before);
        }
        siblings.insert(index.min(siblings.len()), node);
        if before.is_none() {
            self.node_mut(node).is_removed = false;
            self.moves += self.size(node);
        }
        before.map(|index| Place { node, index })
    }

    /// Returns the number of moves of a node and all that follows it.
    fn size(&self, id: NodeId) -> usize {
        self.subtree(id).count()
    }

    /// Returns a node and all nodes that follow it, in no certain order.
    pub fn subtree(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut open = vec![id];
        std::iter::from_fn(move || {
            let id = open.pop()?;
            open.extend_from_slice(self.children(id));
            Some(id)
        })
    }

    /// Sets the comment of a node and returns the earlier one. It is kept as texts can hold it:
    /// without control characters, with `)` for `}`, and with single spaces.
    pub fn set_comment(&mut self, id: NodeId, comment: &str) -> String {
        std::mem::replace(&mut self.node_mut(id).comment, comment_text(comment))
    }

    /// Adds to the comment of a node, after a space.
    pub(crate) fn add_comment(&mut self, id: NodeId, comment: &str) {
        join(&mut self.node_mut(id).comment, comment);
    }

    pub(crate) fn set_comment_before(&mut self, id: NodeId, comment: String) {
        self.node_mut(id).lead = comment;
    }

    /// Makes the comment before the move of a node a part of that on the move.
    pub(crate) fn keep_comment_before(&mut self, id: NodeId) {
        let Node { lead, comment, .. } = self.node_mut(id);
        join(lead, comment);
        *comment = std::mem::take(lead);
    }

    /// Sets the glyphs of a node and returns the earlier ones.
    pub fn set_glyphs(&mut self, id: NodeId, glyphs: Vec<u8>) -> Vec<u8> {
        std::mem::replace(&mut self.node_mut(id).glyphs, glyphs)
    }

    pub(crate) fn add_glyphs(&mut self, id: NodeId, glyphs: &[u8]) {
        self.node_mut(id).glyphs.extend_from_slice(glyphs);
    }
}

/// Appends a comment after a space.
pub(crate) fn join(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}

/// Returns a comment as texts can hold it. Replaces each run of white space with a single space,
/// and `}`, which would end the comment. Drops control characters, which are invisible and take six
/// times their size in a saved game.
pub(crate) fn comment_text(text: &str) -> String {
    let words = text.split_whitespace().map(|word| word.replace(char::is_control, "").replace('}', ")"));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
