// SPDX-License-Identifier: GPL-3.0-or-later
//! A game as someone sees it who reads its lines without a key.

use morris::{Color, Game, Rules};

use crate::course::{Course, Written};
use crate::error::LineError;
use crate::keys::{PublicKey, position_letters};
use crate::line::{self, Content, Line, Whole};
use crate::player_name::PlayerName;
use crate::reading::{News, Reading};
use crate::turn::{Question, Turn, writer};

/// A game by message, as someone sees it who has no key: a watcher, a referee, or a program that
/// passes lines on.
///
/// Without a key, a forged line looks like a genuine one. So give it only lines from a source that
/// you trust. If a resignation crosses with a line of the other player, the end is right, and a
/// line with the whole game tells whether that line counts.
///
/// ```
/// use morris::Rules;
/// use morris_message::{ColorChoice, Line, MessageGame, Onlooker, Reading, Turn};
///
/// let mut ann = MessageGame::invite(Rules::STANDARD, ColorChoice::White, "Ann".parse()?, [1; 40])?;
/// let bob = MessageGame::accept(&ann.invitation().to_string(), "Bob".parse()?, [2; 32])?;
/// ann.read(&bob.last_line())?;
///
/// let mut onlooker = Onlooker::new(ann.invitation().clone())?;
/// onlooker.read_line(&Line::parse(&bob.last_line())?)?;
/// let line = ann.write(Turn::parse("d6", ann.rules().board)?)?.into_line();
/// assert!(matches!(onlooker.read_line(&Line::parse(&line)?)?, Reading::Applied(_)));
/// assert_eq!(onlooker.game(), ann.game());
/// assert_eq!(onlooker.guest().map(|name| name.as_str()), Some("Bob"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Onlooker {
    first: Line,
    guest: Option<(PlayerName, PublicKey)>,
    course: Course,
}

impl Onlooker {
    /// Begins with an invitation or with a whole game, which lacks the name of the player who
    /// invited.
    ///
    /// # Errors
    /// Fails if the line is neither, or if the whole game cannot be played.
    pub fn new(first: Line) -> Result<Self, LineError> {
        let course = Course::new(*first.rules());
        let mut onlooker = Self { first, guest: None, course };
        match onlooker.first.content().clone() {
            Content::Invitation { .. } => Ok(onlooker),
            Content::Whole(whole) => onlooker.read_whole(&whole).map(|_| onlooker),
            Content::Acceptance { .. } | Content::Turn { .. } => Err(LineError::NoInvitation),
        }
    }

    /// Reads a line. In the news, `void` counts lines of either player.
    ///
    /// # Errors
    /// Returns the reason why the line is refused. Nothing changes then.
    pub fn read_line(&mut self, line: &Line) -> Result<Reading, LineError> {
        self.first.check_same_game(line)?;
        match line.content() {
            Content::Invitation { .. } if *line == self.first => Ok(Reading::PlayedAlready),
            Content::Invitation { .. } if self.inviter().is_some() => Err(LineError::Forged),
            Content::Invitation { .. } => {
                self.first = line.clone();
                Ok(Reading::Applied(News::default()))
            }
            Content::Acceptance { name, key } => Ok(self.read_acceptance(name, *key)),
            Content::Turn { number, turn } => self.read_turn(line, *number, *turn),
            Content::Whole(whole) => self.read_whole(whole),
        }
    }

    /// Returns the name of the game: 13 letters.
    pub fn name(&self) -> &str {
        self.first.game()
    }

    /// Returns the rules.
    pub const fn rules(&self) -> &Rules {
        self.first.rules()
    }

    /// Returns the game so far.
    pub const fn game(&self) -> &Game {
        self.course.game()
    }

    /// Returns the name of the player who invited, unless only a whole game was read.
    pub fn inviter(&self) -> Option<&PlayerName> {
        self.first.color().and(self.first.name())
    }

    /// Returns the name of the player who accepted, once it is known.
    pub fn guest(&self) -> Option<&PlayerName> {
        self.guest.as_ref().map(|(name, _)| name)
    }

    /// Returns the side that writes the next line, or `None` before the acceptance and after the
    /// end.
    pub fn to_write(&self) -> Option<Color> {
        self.guest.as_ref().and(self.course.to_write())
    }

    /// Returns the question that the next line answers.
    pub const fn question(&self) -> Option<Question> {
        self.course.question()
    }

    /// Returns the number of the last line of a turn, or 0 before the first.
    pub fn last_number(&self) -> u32 {
        self.course.turns().last().map_or(0, |written| written.number)
    }

    fn read_acceptance(&mut self, name: &PlayerName, key: PublicKey) -> Reading {
        match &self.guest {
            Some((first, other)) if (first, other) != (name, &key) => Reading::AcceptedAlready(first.clone()),
            Some(_) => Reading::PlayedAlready,
            None => {
                self.guest = Some((name.clone(), key));
                Reading::Applied(News { accepted: true, ..News::default() })
            }
        }
    }

    fn read_turn(&mut self, line: &Line, number: u32, turn: Turn) -> Result<Reading, LineError> {
        if let Some(known) = self.course.turns().iter().find(|written| written.number == number) {
            return if known.turn == turn { Ok(Reading::PlayedAlready) } else { Err(LineError::Differs { number }) };
        }
        let (next, is_over) = (self.course.next(), self.game().outcome().is_some());
        let resigns = turn == Turn::Resign;
        if self.guest.is_none() || !is_over && number > next + u32::from(resigns) {
            return Ok(Reading::Missing);
        }
        let written = Written { number, turn, line: line.to_string() };
        if is_over || resigns && number < next { self.read_late(written) } else { self.append(0, written) }
    }

    /// Reads a line after the end or after a pass. It counts only if it is a resignation that
    /// crossed with the last line.
    fn read_late(&mut self, written: Written) -> Result<Reading, LineError> {
        let Some((last, before)) = self.course.turns().split_last() else { return Ok(Reading::OverAlready) };
        let first = self.course.first(before.len());
        let crossed = match last.number == first.next() {
            true => last.turn != Turn::Resign && written.number == last.number + 1,
            false => written.number == first.next(),
        };
        if written.turn != Turn::Resign || !crossed {
            return Ok(Reading::OverAlready);
        }
        self.course = first;
        self.append(1, written)
    }

    fn append(&mut self, void: usize, Written { number, turn, line }: Written) -> Result<Reading, LineError> {
        let word = turn.word(self.rules().board);
        self.course.play(number, turn, line).map_err(|reason| LineError::Illegal { number, word, reason })?;
        Ok(Reading::Applied(News { void, turns: vec![(writer(number), turn)], ..News::default() }))
    }

    fn read_whole(&mut self, whole: &Whole) -> Result<Reading, LineError> {
        let theirs = self.course_of(whole)?;
        let acceptance = self.clone().read_acceptance(&whole.name, whole.key);
        if let Reading::AcceptedAlready(_) = acceptance {
            return Ok(acceptance);
        }
        let here = self.course.turns();
        let is_same = |(one, other): &(&Written, &Written)| (one.number, one.turn) == (other.number, other.turn);
        let common = here.iter().zip(theirs.turns()).take_while(is_same).count();
        let (void, new) = (here.len() - common, &theirs.turns()[common..]);
        if new.is_empty() {
            return Ok(Reading::PlayedAlready);
        }
        if void > 0 && !matches!(new, [only] if only.turn == Turn::Resign) {
            return Err(LineError::Differs { number: here[common].number });
        }
        let turns = new.iter().map(|written| (writer(written.number), written.turn)).collect();
        (self.guest, self.course) = (Some((whole.name.clone(), whole.key)), theirs);
        Ok(Reading::Applied(News { accepted: acceptance != Reading::PlayedAlready, void, turns }))
    }

    fn course_of(&self, whole: &Whole) -> Result<Course, LineError> {
        let head = self.first.head();
        let course = Course::of_whole(*self.rules(), whole, |number, word| line::turn(&head, number, word))?;
        let number = course.turns().last().ok_or(LineError::Forged)?.number;
        if number != whole.number {
            return Err(LineError::Forged);
        }
        let position = position_letters(&course.game().position().line_with_rules(self.rules()));
        if position == whole.position { Ok(course) } else { Err(LineError::PositionDiffers { number }) }
    }
}
