// SPDX-License-Identifier: GPL-3.0-or-later
//! Marks that a review writes into game texts and saves, and their removal.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use morris::{Pgn, Position, Rules};
use morris_play::persistence::{Content, FileFormat, SavedGame, from_pgn, mark_review, remove_review};
use morris_players::Format;
use morris_solved::small_games::{GameTask, solve_game};
use morris_solved::tablebase::Tables;
use morris_teach::review::{Review, Reviewer};

const TAPATAN: &str = "[Variant \"tapatan\"]\n\n";

fn tables(folder: &Path) -> Arc<Tables> {
    let task = GameTask { folder: folder.to_owned(), rules: "tapatan".parse().unwrap(), threads: Some(1) };
    solve_game(&task, |_| ControlFlow::Continue(())).unwrap();
    Arc::new(Tables::open(folder).0)
}

fn review(text: &Pgn) -> Review {
    let folder = tempfile::tempdir().unwrap();
    let mut reviewer = Reviewer::new(tables(folder.path()), &text.game());
    assert!(reviewer.run(&mut || ControlFlow::Continue(()), &mut |_, _| {}).is_continue());
    reviewer.into_review()
}

/// Returns a game whose first player wins only with the center. The corner turns the win into a
/// draw or worse.
fn game() -> Pgn {
    let rules: Rules = "tapatan".parse().unwrap();
    let moves = Position::start(&rules).legal_moves(&rules);
    let corner = rules.board.display(moves[0]).to_string();
    format!("{TAPATAN}{{a game}} 1. {corner} $14 {{hm}} *").parse().unwrap()
}

/// Returns the comment after this number of moves.
fn comment(text: &Pgn, moves: usize) -> &str {
    text.tree.comment(moves.checked_sub(1).map_or(text.tree.root(), |last| text.tree.main_line()[last]))
}

#[test]
fn marks_are_written_read_replaced_and_taken_away() {
    let text = game();
    let review = review(&text);
    let mut marked = text.clone();
    mark_review(&mut marked.tree, &review);
    let letter = comment(&marked, 1).strip_prefix("hm [%wdl ").unwrap().chars().next().unwrap();
    let (glyph, told) = if letter == 'D' { (2, "[%review $2") } else { (4, "[%review $4") };
    assert_eq!(comment(&marked, 0), "a game [%wdl W]");
    assert_eq!(marked.tree.glyphs(marked.tree.end()), [14, glyph]);
    assert!(comment(&marked, 1).contains(told), "{marked}");
    let again: Pgn = marked.to_string().parse().unwrap();
    assert_eq!(again.tree, marked.tree);
    let mut twice = again.clone();
    mark_review(&mut twice.tree, &review);
    assert_eq!(twice, again, "a further review replaces its own marks");
    remove_review(&mut twice.tree, &review);
    assert_eq!(twice.tree, text.tree);
}

#[test]
fn glyphs_of_others_are_kept() {
    let mut text = game();
    let review = review(&text);
    for glyph in [2, 4] {
        text.tree.set_glyphs(text.tree.end(), vec![glyph]);
        let mut marked = text.clone();
        mark_review(&mut marked.tree, &review);
        remove_review(&mut marked.tree, &review);
        assert_eq!(marked.tree, text.tree);
    }
}

#[test]
fn moves_of_another_game_are_not_marked() {
    let text = game();
    let review = review(&text);
    let rules = *text.rules();
    let center = rules.board.display(*Position::start(&rules).legal_moves(&rules).last().unwrap()).to_string();
    let mut other: Pgn = format!("{TAPATAN}1. {center} *").parse().unwrap();
    assert_ne!(other.game(), text.game());
    mark_review(&mut other.tree, &review);
    assert_eq!([0, 1].map(|moves| comment(&other, moves).is_empty()), [false, true]);
    assert!(!other.tree.has_glyphs());
}

#[test]
fn a_save_keeps_the_marks_and_exports_them() {
    let text = game();
    let review = review(&text);
    let saved = from_pgn(&text).with_review(&review);
    let written = Content::Save(Box::new(saved.clone())).write(FileFormat::Save).unwrap();
    let path = Path::new("a save");
    let Content::Save(read) = Content::read(&written, None, &Rules::STANDARD, path).unwrap() else { panic!("a save") };
    let marks = |game: &SavedGame| game.notes.clone().map(|notes| notes.tree);
    assert_eq!(marks(&read), marks(&saved));
    let exported = Content::Save(read.clone()).write(FileFormat::Text(Format::Pgn)).unwrap();
    assert!(exported.contains("{a game [%wdl W]}") && exported.contains("$14"), "{exported}");
    let again: SavedGame = read.with_review(&review);
    assert_eq!(marks(&again), marks(&saved), "a further review replaces its own marks");
}
