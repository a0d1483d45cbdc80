// SPDX-License-Identifier: GPL-3.0-or-later
//! The protocol of the AI competition. A referee starts each player as a program and exchanges
//! lines with it.
//!
//! The referee sends `0` or `1` for White or Black and receives a name. For every decision it then
//! sends a [`Question`] such as `EEEEEEEEEEEEEEEEEEEEEEEE 9 9 0` and receives a [`Response`]: a
//! point to place on, a man to remove, or two points to move between. [`CompetitionClient`] runs
//! such a program as a player. [`CompetitionServer`] offers a built-in player as such a program.

use std::str::FromStr;
use std::time::Duration;
use std::{fmt, io};

use super::builtin_players::BuiltinPlayer;
use super::player::{GamePlayer, PlayerConfig, PlayerError};
use super::position_formats::{PartialPosition, PositionTextError};
use super::process::{Line, Process, ProcessError};
use super::search_control::{NoControl, SearchControl};
use morris::{Arrangement, ByColor, Color, Game, IllegalMove, Move, Point, PointSet, Position, Rules, escape};

/// Question of a referee: the men on the board and in hand, and the kind of decision.
///
/// The text form is `EEEEEEEEEEEEEEEEEEEEEEEE 9 9 0`. The letters may be separated by spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// Men on the board.
    pub men: ByColor<PointSet>,
    /// Number of men that each side has in hand.
    pub hand: ByColor<u8>,
    /// Decision that the referee asks for.
    pub wanted: Wanted,
}

/// Kind of decision that a referee asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A placement or a move.
    Move,
    /// The man to remove after closing a mill.
    Removal,
}

/// Why a line is not a question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum QuestionError {
    #[error("the board has “{}”, which is none of W, B and E", escape(&.0.to_string()))]
    Letter(char),
    #[error("the board has {0} letters, not 24")]
    Letters(usize),
    #[error("behind the board stand {0} numbers, not 3")]
    Fields(usize),
    #[error("{field} cannot be “{text}”")]
    Number { field: &'static str, text: String },
}

impl Question {
    /// Asks the side to move for its move.
    fn for_move(position: &Position) -> Self {
        Self {
            men: ByColor::from_fn(|color| position.men(color)),
            hand: ByColor::from_fn(|color| position.hand(color)),
            wanted: Wanted::Move,
        }
    }

    /// Asks the side to move which man it removes with this move.
    fn for_removal(position: &Position, mv: Move) -> Self {
        let mut question = Self { wanted: Wanted::Removal, ..Self::for_move(position) };
        let side = position.side();
        let set = |point: Option<Point>| point.map_or(PointSet::EMPTY, Point::set);
        question.men[side] = (question.men[side] - set(mv.from)) | set(mv.to);
        if mv.from.is_none() {
            question.hand[side] = question.hand[side].saturating_sub(1);
        }
        question
    }

    /// Returns the position in which `side` is asked, with its partial move if a removal is wanted.
    pub fn partial_position(&self, side: Color, rules: &Rules) -> Result<PartialPosition, PositionTextError> {
        let arrangement = Arrangement::new(self.men, self.hand, side);
        match self.wanted {
            Wanted::Move => Ok(PartialPosition { position: arrangement.check(rules)?, partial: None }),
            Wanted::Removal => PartialPosition::before_removal(arrangement, rules).ok_or(PositionTextError::NoMill),
        }
    }
}

impl FromStr for Question {
    type Err = QuestionError;

    fn from_str(line: &str) -> Result<Self, Self::Err> {
        let is_board = |word: &&str| word.chars().all(|letter| !letter.is_ascii_digit());
        let words: Vec<_> = line.split_whitespace().collect();
        let (board, fields) = words.split_at(words.iter().take_while(|word| is_board(word)).count());
        let letters: Vec<_> = board.iter().flat_map(|word| word.chars()).collect();
        let mut men = ByColor { white: PointSet::EMPTY, black: PointSet::EMPTY };
        for (point, letter) in Point::all().zip(&letters) {
            match letter.to_ascii_uppercase() {
                'W' => men.white |= point.set(),
                'B' => men.black |= point.set(),
                'E' => {}
                _ => return Err(QuestionError::Letter(*letter)),
            }
        }
        if letters.len() != Point::all().len() {
            return Err(QuestionError::Letters(letters.len()));
        }
        let &[white, black, wanted] = fields else { return Err(QuestionError::Fields(fields.len())) };
        let number = |field, text: &str| {
            text.parse().ok().filter(|&men| men <= 9).ok_or(QuestionError::Number { field, text: escape(text) })
        };
        let hand = ByColor { white: number("White's hand", white)?, black: number("Black's hand", black)? };
        let wanted = match wanted {
            "0" => Wanted::Move,
            "1" => Wanted::Removal,
            _ => return Err(QuestionError::Number { field: "the state of the mill", text: escape(wanted) }),
        };
        Ok(Self { men, hand, wanted })
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |point| match (self.men.white.contains(point), self.men.black.contains(point)) {
            (true, _) => 'W',
            (_, true) => 'B',
            _ => 'E',
        };
        let board: String = Point::all().map(letter).collect();
        write!(f, "{board} {} {} {}", self.hand.white, self.hand.black, u8::from(self.wanted == Wanted::Removal))
    }
}

/// Answer of a player. Points are numbered from 0 for a7 to 23 for g1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response {
    /// Point to place on, or man to remove: `15`.
    One(Point),
    /// Points to move from and to: `0 15`.
    Two(Point, Point),
}

/// Error for a line that is not an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an answer is one or two numbers from 0 to 23")]
pub struct ResponseError;

impl FromStr for Response {
    type Err = ResponseError;

    fn from_str(line: &str) -> Result<Self, ResponseError> {
        let point = |word: &str| word.parse().ok().and_then(|number| Point::all().nth(number)).ok_or(ResponseError);
        match *line.split_whitespace().collect::<Vec<_>>() {
            [one] => Ok(Self::One(point(one)?)),
            [from, to] => Ok(Self::Two(point(from)?, point(to)?)),
            _ => Err(ResponseError),
        }
    }
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(point) => write!(f, "{}", point.index()),
            Self::Two(from, to) => write!(f, "{} {}", from.index(), to.index()),
        }
    }
}

/// An external program that speaks the protocol of the competition.
#[derive(Debug)]
pub struct CompetitionClient {
    process: Process,
    name: String,
    timeout: Duration,
}

impl CompetitionClient {
    /// Starts a program for a new game, sends its color, and reads its name.
    pub fn start(command: &str, config: &PlayerConfig, control: &mut dyn SearchControl) -> Result<Self, PlayerError> {
        let mut process = Process::start(command)?;
        process.send_line(match config.color {
            Color::White => "0",
            Color::Black => "1",
        });
        let name = process.wait_for_line(config.timeout, control, |line, _| Some(escape(line.trim())))?;
        let name = if name.is_empty() { escape(command) } else { name };
        Ok(Self { process, name, timeout: config.timeout })
    }

    /// Returns the next line that the program sends, whatever it contains. A surplus line counts as
    /// the answer to the next question.
    fn ask(&mut self, question: Question, control: &mut dyn SearchControl) -> Result<String, ProcessError> {
        self.process.send_line(question.to_string());
        let answer = self.process.wait_for_line(self.timeout, control, |line, _| Some(line.to_owned()));
        match self.process.last_stderr_line() {
            thought if thought.is_empty() => {}
            thought => control.on_info(&thought),
        }
        answer
    }
}

impl GamePlayer for CompetitionClient {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, game: &Game, control: &mut dyn SearchControl) -> Result<Move, PlayerError> {
        let position = game.position();
        let said = self.ask(Question::for_move(position), control)?;
        let mv = match said.parse() {
            Ok(Response::One(to)) => Move::place(to),
            Ok(Response::Two(from, to)) => Move::slide(from, to),
            Err(_) => return Err(PlayerError::Unreadable(escape(&said))),
        };
        if position.check(mv, game.rules()) != Err(IllegalMove::RemovalMissing) {
            return Ok(mv);
        }
        let said = self.ask(Question::for_removal(position, mv), control)?;
        match said.parse() {
            Ok(Response::One(man)) => Ok(mv.removing(man.set())),
            Ok(Response::Two(..)) | Err(_) => Err(PlayerError::NoRemoval(escape(&said))),
        }
    }
}

/// A built-in player as a program of the competition.
#[derive(Debug)]
pub struct CompetitionServer<S> {
    player: BuiltinPlayer,
    say: S,
}

/// Why the server cannot answer the referee.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum CompetitionServerError {
    #[error("the referee sends “{0}”, which is neither 0 (White) nor 1 (Black)")]
    Color(String),
    #[error("the referee sends “{said}”: {source}")]
    Question { said: String, source: QuestionError },
    #[error("the referee sends “{said}”: {source}")]
    PartialPosition { said: String, source: PositionTextError },
    #[error("the referee asks for a move, but the game is over")]
    NoMove,
    #[error("the player {0}")]
    Player(#[from] PlayerError),
    #[error(transparent)]
    Channel(#[from] io::Error),
}

impl<S: FnMut(&str) -> io::Result<()>> CompetitionServer<S> {
    /// Creates a server that sends its lines through `say`.
    pub const fn new(player: BuiltinPlayer, say: S) -> Self {
        Self { player, say }
    }

    /// Plays until the referee sends no more lines.
    ///
    /// # Errors
    /// Returns an error for a line that cannot be answered, and if reading or writing fails. The
    /// game cannot continue after an error.
    pub fn run(mut self, lines: impl IntoIterator<Item = io::Result<Line>>) -> Result<(), CompetitionServerError> {
        let mut lines = lines.into_iter().map(|line| line.map(text));
        let Some(color) = lines.next().transpose()? else { return Ok(()) };
        let color = match color.trim() {
            "0" => Color::White,
            "1" => Color::Black,
            other => return Err(CompetitionServerError::Color(escape(other))),
        };
        (self.say)(&self.player.name())?;
        for line in lines {
            let line = line?;
            if !line.trim().is_empty() {
                let answer = self.answer(&line, color)?;
                (self.say)(&answer.to_string())?;
            }
        }
        Ok(())
    }

    fn answer(&mut self, line: &str, color: Color) -> Result<Response, CompetitionServerError> {
        let said = || escape(line);
        let question: Question =
            line.parse().map_err(|source| CompetitionServerError::Question { said: said(), source })?;
        let rules = Rules::COMPO;
        let partial_position = question
            .partial_position(color, &rules)
            .map_err(|source| CompetitionServerError::PartialPosition { said: said(), source })?;
        let mv =
            self.player.choose_move(rules, &partial_position, &mut NoControl)?.ok_or(CompetitionServerError::NoMove)?;
        match question.wanted {
            Wanted::Move => spoken(mv).ok_or(CompetitionServerError::NoMove),
            Wanted::Removal => mv.removed.first().map(Response::One).ok_or(CompetitionServerError::NoMove),
        }
    }
}

/// Returns a move without its removal, which is asked for separately.
fn spoken(mv: Move) -> Option<Response> {
    let to = mv.to?;
    Some(mv.from.map_or(Response::One(to), |from| Response::Two(from, to)))
}

fn text(line: Line) -> String {
    match line {
        Line::Text(text) => text,
        Line::TooLong => "…".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_and_writing_are_inverse() {
        for line in ["EEEEEEEEEEEEEEEEEEEEEEEE 9 9 0", "WWWEEEEEEEEEEEEEEEEEEBBE 6 7 1"] {
            assert_eq!(line.parse::<Question>().unwrap().to_string(), line);
        }
        let apart = "w W w E E E E E E E E E EEEEEEEEE b b E 6 7 1";
        assert_eq!(apart.parse::<Question>().unwrap().to_string(), "WWWEEEEEEEEEEEEEEEEEEBBE 6 7 1");
    }

    #[test]
    fn unreadable_input_is_named() {
        for (line, words) in [
            ("EEEE 9 9 0", "the board has 4 letters, not 24"),
            ("EEEEEEEEEEEEEEEEEEEEEEEX 9 9 0", "the board has “X”"),
            ("EEEEEEEEEEEEEEEEEEEEEEEE 9 9", "behind the board stand 2 numbers, not 3"),
            ("EEEEEEEEEEEEEEEEEEEEEEEE 9 10 0", "Black's hand cannot be “10”"),
            ("EEEEEEEEEEEEEEEEEEEEEEEE 9 9 2", "the state of the mill cannot be “2”"),
            ("", "the board has 0 letters"),
        ] {
            let error = line.parse::<Question>().unwrap_err().to_string();
            assert!(error.contains(words), "{line}: {error}");
        }
    }

    #[test]
    fn a_removal_is_asked_for_with_the_move_done() {
        let rules = Rules::COMPO;
        for (line, mv, asked) in [
            ("WW./.../..B/....../B../.../... w 7 7 0", "g7", "WWWEEEEEBEEEEEEBEEEEEEEE 6 7 1"),
            ("WW./.../.../.....W/B../BB./... w 0 0 0", "g4-g7", "WWWEEEEEEEEEEEEBEEBBEEEE 0 0 1"),
        ] {
            let position = Position::parse(line, &rules).unwrap();
            let question = Question::for_removal(&position, mv.parse().unwrap());
            assert_eq!(question.to_string(), asked);
            let partial_position = question.partial_position(Color::White, &rules).unwrap();
            let finishes: Vec<_> = partial_position.finishes(&rules).iter().map(|mv| mv.removed.to_string()).collect();
            assert_eq!(finishes.join(" "), position.men(Color::Black).to_string());
        }
    }
}
