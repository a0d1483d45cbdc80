// SPDX-License-Identifier: GPL-3.0-or-later
//! An outside program that speaks the competition's protocol, as a player.

use std::time::Duration;

use super::{Answer, Question};
use crate::protocol::{Player, PlayerConfig, PlayerError, Process, ProcessError, Watch, shown};
use morris::{Color, Game, IllegalMove, Move};

/// An outside program that speaks the competition's protocol.
#[derive(Debug)]
pub struct CompetitionClient {
    process: Process,
    name: String,
    patience: Duration,
}

impl CompetitionClient {
    /// Starts a program for a new game, tells it its colour and hears its name.
    ///
    /// # Errors
    /// It cannot be started, or does not say its name in time.
    pub fn start(command: &str, seat: &PlayerConfig, watch: &mut dyn Watch) -> Result<Self, PlayerError> {
        let mut process = Process::start(command)?;
        process.tell(match seat.color {
            Color::White => "0",
            Color::Black => "1",
        });
        let name = process.listen(seat.patience, watch, |line, _| Some(shown(line.trim())))?;
        let name = if name.is_empty() { shown(command) } else { name };
        Ok(Self { process, name, patience: seat.patience })
    }

    /// The next line that the program says, whatever it is: one too many is the answer to the next question.
    fn ask(&mut self, question: Question, watch: &mut dyn Watch) -> Result<String, ProcessError> {
        self.process.tell(question.to_string());
        let answer = self.process.listen(self.patience, watch, |line, _| Some(line.to_owned()));
        match self.process.complaint() {
            thought if thought.is_empty() => {}
            thought => watch.hear(&thought),
        }
        answer
    }
}

impl Player for CompetitionClient {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, record: &Game, watch: &mut dyn Watch) -> Result<Move, PlayerError> {
        let position = record.position();
        let said = self.ask(Question::mv(position), watch)?;
        let mv = match said.parse() {
            Ok(Answer::One(to)) => Move::place(to),
            Ok(Answer::Two(from, to)) => Move::slide(from, to),
            Err(_) => return Err(PlayerError::Unreadable(shown(&said))),
        };
        if position.check(mv, record.rules()) != Err(IllegalMove::RemovalMissing) {
            return Ok(mv);
        }
        let said = self.ask(Question::removal(position, mv), watch)?;
        match said.parse() {
            Ok(Answer::One(man)) => Ok(mv.removing(man.set())),
            Ok(Answer::Two(..)) | Err(_) => Err(PlayerError::NoRemoval(shown(&said))),
        }
    }
}
