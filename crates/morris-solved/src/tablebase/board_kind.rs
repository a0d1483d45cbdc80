// SPDX-License-Identifier: GPL-3.0-or-later
//! The boards that sectors are solved on.

use morris::{Board, DIAG_24, Flying, FullBoard, PLAIN_24, Placing, Rules};

/// A board of 24 points on which all men have been placed, and now move along its edges, or fly
/// with three. Whatever the placing was like, a sector on it holds the same positions with the same
/// values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BoardKind {
    /// The board of nine men's morris.
    #[default]
    Plain,
    /// The same with diagonals, of twelve men's morris and of the eleven men.
    Diagonal,
}

impl BoardKind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Plain, Self::Diagonal];

    /// That on which games by these rules go on once nobody has men in hand; draws do not matter,
    /// for a draw is what is left over. Nor does what a full board means, for a removal has made
    /// room on it, or the game is over.
    #[must_use]
    pub fn of(rules: &Rules) -> Option<Self> {
        let mut placed = *rules;
        (placed.placing, placed.full_board) = (Placing::First, FullBoard::Blocks);
        let is_played = placed.moves_are_classic() && placed.flying == Flying::With(3);
        Self::ALL.into_iter().find(|board_kind| is_played && *board_kind.board() == *rules.board)
    }

    /// The board.
    #[must_use]
    pub const fn board(self) -> &'static Board {
        match self {
            Self::Plain => &PLAIN_24,
            Self::Diagonal => &DIAG_24,
        }
    }

    /// The id of the rules that stand for it in files.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Plain => "standard",
            Self::Diagonal => "twelve",
        }
    }

    /// What the names of its sectors begin with.
    pub(super) const fn prefix(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Diagonal => "twelve-",
        }
    }

    /// The most men, of both sides, of the sectors that can be solved on it.
    #[must_use]
    pub const fn most_men(self) -> u8 {
        match self {
            Self::Plain => 18,
            // Beyond, a side may have more men than a sector has room for.
            Self::Diagonal => 12,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morris::{Board, PointSet};

    #[test]
    fn rules_stand_on_a_ground_by_how_men_move_once_placed() {
        let board_kind = |id: &str| BoardKind::of(&id.parse().expect("a preset"));
        assert_eq!(["standard", "plain", "windmill", "lasker"].map(board_kind), [Some(BoardKind::Plain); 4]);
        assert_eq!(["twelve", "eleven"].map(board_kind), [Some(BoardKind::Diagonal); 2]);
        for id in ["compo", "morabaraba", "onetime", "shax", "chamgonu", "moebius", "six", "sunmill"] {
            assert_eq!(board_kind(id), None, "{id}");
        }
    }

    /// Positions are numbered up to the symmetries of the first board, so those of the others must
    /// be the same.
    #[test]
    fn all_grounds_have_the_same_symmetries() {
        for board in BoardKind::ALL.map(BoardKind::board) {
            assert_eq!(board.points(), PointSet::ALL);
            assert_eq!(board.symmetries().len(), PLAIN_24.symmetries().len());
            for symmetry in PLAIN_24.symmetries() {
                let image = |set| Board::map(symmetry, set);
                assert!(board.lines().all(|line| board.lines().any(|other| other == image(line))));
                let joined = |point: morris::Point| board.neighbors(symmetry[point.index()]);
                assert!(board.points().all(|point| joined(point) == image(board.neighbors(point))));
            }
        }
    }
}
