// SPDX-License-Identifier: GPL-3.0-or-later
//! The proof of a ply of the placing phase, from the ply after it or from the sectors.

use std::ops::ControlFlow;
use std::path::Path;

use super::check::Check;
use super::row::{After, Turn};
use super::{Summary, Table, VerifyError, add};
use crate::tablebase::file::{Kind, TableError, TableFile};
use crate::tablebase::men::MenCount;
use crate::tablebase::ply::MenBlock;
use crate::tablebase::{PlacingPly, Sector, TableId};
use morris::{Arrangement, ByColor, Color, PointSet};

/// Whether what the moves lead to is among the tables; that of sectors is found missing when it is needed.
pub(super) fn can_be_checked(subject: TableId, there: &[TableId]) -> bool {
    match subject {
        TableId::Sector(_) => true,
        TableId::Placing(ply) => match ply.next() {
            Some(next) => there.contains(&next.into()),
            None => Sector::all().all(|sector| there.contains(&sector.into())),
        },
    }
}

/// Checks every slot of a ply, and the head of its table.
pub(super) fn check(
    folder: &Path,
    ply: PlacingPly,
    report: &mut impl FnMut(u64) -> ControlFlow<()>,
) -> Result<(), VerifyError> {
    let mut found = Summary::default();
    for part in ply.parts() {
        let after = |men: MenCount| load_after(folder, ply, men).transpose();
        let quiet = MenCount { mover: part.men.other, other: part.men.mover + 1 };
        let removal = quiet.mover.checked_sub(1).map(|mover| MenCount { mover, ..quiet });
        let table = Table::load_part(folder, ply.into(), part)?;
        let quiet = after(quiet).expect("a placement leads to positions of the game")?;
        let removal = removal.and_then(after).transpose()?;
        let after = After { mv: Turn::Placement, quiet: &quiet, removal: removal.as_ref() };
        let check = Check { subject: ply.into(), table: &table, after };
        found = add(found, check.check(|slot| report(part.start + slot))?);
    }
    let head = TableFile::open(folder, ply, Kind::Values)?.summary();
    if found != head || found.positions != ply.positions() {
        return Err(VerifyError::Summary { subject: ply.into(), found: head, expected: found });
    }
    Ok(())
}

/// The positions with so many men that a placement leads to, if the game goes on with them.
fn load_after(folder: &Path, ply: PlacingPly, men: MenCount) -> Result<Option<Table>, TableError> {
    let (subject, part) = match ply.next() {
        Some(next) => (TableId::from(next), next.part(men)),
        None => match Sector::new(men.mover, men.other) {
            Some(sector) => (sector.into(), Some(MenBlock { men, start: 0 })),
            None => return Ok(None),
        },
    };
    part.map(|part| Table::load_part(folder, subject, part)).transpose()
}

/// The position of a ply with these men of the side to move and of the other.
pub(super) fn arrangement(ply: PlacingPly, [mover, other]: [PointSet; 2]) -> Arrangement {
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
    Arrangement { men: by_color(mover, other), hand, side, quiet: 0, memory: morris::Memory::default() }
}
