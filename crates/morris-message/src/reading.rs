// SPDX-License-Identifier: GPL-3.0-or-later
//! What a line that is read does to a game.
//!
//! Only resignations can cross with other lines, because all others alternate. A resignation ends
//! the game right after the line before it; what the other player has written meanwhile is void. If
//! both players resign, the one whose turn it was has resigned. So both programs reach the same
//! end, in whatever order the lines arrive.

use morris::{Color, DrawReason, Outcome};

use crate::course::{Course, Written};
use crate::error::LineError;
use crate::keys::{PublicKey, position_letters};
use crate::line::{self, Content, Line, Whole};
use crate::message_game::{Acceptance, MessageGame, Role};
use crate::player_name::PlayerName;
use crate::turn::{Answer, Question, Turn, writer};

/// What a genuine line did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// It changed the game.
    Applied(News),
    /// The line is part of the game already.
    PlayedAlready,
    /// A line before it is missing. A line with the whole game helps.
    Missing,
    /// The player with this name has accepted before.
    AcceptedAlready(PlayerName),
    /// The game is over, and the line comes too late.
    OverAlready,
}

/// What a line changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct News {
    /// Whether the invitation is accepted now.
    pub accepted: bool,
    /// Number of lines of this player at the end of the game that are void, because the other
    /// player resigned without having read them.
    pub void: usize,
    /// The new turns, each with the side that wrote it. A line with the whole game can have moves
    /// of this player, if they were written elsewhere. A player should look at them before the game
    /// is saved, since the other player could have made them up.
    pub turns: Vec<(Color, Turn)>,
}

/// Where a whole game comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    Friend,
    /// The file of this player. The position in it is not compared, so that a file of an older
    /// program stays readable if it had another idea of the rules.
    File,
}

impl MessageGame {
    /// Reads the line in a text.
    pub fn read(&mut self, text: &str) -> Result<Reading, LineError> {
        self.read_line(&Line::parse(text)?)
    }

    /// Reads a line.
    pub fn read_line(&mut self, line: &Line) -> Result<Reading, LineError> {
        self.invitation.check_same_game(line)?;
        match line.content() {
            Content::Invitation { .. } if *line == self.invitation => Ok(Reading::PlayedAlready),
            Content::Invitation { .. } => Err(LineError::Forged),
            Content::Acceptance { name, key } => self.read_acceptance(line, name, *key),
            Content::Turn { number, turn } => self.read_turn(line, *number, *turn),
            Content::Whole(whole) => self.read_whole(line, whole, Origin::Friend),
        }
    }

    /// Takes the whole game of the other player in place of the one here, from the first turn that
    /// differs, if that is one of this player here. This helps if a file was restored from an old
    /// copy, and the game was continued in another way. The other player could have made up turns
    /// of this player, so the player should look at them. Resignations, lost time, and draws by
    /// agreement are refused, and so are turns of the other player in place of those read here.
    pub fn take_theirs(&mut self, line: &Line) -> Result<Reading, LineError> {
        self.invitation.check_same_game(line)?;
        let Content::Whole(whole) = line.content() else { return Err(LineError::NotWhole) };
        let (acceptance, theirs) = self.checked(line, whole, Origin::Friend)?;
        if let Some(accepted) = self.accepted.as_ref().filter(|accepted| accepted.line != acceptance.line) {
            return self.second_acceptance(accepted);
        }
        let common = self.common(&theirs);
        let agreed = theirs.game().outcome() == Some(Outcome::Draw(DrawReason::Agreement));
        if self.game().outcome().is_some() {
            return Ok(Reading::OverAlready);
        }
        if common == theirs.turns().len() {
            return Ok(Reading::PlayedAlready);
        }
        let here = self.course.turns().get(common);
        if let Some(replaced) = here.filter(|here| Some(writer(here.number)) != self.color()) {
            return Err(LineError::Differs { number: replaced.number });
        }
        self.replace(acceptance, theirs, common, |turn| match turn {
            Turn::Move(_) | Turn::Ask(Question::Undo) | Turn::Answer(Answer::Decline) => true,
            Turn::Ask(Question::Draw) | Turn::Answer(Answer::Accept) => !agreed,
            Turn::Resign | Turn::Time => false,
        })
    }

    pub(crate) fn read_acceptance(
        &mut self,
        line: &Line,
        name: &PlayerName,
        key: PublicKey,
    ) -> Result<Reading, LineError> {
        let acceptance = self.acceptance(name, key)?;
        if !acceptance.keys.turns.verifies(self.invitation.text(), line.body_and_check()) {
            return Err(LineError::Forged);
        }
        match &self.accepted {
            Some(accepted) if accepted.line == acceptance.line => Ok(Reading::PlayedAlready),
            Some(accepted) => self.second_acceptance(accepted),
            None => {
                self.accepted = Some(acceptance);
                Ok(Reading::Applied(News { accepted: true, ..News::default() }))
            }
        }
    }

    /// The first acceptance counts. A guest knows only one.
    fn second_acceptance(&self, first: &Acceptance) -> Result<Reading, LineError> {
        match self.role {
            Role::Inviter => Ok(Reading::AcceptedAlready(first.name.clone())),
            Role::Guest => Err(LineError::Forged),
        }
    }

    fn read_turn(&mut self, line: &Line, number: u32, turn: Turn) -> Result<Reading, LineError> {
        let Some(own) = self.color() else { return Ok(Reading::Missing) };
        let turns = self.course.turns();
        if turns.iter().any(|written| written.line == line.text()) {
            return Ok(Reading::PlayedAlready);
        }
        let written = Written { number, turn, line: line.text().to_owned() };
        match self.place(line, number, turn) {
            Some(place) if place < turns.len() => self.resolve(own, place, written),
            Some(_) if writer(number) == own => Err(LineError::YourTurn { number }),
            Some(_) => self.append(written),
            None if self.may_follow_a_gap(line, number, turn) => Ok(Reading::Missing),
            None if self.may_follow_a_void_line(line, number) => Ok(Reading::OverAlready),
            None if (2..=self.course.next()).contains(&number) => Err(LineError::DoesNotFollow { number }),
            None => Err(LineError::Forged),
        }
    }

    /// Returns the place of a genuine line among the turns, counted from 0. A resignation may not
    /// know the last lines of the other side.
    fn place(&self, line: &Line, number: u32, turn: Turn) -> Option<usize> {
        let turns = self.course.turns();
        let most = turns.partition_point(|written| written.number < number);
        let others = turns[..most].iter().rev().take_while(|written| writer(written.number) != writer(number)).count();
        let least = if turn == Turn::Resign { most - others } else { most };
        (least..=most).rev().find(|&place| self.follows(line, self.previous(place)))
    }

    fn follows(&self, line: &Line, previous: &str) -> bool {
        let accepted = self.accepted.as_ref();
        accepted.is_some_and(|accepted| accepted.keys.turns.verifies(previous, line.body_and_check()))
    }

    /// Returns `true` if a line that does not follow a line here may follow one that is missing. A
    /// known line with another number does not.
    fn may_follow_a_gap(&self, line: &Line, number: u32, turn: Turn) -> bool {
        let next = self.course.next();
        let (turns, (body, check)) = (self.course.turns(), line.body_and_check());
        let is_beyond = number > next && !(turn == Turn::Resign && number == next + 1);
        if !is_beyond || self.course.to_write().is_none() {
            return false;
        }
        let word = body.rsplit(' ').next().unwrap_or_default();
        let with_next = line::turn(&line.head(), next, word);
        let keys = self.accepted.as_ref().map(|accepted| &accepted.keys);
        let is_next = keys.is_some_and(|keys| keys.turns.verifies(self.previous(turns.len()), (&with_next, check)));
        !is_next && !turns.iter().any(|written| written.line.ends_with(check))
    }

    /// Returns `true` if a line that does not follow a line here may follow one that is void,
    /// because the other side had resigned out of turn. Void lines are not kept, so it cannot be
    /// checked.
    fn may_follow_a_void_line(&self, line: &Line, number: u32) -> bool {
        let Some((last, before)) = self.course.turns().split_last() else { return false };
        let is_later = number > last.number && writer(number) != writer(last.number);
        let (_, check) = line.body_and_check();
        last.turn == Turn::Resign
            && is_later
            && last.number != self.course.first(before.len()).next()
            && !self.course.turns().iter().any(|written| written.line.ends_with(check))
    }

    fn append(&mut self, Written { number, turn, line }: Written) -> Result<Reading, LineError> {
        let word = turn.word(self.rules().board);
        self.course.play(number, turn, line).map_err(|reason| LineError::Illegal { number, word, reason })?;
        Ok(Reading::Applied(News { turns: vec![(writer(number), turn)], ..News::default() }))
    }

    /// Settles the conflict of a genuine line with the lines here from `place` on.
    fn resolve(&mut self, own: Color, place: usize, theirs: Written) -> Result<Reading, LineError> {
        let Written { number, turn, .. } = theirs;
        let mut course = self.course.first(place);
        let (is_own, in_turn, resigns) = (writer(number) == own, number == course.next(), turn == Turn::Resign);
        let here = &self.course.turns()[place..];
        let are_own = here.iter().all(|written| writer(written.number) == own);
        let resigned = here[0].turn == Turn::Resign;
        let resigned_out_of_turn = resigned && here[0].number != course.next();
        let replaces = match (in_turn, is_own) {
            (false, false) if are_own => !resigned,
            (true, _) if resigned_out_of_turn => resigns && !is_own,
            _ => return Err(LineError::Differs { number }),
        };
        if !replaces {
            return Ok(Reading::OverAlready);
        }
        let void = here.len();
        course.play(number, turn, theirs.line).map_err(|_| LineError::Differs { number })?;
        self.course = course;
        Ok(Reading::Applied(News { void, turns: vec![(writer(number), turn)], ..News::default() }))
    }

    pub(crate) fn read_whole(&mut self, line: &Line, whole: &Whole, origin: Origin) -> Result<Reading, LineError> {
        let (acceptance, theirs) = self.checked(line, whole, origin)?;
        if let Some(accepted) = self.accepted.as_ref().filter(|accepted| accepted.line != acceptance.line) {
            return self.second_acceptance(accepted);
        }
        let common = self.common(&theirs);
        match (self.course.turns().get(common), theirs.turns().get(common), self.color()) {
            (_, None, _) => Ok(Reading::PlayedAlready),
            (Some(_), Some(other), Some(own)) => self.resolve(own, common, other.clone()),
            _ => {
                self.replace(acceptance, theirs, common, |turn| origin == Origin::File || matches!(turn, Turn::Move(_)))
            }
        }
    }

    /// Returns the acceptance and the turns of a whole game, if it is genuine.
    fn checked(&self, line: &Line, whole: &Whole, origin: Origin) -> Result<(Acceptance, Course), LineError> {
        let acceptance = self.acceptance(&whole.name, whole.key)?;
        let theirs = self.course_of(whole, &acceptance)?;
        let last = theirs.turns().last().ok_or(LineError::Forged)?;
        let number = last.number;
        if number != whole.number || !acceptance.keys.whole.verifies(&last.line, line.body_and_check()) {
            return Err(LineError::Forged);
        }
        let position = theirs.game().position().line_with_rules(self.rules());
        if origin == Origin::Friend && position_letters(&position) != whole.position {
            return Err(LineError::PositionDiffers { number });
        }
        Ok((acceptance, theirs))
    }

    /// Plays the turns of a whole game.
    fn course_of(&self, whole: &Whole, acceptance: &Acceptance) -> Result<Course, LineError> {
        let head = self.invitation.head();
        let mut previous = acceptance.line.clone();
        Course::of_whole(*self.rules(), whole, |number, word| {
            let body = line::turn(&head, number, word);
            previous = format!("{body} {}", acceptance.keys.turns.check(&previous, &body));
            previous.clone()
        })
    }

    /// Returns the number of turns that both games have at the beginning.
    fn common(&self, theirs: &Course) -> usize {
        self.course.turns().iter().zip(theirs.turns()).take_while(|(one, other)| one.line == other.line).count()
    }

    /// Takes the turns of a whole game in place of those from `common` on. `is_allowed` decides
    /// which turns of this player may be among them.
    fn replace(
        &mut self,
        acceptance: Acceptance,
        theirs: Course,
        common: usize,
        is_allowed: impl Fn(Turn) -> bool,
    ) -> Result<Reading, LineError> {
        let own = self.own_color(acceptance.inviter);
        let new = &theirs.turns()[common..];
        if let Some(made_up) = new.iter().find(|new| writer(new.number) == own && !is_allowed(new.turn)) {
            let (number, turn, word) = (made_up.number, made_up.turn, made_up.word().to_owned());
            return Err(LineError::OwnTurn { number, turn, word });
        }
        let turns = new.iter().map(|written| (writer(written.number), written.turn)).collect();
        let accepted = self.accepted.is_none();
        (self.accepted, self.course) = (Some(acceptance), theirs);
        Ok(Reading::Applied(News { accepted, void: 0, turns }))
    }
}
