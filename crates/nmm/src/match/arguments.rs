// SPDX-License-Identifier: GPL-3.0-or-later
//! What `nmm match` is told.

use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::ArgAction::SetTrue;
use morris::{ByColor, Rules};
use morris_engine::{EngineOptions, Level, Limits, TimeControl};
use morris_play::protocol::{ParsePlayerError, PlayerSpec, parse_limits, parse_time};
use morris_play::setup::ProtocolKind;

use super::statistics::Sprt;
use super::tournament::{Colors, Tournament};
use crate::examples::examples;
use crate::rules_args::parse_rules;
use crate::table_args::TablesInUse;

/// The time for a move where nothing else is said.
const SHORT: Duration = Duration::from_millis(100);

/// Has two players play many games.
///
/// A player is `level:5`, `rating:640` (as strong as that, between two levels), `perfect`, `depth:6`, `nodes:20000`,
/// `time:100ms` (our engine), `random`, `novice:60`, the address of a classroom agent such as `http://127.0.0.1:5000`, or
/// the command of a program. `compo:COMMAND` speaks the competition's protocol, `uci:COMMAND` the UCI-like one; a command
/// alone speaks the competition's with the rules compo, else the UCI-like one.
///
/// With --first and --second each opening is played twice with colours changed; with --white and --black the colours
/// stay.
///
/// Exit status: 0 when all games came to an end by the rules or the cap; 1 when a player failed in one, when --sprt did
/// not accept ELO1, or when a step of --ladder is not between 65 % and 90 %; 2 when the match could not be played.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    ("nmm match --first level:3 --second novice:60 --games 20", "How level 3 does against a beginner."),
    (
        r#"nmm match --white "python3 my_player.py" --black "nmm play-compo" --rules compo --games 2 --log games/"#,
        "A program of yours against our engine, with a game text of each game.",
    ),
    (
        "nmm match --first depth:3 --second random --games 1000 --sprt 0 200 --threads 2",
        "Plays until it is clear whether three plies are worth 200 Elo, and no longer.",
    ),
    ("nmm match --white level:2 --black level:1 --clock 5s+0.1s --games 2", "With a clock."),
]))]
pub struct Arguments {
    /// One player.
    #[arg(long, value_name = "PLAYER", value_parser = typed, requires = "second", conflicts_with_all = ["white", "black", "ladder"])]
    pub first: Option<Typed>,
    /// The other player.
    #[arg(long, value_name = "PLAYER", value_parser = typed, requires = "first")]
    pub second: Option<Typed>,
    /// Who plays White in every game.
    #[arg(long, value_name = "PLAYER", value_parser = typed, requires = "black", conflicts_with = "ladder")]
    pub white: Option<Typed>,
    /// Who plays Black in every game.
    #[arg(long, value_name = "PLAYER", value_parser = typed, requires = "white")]
    pub black: Option<Typed>,
    /// Each level plays against its neighbour instead.
    #[arg(long, action = SetTrue)]
    pub ladder: bool,
    /// Of the ladder only the levels from A to B.
    #[arg(long, value_name = "A-B", requires = "ladder", value_parser = parse_levels, default_value = "1-10")]
    pub levels: Levels,
    /// How many games; of the ladder for each step.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// The rules, or a file of rules [default: compo with `compo:`, windmill with an agent, else standard].
    #[arg(long, value_name = "RULES", value_parser = parse_rules)]
    rules: Option<Rules>,
    /// How many random placements each game begins with [default: 4; 0 with --white and --black].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=1_000))]
    opening: Option<u16>,
    /// Of these openings only such that the tables know to be drawn.
    #[arg(long)]
    drawn: bool,
    /// How many games are played at once; each takes a thread of its own.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Decides openings and chance; the same seed and fixed depths or nodes give the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// After so many plies a game is a draw.
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    most_plies: u32,
    /// The table of our engine in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=4096))]
    memory: u32,
    /// Each side has a clock with so much time, and perhaps gets so much back after each of its moves, such as
    /// `10s+0.1s` or `60s`: whose time runs out loses. Whoever cannot be told of a clock is not waited for any longer.
    #[arg(long, value_name = "TIME+TIME", value_parser = parse_clock)]
    clock: Option<TimeControl>,
    /// How long the strongest level may think about a move; the others think for a share of it [default: 100ms, with
    /// --clock 2s].
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    thinking_time: Option<Duration>,
    /// What programs are told to think: `depth:6`, `nodes:20000`, `time:100ms` [default: time:100ms, with --clock
    /// nothing but what it leaves].
    #[arg(long, value_name = "LIMIT", value_parser = parse_limits)]
    limit: Option<Limits>,
    /// How long an answer of a program may take; a later one loses the game.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_time)]
    patience: Duration,
    /// Stops as soon as it is clear whether the first player is ELO1 stronger rather than ELO0 (5 % error each way).
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true, conflicts_with = "ladder")]
    sprt: Option<Vec<f64>>,
    /// Adds each game to this file as game text; in a folder, or under a name that ends with /, it gets a file of its
    /// own.
    #[arg(long, value_name = "PATH")]
    pub log: Option<PathBuf>,
    /// Which tables of solved positions the players use, as they do in the window: `perfect`, `level:10`, and with
    /// `nodes:`, `time:` or `depth:` our engine within plain limits. The levels below use none.
    #[command(flatten)]
    tables: TablesInUse,
}

/// A player as it was typed. What is wrong with it is said by us: clap would show passwords.
type Typed = Result<PlayerSpec, ParsePlayerError>;

fn typed(text: &str) -> Result<Typed, Infallible> {
    Ok(text.parse())
}

/// The levels of a ladder, at least two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    pub lowest: Level,
    pub highest: Level,
}

/// Reads `2-5`.
fn parse_levels(text: &str) -> Result<Levels, &'static str> {
    let level = |text: &str| text.parse().ok().and_then(Level::new);
    match text.split_once('-').map(|(from, to)| (level(from), level(to))) {
        Some((Some(lowest), Some(highest))) if lowest < highest => Ok(Levels { lowest, highest }),
        _ => Err("two levels from 1 to 10 with - between them, the lower first"),
    }
}

impl Arguments {
    /// The games between two players.
    pub fn tournament(&self, colors: Colors, first: &PlayerSpec, second: &PlayerSpec) -> Tournament {
        Tournament {
            first: first.clone(),
            second: second.clone(),
            colors,
            games: self.games,
            drawn: self.drawn,
            rules: self.rules.unwrap_or_else(|| spoken_rules(first, second)),
            opening: self.opening.unwrap_or(if colors == Colors::Change { 4 } else { 0 }).into(),
            threads: self.threads.into(),
            seed: self.seed,
            most_plies: self.most_plies as usize,
            engine: EngineOptions { memory_mib: self.memory as usize, threads: 1, thinking_time: self.thinking_time() },
            limits: self.limits(),
            timeout: self.patience,
            clock: self.clock,
            tables: if self.drawn || uses_tables(first) || uses_tables(second) {
                self.tables.open()
            } else {
                Arc::default()
            },
            sprt: None,
        }
    }

    fn thinking_time(&self) -> Duration {
        self.thinking_time.unwrap_or(if self.clock.is_some() { Duration::from_secs(2) } else { SHORT })
    }

    fn limits(&self) -> Limits {
        self.limit.unwrap_or(Limits { time: self.clock.is_none().then_some(SHORT), ..Limits::default() })
    }

    pub fn sprt(&self) -> Result<Option<Sprt>, SprtError> {
        match self.sprt.as_deref() {
            Some(&[elo0, elo1]) if elo0 < elo1 => Ok(Some(Sprt { elo0, elo1 })),
            Some(_) => Err(SprtError),
            None => Ok(None),
        }
    }
}

/// The rules that a player is known to play by.
fn spoken_rules(first: &PlayerSpec, second: &PlayerSpec) -> Rules {
    first.speech().or(second.speech()).map_or_else(Rules::default, ProtocolKind::rules)
}

/// Tables are opened only for those who look into them.
fn uses_tables(player: &PlayerSpec) -> bool {
    matches!(player, PlayerSpec::Engine(strength) if strength.uses_tables())
}

/// Reads a clock such as `10s+0.1s` or `60s`, the same for both sides.
fn parse_clock(text: &str) -> Result<TimeControl, &'static str> {
    let (left, increment) = text.split_once('+').unwrap_or((text, "0s"));
    let (left, increment) = (parse_time(left)?, parse_time(increment)?);
    if left.is_zero() {
        Err("a clock begins with some time")
    } else {
        Ok(TimeControl { left: ByColor { white: left, black: left }, increment })
    }
}

#[derive(Debug, thiserror::Error)]
#[error("--sprt wants two numbers, the smaller first")]
pub struct SprtError;
