// SPDX-License-Identifier: GPL-3.0-or-later
//! Has two players play a game, and says how it ended and why.

use std::fmt;

use super::{Player, PlayerError, Unwatched};
use crate::game::{ByColor, Color, DrawReason, Move, Outcome, Record, Rules, WinReason};

/// How a game came to its end.
#[derive(Debug)]
pub enum Ending {
    /// By the rules.
    Board(Outcome),
    /// After so many plies, which the referee counts as a draw.
    Plies(usize),
    /// A player could not go on, and so lost.
    Failure {
        /// Who.
        color: Color,
        /// What happened.
        error: PlayerError,
    },
}

impl Ending {
    /// Who won; `None` for a draw.
    #[must_use]
    pub const fn winner(&self) -> Option<Color> {
        match self {
            Self::Board(outcome) => outcome.winner(),
            Self::Plies(_) => None,
            Self::Failure { color, .. } => Some(color.other()),
        }
    }

    /// The end as the record has it.
    const fn outcome(&self) -> Outcome {
        match self {
            Self::Board(outcome) => *outcome,
            Self::Plies(_) => Outcome::Draw(DrawReason::Adjudication),
            Self::Failure { color, error } => {
                let reason = if error.is_late() { WinReason::Time } else { WinReason::Adjudication };
                Outcome::Win { winner: color.other(), reason }
            }
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(Outcome::Win { winner, reason }) => {
                let loser = winner.other();
                match reason {
                    WinReason::FewMen => write!(f, "{loser} has fewer than three men"),
                    WinReason::Blocked => write!(f, "{loser} has no legal turn"),
                    WinReason::Resignation => write!(f, "{loser} resigned"),
                    WinReason::Time => write!(f, "{loser}'s time ran out"),
                    WinReason::Adjudication => write!(f, "{winner} was declared the winner"),
                }
            }
            Self::Board(Outcome::Draw(reason)) => f.write_str(match reason {
                DrawReason::Repetition => "the same position too often",
                DrawReason::QuietPlies => "too many plies without a removal",
                DrawReason::QuietThreeEach => "too many plies with three men each",
                DrawReason::Agreement => "a draw was agreed",
                DrawReason::Adjudication => "a draw was declared",
            }),
            Self::Plies(plies) => write!(f, "no end after {plies} plies"),
            Self::Failure { color, error } => write!(f, "{color} {error}"),
        }
    }
}

/// Plays a game from `opening` until it ends, or for so many plies in all. The record has the end, too.
pub fn play(
    rules: Rules,
    opening: &[Move],
    mut players: ByColor<&mut dyn Player>,
    most_plies: usize,
) -> (Record, Ending) {
    let mut record = Record::new(rules);
    for &turn in opening {
        if record.play(turn).is_err() {
            break;
        }
    }
    let ending = loop {
        if let Some(outcome) = record.outcome() {
            break Ending::Board(outcome);
        }
        if record.cursor() >= most_plies {
            break Ending::Plies(record.cursor());
        }
        let color = record.position().side();
        let played = players[color]
            .choose(&record, &mut Unwatched)
            .and_then(|turn| record.play(turn).map_err(|reason| PlayerError::Illegal { turn, reason }));
        if let Err(error) = played {
            break Ending::Failure { color, error };
        }
    };
    record.declare(ending.outcome());
    (record, ending)
}
