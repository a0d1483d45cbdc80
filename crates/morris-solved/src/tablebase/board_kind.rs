// SPDX-License-Identifier: GPL-3.0-or-later
//! Boards on which sectors are solved.

use morris::{Board, DIAG_24, Flying, FullBoard, PLAIN_24, Placing, Rules};

morris::with_ids! {
    /// A board of 24 points on which all men have been placed, and now move along its edges or fly
    /// with three. A sector on it has the same positions with the same values, whatever the rules
    /// of placing. Only a full board depends on a rule: it counts as a draw here. Files name it by
    /// the id of such rules.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum BoardKind {
        /// The board of nine men's morris.
        #[default]
        Plain = "standard",
        /// The board of nine men's morris with diagonals, for twelve and eleven men's morris.
        Diagonal = "twelve",
    }
}

impl BoardKind {
    /// Returns the board on which games by these rules continue once no men are in hand. The draw
    /// rules do not matter, because a draw is any position without a winner. The rule for a full
    /// board does not matter either: a removal has made room on the board, or the position is in a
    /// sector of its own ([`Sector::under`](super::Sector::under)).
    pub fn of(rules: &Rules) -> Option<Self> {
        let mut placed = *rules;
        (placed.placing, placed.full_board) = (Placing::First, FullBoard::Blocks);
        let is_played = placed.moves_are_classic() && placed.flying == Flying::With(3);
        Self::ALL.into_iter().find(|board_kind| is_played && *board_kind.board() == *rules.board)
    }

    /// Returns the board.
    pub const fn board(self) -> &'static Board {
        match self {
            Self::Plain => &PLAIN_24,
            Self::Diagonal => &DIAG_24,
        }
    }

    /// Returns the prefix of its sectors' names.
    pub(super) const fn prefix(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Diagonal => "twelve-",
        }
    }

    /// Returns the maximum number of men, of both sides together, of the sectors that can be solved
    /// on the board.
    pub const fn most_men(self) -> u8 {
        2 * self.most_per_side()
    }

    /// Returns the maximum number of men of a side in the sectors of the board.
    pub const fn most_per_side(self) -> u8 {
        match self {
            Self::Plain => 9,
            Self::Diagonal => 12,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morris::{Board, PointSet};

    #[test]
    fn rules_have_a_board_kind_by_their_moves() {
        let board_kind = |id: &str| BoardKind::of(&id.parse().expect("a preset"));
        assert_eq!(["standard", "plain", "windmill", "lasker"].map(board_kind), [Some(BoardKind::Plain); 4]);
        assert_eq!(["twelve", "eleven"].map(board_kind), [Some(BoardKind::Diagonal); 2]);
        for id in ["compo", "morabaraba", "onetime", "shax", "chamgonu", "moebius", "six", "sunmill"] {
            assert_eq!(board_kind(id), None, "{id}");
        }
    }

    /// Positions are numbered up to the symmetries of the first board, so the other boards must
    /// have the same symmetries.
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
