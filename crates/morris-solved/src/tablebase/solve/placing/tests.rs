// SPDX-License-Identifier: GPL-3.0-or-later
//! Solves early plies from a later ply with made-up values. The results must agree with the moves.

use std::collections::BTreeMap;
use std::fs;

use super::*;
use crate::tablebase::{
    BoardKind, Keep, LookedAhead, PlacingGame, Scope, Sector, Tables, VerifyError, Wdl, file, solve, verify,
};
use morris::{Arrangement, ByColor, Color, Position, Rules};

fn go_on<T>(_: T) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn nine(placements: u8) -> PlacingPly {
    PlacingPly::new(PlacingGame::Nine, placements).unwrap()
}

fn index_of(ply: PlacingPly, men: MenCount) -> Index {
    Index::on(ply.game().board_kind(), men)
}

/// Returns the task of solving the plies before the made-up ply.
fn task(folder: &Path, last: u8) -> PlacingTask {
    PlacingTask { folder: folder.to_owned(), memory: u64::MAX, threads: None, last: nine(last) }
}

/// Returns the task of all sectors of a game.
fn sectors(folder: &Path, game: PlacingGame) -> SectorsTask {
    SectorsTask {
        folder: folder.to_owned(),
        board_kind: game.board_kind(),
        most_men: 2 * game.men(),
        most_per_side: game.men(),
        memory: u64::MAX,
        threads: None,
        keep: Keep::Values,
        looked_ahead: LookedAhead::LeaveForPlacing,
    }
}

/// Writes a ply with made-up values. All slots of a position have the same value.
fn make_up(folder: &Path, ply: PlacingPly) {
    let mut values = vec![0; ply.slots().div_ceil(4) as usize];
    for MenBlock { men, start } in ply.parts() {
        let index = index_of(ply, men);
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
    make_up(folder.path(), nine(ply));
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
    Arrangement::new(men, hand, side).check(&ply.game().rules()).unwrap()
}

#[test]
fn every_position_is_worth_its_best_move() {
    let folder = made_up(8);
    solve_placing(&task(folder.path(), 8), go_on).unwrap();
    let (tables, refused) = Tables::open(folder.path());
    assert!(refused.is_empty());
    for ply in ["placing-7.values", "placing-5.values"] {
        fs::rename(folder.path().join(ply), folder.path().join("away")).unwrap();
    }
    let sparse = Tables::open(folder.path()).0;
    let rules = &Rules::STANDARD;
    for ply in PlacingGame::Nine.plies().take(8) {
        let mut counts = [0; 3];
        for MenBlock { men, .. } in ply.parts() {
            let index = index_of(ply, men);
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
    // Parts that are complete are kept, so that each run comes further.
    for calls in [1, 2, 3, 2, 1, 2] {
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
    let steps: Vec<_> = PlacingGame::Nine.plies().rev().filter(|ply| ply.placements() < 6).collect();
    for &ply in &steps {
        solve_placing_ply(&task(by_steps.path(), 6), ply, go_on).unwrap();
    }
    assert!(contents(by_steps.path()) == contents(at_once.path()));
    let alone = tempfile::tempdir().unwrap();
    assert!(solve_placing_ply(&task(alone.path(), 6), steps[0], go_on).is_err(), "what it needs is not there");
}

#[test]
fn missing_sectors_are_named() {
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
    assert_eq!(proved.subjects, (0..6).map(|ply| nine(ply).into()).collect::<Vec<_>>());
    assert_eq!(proved.open, [nine(6)]);
    // A missing ply between two others is looked ahead from.
    fs::remove_file(folder.path().join("placing-3.values")).unwrap();
    let proved = verify(folder.path(), Scope::All, None, go_on).unwrap();
    assert_eq!(proved.subjects.len(), 5);
    let ply = nine(5);
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
fn solved_files_have_no_damaged_block() {
    let folder = made_up(6);
    let task = task(folder.path(), 6);
    solve_placing(&task, go_on).unwrap();
    for ply in [0, 3, 6].map(nine) {
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

/// Returns the value of the best move of a position by the rules.
fn best_move(position: &Position, rules: &Rules, tables: &Tables) -> Wdl {
    let mut best = Wdl::Loss;
    position.for_each_move(rules, |mv| {
        let after = position.play_unchecked(mv, rules);
        let ended = Wdl::ended(&after, rules);
        best = best.max(ended.or_else(|| tables.value(&after, rules)).unwrap().opposite());
    });
    best
}

/// A game with four men and diagonals, solved whole: the sectors are proved, the values are counted
/// from the last placement to the first, and one position of several is worth its best move by the
/// rules.
#[test]
fn whole_game_with_diagonals_agrees_with_its_moves() {
    const GAME: PlacingGame = PlacingGame::Four;
    // All moves of all positions take minutes in a debug build.
    const PLAYED_OUT: u64 = 23;
    let folder = tempfile::tempdir().unwrap();
    solve(&sectors(folder.path(), GAME), go_on).unwrap();
    let last = GAME.plies().next_back().unwrap();
    solve_placing(&PlacingTask { last, ..task(folder.path(), 0) }, go_on).unwrap();
    assert!(contents(folder.path()).keys().all(|name| name.ends_with(".values")), "no checkpoint is left");
    let proved = verify(folder.path(), Scope::All, None, go_on).unwrap();
    assert_eq!((proved.subjects.len(), proved.open.len()), (4 + 8, 0));
    let (tables, rules) = (Tables::open(folder.path()).0, GAME.rules());
    for ply in GAME.plies() {
        let mut counts = [0; 3];
        for MenBlock { men, .. } in ply.parts() {
            let index = index_of(ply, men);
            for slot in (0..men.slots()).filter(|slot| index.is_first(*slot)) {
                let position = position(ply, &index, slot);
                let value = tables.value(&position, &rules).unwrap();
                counts[value as usize] += 1;
                if slot % PLAYED_OUT == 0 {
                    assert_eq!(value, best_move(&position, &rules, &tables), "{position}");
                }
            }
        }
        let Summary { positions, wins, draws, losses, .. } = tables.summary(ply).unwrap();
        assert_eq!(([losses, draws, wins], positions), (counts, ply.positions()), "{ply}");
    }
}

#[test]
fn the_room_for_all_includes_the_distances() {
    let folder = tempfile::tempdir().unwrap();
    let task = task(folder.path(), 11);
    let needed = |keep| {
        let sectors = SectorsTask { keep, ..sectors(folder.path(), PlacingGame::Nine) };
        room_for_all(&sectors, &task).unwrap() - room(&task, &missing(&task).unwrap())
    };
    assert!(needed(Keep::ValuesAndDistances) > 4 * needed(Keep::Values));
}

/// Returns the value that a position of the sector 11-12 has in the next test.
fn made_up_value(slot: u64) -> Wdl {
    [Wdl::Loss, Wdl::Win, Wdl::Draw, Wdl::Win][(slot.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60) as usize % 4]
}

/// The last man of twelve men's morris fills the board, which is a draw, or closes a mill.
#[test]
fn the_last_man_of_twelve_fills_the_board_or_makes_room() {
    let folder = tempfile::tempdir().unwrap();
    let [full, after] = [12, 11].map(|mover| Sector::on(BoardKind::Diagonal, mover, 12).unwrap());
    let mut values = vec![0; after.slots().div_ceil(4) as usize];
    let index = Index::new(after);
    for slot in 0..after.slots() {
        let (mover, other) = index.men(slot);
        values[slot as usize / 4] |= made_up_value(index.slot(mover, other)).bits() << (slot % 4 * 2);
    }
    file::write(folder.path(), after, Kind::Values, Summary::default(), &values).unwrap();
    file::write(folder.path(), full, Kind::Values, Summary::default(), &vec![0; full.slots().div_ceil(4) as usize])
        .unwrap();
    let ply = PlacingGame::Twelve.plies().next_back().unwrap();
    let men = MenCount { mover: 11, other: 12 };
    let mut next = Next { folder: folder.path(), ply, kept: Vec::new() };
    let of_ply = index_of(ply, men);
    let (packed, _) = solve_part(&of_ply, &next.after(men).unwrap(), go_on).unwrap();
    let (rules, mut draws) = (PlacingGame::Twelve.rules(), 0);
    for slot in (0..men.slots()).step_by(7) {
        let position = position(ply, &of_ply, slot);
        let values = position.legal_moves(&rules).into_iter().map(|mv| {
            let next = position.play_unchecked(mv, &rules);
            let [mover, other] = [Color::White, Color::Black].map(|color| next.men(color));
            if mover.len() == 12 {
                assert_eq!(Wdl::ended(&next, &rules), Some(Wdl::Draw), "{next}");
                return Wdl::Draw;
            }
            made_up_value(index.slot(mover, other)).opposite()
        });
        let value = values.max().unwrap();
        assert_eq!(crate::tablebase::wdl::unpack(&packed, slot as usize), value, "{position}");
        draws += u64::from(value == Wdl::Draw);
    }
    assert!(draws > 0);
}

#[test]
fn the_sector_of_the_full_board_is_drawn_and_proved() {
    let folder = tempfile::tempdir().unwrap();
    let full = Sector::on(BoardKind::Diagonal, 12, 12).unwrap();
    // The sectors that a removal would lead to are not needed, but looked for.
    let [larger, equal] = [[12, 11], [11, 11]].map(|[mover, other]| Sector::on(BoardKind::Diagonal, mover, other));
    for sector in [larger, equal].into_iter().flatten() {
        let values = vec![0; sector.slots().div_ceil(4) as usize];
        let summary = Summary { positions: sector.positions(), draws: sector.positions(), ..Summary::default() };
        let mirror = Some(summary).filter(|_| sector.mirror() != sector);
        file::write(folder.path(), sector, Kind::Values, file::Summaries { own: summary, mirror }, &values).unwrap();
    }
    let sectors = SectorsTask { looked_ahead: LookedAhead::DoNotWrite, ..sectors(folder.path(), PlacingGame::Twelve) };
    crate::tablebase::solve_sector(&sectors, full, go_on).unwrap();
    verify(folder.path(), Scope::Only(&[full.into()]), None, go_on).unwrap();
    let summary = Tables::open(folder.path()).0.summary(full).unwrap();
    assert_eq!((summary.positions, summary.draws), (full.positions(), full.positions()));
}

/// What a killed solver leaves behind at any moment is enough to continue in the middle of a ply,
/// and the tables are the same in the end.
#[test]
fn killed_in_the_middle_of_a_ply_it_goes_on_there() {
    let (first, last) = (nine(6), 7);
    let at_once = made_up(last);
    solve_placing(&task(at_once.path(), last), go_on).unwrap();
    let folder = made_up(last);
    let mut left_behind = Vec::new();
    solve_placing(&task(folder.path(), last), |progress| {
        if progress.at == Some(At::Ply(first)) && progress.done < first.slots() {
            left_behind.push((progress, contents(folder.path())));
        }
        go_on(())
    })
    .unwrap();
    assert!(left_behind.len() >= first.parts().len());
    let mut begun_most = 0;
    for (before, files) in left_behind {
        let again = tempfile::tempdir().unwrap();
        for (name, bytes) in files {
            fs::write(again.path().join(name), bytes).unwrap();
        }
        let mut all = None;
        solve_placing(&task(again.path(), last), |progress| {
            all = all.or(progress.at.map(|_| progress.all));
            go_on(())
        })
        .unwrap();
        // Complete parts are not solved again.
        let begun = first.parts().iter().rev().map(|part| part.start).find(|start| *start <= before.done).unwrap();
        assert_eq!(all, Some(before.all - begun), "{before:?}");
        begun_most = begun_most.max(begun);
        assert!(contents(again.path()) == contents(at_once.path()), "{before:?}");
    }
    assert_eq!(Some(begun_most), first.parts().last().map(|part| part.start));
}

/// Returns the files of a solver that was stopped in the middle of a ply.
fn stopped_within_ply(last: u8) -> tempfile::TempDir {
    let folder = made_up(last);
    let begun = nine(last - 1).slots() / 4;
    let stopped = solve_placing(&task(folder.path(), last), |progress| {
        if progress.done > begun { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(matches!(stopped, Err(SolveError::Stopped)));
    folder
}

#[test]
fn damaged_files_of_an_unfinished_ply_are_made_again() {
    let at_once = made_up(8);
    solve_placing(&task(at_once.path(), 8), go_on).unwrap();
    let begun = stopped_within_ply(8);
    assert_eq!(contents(begun.path()).len(), 3, "the made-up ply, the unfinished one, and its checkpoint");
    for name in ["placing-7.values.unfinished", "placing-7.values.checkpoint"] {
        let path = begun.path().join(name);
        let whole = fs::read(&path).unwrap();
        for damaged in [whole[..whole.len() - 1].to_vec(), [&whole[..whole.len() - 1], &[1]].concat(), Vec::new()] {
            let folder = tempfile::tempdir().unwrap();
            for (name, bytes) in contents(begun.path()) {
                fs::write(folder.path().join(name), bytes).unwrap();
            }
            fs::write(folder.path().join(name), damaged).unwrap();
            solve_placing(&task(folder.path(), 8), go_on).unwrap();
            assert!(contents(folder.path()) == contents(at_once.path()), "{name}");
        }
    }
    file::remove_unfinished(begun.path()).unwrap();
    assert_eq!(contents(begun.path()).into_keys().collect::<Vec<_>>(), ["placing-8.values"]);
}

/// A solver that ended between the end of a ply and the removal of the next one removes it later.
#[test]
fn a_ply_that_should_have_been_removed_is_removed_later() {
    let folder = made_up(7);
    let mut removed = None;
    solve_placing(&task(folder.path(), 4), |progress| {
        if progress.at == Some(At::Ply(nine(5))) && removed.is_none() {
            removed = Some(contents(folder.path()));
        }
        go_on(())
    })
    .unwrap();
    let before = removed.unwrap();
    assert!(before.contains_key("placing-6.values") && !before.contains_key("placing-7.values"));
    let again = made_up(7);
    fs::write(again.path().join("placing-6.values"), &before["placing-6.values"]).unwrap();
    fs::write(again.path().join("placing-6.values.checkpoint"), "").unwrap();
    solve_placing(&task(again.path(), 4), go_on).unwrap();
    assert!(contents(again.path()) == contents(folder.path()));
}

/// Writes the table of a ply again with wrong values. One value in 64 changes, so that some are
/// among the random ones.
fn with_wrong_values(folder: &Path, file: &TableFile, ply: PlacingPly) -> TableFile {
    let mut values = file.all().unwrap();
    for byte in values.iter_mut().step_by(16) {
        *byte = if *byte & 3 == 2 { *byte & !3 } else { *byte & !3 | 2 };
    }
    file::write(folder, ply, Kind::Values, file.summary(), &values).unwrap();
    TableFile::open(folder, ply, Kind::Values).unwrap()
}

/// A ply gets its name only after random positions of it are proved.
#[test]
fn a_wrong_value_of_an_unnamed_ply_is_found() {
    let folder = made_up(7);
    solve_placing(&task(folder.path(), 7), go_on).unwrap();
    let ply = nine(6);
    let file = TableFile::open(folder.path(), ply, Kind::Values).unwrap();
    prove_some(folder.path(), &file, ply, PROVED, || go_on(())).unwrap();
    let wrong = with_wrong_values(folder.path(), &file, ply);
    let error = prove_some(folder.path(), &wrong, ply, PROVED / 10, || go_on(())).unwrap_err();
    assert!(matches!(error, VerifyError::Wrong { subject: TableId::Placing(wrong), .. } if wrong == ply), "{error}");
}

/// A fault of the machine does not stay in what the next run continues from.
#[test]
fn a_ply_that_fails_its_proof_is_solved_again() {
    let folder = made_up(7);
    let (task, ply) = (task(folder.path(), 7), nine(6));
    let (mut writer, _) = Writer::resume(folder.path(), ply.into(), Kind::Values, effort(&task, ply)).unwrap();
    writer.push(&vec![0; ply.slots().div_ceil(4) as usize]).unwrap();
    let summary = Summary { positions: 1, draws: 1, ..Summary::default() };
    writer.checkpoint(PartsDone { parts: ply.parts().len(), summary }).unwrap();
    drop(writer);
    let failed = solve_placing(&task, go_on);
    assert!(matches!(failed, Err(SolveError::Wrong(_))), "{failed:?}");
    solve_placing(&task, go_on).unwrap();
    assert_eq!(contents(folder.path()).len(), 8);
}

#[test]
fn stopped_while_it_proves_or_reads_it_goes_on() {
    let folder = made_up(7);
    let task = task(folder.path(), 7);
    let solve_until = |slots| {
        let until = |progress: Progress| if progress.done < slots { go_on(()) } else { ControlFlow::Break(()) };
        solve_placing(&task, until)
    };
    assert!(matches!(solve_until(nine(6).slots()), Err(SolveError::Stopped)));
    assert!(!folder.path().join("placing-6.values").exists());
    solve_until(u64::MAX).unwrap();
    assert_eq!(contents(folder.path()).len(), 8);
    assert!(matches!(solve_until(0), Err(SolveError::Stopped)));
}

/// Where the tables after a ply can be looked ahead from and are missing, each value that the proof
/// needs is computed alone: whole sectors would take it longer than solving does.
#[test]
fn random_positions_are_proved_without_the_tables_that_can_be_looked_ahead_from() {
    let folder = made_up(8);
    solve_placing(&task(folder.path(), 8), go_on).unwrap();
    fs::remove_file(folder.path().join("placing-7.values")).unwrap();
    let ply = nine(6);
    let file = TableFile::open(folder.path(), ply, Kind::Values).unwrap();
    prove_some(folder.path(), &file, ply, PROVED, || go_on(())).unwrap();
    let wrong = with_wrong_values(folder.path(), &file, ply);
    assert!(matches!(
        prove_some(folder.path(), &wrong, ply, PROVED / 10, || go_on(())),
        Err(VerifyError::Wrong { .. })
    ));
    // Without what follows, the missing table is named.
    fs::remove_file(folder.path().join("placing-8.values")).unwrap();
    let missing = prove_some(folder.path(), &wrong, ply, PROVED / 10, || go_on(())).unwrap_err();
    assert!(missing.to_string().contains("placing-7"), "{missing}");
}
