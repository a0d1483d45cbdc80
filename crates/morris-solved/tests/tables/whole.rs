// SPDX-License-Identifier: GPL-3.0-or-later
//! Solving as a whole: independent of the number of threads, within its memory, and correct.

#![allow(clippy::disallowed_methods, reason = "a test may")]

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use morris::{Board, PLAIN_24, Position, Rules};
use morris_solved::tablebase::{
    BoardKind, Keep, Kind, LookedAhead, PlacingGame, PlacingPly, PlacingTask, Scope, SectorsTask, SolveError, Summary,
    TableId, Tables, Wdl, file_name, remove_temporary, solve, solve_placing, verify,
};

use super::support::{contents, copy_of_seven_men, position, sector, seven_men, solve_all, task};
use crate::common::known;

#[test]
fn the_tables_are_the_same_with_any_number_of_threads() {
    for threads in [1, 3] {
        let folder = tempfile::tempdir().unwrap();
        solve_all(&SectorsTask { threads: Some(threads), ..task(folder.path(), 7) });
        assert!(contents(folder.path()) == contents(seven_men()), "{threads} threads");
    }
}

#[test]
fn it_stops_while_it_reads_existing_tables() {
    let folder = copy_of_seven_men();
    let stopped = solve(&task(folder.path(), 7), |_| ControlFlow::Break(()));
    assert!(matches!(stopped, Err(SolveError::Stopped)));
}

#[test]
fn canceled_work_leaves_no_temporary_tables() {
    let folder = tempfile::tempdir().unwrap();
    let task = SectorsTask { looked_ahead: LookedAhead::LeaveForPlacing, ..task(folder.path(), 7) };
    solve_all(&task);
    assert!(folder.path().join("3-4.values").exists());
    remove_temporary(folder.path()).unwrap();
    assert!(contents(folder.path()) == contents(seven_men()));
}

#[test]
fn known_sectors_have_the_known_counts() {
    let (tables, _) = Tables::open(seven_men());
    for (name, summary) in known("standard").into_iter().take(3) {
        assert_eq!(tables.summary(sector(name)), Some(summary), "{name}");
    }
    assert_eq!(tables.summary(sector("4-4")), None);
}

#[test]
fn images_are_worth_the_same() {
    let (tables, _) = Tables::open(seven_men());
    let index = morris_solved::tablebase::Index::new(sector("4-3"));
    for sample in 0..1000_u64 {
        let (white, black) = index.men(sample.wrapping_mul(0x9e37_79b9_7f4a_7c15) % index.len());
        let worth = |position| (tables.value(&position, &Rules::PLAIN), tables.distance(&position, &Rules::PLAIN));
        let expected = worth(position(white, black));
        for symmetry in PLAIN_24.symmetries() {
            assert_eq!(worth(position(Board::map(symmetry, white), Board::map(symmetry, black))), expected);
        }
    }
}

#[test]
fn other_rules_have_no_tables() {
    let (tables, _) = Tables::open(seven_men());
    let index = morris_solved::tablebase::Index::new(sector("3-3"));
    let (white, black) = index.men(1234);
    assert!(tables.value(&position(white, black), &Rules::WINDMILL).is_some());
    assert!(tables.value(&position(white, black), &Rules::COMPO).is_none());
}

#[test]
fn too_little_memory_is_refused_before_anything_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let task = SectorsTask { memory: 1 << 20, ..task(folder.path(), 6) };
    let error = solve(&task, |_| ControlFlow::Continue(())).unwrap_err();
    assert!(matches!(error, SolveError::Memory { allowed: 1, .. }), "{error}");
    assert!(contents(folder.path()).is_empty());
}

#[test]
#[ignore = "takes minutes"]
fn all_sectors_with_ten_men_are_right() {
    let folder = tempfile::tempdir().unwrap();
    solve_all(&task(folder.path(), 10));
    assert_eq!(verify(folder.path(), Scope::All, None, |_| ControlFlow::Continue(())).unwrap().subjects.len(), 15);
}

/// `cargo test --release -p morris-solved --test solved -- --ignored shipped_sectors`
#[test]
#[ignore = "takes minutes"]
fn the_shipped_sectors_are_those_of_a_fresh_solve() {
    let folder = tempfile::tempdir().unwrap();
    solve_all(&SectorsTask { keep: Keep::Values, ..task(folder.path(), 11) });
    check_shipped(&contents(folder.path()), 12);
}

/// Returns whether a ply is bundled. Plies that can be looked ahead from are not.
fn is_shipped(ply: PlacingPly) -> bool {
    let last = match ply.game() {
        PlacingGame::Nine => 11,
        PlacingGame::Eleven | PlacingGame::Twelve => 9,
    };
    let looked_ahead = ply.placements() >= 6 && ply.placements() % 2 == 0;
    ply.placements() <= last && !looked_ahead
}

/// `NMM_WHOLE=FOLDER cargo test --release -p morris-solved --test solved -- --ignored
/// shipped_plies`, where FOLDER contains the whole solution.
#[test]
#[ignore = "takes a minute, and the whole solution"]
fn the_shipped_plies_are_those_of_a_fresh_solve() {
    let whole = PathBuf::from(std::env::var_os("NMM_WHOLE").expect("NMM_WHOLE names the folder of the whole solution"));
    let folder = tempfile::tempdir().unwrap();
    let last = file_name(PlacingGame::Nine.last_kept(), Kind::Values);
    fs::copy(whole.join(&last), folder.path().join(&last)).unwrap();
    let task = PlacingTask {
        folder: folder.path().to_owned(),
        memory: u64::MAX,
        threads: None,
        last: PlacingGame::Nine.last_kept(),
    };
    solve_placing(&task, |_| ControlFlow::Continue(())).unwrap();
    let shipped: Vec<_> =
        PlacingGame::Nine.plies().filter(|&ply| is_shipped(ply)).map(|ply| file_name(ply, Kind::Values)).collect();
    let solved = contents(folder.path()).into_iter().filter(|(name, _)| shipped.contains(name));
    check_shipped(&solved.collect(), 9);
}

/// Checks that the solved tables are bundled, byte for byte.
fn check_shipped(solved: &BTreeMap<String, Vec<u8>>, count: usize) {
    let shipped = contents(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/endgame")));
    assert_eq!(solved.len(), count);
    for (name, bytes) in solved {
        assert!(shipped.get(name) == Some(bytes), "{name}");
    }
}

fn shipped() -> Tables {
    let (tables, refused) = Tables::open(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/endgame")));
    assert!(refused.is_empty());
    tables
}

#[test]
fn the_shipped_tables_are_whole() {
    let tables = shipped();
    let there = |subject: &TableId| tables.summary(*subject).is_some();
    let wanted = |subject: &TableId| match subject {
        TableId::Sector(sector) => sector.board_kind() == BoardKind::Plain && sector.men() <= 11,
        TableId::Placing(ply) => is_shipped(*ply),
    };
    assert!(TableId::all().all(|subject| there(&subject) == wanted(&subject)));
    assert!(tables.check().is_ok());
    for &game in PlacingGame::ALL {
        let known = known(game.id());
        let summary = |name: &str| match name.strip_prefix("ply ") {
            Some(placements) => tables.summary(PlacingPly::new(game, placements.parse().unwrap()).unwrap()),
            None => tables.summary(
                TableId::all_on(game.board_kind())
                    .find(|table| table.to_string().trim_start_matches("twelve-") == name)?,
            ),
        };
        let counts = |summary: Summary| [summary.positions, summary.wins, summary.draws, summary.losses];
        let compared = known.iter().filter_map(|(name, known)| {
            let there = summary(name)?;
            assert_eq!(counts(there), counts(*known), "{game:?} {name}");
            Some(())
        });
        assert!(compared.count() >= 8, "{game:?}");
    }
}

/// Nine men's morris is drawn. Twelve and eleven are won, and only the corners win.
#[test]
fn the_shipped_tables_prove_the_empty_boards() {
    let tables = shipped();
    for (rules, start) in [(&Rules::STANDARD, Wdl::Draw), (&Rules::ELEVEN, Wdl::Win), (&Rules::TWELVE, Wdl::Win)] {
        let mut position = Position::start(rules);
        assert_eq!(tables.value(&position, rules), Some(start), "{rules}");
        for mv in position.legal_moves(rules) {
            let is_corner = !mv.to_string().contains(['d', '4']);
            let worth = tables.value(&position.play_unchecked(mv, rules), rules).unwrap().opposite();
            assert_eq!(worth, if is_corner { start } else { Wdl::Draw }, "{rules} {mv}");
        }
        // No ply is missing on the way.
        loop {
            let value = tables.value(&position, rules);
            if PlacingPly::of(&position, rules).and_then(PlacingPly::next).is_none_or(|next| !known_ahead(next)) {
                assert!(value.is_some(), "the last ply that is there");
                break;
            }
            let moves = position.legal_moves(rules);
            let after: Vec<_> = moves.iter().map(|&mv| position.play_unchecked(mv, rules)).collect();
            let best = after.iter().map(|after| tables.value(after, rules).unwrap().opposite()).max();
            assert_eq!(value, best, "{position}");
            position = after[after.len() / 2];
        }
    }
}

/// Returns whether the values of a ply are known, since it or the next ply is bundled.
fn known_ahead(ply: PlacingPly) -> bool {
    is_shipped(ply) || ply.next().is_some_and(is_shipped)
}
