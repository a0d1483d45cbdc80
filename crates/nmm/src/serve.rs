// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm uci` and `nmm play-compo`: our engine as a program with a line protocol.

use std::io::{self, ErrorKind, Write};
use std::ops::ControlFlow;
use std::sync::mpsc;
use std::thread;

use morris::Rules;
use morris_engine::{EngineOptions, Limits, Strength};
use morris_play::persistence::OwnRulesError;
use morris_players::competition::{CompetitionServer, CompetitionServerError};
use morris_players::uci::UciServer;
use morris_players::{BuiltinPlayer, EnginePlayer, Lines, MAX_COMMAND_BYTES, RandomPlayer, parse_limits};

use super::examples::examples;
use super::output::OutputError;
use super::rules_args::parse_rules;
use super::tablebase_args::TablesInUse;

/// Speak the UCI-like protocol on standard input and output.
///
/// `nmm` alone does the same.
#[derive(clap::Args, Default)]
#[command(after_long_help = examples(&[("(echo go depth 6; sleep 1) | nmm uci", "Print the best first move.")]))]
pub struct UciArguments {
    #[command(flatten)]
    tables: TablesInUse,
}

/// Reads rules as other commands do. An error of a file has a message.
fn read_rules(text: &str) -> Result<Rules, Option<String>> {
    parse_rules(text).map_err(|error| match error {
        OwnRulesError::File(error) => Some(error.to_string()),
        OwnRulesError::Line(_) => None,
    })
}

pub fn uci(arguments: &UciArguments) -> io::Result<()> {
    let (server, input) = UciServer::new(rand::random(), arguments.tables.open(), read_rules, print_line);
    let (fail, failure) = mpsc::channel();
    // This thread is never joined: it may be waiting for a line when the program ends.
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || {
            for line in Lines::up_to(MAX_COMMAND_BYTES, io::stdin().lock()) {
                match line.map(|line| input.send(line)) {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(())) => return,
                    // Sent before the server sees the end of its input.
                    Err(error) => {
                        _ = fail.send(error);
                        return;
                    }
                }
            }
        })
        .map_err(io::Error::other)?;
    server.run()?;
    match failure.try_recv() {
        Ok(error) => Err(in_input(error)),
        Err(_) => Ok(()),
    }
}

/// Play in the AI competition.
///
/// Read 0 (White) or 1 (Black) from standard input, and print the name. Then read positions such as
/// `EEEEEEEEEEEEEEEEEEEEEEEE 9 9 0`, and answer each with the point to place on, the piece to
/// remove, or the points from and to.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    (r"printf '0\nEEEEEEEEEEEEEEEEEEEEEEEE 9 9 0\n' | nmm play-compo", "Print its name and its first placement."),
    (
        r#"nmm match --white "nmm play-compo" --black "nmm play-compo --random" --rules compo --games 2"#,
        "Play against random moves.",
    ),
]))]
pub struct CompetitionArguments {
    /// Play any legal move.
    #[arg(long, conflicts_with_all = ["limit", "name"])]
    random: bool,
    /// Limit the search for an answer: `depth:6`, `nodes:20000`, `time:100ms`, or several with
    /// commas.
    #[arg(long, value_name = "LIMIT", default_value = "depth:8,time:1s", value_parser = parse_limits)]
    limit: Limits,
    /// Report this name.
    #[arg(long, value_parser = parse_name)]
    name: Option<String>,
    /// Seed the choice among equal moves [default: random].
    #[arg(long)]
    seed: Option<u64>,
}

pub fn competition(arguments: &CompetitionArguments) -> Result<(), CompetitionServerError> {
    let seed = arguments.seed.unwrap_or_else(rand::random);
    let player = if arguments.random {
        BuiltinPlayer::Random(RandomPlayer::new(seed))
    } else {
        let name = arguments.name.clone().unwrap_or_else(|| "Nine Men's Morris".to_owned());
        let strength = Strength::Limits(arguments.limit);
        BuiltinPlayer::Engine(Box::new(EnginePlayer::new(name, EngineOptions::default(), strength, seed)))
    };
    let lines = Lines::new(io::stdin().lock()).map(|line| line.map_err(in_input));
    match CompetitionServer::new(player, print_line).run(lines) {
        // The referee has closed the pipe.
        Err(CompetitionServerError::Channel(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Parses a name, which must be a single line.
fn parse_name(text: &str) -> Result<String, &'static str> {
    if text.contains(char::is_control) {
        Err("a name is one line, without control characters")
    } else {
        Ok(text.to_owned())
    }
}

/// Prints a line on standard output and flushes it.
fn print_line(line: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    let said = writeln!(output, "{line}").and_then(|()| output.flush());
    said.map_err(|error| io::Error::new(error.kind(), OutputError::StandardOutput(error)))
}

/// Adds the name of the stream to the error.
fn in_input(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("standard input cannot be read: {error}"))
}
