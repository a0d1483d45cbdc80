// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm sectors`: a line for each solved sector, and for each solved ply of the placing phase.

use std::io::{self, Write};

use morris_engine::tablebase::{Summary, TableId};

use super::table_args::{Folder, FolderError};

/// Shows what there is in each solved sector and ply of the placing phase: positions, counted once up to the 16
/// symmetries, wins, draws and losses of the side to move (whose men come first in the name of a sector), and in
/// sectors the most plies to the end or the next removal.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    folder: Folder,
    /// Write fields divided by tabs, without a head.
    #[arg(long)]
    tsv: bool,
}

pub fn run(arguments: &Arguments) -> Result<(), Error> {
    let tables = arguments.folder.open()?;
    let mut output = io::stdout().lock();
    if !arguments.tsv {
        line(&mut output, ["sector", "positions", "wins", "draws", "losses", "longest win", "longest loss"])?;
    }
    for table in TableId::all() {
        if let Some(summary) = tables.summary(table) {
            let fields = fields(table, summary);
            if arguments.tsv { writeln!(output, "{}", fields.join("\t"))? } else { line(&mut output, fields)? }
        }
    }
    Ok(())
}

fn fields(table: TableId, summary: Summary) -> [String; 7] {
    let Summary { positions, wins, draws, losses, longest_win, longest_loss } = summary;
    let [positions, wins, draws, losses] = [positions, wins, draws, losses].map(|count| count.to_string());
    let [longest_win, longest_loss] = [longest_win, longest_loss].map(|plies| match table {
        TableId::Sector(_) => plies.to_string(),
        TableId::Placing(_) => "-".to_owned(),
    });
    [table.to_string(), positions, wins, draws, losses, longest_win, longest_loss]
}

fn line<T: AsRef<str>>(output: &mut impl Write, fields: [T; 7]) -> io::Result<()> {
    let [table, rest @ ..] = fields;
    write!(output, "{:6}", table.as_ref())?;
    rest.iter().try_for_each(|field| write!(output, " {:>12}", field.as_ref()))?;
    writeln!(output)
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error("standard output cannot be written: {0}")]
    Output(#[from] io::Error),
}
