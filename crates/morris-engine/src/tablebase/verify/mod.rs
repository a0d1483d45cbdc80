// SPDX-License-Identifier: GPL-3.0-or-later
//! An independent proof: every value is computed again from those of the positions after each move.
//!
//! It knows nothing of how the tables were made. It shares with the solver the rules of `game` and the numbering of
//! positions, whose one-to-one is proved by test, and takes moves forwards where the solver takes them backwards.
//!
//! Values that agree with each other could still go round in circles: a win that never comes nearer. Where the
//! distances are there they are checked, too, and they fall with every move, so there are no circles.

mod beside;
mod check;
mod moves;
mod placing;
mod row;
mod rows;
mod sectors;
mod table;
mod turn_by_turn;
mod way;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use self::sectors::Sectors;
use self::table::Table;
use super::file::{Kind, Summary, TableError, TableFile};
use super::value::Wdl;
use super::{PlacingPly, Sector, TableId};
use morris::{Arrangement, ByColor, Color, PointSet, printable_path};

/// How far the proof is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The sector or ply it is at; `None` at the end.
    pub at: Option<TableId>,
    /// How many slots are proved.
    pub done: u64,
    /// How many there are.
    pub all: u64,
}

/// What was proved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proved {
    /// The sectors and the plies.
    pub subjects: Vec<TableId>,
    /// The plies that were not looked at, because what their placements lead to is not there.
    pub open: Vec<PlacingPly>,
}

/// Why the proof failed.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A table that was asked for is not there.
    #[error("there is no table of {subject} in {}", printable_path(folder))]
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
    #[error("{position}: the table of {subject} says {found}, the turns say {expected}")]
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

/// What to verify.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope<'a> {
    /// All tables that are there.
    All,
    /// These.
    Only(&'a [TableId]),
}

/// Verifies tables of a folder, and says which. `report` is called now and then and may stop it.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(
    folder: &Path,
    scope: Scope,
    threads: Option<usize>,
    report: impl FnMut(Checked) -> ControlFlow<()> + Send,
) -> Result<Proved, VerifyError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build()?;
    pool.install(|| verify_here(folder, scope, report))
}

fn verify_here(
    folder: &Path,
    scope: Scope,
    mut report: impl FnMut(Checked) -> ControlFlow<()>,
) -> Result<Proved, VerifyError> {
    let there = TableId::all().filter_map(|subject| is_there(folder, subject).transpose());
    let there: Vec<_> = there.collect::<Result<_, _>>()?;
    let wanted = match scope {
        Scope::All => there.clone(),
        Scope::Only(subjects) => subjects.to_vec(),
    };
    if let Some(&subject) = wanted.iter().find(|subject| !there.contains(subject)) {
        return Err(VerifyError::Absent { subject, folder: folder.to_owned() });
    }
    let (subjects, open): (Vec<_>, Vec<_>) =
        wanted.into_iter().partition(|subject| placing::can_be_checked(*subject, &there));
    let proved = Proved { subjects, open: open.into_iter().filter_map(TableId::ply).collect() };
    let all = proved.subjects.iter().map(|subject| subject.slots()).sum();
    let mut done = 0;
    let mut sectors = Sectors::new(folder.to_owned());
    for &subject in &proved.subjects {
        let mut report = |more| report(Checked { at: Some(subject), done: done + more, all });
        match subject {
            TableId::Sector(sector) => sectors.check(sector, &mut report)?,
            TableId::Placing(ply) => placing::check(folder, ply, &mut report)?,
        }
        done += subject.slots();
    }
    let _at_the_end_nothing_is_left_to_stop = report(Checked { at: None, done, all });
    Ok(proved)
}

fn is_there(folder: &Path, subject: TableId) -> Result<Option<TableId>, TableError> {
    match TableFile::open(folder, subject, Kind::Values) {
        Ok(_) => Ok(Some(subject)),
        Err(error) if error.is_missing() => Ok(None),
        Err(error) => Err(error),
    }
}

fn or_stopped(flow: ControlFlow<()>) -> Result<(), VerifyError> {
    if flow.is_break() { Err(VerifyError::Stopped) } else { Ok(()) }
}

fn wrong(subject: TableId, [mover, other]: [PointSet; 2], found: Worth, expected: Worth) -> VerifyError {
    let (men, hand) = (ByColor { white: mover, black: other }, ByColor { white: 0, black: 0 });
    let position = Arrangement { men, hand, side: Color::White, quiet: 0, memory: morris::Memory::default() };
    let position = subject.ply().map_or(position, |ply| placing::arrangement(ply, [mover, other]));
    VerifyError::Wrong { subject, position: Box::new(position), found, expected }
}

/// Which is better for the side to move: a quick win, a slow loss.
fn better(a: Worth, b: Worth) -> Worth {
    let less_is_better = a.value == Wdl::Win;
    match a.value.cmp(&b.value) {
        std::cmp::Ordering::Less => b,
        std::cmp::Ordering::Greater => a,
        std::cmp::Ordering::Equal if (a.distance < b.distance) == less_is_better => a,
        std::cmp::Ordering::Equal => b,
    }
}

fn counted(worth: Worth) -> Summary {
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

fn add(a: Summary, b: Summary) -> Summary {
    Summary {
        positions: a.positions + b.positions,
        wins: a.wins + b.wins,
        draws: a.draws + b.draws,
        losses: a.losses + b.losses,
        longest_win: a.longest_win.max(b.longest_win),
        longest_loss: a.longest_loss.max(b.longest_loss),
    }
}

#[cfg(test)]
mod tests;
