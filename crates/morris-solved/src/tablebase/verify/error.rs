// SPDX-License-Identifier: GPL-3.0-or-later
//! Why a proof fails, and what positions are worth to it.

use std::ops::ControlFlow;
use std::path::PathBuf;

use crate::tablebase::file::{Summary, TableError};
use crate::tablebase::{Sector, TableId, Wdl};
use morris::{Arrangement, escape_path};

/// Why the proof failed.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A table that was asked for is not there.
    #[error("there is no table of {subject} in {}", escape_path(folder))]
    Absent {
        /// What was to be verified.
        subject: TableId,
        /// The folder of the tables.
        folder: PathBuf,
    },
    /// A table leads to one that is not there.
    #[error("{sector} cannot be verified without {missing}")]
    Missing {
        /// The sector to be verified.
        sector: Sector,
        /// What it needs.
        missing: Sector,
    },
    /// A value is wrong.
    #[error("{position}: the table of {subject} says {found}, the moves say {expected}")]
    Wrong {
        /// Where.
        subject: TableId,
        /// The position; in a sector with the side to move as White.
        position: Box<Arrangement>,
        /// What the table says.
        found: Worth,
        /// What the moves say.
        expected: Worth,
    },
    /// The head of a table says something else than its values.
    #[error("the head of the table of {subject} says {found:?}, its values say {expected:?}")]
    Summary {
        /// Where.
        subject: TableId,
        /// What the head says.
        found: Summary,
        /// What the values say.
        expected: Summary,
    },
    /// The threads could not be started.
    #[error("the threads cannot be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// It was told to.
    #[error("stopped")]
    Stopped,
}

/// A value, and the distance where it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The value.
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

/// Which is better for the side to move: a quick win, a slow loss.
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
