// SPDX-License-Identifier: GPL-3.0-or-later
//! Puzzles out of the tables that come with the program.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use morris::Rules;
use morris_engine::tablebase::Tables;
use morris_play::puzzles::{Attempt, AttemptState, Points, Puzzle, PuzzleKind, PuzzleMaker, Verdict, Wanted};

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
