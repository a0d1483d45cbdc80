// SPDX-License-Identifier: GPL-3.0-or-later
//! Those who play one side of a game by being asked for turns: our engine, chance, outside programs.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::time::Duration;

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::uci::Guest;
use super::{ProgramError, shown};
use crate::engine::{EngineOptions, Level, Limits, Request, Strength, Thinker, Ticket};
use crate::game::{IllegalMove, Move, Record, Rules};

/// Who plays, as it is said in a command.
///
/// As text `level:5`, `perfect`, `depth:6`, `nodes:20000`, `time:100ms`, `random`, or the command of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerChoice {
    /// Our engine.
    Engine(Strength),
    /// Any legal turn.
    Random,
    /// A program that speaks the UCI-like protocol.
    Program(String),
}

/// What a player is given when it sits down to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The rules.
    pub rules: Rules,
    /// Settings of our engine.
    pub engine: EngineOptions,
    /// What a program is asked to think.
    pub limits: Limits,
    /// How long an answer of a program may take at most.
    pub patience: Duration,
    /// Chance, where it decides.
    pub seed: u64,
}

/// Somebody who plays one side of one game.
pub trait Player: fmt::Debug {
    /// What it calls itself.
    fn name(&self) -> String;

    /// Its turn where the game stands. The turn may be illegal.
    ///
    /// # Errors
    /// Why it has none.
    fn choose(&mut self, record: &Record) -> Result<Move, PlayerError>;
}

/// Why a player cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum PlayerError {
    /// The program behind it failed.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// It says that it has no turn.
    #[error("names no turn")]
    NoTurn,
    /// What it says is no turn.
    #[error("answers “{0}”, which is no turn")]
    Unreadable(String),
    /// Its turn is not legal.
    #[error("plays {turn}: {reason}")]
    Illegal {
        /// The turn.
        turn: Move,
        /// Why not.
        reason: IllegalMove,
    },
    /// It does not play by these rules.
    #[error("does not know the rules {0}")]
    Rules(Rules),
}

/// Why a text says nobody who plays.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{text}” is no player: {expected}")]
pub struct ParsePlayerError {
    text: String,
    expected: &'static str,
}

impl PlayerChoice {
    /// Has the player sit down to a new game.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn sit_down(&self, seat: &Seat) -> Result<Box<dyn Player>, PlayerError> {
        Ok(match self {
            Self::Engine(strength) => Box::new(OurEngine {
                name: self.to_string(),
                thinker: Thinker::new(seat.engine),
                strength: *strength,
                chance: Xoshiro256PlusPlus::seed_from_u64(seat.seed),
            }),
            Self::Random => Box::new(Random { chance: Xoshiro256PlusPlus::seed_from_u64(seat.seed) }),
            Self::Program(command) => Box::new(Guest::start(command, seat)?),
        })
    }
}

impl fmt::Display for PlayerChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(Strength::Level(level)) => write!(f, "level:{}", level.number()),
            Self::Engine(Strength::Perfect) => f.write_str("perfect"),
            Self::Engine(Strength::Limits(Limits { depth, nodes, time })) => {
                let parts = [
                    depth.map(|depth| format!("depth:{depth}")),
                    nodes.map(|nodes| format!("nodes:{nodes}")),
                    time.map(|time| format!("time:{}ms", time.as_millis())),
                ];
                f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(","))
            }
            Self::Random => f.write_str("random"),
            Self::Program(command) => f.write_str(command),
        }
    }
}

impl FromStr for PlayerChoice {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = |expected| ParsePlayerError { text: shown(text), expected };
        if text.trim().is_empty() {
            return Err(error("it is empty"));
        }
        match text.split_once(':') {
            Some(("level", number)) => {
                let level = number.parse().ok().and_then(Level::new);
                Ok(Self::Engine(Strength::Level(level.ok_or_else(|| error("levels go from 1 to 10"))?)))
            }
            Some(("depth" | "nodes" | "time", _)) => {
                parse_limits(text).map(|limits| Self::Engine(Strength::Limits(limits))).map_err(error)
            }
            _ if text == "perfect" => Ok(Self::Engine(Strength::Perfect)),
            _ if text == "random" => Ok(Self::Random),
            _ => Ok(Self::Program(text.to_owned())),
        }
    }
}

/// Reads limits such as `depth:6`, `nodes:20000`, `time:100ms`, several with commas between them.
///
/// # Errors
/// What it should be.
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

/// Reads a time such as `100ms`, `1s` or `1.5s`.
///
/// # Errors
/// What it should be.
pub fn parse_time(text: &str) -> Result<Duration, &'static str> {
    let (number, unit) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => (number, 0.001),
        (None, Some(number)) => (number, 1.0),
        _ => return Err("times read 100ms or 1.5s"),
    };
    let seconds = number.trim().parse().map(|number: f64| number * unit).map_err(|_| "times read 100ms or 1.5s")?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "such a time cannot be")
}

/// Our engine, asked on the thread that plays the game.
struct OurEngine {
    name: String,
    thinker: Thinker,
    strength: Strength,
    chance: Xoshiro256PlusPlus,
}

impl fmt::Debug for OurEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OurEngine").field("strength", &self.strength).finish_non_exhaustive()
    }
}

impl Player for OurEngine {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, record: &Record) -> Result<Move, PlayerError> {
        let request = Request {
            ticket: Ticket(0),
            rules: *record.rules(),
            positions: record.positions().to_vec(),
            among: Vec::new(),
            strength: self.strength,
            seed: self.chance.random(),
            at_least: Duration::ZERO,
        };
        let best = self.thinker.think(&request, || ControlFlow::Continue(()), |_| {});
        best.map(|best| best.turn).ok_or(PlayerError::NoTurn)
    }
}

/// Plays any legal turn.
#[derive(Debug)]
struct Random {
    chance: Xoshiro256PlusPlus,
}

impl Player for Random {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn choose(&mut self, record: &Record) -> Result<Move, PlayerError> {
        let turns = record.position().legal_moves(record.rules());
        turns.choose(&mut self.chance).copied().ok_or(PlayerError::NoTurn)
    }
}
