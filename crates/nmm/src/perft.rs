// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm perft`: counts paths.

use std::io::{self, Write};
use std::time::Instant;

use morris_players::PartialPosition;
use morris_players::uci::DEEPEST_COUNT;

use super::examples::examples;
use super::output::Done;
use super::rules_args::PositionRules;

/// Count the ways to play a number of moves.
///
/// Draws and waiting are left out. The count is alone on the last line.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    ("nmm perft 4", "Count four moves from the empty board."),
    ("nmm perft --rules twelve 3", "Count three moves of twelve men's morris."),
]))]
pub struct Arguments {
    /// Count this number of moves deep, at most 100.
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(DEEPEST_COUNT)))]
    depth: u32,
    /// Count from this position line [default: the start].
    position: Vec<String>,
    #[command(flatten)]
    rules: PositionRules,
}

pub fn run(arguments: &Arguments) -> Done {
    let Arguments { depth, position, rules } = arguments;
    let (PartialPosition { position, .. }, rules) = rules.position(position)?;
    let started = Instant::now();
    let count = morris::perft(&position, &rules, *depth);
    let seconds = started.elapsed().as_secs_f64();
    writeln!(io::stdout(), "{seconds:.3} s, {:.1} million moves a second", count as f64 / seconds / 1e6)?;
    writeln!(io::stdout(), "{count}")?;
    Ok(())
}
