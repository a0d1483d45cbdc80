// SPDX-License-Identifier: GPL-3.0-or-later
//! A game with variations of any depth, comments, and glyphs.
//!
//! ```text
//!   root ─ d6 ─ f4 ─ d2      the main line: the first child, from the root on
//!           │    └── b4      a variation: any other child
//!           └─── a1
//! ```

mod edit;
mod rows;

pub use edit::Place;
pub(crate) use edit::{comment_text, join};
pub use rows::{Row, Walk};

use super::{Color, DrawReason, Game, IllegalMove, Move, Outcome, Position, Rules};

/// A node of a [`GameTree`]: the position after a move, or the start.
///
/// An id stays that of its node while the tree is edited, even while the node is removed, so that
/// an edit and its inverse name the same node. Other trees have other nodes with the same ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// Returns the number that [`GameTree::node_with`] finds the node by.
    pub const fn index(self) -> u32 {
        self.0
    }
}

/// A game with variations of any depth, comments, and glyphs.
///
/// No function is recursive. [`Self::play`], [`Self::path`], [`Self::game_at`], [`Self::outcome`],
/// [`Self::contains`], and [`Self::node_with`] take time in proportion to the depth of the node,
/// [`Self::remove`] to the size of what it removes, and the other functions about a node do not
/// depend on the size of the tree. Two trees are equal if the same moves, comments, and glyphs are
/// in the same order.
///
/// # Panics
/// Functions about a node may panic if its id belongs to another tree.
///
/// ```
/// use morris::{GameTree, Position, Rules};
///
/// let rules = Rules::STANDARD;
/// let mut tree = GameTree::new(rules, Position::start(&rules));
/// let d6 = tree.play(tree.root(), "d6".parse()?)?;
/// let f4 = tree.play(d6, "f4".parse()?)?;
/// let other = tree.play(d6, "d2".parse()?)?;
/// tree.set_comment(other, "blocks the ring");
///
/// assert_eq!(tree.children(d6), [f4, other]);
/// assert_eq!(tree.node_with(other.index()), Some(other));
/// assert_eq!(tree.main_line(), [d6, f4]);
/// tree.promote(other);
/// assert_eq!(tree.main_line(), [d6, other]);
/// assert_eq!(tree.game_at(other).moves().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameTree {
    rules: Rules,
    /// All nodes that were ever added. The first one is the root.
    nodes: Vec<Node>,
    /// Number of moves in the tree, without removed ones.
    moves: usize,
    /// The declared end of the game, and the node after which it was declared.
    declared: Option<(NodeId, Outcome)>,
}

#[derive(Clone, Debug)]
struct Node {
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    mv: Option<Move>,
    position: Position,
    depth: u32,
    lead: String,
    comment: String,
    glyphs: Vec<u8>,
    /// Whether it was removed, with all that follows it.
    is_removed: bool,
}

impl Node {
    fn new(parent: Option<NodeId>, mv: Option<Move>, position: Position, depth: u32) -> Self {
        let (lead, comment, glyphs) = (String::new(), String::new(), Vec::new());
        Self { parent, children: Vec::new(), mv, position, depth, lead, comment, glyphs, is_removed: false }
    }

    /// Returns `true` if another node has the same move, number of children, comments, and glyphs.
    fn says(&self, other: &Self) -> bool {
        let said = |node: &Self| (node.mv, node.children.len());
        said(self) == said(other)
            && (&self.lead, &self.comment, &self.glyphs) == (&other.lead, &other.comment, &other.glyphs)
    }
}

impl GameTree {
    /// Creates a tree without moves.
    pub fn new(rules: Rules, start: Position) -> Self {
        Self { rules, nodes: vec![Node::new(None, None, start, 0)], moves: 0, declared: None }
    }

    /// Creates a tree of the moves of a game up to its cursor, with its declared end.
    pub fn from_game(game: &Game) -> Self {
        let mut tree = Self::new(*game.rules(), *game.start());
        tree.follow(game);
        tree
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// Returns the rules of the game.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the position at the start.
    pub fn start(&self) -> &Position {
        self.position(self.root())
    }

    /// Returns the node of the start, which has no move.
    pub const fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Returns the number of moves in the tree.
    pub const fn len(&self) -> usize {
        self.moves
    }

    /// Returns `true` if the tree has no moves. It may have a comment at its root.
    pub const fn is_empty(&self) -> bool {
        self.moves == 0
    }

    /// Returns `true` if the node is in the tree: it was added to it and not removed.
    pub fn contains(&self, id: NodeId) -> bool {
        let is_here = |id: NodeId| self.nodes.get(id.0 as usize).is_some_and(|node| !node.is_removed);
        is_here(id) && self.ancestors(id).all(is_here)
    }

    /// Returns the node with this [`NodeId::index`], if it is in the tree.
    pub fn node_with(&self, index: u32) -> Option<NodeId> {
        Some(NodeId(index)).filter(|&id| self.contains(id))
    }

    /// Returns the node before the move of a node, or `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// Returns the nodes after the next moves. The first one continues the line of the node, and
    /// each other one begins a variation.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.node(id).children
    }

    /// Returns the move that leads to a node, or `None` for the root.
    pub fn mv(&self, id: NodeId) -> Option<Move> {
        self.node(id).mv
    }

    /// Returns the position at a node.
    pub fn position(&self, id: NodeId) -> &Position {
        &self.node(id).position
    }

    /// Returns the number of plies from the start to a node.
    pub fn depth(&self, id: NodeId) -> usize {
        self.node(id).depth as usize
    }

    /// Returns the number of the move that leads to a node, as texts number moves, and whose move
    /// that number belongs to. The root has the number of the first move.
    pub fn number(&self, id: NodeId) -> (usize, Color) {
        let plies = self.depth(id).saturating_sub(1) + usize::from(self.start().side() == Color::Black);
        (plies / 2 + 1, if plies % 2 == 0 { Color::White } else { Color::Black })
    }

    /// Returns the comment on the move of a node, or on the start. Empty if there is none.
    pub fn comment(&self, id: NodeId) -> &str {
        &self.node(id).comment
    }

    /// Returns the comment before the move of a node. Only a text can set it, where a variation
    /// begins with a comment.
    pub fn comment_before(&self, id: NodeId) -> &str {
        &self.node(id).lead
    }

    /// Returns the Numeric Annotation Glyphs of a node. The glyphs 1 to 6 are `!`, `?`, `!!`, `??`,
    /// `!?`, and `?!`.
    pub fn glyphs(&self, id: NodeId) -> &[u8] {
        &self.node(id).glyphs
    }

    /// Returns `true` if the game has a comment anywhere.
    pub fn has_comments(&self) -> bool {
        let is_said = |id| !(self.comment(id).is_empty() && self.comment_before(id).is_empty());
        is_said(self.root()) || self.rows().any(|row| is_said(row.node))
    }

    /// Returns `true` if the game has a glyph anywhere.
    pub fn has_glyphs(&self) -> bool {
        !self.glyphs(self.root()).is_empty() || self.rows().any(|row| !self.glyphs(row.node).is_empty())
    }

    /// Returns `true` if some position has more than one next move.
    pub fn has_variations(&self) -> bool {
        self.rows().any(|row| row.begins)
    }

    /// Returns the nodes before a node, up to the root.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(id), |&id| self.parent(id))
    }

    /// Returns the nodes from the first move up to a node, without the root.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let with_root = std::iter::once(id).chain(self.ancestors(id));
        let mut path: Vec<_> = with_root.take(self.depth(id)).collect();
        path.reverse();
        path
    }

    /// Returns the nodes of the main line, without the root.
    pub fn main_line(&self) -> Vec<NodeId> {
        self.line_after(self.root()).collect()
    }

    /// Returns the nodes that continue a node by first children.
    pub fn line_after(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let next = |id: NodeId| self.children(id).first().copied();
        std::iter::successors(next(id), move |&id| next(id))
    }

    /// Returns the node with which the variation of a node begins, or `None` on the main line.
    pub fn variation(&self, id: NodeId) -> Option<NodeId> {
        std::iter::once(id).chain(self.ancestors(id)).find(|&id| self.index(id).is_some_and(|index| index > 0))
    }

    /// Returns the place of a node among the children of its parent.
    fn index(&self, id: NodeId) -> Option<usize> {
        self.children(self.parent(id)?).iter().position(|&child| child == id)
    }

    /// Returns the child with this move.
    pub fn child_with(&self, id: NodeId, mv: Move) -> Option<NodeId> {
        self.children(id).iter().copied().find(|&child| self.mv(child) == Some(mv))
    }

    /// Returns the node after these moves, if they are all in the tree.
    pub fn find(&self, moves: &[Move]) -> Option<NodeId> {
        moves.iter().try_fold(self.root(), |id, &mv| self.child_with(id, mv))
    }

    /// Returns the game up to a node: all its moves are played, and none is taken back.
    pub fn game_at(&self, id: NodeId) -> Game {
        let mut game = Game::from_position(self.rules, *self.start());
        for id in self.path(id) {
            if let Some(mv) = self.mv(id) {
                game.append(mv, *self.position(id));
            }
        }
        if let Some((_, outcome)) = self.declared.filter(|&(end, _)| end == id) {
            game.declare(outcome);
        }
        game
    }

    /// Returns the end of the game at a node, if the game is over there. A game that is over by the
    /// board has no further moves, but moves may follow a declared end: they were not played.
    pub fn outcome(&self, id: NodeId) -> Option<Outcome> {
        let declared = self.declared.filter(|&(end, _)| end == id).map(|(_, outcome)| outcome);
        declared.or_else(|| self.outcome_on_board(id))
    }

    fn outcome_on_board(&self, id: NodeId) -> Option<Outcome> {
        let position = self.position(id);
        position.outcome(&self.rules).or_else(|| {
            let limit = usize::from(self.rules.draws.repetition?);
            let times = 1 + self.ancestors(id).filter(|&id| self.position(id) == position).count();
            (times >= limit).then_some(Outcome::Draw(DrawReason::Repetition))
        })
    }

    /// Returns the declared end of the game, such as a resignation, and the node after which it was
    /// declared.
    pub const fn declared(&self) -> Option<(NodeId, Outcome)> {
        self.declared
    }

    /// Returns the last node of the game: the one with a declared end if it is on the main line,
    /// otherwise the last one of the main line.
    pub fn end(&self) -> NodeId {
        let declared = self.declared.map(|(end, _)| end).filter(|&end| self.is_end(end));
        declared.or_else(|| self.line_after(self.root()).last()).unwrap_or(self.root())
    }

    /// Returns `true` if a game may have ended at a node by word: it is on the main line. A game
    /// without a move did not end where its tree goes on.
    fn is_end(&self, id: NodeId) -> bool {
        self.contains(id) && self.variation(id).is_none() && (id != self.root() || self.is_empty())
    }

    /// Returns the game: the main line up to its end, with the declared end.
    pub fn game(&self) -> Game {
        self.game_at(self.end())
    }

    /// Returns the rows of a list of the moves, in the order of a text: after each move come the
    /// variations that replace it, each to its end. See [`Walk`] for a walk in small steps.
    pub fn rows(&self) -> impl Iterator<Item = Row> + '_ {
        let mut walk = Walk::new(self);
        std::iter::from_fn(move || walk.next(self))
    }
}

impl PartialEq for GameTree {
    fn eq(&self, other: &Self) -> bool {
        let declared = |tree: &Self, id| tree.declared.filter(|&(end, _)| end == id).map(|(_, outcome)| outcome);
        let mut open = vec![(self.root(), other.root())];
        (self.rules, self.start(), self.moves) == (other.rules, other.start(), other.moves)
            && std::iter::from_fn(|| {
                let (id, same) = open.pop()?;
                open.extend(self.children(id).iter().copied().zip(other.children(same).iter().copied()));
                Some(self.node(id).says(other.node(same)) && declared(self, id) == declared(other, same))
            })
            .all(|is_same| is_same)
    }
}

impl Eq for GameTree {}

#[cfg(test)]
mod tests;
