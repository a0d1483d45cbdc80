// SPDX-License-Identifier: GPL-3.0-or-later
//! A position as the search sees it, whatever it is made of, and what it is searched for.

use super::packed_move::PackedMove;
use super::score::INFINITE;
use morris::{Color, PointSet, Position, Rules};

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GenType {
    /// All legal moves.
    All,
    /// Those that close a mill.
    Mills,
}

/// How much a move promises before it is searched, by what it removes or hinders; greater is
/// better.
pub(super) const MILL: u16 = 60_000;
pub(super) const BLOCK: u16 = 50_000;

/// A position as the search sees it. There are two: [`FastNode`](super::fast_node::FastNode), for
/// the classic move on boards of up to 31 points, and [`PlainNode`](super::plain_node::PlainNode),
/// for everything.
pub(super) trait Node: Copy + Send + Sync {
    /// What it looks up: the rules and what is worked out of them.
    type Lookups: Sync;
    /// What is the same for all moves of a node when they are ranked.
    type Tactics: Copy;
    /// Whether legal moves are quickly told and those that promise something quickly found, so that
    /// finding all can wait.
    const STAGED: bool;

    /// The node of a position.
    fn new(position: &Position, lookups: &Self::Lookups) -> Self;
    /// The rules.
    fn rules(lookups: &Self::Lookups) -> &Rules;
    /// The side to move.
    fn color(&self) -> Color;
    /// Quiet plies so far, as the rules count them.
    fn quiet(&self) -> u16;
    /// Whether anybody has men in hand.
    fn placing(&self) -> bool;
    /// The men on the board, those of the side to move first.
    fn men(&self) -> [PointSet; 2];
    /// How many they are.
    fn counts(&self) -> [u8; 2];
    /// How many men are in hand, those of the side to move first.
    fn hands(&self) -> [u8; 2];
    /// The key of this very position, the same as [`Position::hash`].
    fn key(&self) -> u64;
    /// The key shared by symmetrical positions, as far as that is known, and the symmetry that
    /// leads to it; asked only while somebody has men in hand.
    fn shared_key(&self) -> (u64, usize);
    /// A move of a node as the position that shares its key has it.
    fn to_shared(mv: PackedMove, symmetry: usize, lookups: &Self::Lookups) -> PackedMove;
    /// The way back.
    fn from_shared(mv: PackedMove, symmetry: usize, lookups: &Self::Lookups) -> PackedMove;
    /// Whether the side to move has lost here.
    fn lost(&self, lookups: &Self::Lookups) -> bool;
    /// Whether the game is drawn here, repetition left out; not asked where it is lost.
    fn drawn(&self, lookups: &Self::Lookups) -> bool;
    /// How many quiet plies may follow before the count ends the game; `None` if it never does.
    fn quiet_left(&self, lookups: &Self::Lookups) -> Option<u16>;
    /// The position after a legal move.
    fn play(&self, mv: PackedMove, lookups: &Self::Lookups) -> Self;
    /// The same of a position that is judged without the table: its [`Self::table_key`] may be
    /// wrong, [`Self::key`] is not.
    fn play_to_judge(&self, mv: PackedMove, lookups: &Self::Lookups) -> Self {
        self.play(mv, lookups)
    }
    /// The first of [`Self::table_key`] after a move, for those who know it without playing it.
    fn key_after(&self, _mv: PackedMove, _lookups: &Self::Lookups) -> Option<u64> {
        None
    }
    /// The key that the transposition table keeps it by, unless few quiet plies are left, and the
    /// symmetry that leads there.
    fn table_key(&self) -> (u64, usize) {
        if self.placing() { self.shared_key() } else { (self.key(), 0) }
    }
    /// Calls `visit` with each legal move of a side that has not lost.
    fn for_each_move(&self, wanted: GenType, lookups: &Self::Lookups, visit: impl FnMut(PackedMove));
    /// Calls `visit` with each legal move that [promises](Self::promise) something, of a side that
    /// has not lost.
    fn for_each_promising(&self, tactics: Self::Tactics, lookups: &Self::Lookups, mut visit: impl FnMut(PackedMove)) {
        self.for_each_move(GenType::All, lookups, |mv| {
            if Self::promise(tactics, mv, lookups).is_some() {
                visit(mv);
            }
        });
    }
    /// Calls `visit` with each other legal move, of a side that has not lost.
    fn for_each_quiet(&self, tactics: Self::Tactics, lookups: &Self::Lookups, mut visit: impl FnMut(PackedMove)) {
        self.for_each_move(GenType::All, lookups, |mv| {
            if Self::promise(tactics, mv, lookups).is_none() {
                visit(mv);
            }
        });
    }
    /// Whether the side to move may have a move that closes a mill.
    fn may_close(&self, lookups: &Self::Lookups) -> bool;
    /// What it is worth for the side to move, in hundredths of a man.
    fn evaluate(&self, lookups: &Self::Lookups) -> i32;
    /// Whether patterns judge such nodes, rather than terms.
    fn knows_shapes(_lookups: &Self::Lookups) -> bool {
        false
    }
    /// What ranks its moves.
    fn tactics(&self, lookups: &Self::Lookups) -> Self::Tactics;
    /// How much a move promises that removes or hinders something: from [`BLOCK`] on.
    fn promise(tactics: Self::Tactics, mv: PackedMove, lookups: &Self::Lookups) -> Option<u16>;

    /// Whether a move that was legal in another position is legal here, for a side that has not
    /// lost.
    fn is_legal(&self, mv: PackedMove, lookups: &Self::Lookups) -> bool {
        let mut found = false;
        self.for_each_move(GenType::All, lookups, |legal| found |= legal == mv);
        found
    }
    /// Whether a move that is legal in a position with the same key can be played here. It is legal
    /// here as well unless two positions share a key by chance; then the search may go wrong, but
    /// must not break down.
    fn is_pseudo_legal(&self, mv: PackedMove, lookups: &Self::Lookups) -> bool {
        self.is_legal(mv, lookups)
    }
}

/// What a node is searched for.
pub(super) trait NodeType {
    /// Whether its exact value is wanted, so that the table may not cut it short, unless several
    /// threads share it.
    const EXACT: bool;
}

/// A node of the principal variation: its exact value is wanted.
pub(super) struct PvNode;

/// A node with a null window: only whether its value reaches the window is wanted.
pub(super) struct NonPvNode;

impl NodeType for PvNode {
    const EXACT: bool = true;
}

impl NodeType for NonPvNode {
    const EXACT: bool = false;
}

/// Values of interest: above the first, below the second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) const ALL: Self = Self { alpha: -INFINITE, beta: INFINITE };

    /// Whether a value reaches `value`.
    pub(super) const fn reaching(value: i32) -> Self {
        Self { alpha: value - 1, beta: value }
    }

    /// The same from the other side.
    pub(super) const fn reversed(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Both ends moved by so much.
    pub(super) const fn moved(self, by: i32) -> Self {
        Self { alpha: self.alpha + by, beta: self.beta + by }
    }
}
