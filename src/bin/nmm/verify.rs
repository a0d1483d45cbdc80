// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm verify`: proves the tables.

use std::io::{self, Write};
use std::ops::ControlFlow;

use nine_mens_morris::endgame::{self, VerifyError};

use super::folder::{Folder, NoFolder};
use super::progress::ProgressLine;

/// Computes every value of the tables again from those of the positions after each turn; shares no code with the
/// solver beyond the rules and the numbering of positions.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    folder: Folder,
    /// How many threads; as many as there are cores if left out.
    #[arg(long)]
    threads: Option<usize>,
}

pub fn run(arguments: &Arguments) -> Result<(), Error> {
    let folder = arguments.folder.path()?;
    let mut line = ProgressLine::new();
    let verified = endgame::verify(&folder, arguments.threads, |checked| {
        if let Some(sector) = checked.sector {
            line.show(checked.done, checked.all, &sector.to_string());
        }
        ControlFlow::Continue(())
    });
    line.finish();
    let sectors = verified?;
    if sectors.is_empty() {
        return Err(Error::Nothing(folder.display().to_string()));
    }
    let positions: u64 = sectors.iter().map(|sector| sector.positions()).sum();
    let seconds = line.elapsed().as_secs_f64();
    writeln!(io::stdout(), "{} sectors with {positions} positions are right ({seconds:.1} s)", sectors.len())?;
    Ok(())
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("there are no tables in {0}")]
    Nothing(String),
    #[error(transparent)]
    Folder(#[from] NoFolder),
    #[error(transparent)]
    Verify(#[from] VerifyError),
    #[error(transparent)]
    Output(#[from] io::Error),
}
