// SPDX-License-Identifier: GPL-3.0-or-later
//! Interface between the search and its positions, and the types of search nodes.

use super::packed_move::PackedMove;
use super::score::INFINITE;
use morris::{Color, PointSet, Position, Rules};

/// Moves to generate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GenType {
    /// All legal moves.
    All,
    /// Moves that close a mill.
    Mills,
}

/// Rank of a move before it is searched, by the effect of its removal or block. Greater is better.
pub(super) const MILL: u16 = 60_000;
pub(super) const BLOCK: u16 = 50_000;

/// A position in the search. There are two implementations:
/// [`FastNode`](super::fast_node::FastNode), for the classic move on boards of up to 31 points, and
/// [`PlainNode`](super::plain_node::PlainNode), for all rules.
pub(super) trait Node: Copy + Send + Sync {
    /// Lookup tables: the rules and data derived from them.
    type Lookups: Sync;
    /// Data for ranking that all moves of a node share.
    type Tactics: Copy;
    /// Whether checking legality and generating promising moves are fast, so that the other moves
    /// can be generated later.
    const STAGED: bool;

    fn new(position: &Position, lookups: &Self::Lookups) -> Self;
    fn rules(lookups: &Self::Lookups) -> &Rules;
    /// Returns the side to move.
    fn color(&self) -> Color;
    /// Returns the number of quiet plies so far, as the rules count them.
    fn quiet(&self) -> u16;
    /// Returns `true` if a side has men in hand.
    fn placing(&self) -> bool;
    /// Returns the men on the board, those of the side to move first.
    fn men(&self) -> [PointSet; 2];
    /// Returns the numbers of men on the board, that of the side to move first.
    fn counts(&self) -> [u8; 2];
    /// Returns the numbers of men in hand, that of the side to move first.
    fn hands(&self) -> [u8; 2];
    /// Returns the key of this exact position, the same as [`Position::hash`].
    fn key(&self) -> u64;
    /// Returns the key shared by symmetric positions, as far as it is known, and the symmetry that
    /// leads to it. Only called while a side has men in hand.
    fn shared_key(&self) -> (u64, usize);
    /// Maps a move of a node to the position that shares its key.
    fn to_shared(mv: PackedMove, symmetry: usize, lookups: &Self::Lookups) -> PackedMove;
    /// Maps a move of the position that shares a node's key to the node.
    fn from_shared(mv: PackedMove, symmetry: usize, lookups: &Self::Lookups) -> PackedMove;
    /// Returns `true` if the side to move has lost.
    fn lost(&self, lookups: &Self::Lookups) -> bool;
    /// Returns `true` if the side to move has won, which only some rules allow. Not called if the
    /// game is lost.
    fn won(&self, _lookups: &Self::Lookups) -> bool {
        false
    }
    /// Returns `true` if the game is drawn, ignoring repetition. Not called if the game is won or
    /// lost.
    fn drawn(&self, lookups: &Self::Lookups) -> bool;
    /// Returns the number of quiet plies left before the game is drawn, or `None` if there is no
    /// limit.
    fn quiet_left(&self, lookups: &Self::Lookups) -> Option<u16>;
    /// Returns the position after a legal move.
    fn play(&self, mv: PackedMove, lookups: &Self::Lookups) -> Self;
    /// Returns the position after a legal move for evaluation without the transposition table. Its
    /// [`Self::table_key`] may be wrong, its [`Self::key`] is right.
    fn play_to_judge(&self, mv: PackedMove, lookups: &Self::Lookups) -> Self {
        self.play(mv, lookups)
    }
    /// Returns the key of [`Self::table_key`] after a move, if it can be computed without playing
    /// the move.
    fn key_after(&self, _mv: PackedMove, _lookups: &Self::Lookups) -> Option<u64> {
        None
    }
    /// Returns the key in the transposition table, unless few quiet plies are left, and the
    /// symmetry that leads to it.
    fn table_key(&self) -> (u64, usize) {
        if self.placing() { self.shared_key() } else { (self.key(), 0) }
    }
    /// Calls `visit` with each legal move. The side to move must not have lost.
    fn for_each_move(&self, wanted: GenType, lookups: &Self::Lookups, visit: impl FnMut(PackedMove));
    /// Calls `visit` with each legal move that [promises](Self::promise) something. The side to
    /// move must not have lost.
    fn for_each_promising(&self, tactics: Self::Tactics, lookups: &Self::Lookups, mut visit: impl FnMut(PackedMove)) {
        self.for_each_move(GenType::All, lookups, |mv| {
            if Self::promise(tactics, mv, lookups).is_some() {
                visit(mv);
            }
        });
    }
    /// Calls `visit` with each other legal move. The side to move must not have lost.
    fn for_each_quiet(&self, tactics: Self::Tactics, lookups: &Self::Lookups, mut visit: impl FnMut(PackedMove)) {
        self.for_each_move(GenType::All, lookups, |mv| {
            if Self::promise(tactics, mv, lookups).is_none() {
                visit(mv);
            }
        });
    }
    /// Returns `true` if the side to move may have a move that closes a mill.
    fn may_close(&self, lookups: &Self::Lookups) -> bool;
    /// Returns the static evaluation for the side to move, in hundredths of a man.
    fn evaluate(&self, lookups: &Self::Lookups) -> i32;
    /// Returns `true` if such nodes are evaluated by patterns rather than by terms.
    fn knows_shapes(_lookups: &Self::Lookups) -> bool {
        false
    }
    /// Returns the data for ranking the moves.
    fn tactics(&self, lookups: &Self::Lookups) -> Self::Tactics;
    /// Returns the rank of a mill or a block, at least [`BLOCK`], or `None` for other moves.
    fn promise(tactics: Self::Tactics, mv: PackedMove, lookups: &Self::Lookups) -> Option<u16>;

    /// Returns `true` if a move that was legal in another position is legal here. The side to move
    /// must not have lost.
    fn is_legal(&self, mv: PackedMove, lookups: &Self::Lookups) -> bool {
        let mut found = false;
        self.for_each_move(GenType::All, lookups, |legal| found |= legal == mv);
        found
    }
    /// Returns `true` if a move that is legal in a position with the same key can be played here.
    /// It is legal here as well, unless two positions have the same key by accident. The search may
    /// then return a wrong value, but must not panic.
    fn is_pseudo_legal(&self, mv: PackedMove, lookups: &Self::Lookups) -> bool {
        self.is_legal(mv, lookups)
    }
}

pub(super) trait NodeType {
    /// Whether its exact value is needed. The transposition table may then not cut it off, unless
    /// several threads share the table.
    const EXACT: bool;
}

/// A node of the principal variation, whose exact value is needed.
pub(super) struct PvNode;

/// A node with a null window. It only matters whether its value reaches the window.
pub(super) struct NonPvNode;

impl NodeType for PvNode {
    const EXACT: bool = true;
}

impl NodeType for NonPvNode {
    const EXACT: bool = false;
}

/// Search window: values above `alpha` and below `beta` matter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) const ALL: Self = Self { alpha: -INFINITE, beta: INFINITE };

    /// Returns the null window that tests whether a value reaches `value`.
    pub(super) const fn reaching(value: i32) -> Self {
        Self { alpha: value - 1, beta: value }
    }

    /// Returns the window from the view of the other side.
    pub(super) const fn reversed(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Returns the window with both ends moved by `by`.
    pub(super) const fn moved(self, by: i32) -> Self {
        Self { alpha: self.alpha + by, beta: self.beta + by }
    }
}
