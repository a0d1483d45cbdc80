// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm probe`: prints the values of a position from the tables.

use std::io::{self, Write};
use std::ops::ControlFlow;

use morris_players::PartialPosition;
use morris_solved::tablebase::{ProbeResult, Prober};

use super::examples::examples;
use super::output::Done;
use super::rules_args::PositionRules;
use super::tablebase_args::{self, TablesInUse};

/// Look up a position in the tables.
///
/// Print its value for the side to move and the value of each move. Where the tables have it, also
/// print the number of plies, the moves of both sides, to the end or the next removal; in a small
/// game, to the end.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    ("nmm probe 'W.B/.../.../..WB../.../.B./W.W w 0 0'", "Print the value of a position and of each of its moves."),
]))]
pub struct Arguments {
    /// Look up this position line [default: the start].
    position: Vec<String>,
    #[command(flatten)]
    tables: TablesInUse,
    #[command(flatten)]
    rules: PositionRules,
}

pub fn run(arguments: &Arguments) -> Done {
    let (PartialPosition { position, .. }, rules) = arguments.rules.position(&arguments.position)?;
    let rules = &rules;
    let (tables, mut refused) = arguments.tables.look();
    let mut go_on = || ControlFlow::Continue(());
    let mut prober = Prober::new(&tables, rules, &mut go_on);
    // If no table has the position, a refused table is the likely cause.
    let Some(result) = prober.position(&position) else {
        return Err(refused.pop().map_or_else(|| Unknown.into(), Into::into));
    };
    tablebase_args::warn(&refused);
    let mut output = io::stdout().lock();
    writeln!(output, "{}", words(result))?;
    for mv in position.legal_moves(rules) {
        let text = prober.move_value(&[position], mv).map_or_else(|| "unknown".to_owned(), words);
        writeln!(output, "{:12} {text}", rules.board.display(mv).to_string())?;
    }
    Ok(())
}

fn words(ProbeResult { value, plies }: ProbeResult) -> String {
    match plies {
        Some(plies) => format!("{value} {plies}"),
        None => value.to_string(),
    }
}

#[derive(Debug, thiserror::Error)]
#[error("no table here holds the position")]
struct Unknown;
