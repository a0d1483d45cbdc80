// SPDX-License-Identifier: GPL-3.0-or-later
//! An independent proof of the tables: every value is computed again from the values after each
//! move.
//!
//! The proof does not depend on how the tables were made. It shares with the solver only the rules
//! of the crate `morris` and the numbering of positions, which tests prove to be one-to-one. It
//! generates moves forward, while the solver generates them backward.
//!
//! Values that agree with each other could still be circular: a win that never gets closer. If the
//! distances exist, they are checked as well. They decrease with every move, which excludes
//! circles.

mod after;
mod check;
mod error;
mod row;
mod sample;
mod single_position;
mod table;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::path::Path;

use self::check::Sectors;
use super::file::{Kind, TableError, TableFile};
use super::{PlacingPly, TableId};
use morris::Rules;

pub use self::error::{VerifyError, Worth};
pub(super) use self::sample::prove_some;

/// Progress of the proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Current sector or ply. `None` at the end.
    pub at: Option<TableId>,
    /// Number of slots proved.
    pub done: u64,
    /// Number of slots to be proved.
    pub all: u64,
}

/// Result of a proof.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proved {
    /// Sectors and plies that were proved.
    pub subjects: Vec<TableId>,
    /// Plies that were skipped because the tables after their placements are missing.
    pub open: Vec<PlacingPly>,
}

/// Tables to verify.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope<'a> {
    /// All existing tables.
    All,
    /// All existing tables of these rules. Others are not opened.
    Of(&'a Rules),
    /// These tables. Others are only refused if they are needed.
    Only(&'a [TableId]),
}

/// Verifies tables of a folder, and returns their list. `report` is called from time to time and
/// may stop the verification.
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
    let of_rules = |subject: &TableId| match scope {
        Scope::Of(rules) => subject.is_of(rules),
        Scope::All | Scope::Only(_) => true,
    };
    let there = TableId::all().filter(of_rules).filter_map(|subject| match (is_there(folder, subject), scope) {
        // It is opened again if it is needed, and refused then.
        (Err(_), Scope::Only(subjects)) if !subjects.contains(&subject) => Some(Ok(subject)),
        (found, _) => found.transpose(),
    });
    let there: Vec<_> = there.collect::<Result<_, _>>()?;
    let wanted = match scope {
        Scope::All | Scope::Of(_) => there.clone(),
        // A table that is named twice is proved once.
        Scope::Only(subjects) => {
            let is_first = |place: usize| !subjects[..place].contains(&subjects[place]);
            (0..subjects.len()).filter(|&place| is_first(place)).map(|place| subjects[place]).collect()
        }
    };
    if let Some(&subject) = wanted.iter().find(|subject| !there.contains(subject)) {
        return Err(VerifyError::Absent { subject, folder: folder.to_owned() });
    }
    let (subjects, open): (Vec<_>, Vec<_>) =
        wanted.into_iter().partition(|subject| check::can_be_checked(*subject, &there));
    let proved = Proved { subjects, open: open.into_iter().filter_map(TableId::ply).collect() };
    let all = proved.subjects.iter().map(|subject| subject.slots()).sum();
    let mut done = 0;
    let mut sectors = Sectors::new(folder.to_owned());
    for &subject in &proved.subjects {
        let mut report = |more| report(Checked { at: Some(subject), done: done + more, all });
        match subject {
            TableId::Sector(sector) => sectors.check(sector, &mut report)?,
            TableId::Placing(ply) => check::check_ply(folder, ply, &mut report)?,
        }
        done += subject.slots();
    }
    // Nothing is left to stop.
    _ = report(Checked { at: None, done, all });
    Ok(proved)
}

/// Returns the subject if it has a table, or if the table of its mirror covers it.
fn is_there(folder: &Path, subject: TableId) -> Result<Option<TableId>, TableError> {
    let open = |subject| match TableFile::open(folder, subject, Kind::Values) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.is_missing() => Ok(None),
        Err(error) => Err(error),
    };
    let mirror = subject.sector().map(|sector| sector.mirror().into());
    let stands_for = |mirror| Ok(open(mirror)?.is_some_and(|file| file.mirror_summary().is_some()));
    let there = open(subject)?.is_some() || mirror.map_or(Ok(false), stands_for)?;
    Ok(Some(subject).filter(|_| there))
}
