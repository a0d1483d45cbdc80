// SPDX-License-Identifier: GPL-3.0-or-later
//! Descriptions of players for the command line.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use super::address::{Address, AddressError, without_secret};
use super::builtin_players::{EnginePlayer, RandomPlayer};
use super::classroom::Agent;
use super::competition::CompetitionClient;
use super::formats::is_plain;
use super::novice::{Novice, NovicePlayer};
use super::player::{GamePlayer, PlayerConfig, PlayerError};
use super::search_control::SearchControl;
use super::uci::UciClient;
use crate::program::{Program, ProtocolKind};
use morris::{Rules, escape};
use morris_engine::{Level, Limits, Rating, Strength};

/// Description of a player for the command line.
///
/// The text form is `level:5`, `rating:640` (between two levels), `perfect`, `depth:6`,
/// `nodes:20000`, `time:100ms`, `random`, `novice:60`, the address of a classroom agent such as
/// `http://127.0.0.1:5000`, or the command of a program. `compo:` or `uci:` before a command
/// selects its protocol.
///
/// ```
/// use morris_players::PlayerSpec;
///
/// let player: PlayerSpec = "level:5".parse()?;
/// assert_eq!(player.to_string(), "level:5");
/// assert!("level:50".parse::<PlayerSpec>().is_err());
/// # Ok::<(), morris_players::ParsePlayerError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerSpec {
    /// The engine.
    Engine(Strength),
    /// Random legal moves.
    Random,
    /// A model of a player who has just learned the rules.
    Novice(Novice),
    /// An external program.
    Program {
        /// Protocol of the program. `None` selects it by the rules.
        speech: Option<ProtocolKind>,
        /// Command or address.
        command: String,
    },
}

/// Why a text does not describe a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{text}” is not a player: {expected}")]
pub struct ParsePlayerError {
    text: String,
    expected: Cow<'static, str>,
}

impl ParsePlayerError {
    fn address(text: &str, source: AddressError) -> Self {
        let expected = match source {
            AddressError::Unreadable(_) => Cow::Borrowed("agents have addresses such as http://127.0.0.1:5000"),
            AddressError::Port { port, .. } => {
                Cow::Owned(format!("its port is “{port}”, and ports go from 1 to 65535"))
            }
            AddressError::Query { letter, .. } => {
                Cow::Owned(format!("it has a “{letter}”, which the address of an agent cannot have"))
            }
        };
        Self { text: escape(&without_secret(text)), expected }
    }
}

impl PlayerSpec {
    /// Connects the player to a new game.
    pub fn connect(
        &self,
        config: &PlayerConfig,
        control: &mut dyn SearchControl,
    ) -> Result<Box<dyn GamePlayer>, PlayerError> {
        match self {
            Self::Engine(strength) => {
                let engine = EnginePlayer::new(self.to_string(), config.engine, *strength, config.seed);
                Ok(Box::new(engine.with_tables(Arc::clone(&config.tables))))
            }
            Self::Random => Ok(Box::new(RandomPlayer::new(config.seed))),
            Self::Novice(novice) => Ok(Box::new(NovicePlayer::new(*novice, config.seed))),
            Self::Program { .. } => self
                .program(&config.rules)
                .map_or(Err(PlayerError::NoMove), |program| connect_program(&program, config, control)),
        }
    }

    /// Returns the external program, if the player is one. Its name is the text form of the player.
    pub fn program(&self, rules: &Rules) -> Option<Program> {
        let Self::Program { speech, command } = self else { return None };
        let by_rules = if *rules == Rules::COMPO { ProtocolKind::Competition } else { ProtocolKind::Uci };
        Some(Program {
            name: self.to_string(),
            speech: speech.unwrap_or(by_rules),
            command: command.clone(),
            options: BTreeMap::new(),
        })
    }

    /// Returns the protocol that the text names, or `None` if it names none.
    pub const fn speech(&self) -> Option<ProtocolKind> {
        match self {
            Self::Program { speech, .. } => *speech,
            Self::Engine(_) | Self::Random | Self::Novice(_) => None,
        }
    }
}

/// Connects an external program to a new game.
pub fn connect_program(
    program: &Program,
    config: &PlayerConfig,
    control: &mut dyn SearchControl,
) -> Result<Box<dyn GamePlayer>, PlayerError> {
    if program.speech != ProtocolKind::Uci && !is_plain(&config.rules) {
        return Err(PlayerError::Rules(config.rules));
    }
    Ok(match program.speech {
        ProtocolKind::Competition => Box::new(CompetitionClient::start(&program.command, config, control)?),
        ProtocolKind::Uci => Box::new(UciClient::start(&program.command, &program.options, config, control)?),
        ProtocolKind::Classroom => Box::new(Agent::new(&program.command, config.timeout)?),
    })
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(Strength::Level(level)) => write!(f, "level:{}", level.number()),
            Self::Engine(Strength::Rating(rating)) => write!(f, "rating:{}", rating.points()),
            Self::Engine(Strength::Depth(depth)) => write!(f, "depth:{}", depth.plies()),
            Self::Engine(Strength::Perfect) => f.write_str("perfect"),
            Self::Engine(Strength::Limits(Limits { depth, nodes, time, .. })) => {
                let parts = [
                    depth.map(|depth| format!("depth:{depth}")),
                    nodes.map(|nodes| format!("nodes:{nodes}")),
                    time.map(|time| format!("time:{}ms", time.as_millis())),
                ];
                f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(","))
            }
            Self::Random => f.write_str("random"),
            Self::Novice(novice) => novice.fmt(f),
            Self::Program { speech, command } => f.pad(&match speech {
                Some(ProtocolKind::Competition) => format!("compo:{}", escaped(command)),
                Some(ProtocolKind::Uci) => format!("uci:{}", escaped(command)),
                Some(ProtocolKind::Classroom) => called(command),
                None => escaped(command),
            }),
        }
    }
}

/// Returns the address of an agent without user and password.
fn called(address: &str) -> String {
    Address::read(address).map_or_else(|_| escaped(&without_secret(address)), |address| address.to_string())
}

/// Escapes a text so that it can be shown in one line, without control characters.
fn escaped(text: &str) -> String {
    let letters = text.chars().flat_map(|letter| {
        let plain = matches!(letter, '\'' | '"' | '\\');
        // The escape of these three is a backslash and the character itself. The backslash is
        // skipped.
        letter.escape_debug().skip(usize::from(plain))
    });
    letters.collect()
}

impl FromStr for PlayerSpec {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error =
            |expected| ParsePlayerError { text: escape(&without_secret(text)), expected: Cow::Borrowed(expected) };
        if text.trim().is_empty() {
            return Err(error("it is empty"));
        }
        let program = |speech, command: &str| match command.trim() {
            "" => Err(error("the command is missing")),
            command => Ok(Self::Program { speech, command: command.to_owned() }),
        };
        match text.split_once(':') {
            Some(("level", number)) => {
                let level = number.parse().ok().and_then(Level::new);
                Ok(Self::Engine(Strength::Level(level.ok_or_else(|| error("levels go from 1 to 10"))?)))
            }
            Some(("rating", points)) => {
                let rating = points.parse().ok().and_then(Rating::new);
                Ok(Self::Engine(Strength::Rating(rating.ok_or_else(|| error("ratings go from 110 to 1800"))?)))
            }
            Some(("depth" | "nodes" | "time", _)) => {
                parse_limits(text).map(|limits| Self::Engine(Strength::Limits(limits))).map_err(error)
            }
            Some(("novice", what)) => Novice::parse(what)
                .map(Self::Novice)
                .ok_or_else(|| error("a novice reads novice:60 or novice:60+, with 0 to 100 percent")),
            Some(("compo", command)) => program(Some(ProtocolKind::Competition), command),
            Some(("uci", command)) => program(Some(ProtocolKind::Uci), command),
            Some((scheme, _)) if scheme.trim().eq_ignore_ascii_case("http") => {
                Address::read(text).map_err(|source| ParsePlayerError::address(text, source))?;
                program(Some(ProtocolKind::Classroom), text)
            }
            Some((scheme, _)) if scheme.trim().eq_ignore_ascii_case("https") => {
                Err(error("agents are asked over plain http://"))
            }
            _ if text == "perfect" => Ok(Self::Engine(Strength::Perfect)),
            _ if text == "random" => Ok(Self::Random),
            _ => program(None, text),
        }
    }
}

/// Parses limits such as `depth:6`, `nodes:20000` and `time:100ms`, which may be combined with
/// commas.
///
/// ```
/// use morris_players::parse_limits;
///
/// let limits = parse_limits("depth:6,nodes:20000")?;
/// assert_eq!((limits.depth, limits.nodes, limits.time), (Some(6), Some(20_000), None));
/// # Ok::<(), &str>(())
/// ```
///
/// # Errors
/// Returns a description of the expected form.
pub fn parse_limits(text: &str) -> Result<Limits, &'static str> {
    let mut limits = Limits::default();
    for part in text.split(',') {
        match part.split_once(':') {
            Some(("depth", number)) => {
                let depth = number.parse().ok().filter(|depth| (1..=127).contains(depth));
                limits.depth = Some(depth.ok_or("depths go from 1 to 127")?);
            }
            Some(("nodes", number)) => limits.nodes = Some(number.parse().map_err(|_| "nodes are a whole number")?),
            Some(("time", text)) => limits.time = Some(parse_time(text)?),
            _ => return Err("limits read depth:6, nodes:20000 or time:100ms"),
        }
    }
    Ok(limits)
}

/// Maximum time that can be entered: eleven days.
const LONGEST: Duration = Duration::from_secs(1_000_000);

/// Parses a time such as `100ms`, `1s` or `1.5s`.
///
/// # Errors
/// Returns a description of the expected form.
pub fn parse_time(text: &str) -> Result<Duration, &'static str> {
    let (number, unit) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => (number, 0.001),
        (None, Some(number)) => (number, 1.0),
        _ => return Err("times read 100ms or 1.5s"),
    };
    let seconds = number.trim().parse().map(|number: f64| number * unit).map_err(|_| "times read 100ms or 1.5s")?;
    let time = Duration::try_from_secs_f64(seconds).map_err(|_| "such a time cannot be")?;
    if time <= LONGEST { Ok(time) } else { Err("times are at most 1000000s") }
}
