// SPDX-License-Identifier: GPL-3.0-or-later
//! Arguments for the conditions of games.

use std::sync::Arc;
use std::time::Duration;

use morris::{ByColor, Rules};
use morris_engine::{EngineOptions, Limits, TimeControl};
use morris_players::{PlayerSpec, parse_limits, parse_time};

use super::referee::Conditions;
use super::rules_args::parse_rules;
use super::tablebase_args::TablesInUse;

/// Default time for a move.
const SHORT: Duration = Duration::from_millis(100);

/// Conditions that apply to all games.
#[derive(clap::Args)]
pub struct ConditionsArguments {
    /// The rules, or a file of rules [default: compo with `compo:`, windmill with an agent, else
    /// standard].
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
    /// Each side has a clock with so much time, and perhaps gets so much back after each of its
    /// moves, such as `10s+0.1s` or `60s`: whose time runs out loses. Whoever cannot be told of a
    /// clock is not waited for any longer.
    #[arg(long, value_name = "TIME+TIME", value_parser = parse_clock)]
    clock: Option<TimeControl>,
    /// How long the strongest level may think about a move; the others think for a share of it
    /// [default: 100ms, with --clock 2s].
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    thinking_time: Option<Duration>,
    /// What programs are told to think: `depth:6`, `nodes:20000`, `time:100ms` [default:
    /// time:100ms, with --clock nothing but what it leaves].
    #[arg(long, value_name = "LIMIT", value_parser = parse_limits)]
    limit: Option<Limits>,
    /// How long an answer of a program may take; a later one loses the game.
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
    pub fn conditions(&self, players: &[&PlayerSpec], rules: Rules, opening: usize) -> Conditions {
        let use_tables = self.drawn || players.iter().any(|player| uses_tables(player));
        Conditions {
            rules: self.rules.unwrap_or(rules),
            opening: self.opening.map_or(opening, usize::from),
            drawn: self.drawn,
            threads: self.threads.into(),
            seed: self.seed,
            most_plies: self.most_plies as usize,
            engine: EngineOptions { memory_mib: self.memory as usize, threads: 1, thinking_time: self.thinking_time() },
            limits: self.limits(),
            timeout: self.patience,
            clock: self.clock,
            tables: if use_tables { self.tables.open() } else { Arc::default() },
        }
    }

    fn thinking_time(&self) -> Duration {
        self.thinking_time.unwrap_or(if self.clock.is_some() { Duration::from_secs(2) } else { SHORT })
    }

    fn limits(&self) -> Limits {
        self.limit.unwrap_or(Limits { time: self.clock.is_none().then_some(SHORT), ..Limits::default() })
    }
}

/// Returns `true` if a player uses tables. They are opened only for such players.
fn uses_tables(player: &PlayerSpec) -> bool {
    matches!(player, PlayerSpec::Engine(strength) if strength.uses_tables())
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
