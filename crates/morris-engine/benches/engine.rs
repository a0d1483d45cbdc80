// SPDX-License-Identifier: GPL-3.0-or-later
//! Benchmarks of perft, search, evaluation and table probes: `cargo bench -p morris-engine`.

#![allow(missing_docs, reason = "the macro of criterion makes a function without")]

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, criterion_group, criterion_main};
use morris::{Arrangement, ByColor, Color, Position, Rules, perft};
use morris_engine::{EngineOptions, Evaluator, Limits, Request, Searcher, Strength};
use morris_solved::tablebase::{BoardKind, Index, Keep, LookedAhead, Sector, SectorsTask, Tables};

const RULES: Rules = Rules::STANDARD;
const PLACING: &str = "B.W/.BW/.../.W.BW./..B/.B./W.. w 3 3";
const MOVING: &str = "BWW/.BW/B../.W.BWB/..B/WB./W.B w 0 0";

fn position(line: &str) -> Position {
    Position::parse(line, &RULES).expect("the line is a position")
}

fn paths(criterion: &mut Criterion) {
    let start = Position::start(&RULES);
    criterion.bench_function("perft 4 from the start", |bencher| bencher.iter(|| perft(black_box(&start), &RULES, 4)));
}

fn search(criterion: &mut Criterion) {
    for (name, line) in [("placing", PLACING), ("moving", MOVING)] {
        let strength = Strength::Limits(Limits { depth: Some(8), ..Limits::default() });
        let request = Request::new(RULES, vec![position(line)], strength);
        let mut searcher = Searcher::new(EngineOptions::default());
        criterion.bench_function(&format!("search to depth 8, {name}"), |bencher| {
            bencher.iter(|| searcher.think(black_box(&request), || ControlFlow::Continue(()), |_| {}));
        });
    }
}

fn evaluation(criterion: &mut Criterion) {
    let evaluator = Evaluator::new(&RULES);
    for (name, line) in [("placing", PLACING), ("moving", MOVING)] {
        let position = position(line);
        criterion.bench_function(&format!("evaluation, {name}"), |bencher| {
            bencher.iter(|| evaluator.value(black_box(&position)));
        });
    }
}

fn probe(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let task = SectorsTask {
        folder: folder.path().to_owned(),
        board_kind: BoardKind::Plain,
        most_men: 7,
        most_per_side: 4,
        memory: u64::MAX,
        threads: None,
        keep: Keep::Values,
        looked_ahead: LookedAhead::Remove,
    };
    morris_solved::tablebase::solve(&task, |_| ControlFlow::Continue(())).expect("two small sectors are soon solved");
    let (tables, _) = Tables::open(folder.path());
    let index = Index::new(Sector::new(4, 3).expect("a sector"));
    let positions: Vec<_> = (0..1_000).map(|number| in_sector(&index, number * 7_919 % index.len())).collect();
    let mut next = positions.iter().cycle();
    criterion.bench_function("probe", |bencher| {
        bencher.iter(|| tables.value(next.next().expect("the cycle has no end"), &RULES));
    });
}

fn in_sector(index: &Index, number: u64) -> Position {
    let (white, black) = index.men(number);
    let (men, hand) = (ByColor { white, black }, ByColor { white: 0, black: 0 });
    Arrangement::new(men, hand, Color::White).check(&RULES).expect("men of a sector do not overlap")
}

criterion_group!(all, paths, search, evaluation, probe);
criterion_main!(all);
