// SPDX-License-Identifier: GPL-3.0-or-later
//! The setup of a game: rules, players, and clock.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::unreachable)]

use std::time::Duration;

use morris::{ByColor, Color, Outcome, Rules, names};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::values::{ByKey, WordOrKeys, or_allowed, seconds, word};
pub use morris_engine::{FixedDepth, Level, Rating, Skill};
use morris_message::{ColorChoice, MessageGame};
pub use morris_players::{Program, ProtocolKind};

/// Setup of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSetup {
    /// Rules of the game.
    pub rules: Rules,
    /// Name of custom rules.
    pub rules_name: Option<String>,
    /// Player of each color.
    pub players: ByColor<Player>,
    /// Thinking time, or `None` without a clock.
    pub clock: Option<Clock>,
    /// Place of the game in a tournament of people, if it is part of one.
    pub club: Option<ClubGame>,
}

/// Place of a game in a tournament of people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ClubGame {
    /// Name of the file of the tournament, without its extension.
    pub file: String,
    /// Round, from 0.
    pub round: usize,
    /// Table, from 0.
    pub table: usize,
    /// Game of the match, from 0.
    pub game: usize,
    /// Numbers of those who meet, from 0, since the director can exchange them. Unknown in games
    /// that were saved before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pair: Option<[usize; 2]>,
    /// Whether undo, hints, and values are closed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_help: bool,
}

/// Player of a color.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// A person at the board.
    Person,
    /// A person at the board with this name.
    Named(String),
    /// The engine.
    Computer(Skill),
    /// An external program.
    Program(ProgramSeat),
    /// A person elsewhere, in a game by message.
    Friend {
        /// Name of the person, or `None` before the invitation is accepted.
        name: Option<String>,
    },
}

/// Kind of player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayerKind {
    /// A person at the board.
    Person,
    /// The engine.
    Computer,
    /// An external program.
    Program,
    /// A person elsewhere.
    Friend,
}

/// An external program in a game. A game stores only its name. The command or address is stored in
/// the settings alone, so that a game from another source cannot set it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramSeat {
    /// Name by which its [`Program`] is found. It may have any length.
    pub program: String,
    /// Name that the program has reported, if any.
    pub display_name: Option<String>,
}

/// Custom rules of the user, with their name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedRules {
    /// Name of the rules.
    #[serde(deserialize_with = "name")]
    pub name: String,
    /// The rules, which may equal a preset.
    pub rules: Rules,
}

/// Thinking time for a whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// Initial time of each side.
    #[serde(with = "seconds")]
    pub time: Duration,
    /// Increment that a side receives after each of its moves.
    #[serde(with = "seconds")]
    pub increment: Duration,
}

/// Clock times of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockTimes {
    /// Time that each side has left.
    pub now: ByColor<Duration>,
    /// Time that each side had left at the start and after each move, so that undo can restore it.
    /// The last entry belongs to the last of all moves of the game. The earliest entries may be
    /// missing.
    pub history: Vec<ByColor<Duration>>,
}

impl From<ByColor<Duration>> for ClockTimes {
    fn from(now: ByColor<Duration>) -> Self {
        Self { now, history: Vec::new() }
    }
}

/// The user's options for a new game. They stay the same from game to game, even where a random
/// choice is made. Serialization leaves no field out, since a missing key would keep its old value
/// in the settings file. The default is a first game: against the computer at an easy level, with
/// the person beginning, without a clock.
///
/// ```
/// use morris::Color;
/// use morris_play::setup::NewGameOptions;
///
/// let game = NewGameOptions::default().game(Color::White);
/// assert_eq!(game.players.white.is_local(), !game.players.black.is_local());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, expecting = "a section of keys")]
pub struct NewGameOptions {
    /// Kind of opponent.
    #[serde(deserialize_with = "word")]
    pub opponent: Opponent,
    /// Strength of the computer. If it plays both colors, that of the side that begins.
    #[serde(rename = "level")]
    pub skill: Skill,
    /// Whether the computer instead plays at a rating that suits the person.
    pub suits_you: bool,
    /// Strength of the other side if the computer plays both colors.
    #[serde(rename = "second_level")]
    pub second_skill: Skill,
    /// Who begins and therefore has the white men.
    #[serde(deserialize_with = "word")]
    pub begins: Begins,
    /// Whether the user began the previous game, for [`Begins::InTurn`].
    pub you_began: bool,
    /// Whether the user won the last decided game, for [`Begins::Loser`].
    pub you_won: bool,
    /// Names of two persons at the board, the user's first. They may be empty.
    pub names: [String; 2],
    /// Rules of the game.
    pub rules: Rules,
    /// Name of custom rules.
    #[serde(with = "optional_name")]
    pub rules_name: Option<String>,
    /// Thinking time.
    #[serde(with = "optional_clock")]
    pub clock: Option<Clock>,
    /// Name of the external program that is the opponent. If it is empty, the engine is.
    pub program: String,
    /// Names of external programs that replace the engine in games without persons.
    #[serde(deserialize_with = "watched")]
    pub watched: ByColor<Option<String>>,
}

/// Kind of opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opponent {
    /// Another person at the same board.
    Person,
    /// The engine.
    #[default]
    Computer,
    /// An external program.
    Program,
    /// A person elsewhere, by message. A game that starts at once, as **Play Now** does, is against
    /// the engine instead.
    Friend,
    /// None: the engine or external programs play both colors.
    Watch,
}

/// Who begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Begins {
    /// The user who sets up the game.
    #[default]
    You,
    /// The opponent.
    Opponent,
    /// A random side.
    Random,
    /// The side that did not begin the previous game.
    InTurn,
    /// The loser of the previous game. After a draw, the side stays the same.
    Loser,
}

impl Begins {
    /// Returns the default for these rules. If the first side can always win, the sides alternate.
    pub fn usual(rules: &Rules) -> Self {
        if rules.first_side_wins() { Self::InTurn } else { Self::default() }
    }
}

/// Word for a person at the board.
const PERSON: &str = "person";

/// Form of other players in files: `{ person = "name" }`, `{ level = 3 }`, `{ level = "perfect" }`,
/// `{ depth = 6 }`, `{ rating = 640 }` or `{ program = "name", called = "reported name" }`. If
/// several keys describe the player, the first counts. A friend is written as a person: a game by
/// message is saved as such, and other files cannot continue it.
#[derive(Default, Serialize, Deserialize)]
struct PlayerKeys {
    person: Option<String>,
    program: Option<String>,
    #[serde(rename = "called")]
    display_name: Option<String>,
    level: Option<Skill>,
    depth: Option<FixedDepth>,
    rating: Option<Rating>,
}

impl Serialize for Player {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let keys = match self.clone() {
            Self::Person | Self::Friend { name: None } => return PERSON.serialize(serializer),
            Self::Named(name) | Self::Friend { name: Some(name) } => {
                PlayerKeys { person: Some(name), ..PlayerKeys::default() }
            }
            Self::Computer(Skill::Depth(depth)) => PlayerKeys { depth: Some(depth), ..PlayerKeys::default() },
            Self::Computer(Skill::Rating(rating)) => PlayerKeys { rating: Some(rating), ..PlayerKeys::default() },
            Self::Computer(level) => PlayerKeys { level: Some(level), ..PlayerKeys::default() },
            Self::Program(ProgramSeat { program, display_name }) => {
                PlayerKeys { program: Some(program), display_name, ..PlayerKeys::default() }
            }
        };
        keys.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Player {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (level, depth) = (Level::LAST.number(), FixedDepth::LAST.plies());
        let levels = format!("{{ level = 1 to {level} }}, {{ level = \"perfect\" }}");
        let ratings = format!("{{ rating = {} to {} }}", Rating::FIRST.points(), Rating::LAST.points());
        let allowed =
            format!("\"person\", {levels}, {{ depth = 1 to {depth} }}, {ratings} or {{ program = \"name\" }}");
        let player = match or_allowed(deserializer, &allowed)? {
            WordOrKeys::Word(word) => (word == PERSON).then_some(Self::Person),
            WordOrKeys::Keys(PlayerKeys { person: Some(name), .. }) => Some(Self::person(&name)),
            WordOrKeys::Keys(PlayerKeys { program: Some(program), display_name, .. }) => {
                let display_name = display_name.as_deref().and_then(names::kept);
                Some(Self::Program(ProgramSeat { program, display_name }))
            }
            WordOrKeys::Keys(PlayerKeys { level, depth, rating, .. }) => {
                level.or(depth.map(Skill::Depth)).or(rating.map(Skill::Rating)).map(Self::Computer)
            }
        };
        player.ok_or_else(|| D::Error::custom(allowed))
    }
}

/// Reads a name in its stored form.
fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    String::deserialize(deserializer).map(|name| names::kept(&name).unwrap_or_default())
}

/// A name in files, which is empty for `None`.
mod optional_name {
    use super::{Deserialize, Deserializer, Serialize, Serializer, names};

    pub(super) fn serialize<S: Serializer>(name: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
        name.as_deref().unwrap_or_default().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
        Ok(names::kept(&String::deserialize(deserializer)?))
    }
}

/// A clock in files, or `"none"`.
pub(crate) mod optional_clock {
    use super::{Clock, Deserializer, Error, Serialize, Serializer, WordOrKeys, or_allowed};

    const NONE: &str = "none";

    pub(crate) fn serialize<S: Serializer>(clock: &Option<Clock>, serializer: S) -> Result<S::Ok, S::Error> {
        match clock {
            Some(clock) => clock.serialize(serializer),
            None => NONE.serialize(serializer),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Clock>, D::Error> {
        let allowed = "\"none\" or seconds such as { time = 300, increment = 5 }";
        match or_allowed(deserializer, allowed)? {
            WordOrKeys::Keys(clock) => Ok(Some(clock)),
            WordOrKeys::Word(word) if word == NONE => Ok(None),
            WordOrKeys::Word(_) => Err(D::Error::custom(allowed)),
        }
    }
}

/// Reads the programs of both colors. A missing color is played by the engine.
fn watched<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ByColor<Option<String>>, D::Error> {
    or_allowed(deserializer, "names of programs such as { white = \"…\" }").map(|ByKey(names)| names)
}

impl Player {
    /// Returns a person at the board, with the name in its stored form unless it is empty.
    pub fn person(name: &str) -> Self {
        names::kept(name).map_or(Self::Person, Self::Named)
    }

    /// Returns the external program of this name.
    pub fn program(name: &str) -> Self {
        Self::Program(ProgramSeat { program: name.to_owned(), display_name: None })
    }

    /// Returns the kind of player.
    pub const fn kind(&self) -> PlayerKind {
        match self {
            Self::Person | Self::Named(_) => PlayerKind::Person,
            Self::Computer(_) => PlayerKind::Computer,
            Self::Program(_) => PlayerKind::Program,
            Self::Friend { .. } => PlayerKind::Friend,
        }
    }

    /// Returns `true` for a person at this board, who enters moves and answers here.
    pub fn is_local(&self) -> bool {
        self.kind() == PlayerKind::Person
    }

    /// Returns `true` for a person elsewhere, whose turns arrive as lines of a game by message.
    pub fn is_friend(&self) -> bool {
        self.kind() == PlayerKind::Friend
    }

    /// Returns `true` for an external player, which receives requests for its moves and may send
    /// other messages.
    pub fn is_external(&self) -> bool {
        self.kind() == PlayerKind::Program
    }

    /// Returns the strength of the engine, if the player is the engine.
    pub const fn skill(&self) -> Option<Skill> {
        if let Self::Computer(skill) = self { Some(*skill) } else { None }
    }

    /// Returns the external program, if the player is one.
    pub const fn seat(&self) -> Option<&ProgramSeat> {
        if let Self::Program(seat) = self { Some(seat) } else { None }
    }

    /// Stores the name that an external player has reported. Returns `true` if the name has
    /// changed.
    pub fn introduce(&mut self, name: &str) -> bool {
        let (Self::Program(seat), name) = (self, names::kept(name)) else { return false };
        let news = name.is_some() && seat.display_name != name;
        if news {
            seat.display_name = name;
        }
        news
    }

    /// Returns the name of a person or friend, or the reported name of a program, else the name
    /// under which it is found. The engine has no name.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Person | Self::Computer(_) => None,
            Self::Named(name) => Some(name),
            Self::Friend { name } => name.as_deref(),
            Self::Program(ProgramSeat { program, display_name }) => Some(display_name.as_ref().unwrap_or(program)),
        }
    }
}

impl NewGameOptions {
    /// Replaces the name of an external program by a new one, or by the engine.
    pub fn rename_program(&mut self, old: &str, new: Option<&str>) {
        if self.program == old {
            self.program = new.unwrap_or_default().to_owned();
        }
        for color in Color::BOTH {
            if self.watched[color].as_deref() == Some(old) {
                self.watched[color] = new.map(ToOwned::to_owned);
            }
        }
    }

    /// Returns whether a game that starts at once is against the engine.
    pub(crate) fn is_against_engine(&self) -> bool {
        match self.opponent {
            Opponent::Computer | Opponent::Friend => true,
            Opponent::Program => self.program.is_empty(),
            Opponent::Person | Opponent::Watch => false,
        }
    }

    /// Returns the setup of a game. `coin` is the user's color if a random side begins.
    pub fn game(&self, coin: Color) -> GameSetup {
        let you = match self.begins {
            Begins::You => Color::White,
            Begins::Opponent => Color::Black,
            Begins::Random => coin,
            Begins::InTurn if self.you_began => Color::Black,
            Begins::InTurn => Color::White,
            Begins::Loser if self.you_won => Color::Black,
            Begins::Loser => Color::White,
        };
        let against =
            |opposite: &Player| ByColor::from_fn(|color| if color == you { Player::Person } else { opposite.clone() });
        let watched = |color, skill| match &self.watched[color] {
            Some(program) => Player::program(program),
            None => Player::Computer(skill),
        };
        let players = match self.opponent {
            Opponent::Person => {
                let [yours, theirs] = &self.names;
                ByColor::from_fn(|color| Player::person(if color == you { yours } else { theirs }))
            }
            _ if self.is_against_engine() => against(&Player::Computer(self.skill)),
            Opponent::Computer | Opponent::Friend | Opponent::Program => against(&Player::program(&self.program)),
            Opponent::Watch => {
                ByColor { white: watched(Color::White, self.skill), black: watched(Color::Black, self.second_skill) }
            }
        };
        GameSetup {
            players,
            rules_name: self.rules_name.clone(),
            clock: self.clock,
            ..GameSetup::between_persons(self.rules)
        }
    }

    /// Stores who began a game that was created from these options.
    pub fn remember(&mut self, game: &GameSetup) {
        if let Some(you) = self.color_of_chooser(game) {
            self.you_began = you == Color::White;
        }
    }

    /// Stores who won a game that was created from these options.
    pub fn remember_winner(&mut self, game: &GameSetup, winner: Color) {
        if let Some(you) = self.color_of_chooser(game) {
            self.you_won = you == winner;
        }
    }

    /// Returns the user's color in a game: that of the only person, or that of the person with the
    /// first name.
    fn color_of_chooser(&self, game: &GameSetup) -> Option<Color> {
        let [yours, theirs] = self.names.each_ref().map(|name| Player::person(name));
        let is_yours = |color: &Color| game.players[*color] == yours && game.players[color.other()] == theirs;
        game.only_person().or_else(|| Color::BOTH.into_iter().find(is_yours))
    }
}

impl GameSetup {
    /// Returns a game between two persons at the board, without a clock.
    pub fn between_persons(rules: Rules) -> Self {
        let players = ByColor { white: Player::Person, black: Player::Person };
        Self { rules, rules_name: None, players, clock: None, club: None }
    }

    /// Returns the setup of a game by message. As long as no one knows the colors, the person is
    /// White.
    pub fn by_message(game: &MessageGame) -> Self {
        let invited = match game.invitation().color() {
            Some(ColorChoice::Black) => Color::Black,
            _ => Color::White,
        };
        let person = game.color().unwrap_or(invited);
        let friend = Player::Friend { name: game.friend().map(|name| name.as_str().to_owned()) };
        let players = ByColor::from_fn(|color| if color == person { Player::Person } else { friend.clone() });
        Self { players, ..Self::between_persons(*game.rules()) }
    }

    /// Returns the setup of another game. The colors are swapped if the first side can always win.
    /// It is not part of a tournament.
    #[must_use]
    pub fn again(&self) -> Self {
        if self.rules.first_side_wins() { self.rematch() } else { Self { club: None, ..self.clone() } }
    }

    /// Returns the same setup with the colors swapped. It is not part of a tournament.
    #[must_use]
    pub fn rematch(&self) -> Self {
        Self { players: self.players.clone().swapped(), club: None, ..self.clone() }
    }

    /// Returns `true` if undo, hints, and values are closed, as a tournament can demand.
    pub fn is_without_help(&self) -> bool {
        self.club.as_ref().is_some_and(|club| club.no_help)
    }

    /// Returns the color of the only person, or `None` if there is not exactly one.
    pub fn only_person(&self) -> Option<Color> {
        match (self.players.white.is_local(), self.players.black.is_local()) {
            (true, false) => Some(Color::White),
            (false, true) => Some(Color::Black),
            _ => None,
        }
    }

    /// Returns `true` if hints, values, and analysis are closed until the game has an outcome: a
    /// friend elsewhere plays, or the tournament has no help.
    pub fn closes_aids(&self, outcome: Option<Outcome>) -> bool {
        (self.is_by_message() || self.is_without_help()) && outcome.is_none()
    }

    /// Returns `true` if a friend elsewhere plays.
    pub fn is_by_message(&self) -> bool {
        Color::BOTH.into_iter().any(|color| self.players[color].is_friend())
    }

    /// Returns `true` if a person plays at least one side.
    pub fn has_person(&self) -> bool {
        Color::BOTH.into_iter().any(|color| self.players[color].is_local())
    }
}

#[cfg(test)]
#[path = "setup_tests.rs"]
mod tests;
