// SPDX-License-Identifier: GPL-3.0-or-later
//! Puzzles out of the tables that come with the program.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use morris::{Move, Position, Rules};
use morris_engine::tablebase::{Prober, Tables, Wdl};
use morris_play::puzzles::{
    Attempt, AttemptState, Points, Puzzle, PuzzleKind, PuzzleMaker, Verdict, Wanted, check, from_mistake,
};

const RULES: Rules = Rules::STANDARD;

fn shipped() -> Arc<Tables> {
    static SHIPPED: OnceLock<Arc<Tables>> = OnceLock::new();
    let open = || Tables::open(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/endgame").as_ref()).0.into();
    Arc::clone(SHIPPED.get_or_init(open))
}

fn make(kind: PuzzleKind, seed: u64) -> Puzzle {
    let wanted = Wanted { kind: Some(kind), ..Wanted::default() };
    PuzzleMaker::new(&shipped(), &RULES).make(seed, &wanted, &mut || ControlFlow::Continue(())).unwrap()
}

#[test]
fn a_seed_makes_one_puzzle_which_is_read_back() {
    for &kind in PuzzleKind::ALL {
        let puzzle = make(kind, 5);
        assert_eq!(puzzle.kind, kind);
        assert_eq!(make(kind, 5), puzzle);
        let read = Puzzle::parse(&puzzle.to_string()).unwrap();
        assert_eq!(read, Puzzle { mistake: None, ..puzzle });
    }
}

#[test]
fn the_first_puzzle_takes_few_looks() {
    for &kind in PuzzleKind::ALL {
        for seed in 0..20 {
            let tables = shipped();
            let mut maker = PuzzleMaker::new(&tables, &RULES);
            let wanted = Wanted { kind: Some(kind), ..Wanted::default() };
            assert!(maker.make(seed, &wanted, &mut || ControlFlow::Continue(())).is_some());
            let (candidates, probes) = maker.effort();
            assert!(candidates < 3_000 && probes < 60_000, "{kind} {seed}: {candidates} positions, {probes} looks");
        }
    }
}

#[test]
fn whoever_follows_the_line_solves_the_puzzle() {
    for &kind in PuzzleKind::ALL {
        for seed in 0..10 {
            let puzzle = Arc::new(make(kind, seed));
            let mut attempt = Attempt::new(Arc::clone(&puzzle), shipped());
            for pair in puzzle.line.chunks(2) {
                assert_eq!(attempt.state(), AttemptState::Open);
                let verdict = attempt.judge(pair[0]).unwrap();
                assert_eq!(verdict, Verdict::Right { reply: pair.get(1).copied() });
            }
            assert_eq!((attempt.state(), attempt.points()), (AttemptState::Solved, Some(Points::Whole)));
        }
    }
}

/// Proves the puzzles of so many seeds, whatever kind they are of.
fn prove(seeds: std::ops::Range<u64>) {
    let tables = shipped();
    for seed in seeds {
        let made = PuzzleMaker::new(&tables, &RULES).make(seed, &Wanted::default(), &mut || ControlFlow::Continue(()));
        let puzzle = made.unwrap();
        assert_eq!(check(&puzzle, &tables), Ok(()), "seed {seed}: {puzzle}");
    }
}

#[test]
fn three_hundred_puzzles_are_proven_by_another_way() {
    prove(0..300);
}

#[test]
#[ignore = "takes a minute: build-aux/test-long puzzles"]
fn ten_thousand_puzzles_are_proven_by_another_way() {
    prove(0..10_000);
}

#[test]
fn planted_faults_are_found() {
    let tables = shipped();
    let faults = |kind, plant: fn(&mut Puzzle)| {
        let mut found = Vec::new();
        for seed in 0..8 {
            let mut puzzle = make(kind, seed);
            plant(&mut puzzle);
            found.extend(check(&puzzle, &tables).err());
        }
        found.len()
    };
    let wrong_move = |puzzle: &mut Puzzle| {
        let legal = puzzle.position.legal_moves(&RULES);
        let wrong = legal.into_iter().find(|mv| !puzzle.right.contains(mv)).unwrap();
        (puzzle.right, puzzle.line) = (vec![wrong], vec![wrong]);
    };
    for &kind in PuzzleKind::ALL {
        assert_eq!(faults(kind, wrong_move), 8, "{kind}");
        assert_eq!(faults(kind, |puzzle| puzzle.value = Wdl::Loss), 8, "{kind}");
        assert_eq!(faults(kind, |puzzle| puzzle.right.clear()), 8, "{kind}");
    }
    assert_eq!(faults(PuzzleKind::Win, |puzzle| _ = puzzle.line.pop()), 8);
    assert_eq!(faults(PuzzleKind::Only, |puzzle| puzzle.kind = PuzzleKind::Place), 8);
    assert_eq!(faults(PuzzleKind::Place, |puzzle| puzzle.kind = PuzzleKind::Fly), 8);
}

#[test]
fn what_was_shown_comes_again_in_no_image() {
    let tables = shipped();
    let wanted = Wanted { kind: Some(PuzzleKind::Fly), ..Wanted::default() };
    let mut go_on = || ControlFlow::Continue(());
    let first = PuzzleMaker::new(&tables, &RULES).make(7, &wanted, &mut go_on).unwrap();
    let other = PuzzleMaker::new(&tables, &RULES).avoiding([first.key()]).make(7, &wanted, &mut go_on).unwrap();
    assert_ne!(first.key(), other.key());
}

#[test]
fn without_tables_or_time_there_is_no_puzzle() {
    let none = Tables::none();
    assert_eq!(PuzzleMaker::new(&none, &RULES).make(1, &Wanted::default(), &mut || ControlFlow::Continue(())), None);
    let tables = shipped();
    let mut maker = PuzzleMaker::new(&tables, &RULES);
    assert_eq!(maker.make(1, &Wanted::default(), &mut || ControlFlow::Break(())), None);
    assert_eq!(maker.effort(), (0, 0));
}

#[test]
fn a_wrong_move_is_punished_and_the_second_one_fails() {
    let (tables, mut punished) = (shipped(), 0);
    for seed in 0..20 {
        let puzzle = Arc::new(make(PuzzleKind::Draw, seed));
        let wrong = puzzle.position.legal_moves(&RULES).into_iter().find(|mv| !puzzle.right.contains(mv)).unwrap();
        let mut attempt = Attempt::new(Arc::clone(&puzzle), Arc::clone(&tables));
        let Verdict::Wrong { value, refutation } = attempt.judge(wrong).unwrap() else { panic!("{puzzle}: {wrong}") };
        assert_eq!((value, attempt.state()), (Some(Wdl::Loss), AttemptState::Open));
        assert_eq!(refutation.len() % 2, 1, "it ends with the punisher");
        let mut at = puzzle.position.play_unchecked(wrong, &RULES);
        for &mv in &refutation {
            at.check(mv, &RULES).unwrap();
            at = at.play_unchecked(mv, &RULES);
        }
        punished +=
            usize::from(refutation.last().is_some_and(|mv| !mv.removed.is_empty()) || at.outcome(&RULES).is_some());
        attempt.judge(wrong).unwrap();
        assert_eq!((attempt.state(), attempt.points()), (AttemptState::Failed, Some(Points::Nothing)));
        assert_eq!(attempt.position(), &puzzle.position);
    }
    assert!(punished > 10, "{punished} of 20 refutations end with a man taken");
}

#[test]
fn a_move_that_keeps_the_value_is_never_called_wrong() {
    let tables = shipped();
    let mut slower = 0;
    for &kind in PuzzleKind::ALL {
        for seed in 0..10 {
            let puzzle = Arc::new(make(kind, seed));
            let mut go_on = || ControlFlow::Continue(());
            let mut prober = Prober::new(&tables, &RULES, &mut go_on);
            for mv in puzzle.position.legal_moves(&RULES) {
                let keeps = prober.move_value(&[puzzle.position], mv).unwrap().value == puzzle.value;
                let mut attempt = Attempt::new(Arc::clone(&puzzle), Arc::clone(&tables));
                match attempt.judge(mv).unwrap() {
                    Verdict::Right { .. } => assert!(keeps && puzzle.right.contains(&mv), "{puzzle}: {mv}"),
                    Verdict::WinsToo { slower: by } => {
                        assert!(keeps && attempt.wrong() == 0 && by != Some(0), "{puzzle}: {mv}");
                        slower += 1;
                    }
                    Verdict::Wrong { .. } => assert!(!keeps, "{puzzle}: {mv}"),
                }
            }
        }
    }
    assert!(slower > 10);
}

#[test]
fn whoever_finds_another_quickest_win_solves_it_too() {
    let tables = shipped();
    for seed in 0..10 {
        let puzzle = Arc::new(make(PuzzleKind::Win, seed));
        let mut attempt = Attempt::new(Arc::clone(&puzzle), Arc::clone(&tables));
        let mut own = 0;
        while attempt.state() == AttemptState::Open {
            // The last of all moves that are right.
            let mut legal = attempt.position().legal_moves(&RULES);
            let right = loop {
                let mv = legal.pop().unwrap();
                let mut tried = attempt.clone();
                if matches!(tried.judge(mv).unwrap(), Verdict::Right { .. }) {
                    break mv;
                }
            };
            attempt.judge(right).unwrap();
            own += 1;
        }
        assert_eq!((own, attempt.points()), (puzzle.own_moves(), Some(Points::Whole)));
        let outcome = attempt.position().outcome(&RULES).unwrap();
        assert_eq!(outcome.winner(), Some(puzzle.position.side()));
    }
}

#[test]
fn a_mistake_of_a_game_becomes_a_puzzle() {
    let tables = shipped();
    for seed in 0..5 {
        let made = make(PuzzleKind::Only, seed);
        let legal = made.position.legal_moves(&RULES);
        for mv in legal {
            let puzzle = from_mistake(&tables, &RULES, &made.position, mv);
            assert_eq!(puzzle.is_none(), made.right.contains(&mv), "{made}: {mv}");
            let Some(puzzle) = puzzle else { continue };
            assert_eq!((puzzle.position, &puzzle.right), (made.position, &made.right));
        }
    }
    // Several moves are right here.
    let position = Position::parse("WW./.../.../..W.../.../.B./BBB w 0 0", &RULES).unwrap();
    let values = |mv: &Move| from_mistake(&tables, &RULES, &position, *mv);
    let puzzle = position.legal_moves(&RULES).iter().find_map(values).unwrap();
    assert!(puzzle.right.len() > 1);
    for &mv in &puzzle.right {
        let mut attempt = Attempt::new(Arc::new(puzzle.clone()), Arc::clone(&tables));
        attempt.judge(mv).unwrap();
        assert_eq!(attempt.state(), AttemptState::Solved);
    }
}
