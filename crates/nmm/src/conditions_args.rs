// SPDX-License-Identifier: GPL-3.0-or-later
//! Arguments for the conditions of games.

use std::path::PathBuf;
use std::time::Duration;

use morris::{ByColor, Rules};
use morris_engine::{EngineOptions, Limits, TimeControl};
use morris_players::{PlayerSpec, parse_limits, parse_time};

use super::openings;
use super::output::Done;
use super::referee::Conditions;
use super::rules_args::parse_rules;
use super::tablebase_args::TablesInUse;

/// Default time for a move.
const SHORT: Duration = Duration::from_millis(100);

/// Conditions that apply to all games.
#[derive(clap::Args)]
pub struct ConditionsArguments {
    /// Use these rules: an id or a file [default: compo with `compo:`, windmill with an agent,
    /// otherwise standard].
    #[arg(long, value_name = "RULES", value_parser = parse_rules)]
    rules: Option<Rules>,
    /// Begin each game with N random placements [default: 4].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=1_000))]
    opening: Option<u16>,
    /// Begin games with the openings in this file, in turn.
    ///
    /// Each line is a position line or a list of moves; empty lines and lines that begin with # are
    /// skipped. Unless you give a number of games or rounds, each opening is played once with both
    /// colors.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["opening", "drawn"])]
    openings: Option<PathBuf>,
    /// Use only openings that the tables know to be drawn.
    #[arg(long)]
    drawn: bool,
    /// Play this number of games at once.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Seed the random numbers; the same seed with fixed depths or nodes gives the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Declare a draw after N plies.
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    most_plies: u32,
    /// Set the hash table size of the built-in engine, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=4096))]
    memory: u32,
    /// Give each player a clock, optionally with an increment per move, such as `10s+0.1s` or
    /// `60s`.
    ///
    /// A player whose time runs out loses, even if its protocol has no clock.
    #[arg(long, value_name = "TIME+TIME", value_parser = parse_clock)]
    clock: Option<TimeControl>,
    /// Limit the thinking time of the strongest level; the others use a share of it [default:
    /// 100ms, with --clock 2s].
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    thinking_time: Option<Duration>,
    /// Send programs this limit: `depth:6`, `nodes:20000`, `time:100ms` [default: time:100ms, with
    /// --clock only the clock].
    #[arg(long, value_name = "LIMIT", value_parser = parse_limits)]
    limit: Option<Limits>,
    /// Limit how long a program may take to answer; a late answer loses the game.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_time)]
    patience: Duration,
    /// Tables of solved positions for the players that use them: `perfect`, `level:10`, and with
    /// `nodes:`, `time:` or `depth:` our engine within plain limits. Lower levels use none.
    #[command(flatten)]
    tables: TablesInUse,
}

impl ConditionsArguments {
    /// Returns the conditions for these players. `rules` and `opening` are the defaults for the
    /// rules and for the number of placements.
    pub fn conditions(&self, players: &[&PlayerSpec], rules: Rules, opening: usize) -> Done<Conditions> {
        let rules = self.rules.unwrap_or(rules);
        let openings = self.openings.as_deref().map(|path| openings::read(path, &rules)).transpose()?;
        Ok(Conditions {
            rules,
            opening: self.opening.map_or(opening, usize::from),
            openings: openings.unwrap_or_default(),
            drawn: self.drawn,
            threads: self.threads.into(),
            seed: self.seed,
            most_plies: self.most_plies as usize,
            engine: EngineOptions { memory_mib: self.memory as usize, threads: 1, thinking_time: self.thinking_time() },
            limits: self.limits(),
            timeout: self.patience,
            clock: self.clock,
            tables: if self.drawn { self.tables.open() } else { self.tables.open_for(players) },
        })
    }

    fn thinking_time(&self) -> Duration {
        self.thinking_time.unwrap_or(if self.clock.is_some() { Duration::from_secs(2) } else { SHORT })
    }

    fn limits(&self) -> Limits {
        self.limit.unwrap_or(Limits { time: self.clock.is_none().then_some(SHORT), ..Limits::default() })
    }
}

/// Reads a clock such as `10s+0.1s` or `60s`, which applies to both sides.
fn parse_clock(text: &str) -> Result<TimeControl, &'static str> {
    let (left, increment) = text.split_once('+').unwrap_or((text, "0s"));
    let (left, increment) = (parse_time(left)?, parse_time(increment)?);
    if left.is_zero() {
        Err("a clock begins with some time")
    } else {
        Ok(TimeControl { left: ByColor { white: left, black: left }, increment })
    }
}
