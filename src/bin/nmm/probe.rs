// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm probe`: what the tables say of a position.

use std::io::{self, Write};

use nine_mens_morris::endgame::{Tables, Value};
use nine_mens_morris::game::{Outcome, Position, PositionError, Rules, WinReason};

use super::folder::{Folder, NoFolder};

/// Says what a position is worth to the side to move, and what each turn is worth to it; with the number of plies to
/// the end or the next removal where the tables hold it.
#[derive(clap::Args)]
pub struct Arguments {
    /// The position line.
    #[arg(required = true)]
    position: Vec<String>,
    #[command(flatten)]
    folder: Folder,
    /// The rules.
    #[arg(long, default_value_t)]
    rules: Rules,
}

pub fn run(arguments: &Arguments) -> Result<(), Error> {
    let line = arguments.position.join(" ");
    let rules = &arguments.rules;
    let position = Position::parse(&line, rules).map_err(|source| Error::Position { line, source })?;
    let (tables, refused) = Tables::open(&arguments.folder.path()?);
    for error in refused {
        writeln!(io::stderr(), "nmm: {error}")?;
    }
    let (value, distance) = worth(&tables, &position, rules).ok_or(Error::Unknown)?;
    let mut output = io::stdout().lock();
    writeln!(output, "{}", words(value, distance))?;
    for turn in position.legal_moves(rules) {
        let after = position.play_unchecked(turn, rules);
        let quiet = turn.removed.is_empty();
        let text = match worth(&tables, &after, rules) {
            // A removal is where the count ends.
            Some((value, distance)) => {
                words(value.opposite(), distance.map(|distance| if quiet { distance + 1 } else { 1 }))
            }
            None => "unknown".to_owned(),
        };
        writeln!(output, "{:12} {text}", turn.to_string())?;
    }
    Ok(())
}

/// The value of a position and the plies to the end or the next removal.
fn worth(tables: &Tables, position: &Position, rules: &Rules) -> Option<(Value, Option<u8>)> {
    match position.outcome(rules) {
        Some(Outcome::Win { reason: WinReason::FewMen | WinReason::Blocked, winner }) => {
            Some((if winner == position.side() { Value::Win } else { Value::Loss }, Some(0)))
        }
        _ => Some((tables.value(position, rules)?, tables.distance(position, rules))),
    }
}

fn words(value: Value, distance: Option<u8>) -> String {
    match distance {
        Some(distance) => format!("{value} {distance}"),
        None => value.to_string(),
    }
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the position “{line}” cannot be: {source}")]
    Position { line: String, source: PositionError },
    #[error("no table here holds the position")]
    Unknown,
    #[error(transparent)]
    Folder(#[from] NoFolder),
    #[error(transparent)]
    Output(#[from] io::Error),
}
