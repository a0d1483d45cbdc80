// SPDX-License-Identifier: GPL-3.0-or-later
//! Errors of a proof, and the values that it compares.

use std::ops::ControlFlow;
use std::path::PathBuf;

use crate::tablebase::file::{Summary, TableError};
use crate::tablebase::{Sector, TableId, Wdl};
use morris::{Arrangement, escape_path};

/// Reason why the proof failed.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum VerifyError {
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("there is no table of {subject} in {}", escape_path(folder))]
    Absent { subject: TableId, folder: PathBuf },
    #[error("{sector} cannot be verified without {missing}")]
    Missing { sector: Sector, missing: Sector },
    #[error("{position}: the table of {subject} has {found}, the moves give {expected}")]
    Wrong {
        subject: TableId,
        /// Position with the wrong value. In a sector, the side to move is shown as White.
        position: Box<Arrangement>,
        found: Worth,
        expected: Worth,
    },
    #[error("the header of the table of {subject} has {found:?}, its values give {expected:?}")]
    Summary { subject: TableId, found: Summary, expected: Summary },
    #[error("could not start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
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
