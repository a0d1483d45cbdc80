// SPDX-License-Identifier: GPL-3.0-or-later
//! How a game ended: who won, and why.

use super::Color;

/// The end of a game.
///
/// ```
/// use morris::{Color, Game, Outcome, Rules, WinReason};
///
/// let mut game = Game::new(Rules::STANDARD);
/// game.declare(Outcome::Win { winner: Color::Black, reason: WinReason::Resignation });
/// assert_eq!(game.outcome().map(Outcome::result), Some("0-1"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side won.
    Win {
        /// Who.
        winner: Color,
        /// Why.
        reason: WinReason,
    },
    /// Nobody won.
    Draw(DrawReason),
}

/// Why a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinReason {
    /// The loser has fewer than three men.
    FewMen,
    /// The loser is to move and has no legal move.
    Blocked,
    /// The winner closed a mill, by rules under which the first one wins.
    Mill,
    /// The loser resigned.
    Resignation,
    /// The loser's time ran out.
    Time,
    /// Somebody decided so: a referee, or a text that does not say why.
    Adjudication,
}

/// Why a game was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// The same position too often.
    Repetition,
    /// Too many quiet plies.
    QuietPlies,
    /// Too many quiet plies while both sides have three men.
    QuietThreeEach,
    /// Too many quiet plies while one side has three men.
    QuietThree,
    /// All men are placed and no point is left.
    FullBoard,
    /// The side to move has no legal move, by rules under which this loses nothing.
    Blocked,
    /// Both agreed.
    Agreement,
    /// Somebody decided so: a referee, or a text that does not say why.
    Adjudication,
}

impl Outcome {
    /// Who won; `None` for a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            Self::Draw(_) => None,
        }
    }

    /// The result as game texts write it: `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}
