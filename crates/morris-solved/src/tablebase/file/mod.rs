// SPDX-License-Identifier: GPL-3.0-or-later
//! Files of solved positions. A sector has one file with values and one with distances, a ply has
//! one with values. A [sector that is looked ahead from](crate::tablebase::Sector::is_looked_ahead)
//! needs no values.

mod checkpoint;
mod header;
mod read;
mod write;

use std::io;
use std::path::{Path, PathBuf};

use super::TableId;
use morris::{escape, escape_path};

pub(super) use checkpoint::PartsDone;
pub(super) use header::Summaries;
pub use header::{Kind, Summary};
pub(super) use read::TableFile;
pub(crate) use read::open;
pub use write::remove_unfinished;
pub(super) use write::{
    Effort, Writer, has_checkpoint, remove_checkpoint, remove_leftovers, remove_table, remove_unfinished_table, size,
    unfinished_size, write,
};
pub(crate) use write::{lock, open_unfinished};

/// Returns the name of a file: `3-4.values`, `3-4.distances`, `twelve-3-4.values`,
/// `placing-11.values`, `twelve-placing-11.values`.
pub fn file_name(subject: impl Into<TableId>, kind: Kind) -> String {
    let subject = match subject.into() {
        TableId::Sector(sector) => sector.to_string(),
        TableId::Placing(ply) => format!("{}placing-{}", ply.game().prefix(), ply.placements()),
    };
    match kind {
        Kind::Values => format!("{subject}.values"),
        Kind::Distances => format!("{subject}.distances"),
    }
}

/// Reason why a file was refused.
#[derive(Debug, thiserror::Error)]
#[error("{}: {kind}", escape_path(path))]
pub struct TableError {
    /// Path of the file.
    pub path: PathBuf,
    /// Reason for the refusal.
    #[source]
    pub kind: TableErrorKind,
}

impl TableError {
    pub(super) fn new(path: &Path, kind: impl Into<TableErrorKind>) -> Self {
        Self { path: path.to_owned(), kind: kind.into() }
    }

    /// Returns `true` if the file is a damaged table. It can then be removed and made again.
    pub const fn is_damaged(&self) -> bool {
        use TableErrorKind::{DamagedBlock, DamagedHead, DamagedList, Length};
        matches!(self.kind, DamagedHead | DamagedList | DamagedBlock(_) | Length { .. })
    }

    /// Returns `true` if the file does not exist.
    pub fn is_missing(&self) -> bool {
        matches!(&self.kind, TableErrorKind::Io(error) if error.kind() == io::ErrorKind::NotFound)
    }
}

/// Kind of error in a file.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum TableErrorKind {
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The path is not a regular file: it is a folder, a pipe or a device, for example.
    #[error("this is not a file")]
    NoFile,
    #[error("this is not a table of solved positions")]
    Foreign,
    #[error("the table has format {0}, which this version of the program does not support")]
    Version(u16),
    #[error("the table is for the rules “{}”", escape(.0))]
    Rules(String),
    /// The table was solved when `flying=N` meant that men fly with exactly N.
    #[error("here flying={men} means exactly {men} pieces; solve the game again with nmm solve --rules {rules}")]
    OldFlying { men: u8, rules: String },
    /// The file has other positions or another kind of data than its name says.
    #[error("the table is for {found}, not for {expected}")]
    Misnamed { expected: String, found: String },
    /// The header does not match its checksum or is invalid.
    #[error("the header of the table is damaged")]
    DamagedHead,
    /// The list of blocks does not match its checksum or is invalid.
    #[error("the list of blocks is damaged")]
    DamagedList,
    /// A block does not match its checksum or is invalid.
    #[error("block {0} is damaged")]
    DamagedBlock(u64),
    #[error("the table is {found} bytes long, not {expected}")]
    Length { expected: u64, found: u64 },
}
