// SPDX-License-Identifier: GPL-3.0-or-later
//! The headless program: everything that needs no window.

mod bench;
mod folder;
mod perft;
mod probe;
mod progress;
mod sectors;
mod solve;
mod verify;
mod uci;

use clap::{Parser, Subcommand};
use std::error::Error;
use std::process::ExitCode;

/// Nine Men's Morris without a window. Without a command it speaks the UCI-like protocol.
#[derive(Parser)]
#[command(name = "nmm", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Bench(bench::Arguments),
    Perft(perft::Arguments),
    Probe(probe::Arguments),
    Sectors(sectors::Arguments),
    Solve(solve::Arguments),
    Verify(verify::Arguments),
    Uci(uci::Arguments),
}

fn main() -> ExitCode {
    let result: Result<(), Box<dyn Error>> = match Arguments::parse().command.unwrap_or(Command::Uci(uci::Arguments {}))
    {
        Command::Bench(arguments) => bench::run(&arguments).map_err(Into::into),
        Command::Perft(arguments) => perft::run(&arguments).map_err(Into::into),
        Command::Probe(arguments) => probe::run(&arguments).map_err(Into::into),
        Command::Sectors(arguments) => sectors::run(&arguments).map_err(Into::into),
        Command::Solve(arguments) => solve::run(&arguments).map_err(Into::into),
        Command::Verify(arguments) => verify::run(&arguments).map_err(Into::into),
        Command::Uci(arguments) => uci::run(&arguments).map_err(Into::into),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("nmm: {error}");
            ExitCode::from(2)
        }
    }
}
