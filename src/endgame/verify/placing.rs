// SPDX-License-Identifier: GPL-3.0-or-later
//! The proof of a ply of the placing phase, from the ply after it or from the sectors.

use std::ops::ControlFlow;
use std::path::Path;

use rayon::prelude::*;

use super::rows::Rows;
use super::turns::{Flow, for_each_placement};
use super::{AT_A_TIME, Summary, Table, VerifyError, Worth, add, counted, or_stopped, wrong};
use crate::endgame::file::{Kind, TableError, TableFile};
use crate::endgame::men::Men;
use crate::endgame::ply::Part;
use crate::endgame::{Index, Ply, Sector, Subject, Value};
use crate::game::{Arrangement, ByColor, Color, PointSet};

/// Whether what the turns lead to is among the tables; that of sectors is found missing when it is needed.
pub(super) fn can_be_checked(subject: Subject, there: &[Subject]) -> bool {
    match subject {
        Subject::Sector(_) => true,
        Subject::Placing(ply) => match ply.next() {
            Some(next) => there.contains(&next.into()),
            None => Sector::all().all(|sector| there.contains(&sector.into())),
        },
    }
}

/// Checks every slot of a ply, and the head of its table.
pub(super) fn check(
    folder: &Path,
    ply: Ply,
    report: &mut impl FnMut(u64) -> ControlFlow<()>,
) -> Result<(), VerifyError> {
    let mut found = Summary::default();
    for part in ply.parts() {
        let after = |men: Men| load_after(folder, ply, men).transpose();
        let quiet = Men { mover: part.men.other, other: part.men.mover + 1 };
        let removal = quiet.mover.checked_sub(1).map(|mover| Men { mover, ..quiet });
        let checked = Checked {
            ply,
            table: load(folder, ply.into(), part)?,
            quiet: after(quiet).expect("a placement leads to positions of the game")?,
            removal: removal.and_then(after).transpose()?,
        };
        found = add(found, checked.check(|slot| report(part.start + slot))?);
    }
    let head = TableFile::open(folder, ply, Kind::Values)?.summary();
    if found != head || found.positions != ply.positions() {
        return Err(VerifyError::Summary { subject: ply.into(), found: head, expected: found });
    }
    Ok(())
}

/// The positions with so many men that a placement leads to, if the game goes on with them.
fn load_after(folder: &Path, ply: Ply, men: Men) -> Result<Option<Table>, TableError> {
    let (subject, part) = match ply.next() {
        Some(next) => (Subject::from(next), next.part(men)),
        None => match Sector::new(men.mover, men.other) {
            Some(sector) => (sector.into(), Some(Part { men, start: 0 })),
            None => return Ok(None),
        },
    };
    part.map(|part| load(folder, subject, part)).transpose()
}

fn load(folder: &Path, subject: Subject, part: Part) -> Result<Table, TableError> {
    let file = TableFile::open(folder, subject, Kind::Values)?;
    let values = file.range(part.start, part.men.slots())?;
    Ok(Table { index: Index::of(part.men), summary: file.summary(), values, distances: None })
}

/// The positions of a ply with so many men, and what their placements lead to.
struct Checked {
    ply: Ply,
    table: Table,
    quiet: Table,
    /// `None` if the side that has lost a man has too few left.
    removal: Option<Table>,
}

impl Checked {
    fn check(&self, mut report: impl FnMut(u64) -> ControlFlow<()>) -> Result<Summary, VerifyError> {
        let slots = self.table.index.len();
        let portion = AT_A_TIME * 256;
        let mut found = Summary::default();
        for start in (0..slots).step_by(portion as usize) {
            or_stopped(report(start))?;
            let end = slots.min(start + portion);
            let part = |part: u64| {
                let start = start + part * AT_A_TIME;
                self.check_slots(start..end.min(start + AT_A_TIME))
            };
            let parts = (0..(end - start).div_ceil(AT_A_TIME)).into_par_iter();
            found = add(found, parts.map(part).try_reduce(Summary::default, |a, b| Ok(add(a, b)))?);
        }
        Ok(found)
    }

    fn check_slots(&self, slots: std::ops::Range<u64>) -> Result<Summary, VerifyError> {
        let [mut quiet_rows, mut removal_rows] = [Rows::new(), Rows::new()];
        let mut summary = Summary::default();
        for slot in slots {
            let (mover, other) = self.table.index.men(slot);
            let found = self.table.worth(slot);
            let value = self.value(mover, other, &mut quiet_rows, &mut removal_rows);
            if found.value != value {
                let expected = Worth { value, distance: None };
                return Err(wrong(self.ply.into(), [mover, other], found, expected));
            }
            if self.table.index.is_first(slot) {
                summary = add(summary, counted(found));
            }
        }
        Ok(summary)
    }

    /// What a position is worth according to its turns.
    fn value(&self, mover: PointSet, other: PointSet, quiet: &mut Rows, removal: &mut Rows) -> Value {
        let mut best = Value::Loss;
        let _the_best_was_found: Flow = for_each_placement(mover, other, |mover, left| {
            let after = match &self.removal {
                _ if left == other => quiet.worth(&self.quiet, left, mover).value,
                Some(table) => removal.worth(table, left, mover).value,
                None => Value::Loss,
            };
            best = best.max(after.opposite());
            if best == Value::Win { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        best
    }
}

/// The position of a ply with these men of the side to move and of the other.
pub(super) fn arrangement(ply: Ply, [mover, other]: [PointSet; 2]) -> Arrangement {
    let side = if ply.placements() % 2 == 0 { Color::White } else { Color::Black };
    let by_color = |mover, other| match side {
        Color::White => ByColor { white: mover, black: other },
        Color::Black => ByColor { white: other, black: mover },
    };
    let hand = ply.hand();
    let hand = match side {
        Color::White => ByColor { white: hand.mover, black: hand.other },
        Color::Black => ByColor { white: hand.other, black: hand.mover },
    };
    Arrangement { men: by_color(mover, other), hand, side, quiet: 0 }
}
