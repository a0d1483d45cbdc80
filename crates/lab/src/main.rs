// SPDX-License-Identifier: GPL-3.0-or-later
//! Tools for developers: `cargo run --release -p lab -- blunders`. They are not installed.
//!
//! They fit and measure the engine and the puzzles, and write the manual pages and completions of
//! `nmm` during the build. `docs/engine-log.md` records the results.

mod bench;
mod blunders;
mod calibrate;
mod endings;
mod games;
mod man;
mod move_values;
mod openings;
mod positions;
mod tune;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use nmm::shared::Done;

/// Measure and fit the engine of Nine Men's Morris, for developers.
#[derive(Parser)]
#[command(name = "lab", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Bench(bench::Arguments),
    Blunders(blunders::Arguments),
    Calibrate(calibrate::Arguments),
    Endings(endings::Arguments),
    Man(man::Arguments),
    Openings(openings::Arguments),
    Positions(positions::Arguments),
    Tune(tune::Arguments),
}

/// Tables of solved positions of the source.
const TABLES_DIR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/endgame");

fn main() -> ExitCode {
    nmm::run_program("lab", TABLES_DIR.as_ref(), |arguments: Arguments| execute(&arguments.command))
}

fn execute(command: &Command) -> Done<ExitCode> {
    match command {
        Command::Bench(arguments) => bench::run(arguments)?,
        Command::Blunders(arguments) => blunders::run(arguments)?,
        Command::Calibrate(arguments) => calibrate::run(arguments)?,
        Command::Endings(arguments) => endings::run(arguments)?,
        Command::Man(arguments) => man::run(arguments, &nmm::command())?,
        Command::Openings(arguments) => openings::run(arguments)?,
        Command::Positions(arguments) => positions::run(arguments)?,
        Command::Tune(arguments) => tune::run(arguments)?,
    }
    Ok(ExitCode::SUCCESS)
}
