// SPDX-License-Identifier: GPL-3.0-or-later
//! Sectors of a small game: the men of each side on the board and in hand.

use std::cmp::Reverse;
use std::fmt;

use morris::{ByColor, Color, Placing, Position, Rules};

/// All positions with given numbers of men in hand and on the board, those of the side to move
/// first.
///
/// Printed as `4-3`, or with men in hand as `4+2-3+1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameSector {
    /// Numbers of men in hand.
    pub hands: [u8; 2],
    /// Numbers of men on the board.
    pub men: [u8; 2],
}

impl fmt::Display for GameSector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |side: usize| match (self.men[side], self.hands[side]) {
            (men, 0) => men.to_string(),
            (men, hand) => format!("{men}+{hand}"),
        };
        f.pad(&format!("{}-{}", side(0), side(1)))
    }
}

impl GameSector {
    /// Returns the sector of a position.
    pub fn of(position: &Position) -> Self {
        let sides = [position.side(), position.side().other()];
        Self { hands: sides.map(|color| position.hand(color)), men: sides.map(|color| position.men(color).len() as u8) }
    }

    /// Returns the sector with the other side to move.
    #[must_use]
    pub const fn mirror(self) -> Self {
        let Self { hands: [a, b], men: [c, d] } = self;
        Self { hands: [b, a], men: [d, c] }
    }

    /// Returns all sectors with positions that can be set up and in which no side has too few men.
    /// Each sector comes after those that placing and removing lead to, and next to its mirror.
    pub(super) fn all(rules: &Rules) -> Vec<Self> {
        let upto = || 0..=rules.men;
        let sectors = upto().flat_map(|mover| upto().map(move |other| [mover, other]));
        let in_step = |&[mover, other]: &[u8; 2]| {
            rules.placing == Placing::OrMove || mover == other || mover == other + 1 && mover > 0
        };
        let men = |hands: [u8; 2]| {
            let least = hands.map(|hand| rules.least_men.saturating_sub(hand));
            let most = hands.map(|hand| rules.men - hand);
            let room = rules.board.points().len();
            let pairs = (least[0]..=most[0]).flat_map(move |mover| (least[1]..=most[1]).map(move |o| [mover, o]));
            pairs.filter(move |men| men.iter().map(|&men| usize::from(men)).sum::<usize>() <= room)
        };
        let hands = sectors.filter(in_step);
        let mut all: Vec<_> = hands.flat_map(|hands| men(hands).map(move |men| Self { hands, men })).collect();
        all.sort_by_key(|sector| {
            let sum = |numbers: [u8; 2]| numbers[0] + numbers[1];
            (sum(sector.hands), sum(sector.men), Reverse((*sector).max(sector.mirror())), Reverse(*sector))
        });
        all
    }

    /// Returns the color of the side to move. With men in hand it follows from their numbers.
    /// Otherwise the colors are interchangeable.
    pub(super) const fn mover(self) -> Color {
        if self.hands[0] > self.hands[1] { Color::Black } else { Color::White }
    }

    /// Returns the values of the side to move and of the other side, by color.
    pub(super) fn by_color<T: Copy>(self, [mover, other]: [T; 2]) -> ByColor<T> {
        ByColor::from_fn(|color| if color == self.mover() { mover } else { other })
    }
}
