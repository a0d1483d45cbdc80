// SPDX-License-Identifier: GPL-3.0-or-later
//! Plies of the placing phase, and the layout of their positions.

use std::fmt;

use super::limits::{FEWEST, MOST};
use super::men_count::MenCount;
use super::wdl::PER_BYTE;
use morris::{Position, Rules};

/// Number of placements made, 0 to 17. It identifies the positions with men in hand, in the order
/// of the game.
///
/// Of the positions with a number of placements, only those are solved whose numbers of men can
/// occur in a game: the first two placements of a side remove nothing, and each further one removes
/// at most one man. Positions set up with other numbers of men have no value here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlacingPly(u8);

/// Positions of a ply with given numbers of men on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MenBlock {
    pub(super) men: MenCount,
    /// First slot of these positions.
    pub(super) start: u64,
}

impl PlacingPly {
    /// The last ply that is kept by default. Later plies are large, and a short search leads from
    /// them to the sectors.
    pub const LAST_KEPT: Self = Self(11);

    /// The last ply that may be kept if there is enough disk space. From later plies the search
    /// reaches the sectors almost at once.
    pub const LAST_OFFERED: Self = Self(13);

    /// Returns the ply after this number of placements.
    #[must_use]
    pub const fn new(placements: u8) -> Option<Self> {
        if placements < 2 * MOST { Some(Self(placements)) } else { None }
    }

    /// Returns all 18 plies.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..2 * MOST).map(Self)
    }

    /// Returns the ply of a position, or `None` if no men are in hand.
    #[must_use]
    pub fn of(position: &Position) -> Option<Self> {
        let side = position.side();
        // In every position the hands match the side to move.
        Self::new((2 * MOST).checked_sub(position.hand(side) + position.hand(side.other()))?)
    }

    /// Returns `true` if the solved plies are valid for games by these rules.
    #[must_use]
    pub fn are_played_by(rules: &Rules) -> bool {
        rules.moves_are_standard() && rules.men == MOST
    }

    /// Returns the number of placements made.
    #[must_use]
    pub const fn placements(self) -> u8 {
        self.0
    }

    /// Returns the next ply, or `None` after the last.
    #[must_use]
    pub const fn next(self) -> Option<Self> {
        Self::new(self.0 + 1)
    }

    /// Returns the number of men that each side has placed.
    const fn placed(self) -> MenCount {
        MenCount { mover: self.0 / 2, other: self.0.div_ceil(2) }
    }

    /// Returns the number of men that each side has in hand.
    pub(super) const fn hand(self) -> MenCount {
        let placed = self.placed();
        MenCount { mover: MOST - placed.mover, other: MOST - placed.other }
    }

    /// Returns the parts of the ply by numbers of men, in the order of their slots.
    pub(super) fn parts(self) -> Vec<MenBlock> {
        let (placed, hand) = (self.placed(), self.hand());
        let fewest = |placed: u8, by_other: u8, hand: u8| {
            placed.saturating_sub(by_other.saturating_sub(2)).max(FEWEST.saturating_sub(hand))
        };
        let movers = fewest(placed.mover, placed.other, hand.mover)..=placed.mover;
        let others = fewest(placed.other, placed.mover, hand.other)..=placed.other;
        let men = movers.flat_map(|mover| others.clone().map(move |other| MenCount { mover, other }));
        let mut end = 0;
        men.map(|men| {
            let start = end;
            end += padded(men);
            MenBlock { men, start }
        })
        .collect()
    }

    /// Returns the part with these numbers of men, if it exists.
    pub(super) fn part(self, men: MenCount) -> Option<MenBlock> {
        self.parts().into_iter().find(|part| part.men == men)
    }

    /// Returns the number of slots in the table.
    #[must_use]
    pub fn slots(self) -> u64 {
        self.parts().into_iter().map(|part| padded(part.men)).sum()
    }

    /// Returns the number of positions, with symmetric positions counted once.
    #[must_use]
    pub fn positions(self) -> u64 {
        self.parts().into_iter().map(|part| part.men.positions()).sum()
    }
}

/// Returns the number of slots of a part, rounded up so that the next part begins with a new byte.
fn padded(men: MenCount) -> u64 {
    men.slots().next_multiple_of(PER_BYTE as u64)
}

impl fmt::Display for PlacingPly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ply {}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_are_those_of_a_game() {
        let men = |ply| PlacingPly(ply).parts().iter().map(|part| (part.men.mover, part.men.other)).collect::<Vec<_>>();
        assert_eq!(men(0), [(0, 0)]);
        assert_eq!(men(4), [(2, 2)]);
        assert_eq!(men(5), [(1, 3), (2, 3)]);
        assert_eq!(men(6), [(2, 2), (2, 3), (3, 2), (3, 3)]);
        assert_eq!(men(17).len(), 7 * 7);
        for ply in PlacingPly::all() {
            let [first, .., last] = [ply.parts()[0], *ply.parts().last().unwrap()];
            assert_eq!(first.start, 0);
            assert_eq!(last.start + padded(last.men), ply.slots());
            assert_eq!(last.men, ply.placed());
        }
    }

    #[test]
    fn the_ply_of_a_position_follows_from_the_hands() {
        for (line, ply) in [
            (".../.../.../....../.../.../... w 9 9", Some(0)),
            (".../.W./.../...B../.../.W./... b 7 8", Some(3)),
            ("WWB/.../.../...B../.../.W./... w 0 0", None),
            ("WWB/.../.../...B../.../.W./... b 0 1", Some(17)),
        ] {
            let position = Position::parse(line, &Rules::STANDARD).unwrap();
            assert_eq!(PlacingPly::of(&position).map(PlacingPly::placements), ply, "{line}");
        }
    }
}
