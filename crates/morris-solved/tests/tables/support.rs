// SPDX-License-Identifier: GPL-3.0-or-later
//! Small sectors that are solved once for all tests.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::OnceLock;

use morris::{Arrangement, ByColor, Color, PointSet, Position, Rules};
use morris_solved::tablebase::{BoardKind, Keep, LookedAhead, Sector, SectorsTask, solve};
use tempfile::TempDir;

pub fn sector(name: &str) -> Sector {
    name.parse().unwrap()
}

pub fn task(folder: &Path, most_men: u8) -> SectorsTask {
    SectorsTask {
        folder: folder.to_owned(),
        board_kind: BoardKind::Plain,
        most_men,
        most_per_side: 9,
        memory: u64::MAX,
        threads: None,
        keep: Keep::ValuesAndDistances,
        looked_ahead: LookedAhead::Remove,
    }
}

pub fn solve_all(task: &SectorsTask) {
    solve(task, |_| ControlFlow::Continue(())).unwrap();
}

/// Returns the folder of all sectors with at most seven men, with distances. Tests must not change
/// it.
pub fn seven_men() -> &'static Path {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    FOLDER
        .get_or_init(|| {
            let folder = tempfile::tempdir().unwrap();
            solve_all(&task(folder.path(), 7));
            folder
        })
        .path()
}

/// Returns a copy of those tables, which a test may change.
pub fn copy_of_seven_men() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in contents(seven_men()) {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    folder
}

/// Returns the files of a folder by name.
pub fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
}

/// Returns the position with these men, White to move and no men in hand.
pub fn position(white: PointSet, black: PointSet) -> Position {
    let men = ByColor { white, black };
    let arrangement = Arrangement::new(men, ByColor { white: 0, black: 0 }, Color::White);
    arrangement.check(&Rules::STANDARD).unwrap()
}
