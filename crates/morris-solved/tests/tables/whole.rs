// SPDX-License-Identifier: GPL-3.0-or-later
//! Solving as a whole: independent of the number of threads, within its memory, and correct.

#![allow(clippy::disallowed_methods, reason = "a test may")]

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use morris::{Board, PLAIN_24, Position, Rules};
use morris_solved::tablebase::{
    BoardKind, Keep, Kind, PlacingGame, PlacingPly, PlacingTask, Scope, SectorsTask, SolveError, Summary, TableId,
    Tables, Wdl, file_name, solve, solve_placing, verify,
};

use super::common::known;
use super::support::{contents, position, sector, seven_men, solve_all, task};

#[test]
fn the_tables_are_the_same_with_any_number_of_threads() {
    for threads in [1, 3] {
        let folder = tempfile::tempdir().unwrap();
        solve_all(&SectorsTask { threads: Some(threads), ..task(folder.path(), 7) });
        assert!(contents(folder.path()) == contents(seven_men()), "{threads} threads");
    }
}

#[test]
fn known_sectors_hold_what_is_known() {
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

/// `cargo test --release -p morris-solved --test tables -- --ignored shipped_sectors`
#[test]
#[ignore = "takes minutes"]
fn the_shipped_sectors_are_those_of_a_fresh_solve() {
    let folder = tempfile::tempdir().unwrap();
    solve_all(&SectorsTask { keep: Keep::Values, ..task(folder.path(), 11) });
    check_shipped(&contents(folder.path()), 12);
}

/// Plies that are not bundled, because they can be looked ahead from.
const LOOKED_AHEAD: [&str; 3] = ["placing-6.values", "placing-8.values", "placing-10.values"];

/// `NMM_WHOLE=FOLDER cargo test --release -p morris-solved --test tables -- --ignored
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
    let solved = contents(folder.path()).into_iter().filter(|(name, _)| !LOOKED_AHEAD.contains(&&**name));
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

#[test]
fn the_shipped_tables_are_whole_and_prove_the_empty_board_drawn() {
    let (tables, refused) = Tables::open(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/endgame")));
    assert!(refused.is_empty());
    let there = |subject: &TableId| tables.summary(*subject).is_some();
    let wanted = |subject: &TableId| match subject {
        TableId::Sector(sector) => sector.men() <= 11,
        TableId::Placing(ply) => {
            *ply <= PlacingGame::Nine.last_kept() && !LOOKED_AHEAD.contains(&&*file_name(*ply, Kind::Values))
        }
    };
    assert!(TableId::all_on(BoardKind::Plain).all(|subject| there(&subject) == wanted(&subject)));
    assert!(tables.check().is_ok());
    for (name, known) in known("standard") {
        let there = TableId::all().find(|table| table.to_string() == name).and_then(|table| tables.summary(table));
        let counts = |summary: Summary| [summary.positions, summary.wins, summary.draws, summary.losses];
        assert!(there.is_none_or(|there| counts(there) == counts(known)), "{name}");
    }
    let rules = &Rules::STANDARD;
    let mut position = Position::start(rules);
    assert_eq!(tables.value(&position, rules), Some(Wdl::Draw));
    // No ply is missing on the way.
    for _ply in 0..12 {
        let moves = position.legal_moves(rules);
        let after: Vec<_> = moves.iter().map(|&mv| position.play_unchecked(mv, rules)).collect();
        let value = tables.value(&position, rules);
        if PlacingPly::of(&position, rules) == Some(PlacingGame::Nine.last_kept()) {
            assert!(value.is_some(), "the last ply that is there");
            break;
        }
        let best = after.iter().map(|after| tables.value(after, rules).unwrap().opposite()).max();
        assert_eq!(value, best, "{position}");
        position = after[after.len() / 2];
    }
}
