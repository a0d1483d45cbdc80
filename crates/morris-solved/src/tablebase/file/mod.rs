// SPDX-License-Identifier: GPL-3.0-or-later
//! Files of solved positions: for a sector one with the values and one with the distances, for a
//! ply one with the values. The values of a [sector that is looked ahead
//! from](crate::tablebase::Sector::is_looked_ahead) need none.

mod header;
mod read;
mod write;

use std::io;
use std::path::{Path, PathBuf};

use super::TableId;
use morris::{escape, escape_path};

pub(super) use header::Summaries;
pub use header::{Kind, Summary};
pub(super) use read::TableFile;
pub(crate) use read::open;
pub(crate) use write::open_unfinished;
pub(super) use write::{Effort, Writer, remove_leftovers, write};

/// The name of a file: `3-4.values`, `3-4.distances`, `twelve-3-4.values` or `placing-11.values`.
#[must_use]
pub fn file_name(subject: impl Into<TableId>, kind: Kind) -> String {
    let subject = match subject.into() {
        TableId::Sector(sector) => sector.to_string(),
        TableId::Placing(ply) => format!("placing-{}", ply.placements()),
    };
    match kind {
        Kind::Values => format!("{subject}.values"),
        Kind::Distances => format!("{subject}.distances"),
    }
}

/// Why a file was refused.
#[derive(Debug, thiserror::Error)]
#[error("{}: {kind}", escape_path(path))]
pub struct TableError {
    /// Which file.
    pub path: PathBuf,
    /// Why.
    #[source]
    pub kind: TableErrorKind,
}

impl TableError {
    pub(super) fn new(path: &Path, kind: impl Into<TableErrorKind>) -> Self {
        Self { path: path.to_owned(), kind: kind.into() }
    }

    /// Whether it was such a table, and is damaged: it can be removed and made again.
    #[must_use]
    pub const fn is_damaged(&self) -> bool {
        use TableErrorKind::{DamagedBlock, DamagedHead, DamagedList, Length};
        matches!(self.kind, DamagedHead | DamagedList | DamagedBlock(_) | Length { .. })
    }

    /// Whether there is no such file.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        matches!(&self.kind, TableErrorKind::Io(error) if error.kind() == io::ErrorKind::NotFound)
    }
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub enum TableErrorKind {
    /// The system refused to read or write.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is a folder, a pipe, a device or the like.
    #[error("this is no file")]
    NoFile,
    /// It does not begin as these files do.
    #[error("this is no table of solved positions")]
    Foreign,
    /// It is of another version of the format.
    #[error("the table has format {0}, which this version of the program does not know")]
    Version(u16),
    /// It is for other rules.
    #[error("the table is for the rules “{}”", escape(.0))]
    Rules(String),
    /// It is of other positions or of another kind than its name says.
    #[error("the table is that of {found}, not of {expected}")]
    Misnamed {
        /// What the name says.
        expected: String,
        /// What it holds.
        found: String,
    },
    /// The head does not match its checksum or makes no sense.
    #[error("the head of the table is damaged")]
    DamagedHead,
    /// The list of blocks does not match its checksum or makes no sense.
    #[error("the list of blocks is damaged")]
    DamagedList,
    /// A block does not match its checksum or makes no sense.
    #[error("block {0} is damaged")]
    DamagedBlock(u64),
    /// It has another length than its head says.
    #[error("the table is {found} bytes long, not {expected}")]
    Length {
        /// What the head says.
        expected: u64,
        /// How long it is.
        found: u64,
    },
}
