// SPDX-License-Identifier: GPL-3.0-or-later

use morris::{Pgn, Rules, Transformation};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::persistence::Stroke;

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

fn analysis(moves: &str) -> Analysis {
    Analysis::new(moves.parse::<Pgn>().unwrap().tree)
}

/// Returns the moves of a tree as they are written, in one line.
fn text(analysis: &Analysis) -> String {
    let text = Pgn::from(analysis.tree.clone()).to_string();
    text.split_once("\n\n").unwrap().1.replace('\n', " ").trim_end().to_owned()
}

fn shown(analysis: &Analysis) -> String {
    let moves = analysis.game().moves().iter().map(ToString::to_string).collect::<Vec<_>>();
    moves.join(" ")
}

#[test]
fn moves_tried_after_a_saved_game_are_variations() {
    let mut game = Game::new(Rules::STANDARD);
    game.play(mv("d6")).unwrap();
    let saved = SavedGame::between_persons(game);
    let mut tried = Analysis::of_save(&saved);
    let d6 = tried.current();
    tried.play(mv("f4")).unwrap();
    assert_eq!(tried.end(), d6);
    let reopened = |kind| Analysis::of_save(&SavedGame { kind, ..saved.with_tree(tried.tree().clone()) });
    let game = reopened(SavedKind::Game);
    assert_eq!((shown(&game).as_str(), game.end()), ("d6", game.current()));
    let analysis = reopened(SavedKind::Analysis);
    assert_eq!(analysis.end(), analysis.tree().end(), "all of it is tried");
    assert!(tried.remove(d6));
    assert_eq!(tried.end(), tried.tree().root());
}

#[test]
fn an_edit_is_undone_after_the_game_continues() {
    let mut game = Game::new(Rules::STANDARD);
    game.play(mv("d6")).unwrap();
    let saved = SavedGame::between_persons(game.clone());
    let mut tried = Analysis::of_save(&saved);
    let d6 = tried.current();
    tried.toggle_glyph(d6, 1).unwrap();
    let newer = |tried: &Analysis, game: &Game, comment: &str| {
        let mut tree = tried.tree().clone();
        tree.set_comment(d6, comment);
        Analysis::of_save(&SavedGame { game: game.clone(), ..saved.with_tree(tree) })
    };
    game.play(mv("f4")).unwrap();
    assert!(tried.follow(&newer(&tried, &game, "well")));
    assert_eq!((text(&tried).as_str(), shown(&tried).as_str()), ("1. d6 $1 {well} 1... f4 *", "d6 f4"));
    assert!(tried.end() == tried.current() && tried.undo() && !tried.can_undo());
    assert_eq!(text(&tried), "1. d6 {well} 1... f4 *");
    assert!(tried.redo());
    assert_eq!(text(&tried), "1. d6 $1 {well} 1... f4 *");
    // A variation that is not in the newer version, and a move that was removed and then played.
    let before = newer(&tried, &game, "");
    tried.go_to(d6);
    let b4 = tried.play(mv("b4")).unwrap();
    assert!(!tried.follow(&before));
    tried.remove(b4);
    assert!(tried.follow(&before));
    game.go_to(1);
    game.play(mv("b4")).unwrap();
    assert!(!tried.follow(&newer(&tried, &game, "")));
}

#[test]
fn a_move_begins_a_variation_or_follows_the_tree() {
    let mut analysis = analysis("1. d6 f4 *");
    analysis.go_to(analysis.tree().root());
    let d6 = analysis.play(mv("d6")).unwrap();
    assert!(!analysis.can_undo(), "it is in the tree");
    assert_eq!(analysis.play(mv("d6")), Err(EditError::Move(IllegalMove::Occupied(mv("d6").to.unwrap()))));
    let a1 = analysis.play(mv("a1")).unwrap();
    assert_eq!((text(&analysis).as_str(), analysis.current()), ("1. d6 f4 (1... a1) *", a1));
    assert!(analysis.promote(a1) && !analysis.promote(a1));
    assert_eq!(text(&analysis), "1. d6 a1 (1... f4) *");
    assert!(analysis.remove(a1));
    assert_eq!((text(&analysis).as_str(), analysis.current()), ("1. d6 f4 *", d6));
    assert!(!analysis.remove(a1) && !analysis.remove(analysis.tree().root()));
}

#[test]
fn comments_glyphs_and_strokes_are_kept_apart() {
    let mut analysis = analysis("1. d6 $14 {hm [%wdl D]} *");
    let d6 = analysis.current();
    let [d6_point, f4] = ["d6", "f4"].map(|name| name.parse().unwrap());
    assert_eq!(analysis.toggle_stroke(d6, d6_point, f4), Ok(true));
    assert_eq!(analysis.set_words(d6, " well\n played "), Ok(true));
    assert_eq!(analysis.set_words(d6, "well played"), Ok(false));
    assert_eq!(analysis.words(d6), "well played");
    assert_eq!(analysis.strokes(d6), [Stroke::new(d6_point, f4)]);
    assert_eq!(text(&analysis), "1. d6 $14 {well played [%wdl D] [%cal Gd6f4]} *");
    for (glyph, glyphs) in [(1, &[1, 14][..]), (4, &[4, 14]), (4, &[14]), (14, &[]), (14, &[14])] {
        assert_eq!(analysis.toggle_glyph(d6, glyph), Ok(true));
        assert_eq!(analysis.tree().glyphs(d6), glyphs);
    }
    assert_eq!(analysis.set_words(d6, ""), Ok(true));
    assert_eq!(analysis.toggle_stroke(d6, d6_point, f4), Ok(true));
    assert_eq!(text(&analysis), "1. d6 $14 {[%wdl D]} *");
}

/// Edits an analysis at random, and returns whether it changed.
fn edit(analysis: &mut Analysis, chance: &mut Xoshiro256PlusPlus) -> bool {
    let nodes: Vec<_> = analysis.tree.subtree(analysis.tree.root()).collect();
    let node = nodes[chance.random_range(0..nodes.len())];
    let point = |chance: &mut Xoshiro256PlusPlus| morris::Point::new(chance.random_range(0..24)).unwrap();
    match chance.random_range(0..12) {
        0 => analysis.promote(node),
        1 => analysis.remove(node),
        2 => analysis.set_words(node, ["", "so", "a \"longer\" one\\"][chance.random_range(0..3)]).unwrap(),
        3 => analysis.toggle_glyph(node, chance.random_range(0..20)).unwrap(),
        4 => analysis.toggle_stroke(node, point(chance), point(chance)).unwrap(),
        _ => {
            analysis.go_to(node);
            let moves = analysis.position().legal_moves(analysis.tree.rules());
            let before = analysis.tree.len();
            let mv = moves.get(chance.random_range(0..moves.len().max(1)));
            mv.is_some_and(|&mv| analysis.play(mv).is_ok()) && analysis.tree.len() > before
        }
    }
}

#[test]
fn every_edit_is_undone_and_redone() {
    for seed in 0..20 {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut analysis = analysis("1. d6 f4 (1... d2 2. f4 (2. a1 {so}) 2... b4) 2. d2 b4 *");
        let bytes = analysis.bytes;
        let mut states = vec![(analysis.tree.clone(), analysis.current)];
        while states.len() < 60 {
            let before = analysis.current;
            if edit(&mut analysis, &mut chance) {
                // The node that is shown may have changed just before a move.
                if let Some(step) = analysis.done.last() {
                    states.last_mut().unwrap().1 = step.before;
                }
                states.push((analysis.tree.clone(), analysis.current));
            } else {
                analysis.current = before;
            }
        }
        let estimate = size::of_tree(&analysis.tree);
        for (tree, current) in states.iter().rev().skip(1) {
            assert!(analysis.undo() && analysis.tree == *tree && analysis.current == *current, "seed {seed}");
            assert!(analysis.tree.contains(analysis.current));
        }
        assert_eq!((analysis.undo(), analysis.bytes), (false, bytes));
        for (tree, _) in states.iter().skip(1) {
            assert!(analysis.redo() && analysis.tree == *tree, "seed {seed}");
        }
        assert!(!analysis.redo());
        assert_eq!(size::of_tree(&analysis.tree), estimate);
        assert_eq!(analysis.bytes - estimate, bytes - size::of_tree(&states[0].0));
    }
}

#[test]
fn the_estimated_size_is_near_that_of_the_saved_game() {
    for seed in 0..10 {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut analysis = analysis("1. d6 *");
        for _ in 0..300 {
            edit(&mut analysis, &mut chance);
        }
        let saved = SavedGame::between_persons(Game::new(Rules::STANDARD)).with_tree(analysis.tree.clone());
        let (written, estimated) = (saved.to_text().len(), analysis.bytes);
        assert!((written..=written * 6 / 5 + 2_100).contains(&estimated), "{written} bytes, not {estimated}");
    }
}

#[test]
fn edits_without_room_are_refused_first() {
    let mut analysis = analysis(&format!("1. d6 {{{}}} f4 *", "x".repeat(1_040_000)));
    let d6 = analysis.tree().main_line()[0];
    let before = analysis.tree().clone();
    let most = MAX_FILE_BYTES;
    assert_eq!(analysis.set_words(analysis.current(), &"y".repeat(9_000)), Err(EditError::TooLarge { most }));
    assert!(*analysis.tree() == before && !analysis.can_undo());
    let mut words = 0;
    while analysis.set_words(analysis.current(), &"y".repeat(100 * (words + 1))).is_ok() {
        words += 1;
    }
    assert!((1..90).contains(&words), "{words}");
    let mut moves = 0;
    let error = loop {
        let mv = analysis.position().legal_moves(analysis.tree().rules())[0];
        match analysis.play(mv) {
            Ok(_) => moves += 1,
            Err(error) => break error,
        }
    };
    assert_eq!((error, moves < 16), (EditError::TooLarge { most }, true), "{moves} moves");
    let saved = SavedGame::between_persons(analysis.tree().game()).with_tree(analysis.tree().clone());
    assert!(saved.to_text().len() as u64 <= MAX_FILE_BYTES);
    // What makes the game smaller is always possible, also in one that is too large.
    assert_eq!(analysis.set_words(d6, "short"), Ok(true));
    assert!(analysis.undo() && analysis.remove(d6));
}

#[test]
fn the_image_of_a_tree_has_its_words_drawings_and_glyphs() {
    let mut analysis = analysis("{one [%csl Ga7]} 1. d6 $1 f4 {two [%cal Gd6f4] [%wdl D]} (1... b4 {three}) 2. d2 *");
    analysis.go_to(analysis.tree().main_line()[1]);
    let mirrored = analysis.image(Transformation::Mirror).unwrap();
    let expected = "{one [%csl Gg7]} 1. d6 $1 b4 {two [%cal Gd6b4]} (1... f4 {three}) 2. d2 *";
    assert_eq!((text(&mirrored), shown(&mirrored)), (expected.to_owned(), "d6 b4".to_owned()));
    let back = mirrored.image(Transformation::Mirror).unwrap();
    assert_eq!((text(&back), shown(&back)), (text(&analysis).replace(" [%wdl D]", ""), shown(&analysis)));
    assert!(analysis.image(Transformation::SwapColors).is_none(), "White begins");
}

#[test]
fn every_image_of_a_random_tree_leads_back_to_it() {
    for seed in 0..20 {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut analysis = analysis("1. d6 *");
        for _ in 0..60 {
            edit(&mut analysis, &mut chance);
        }
        let straight = analysis.image(Transformation::Mirror).and_then(|image| image.image(Transformation::Mirror));
        let straight = text(&straight.unwrap());
        for kind in Transformation::ALL.into_iter().filter(|&kind| kind != Transformation::SwapColors) {
            let image = analysis.image(kind).unwrap();
            assert_eq!(text(&image.image(kind.inverse()).unwrap()), straight, "{kind:?}, seed {seed}");
            assert_eq!(image.tree().len(), analysis.tree().len());
        }
    }
}
