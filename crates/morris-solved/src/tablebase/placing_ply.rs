// SPDX-License-Identifier: GPL-3.0-or-later
//! Plies of the placing phase, and the layout of their positions.

use std::fmt;

use super::PlacingGame;
use super::limits::FEWEST;
use super::men_count::MenCount;
use super::wdl::PER_BYTE;
use morris::{Position, Rules};

/// Number of placements made in a game, from 0. It identifies the positions with men in hand, in
/// the order of the game.
///
/// Of the positions with a number of placements, only those are solved whose numbers of men can
/// occur in a game: the first two placements of a side remove nothing, and each further one removes
/// at most one man. Positions set up with other numbers of men have no value here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlacingPly {
    game: PlacingGame,
    placements: u8,
}

/// Positions of a ply with given numbers of men on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MenBlock {
    pub(super) men: MenCount,
    /// First slot of these positions.
    pub(super) start: u64,
}

impl PlacingGame {
    /// Returns all plies, in the order of the game.
    pub fn plies(self) -> impl DoubleEndedIterator<Item = PlacingPly> {
        (0..2 * self.men()).filter_map(move |placements| PlacingPly::new(self, placements))
    }

    /// Returns the last ply that is kept by default. Later plies are large, and a short search
    /// leads from them to the sectors.
    pub const fn last_kept(self) -> PlacingPly {
        PlacingPly::up_to(self, 11)
    }

    /// Returns the last ply that may be kept if there is enough disk space. From later plies of
    /// nine men's morris, the search reaches the sectors almost at once.
    pub const fn last_offered(self) -> PlacingPly {
        PlacingPly::up_to(self, 13)
    }
}

impl PlacingPly {
    /// Returns the ply of a game after this number of placements.
    pub const fn new(game: PlacingGame, placements: u8) -> Option<Self> {
        if placements < 2 * game.men() { Some(Self { game, placements }) } else { None }
    }

    /// Returns the ply after this number of placements, or the last one of a shorter game.
    pub(super) const fn up_to(game: PlacingGame, placements: u8) -> Self {
        let last = 2 * game.men() - 1;
        Self { game, placements: if placements < last { placements } else { last } }
    }

    /// Returns the ply of a position under these rules. Returns `None` if no men are in hand or no
    /// ply is solved for the rules.
    pub fn of(position: &Position, rules: &Rules) -> Option<Self> {
        let side = position.side();
        // In every position the hands match the side to move.
        let in_hand = position.hand(side) + position.hand(side.other());
        let game = PlacingGame::of(rules).filter(|_| in_hand > 0)?;
        Self::new(game, (2 * game.men()).checked_sub(in_hand)?)
    }

    /// Returns the game.
    pub const fn game(self) -> PlacingGame {
        self.game
    }

    /// Returns the number of placements made.
    pub const fn placements(self) -> u8 {
        self.placements
    }

    /// Returns the next ply, or `None` after the last.
    #[must_use]
    pub const fn next(self) -> Option<Self> {
        Self::new(self.game, self.placements + 1)
    }

    const fn placed(self) -> MenCount {
        MenCount { mover: self.placements / 2, other: self.placements.div_ceil(2) }
    }

    pub(super) const fn hand(self) -> MenCount {
        let (placed, men) = (self.placed(), self.game.men());
        MenCount { mover: men - placed.mover, other: men - placed.other }
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
    pub fn slots(self) -> u64 {
        self.parts().into_iter().map(|part| padded(part.men)).sum()
    }

    /// Returns the number of positions, with symmetric positions counted once.
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
        match self.game {
            PlacingGame::Nine => write!(f, "ply {}", self.placements),
            // The names of sectors contain their board, too.
            game => write!(f, "{}placing-{}", game.prefix(), self.placements),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_are_those_of_a_game() {
        let men = |ply| {
            PlacingPly { game: PlacingGame::Nine, placements: ply }
                .parts()
                .iter()
                .map(|part| (part.men.mover, part.men.other))
                .collect::<Vec<_>>()
        };
        assert_eq!(men(0), [(0, 0)]);
        assert_eq!(men(4), [(2, 2)]);
        assert_eq!(men(5), [(1, 3), (2, 3)]);
        assert_eq!(men(6), [(2, 2), (2, 3), (3, 2), (3, 3)]);
        assert_eq!(men(17).len(), 7 * 7);
        for ply in PlacingGame::ALL.iter().flat_map(|game| game.plies()) {
            let [first, .., last] = [ply.parts()[0], *ply.parts().last().unwrap()];
            assert_eq!(first.start, 0);
            assert_eq!(last.start + padded(last.men), ply.slots());
            assert_eq!(last.men, ply.placed());
        }
    }

    #[test]
    fn the_ply_of_a_position_follows_from_the_hands() {
        for (rules, line, ply) in [
            ("standard", ".../.../.../....../.../.../... w 9 9", Some(0)),
            ("standard", ".../.W./.../...B../.../.W./... b 7 8", Some(3)),
            ("standard", "WWB/.../.../...B../.../.W./... w 0 0", None),
            ("standard", "WWB/.../.../...B../.../.W./... b 0 1", Some(17)),
            ("lasker", "WWB/.../.../...B../.../.W./... b 0 1", None),
            ("eleven", ".../.../.../....../.../.../... w 11 11", Some(0)),
            ("twelve", ".../.../.../....../.../.../... w 12 12", Some(0)),
            ("twelve", "WWB/.../.../...B../.../.W./... b 0 1", Some(23)),
            ("twelve", "WWB/.../.../...B../.../.W./... w 0 0", None),
        ] {
            let rules: Rules = rules.parse().unwrap();
            let position = Position::parse(line, &rules).unwrap();
            assert_eq!(PlacingPly::of(&position, &rules).map(PlacingPly::placements), ply, "{line}");
        }
    }

    /// By Burnside's lemma, computed elsewhere.
    #[test]
    fn the_positions_are_as_many_as_known() {
        let positions = |game: PlacingGame| game.plies().map(PlacingPly::positions).sum::<u64>();
        assert_eq!(positions(PlacingGame::Nine), 17_846_985_617);
        assert_eq!(positions(PlacingGame::Eleven), 64_216_050_817);
        assert_eq!(positions(PlacingGame::Twelve), 95_380_090_081);
    }
}
