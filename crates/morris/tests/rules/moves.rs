// SPDX-License-Identifier: GPL-3.0-or-later
//! Placing, mills, moving, flying, forced moves, draw limits, and the ends of the game.

use morris::{Color, DrawReason, Flying, Game, IllegalMove, Move, Outcome, Phase, Position, Rules};

use super::support::*;

#[test]
fn every_row_is_played_or_refused_as_listed() {
    let rows = include_str!("moves.tsv").lines().filter(|line| !line.starts_with('#'));
    let wrong: Vec<_> = rows.filter_map(|row| Some(format!("{row}\n  is {}", difference(row)?))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Plays a row, and returns what it shows if that is not what is listed.
fn difference(row: &str) -> Option<String> {
    let [rules, line, moves, expected, rest @ ..] = &row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
    let rules = Rules::read_line(rules).unwrap_or_else(|error| panic!("{row}: {error}"));
    let moves: Vec<_> = moves.split_whitespace().collect();
    let (last, earlier) = moves.split_last().map_or((None, &[][..]), |(last, earlier)| (Some(last), earlier));
    let mut game = game(rules, line, earlier);
    let refusal = last.and_then(|last| play_offered(&mut game, last, row).err());
    check_state(&game, row);
    let found = refusal.map_or_else(|| game.position().line(&rules), |refusal| named(refusal, &rules));
    let words = match refusal {
        Some(refusal) => rest.first().map(|_| rules.board.display(refusal).to_string()),
        None => game.outcome().map(|end| format!("{end:?}")),
    };
    let is_listed = (found.as_str(), words.as_deref()) == (*expected, rest.first().copied());
    (!is_listed).then(|| format!("{found}\t{}", words.unwrap_or_default()))
}

/// Plays a move, which is legal exactly if it is offered. Undo takes back an end as well.
fn play_offered(game: &mut Game, text: &str, row: &str) -> Result<(), IllegalMove> {
    let mv = Move::parse(text, game.rules().board).unwrap_or_else(|error| panic!("{row}: {error}"));
    let is_offered = game.outcome().is_none() && game.position().legal_moves(game.rules()).contains(&mv);
    let played = game.position().check(mv, game.rules()).and_then(|()| game.play(mv));
    assert_eq!(played.is_ok(), is_offered, "{row}");
    if played.is_ok() {
        game.undo();
        assert_eq!(game.outcome(), None, "{row}");
        game.redo();
    }
    played
}

/// A position has moves until it is over, unless a count ends it. A side that must pass has no
/// other move.
fn check_state(game: &Game, row: &str) {
    let (position, rules) = (game.position(), game.rules());
    let moves = position.legal_moves(rules);
    let outcome = position.outcome(rules);
    let counted = matches!(outcome, Some(Outcome::Draw(DrawReason::QuietPlies | DrawReason::QuietThreeEach)));
    assert_eq!(moves.is_empty(), outcome.is_some() && !counted, "{row}");
    assert_eq!(position.count_moves(rules), moves.len() as u64, "{row}");
    assert_eq!(game.must_pass(), moves == [Move::PASS], "{row}");
    assert_eq!(game.clone().pass(), game.must_pass(), "{row}");
}

/// Prints a refusal with the names of its points.
fn named(refusal: IllegalMove, rules: &Rules) -> String {
    let points = rules.board.points().into_iter();
    points.fold(format!("{refusal:?}"), |text, point| text.replace(&format!("{point:?}"), rules.board.name(point)))
}

#[test]
fn white_begins_with_nine_men_each_on_any_point() {
    let start = Position::start(&Rules::STANDARD);
    assert_eq!((start.side(), start.hand(Color::White), start.hand(Color::Black)), (Color::White, 9, 9));
    assert_eq!(start.legal_moves(&Rules::STANDARD).len(), 24);
}

#[test]
fn men_that_a_mill_may_remove_are_known_before_the_move() {
    let all_in_mills = position(Rules::STANDARD, "WW./.../.../....../.../.../BBB w 5 5");
    assert_eq!(all_in_mills.removable(Color::White, &Rules::STANDARD).to_string(), "a1 d1 g1");
    let safe = Rules::read_line("plain,from_mills=never").unwrap();
    assert_eq!(all_in_mills.legal_moves(&safe).len(), 19);
    // Each man that one of two removals may take is offered.
    let two = Rules::read_line("plain,removals=per-mill,from_mills=always").unwrap();
    let double_mill = position(two, "WW./.../.../B....W/.../.../BBW w 5 5");
    assert_eq!(double_mill.removable_after(mv("g7"), &two).to_string(), "a4 a1 d1");
    assert_eq!(double_mill.removable_after(mv("g7xa4"), &two).to_string(), "a1 d1");
    // Letting a side out removes nothing.
    let due = |line| position(shax(), line).removals_due(mv("d6-d7"), &shax());
    assert_eq!(due("W.W/WWB/.WB/BBBWBB/BWW/WWW/BBB w 0 0 0"), 1);
    assert_eq!(due("W.W/WWB/.WB/BBBWBB/BWW/WWW/BBB w 0 0 0 letout=b"), 0);
}

#[test]
fn flying_depends_on_men_and_rules() {
    // Three men against four.
    let phase = |rules, rest: &str, color| {
        position(rules, &format!("W.W/.../.W./....../.../..B/BBB {rest}")).phase(color, &rules)
    };
    assert_eq!(phase(Rules::STANDARD, "w 0 0", Color::White), Phase::Flying);
    assert_eq!(phase(Rules::STANDARD, "w 0 0", Color::Black), Phase::Moving);
    assert_eq!(phase(Rules::COMPO, "w 0 0", Color::White), Phase::Moving);
    assert_eq!(phase(Rules::STANDARD, "w 1 1", Color::White), Phase::Placing);
    let with_four = Rules::builder(Rules::STANDARD).flying(Flying::With(4)).build().unwrap();
    assert_eq!(Color::BOTH.map(|color| phase(with_four, "w 0 0", color)), [Phase::Flying; 2]);
}
