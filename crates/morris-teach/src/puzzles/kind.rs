// SPDX-License-Identifier: GPL-3.0-or-later
//! The closed lists of puzzle kinds and themes.

use std::ops::RangeInclusive;
use std::str::FromStr;

use morris::{Phase, escape};

/// Gives an enum whose values have words `FromStr`.
macro_rules! named {
    ($name:ident, $what:literal) => {
        impl FromStr for $name {
            type Err = UnknownWord;

            fn from_str(text: &str) -> Result<Self, UnknownWord> {
                let allowed = || Self::ALL.map(Self::id).join(", ");
                Self::of_id(text).ok_or_else(|| UnknownWord { what: $what, found: escape(text), allowed: allowed() })
            }
        }
    };
}

morris::with_ids! {
    /// Task of a puzzle.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum PuzzleKind {
        /// Find the only move that keeps the value of the position. Men move along the edges.
        Only = "only",
        /// Win in at most four of the solver's moves, which a search can prove. Only the easiest
        /// win in one.
        Win = "win",
        /// Find the only move that holds the draw, although another move is tempting.
        Draw = "draw",
        /// Close a mill and remove the right man. Removing some other man gives value away.
        Removal = "removal",
        /// Place the next man on the only point that keeps the value.
        Place = "place",
        /// Find the only move that keeps the value with three flying men.
        Fly = "fly",
    }
}
named!(PuzzleKind, "kind of puzzle");

/// Requirements of a kind of puzzle. The generator reads them, and `check` proves them in another
/// way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asks {
    /// Number of puzzles of this kind among ten, if no kind is requested.
    pub share: usize,
    /// Phase of the solver. Without a certain one, men move or fly.
    pub phase: Option<Phase>,
    /// What the solver must find.
    pub task: Task,
}

/// What the solver must find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// The only move that keeps the value.
    OnlyMove,
    /// The quickest win.
    Win,
    /// The only move that holds the draw, although another one is tempting.
    Draw,
    /// The man to remove after closing a mill.
    Man,
}

impl PuzzleKind {
    pub(super) const fn asks(self) -> Asks {
        match self {
            Self::Only => Asks { share: 3, phase: Some(Phase::Moving), task: Task::OnlyMove },
            Self::Win => Asks { share: 2, phase: None, task: Task::Win },
            Self::Draw => Asks { share: 2, phase: None, task: Task::Draw },
            Self::Removal => Asks { share: 1, phase: None, task: Task::Man },
            Self::Place => Asks { share: 1, phase: Some(Phase::Placing), task: Task::OnlyMove },
            Self::Fly => Asks { share: 1, phase: Some(Phase::Flying), task: Task::OnlyMove },
        }
    }
}

morris::with_ids! {
    /// Theme of a puzzle. Each theme is proven from the board and the tables.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Theme {
        /// A man moves back and forth between two mills of its side.
        DoubleMill = "double-mill",
        /// A mill is opened so that it can be closed again.
        OpenMill = "open-mill",
        /// Two lines at once lack a single man.
        Fork = "fork",
        /// The move occupies the point where the opponent would close a mill.
        Block = "block",
        /// The line ends with an opponent that cannot move.
        Immobilise = "immobilise",
        /// The line loses a man, and the value stays the same.
        Sacrifice = "sacrifice",
        /// A mill could be closed, but must not be.
        DeclineMill = "decline-mill",
        /// Closing the mill is right, and the choice of the removed man matters.
        RightMan = "right-man",
        /// The opponent would be better off without having to move.
        Zugzwang = "zugzwang",
        /// A side flies.
        Flying = "flying",
        /// Removing the man that lets the opponent fly is wrong.
        PreventFlying = "prevent-flying",
        /// At least four moves of the solver.
        Long = "long",
        /// A draw with at least two men fewer.
        Fortress = "fortress",
        /// A win of seven men against four.
        SevenFour = "seven-four",
        /// A win of six men against four, which is usually a draw.
        SixFour = "six-four",
        /// The opponent can close a mill, but whatever it removes, the solver closes one next.
        SpareMill = "spare-mill",
        /// A placement on one of the only three points that keep the value.
        OnlyThree = "only-three",
    }
}
named!(Theme, "theme");

impl Theme {
    /// Returns the kinds of puzzles that may have the theme, if few do.
    pub(super) const fn kinds(self) -> Option<&'static [PuzzleKind]> {
        match self {
            Self::SevenFour | Self::SixFour => Some(&[PuzzleKind::Only, PuzzleKind::Win, PuzzleKind::Removal]),
            Self::OnlyThree => Some(&[PuzzleKind::Place]),
            Self::Immobilise => Some(&[PuzzleKind::Win]),
            _ => None,
        }
    }

    /// Returns the numbers of men of the solver and the opponent, if the theme needs certain ones.
    pub(super) const fn men(self) -> Option<[RangeInclusive<usize>; 2]> {
        match self {
            Self::SevenFour => Some([7..=7, 4..=4]),
            Self::SixFour => Some([6..=6, 4..=4]),
            // Fewer men fly, and more are hard to shut in.
            Self::Immobilise => Some([5..=7, 4..=5]),
            _ => None,
        }
    }
}

/// Word that is not in a list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{found}” is not a {what}; allowed are {allowed}")]
pub struct UnknownWord {
    /// Description of the list.
    pub what: &'static str,
    /// Word that was found.
    pub found: String,
    /// All words of the list.
    pub allowed: String,
}
