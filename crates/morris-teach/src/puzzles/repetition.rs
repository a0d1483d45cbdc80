// SPDX-License-Identifier: GPL-3.0-or-later
//! Puzzles that went wrong come back after days, until they sit.

use jiff::ToSpan;
use jiff::civil::Date;

use super::canonical::PuzzleKey;
use super::player_rating::RatingScore;
use super::puzzle::Puzzle;

/// After how many days a puzzle comes back that was solved so often in a row; after the last it
/// sits.
pub const DAYS: [i32; 4] = [1, 3, 7, 21];
/// No more puzzles than these wait to come back; those that would come last are let go.
pub const MOST_CARDS: usize = 1_000;

/// A puzzle that comes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// From this day on.
    pub due: Date,
    /// How often in a row it was solved at once.
    pub step: u8,
}

/// The puzzles that come back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repetition {
    cards: Vec<Card>,
}

impl Repetition {
    /// All of them, the next first.
    #[must_use]
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// Those that are to be solved on a day, the longest overdue first.
    pub fn due(&self, today: Date) -> impl Iterator<Item = &Card> {
        self.cards.iter().take_while(move |card| card.due <= today)
    }

    /// Takes in what was read.
    pub fn insert(&mut self, card: Card) {
        self.remove(card.puzzle.key());
        let place = self.cards.partition_point(|other| other.due <= card.due);
        self.cards.insert(place, card);
        self.cards.truncate(MOST_CARDS);
    }

    /// A puzzle was tried on a day. One that failed, or took a second try, is taken in; of those
    /// that are in, solved at once is one step further, with the second try the same once more, and
    /// failed is from the beginning.
    pub fn tried(&mut self, puzzle: &Puzzle, points: RatingScore, today: Date) {
        let known = self.remove(puzzle.key()).map(|card| card.step);
        let step = match (points, known) {
            (RatingScore::Whole, None) => return,
            (RatingScore::Whole, Some(step)) => step + 1,
            (RatingScore::Half, step) => step.unwrap_or(0),
            (RatingScore::Nothing, _) => 0,
        };
        let Some(&days) = DAYS.get(usize::from(step)) else { return };
        let due = today.saturating_add(days.days());
        self.insert(Card { puzzle: puzzle.clone(), due, step });
    }

    /// Takes in the cards of another program. Of two of one puzzle the one stays that comes back
    /// later: it was tried later.
    pub(super) fn take_in(&mut self, other: Self) {
        for card in other.cards {
            let known = self.cards.iter().find(|known| known.puzzle.key() == card.puzzle.key());
            if known.is_none_or(|known| known.due < card.due) {
                self.insert(card);
            }
        }
    }

    fn remove(&mut self, key: PuzzleKey) -> Option<Card> {
        let place = self.cards.iter().position(|card| card.puzzle.key() == key)?;
        Some(self.cards.remove(place))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use jiff::civil::date;

    fn puzzle() -> Puzzle {
        Puzzle::parse("only\tstandard\tW.B/.BW/..B/...WB./WB./..W/B.. b 0 0 0\tW\td3-d2\td3-d2\t1581\t").unwrap()
    }

    #[test]
    fn a_puzzle_comes_back_until_it_sits() {
        let mut cards = Repetition::default();
        let mut today = date(2026, 11, 22);
        cards.tried(&puzzle(), RatingScore::Whole, today);
        assert_eq!(cards, Repetition::default(), "what was solved need not come back");
        cards.tried(&puzzle(), RatingScore::Nothing, today);
        for (step, days) in [(0, 1), (1, 3), (2, 7), (3, 21)] {
            assert_eq!(cards.due(today).count(), 0);
            today = today.saturating_add(days.days());
            assert_eq!(cards.due(today).map(|card| card.step).collect::<Vec<_>>(), [step]);
            cards.tried(&puzzle(), RatingScore::Whole, today);
        }
        assert!(cards.cards().is_empty());
    }

    #[test]
    fn what_fails_again_begins_anew_and_a_second_try_repeats_the_step() {
        let (mut cards, today) = (Repetition::default(), date(2026, 11, 22));
        for (points, step, days) in [
            (RatingScore::Half, 0, 1),
            (RatingScore::Whole, 1, 3),
            (RatingScore::Half, 1, 3),
            (RatingScore::Nothing, 0, 1),
        ] {
            cards.tried(&puzzle(), points, today);
            let found: Vec<_> = cards.cards().iter().map(|card| (card.step, card.due)).collect();
            assert_eq!(found, [(step, today.saturating_add(days.days()))]);
        }
    }
}
