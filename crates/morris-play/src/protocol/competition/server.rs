// SPDX-License-Identifier: GPL-3.0-or-later
//! Our engine, or chance, as a program that a referee of the competition starts.

use std::io;

use super::{Answer, Question, QuestionError, Wanted};
use crate::protocol::ours::BuiltinPlayer;
use crate::protocol::{Line, NoControl, PlayerError, PositionTextError, shown};
use morris::{Color, Move, Rules};

/// A player of the competition.
#[derive(Debug)]
pub struct Server<S> {
    contestant: BuiltinPlayer,
    say: S,
}

/// Why the referee cannot be answered.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// A colour that is none.
    #[error("the referee says “{0}”, which is neither 0 (White) nor 1 (Black)")]
    Color(String),
    /// A question that cannot be read.
    #[error("the referee says “{said}”: {source}")]
    Question {
        /// What it says.
        said: String,
        /// Why not.
        source: QuestionError,
    },
    /// A question about a game that cannot be.
    #[error("the referee says “{said}”: {source}")]
    PositionInTurn {
        /// What it says.
        said: String,
        /// Why not.
        source: PositionTextError,
    },
    /// A question about a game that is over.
    #[error("the referee asks for a turn where there is none")]
    NoMove,
    /// Our player cannot go on.
    #[error("the player {0}")]
    Player(#[from] PlayerError),
    /// The referee cannot be heard or told anything.
    #[error(transparent)]
    Channel(#[from] io::Error),
}

impl<S: FnMut(&str) -> io::Result<()>> Server<S> {
    /// A player that says its lines through `say`.
    pub const fn new(contestant: BuiltinPlayer, say: S) -> Self {
        Self { contestant, say }
    }

    /// Plays until the referee says no more.
    ///
    /// # Errors
    /// What it cannot answer; then there is no way to go on.
    pub fn run(mut self, lines: impl IntoIterator<Item = io::Result<Line>>) -> Result<(), ServerError> {
        let mut lines = lines.into_iter().map(|line| line.map(text));
        let Some(color) = lines.next().transpose()? else { return Ok(()) };
        let color = match color.trim() {
            "0" => Color::White,
            "1" => Color::Black,
            other => return Err(ServerError::Color(shown(other))),
        };
        (self.say)(&self.contestant.name())?;
        for line in lines {
            let line = line?;
            if !line.trim().is_empty() {
                let answer = self.answer(&line, color)?;
                (self.say)(&answer.to_string())?;
            }
        }
        Ok(())
    }

    fn answer(&mut self, line: &str, color: Color) -> Result<Answer, ServerError> {
        let said = || shown(line);
        let question: Question = line.parse().map_err(|source| ServerError::Question { said: said(), source })?;
        let rules = Rules::COMPO;
        let standing =
            question.standing(color, &rules).map_err(|source| ServerError::PositionInTurn { said: said(), source })?;
        let mv = self.contestant.mv(rules, &standing, &mut NoControl)?.ok_or(ServerError::NoMove)?;
        match question.wanted {
            Wanted::Turn => Ok(spoken(mv)),
            Wanted::Removal => mv.removed.first().map(Answer::One).ok_or(ServerError::NoMove),
        }
    }
}

/// A move without its removal, which is asked for afterwards.
fn spoken(mv: Move) -> Answer {
    mv.from.map_or(Answer::One(mv.to), |from| Answer::Two(from, mv.to))
}

fn text(line: Line) -> String {
    match line {
        Line::Text(text) => text,
        Line::TooLong => "…".to_owned(),
    }
}
