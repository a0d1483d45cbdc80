// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm perft`: counts paths.

use std::io::{self, Write};
use std::time::Instant;

use morris::{Position, PositionError, Rules, printable};
use morris_play::protocol::uci::DEEPEST_COUNT;

/// Counts the ways of playing so many moves; the count stands alone on the last line.
#[derive(clap::Args)]
pub struct Arguments {
    /// How many moves deep, at most 100.
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(DEEPEST_COUNT)))]
    depth: u32,
    /// The position line; the start if left out.
    position: Vec<String>,
    /// The rules; their draws are left out.
    #[arg(long, default_value_t)]
    rules: Rules,
}

pub fn run(arguments: &Arguments) -> Result<(), Error> {
    match print(arguments) {
        // Whoever asked has seen enough.
        Err(Error::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn print(arguments: &Arguments) -> Result<(), Error> {
    let Arguments { depth, position, rules } = arguments;
    let position = match position.join(" ") {
        line if line.is_empty() => Position::start(rules),
        line => Position::parse(&line, rules).map_err(|source| Error::Position { line, source })?,
    };
    let started = Instant::now();
    let count = morris::perft(&position, rules, *depth);
    let seconds = started.elapsed().as_secs_f64();
    writeln!(io::stdout(), "{seconds:.3} s, {:.1} million turns a second", count as f64 / seconds / 1e6)?;
    writeln!(io::stdout(), "{count}")?;
    Ok(())
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the position “{}” cannot be: {source}", printable(line))]
    Position { line: String, source: PositionError },
    #[error("standard output cannot be written: {0}")]
    Output(#[from] io::Error),
}
