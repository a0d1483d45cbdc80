// SPDX-License-Identifier: GPL-3.0-or-later
//! Solves early plies from a later ply with made-up values. The results must agree with the moves.

use std::collections::BTreeMap;

use super::*;
use crate::tablebase::{Scope, Tables, VerifyError, Wdl, file, verify};
use morris::{Arrangement, ByColor, Color, Position, Rules};

fn go_on<T>(_: T) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Returns the task of solving the plies before the made-up ply.
fn task(folder: &Path, last: u8) -> PlacingTask {
    PlacingTask { folder: folder.to_owned(), memory: u64::MAX, threads: None, last: PlacingPly::new(last).unwrap() }
}

/// Writes a ply with made-up values. All slots of a position have the same value.
fn make_up(folder: &Path, ply: PlacingPly) {
    let mut values = vec![0; ply.slots().div_ceil(4) as usize];
    for MenBlock { men, start } in ply.parts() {
        let index = Index::of(men);
        for slot in 0..men.slots() {
            let (mover, other) = index.men(slot);
            let seed = (start + index.slot(mover, other) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            // More wins than losses: with more losses, nearly all predecessors would be won.
            let value =
                [Wdl::Loss, Wdl::Win, Wdl::Draw, Wdl::Win, Wdl::Draw, Wdl::Win, Wdl::Win][(seed >> 40) as usize % 7];
            let at = (start + slot) as usize;
            values[at / 4] |= value.bits() << (at % 4 * 2);
        }
    }
    file::write(folder, ply, Kind::Values, Summary::default(), &values).unwrap();
}

fn made_up(ply: u8) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    make_up(folder.path(), PlacingPly::new(ply).unwrap());
    folder
}

fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
}

/// Returns the position of a slot. The side to move follows from the ply.
fn position(ply: PlacingPly, index: &Index, slot: u64) -> Position {
    let (mover, other) = index.men(slot);
    let side = if ply.placements() % 2 == 0 { Color::White } else { Color::Black };
    let (of_mover, of_other) = (ply.hand().mover, ply.hand().other);
    let (men, hand) = match side {
        Color::White => (ByColor { white: mover, black: other }, ByColor { white: of_mover, black: of_other }),
        Color::Black => (ByColor { white: other, black: mover }, ByColor { white: of_other, black: of_mover }),
    };
    Arrangement::new(men, hand, side).check(&Rules::STANDARD).unwrap()
}

#[test]
fn every_position_is_worth_its_best_move() {
    let folder = made_up(9);
    solve_placing(&task(folder.path(), 9), go_on).unwrap();
    let (tables, refused) = Tables::open(folder.path());
    assert!(refused.is_empty());
    for ply in ["placing-8.values", "placing-6.values"] {
        fs::rename(folder.path().join(ply), folder.path().join("away")).unwrap();
    }
    let sparse = Tables::open(folder.path()).0;
    let rules = &Rules::STANDARD;
    for ply in PlacingPly::all().take(9) {
        let mut counts = [0; 3];
        for MenBlock { men, .. } in ply.parts() {
            let index = Index::of(men);
            let step = (men.slots() / 200).max(1);
            for slot in (0..men.slots()).step_by(step as usize) {
                let position = position(ply, &index, slot);
                let moves = position.legal_moves(rules);
                let after = moves.iter().map(|&mv| {
                    let after = position.play_unchecked(mv, rules);
                    tables.value(&after, rules).unwrap().opposite()
                });
                assert_eq!(tables.value(&position, rules), after.max(), "{position}");
                assert_eq!(sparse.value(&position, rules), tables.value(&position, rules), "{position}");
                counts[tables.value(&position, rules).unwrap() as usize] += u64::from(index.is_first(slot));
            }
        }
        let summary = tables.summary(ply).unwrap();
        assert_eq!(summary.positions, ply.positions());
        assert_eq!(summary.positions, summary.wins + summary.draws + summary.losses);
        if ply.slots() <= 200 {
            assert_eq!([summary.losses, summary.draws, summary.wins], counts, "{ply}");
        }
    }
}

#[test]
fn stopped_at_any_call_it_goes_on() {
    let at_once = made_up(7);
    solve_placing(&task(at_once.path(), 7), go_on).unwrap();
    let folder = made_up(7);
    for calls in [1, 2, 3, 4, 7, 1] {
        let mut left = calls;
        let result = solve_placing(&task(folder.path(), 7), |_| {
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(matches!(result, Err(SolveError::Stopped)), "{calls}");
    }
    solve_placing(&task(folder.path(), 7), go_on).unwrap();
    assert_eq!(contents(folder.path()).len(), 8);
    assert!(contents(folder.path()) == contents(at_once.path()));
}

#[test]
fn plies_that_only_lead_to_others_are_removed() {
    let folder = made_up(7);
    solve_placing(&task(folder.path(), 4), go_on).unwrap();
    let names: Vec<_> = contents(folder.path()).into_keys().collect();
    assert_eq!(names, [0, 1, 2, 3, 4].map(|ply| format!("placing-{ply}.values")));
}

#[test]
fn one_by_one_they_are_the_same() {
    let [at_once, by_steps] = [made_up(6), made_up(6)];
    solve_placing(&task(at_once.path(), 6), go_on).unwrap();
    let steps: Vec<_> = PlacingPly::all().rev().filter(|ply| ply.placements() < 6).collect();
    for &ply in &steps {
        solve_placing_ply(&task(by_steps.path(), 6), ply, go_on).unwrap();
    }
    assert!(contents(by_steps.path()) == contents(at_once.path()));
    let alone = tempfile::tempdir().unwrap();
    assert!(solve_placing_ply(&task(alone.path(), 6), steps[0], go_on).is_err(), "what it needs is not there");
}

#[test]
fn without_the_sectors_it_says_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let error = solve_placing(&task(folder.path(), 7), go_on).unwrap_err();
    assert!(error.to_string().contains(".values: No such file"), "{error}");
    assert!(contents(folder.path()).is_empty());
}

#[test]
fn the_plies_are_proved_and_a_planted_wrong_value_is_found() {
    let folder = made_up(6);
    solve_placing(&task(folder.path(), 6), go_on).unwrap();
    let proved = verify(folder.path(), Scope::All, None, go_on).unwrap();
    assert_eq!(proved.subjects, (0..6).map(|ply| PlacingPly::new(ply).unwrap().into()).collect::<Vec<_>>());
    assert_eq!(proved.open, [PlacingPly::new(6).unwrap()]);
    // A missing ply between two others is looked ahead from.
    fs::remove_file(folder.path().join("placing-3.values")).unwrap();
    let proved = verify(folder.path(), Scope::All, None, go_on).unwrap();
    assert_eq!(proved.subjects.len(), 5);
    let ply = PlacingPly::new(5).unwrap();
    let file = TableFile::open(folder.path(), ply, Kind::Values).unwrap();
    let mut values = file.all().unwrap();
    values[1234] = if values[1234] & 3 == 2 { values[1234] & !3 } else { values[1234] & !3 | 2 };
    file::write(folder.path(), ply, Kind::Values, file.summary(), &values).unwrap();
    let error = verify(folder.path(), Scope::All, None, go_on).unwrap_err();
    // The verifier finds the error there, or in the ply before, which leads to it.
    assert!(matches!(error, VerifyError::Wrong { subject: TableId::Placing(wrong), .. } if wrong <= ply), "{error}");
}

/// One block that is damaged, anywhere, and nothing is called solved: a ply may be the last that is
/// wanted, or one between others.
#[test]
fn what_is_called_solved_has_no_damaged_block() {
    let folder = made_up(6);
    let task = task(folder.path(), 6);
    solve_placing(&task, go_on).unwrap();
    for ply in [0, 3, 6].map(|placements| PlacingPly::new(placements).unwrap()) {
        let path = folder.path().join(file::file_name(ply, Kind::Values));
        let whole = fs::read(&path).unwrap();
        let mut damaged = whole.clone();
        *damaged.last_mut().unwrap() ^= 1;
        fs::write(&path, &damaged).unwrap();
        for solved in [solve_placing(&task, go_on), solve_placing_ply(&task, ply, go_on)] {
            let said = solved.unwrap_err().to_string();
            let names_block = said.starts_with(&format!("{}: block ", path.display()));
            assert!(names_block && said.ends_with(" is damaged"), "{said}");
        }
        assert!(fs::read(&path).unwrap() == damaged, "it is left alone");
        fs::write(&path, &whole).unwrap();
        solve_placing(&task, go_on).unwrap();
    }
}
