// SPDX-License-Identifier: GPL-3.0-or-later
//! The proof must be able to fail.

use super::*;
use crate::tablebase::file::{Summaries, Summary, write};
use crate::tablebase::{BoardKind, Keep, LookedAhead, Sector, SectorsTask, file_name, solve};

fn go_on<T>(_: T) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn solved(board_kind: BoardKind, most_men: u8, keep: Keep) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let task = SectorsTask {
        folder: folder.path().to_owned(),
        board_kind,
        most_men,
        most_per_side: board_kind.most_per_side(),
        memory: u64::MAX,
        threads: None,
        keep,
        looked_ahead: LookedAhead::Remove,
    };
    solve(&task, go_on).unwrap();
    folder
}

/// Returns a number below `end` that depends on `seed`.
fn some_slot(seed: u64, end: u64) -> usize {
    (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) % end) as usize
}

#[test]
fn right_tables_are_proved() {
    let folder = solved(BoardKind::Plain, 7, Keep::ValuesAndDistances);
    let proved = verify(folder.path(), Scope::All, None, go_on).unwrap();
    assert_eq!(proved.subjects.iter().map(ToString::to_string).collect::<Vec<_>>(), ["3-3", "4-3", "3-4"]);
    let twelve = solved(BoardKind::Diagonal, 7, Keep::Values);
    let proved_of = |rules: &str| {
        let rules = rules.parse().unwrap();
        verify(twelve.path(), Scope::Of(&rules), None, go_on).unwrap().subjects.len()
    };
    assert_eq!(["standard", "lasker", "twelve", "eleven", "six"].map(proved_of), [0, 0, 3, 3, 0]);
    let one = ["4-3".parse::<Sector>().unwrap().into()];
    assert_eq!(verify(folder.path(), Scope::Only(&one), None, go_on).unwrap().subjects, one);
    assert_eq!(verify(folder.path(), Scope::Only(&[one[0]; 2]), None, go_on).unwrap().subjects, one);
    std::fs::remove_file(folder.path().join("3-3.values")).unwrap();
    assert!(matches!(verify(folder.path(), Scope::All, None, go_on), Err(VerifyError::Missing { .. })));
}

#[test]
fn tables_of_other_rules_are_not_even_opened() {
    let folder = solved(BoardKind::Plain, 7, Keep::Values);
    for name in ["placing-3.values", "twelve-3-3.values"] {
        std::fs::write(folder.path().join(name), "notes").unwrap();
    }
    let verified = |rules: &str| verify(folder.path(), Scope::Of(&rules.parse().unwrap()), None, go_on);
    let proved = verified("lasker").unwrap();
    assert_eq!((proved.subjects.len(), proved.open), (3, Vec::new()));
    for rules in ["standard", "twelve"] {
        assert!(matches!(verified(rules), Err(VerifyError::Table(_))), "{rules}");
    }
}

#[test]
fn only_a_damaged_table_that_is_needed_is_refused() {
    let folder = solved(BoardKind::Plain, 7, Keep::Values);
    let verified = |damaged: &str| {
        std::fs::write(folder.path().join(damaged), "notes").unwrap();
        verify(folder.path(), Scope::Only(&["4-3".parse::<Sector>().unwrap().into()]), None, go_on)
    };
    verified("5-4.values").unwrap();
    verified("placing-3.values").unwrap();
    assert!(matches!(verified("3-3.values"), Err(VerifyError::Table(_))));
}

#[test]
fn a_planted_wrong_value_is_found() {
    let standard = [(Keep::Values, "3-3"), (Keep::ValuesAndDistances, "3-3"), (Keep::Values, "4-3")];
    for (keep, name) in standard.into_iter().chain([(Keep::Values, "twelve-4-3")]) {
        let sector: Sector = name.parse().unwrap();
        let board_kind = sector.board_kind();
        let folder = solved(board_kind, 7, keep);
        let file = TableFile::open(folder.path(), sector, Kind::Values).unwrap();
        for seed in 1..3 {
            let mut values = file.all().unwrap();
            let slot = some_slot(seed, sector.slots());
            let place = slot % 4 * 2;
            // Changes a draw to a win, a win to a loss, and a loss to a draw.
            let wrong = ((values[slot / 4] >> place & 3) + 1) % 3;
            values[slot / 4] = values[slot / 4] & !(3 << place) | wrong << place;
            write(folder.path(), sector, Kind::Values, file.summary(), &values).unwrap();
            let error = verify(folder.path(), Scope::All, None, go_on).unwrap_err();
            assert!(matches!(error, VerifyError::Wrong { .. }), "{slot}: {error}");
        }
    }
}

#[test]
fn a_planted_wrong_distance_is_found() {
    let folder = solved(BoardKind::Plain, 6, Keep::ValuesAndDistances);
    let sector = Sector::new(3, 3).unwrap();
    let file = TableFile::open(folder.path(), sector, Kind::Distances).unwrap();
    let mut distances = file.all().unwrap();
    let slot = (0..distances.len()).find(|&slot| distances[slot] > 5).unwrap();
    distances[slot] += 2;
    write(folder.path(), sector, Kind::Distances, file.summary(), &distances).unwrap();
    let error = verify(folder.path(), Scope::All, None, go_on).unwrap_err();
    assert!(matches!(error, VerifyError::Wrong { .. }), "{error}");
}

#[test]
fn a_planted_wrong_count_is_found() {
    let folder = solved(BoardKind::Plain, 6, Keep::Values);
    let sector = Sector::new(3, 3).unwrap();
    let file = TableFile::open(folder.path(), sector, Kind::Values).unwrap();
    let summary = Summary { wins: file.summary().wins + 1, ..file.summary() };
    write(folder.path(), sector, Kind::Values, summary, &file.all().unwrap()).unwrap();
    assert!(folder.path().join(file_name(sector, Kind::Values)).exists());
    let error = verify(folder.path(), Scope::All, None, go_on).unwrap_err();
    assert!(matches!(error, VerifyError::Summary { .. }), "{error}");
}

#[test]
fn a_planted_wrong_count_of_a_sector_without_a_table_is_found() {
    let folder = solved(BoardKind::Plain, 7, Keep::Values);
    let sector = Sector::new(4, 3).unwrap();
    let file = TableFile::open(folder.path(), sector, Kind::Values).unwrap();
    let right = file.mirror_summary().unwrap();
    for mirror in [Summary { losses: 1, draws: right.draws - 1, ..right }, Summary { wins: 0, ..right }] {
        let summaries = Summaries { own: file.summary(), mirror: Some(mirror) };
        write(folder.path(), sector, Kind::Values, summaries, &file.all().unwrap()).unwrap();
        let error = verify(folder.path(), Scope::All, None, go_on).unwrap_err();
        let mirror = TableId::from(sector.mirror());
        assert!(matches!(error, VerifyError::Summary { subject, .. } if subject == mirror), "{error}");
    }
}
