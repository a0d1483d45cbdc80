// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the table of values on the page.

use std::ops::ControlFlow;

use morris_solved::tablebase::Wdl;
use morris_teach::explore::{MoveRow, explore};

use super::*;
use crate::services::for_tests::with_tables;

/// Each has more than 33 positions before a move, and none of them twice.
const GAMES: [&str; 3] = [
    "f4 d6 d2 f6 b6 b4 g4 e4 d1 d3 g1 g7 a1xe4 e4 c4 a4 b2 f2 c4-c3 e4-e5 c3-c4 e5-d5 c4-c5 g7-d7xf4 g4-f4 d7-a7 g1-g4 \
     a7-d7xa1 g4-g7 d5-e5 c5-d5 d3-c3 f4-g4 c3-c4xg4",
    "d2 b4 f4 c4 a4 b2 b6 d6 d1 d3 g1 a1 g4 e4 g7xd3 d3 f6 c5 g7-d7 d3-c3xa4 d2-f2xa1 c3-d3 f2-d2 d3-c3xf6 d1-a1 b4-a4 \
     b6-b4 c5-d5 d7-g7xc4 c3-d3 g1-d1 d6-d7 d1-g1xe4 d5-e5",
    "b4 d5 b6 b2 f6 d6 f2 f4 d7 e3 a4 c4 a1 a7 d1 g1 e5 e4 f2-d2 e3-d3 d2-f2 g1-g4xd7 d1-g1 e4-e3 a1-d1 e3-e4xg1 \
     d1-g1 a7-d7xf2 a4-a1 d3-d2 a1-d1 d7-g7 d1-a1 e4-e3",
];
/// Number of rows of the table that the page shows at least.
const LEAST_ROWS: usize = 12;

/// Returns a row as a screen reader speaks it.
fn in_words(row: &MoveRow) -> String {
    let value = match row.value {
        Some(Wdl::Win) => "wins",
        Some(Wdl::Draw) => "draws",
        Some(Wdl::Loss) => "loses",
        None => "unknown",
    };
    let mut words = format!("{}, {value}", row.mv);
    // The page counts the moves of one side.
    match row.plies.map(|plies| plies.div_ceil(2)) {
        Some(1) => words.push_str(", 1 move left"),
        Some(count) => words.push_str(&format!(", {count} moves left")),
        None => {}
    }
    if let Some(holding) = row.holding.filter(|_| row.replies > 0) {
        let verb = if holding == 1 { "is good" } else { "are good" };
        words.push_str(&format!(", {holding} of {} replies {verb}", row.replies));
    }
    if let Some(losing) = row.losing.filter(|&losing| losing > 0) {
        let verb = if losing == 1 { "loses" } else { "lose" };
        words.push_str(&format!(", {losing} of {} replies {verb}", row.replies));
    }
    words
}

/// `nmm explore` prints the same rows of a position line.
#[gtk::test]
fn rows_are_those_of_explored_position_lines() {
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/data/endgame").into();
    let page = with_tables(vec![shipped], Messages::new(|_| {}), |context| AnalysisPage::make(&context));
    let tables = Rc::clone(&page.context().services.tables);
    tables.open();
    wait_until(|| !tables.current().is_empty());
    let window = gtk::Window::builder().child(&*page).default_width(900).default_height(700).build();
    window.present();
    wait_until(|| page.is_mapped());
    let mut looked_at = 0;
    for moves in GAMES {
        let mut game = Game::new(Rules::STANDARD);
        moves.split_whitespace().for_each(|text| game.play(mv(text)).unwrap());
        let count = game.cursor();
        page.open(Subject::saved(None, &SavedGame::between_persons(game)), Part::Values);
        press(&page, gdk::Key::Home);
        for index in 0..count {
            let (rules, position) = page.position_here().unwrap();
            let from_line = Position::parse(&position.line(&rules), &rules).unwrap();
            let go_on = || ControlFlow::Continue(());
            let expected = explore(&tables.current(), &Game::from_position(rules, from_line), &mut { go_on });
            // Without a value there is no table.
            let is_solved = expected.iter().any(|row| row.value.is_some());
            let expected: Vec<_> = expected.iter().filter(|_| is_solved).map(in_words).collect();
            let built = || {
                let words = page.imp().values.words_built();
                let plain = words.iter().map(|words| words.trim_end_matches(", the Perfect level plays this"));
                // Names of openings have tests of their own.
                let plain = plain.map(|words| words.split(", leads to: ").next().unwrap_or_default().to_owned());
                plain.collect::<Vec<_>>()
            };
            wait_until(|| {
                page.imp().explored.borrow().rows.is_some() && built().len() >= expected.len().min(LEAST_ROWS)
            });
            let built = built();
            assert_eq!(built, expected[..built.len().min(expected.len())], "after {index} of {moves}");
            looked_at += 1;
            page.step(StepDirection::Forth);
        }
    }
    assert!(looked_at >= 100, "{looked_at}");
    window.destroy();
}

#[gtk::test]
fn a_position_without_a_known_value_has_words_instead_of_a_table() {
    let (page, told) = page();
    page.play(mv("d6"));
    wait_until(|| page.imp().explored.borrow().is_partial());
    press(&page, gdk::Key::v);
    assert_eq!(told.borrow().last().unwrap(), "This position is not solved: there are no exact values");
    assert!(page.imp().values.words_built().is_empty());
}
