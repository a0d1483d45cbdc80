// SPDX-License-Identifier: GPL-3.0-or-later
//! Sectors without a table, and tables of the older format, which has one for each sector.

use std::fs;
use std::path::Path;

use morris::{Position, Rules};
use morris_solved::tablebase::{Index, Keep, Kind, SectorsTask, Tables, file_name};

use super::support::{contents, position, sector, seven_men, solve_all, task};

/// All sectors with at most seven men in the older format: the one that is its own mirror, and the
/// two others.
const VERSION_2: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables/version-2");

fn positions(name: &str, step: usize) -> Vec<Position> {
    let index = Index::new(sector(name));
    let men = (0..index.len()).step_by(step).map(|slot| index.men(slot));
    men.map(|(white, black)| position(white, black)).collect()
}

fn open(folder: &Path) -> Tables {
    let (tables, refused) = Tables::open(folder);
    assert!(refused.is_empty(), "{refused:?}");
    tables
}

#[test]
fn missing_tables_are_replaced_by_looking_ahead() {
    assert!(!contents(seven_men()).contains_key(&file_name(sector("3-4"), Kind::Values)));
    let (old, new) = (open(Path::new(VERSION_2)), open(seven_men()));
    for (name, step) in [("3-3", 7), ("4-3", 7), ("3-4", 1)] {
        assert_eq!(old.summary(sector(name)), new.summary(sector(name)));
        for position in positions(name, step) {
            let value = |tables: &Tables| tables.value(&position, &Rules::STANDARD).unwrap();
            assert_eq!(value(&old), value(&new), "{position}");
        }
    }
}

#[test]
fn looking_ahead_needs_the_next_tables() {
    for missing in ["3-3.values", "4-3.values"] {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in contents(seven_men()).into_iter().filter(|(name, _)| name != missing) {
            fs::write(folder.path().join(name), bytes).unwrap();
        }
        let tables = open(folder.path());
        assert_eq!(tables.summary(sector("3-4")), None);
        // A move that closes no mill does not need the table with one man less, but callers cannot
        // rely on that.
        let position = Position::parse("WW./.../.../....../B../.B./WBB w 0 0", &Rules::STANDARD).unwrap();
        assert_eq!(tables.value(&position, &Rules::STANDARD), None, "{missing}");
    }
}

#[test]
fn folder_of_the_older_format_is_continued() {
    let folder = tempfile::tempdir().unwrap();
    let old = contents(Path::new(VERSION_2));
    old.iter().for_each(|(name, bytes)| fs::write(folder.path().join(name), bytes).unwrap());
    let task = SectorsTask { keep: Keep::Values, ..task(folder.path(), 8) };
    solve_all(&task);
    let whole = contents(folder.path());
    assert!(old.iter().all(|(name, bytes)| whole[name] == *bytes), "what was there stays");
    assert_eq!(whole.len(), 3 + 2, "5-3 and 4-4");
    let shipped = contents(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/endgame")));
    assert!(["5-3.values", "4-4.values"].iter().all(|&name| whole[name] == shipped[name]));
    // A sector whose mirror is missing is solved again.
    fs::remove_file(folder.path().join("3-4.values")).unwrap();
    solve_all(&task);
    assert!(contents(folder.path())["4-3.values"] == contents(seven_men())["4-3.values"]);
}
