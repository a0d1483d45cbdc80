// SPDX-License-Identifier: GPL-3.0-or-later
//! `lab openings`: judges the lines of the file of openings by the tables.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use morris::{Color, Position, Rules, escape_path};
use morris_play::persistence::{MAX_FILE_BYTES, read_text, read_text_from};
use morris_solved::tablebase::{Prober, Tables, Wdl};
use morris_teach::opening::{HEAD, Holding, Opening, OpeningError};
use nmm::shared::{Done, STANDARD, TablesInUse, examples};

use super::move_values::move_values;

/// Judge the lines of openings by the tables.
///
/// Print the file again, with the value for White after each move, and the number of moves that
/// hold in the position after it. A row has fields with tabs between them: id, family, name, other
/// names, and moves; the fields after them are replaced. A line ends with the last move of known
/// value: with the included tables, with the eleventh. `nmm solve --placing --last-ply 17` solves
/// the others.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    ("lab openings > openings.tsv", "Judge the openings of the program again."),
]))]
pub struct Arguments {
    /// Read the openings from this file; - is standard input [default: those of the program].
    file: Option<PathBuf>,
    #[command(flatten)]
    tables: TablesInUse,
}

const SHIPPED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/openings.tsv");

pub fn run(arguments: &Arguments) -> Done {
    let path = arguments.file.as_deref().unwrap_or(SHIPPED.as_ref());
    let text = if path == Path::new(STANDARD) {
        read_text_from(io::stdin().lock(), path, MAX_FILE_BYTES)?
    } else {
        read_text(path)?
    };
    let tables = arguments.tables.open();
    let mut output = io::stdout().lock();
    writeln!(output, "{HEAD}")?;
    for (row, number) in text.lines().zip(1..) {
        if !row.starts_with('#') {
            let opening =
                row.parse().map_err(|source| RowError { file: escape_path(path).to_string(), number, source })?;
            writeln!(output, "{}", judged(opening, &tables))?;
        }
    }
    Ok(())
}

/// Returns an opening with its verdicts, up to its last move of known value.
fn judged(opening: Opening, tables: &Tables) -> Opening {
    let (rules, mut go_on) = (&Rules::STANDARD, || ControlFlow::Continue(()));
    let mut prober = Prober::new(tables, rules, &mut go_on);
    let game = opening.game().unwrap_or_else(|_| unreachable!("a row with an illegal move is not read"));
    let after = &game.positions()[1..];
    let mut for_white = |position: &Position| {
        let value = prober.position(position)?.value;
        Some(if position.side() == Color::White { value } else { value.opposite() })
    };
    let values: Vec<_> = after.iter().map_while(&mut for_white).collect();
    let holding = after[..values.len()].iter().map_while(|position| holding(position, tables)).collect();
    Opening { moves: opening.moves[..values.len()].to_vec(), values, holding, ..opening }
}

/// Returns the number of moves that hold in a position, if all values are known.
fn holding(position: &Position, tables: &Tables) -> Option<Holding> {
    let known = |after: &Position| tables.value(after, &Rules::STANDARD);
    let values: Vec<Wdl> =
        move_values(position, &Rules::STANDARD, known).map(|known| Some(known?.1)).collect::<Option<_>>()?;
    let best = values.iter().max()?;
    Some(Holding { holding: values.iter().filter(|value| *value == best).count(), of: values.len() })
}

#[derive(Debug, thiserror::Error)]
#[error("{file}, line {number}: {source}")]
struct RowError {
    file: String,
    number: usize,
    source: OpeningError,
}
