// SPDX-License-Identifier: GPL-3.0-or-later
//! Measures an analysis of 2,000 moves: `cargo bench -p morris-play --bench tree`. None may take as
//! long as a frame, 33 ms, except what another thread does: reading and writing.

#![allow(missing_docs, reason = "the macro of criterion makes a function without")]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use morris::{GameTree, Pgn, Position, Rules, Transformation};
use morris_play::analysis::Analysis;

/// Number of moves.
const MOVES: usize = 2_000;
/// Maximum number of next moves of a position.
const WIDTH: usize = 6;

/// Returns a tree with several next moves in most positions, and with comments.
fn wide() -> GameTree {
    let rules = Rules::STANDARD;
    let mut tree = GameTree::new(rules, Position::start(&rules));
    let mut open = vec![tree.root()];
    let mut next = 0;
    while tree.len() < MOVES {
        let node = open[next];
        next += 1;
        let moves = tree.position(node).legal_moves(&rules);
        for mv in moves.into_iter().take((MOVES - tree.len()).min(WIDTH)) {
            let node = tree.play(node, mv).expect("the move is legal");
            tree.set_comment(node, "as in the last game [%cal Gd6f4]");
            open.push(node);
        }
    }
    tree
}

/// Returns the text of every row of the list of moves.
fn rows(tree: &GameTree) -> usize {
    let text = |node| format!("{:?} {} {:?}", tree.number(node), tree.depth(node), tree.mv(node));
    tree.rows().map(|row| text(row.node).len() + tree.comment(row.node).len()).sum()
}

fn all(criterion: &mut Criterion) {
    let analysis = Analysis::new(wide());
    let tree = analysis.tree();
    let mut group = criterion.benchmark_group("2,000 moves");
    group.sample_size(10);
    group.bench_function("all rows", |bencher| bencher.iter(|| rows(black_box(tree))));
    group.bench_function("copy", |bencher| bencher.iter(|| black_box(&analysis).clone()));
    let mv = analysis.position().legal_moves(tree.rules())[0];
    group.bench_function("add a move, and undo", |bencher| {
        let mut analysis = analysis.clone();
        bencher.iter(|| {
            analysis.play(black_box(mv)).expect("the move is legal");
            analysis.undo()
        });
    });
    let first = tree.main_line()[0];
    group.bench_function("remove most of it, and undo", |bencher| {
        let mut analysis = analysis.clone();
        bencher.iter(|| analysis.remove(black_box(first)) && analysis.undo());
    });
    group.bench_function("mirror", |bencher| bencher.iter(|| analysis.image(Transformation::Mirror)));
    group.bench_function("begin an analysis", |bencher| {
        bencher.iter_batched(|| tree.clone(), Analysis::new, BatchSize::SmallInput);
    });
    let text = Pgn::from(tree.clone()).to_string();
    group.bench_function("write", |bencher| bencher.iter(|| Pgn::from(black_box(tree).clone()).to_string()));
    group.bench_function("read", |bencher| bencher.iter(|| black_box(&text).parse::<Pgn>()));
    group.finish();
}

criterion_group!(benches, all);
criterion_main!(benches);
