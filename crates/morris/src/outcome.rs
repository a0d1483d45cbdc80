// SPDX-License-Identifier: GPL-3.0-or-later
//! The end of a game: the winner and the reason.

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
        /// Winning side.
        winner: Color,
        /// Reason for the win.
        reason: WinReason,
    },
    /// Neither side won.
    Draw(DrawReason),
}

/// Reason why a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinReason {
    /// The loser has too few men: fewer than three under most rules.
    FewMen,
    /// The winner has too few men, under rules where that wins.
    GaveAway,
    /// The winner is to move and has no legal move, under rules where that wins.
    ShutIn,
    /// The loser is to move and has no legal move.
    Blocked,
    /// The winner closed a mill, under rules where the first mill wins.
    Mill,
    /// The loser resigned.
    Resignation,
    /// The loser's time ran out.
    Time,
    /// A referee decided, or the text does not give the reason.
    Adjudication,
}

/// Reason why a game was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// The same position occurred too often.
    Repetition,
    /// Too many quiet plies.
    QuietPlies,
    /// Too many quiet plies while both sides have three men.
    QuietThreeEach,
    /// Too many quiet plies while one side has three men.
    QuietThree,
    /// All men are placed and no point is left.
    FullBoard,
    /// The side to move has no legal move, under rules where it does not lose.
    Blocked,
    /// Both sides agreed.
    Agreement,
    /// A referee decided, or the text does not give the reason.
    Adjudication,
}

impl Outcome {
    /// Returns the winner, or `None` for a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            Self::Draw(_) => None,
        }
    }

    /// Returns the result as game texts write it: `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}
