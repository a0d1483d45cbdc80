// SPDX-License-Identifier: GPL-3.0-or-later
//! Scores of positions for the side to move.

use std::cmp::Ordering;
use std::fmt;

use morris::Color;
use morris_solved::tablebase::Wdl;

/// Score of a position for the side to move. Greater is better.
///
/// The text form is `win in 5`, `loss in 4`, `win`, `loss`, `draw`, or the value in men with a
/// sign: `+0.35`.
///
/// ```
/// use morris_engine::Score;
///
/// assert!(Score::Win(3) > Score::Win(5) && Score::Win(5) > Score::Value(300));
/// assert_eq!(Score::Win(5).reversed(), Score::Loss(5));
/// assert_eq!(Score::Value(35).to_string(), "+0.35");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Lost in this number of plies with best play.
    Loss(u16),
    /// Lost with best play, with unknown distance.
    Lost,
    /// Estimate in hundredths of a man, if the search found neither a win nor a loss.
    Value(i32),
    /// Proven draw: neither side can win with best play.
    Draw,
    /// Won, with unknown distance.
    Won,
    /// Won in this number of plies.
    Win(u16),
}

impl Score {
    /// Returns `Greater` if the side to move is better off, and `Less` if it is worse off.
    pub fn leaning(self) -> Ordering {
        value(self).cmp(&DRAW)
    }

    /// Returns the score from the view of the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss(plies) => Self::Win(plies),
            Self::Value(value) => Self::Value(-value),
            Self::Draw => Self::Draw,
            Self::Lost => Self::Won,
            Self::Won => Self::Lost,
            Self::Win(plies) => Self::Loss(plies),
        }
    }
}

impl Ord for Score {
    /// Quick wins are the greatest, quick losses the least. A proven draw is slightly greater than
    /// an even estimate.
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |score: &Self| (value(*score), *score == Self::Draw);
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Loss(plies) => write!(f, "loss in {plies}"),
            Self::Value(value) => write!(f, "{:+.2}", f64::from(*value) / 100.0),
            Self::Draw => f.write_str("draw"),
            Self::Lost => f.write_str("loss"),
            Self::Won => f.write_str("win"),
            Self::Win(plies) => write!(f, "win in {plies}"),
        }
    }
}

/// Distance to the end, in plies.
#[derive(Clone, Copy, Debug)]
pub struct Plies(pub u16);

impl Plies {
    /// Returns the number of moves of the side that plays the last ply. Puzzles, values on the
    /// board, and the analysis show this number.
    pub const fn own_moves(self) -> u16 {
        self.0.div_ceil(2)
    }
}

/// Search value of an immediate win. A win in `n` plies is `n` less.
pub(super) const WIN: i32 = 30_000;
/// Minimum search value of a proven win.
pub(super) const LEAST_WIN: i32 = WIN - 1_000;
/// Search value of an immediate win by a table. A win that is reached in `n` plies is `n` less.
pub(super) const TABLE_WIN: i32 = LEAST_WIN - 1_000;
/// Minimum search value that encodes plies to a win or to a table win.
pub(super) const LEAST_TABLE_WIN: i32 = TABLE_WIN - 1_000;
/// Offset of estimates in positions that a table knows to be won. It is greater than any estimate.
pub(super) const TABLE_EDGE: i32 = 10_000;
/// Minimum value of an estimate with the offset of a table.
const LEAST_MOVED: i32 = TABLE_EDGE / 2;
/// Maximum estimate without the offset of a table.
pub(super) const MOST_ESTIMATED: i32 = LEAST_MOVED - 1;
/// Returns the estimate clamped to its range. Beyond it, it would look like a table result.
#[inline]
pub(super) const fn estimate(value: i32) -> i32 {
    if value > MOST_ESTIMATED {
        MOST_ESTIMATED
    } else if value < -MOST_ESTIMATED {
        -MOST_ESTIMATED
    } else {
        value
    }
}

/// Greater than every value.
pub(super) const INFINITE: i32 = WIN + 1;
/// Search value of a drawn game.
pub(super) const DRAW: i32 = 0;

/// Dislike of drawn games by one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contempt {
    side: Color,
    /// Amount by which a draw is worse than an even estimate, in hundredths of a man.
    amount: i32,
}

impl Contempt {
    /// A draw is worth as much as an even estimate.
    pub(super) const NONE: Self = Self::of(Color::White, 0);

    /// Creates the dislike of `side`.
    pub(super) const fn of(side: Color, amount: i32) -> Self {
        Self { side, amount }
    }

    /// Returns the search value of a drawn game for the side to move.
    #[inline]
    pub(super) fn draw(self, mover: Color) -> i32 {
        if mover == self.side { DRAW - self.amount } else { DRAW + self.amount }
    }
}

/// Returns the search value of a loss after `ply` plies.
#[inline]
pub(super) const fn lost_at(ply: usize) -> i32 {
    ply as i32 - WIN
}

/// Returns `true` if a value is a proven win or loss.
#[inline]
pub(super) const fn is_decided(value: i32) -> bool {
    value.abs() >= LEAST_WIN
}

/// Returns `true` if a value encodes plies, to the end or to a table win.
#[inline]
pub(super) const fn counts_plies(value: i32) -> bool {
    value.abs() >= LEAST_TABLE_WIN
}

/// Returns the number of plies that such a value encodes.
#[inline]
pub(super) const fn plies_counted(value: i32) -> i32 {
    (if is_decided(value) { WIN } else { TABLE_WIN }) - value.abs()
}

/// Returns `true` if a value is a certain win or loss, by search or by table.
#[inline]
pub(super) const fn is_certain(value: i32) -> bool {
    value.abs() >= LEAST_MOVED
}

impl From<Wdl> for Score {
    fn from(value: Wdl) -> Self {
        match value {
            Wdl::Loss => Self::Lost,
            Wdl::Draw => Self::Draw,
            Wdl::Win => Self::Won,
        }
    }
}

impl From<i32> for Score {
    /// Converts a value of the search.
    fn from(value: i32) -> Self {
        if is_certain(value) && !is_decided(value) {
            if value > 0 { Self::Won } else { Self::Lost }
        } else if value >= LEAST_WIN {
            Self::Win((WIN - value) as u16)
        } else if value <= -LEAST_WIN {
            Self::Loss((WIN + value) as u16)
        } else {
            Self::Value(value)
        }
    }
}

fn value(score: Score) -> i32 {
    match score {
        Score::Loss(plies) => i32::from(plies) - WIN,
        Score::Value(value) => estimate(value),
        Score::Draw => DRAW,
        Score::Lost => -TABLE_WIN,
        Score::Won => TABLE_WIN,
        Score::Win(plies) => WIN - i32::from(plies),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering::{Equal, Greater, Less};

    #[test]
    fn scores_are_ordered_from_a_quick_loss_to_a_quick_win() {
        let (lost, won) = ([Score::Loss(2), Score::Loss(4), Score::Lost], [Score::Won, Score::Win(9), Score::Win(1)]);
        let scores: Vec<_> = lost.into_iter().chain([-20, 0].map(Score::Value)).chain(won).collect();
        assert!(scores.is_sorted());
        for score in scores {
            assert_eq!(Score::from(value(score)), score);
            assert_eq!(value(score.reversed()), -value(score));
        }
        assert!(Score::Value(0) < Score::Draw && Score::Draw < Score::Value(1));
        assert_eq!(Score::Draw.reversed(), Score::Draw);
        assert_eq!([Score::Loss(2), Score::Draw, Score::Value(3)].map(Score::leaning), [Less, Equal, Greater]);
        assert_eq!(Score::Value(-135).to_string(), "-1.35");
        assert_eq!(Score::Win(5).to_string(), "win in 5");
    }

    #[test]
    fn distance_counts_moves_of_the_last_player_only() {
        assert_eq!([0, 1, 2, 3, 4, 5].map(|plies| Plies(plies).own_moves()), [0, 1, 1, 2, 2, 3]);
    }
}
