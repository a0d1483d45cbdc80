// SPDX-License-Identifier: GPL-3.0-or-later
//! The headless program: everything that needs no window.

mod perft;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Nine Men's Morris without a window.
#[derive(Parser)]
#[command(name = "nmm", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Perft(perft::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Perft(arguments) => perft::run(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("nmm: {error}");
            ExitCode::from(2)
        }
    }
}
