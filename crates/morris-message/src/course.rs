// SPDX-License-Identifier: GPL-3.0-or-later
//! The course of a game: what its turns have led to.
//!
//! The lines have numbers from 1. White has the odd numbers and Black the even ones, so a number
//! says who writes the line. A forced pass uses a number, although it has no line.

use morris::{Color, DrawReason, Game, Move, Outcome, Rules, WinReason};

use crate::error::{LineError, TurnError};
use crate::limits::LAST_NUMBER;
use crate::line::Whole;
use crate::turn::{Answer, Question, Turn, writer};

/// A game with its turns, and the number of the next line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Course {
    game: Game,
    turns: Vec<Written>,
    /// The question of the last line.
    question: Option<Question>,
    next: u32,
}

/// A turn with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    pub number: u32,
    pub turn: Turn,
    /// The whole line.
    pub line: String,
}

impl Written {
    /// Returns the word of the turn, as its writer spelled it.
    pub fn word(&self) -> &str {
        self.line.split(' ').nth_back(1).unwrap_or_default()
    }
}

impl Course {
    pub fn new(rules: Rules) -> Self {
        Self { game: Game::new(rules), turns: Vec::new(), question: None, next: 1 }
    }

    /// Plays the turns of a whole game. `line` returns the line of a turn with this number and
    /// word.
    ///
    /// # Errors
    /// Fails at the first illegal turn.
    pub fn of_whole(rules: Rules, whole: &Whole, mut line: impl FnMut(u32, &str) -> String) -> Result<Self, LineError> {
        let mut course = Self::new(rules);
        for (index, (turn, word)) in whole.turns.iter().enumerate() {
            let is_last = index + 1 == whole.turns.len();
            let number = if is_last && *turn == Turn::Resign { whole.number } else { course.next };
            let unplayable = |reason| LineError::Unplayable { number, word: word.clone(), reason };
            course.play(number, *turn, line(number, word)).map_err(unplayable)?;
        }
        Ok(course)
    }

    pub const fn game(&self) -> &Game {
        &self.game
    }

    pub fn turns(&self) -> &[Written] {
        &self.turns
    }

    /// Returns the number of the next line, which its writer has.
    pub const fn next(&self) -> u32 {
        self.next
    }

    /// Returns the side that writes the next line, or `None` after the end.
    pub fn to_write(&self) -> Option<Color> {
        self.game.outcome().is_none().then_some(writer(self.next))
    }

    /// Returns the question that the next line answers.
    pub const fn question(&self) -> Option<Question> {
        self.question
    }

    /// Returns the number with which a side writes a line: the next one or, if that belongs to the
    /// other side, the one after it.
    pub fn number_of(&self, side: Color) -> u32 {
        if writer(self.next) == side { self.next } else { self.next + 1 }
    }

    /// Plays a turn. `line` is its line.
    ///
    /// # Errors
    /// Returns the reason why the turn is illegal. Nothing changes then.
    pub fn play(&mut self, number: u32, turn: Turn, line: String) -> Result<(), TurnError> {
        self.check_number(number, turn)?;
        match turn {
            Turn::Move(mv) => self.play_move(mv)?,
            Turn::Ask(question) => self.ask(question)?,
            Turn::Answer(answer) => self.answer(answer)?,
            Turn::Resign => self.lose(number, WinReason::Resignation),
            Turn::Time => self.lose(number, WinReason::Time),
        }
        self.turns.push(Written { number, turn, line });
        self.next = number + 1;
        self.pass();
        self.end_if_long();
        Ok(())
    }

    /// Ends the game against the writer of the line with this number.
    fn lose(&mut self, number: u32, reason: WinReason) {
        self.game.declare(Outcome::Win { winner: writer(number).other(), reason });
        self.question = None;
    }

    fn check_number(&self, number: u32, turn: Turn) -> Result<(), TurnError> {
        let is_out_of_turn = turn == Turn::Resign && number == self.next + 1;
        if self.game.outcome().is_some() {
            Err(TurnError::Over)
        } else if number != self.next && !is_out_of_turn {
            Err(TurnError::Number)
        } else {
            Ok(())
        }
    }

    fn play_move(&mut self, mv: Move) -> Result<(), TurnError> {
        let board = self.game.rules().board;
        if self.question.is_some() {
            return Err(TurnError::AnswerFirst);
        }
        if mv == Move::PASS {
            return Err(TurnError::Pass);
        }
        self.game.play(mv).map_err(|reason| TurnError::Move { reason, board })
    }

    fn ask(&mut self, question: Question) -> Result<(), TurnError> {
        if self.question.is_some() {
            return Err(TurnError::AnswerFirst);
        }
        if question == Question::Undo && self.last_move_of(writer(self.next)).is_none() {
            return Err(TurnError::NothingToUndo);
        }
        self.question = Some(question);
        Ok(())
    }

    fn answer(&mut self, answer: Answer) -> Result<(), TurnError> {
        let question = self.question.take().ok_or(TurnError::NoQuestion)?;
        match (answer, question) {
            (Answer::Decline, _) => {}
            (Answer::Accept, Question::Draw) => self.game.declare(Outcome::Draw(DrawReason::Agreement)),
            (Answer::Accept, Question::Undo) => {
                let moves = self.last_move_of(writer(self.next).other());
                self.game.go_to(moves.unwrap_or_default());
            }
        }
        Ok(())
    }

    /// Returns the number of moves before the last move of a side. A pass is not a move.
    fn last_move_of(&self, side: Color) -> Option<usize> {
        let is_own = |&moves: &usize| {
            let position = self.game.position_after(moves);
            position.is_some_and(|position| position.side() == side) && self.game.played()[moves] != Move::PASS
        };
        (0..self.game.cursor()).rev().find(is_own)
    }

    fn pass(&mut self) {
        while self.question.is_none() && self.game.pass() {
            self.next += 1;
        }
    }

    fn end_if_long(&mut self) {
        if self.next > LAST_NUMBER && self.game.outcome().is_none() {
            self.question = None;
            self.game.declare(Outcome::Draw(DrawReason::Adjudication));
        }
    }

    /// Returns the course of the first `count` turns.
    pub fn first(&self, count: usize) -> Self {
        let mut course = Self::new(*self.game.rules());
        for Written { number, turn, line } in self.turns.iter().take(count).cloned() {
            course.play(number, turn, line).expect("it has been played before");
        }
        course
    }
}
