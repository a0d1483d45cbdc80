// SPDX-License-Identifier: GPL-3.0-or-later
//! The plies of the placing phase, and how their positions are laid out.

use std::fmt;

use super::limits::{FEWEST, MOST};
use super::men_count::MenCount;
use super::wdl::PER_BYTE;
use morris::{Position, Rules};

/// How many placements have been made, 0 to 17: the positions with men in hand in the order of the
/// game.
///
/// Of the positions with so many placements those are solved whose men may have come about in a
/// game: a side's first two placements remove nothing, each further one at most one man. Positions
/// set up with other numbers of men have no value here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlacingPly(u8);

/// The positions of a ply with so many men on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MenBlock {
    pub(super) men: MenCount,
    /// The first of their slots.
    pub(super) start: u64,
}

impl PlacingPly {
    /// The last ply that is worth keeping: later ones are large, and a short search leads from them
    /// to the sectors.
    pub const LAST_KEPT: Self = Self(11);

    /// The last ply that may be worth keeping to those who do not mind the room: from later ones
    /// the search reaches the sectors within a moment.
    pub const LAST_OFFERED: Self = Self(13);

    /// The ply after so many placements.
    #[must_use]
    pub const fn new(placements: u8) -> Option<Self> {
        if placements < 2 * MOST { Some(Self(placements)) } else { None }
    }

    /// All 18.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..2 * MOST).map(Self)
    }

    /// The ply of a position; `None` if nobody has men in hand.
    #[must_use]
    pub fn of(position: &Position) -> Option<Self> {
        let side = position.side();
        // The hands are in step in every position.
        Self::new((2 * MOST).checked_sub(position.hand(side) + position.hand(side.other()))?)
    }

    /// Whether the solved plies tell the truth about games by these rules.
    #[must_use]
    pub fn are_played_by(rules: &Rules) -> bool {
        rules.moves_are_standard() && rules.men == MOST
    }

    /// How many placements were made.
    #[must_use]
    pub const fn placements(self) -> u8 {
        self.0
    }

    /// The next ply; `None` after the last.
    #[must_use]
    pub const fn next(self) -> Option<Self> {
        Self::new(self.0 + 1)
    }

    /// How many men each side has placed.
    const fn placed(self) -> MenCount {
        MenCount { mover: self.0 / 2, other: self.0.div_ceil(2) }
    }

    /// How many men each side has in hand.
    pub(super) const fn hand(self) -> MenCount {
        let placed = self.placed();
        MenCount { mover: MOST - placed.mover, other: MOST - placed.other }
    }

    /// The positions by numbers of men, in the order of their slots.
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

    /// Where the positions with so many men are, if there are any.
    pub(super) fn part(self, men: MenCount) -> Option<MenBlock> {
        self.parts().into_iter().find(|part| part.men == men)
    }

    /// How many slots its table has.
    #[must_use]
    pub fn slots(self) -> u64 {
        self.parts().into_iter().map(|part| padded(part.men)).sum()
    }

    /// How many positions there are, those that a symmetry of the board carries into each other
    /// counted once.
    #[must_use]
    pub fn positions(self) -> u64 {
        self.parts().into_iter().map(|part| part.men.positions()).sum()
    }
}

/// The slots of a part: it begins with a byte of its own.
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
