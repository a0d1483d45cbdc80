// SPDX-License-Identifier: GPL-3.0-or-later
//! Room on the disk for the tables, which is asked for before anything is solved.

use std::path::Path;

use super::Keep;
use super::folder::SolveError;
use crate::tablebase::{BoardKind, PlacingPly, Sector};

const MEGABYTE: u64 = 1_000_000;

/// Returns the approximate number of bytes that these sectors and their mirrors take at most, while
/// they are solved.
pub(super) fn for_sectors(open: &[Sector], keep: Keep) -> u64 {
    // A slot of a sector takes about half a bit, also in a table of a mirror, which is removed
    // later.
    let slots: u64 = open.iter().map(|sector| 2 * sector.slots()).sum();
    let distances = match keep {
        Keep::Values => 0,
        // Up to four times as much as the values.
        Keep::ValuesAndDistances => 4,
    };
    (1 + distances) * slots * 5 / 8 / 8
}

/// Returns the approximate number of bytes that these plies take at most while they are solved, if
/// the plies up to `last` are kept. `past` is the size of the ply that the first one is solved
/// from, if it is not kept.
pub(super) fn for_plies(open: &[PlacingPly], last: PlacingPly, past: u64) -> u64 {
    let bytes = |ply: PlacingPly| ply.slots() * bits_of_eight_slots(ply.game().board_kind()) / 64;
    let kept = open.iter().filter(|ply| **ply <= last).map(|ply| bytes(*ply)).sum::<u64>();
    // A ply is written while the next one is still there. A kept one is counted already.
    let written = |ply: PlacingPly| if ply > last { bytes(ply) } else { 0 };
    let next = |ply: PlacingPly| ply.next().filter(|next| open.contains(next)).map_or(past, written);
    kept + open.iter().map(|ply| written(*ply) + next(*ply)).max().unwrap_or(0)
}

/// Returns the bits that eight slots of a large ply take at most. With diagonals, most positions
/// are won: 2.5 to 3 were measured.
const fn bits_of_eight_slots(board_kind: BoardKind) -> u64 {
    match board_kind {
        BoardKind::Plain => 7,
        BoardKind::Diagonal => 4,
    }
}

/// Fails if there is not enough room in a folder, which need not exist yet.
pub(super) fn check(folder: &Path, needed: u64) -> Result<(), SolveError> {
    // Some systems do not say how much there is.
    free(folder).map_or(Ok(()), |free| enough(folder, needed, free))
}

fn enough(folder: &Path, needed: u64, free: u64) -> Result<(), SolveError> {
    if needed <= free {
        return Ok(());
    }
    let (needed, free) = (needed.div_ceil(MEGABYTE), free / MEGABYTE);
    Err(SolveError::Disk { folder: folder.to_owned(), needed, free })
}

/// Returns the free bytes on the disk of a folder.
fn free(folder: &Path) -> Option<u64> {
    let there = folder.ancestors().map(|folder| folder.join(".")).find(|folder| folder.exists())?;
    let found = rustix::fs::statvfs(there).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tablebase::PlacingGame;

    #[test]
    fn too_little_room_is_refused_in_words() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("not/there/yet");
        assert!(free(&place).is_some_and(|free| free > 0));
        assert!(check(&place, 0).is_ok());
        assert!(enough(&place, 5 * MEGABYTE, 5 * MEGABYTE).is_ok());
        let said = enough(&place, 5 * MEGABYTE, 5 * MEGABYTE - 1).unwrap_err().to_string();
        let words = "solving needs about 5 MB of disk space, but only 4 MB are free in";
        assert_eq!(said, format!("{words} {}", place.display()));
        assert!(matches!(check(&place, u64::MAX), Err(SolveError::Disk { .. })));
    }

    #[test]
    fn twelve_fits_into_four_gigabytes() {
        let plies: Vec<_> = PlacingGame::Twelve.plies().rev().collect();
        let sectors: Vec<_> = PlacingGame::Twelve.sectors().filter(|sector| !sector.is_looked_ahead()).collect();
        let last = PlacingGame::Twelve.last_kept();
        let needed = for_sectors(&sectors, Keep::Values) + for_plies(&plies, last, 0);
        assert!((2_000 * MEGABYTE..4_000 * MEGABYTE).contains(&needed), "{needed}");
        let resumed: Vec<_> = plies.iter().copied().filter(|ply| *ply <= last).collect();
        assert!(for_plies(&resumed, last, 0) < 100 * MEGABYTE, "the later ones are not needed any more");
        let past = 50 * MEGABYTE;
        assert_eq!(for_plies(&resumed, last, past), for_plies(&resumed, last, 0) + past);
    }
}
