// SPDX-License-Identifier: GPL-3.0-or-later
//! Games by message: the friend is an external player whose turns arrive as lines, and each turn of
//! the person becomes a line.
//!
//! [`MessageGame`] is the source of truth. Every change of the session begins with a line that it
//! has written or read, and the session follows it: its moves, passes, questions, and end.

use std::sync::Arc;
use std::time::Duration;

use morris::{ByColor, Color, IllegalMove, Outcome, WinReason};
use morris_message::{Line, LineError, MessageGame, News, Reading, Status as Waits, Turn, TurnError};

use super::last_line::{ByMessage, LastLine};
use super::messages::{Contact, Effect, Refusal, SeatMessage};
use super::move_entry::MoveEntry;
use super::scene::Status;
use super::state::{Clocks, OpenQuestion, Session};
use crate::setup::{Clock, ClockTimes, GameSetup, Player};

type LineReading = Result<Reading, LineError>;

impl Session {
    /// Restores a game by message.
    pub fn by_message(game: MessageGame, last_line: LastLine, seed: u64) -> Self {
        let mut session = Self::restore(GameSetup::by_message(&game), game.game().clone(), None, seed);
        session.message =
            Some(Box::new(ByMessage { game, before: Vec::new(), last_line, is_delivered: false, has_written: false }));
        session.follow_message();
        session
    }

    /// Adds clocks to a game by message. They run only while the friend is present
    /// ([`Input::Contact`]), which is not so at first.
    ///
    /// [`Input::Contact`]: super::Input::Contact
    #[must_use]
    pub fn with_clock(mut self, clock: Option<Clock>, times: Option<ClockTimes>) -> Self {
        self.setup.clock = clock;
        self.clocks = clock.map(|clock| Clocks::new(clock, times, self.game.moves().len()));
        self.contact = ByColor::default();
        self.follow_message();
        self
    }

    /// Returns the time that the person has spent on the last move, which the friend gets with its
    /// line. `None` if the last line is not a move, or without a clock.
    pub fn spent(&self) -> Option<Duration> {
        let person = self.setup.only_person()?;
        let before = self.last_decision_of(person).filter(|_| self.question.is_none())?;
        self.clocks.as_ref()?.spent(person, before)
    }

    pub(super) fn spend(&mut self, side: Color, time: Duration) {
        let before = self.last_decision_of(side).filter(|_| self.setup.players[side].is_friend());
        if let (Some(clocks), Some(before)) = (&mut self.clocks, before) {
            clocks.spend(side, before, time);
        }
    }

    pub(super) fn set_left(&mut self, left: ByColor<Duration>) {
        if let Some(clocks) = self.clocks.as_mut().filter(|_| self.setup.is_by_message()) {
            clocks.set_left(left);
        }
    }

    /// Ends a game whose friend has no time left. Without its line, the game is no longer one by
    /// message.
    pub(super) fn claim(&mut self) {
        let Some(person) = self.setup.only_person().filter(|_| self.can_claim()) else { return };
        let own = self.message.take().and_then(|message| Some(message.game.own_name()?.to_string()));
        let friend = self.setup.players[person.other()].name().map(str::to_owned);
        for (color, name) in [(person, own), (person.other(), friend)] {
            self.setup.players[color] = Player::person(&name.unwrap_or_default());
        }
        self.question = None;
        self.effects.push(Effect::Renamed);
        self.declare(Outcome::Win { winner: person, reason: WinReason::Time });
    }

    /// Returns `true` if the friend has no time left and has not said so.
    pub fn can_claim(&self) -> bool {
        let friend = self.partner().filter(|_| self.message.is_some() && self.outcome().is_none());
        friend.is_some_and(|friend| self.clocks().is_some_and(|left| left[friend].is_zero()))
    }

    /// Returns the side whose clock runs: the one that writes the next line, while the friend is
    /// here.
    pub(super) fn side_on_the_clock(&self) -> Option<Color> {
        let friend = self.partner().filter(|&friend| self.contact[friend] == Some(Contact::Here))?;
        let runs = self.clocks.is_some() && self.goes_on();
        match self.message()?.status() {
            Waits::YourTurn | Waits::YourAnswer(_) if runs => Some(friend.other()),
            Waits::FriendsTurn | Waits::FriendsAnswer(_) if runs => Some(friend),
            _ => None,
        }
    }

    /// Returns the game by message, if this is one.
    pub fn message(&self) -> Option<&MessageGame> {
        self.message.as_ref().map(|message| &message.game)
    }

    /// Returns whether the person still has to send the last line.
    pub fn last_line(&self) -> LastLine {
        self.message.as_ref().map(|message| message.last_line).unwrap_or_default()
    }

    /// Handles that the person has the last line from now on, and cannot have sent it yet.
    pub(super) fn copy_line(&mut self) {
        let Some(message) = &mut self.message else { return };
        if std::mem::take(&mut message.last_line) == LastLine::Unsent {
            self.save();
            self.show();
        }
    }

    /// Handles that the person has the last line from now on and may have sent it.
    pub(super) fn send_line(&mut self) {
        let Some(message) = &mut self.message else { return };
        if !std::mem::take(&mut message.before).is_empty() && message.last_line == LastLine::Sent {
            self.show();
        }
        self.copy_line();
    }

    /// Writes a turn of the person. Returns `false` and refuses it if it is not possible. Without a
    /// game by message, it always is.
    pub(super) fn write(&mut self, turn: Turn) -> bool {
        let Some(message) = &mut self.message else { return true };
        let before = (message.game.clone(), message.last_line);
        if let Err(error) = message.game.write(turn) {
            self.refuse(refusal(error));
            return false;
        }
        (message.has_written, message.last_line) = (true, LastLine::Unsent);
        if let Turn::Ask(_) = turn {
            self.entry = MoveEntry::default();
        }
        // A resignation ends the game, and is confirmed before.
        match message.game.game().outcome() {
            None => message.before.push(before),
            Some(_) => message.before.clear(),
        }
        self.save();
        true
    }

    /// Takes back the last line of the person, which no one else has. Returns `false` if there is
    /// none.
    pub(super) fn take_back_line(&mut self) -> bool {
        let Some(message) = &mut self.message else { return false };
        let Some(before) = message.before.pop() else { return false };
        (message.game, message.last_line) = before;
        self.review_at = None;
        self.changed();
        true
    }

    /// Reports a line that the person has to send, after all other effects.
    pub(super) fn report_line(&mut self) {
        if self.message.as_mut().is_some_and(|message| std::mem::take(&mut message.has_written)) {
            self.effects.push(Effect::LineWritten);
        }
    }

    /// Reads a line of the friend in one of the ways of [`MessageGame`].
    pub(super) fn read_line(&mut self, line: &Line, read: fn(&mut MessageGame, &Line) -> LineReading) {
        let Some(message) = &mut self.message else { return };
        let reading = read(&mut message.game, line);
        if let Ok(Reading::Applied(news)) = &reading {
            (message.before, message.last_line) = (Vec::new(), LastLine::Sent);
            self.paused = false;
            self.review_at = None;
            self.apply_news(news);
        }
        // This comes after the scene, which ends earlier announcements.
        self.effects.push(Effect::LineRead(reading));
    }

    fn apply_news(&mut self, news: &News) {
        match (self.partner(), news.turns.as_slice()) {
            (Some(friend), [(side, turn)]) if !news.accepted && news.void == 0 && *side == friend => {
                self.apply_turn(friend, *turn);
            }
            _ => self.adopt_game(),
        }
    }

    fn apply_turn(&mut self, friend: Color, turn: Turn) {
        self.save();
        match turn {
            Turn::Move(mv) => self.play(mv),
            Turn::Ask(question) => self.on_message(friend, SeatMessage::Ask(question)),
            Turn::Answer(answer) => self.on_message(friend, SeatMessage::Answer(answer)),
            Turn::Resign => self.on_message(friend, SeatMessage::Resign),
            Turn::Time => self.declare(Outcome::Win { winner: friend.other(), reason: WinReason::Time }),
        }
        self.follow_message();
    }

    /// Takes over a game that has changed by more than one turn, or has been accepted.
    fn adopt_game(&mut self) {
        if let Some(message) = &self.message {
            self.setup = GameSetup { clock: self.setup.clock, ..GameSetup::by_message(&message.game) };
            self.effects.push(Effect::Renamed);
        }
        self.changed();
        self.ask_again();
    }

    /// Asks the person the question that is still open.
    pub(super) fn ask_again(&mut self) {
        let open = self.question.filter(|_| self.message.is_some() && self.person_is_asked());
        self.effects.extend(open.map(|OpenQuestion { by, question }| Effect::AskPerson { by, question }));
    }

    /// Takes moves, end, and question from the game by message.
    pub(super) fn follow_message(&mut self) {
        let (Some(person), Some(message)) = (self.setup.only_person(), &self.message) else { return };
        let waits = message.game.status();
        if *self.game != *message.game.game() {
            let (from, to) = (self.game.cursor(), message.game.game().cursor());
            self.clocks.iter_mut().for_each(|clocks| clocks.follow(from, to));
            self.game = Arc::new(message.game.game().clone());
        }
        self.question = match waits {
            Waits::YourAnswer(question) => Some(OpenQuestion { by: person.other(), question }),
            Waits::FriendsAnswer(question) => Some(OpenQuestion { by: person, question }),
            _ => None,
        };
        let first = if self.clocks.is_some() { Contact::Away } else { Contact::Here };
        let contact = self.contact[person.other()].unwrap_or(first);
        self.contact[person.other()] = Some(contact).filter(|_| waits != Waits::NotAccepted);
    }

    /// Returns `true` if someone has to accept the invitation before the game begins.
    pub(super) fn awaits_acceptance(&self) -> bool {
        self.message().is_some_and(|message| message.status() == Waits::NotAccepted)
    }

    /// Returns what a game by message waits for, if that is not a move of the person.
    pub(super) fn message_status(&self) -> Option<Status> {
        let person = self.setup.only_person()?;
        match self.message()?.status() {
            Waits::FriendsTurn if self.is_unsent() => Some(Status::Unsent { side: person.other(), question: None }),
            Waits::FriendsAnswer(question) if self.is_unsent() => {
                Some(Status::Unsent { side: person.other(), question: Some(question) })
            }
            Waits::NotAccepted => Some(Status::NotAccepted),
            Waits::FriendsTurn => Some(Status::Elsewhere { side: person.other() }),
            Waits::YourAnswer(question) => Some(Status::Asked { side: person, question }),
            Waits::FriendsAnswer(question) => Some(Status::Asked { side: person.other(), question }),
            Waits::YourTurn | Waits::Over(_) => None,
        }
    }

    /// Returns `true` if the person has to send the last line.
    fn is_unsent(&self) -> bool {
        let is_delivered = self.message.as_ref().is_some_and(|message| message.is_delivered);
        self.last_line() == LastLine::Unsent && !is_delivered
    }

    /// Returns `true` if the person may ask to take back a move, or take back a line that no one
    /// else has.
    pub(super) fn can_undo_by_message(&self, message: &MessageGame) -> bool {
        let can_ask = || {
            let asks = message.status() == Waits::YourTurn;
            asks && self.setup.only_person().is_some_and(|person| self.last_decision_of(person).is_some())
        };
        self.can_take_back_line() || can_ask()
    }

    /// Returns `true` if the last own line can be taken back without asking the friend.
    pub fn can_take_back_line(&self) -> bool {
        self.message.as_ref().is_some_and(|message| !message.before.is_empty())
    }
}

impl From<SeatMessage> for Turn {
    fn from(message: SeatMessage) -> Self {
        match message {
            SeatMessage::Ask(question) => Self::Ask(question),
            SeatMessage::Answer(answer) => Self::Answer(answer),
            SeatMessage::Resign => Self::Resign,
        }
    }
}

/// Returns the reason why a turn is refused.
const fn refusal(error: TurnError) -> Refusal {
    match error {
        TurnError::NotAccepted => Refusal::NotAccepted,
        TurnError::Over => Refusal::Illegal(IllegalMove::GameOver),
        TurnError::AnswerFirst => Refusal::OfferPending,
        TurnError::NothingToUndo => Refusal::NothingToUndo,
        TurnError::Move { reason, .. } => Refusal::Illegal(reason),
        TurnError::NotYourTurn | TurnError::NoQuestion | TurnError::Pass | TurnError::NoClock | TurnError::Number => {
            Refusal::NotYourTurn
        }
    }
}
