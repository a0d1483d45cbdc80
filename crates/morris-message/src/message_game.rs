// SPDX-License-Identifier: GPL-3.0-or-later
//! A game by message, as one of its two players has it.

use std::sync::Arc;

use morris::{Color, Game, Outcome, Rules};
use zeroize::Zeroizing;

use crate::color_choice::ColorChoice;
use crate::course::{Course, Written};
use crate::error::{LineError, TurnError};
use crate::keys::{GameKeys, KEY_BYTES, PublicKey, SecretKey, letters, position_letters};
use crate::line::{self, Content, Line, Whole};
use crate::player_name::PlayerName;
use crate::turn::{Question, Turn, writer};

/// Number of random bytes for an invitation: a secret key and the name of the game.
pub const INVITATION_BYTES: usize = KEY_BYTES + GAME_BYTES;
/// Number of random bytes for an acceptance: a secret key.
pub const ACCEPTANCE_BYTES: usize = KEY_BYTES;
const GAME_BYTES: usize = 8;

/// A game by message, as one of its two players has it, with the secret key of this player.
///
/// Every method that returns an error leaves the game as it was.
///
/// ```
/// use morris::Rules;
/// use morris_message::{ColorChoice, MessageGame, Reading, Turn};
///
/// // The bytes must be random, so that no one can guess them.
/// let mut ann = MessageGame::invite(Rules::STANDARD, ColorChoice::White, "Ann".parse()?, [1; 40])?;
/// let mut bob = MessageGame::accept(&ann.invitation().to_string(), "Bob".parse()?, [2; 32])?;
/// ann.read(&bob.whole())?;
///
/// let move_of_ann = Turn::parse("d6", ann.rules().board)?;
/// let line = ann.write(move_of_ann)?.into_line();
/// assert!(matches!(bob.read(&line)?, Reading::Applied(_)));
/// assert_eq!(bob.read(&line)?, Reading::PlayedAlready);
/// assert_eq!(bob.game(), ann.game());
/// assert!(bob.read(&line.replace("d6", "d2")).is_err(), "the check letters do not fit");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MessageGame {
    pub(crate) secret: Arc<SecretKey>,
    pub(crate) role: Role,
    pub(crate) invitation: Line,
    pub(crate) accepted: Option<Acceptance>,
    pub(crate) course: Course,
}

/// How a player came to the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The player who invited.
    Inviter,
    /// The player who accepted.
    Guest,
}

/// The acceptance of a game, and what follows from it.
#[derive(Clone, Debug)]
pub(crate) struct Acceptance {
    pub name: PlayerName,
    pub public: PublicKey,
    pub line: String,
    pub keys: Arc<GameKeys>,
    /// Color of the player who invited.
    pub inviter: Color,
}

/// The lines have both public keys, so the secret one is not compared.
impl PartialEq for MessageGame {
    fn eq(&self, other: &Self) -> bool {
        let acceptance = |game: &Self| game.accepted.as_ref().map(|accepted| accepted.line.clone());
        (self.role, &self.invitation, &self.course) == (other.role, &other.invitation, &other.course)
            && acceptance(self) == acceptance(other)
    }
}

impl Eq for MessageGame {}

/// What a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The acceptance.
    NotAccepted,
    /// This player's move.
    YourTurn,
    /// This player's answer.
    YourAnswer(Question),
    /// The other player's move.
    FriendsTurn,
    /// The other player's answer.
    FriendsAnswer(Question),
    /// Nothing: the game is over.
    Over(Outcome),
}

impl Status {
    /// Returns `true` if this player has to write the next line.
    pub const fn is_yours(self) -> bool {
        matches!(self, Self::YourTurn | Self::YourAnswer(_))
    }
}

/// A line that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Writing {
    /// A new line.
    New(String),
    /// The last line again, because its turn was played already.
    Again(String),
}

impl Writing {
    /// Returns the line.
    pub fn into_line(self) -> String {
        match self {
            Self::New(line) | Self::Again(line) => line,
        }
    }
}

/// Error for rules that are not a preset. Other programs could not know them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("games by message are only played by preset rules")]
pub struct NotPreset;

impl MessageGame {
    /// Invites to a game. `color` is that of the player who invites. The bytes must be random and
    /// secret.
    pub fn invite(
        rules: Rules,
        color: ColorChoice,
        name: PlayerName,
        random: [u8; INVITATION_BYTES],
    ) -> Result<Self, NotPreset> {
        if rules.preset().is_none() {
            return Err(NotPreset);
        }
        let random = Zeroizing::new(random);
        let (key, game) = random.split_first_chunk().expect("it is longer than a key");
        let secret = SecretKey::new(key);
        let text = line::invitation(&letters(game), &rules, color, &name, secret.public());
        let invitation = Line::parse(&text).expect("it is an invitation");
        Ok(Self::waiting(secret, Role::Inviter, invitation))
    }

    /// Accepts the invitation in a text. The bytes must be random and secret.
    pub fn accept(text: &str, name: PlayerName, random: [u8; ACCEPTANCE_BYTES]) -> Result<Self, LineError> {
        let secret = SecretKey::new(&Zeroizing::new(random));
        let public = secret.public();
        let mut game = Self::waiting(secret, Role::Guest, Line::parse(text)?);
        game.accepted = Some(game.acceptance(&name, public)?);
        Ok(game)
    }

    pub(crate) fn waiting(secret: SecretKey, role: Role, invitation: Line) -> Self {
        let course = Course::new(*invitation.rules());
        Self { secret: Arc::new(secret), role, invitation, accepted: None, course }
    }

    pub(crate) fn acceptance(&self, name: &PlayerName, public: PublicKey) -> Result<Acceptance, LineError> {
        let Content::Invitation { color, key: inviters, .. } = self.invitation.content() else {
            return Err(LineError::NoInvitation);
        };
        if self.role == Role::Guest && public != self.secret.public() {
            return Err(LineError::OtherGuest(name.clone()));
        }
        let other = if self.role == Role::Inviter { public } else { *inviters };
        let shared = self.secret.shared(other).ok_or(LineError::WeakKey)?;
        let (version, game) = (self.invitation.version(), self.invitation.game());
        let keys = GameKeys::new(&shared, version, game, [*inviters, public]);
        let body = line::acceptance(&self.invitation.head(), name, public);
        let line = format!("{body} {}", keys.turns.check(self.invitation.text(), &body));
        Ok(Acceptance { name: name.clone(), public, line, inviter: keys.inviter(*color), keys: Arc::new(keys) })
    }

    /// Returns the invitation.
    pub const fn invitation(&self) -> &Line {
        &self.invitation
    }

    /// Returns how this player came to the game.
    pub const fn role(&self) -> Role {
        self.role
    }

    /// Returns the rules.
    pub const fn rules(&self) -> &Rules {
        self.invitation.rules()
    }

    /// Returns the game so far.
    pub const fn game(&self) -> &Game {
        self.course.game()
    }

    /// Returns the color of this player, once the game is accepted.
    pub fn color(&self) -> Option<Color> {
        self.accepted.as_ref().map(|accepted| self.own_color(accepted.inviter))
    }

    /// Returns the color of this player, if that of the player who invited is known.
    pub(crate) fn own_color(&self, inviter: Color) -> Color {
        if self.role == Role::Inviter { inviter } else { inviter.other() }
    }

    /// Returns the name of the other player, once it is known.
    pub fn friend(&self) -> Option<&PlayerName> {
        match self.role {
            Role::Inviter => self.accepted.as_ref().map(|accepted| &accepted.name),
            Role::Guest => self.invitation.name(),
        }
    }

    /// Returns the name of this player.
    pub fn own_name(&self) -> Option<&PlayerName> {
        match self.role {
            Role::Inviter => self.invitation.name(),
            Role::Guest => self.accepted.as_ref().map(|accepted| &accepted.name),
        }
    }

    /// Returns four syllables that both players see, once the game is accepted. If the players see
    /// different ones, they do not play with each other, or someone in between has exchanged the
    /// keys.
    pub fn safety_phrase(&self) -> Option<&str> {
        self.accepted.as_ref().map(|accepted| accepted.keys.safety_phrase.as_str())
    }

    /// Returns what the game waits for.
    pub fn status(&self) -> Status {
        let Some(own) = self.color() else { return Status::NotAccepted };
        match (self.game().outcome(), self.course.question()) {
            (Some(outcome), _) => Status::Over(outcome),
            (None, None) if writer(self.course.next()) == own => Status::YourTurn,
            (None, None) => Status::FriendsTurn,
            (None, Some(question)) if writer(self.course.next()) == own => Status::YourAnswer(question),
            (None, Some(question)) => Status::FriendsAnswer(question),
        }
    }

    /// Plays a turn of this player and returns its line. The turn of the last line, played again
    /// while the other player is to answer it, gives the same line again.
    pub fn write(&mut self, turn: Turn) -> Result<Writing, TurnError> {
        let (Some(accepted), Some(own)) = (&self.accepted, self.color()) else { return Err(TurnError::NotAccepted) };
        if let Some(line) = self.again(own, turn) {
            return Ok(Writing::Again(line));
        }
        if !turn.is_in(self.invitation.version()) {
            return Err(TurnError::NoClock);
        }
        let number = self.course.number_of(own);
        match self.course.to_write() {
            None => return Err(TurnError::Over),
            Some(side) if side != own && turn != Turn::Resign => return Err(TurnError::NotYourTurn),
            Some(_) => {}
        }
        let body = line::turn(&self.invitation.head(), number, &turn.word(self.rules().board));
        let line = format!("{body} {}", accepted.keys.turns.check(self.previous(self.course.turns().len()), &body));
        self.course.play(number, turn, line.clone())?;
        Ok(Writing::New(line))
    }

    fn again(&self, own: Color, turn: Turn) -> Option<String> {
        let last = self.course.turns().last()?;
        let is_last = writer(last.number) == own && last.turn == turn && self.course.to_write() != Some(own);
        is_last.then(|| last.line.clone())
    }

    /// Returns the line before the line at this place, counted from 0. The acceptance comes before
    /// the first.
    pub(crate) fn previous(&self, place: usize) -> &str {
        let before = place.checked_sub(1).and_then(|place| self.course.turns().get(place));
        let acceptance = self.accepted.as_ref().map_or("", |accepted| &accepted.line);
        before.map_or(acceptance, |written| &written.line)
    }

    /// Returns `true` if this player wrote the last line of the game, even if it is the invitation.
    pub fn is_last_line_own(&self) -> bool {
        match (self.course.turns().last(), self.color()) {
            (Some(last), Some(own)) => writer(last.number) == own,
            (_, color) => self.role == Role::Guest || color.is_none(),
        }
    }

    /// Returns the last line that this player wrote, to send it again.
    pub fn last_line(&self) -> String {
        let own = self.color();
        let turn = self.course.turns().iter().rev().find(|written| Some(writer(written.number)) == own);
        let first = || match self.role {
            Role::Inviter => self.invitation.text(),
            Role::Guest => self.previous(0),
        };
        turn.map_or_else(first, |written| &written.line).to_owned()
    }

    /// Returns the line that the other player needs now: the last own line or, if it may not be the
    /// only one that the other player has not read, the whole game. So it is after two own lines in
    /// a row, and as long as the acceptance may not have been read.
    pub fn line_to_send(&self) -> String {
        let is_friends = |written: &Written| Some(writer(written.number)) != self.color();
        let own = self.course.turns().iter().rev().take_while(|written| !is_friends(written)).count();
        let from_the_start = self.role == Role::Guest && own == self.course.turns().len();
        if own > 1 || from_the_start { self.whole() } else { self.last_line() }
    }

    /// Returns a line that holds the whole game. Before the first turn, it is the acceptance or the
    /// invitation.
    pub fn whole(&self) -> String {
        let Some(accepted) = &self.accepted else { return self.invitation.to_string() };
        let Some(last) = self.course.turns().last() else { return accepted.line.clone() };
        let turns = self.course.turns().iter().map(|written| (written.turn, written.word().to_owned())).collect();
        let (name, key) = (accepted.name.clone(), accepted.public);
        let position = position_letters(&self.position_line());
        let whole = Whole { name, key, number: last.number, position, turns };
        let body = line::whole(&self.invitation.head(), &whole);
        format!("{body} {}", accepted.keys.whole.check(&last.line, &body))
    }

    /// Returns the position as a line, with the rules unless they are the standard rules.
    pub fn position_line(&self) -> String {
        self.game().position().line_with_rules(self.rules())
    }
}
