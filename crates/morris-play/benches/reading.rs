// SPDX-License-Identifier: GPL-3.0-or-later
//! Measures the time to read 1 MiB in each format: `cargo bench -p morris-play`.

#![allow(missing_docs, reason = "the macro of criterion makes a function without")]

#[allow(dead_code, clippy::unwrap_used, reason = "they belong to the tests, which use more of them")]
#[path = "../tests/reading/texts.rs"]
mod texts;

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};
use morris::Rules;
use morris_play::persistence::{Content, FileFormat, MAX_FILE_BYTES};
use morris_players::{Format, SanmillForm};

/// A little less than the maximum file size, which leaves room for the surrounding text.
const SIZE: usize = MAX_FILE_BYTES as usize - 1024;

fn reading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("reading 1 MiB");
    group.sample_size(10);
    let fen = "********/********/******** w p p 0 9 0 9 0 0 0 1 ";
    let position = ".../.../.../....../.../.../... w 9 9 ";
    for (name, format, text) in [
        ("save, a move a line", FileFormat::Save, texts::save_in_lines(SIZE)),
        ("save, one line", FileFormat::Save, texts::save_in_one_line(SIZE)),
        ("save, broken", FileFormat::Save, texts::save_with_one_move(SIZE)),
        ("save, notes", FileFormat::Save, texts::save_with_notes(SIZE)),
        ("game", Format::Pgn.into(), texts::game(SIZE)),
        ("game, variations", Format::Pgn.into(), texts::game_with_variations(SIZE)),
        ("game, variations of one move", Format::Pgn.into(), texts::variations_of_one_move(SIZE)),
        ("game, comments", Format::Pgn.into(), texts::game_with_comments(SIZE)),
        ("playok", Format::PlayOk.into(), texts::repeated("", "5 14 ", "", SIZE)),
        ("position", Format::PositionLine.into(), texts::repeated(position, "1 ", "", SIZE)),
        ("sanmill", Format::Sanmill(SanmillForm::New).into(), texts::repeated(fen, "1 ", "", SIZE)),
        ("board", Format::BoardFile.into(), texts::repeated("", "x", "", SIZE)),
    ] {
        let read = || Content::read(black_box(&text), Some(format), &Rules::PLAIN, Path::new("x"));
        group.bench_function(name, |bencher| bencher.iter(read));
    }
    group.finish();
}

criterion_group!(all, reading);
criterion_main!(all);
