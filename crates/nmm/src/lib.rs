// SPDX-License-Identifier: GPL-3.0-or-later
//! The headless program: everything that needs no window.

mod analyze;
mod bench;
mod classroom_eval;
mod club;
mod conditions_args;
mod convert;
mod draw;
mod examples;
mod explore;
mod r#match;
mod r#move;
mod openings;
mod output;
mod path_check;
mod perft;
mod plan;
mod post;
mod probe;
mod progress_line;
mod puzzles;
mod referee;
mod review;
mod room;
mod rules_args;
mod search;
mod sectors;
mod serve;
mod small_game;
mod solve;
mod stderr;
mod tablebase_args;
mod tournament;
mod verify;

use clap::{CommandFactory, Parser, Subcommand};
use morris_play::log_filter::{LOG_VARIABLE, not_understood};
use morris_play::persistence;
use std::error::Error;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use tracing_subscriber::EnvFilter;

use output::{Done, OutputError};
use stderr::{LogLines, is_closed_pipe, print_error, usage_error};

/// Play, solve, and analyze Nine Men's Morris without a window.
///
/// Search and look up positions, solve the game, draw boards, convert and review games, make
/// puzzles, and run matches between programs. Without a command, nmm speaks the UCI-like protocol.
#[derive(Parser)]
#[command(name = "nmm", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    #[command(alias = "analyse")]
    Analyze(analyze::Arguments),
    Bench(bench::Arguments),
    Club(Box<club::Arguments>),
    Convert(convert::Arguments),
    Draw(draw::Arguments),
    Explore(explore::Arguments),
    Match(Box<r#match::Arguments>),
    Move(r#move::Arguments),
    Perft(perft::Arguments),
    PlayCompo(serve::CompetitionArguments),
    Post(post::Arguments),
    Probe(probe::Arguments),
    Puzzles(puzzles::Arguments),
    Review(review::Arguments),
    Room(Box<room::Arguments>),
    Sectors(sectors::Arguments),
    Solve(solve::Arguments),
    Tournament(Box<tournament::Arguments>),
    Uci(serve::UciArguments),
    Verify(verify::Arguments),
}

/// Runs the command line of the process. `tables` is the folder of the included tables of solved
/// positions.
pub fn run(tables: &'static Path) -> ExitCode {
    run_program("nmm", tables, |arguments: Arguments| {
        execute(arguments.command.unwrap_or(Command::Uci(serve::UciArguments::default())))
    })
}

/// Returns the definition of the commands, from which documents are generated and checked.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// Runs a program of this name, with the folder of its tables, by the command line of the process.
/// Prints any error in one line.
pub fn run_program<A: Parser>(
    name: &'static str,
    tables: &'static Path,
    execute: impl FnOnce(A) -> Done<ExitCode>,
) -> ExitCode {
    stderr::set_program_name(name);
    tablebase_args::include(tables);
    morris_players::supervise_if_asked();
    morris_players::hide_from_programs(persistence::Folders::hidden_from_programs());
    persistence::survive_size_limit();
    start_log();
    let done = match A::try_parse() {
        Ok(arguments) => execute(arguments),
        Err(error) if error.use_stderr() => Err(usage_error(error).into()),
        // Requested output such as help.
        Err(words) => words.print().map(|()| ExitCode::SUCCESS).map_err(Into::into),
    };
    match done.and_then(|status| Ok(io::stdout().flush().map(|()| status)?)) {
        Ok(status) => status,
        Err(error) if is_closed_pipe(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            print_error(&words(error));
            ExitCode::from(2)
        }
    }
}

/// Returns the message for an error of a command.
fn words(error: Box<dyn Error + Send + Sync>) -> String {
    match error.downcast::<io::Error>() {
        // Those of standard input come with words.
        Ok(error) if error.get_ref().is_none() => OutputError::StandardOutput(*error).to_string(),
        Ok(error) => error.to_string(),
        Err(error) => error.to_string(),
    }
}

/// Items shared with the commands of `lab`.
pub mod shared {
    pub use crate::examples::{HEADING, INDENTS, examples};
    pub use crate::output::{Done, Output, STANDARD, named_place};
    pub use crate::path_check::{NoFolderThere, why};
    pub use crate::progress_line::ProgressLine;
    pub use crate::rules_args::parse_rules;
    pub use crate::search::request;
    pub use crate::tablebase_args::{Folder, TablesInUse};
}

/// Starts the log on standard error. By default, warnings look like other messages. With the
/// variable, they have a time and a place. If the variable cannot be parsed, it prints a message.
fn start_log() {
    let choice = std::env::var_os(LOG_VARIABLE);
    let asked = choice.as_ref().and_then(|choice| {
        EnvFilter::try_from_env(LOG_VARIABLE).inspect_err(|_| print_error(&not_understood(choice))).ok()
    });
    let log = tracing_subscriber::fmt().log_internal_errors(false);
    match asked {
        Some(filter) => log.with_env_filter(filter).with_writer(io::stderr).init(),
        None => {
            let log = log.without_time().with_level(false).with_target(false).with_writer(|| LogLines);
            log.with_env_filter(EnvFilter::new("warn")).init();
        }
    }
}

fn execute(command: Command) -> Done<ExitCode> {
    match command {
        Command::Analyze(arguments) => analyze::run(&arguments)?,
        Command::Bench(arguments) => bench::run(&arguments)?,
        Command::Club(arguments) => return club::run(&arguments),
        Command::Convert(arguments) => convert::run(&arguments)?,
        Command::Draw(arguments) => draw::run(&arguments)?,
        Command::Explore(arguments) => explore::run(&arguments)?,
        Command::Match(arguments) => return r#match::run(&arguments),
        Command::Move(arguments) => r#move::run(&arguments)?,
        Command::Perft(arguments) => perft::run(&arguments)?,
        Command::PlayCompo(arguments) => serve::competition(&arguments)?,
        Command::Post(arguments) => return post::run(&arguments),
        Command::Probe(arguments) => probe::run(&arguments)?,
        Command::Puzzles(arguments) => return puzzles::run(&arguments),
        Command::Review(arguments) => review::run(&arguments)?,
        Command::Room(arguments) => return Ok(room::run(&arguments)?),
        Command::Sectors(arguments) => sectors::run(&arguments)?,
        Command::Solve(arguments) => solve::run(&arguments)?,
        Command::Tournament(arguments) => return tournament::run(&arguments),
        Command::Uci(arguments) => serve::uci(&arguments)?,
        Command::Verify(arguments) => verify::run(&arguments)?,
    }
    Ok(ExitCode::SUCCESS)
}
