// SPDX-License-Identifier: GPL-3.0-or-later
//! The headless program: everything that needs no window.

mod analyse;
mod bench;
mod blunders;
mod convert;
mod draw;
mod folder;
mod games;
mod interruptions;
mod known;
mod r#match;
mod r#move;
mod perft;
mod play_compo;
mod probe;
mod probes;
mod progress;
mod sectors;
mod solve;
mod tune;
mod uci;
mod verify;

use clap::{Parser, Subcommand};
use nine_mens_morris::protocol;
use std::error::Error;
use std::process::ExitCode;
use tracing_subscriber::EnvFilter;

/// Nine Men's Morris without a window. Without a command it speaks the UCI-like protocol.
#[derive(Parser)]
#[command(name = "nmm", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Analyse(analyse::Arguments),
    Bench(bench::Arguments),
    Blunders(blunders::Arguments),
    Convert(convert::Arguments),
    Draw(draw::Arguments),
    Known(known::Arguments),
    Match(Box<r#match::Arguments>),
    Move(r#move::Arguments),
    Perft(perft::Arguments),
    PlayCompo(play_compo::Arguments),
    Probe(probe::Arguments),
    Sectors(sectors::Arguments),
    Solve(solve::Arguments),
    Tune(tune::Arguments),
    Uci(uci::Arguments),
    Verify(verify::Arguments),
}

fn main() -> ExitCode {
    protocol::supervise_if_asked();
    let filter = EnvFilter::try_from_env("NMM_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    match run(Arguments::parse().command.unwrap_or(Command::Uci(uci::Arguments::default()))) {
        Ok(status) => status,
        Err(error) => {
            eprintln!("nmm: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(command: Command) -> Result<ExitCode, Box<dyn Error>> {
    match command {
        Command::Analyse(arguments) => analyse::run(&arguments)?,
        Command::Bench(arguments) => bench::run(&arguments)?,
        Command::Blunders(arguments) => blunders::run(&arguments)?,
        Command::Convert(arguments) => convert::run(&arguments)?,
        Command::Draw(arguments) => draw::run(&arguments)?,
        Command::Known(arguments) => known::run(&arguments)?,
        Command::Match(arguments) => return Ok(r#match::run(&arguments)?),
        Command::Move(arguments) => r#move::run(&arguments)?,
        Command::Perft(arguments) => perft::run(&arguments)?,
        Command::PlayCompo(arguments) => play_compo::run(&arguments)?,
        Command::Probe(arguments) => probe::run(&arguments)?,
        Command::Sectors(arguments) => sectors::run(&arguments)?,
        Command::Solve(arguments) => solve::run(&arguments)?,
        Command::Tune(arguments) => tune::run(&arguments)?,
        Command::Uci(arguments) => uci::run(&arguments)?,
        Command::Verify(arguments) => verify::run(&arguments)?,
    }
    Ok(ExitCode::SUCCESS)
}
