// SPDX-License-Identifier: GPL-3.0-or-later

use super::*;
use crate::{DrawReason, Pgn, PointNotation, WinReason};

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

fn game(moves: &str) -> Game {
    let mut game = Game::new(Rules::STANDARD);
    moves.split(' ').for_each(|text| game.play(mv(text)).unwrap());
    game
}

fn new() -> GameTree {
    GameTree::new(Rules::STANDARD, Position::start(&Rules::STANDARD))
}

/// Plays moves after a node and returns the last node.
fn play(tree: &mut GameTree, id: NodeId, moves: &str) -> NodeId {
    moves.split(' ').fold(id, |id, text| tree.play(id, mv(text)).unwrap())
}

/// Returns the moves with their nesting, and a star where a variation begins.
fn rows(tree: &GameTree) -> String {
    let star = |begins| if begins { "*" } else { "" };
    let row = |row: Row| format!("{}{}{}", row.nesting, star(row.begins), tree.mv(row.node).unwrap());
    tree.rows().map(row).collect::<Vec<_>>().join(" ")
}

/// Three men of each side.
const THREE_EACH: &str = "W../.W./W../...B../.../B../..B w 0 0 0";
/// Moves from there and back.
const ROUND: [&str; 4] = ["a7-d7", "e4-f4", "d7-a7", "f4-e4"];

/// Returns a game in which men move to and fro without an end.
fn endless(plies: usize) -> Game {
    let rules = Rules::read_line("standard,quiet=never,repetition=never").unwrap();
    let mut game = Game::from_position(rules, Position::parse(THREE_EACH, &rules).unwrap());
    ROUND.into_iter().cycle().take(plies).for_each(|text| game.play(mv(text)).unwrap());
    game
}

#[test]
fn a_tree_knows_the_way_to_each_node() {
    let mut tree = GameTree::from_game(&game("d6 f4 d2"));
    let main = tree.main_line();
    let other = play(&mut tree, main[0], "d2 f4 b4");
    assert_eq!((tree.len(), tree.depth(other), tree.number(other)), (6, 4, (2, Color::Black)));
    assert_eq!(tree.path(other).len(), 4);
    assert_eq!(tree.path(other)[0], main[0]);
    assert_eq!(tree.game_at(other), game("d6 d2 f4 b4"));
    assert_eq!(tree.game(), game("d6 f4 d2"));
    assert_eq!(tree.position(other), game("d6 d2 f4 b4").position());
    assert_eq!(tree.find(&[mv("d6"), mv("f4")]), Some(main[1]));
    assert_eq!(tree.find(&[mv("d6"), mv("b4")]), None);
    assert_eq!((tree.variation(other), tree.variation(main[2])), (tree.child_with(main[0], mv("d2")), None));
    assert_eq!((tree.path(tree.root()), tree.mv(tree.root()), tree.parent(tree.root())), (vec![], None, None));
    assert_eq!((tree.number(tree.root()), tree.depth(tree.root())), ((1, Color::White), 0));
}

#[test]
fn a_move_is_played_once_and_by_the_rules() {
    let mut tree = new();
    let root = tree.root();
    let d6 = tree.play(root, mv("d6")).unwrap();
    assert_eq!((tree.play(root, mv("d6")), tree.len()), (Ok(d6), 1));
    assert_eq!(tree.play(d6, mv("d6")), Err(IllegalMove::Occupied(mv("d6").to.unwrap())));
    assert_eq!((tree.len(), tree.is_empty(), new().is_empty()), (1, false, true));
}

#[test]
fn a_game_that_is_over_on_the_board_has_no_further_moves_and_a_resigned_one_has() {
    let rules = Rules::STANDARD;
    let start = Position::parse("WW./..W/.../....../.../.../BBB w 0 0", &rules).unwrap();
    let mut tree = GameTree::new(rules, start);
    let over = tree.play(tree.root(), mv("f6-g7xa1")).unwrap();
    assert!(matches!(tree.outcome(over), Some(Outcome::Win { winner: Color::White, .. })));
    assert_eq!(tree.play(over, mv("d1-a1")), Err(IllegalMove::GameOver));

    let mut resigned = game("d6 f4");
    let outcome = Outcome::Win { winner: Color::Black, reason: WinReason::Resignation };
    resigned.declare(outcome);
    let mut tree = GameTree::from_game(&resigned);
    let end = tree.end();
    let after = tree.play(end, mv("d2")).unwrap();
    assert_eq!((tree.outcome(end), tree.outcome(after)), (Some(outcome), None));
    assert_eq!((tree.game(), tree.end()), (resigned.clone(), end));
    assert_eq!(tree.game_at(after), game("d6 f4 d2"));
    assert_ne!(tree, GameTree::from_game(&game("d6 f4 d2")));
}

#[test]
fn a_repeated_position_ends_the_game_on_its_own_line_only() {
    let rules = Rules::STANDARD;
    let mut tree = GameTree::new(rules, Position::parse(THREE_EACH, &rules).unwrap());
    let mut id = tree.root();
    for text in ROUND.into_iter().cycle().take(8) {
        assert_eq!(tree.outcome(id), None);
        id = tree.play(id, mv(text)).unwrap();
    }
    assert_eq!(tree.outcome(id), Some(Outcome::Draw(DrawReason::Repetition)));
    assert_eq!(tree.game_at(id).outcome(), tree.outcome(id));
    assert_eq!(tree.play(id, mv(ROUND[0])), Err(IllegalMove::GameOver));
}

#[test]
fn rows_are_in_the_order_of_a_text() {
    let mut tree = GameTree::from_game(&game("d6 f4 d2"));
    let main = tree.main_line();
    let other = play(&mut tree, main[0], "d2 f4");
    play(&mut tree, main[0], "a1");
    let d2 = tree.parent(other).unwrap();
    play(&mut tree, d2, "b4 f4");
    assert_eq!(rows(&tree), "0d6 0f4 1*d2 1f4 2*b4 2f4 1*a1 0d2");
    let mut walk = Walk::new(&tree);
    let mut folded = Vec::new();
    while let Some(row) = walk.next(&tree) {
        folded.push(tree.mv(row.node).unwrap().to_string());
        walk.skip_variation();
    }
    assert_eq!(folded.join(" "), "d6 f4 d2 a1 d2");
}

#[test]
fn every_edit_has_an_inverse() {
    let mut tree = GameTree::from_game(&game("d6 f4 d2"));
    let main = tree.main_line();
    let other = play(&mut tree, main[0], "d2 f4");
    let third = play(&mut tree, main[0], "a1");
    tree.set_comment(other, "so");
    let before = tree.clone();

    let place = tree.promote(other).unwrap();
    assert_eq!((place.node, place.index), (tree.parent(other).unwrap(), 1));
    assert_eq!(rows(&tree), "0d6 0d2 1*f4 1d2 1*a1 0f4");
    assert_eq!(tree.promote(other), None);
    tree.put(place);
    assert_eq!(tree, before);

    let place = tree.remove(main[1]).unwrap();
    assert_eq!((rows(&tree).as_str(), tree.len()), ("0d6 0d2 1*a1 0f4", 4));
    assert!(!tree.contains(main[1]) && !tree.contains(main[2]) && tree.contains(third));
    assert_eq!(tree.remove(main[1]), None, "it is removed already");
    assert_ne!(tree, before);
    assert_eq!(tree.put(place), None);
    assert!(tree == before && tree.contains(main[2]));
    assert_eq!(tree.remove(tree.root()), None);

    assert_eq!(tree.set_comment(other, "  a\u{7}\n b} "), "so");
    assert_eq!(tree.comment(other), "a b)");
    assert!(tree.set_glyphs(other, vec![2]).is_empty());
    assert_ne!(tree, before);
    tree.set_glyphs(other, vec![]);
    tree.set_comment(other, "so");
    assert_eq!(tree, before);
}

#[test]
fn a_game_that_goes_on_is_the_main_line_and_loses_no_note() {
    let mut tree = "1. d6 f4 {hm} (1... d2 {why}) 2. d2 b4 *".parse::<Pgn>().unwrap().tree;
    let whole = tree.clone();
    assert!(tree.follow(&game("d6 d2")));
    assert_eq!(tree, whole, "nothing is new");
    assert!(tree.follow(&game("d6 f4 b4")));
    assert_eq!(rows(&tree), "0d6 0f4 1*d2 0b4 1*d2 1b4");
    assert!(tree.follow(&game("d6 d2 f4")));
    assert_eq!(rows(&tree), "0d6 0d2 1*f4 1b4 2*d2 2b4 0f4");
    assert!(tree.has_comments() && tree.has_variations() && !tree.has_glyphs());
    assert!(!tree.follow(&Game::new(Rules::PLAIN)));
}

#[test]
fn long_lines_deep_variations_and_many_of_them_are_no_trouble() {
    let game = endless(5_000);
    let mut tree = GameTree::from_game(&game);
    let end = tree.end();
    assert_eq!((tree.depth(end), tree.game_at(end) == game), (5_000, true));
    // Each move of the game is within the variation that the move before it began.
    for id in tree.main_line() {
        let (parent, mv) = (tree.parent(id).unwrap(), tree.mv(id).unwrap());
        let mut others = tree.position(parent).legal_moves(tree.rules()).into_iter();
        let other = others.find(|other| *other != mv && other.removed.is_empty()).unwrap();
        let other = tree.play(parent, other).unwrap();
        tree.promote(other);
    }
    assert_eq!(tree.rows().map(|row| row.nesting).max(), Some(5_000));
    let text = Pgn::from(tree.clone()).to_string();
    assert!(Pgn::read(&text, PointNotation::Names, Rules::STANDARD).unwrap().tree == tree);
    tree.remove(tree.children(tree.root())[1]);
    assert_eq!(tree.len(), 1);
}
