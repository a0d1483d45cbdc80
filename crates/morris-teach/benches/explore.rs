// SPDX-License-Identifier: GPL-3.0-or-later
//! Measures the table of all moves, and the making of questions: `cargo bench -p morris-teach`.

#![allow(missing_docs, reason = "the macro of criterion makes a function without")]

use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use morris::{Game, Position, Rules};
use morris_solved::tablebase::Tables;
use morris_teach::explore::explore;
use morris_teach::puzzles::{QUESTION_RATINGS, question};

const RULES: Rules = Rules::STANDARD;
const POSITIONS: [(&str, &str); 5] = [
    ("the start", ".../.../.../....../.../.../... w 9 9 0"),
    ("8 placements", "W../.W./.../...BWB/B../.W./.B. w 5 5 0"),
    ("9 placements", "W../.W./.../W..BWB/B../.W./.B. b 4 5 0"),
    ("moving", ".B./.W./.W./B.WB.W/B../.BW/... w 0 0 0"),
    ("flying", "W.B/.../.../..WB../.../.B./W.W w 0 0 0"),
];

fn all(criterion: &mut Criterion) {
    let tables = Arc::new(Tables::open(Path::new("../../data/endgame")).0);
    for (name, line) in POSITIONS {
        let position = Position::parse(line, &RULES).expect("the line is a position");
        let game = Game::from_position(RULES, position);
        criterion.bench_function(&format!("explore, {name}"), |bencher| {
            bencher.iter(|| explore(&tables, black_box(&game), &mut || ControlFlow::Continue(())));
        });
    }
    let mut group = criterion.benchmark_group("question");
    group.sample_size(20);
    let mut seed = 0;
    group.bench_function("any rating", |bencher| {
        bencher.iter(|| {
            seed += 1;
            question(&tables, seed, &QUESTION_RATINGS, &mut || ControlFlow::Continue(()))
        });
    });
    group.finish();
}

criterion_group!(benches, all);
criterion_main!(benches);
