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

crate::with_ids! {
    /// Reason why a game was won.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum WinReason {
        /// The loser has too few men: fewer than three under most rules.
        FewMen = "few-men",
        /// The winner has too few men, under rules where that wins.
        GaveAway = "gave-away",
        /// The winner is to move and has no legal move, under rules where that wins.
        ShutIn = "shut-in",
        /// The loser is to move and has no legal move.
        Blocked = "blocked",
        /// The winner closed a mill, under rules where the first mill wins.
        Mill = "mill",
        /// The loser resigned.
        Resignation = "resignation",
        /// The loser's time ran out.
        Time = "time",
        /// A referee decided, or the text does not give the reason.
        Adjudication = "adjudication",
    }
}

crate::with_ids! {
    /// Reason why a game was drawn.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum DrawReason {
        /// Too many quiet plies while one side has three men.
        QuietThree = "quiet-three",
        /// All men are placed and no point is left.
        FullBoard = "full-board",
        /// The side to move has no legal move, under rules where it does not lose.
        Blocked = "blocked",
        /// The same position occurred too often.
        Repetition = "repetition",
        /// Too many quiet plies.
        QuietPlies = "quiet-plies",
        /// Too many quiet plies while both sides have three men.
        QuietThreeEach = "quiet-three-each",
        /// Both sides agreed.
        Agreement = "agreement",
        /// A referee decided, or the text does not give the reason.
        Adjudication = "adjudication",
    }
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
        Self::result_of(self.winner())
    }

    /// Returns the result for a winner, or for `None` after a draw.
    pub const fn result_of(winner: Option<Color>) -> &'static str {
        match winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// Returns the word for the reason.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Win { reason, .. } => reason.id(),
            Self::Draw(reason) => reason.id(),
        }
    }
}
