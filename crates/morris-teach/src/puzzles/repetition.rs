// SPDX-License-Identifier: GPL-3.0-or-later
//! Spaced repetition of puzzles that went wrong, and of the decisions of openings.

use jiff::ToSpan;
use jiff::civil::Date;

use super::canonical::PuzzleKey;
use super::player_rating::RatingScore;
use super::puzzle::Puzzle;

/// Numbers of days until a puzzle is repeated, by the number of times that it was solved in a row.
/// After the last one it is no longer repeated.
pub const DAYS: [i32; 4] = [1, 3, 7, 21];
/// Maximum number of waiting puzzles. Those with the latest due dates are dropped.
pub(crate) const MOST_CARDS: usize = 1_000;

/// Returns the step after an attempt. A new card begins with the first step.
pub(super) fn step_after(known: Option<u8>, points: RatingScore) -> u8 {
    match points {
        RatingScore::Whole => known.map_or(0, |step| step.saturating_add(1)),
        RatingScore::Half => known.unwrap_or(0),
        RatingScore::Nothing => 0,
    }
}

/// A puzzle to be repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Day from which it is due.
    pub due: Date,
    /// Number of times in a row that it was solved at the first try.
    pub step: u8,
}

/// When a decision of an opening is repeated. Unlike a puzzle, it is repeated as long as it is
/// practiced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineDue {
    /// Day from which it is due.
    pub due: Date,
    /// Number of times in a row after the first that it was right at the first try, at most the
    /// last step of [`DAYS`].
    pub step: u8,
}

impl LineDue {
    /// Returns the day and the step after an attempt.
    pub(super) fn after(known: Option<Self>, points: RatingScore, today: Date) -> Self {
        let last = DAYS.len() - 1;
        let step = usize::from(step_after(known.map(|known| known.step), points)).min(last);
        let days = DAYS.get(step).copied().unwrap_or_default();
        Self { due: today.saturating_add(days.days()), step: step as u8 }
    }
}

/// The puzzles to be repeated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repetition {
    cards: Vec<Card>,
}

impl Repetition {
    /// Returns all puzzles, the next due first.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// Returns the puzzles that are due on a day, the longest overdue first.
    pub fn due(&self, today: Date) -> impl Iterator<Item = &Card> {
        self.cards.iter().take_while(move |card| card.due <= today)
    }

    /// Inserts a puzzle that was read from a file.
    pub fn insert(&mut self, card: Card) {
        self.remove(card.puzzle.key());
        let place = self.cards.partition_point(|other| other.due <= card.due);
        self.cards.insert(place, card);
        self.cards.truncate(MOST_CARDS);
    }

    /// Records an attempt at a puzzle on a day. A new puzzle is added if it failed or took a second
    /// try. A known puzzle advances one step if it was solved at once, repeats its step after a
    /// second try, and starts over if it failed.
    pub fn tried(&mut self, puzzle: &Puzzle, points: RatingScore, today: Date) {
        let known = self.remove(puzzle.key()).map(|card| card.step);
        if (points, known) == (RatingScore::Whole, None) {
            return;
        }
        let step = step_after(known, points);
        let Some(&days) = DAYS.get(usize::from(step)) else { return };
        let due = today.saturating_add(days.days());
        self.insert(Card { puzzle: puzzle.clone(), due, step });
    }

    /// Merges the cards of another instance of the program. Of two cards of one puzzle, the one
    /// that is due later is kept, because it was tried later.
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
    fn failed_repetition_restarts_and_second_try_repeats_the_step() {
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

    #[test]
    fn a_step_of_a_file_beyond_the_last_one_ends_the_repetition() {
        let (mut cards, today) = (Repetition::default(), date(2026, 11, 22));
        cards.insert(Card { puzzle: puzzle(), due: today, step: u8::MAX });
        cards.tried(&puzzle(), RatingScore::Whole, today);
        assert!(cards.cards().is_empty());
    }
}
