// SPDX-License-Identifier: GPL-3.0-or-later
//! Playing strength of a person: a Glicko-2 rating (Glickman 2013), updated after each puzzle or
//! game.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

/// Deviation of the rating of a puzzle.
pub const PUZZLE_DEVIATION: f64 = 60.0;

/// Ranges of the numbers. Without them, results that contradict the ratings of the opponents let
/// the volatility grow without limit, and a volatility of zero has no logarithm.
const RATINGS: RangeInclusive<f64> = -1_000.0..=4_000.0;
const DEVIATIONS: RangeInclusive<f64> = 1.0..=500.0;
const VOLATILITIES: RangeInclusive<f64> = 0.01..=0.1;

/// A rating and its uncertainty.
///
/// ```
/// use morris_teach::puzzles::{PlayerRating, RatingScore};
///
/// let first = PlayerRating::default();
/// let after = first.after(1500.0, 60.0, RatingScore::Whole);
/// assert!(after.rating > first.rating && after.deviation < first.deviation);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayerRating {
    /// The rating, initially 1500, from −1000 to 4000.
    pub rating: f64,
    /// Standard deviation of the rating, initially 350, from 1 to 500. With 95 % probability the
    /// true rating is within about twice this distance.
    pub deviation: f64,
    /// Fluctuation of results, initially 0.06, from 0.01 to 0.1.
    pub volatility: f64,
}

impl Default for PlayerRating {
    fn default() -> Self {
        Glicko2Rating::new().into()
    }
}

morris::with_ids! {
    /// Result of an attempt or a game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum RatingScore {
        /// Solved at the first try, or won.
        Whole = "whole",
        /// Solved at the second try, or drawn.
        Half = "half",
        /// Failed, or lost.
        Nothing = "nothing",
    }
}

impl PlayerRating {
    /// Rating of a person who has not solved a puzzle yet. It is low, since the first puzzles must
    /// not discourage, and so uncertain that ten puzzles suffice to correct it.
    pub const NEWCOMER: Self = Self { rating: 900.0, deviation: 500.0, volatility: 0.06 };

    /// Returns the rating after one more result against this rating and deviation.
    #[must_use]
    pub fn after(self, rating: f64, deviation: f64, result: RatingScore) -> Self {
        self.after_all(&[(rating, deviation, result)])
    }

    /// Returns the rating after several results that count as one period. A number that would not
    /// be finite stays as it is.
    #[must_use]
    pub(crate) fn after_all(self, results: &[(f64, f64, RatingScore)]) -> Self {
        let results: Vec<_> = results
            .iter()
            .map(|&(rating, deviation, result)| {
                let outcome = match result {
                    RatingScore::Whole => Outcomes::WIN,
                    RatingScore::Half => Outcomes::DRAW,
                    RatingScore::Nothing => Outcomes::LOSS,
                };
                (Glicko2Rating { rating, deviation, volatility: 0.06 }, outcome)
            })
            .collect();
        let before = self.bounded();
        Self::from(glicko2_rating_period(&before.into(), &results, &Glicko2Config::new())).or(before)
    }

    /// Returns the rating with each number brought into its range. A number that is not finite
    /// becomes that of [`Self::NEWCOMER`].
    #[must_use]
    pub fn bounded(self) -> Self {
        self.or(Self::NEWCOMER)
    }

    /// Works like [`Self::bounded`], with the numbers of another rating for those that are not
    /// finite.
    fn or(self, other: Self) -> Self {
        let number = |number: f64, other, range: RangeInclusive<f64>| {
            if number.is_finite() { number.clamp(*range.start(), *range.end()) } else { other }
        };
        Self {
            rating: number(self.rating, other.rating, RATINGS),
            deviation: number(self.deviation, other.deviation, DEVIATIONS),
            volatility: number(self.volatility, other.volatility, VOLATILITIES),
        }
    }

    /// Returns the 95 % confidence interval of the rating.
    pub fn range(self) -> (f64, f64) {
        (self.rating - 1.96 * self.deviation, self.rating + 1.96 * self.deviation)
    }
}

impl From<Glicko2Rating> for PlayerRating {
    fn from(Glicko2Rating { rating, deviation, volatility }: Glicko2Rating) -> Self {
        Self { rating, deviation, volatility }
    }
}

impl From<PlayerRating> for Glicko2Rating {
    fn from(PlayerRating { rating, deviation, volatility }: PlayerRating) -> Self {
        Self { rating, deviation, volatility }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_paper_comes_out() {
        let player = PlayerRating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let results = [
            (1400.0, 30.0, RatingScore::Whole),
            (1550.0, 100.0, RatingScore::Nothing),
            (1700.0, 300.0, RatingScore::Nothing),
        ];
        let after = player.after_all(&results);
        assert!((after.rating - 1464.06).abs() < 0.02, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.02, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    #[test]
    fn half_a_point_against_an_equal_changes_nothing_but_certainty() {
        let before = PlayerRating::default();
        let after = before.after(1500.0, PUZZLE_DEVIATION, RatingScore::Half);
        assert!((after.rating - 1500.0).abs() < 0.01 && after.deviation < before.deviation);
        let (low, high) = after.range();
        assert!(low < after.rating && after.rating < high);
    }

    #[test]
    fn no_result_makes_a_rating_leave_its_ranges() {
        let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300, 0.0, 1e-300, 1500.0];
        for (rating, deviation) in odd.into_iter().flat_map(|one| odd.map(|other| (one, other))) {
            for volatility in odd {
                let before = PlayerRating { rating, deviation, volatility };
                for score in [RatingScore::Whole, RatingScore::Half, RatingScore::Nothing] {
                    for after in
                        [before.after(110.0, 60.0, score), PlayerRating::NEWCOMER.after(rating, deviation, score)]
                    {
                        assert_eq!(after, after.bounded(), "{before:?}");
                    }
                }
            }
        }
    }
}
