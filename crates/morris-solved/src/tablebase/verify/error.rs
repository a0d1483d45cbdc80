// SPDX-License-Identifier: GPL-3.0-or-later
//! Errors of a proof, and the values that it compares.

use std::ops::ControlFlow;
use std::path::PathBuf;

use crate::tablebase::file::{Summary, TableError};
use crate::tablebase::{Sector, TableId, Wdl};
use morris::{Arrangement, escape_path};

/// Reason why the proof failed.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A requested table does not exist.
    #[error("there is no table of {subject} in {}", escape_path(folder))]
    Absent {
        /// Table to be verified.
        subject: TableId,
        /// Folder of the tables.
        folder: PathBuf,
    },
    /// A table leads to a table that does not exist.
    #[error("{sector} cannot be verified without {missing}")]
    Missing {
        /// Sector to be verified.
        sector: Sector,
        /// Missing sector that it needs.
        missing: Sector,
    },
    /// A value is wrong.
    #[error("{position}: the table of {subject} has {found}, the moves give {expected}")]
    Wrong {
        /// Table with the wrong value.
        subject: TableId,
        /// Position with the wrong value. In a sector, the side to move is shown as White.
        position: Box<Arrangement>,
        /// Value in the table.
        found: Worth,
        /// Value that follows from the moves.
        expected: Worth,
    },
    /// The header of a table does not match its values.
    #[error("the header of the table of {subject} has {found:?}, its values give {expected:?}")]
    Summary {
        /// Table with the wrong header.
        subject: TableId,
        /// Contents according to the header.
        found: Summary,
        /// Contents according to the values.
        expected: Summary,
    },
    /// The threads could not be started.
    #[error("could not start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The caller stopped the verification.
    #[error("stopped")]
    Stopped,
}

/// A value, and the distance if it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// Value for the side to move.
    pub value: Wdl,
    /// Plies to the end or the next removal.
    pub distance: Option<u8>,
}

impl std::fmt::Display for Worth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.distance {
            Some(distance) => write!(f, "{} in {distance}", self.value),
            None => write!(f, "{}", self.value),
        }
    }
}

pub(super) fn or_stopped(flow: ControlFlow<()>) -> Result<(), VerifyError> {
    if flow.is_break() { Err(VerifyError::Stopped) } else { Ok(()) }
}

/// Returns the value that is better for the side to move. A quick win and a slow loss are better.
pub(super) fn better(a: Worth, b: Worth) -> Worth {
    let less_is_better = a.value == Wdl::Win;
    match a.value.cmp(&b.value) {
        std::cmp::Ordering::Less => b,
        std::cmp::Ordering::Greater => a,
        std::cmp::Ordering::Equal if (a.distance < b.distance) == less_is_better => a,
        std::cmp::Ordering::Equal => b,
    }
}

pub(super) fn counted(worth: Worth) -> Summary {
    let one = |value| u64::from(worth.value == value);
    let distance = |value| worth.distance.filter(|_| worth.value == value).unwrap_or(0);
    Summary {
        positions: 1,
        wins: one(Wdl::Win),
        draws: one(Wdl::Draw),
        losses: one(Wdl::Loss),
        longest_win: distance(Wdl::Win),
        longest_loss: distance(Wdl::Loss),
    }
}

pub(super) fn add(a: Summary, b: Summary) -> Summary {
    Summary {
        positions: a.positions + b.positions,
        wins: a.wins + b.wins,
        draws: a.draws + b.draws,
        losses: a.losses + b.losses,
        longest_win: a.longest_win.max(b.longest_win),
        longest_loss: a.longest_loss.max(b.longest_loss),
    }
}
