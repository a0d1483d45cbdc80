// SPDX-License-Identifier: GPL-3.0-or-later
//! What is agreed before a game: rules, who plays each color, the clock.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::unreachable)]

use std::time::Duration;

use morris::{ByColor, Color, Rules};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::values::{ByKey, WordOrKeys, or_allowed, seconds, word};
use morris::names;
pub use morris_engine::{FixedDepth, Level, Rating, Skill};
pub use morris_players::{Program, ProtocolKind};

/// A game as agreed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSetup {
    /// The rules.
    pub rules: Rules,
    /// What somebody calls them who has put them together.
    pub rules_name: Option<String>,
    /// Who plays each color.
    pub players: ByColor<Player>,
    /// The thinking time; `None` for as long as one likes.
    pub clock: Option<Clock>,
}

/// Who plays a color.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// Somebody at the board.
    Person,
    /// Somebody at the board whose name is known.
    Named(String),
    /// Our engine.
    Computer(Skill),
    /// An outside program.
    Program(ProgramSeat),
}

/// The kinds of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayerKind {
    /// Somebody at the board.
    Person,
    /// Our engine.
    Computer,
    /// An outside program.
    Program,
}

/// An outside program at the board. A game knows only what it is called: what to start or to
/// contact is known to the settings alone, so that a game from elsewhere cannot say it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramSeat {
    /// The name of its [`Program`], by which it is found: of any length.
    pub program: String,
    /// What it calls itself, once it has said so.
    pub display_name: Option<String>,
}

/// Rules that a person has put together, with the name that they were given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedRules {
    /// What they are called.
    #[serde(deserialize_with = "name")]
    pub name: String,
    /// The rules; they may be a preset.
    pub rules: Rules,
}

/// Thinking time for a whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// What each side begins with.
    #[serde(with = "seconds")]
    pub time: Duration,
    /// What a side gets back after each of its moves.
    #[serde(with = "seconds")]
    pub increment: Duration,
}

/// What the clocks of a game say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockTimes {
    /// What each side has left.
    pub now: ByColor<Duration>,
    /// What each side had left at the start and after each move, so that time comes back with moves
    /// that are taken back. The last one belongs to the last of all moves of the game; the earliest
    /// may be missing.
    pub history: Vec<ByColor<Duration>>,
}

impl From<ByColor<Duration>> for ClockTimes {
    fn from(now: ByColor<Duration>) -> Self {
        Self { now, history: Vec::new() }
    }
}

/// What a person chose when setting a game up; it stays the same from game to game, also where
/// chance decides. Nothing is left out when it is written: what stands in an old file of settings
/// stays there unless it is replaced.
///
/// ```
/// use morris::Color;
/// use morris_play::setup::NewGameOptions;
///
/// let game = NewGameOptions::default().game(Color::White);
/// assert_eq!(game.players.white.is_local(), !game.players.black.is_local());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, expecting = "a section of keys")]
pub struct NewGameOptions {
    /// Who sits opposite.
    #[serde(deserialize_with = "word")]
    pub opponent: Opponent,
    /// How well the computer plays; where it plays both colors, the side that begins.
    #[serde(rename = "level")]
    pub skill: Skill,
    /// Whether a person plays at the level that suits him instead.
    pub suits_you: bool,
    /// How well the computer's second side plays where it plays both colors.
    #[serde(rename = "second_level")]
    pub second_skill: Skill,
    /// Who begins, and so has the white men.
    #[serde(deserialize_with = "word")]
    pub begins: Begins,
    /// Whether the chooser began the game before, for [`Begins::InTurn`].
    pub you_began: bool,
    /// Whether the chooser won the last game that was won, for [`Begins::Loser`].
    pub you_won: bool,
    /// The names of two people at the board, the chooser's first; may be empty.
    pub names: [String; 2],
    /// The rules.
    pub rules: Rules,
    /// What somebody calls them who has put them together.
    #[serde(with = "optional_name")]
    pub rules_name: Option<String>,
    /// The thinking time.
    #[serde(with = "optional_clock")]
    pub clock: Option<Clock>,
    /// The name of the outside program that sits opposite; may be empty.
    pub program: String,
    /// Where nobody but programs plays: the names of outside programs in the place of our engine.
    #[serde(deserialize_with = "watched")]
    pub watched: ByColor<Option<String>>,
}

/// Who sits opposite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opponent {
    /// Another person at the same board.
    Person,
    /// Our engine.
    #[default]
    Computer,
    /// An outside program.
    Program,
    /// Nobody: our engine or outside programs play both colors.
    Watch,
}

/// Who begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Begins {
    /// The person who sets the game up.
    #[default]
    You,
    /// The opponent.
    Opponent,
    /// Chance decides.
    Random,
    /// Whoever did not begin the game before.
    InTurn,
    /// Whoever lost the game before; after a draw the same.
    Loser,
}

impl Begins {
    /// Who begins unless somebody wants it otherwise: where the first side can always win, both do
    /// in turn.
    #[must_use]
    pub fn usual(rules: &Rules) -> Self {
        if rules.first_side_wins() { Self::InTurn } else { Self::default() }
    }
}

/// The word for somebody at the board.
const PERSON: &str = "person";

/// How others stand in files: `{ person = "name" }`, `{ level = 3 }`, `{ level = "perfect" }`, `{
/// depth = 6 }`, `{ rating = 640 }` or `{ program = "name", called = "what it calls itself" }`.
/// Where several keys say who it is, the first counts.
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
            Self::Person => return PERSON.serialize(serializer),
            Self::Named(name) => PlayerKeys { person: Some(name), ..PlayerKeys::default() },
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

/// A name in files, as it is kept.
fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    String::deserialize(deserializer).map(|name| names::kept(&name).unwrap_or_default())
}

/// A name in files, empty for none.
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

/// A color left out is our engine's.
fn watched<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ByColor<Option<String>>, D::Error> {
    or_allowed(deserializer, "names of programs such as { white = \"…\" }").map(|ByKey(names)| names)
}

impl Player {
    /// Somebody at the board, with a name as it is kept if it is not empty.
    #[must_use]
    pub fn person(name: &str) -> Self {
        names::kept(name).map_or(Self::Person, Self::Named)
    }

    /// The outside program of this name.
    #[must_use]
    pub fn program(name: &str) -> Self {
        Self::Program(ProgramSeat { program: name.to_owned(), display_name: None })
    }

    /// Of which kind it is.
    #[must_use]
    pub const fn kind(&self) -> PlayerKind {
        match self {
            Self::Person | Self::Named(_) => PlayerKind::Person,
            Self::Computer(_) => PlayerKind::Computer,
            Self::Program(_) => PlayerKind::Program,
        }
    }

    /// Whether it is a person at this board, who taps here and answers here.
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.kind() == PlayerKind::Person
    }

    /// Whether it plays from outside: it is asked for its moves, and may say more than those.
    #[must_use]
    pub fn is_outside(&self) -> bool {
        self.kind() == PlayerKind::Program
    }

    /// How well our engine plays, if it is that.
    #[must_use]
    pub const fn skill(&self) -> Option<Skill> {
        if let Self::Computer(skill) = self { Some(*skill) } else { None }
    }

    /// The outside program, if it is one.
    #[must_use]
    pub const fn seat(&self) -> Option<&ProgramSeat> {
        if let Self::Program(seat) = self { Some(seat) } else { None }
    }

    /// Keeps what an outside player calls itself; says whether that is news.
    pub fn introduce(&mut self, name: &str) -> bool {
        let (Self::Program(seat), name) = (self, names::kept(name)) else { return false };
        let news = name.is_some() && seat.display_name != name;
        if news {
            seat.display_name = name;
        }
        news
    }

    /// The name of a person, or what a program calls itself or else is called; our engine has none.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Person | Self::Computer(_) => None,
            Self::Named(name) => Some(name),
            Self::Program(ProgramSeat { program, display_name }) => Some(display_name.as_ref().unwrap_or(program)),
        }
    }
}

impl Default for NewGameOptions {
    /// A first game: against the computer at an easy level, beginning oneself, without a clock.
    fn default() -> Self {
        Self {
            opponent: Opponent::default(),
            skill: Skill::FIRST,
            suits_you: false,
            second_skill: Skill::FIRST,
            begins: Begins::default(),
            you_began: false,
            you_won: false,
            names: Default::default(),
            rules: Rules::default(),
            rules_name: None,
            clock: None,
            program: String::new(),
            watched: ByColor::default(),
        }
    }
}

impl NewGameOptions {
    /// The game it means. `coin` is White for the chooser or not, and used only where chance
    /// decides.
    #[must_use]
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
            Opponent::Computer => against(&Player::Computer(self.skill)),
            Opponent::Program => against(&Player::program(&self.program)),
            Opponent::Watch => {
                ByColor { white: watched(Color::White, self.skill), black: watched(Color::Black, self.second_skill) }
            }
        };
        GameSetup { rules: self.rules, rules_name: self.rules_name.clone(), players, clock: self.clock }
    }

    /// Remembers who began a game that was made of this.
    pub fn remember(&mut self, game: &GameSetup) {
        if let Some(you) = self.color_of_chooser(game) {
            self.you_began = you == Color::White;
        }
    }

    /// Remembers who won a game that was made of this.
    pub fn remember_winner(&mut self, game: &GameSetup, winner: Color) {
        if let Some(you) = self.color_of_chooser(game) {
            self.you_won = you == winner;
        }
    }

    /// The color of the chooser in a game: of the only person, or of the one of two with the first
    /// name.
    fn color_of_chooser(&self, game: &GameSetup) -> Option<Color> {
        let [yours, theirs] = self.names.each_ref().map(|name| Player::person(name));
        let is_yours = |color: &Color| game.players[*color] == yours && game.players[color.other()] == theirs;
        game.only_person().or_else(|| Color::BOTH.into_iter().find(is_yours))
    }
}

impl GameSetup {
    /// A game between two people at the board, without a clock.
    #[must_use]
    pub fn between_persons(rules: Rules) -> Self {
        let players = ByColor { white: Player::Person, black: Player::Person };
        Self { rules, rules_name: None, players, clock: None }
    }

    /// The same game once more: with the colors changed where the first side can always win.
    #[must_use]
    pub fn again(&self) -> Self {
        if self.rules.first_side_wins() { self.rematch() } else { self.clone() }
    }

    /// The same with the colors changed.
    #[must_use]
    pub fn rematch(&self) -> Self {
        Self { players: self.players.clone().swapped(), ..self.clone() }
    }

    /// The side of the only person, if there is just one.
    #[must_use]
    pub fn only_person(&self) -> Option<Color> {
        match (self.players.white.is_local(), self.players.black.is_local()) {
            (true, false) => Some(Color::White),
            (false, true) => Some(Color::Black),
            _ => None,
        }
    }

    /// Whether any side is played by a person.
    #[must_use]
    pub fn has_person(&self) -> bool {
        Color::BOTH.into_iter().any(|color| self.players[color].is_local())
    }
}

#[cfg(test)]
#[path = "setup_tests.rs"]
mod tests;
