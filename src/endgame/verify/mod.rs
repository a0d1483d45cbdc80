// SPDX-License-Identifier: GPL-3.0-or-later
//! An independent proof: every value is computed again from those of the positions after each turn.
//!
//! It knows nothing of how the tables were made. It shares with the solver the rules of `game` and the numbering of
//! positions, whose one-to-one is proved by test, and takes turns forwards where the solver takes them backwards.
//!
//! Values that agree with each other could still go round in circles: a win that never comes nearer. Where the
//! distances are there they are checked, too, and they fall with every turn, so there are no circles.

mod placing;
mod rows;
mod turns;

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::file::{Kind, Summary, TableError, TableFile};
use super::value::{self, Value};
use super::{Index, Ply, Sector, Subject};
use crate::game::{Arrangement, ByColor, Color, PointSet};
use rows::Rows;

/// How many slots are checked at a time.
const AT_A_TIME: u64 = 1 << 12;

/// How far the proof is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The sector or ply it is at; `None` at the end.
    pub at: Option<Subject>,
    /// How many slots are proved.
    pub done: u64,
    /// How many there are.
    pub all: u64,
}

/// What was proved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proved {
    /// The sectors and the plies.
    pub subjects: Vec<Subject>,
    /// The plies that were not looked at, because what their placements lead to is not there.
    pub open: Vec<Ply>,
}

/// Why the proof failed.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
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
        subject: Subject,
        /// The position; in a sector with the side to move as White.
        position: Box<Arrangement>,
        /// What the table says.
        found: Worth,
        /// What the turns say.
        expected: Worth,
    },
    /// The head of a table says something else than its values.
    #[error("the head of the table of {subject} says {found:?}, its values say {expected:?}")]
    Summary {
        /// Where.
        subject: Subject,
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
    pub value: Value,
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

/// Verifies all tables of a folder, and says which. `report` is called now and then and may stop it.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(
    folder: &Path,
    threads: Option<usize>,
    report: impl FnMut(Checked) -> ControlFlow<()> + Send,
) -> Result<Proved, VerifyError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build()?;
    pool.install(|| verify_here(folder, report))
}

fn verify_here(folder: &Path, mut report: impl FnMut(Checked) -> ControlFlow<()>) -> Result<Proved, VerifyError> {
    let subjects = Subject::all().filter_map(|subject| is_there(folder, subject).transpose());
    let mut proved = Proved { subjects: subjects.collect::<Result<_, _>>()?, open: Vec::new() };
    let (there, open) =
        proved.subjects.iter().partition(|subject| placing::can_be_checked(**subject, &proved.subjects));
    proved.open = Vec::into_iter(open).filter_map(Subject::ply).collect();
    proved.subjects = there;
    let all = proved.subjects.iter().map(|subject| subject.slots()).sum();
    let mut done = 0;
    let mut loaded = Loaded { folder: folder.to_owned(), tables: HashMap::new() };
    for &subject in &proved.subjects {
        let mut report = |more| report(Checked { at: Some(subject), done: done + more, all });
        match subject {
            Subject::Sector(sector) => {
                loaded.prepare(sector)?;
                loaded.check(sector, &mut report)?;
            }
            Subject::Placing(ply) => placing::check(folder, ply, &mut report)?,
        }
        done += subject.slots();
    }
    let _at_the_end_nothing_is_left_to_stop = report(Checked { at: None, done, all });
    Ok(proved)
}

fn is_there(folder: &Path, subject: Subject) -> Result<Option<Subject>, TableError> {
    match TableFile::open(folder, subject, Kind::Values) {
        Ok(_) => Ok(Some(subject)),
        Err(error) if error.is_missing() => Ok(None),
        Err(error) => Err(error),
    }
}

/// The tables that the proof needs just now, unpacked.
struct Loaded {
    folder: PathBuf,
    tables: HashMap<Sector, Table>,
}

struct Table {
    index: Index,
    summary: Summary,
    values: Vec<u8>,
    distances: Option<Vec<u8>>,
}

impl Table {
    fn load(folder: &Path, sector: Sector) -> Result<Self, TableError> {
        let file = TableFile::open(folder, sector, Kind::Values)?;
        let distances = match TableFile::open(folder, sector, Kind::Distances) {
            Ok(file) => Some(file.all()?),
            Err(error) if error.is_missing() => None,
            Err(error) => return Err(error),
        };
        Ok(Self { index: Index::new(sector), summary: file.summary(), values: file.all()?, distances })
    }

    fn worth(&self, slot: u64) -> Worth {
        let slot = slot as usize;
        let value = value::unpack(&self.values, slot);
        let distance = self.distances.as_ref().map(|distances| distances[slot]).filter(|_| value != Value::Draw);
        Worth { value, distance }
    }
}

impl Loaded {
    /// Loads what a sector needs, and drops the rest.
    fn prepare(&mut self, sector: Sector) -> Result<(), VerifyError> {
        let after = [Some(sector), Some(sector.mirror()), Sector::new(sector.other() - 1, sector.mover())];
        self.tables.retain(|sector, _| after.contains(&Some(*sector)));
        for missing in after.into_iter().flatten() {
            if !self.tables.contains_key(&missing) {
                let table = Table::load(&self.folder, missing).map_err(|error| match error.is_missing() {
                    true => VerifyError::Missing { sector, missing },
                    false => error.into(),
                })?;
                self.tables.insert(missing, table);
            }
        }
        Ok(())
    }

    /// Checks every slot of a sector, and the head of its table.
    fn check(&self, sector: Sector, mut report: impl FnMut(u64) -> ControlFlow<()>) -> Result<(), VerifyError> {
        let table = &self.tables[&sector];
        let slots = table.index.len();
        let portion = AT_A_TIME * 256;
        let mut found = Summary::default();
        for start in (0..slots).step_by(portion as usize) {
            or_stopped(report(start))?;
            let part = self.check_slots(sector, table, start..slots.min(start + portion))?;
            found = add(found, part);
        }
        let expected = match table.distances {
            Some(_) => found,
            None => {
                Summary { longest_win: table.summary.longest_win, longest_loss: table.summary.longest_loss, ..found }
            }
        };
        if expected != table.summary || expected.positions != sector.positions() {
            return Err(VerifyError::Summary { subject: sector.into(), found: table.summary, expected });
        }
        Ok(())
    }

    fn check_slots(&self, sector: Sector, table: &Table, slots: Range<u64>) -> Result<Summary, VerifyError> {
        let parts = (slots.end - slots.start).div_ceil(AT_A_TIME);
        (0..parts)
            .into_par_iter()
            .map(|part| {
                let start = slots.start + part * AT_A_TIME;
                self.check_part(sector, table, start..slots.end.min(start + AT_A_TIME))
            })
            .try_reduce(Summary::default, |a, b| Ok(add(a, b)))
    }

    fn check_part(&self, sector: Sector, table: &Table, slots: Range<u64>) -> Result<Summary, VerifyError> {
        let after = After {
            quiet: &self.tables[&sector.mirror()],
            removal: Sector::new(sector.other() - 1, sector.mover()).map(|sector| &self.tables[&sector]),
            distances: table.distances.is_some(),
        };
        let [mut quiet_rows, mut removal_rows] = [Rows::new(), Rows::new()];
        let mut summary = Summary::default();
        for slot in slots {
            let (mover, other) = table.index.men(slot);
            let found = table.worth(slot);
            let expected = after.worth(mover, other, &mut quiet_rows, &mut removal_rows);
            if found != expected {
                return Err(wrong(sector.into(), [mover, other], found, expected));
            }
            if table.index.is_first(slot) {
                summary = add(summary, counted(found));
            }
        }
        Ok(summary)
    }
}

/// The tables of the positions after a turn.
struct After<'a> {
    quiet: &'a Table,
    /// `None` if two men have lost.
    removal: Option<&'a Table>,
    distances: bool,
}

impl After<'_> {
    /// What a position is worth according to its turns.
    fn worth(&self, mover: PointSet, other: PointSet, quiet: &mut Rows, removal: &mut Rows) -> Worth {
        let mut best = Worth { value: Value::Loss, distance: Some(0) };
        let _the_best_was_found = turns::for_each_turn(mover, other, |mover, left| {
            let after = if left == other {
                quiet.worth(self.quiet, left, mover)
            } else {
                let after = self.removal.map(|table| removal.worth(table, left, mover));
                Worth { distance: Some(0), ..after.unwrap_or(Worth { value: Value::Loss, distance: None }) }
            };
            best =
                better(best, Worth { value: after.value.opposite(), distance: after.distance.map(|plies| plies + 1) });
            // Without distances nothing is better than a win.
            if best.value == Value::Win && !self.distances { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        Worth { distance: best.distance.filter(|_| best.value != Value::Draw && self.distances), ..best }
    }
}

fn or_stopped(flow: ControlFlow<()>) -> Result<(), VerifyError> {
    if flow.is_break() { Err(VerifyError::Stopped) } else { Ok(()) }
}

fn wrong(subject: Subject, [mover, other]: [PointSet; 2], found: Worth, expected: Worth) -> VerifyError {
    let (men, hand) = (ByColor { white: mover, black: other }, ByColor { white: 0, black: 0 });
    let position = Arrangement { men, hand, side: Color::White, quiet: 0 };
    let position = subject.ply().map_or(position, |ply| placing::arrangement(ply, [mover, other]));
    VerifyError::Wrong { subject, position: Box::new(position), found, expected }
}

/// Which is better for the side to move: a quick win, a slow loss.
fn better(a: Worth, b: Worth) -> Worth {
    let less_is_better = a.value == Value::Win;
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
        wins: one(Value::Win),
        draws: one(Value::Draw),
        losses: one(Value::Loss),
        longest_win: distance(Value::Win),
        longest_loss: distance(Value::Loss),
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
