// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests the openings against the tables, and their names against images and other orders.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use jiff::ToSpan;
use jiff::civil::date;
use morris::{Color, Game, Move, Position, Rules};
use morris_solved::tablebase::{Tables, Wdl};
use morris_teach::opening::{Holding, LineCard, Opening, RefutedMove, made, name, of_game, openings};
use morris_teach::puzzles::{Attempt, LineDue, Practice, PuzzleKey, RatingScore, Verdict};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

const RULES: Rules = Rules::STANDARD;

fn shipped() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| Tables::open("../../data/endgame".as_ref()).0)
}

fn played(moves: &str) -> Game {
    let mut game = Game::new(RULES);
    moves.split_whitespace().for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
    game
}

/// Returns the ids of the family and the opening of a position.
fn ids(position: &Position) -> Option<(&'static str, Option<&'static str>)> {
    name(position, &RULES).map(|name| (&*name.family.id, name.opening.map(|opening| &*opening.id)))
}

#[test]
fn every_row_is_read_and_legal() {
    let text = include_str!("../../../data/openings.tsv");
    let rows: Vec<Opening> =
        text.lines().filter(|line| !line.starts_with('#')).map(|line| line.parse().unwrap()).collect();
    assert_eq!(rows, openings());
    assert!(rows.len() <= 40, "{}", rows.len());
    for (number, row) in rows.iter().enumerate() {
        // The main line of a family comes first.
        assert!(rows[..=number].iter().any(|main| main.id == row.family && main.family == row.family), "{}", row.id);
        assert!(!row.name.is_empty() && row.values.len() == row.moves.len(), "{}", row.id);
    }
    let ids: HashSet<_> = rows.iter().map(|row| &row.id).collect();
    let names: HashSet<_> = rows.iter().map(|row| &row.name).collect();
    assert_eq!((ids.len(), names.len()), (rows.len(), rows.len()));
}

#[test]
fn values_and_counts_are_those_of_the_tables() {
    let value = |position: &Position| shipped().value(position, &RULES);
    for row in openings() {
        let game = row.game().unwrap();
        for (moves, position) in game.positions().iter().enumerate() {
            let side =
                if position.side() == Color::White { value(position) } else { value(position).map(Wdl::opposite) };
            assert_eq!(side.filter(|_| moves > 0), moves.checked_sub(1).map(|index| row.values[index]), "{}", row.id);
            let after = position.legal_moves(&RULES).into_iter().map(|mv| position.play(mv, &RULES).unwrap());
            let values: Option<Vec<_>> = after.map(|after| value(&after)).collect();
            let holding = values.map(|values| Holding {
                holding: values.iter().filter(|value| Some(*value) == values.iter().min()).count(),
                of: values.len(),
            });
            assert_eq!(row.holding_after(moves), holding, "{}, {moves}", row.id);
        }
    }
}

#[test]
fn lines_end_in_positions_of_their_own() {
    for row in openings() {
        let game = row.game().unwrap();
        assert_eq!(ids(game.position()), Some((&*row.family, Some(&*row.id))), "{}", row.id);
    }
}

#[test]
fn images_have_the_same_name() {
    for row in openings() {
        for position in row.game().unwrap().positions() {
            for symmetry in RULES.board.symmetries() {
                assert_eq!(ids(&position.image(symmetry, &RULES)), ids(position), "{}: {position}", row.id);
            }
        }
    }
}

#[test]
fn other_orders_of_the_same_placements_have_the_same_name() {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(63);
    let mut orders = 0;
    for row in openings().iter().filter(|row| row.moves.len() > 2) {
        // The placements before the first removal, of each side.
        let quiet: Vec<Move> = row.moves.iter().copied().take_while(|mv| mv.removed.is_empty()).collect();
        let mut sides: Vec<Vec<Move>> =
            [0, 1].map(|first| quiet.iter().copied().skip(first).step_by(2).collect()).into();
        for _ in 0..30 {
            sides.iter_mut().for_each(|side| side.shuffle(&mut chance));
            let mut game = Game::new(RULES);
            let ordered = (0..quiet.len()).map(|ply| sides[ply % 2][ply / 2]).chain(row.moves[quiet.len()..].to_vec());
            // Another order may close a mill too early.
            if ordered.into_iter().all(|mv| game.play(mv).is_ok()) {
                assert_eq!(ids(game.position()), Some((&*row.family, Some(&*row.id))), "{}", row.id);
                orders += 1;
            }
        }
    }
    assert!(orders > 500, "{orders}");
}

#[test]
fn a_position_of_many_families_has_no_name() {
    assert_eq!(ids(&Position::start(&RULES)), None);
    // Only openings that end there name the first moves.
    assert_eq!(ids(played("f4").position()), Some(("crossing", Some("crossing"))));
    assert_eq!(ids(played("d6 f4").position()), None);
    // On the way to several lines of one family, the family is known.
    assert_eq!(ids(played("d6 d2 b4 f4 b6 b2").position()), Some(("center-mill", None)));
}

#[test]
fn a_game_leaves_the_book_at_its_last_known_position() {
    assert_eq!(of_game(&Game::new(RULES)), None);
    let center = "d6 d2 b4 f4 b6 b2 f6xb2 b2 f2";
    let found = of_game(&played(center)).unwrap();
    assert_eq!((found.name.opening.map(|opening| &*opening.name), found.plies), (Some("Center mill"), 9));
    assert_eq!(found.holding, Some(Holding { holding: 16, of: 16 }));
    let left = of_game(&played(&format!("{center} d3 g7 g4"))).unwrap();
    assert_eq!((&*left.name.opening.unwrap().id, left.plies), ("center-mill-back", 10));
    assert_eq!(left.holding, Some(Holding { holding: 1, of: 15 }));
    let left = of_game(&played("d6 d2 b4 f4 b6 a1")).unwrap();
    assert_eq!((&*left.name.family.id, left.plies), ("center-mill", 5));
    assert_eq!(left.holding, Some(Holding { holding: 16, of: 19 }));
}

#[test]
fn a_move_makes_a_name_that_the_game_did_not_have() {
    let game = played("d6 d2 b4 f4 b6 b2 f6xb2 b2 f2 a1");
    let made: Vec<_> = (0..=game.cursor()).map(|moves| made(&game, moves)).collect();
    let ids = made.into_iter().map(|made| made.map(|name| name.opening.map_or("family", |opening| &*opening.id)));
    let none = None;
    let expected = [
        none,
        none,
        none,
        none,
        Some("crossing-neighbors"),
        Some("family"),
        none,
        none,
        none,
        Some("center-mill"),
        Some("center-mill-back-corner"),
    ];
    assert_eq!(ids.collect::<Vec<_>>(), expected);
}

#[test]
fn only_the_standard_rules_have_names() {
    let moves = ["d6"].map(|mv| mv.parse::<Move>().unwrap());
    for rules in Rules::PRESETS.into_iter().filter(|rules| rules.board.points() == RULES.board.points()) {
        let after = moves.iter().fold(Position::start(&rules), |at, &mv| at.play(mv, &rules).unwrap());
        let has_name = ["standard", "plain", "windmill"].contains(&rules.id());
        assert_eq!(name(&after, &rules).is_some(), has_name, "{}", rules.id());
    }
}

#[test]
fn published_moves_that_lose_are_refuted_by_the_tables() {
    let ids: HashSet<_> = RefutedMove::ALL.iter().map(|refuted| refuted.id).collect();
    assert_eq!(ids.len(), RefutedMove::ALL.len());
    for refuted in RefutedMove::ALL {
        let (position, mv) = refuted.position_and_move().unwrap();
        let after = refuted.after().unwrap();
        assert_eq!(shipped().value(&after, &RULES), Some(Wdl::Win), "{}", refuted.id);
        // Another move holds, so the move itself is wrong.
        assert_eq!(shipped().value(&position, &RULES), Some(Wdl::Draw), "{}", refuted.id);
        assert!(mv.removed.is_empty(), "{}", refuted.id);
        assert_eq!(RefutedMove::named(refuted.id), Some(refuted));
        let puzzle = refuted.puzzle(&Tables::open("../../data/endgame".as_ref()).0).unwrap();
        assert_eq!((puzzle.position, puzzle.value, puzzle.mistake), (after, Wdl::Win, Some((position, mv))));
        for reply in after.legal_moves(&RULES) {
            let wins = shipped().value(&after.play(reply, &RULES).unwrap(), &RULES) == Some(Wdl::Loss);
            assert_eq!(puzzle.right.contains(&reply), wins, "{}: {reply}", refuted.id);
        }
    }
}

#[test]
fn every_decision_of_an_opening_is_a_card_once() {
    let cards = LineCard::all();
    let keys: HashSet<_> = cards.iter().map(|card| PuzzleKey::of(&card.position().unwrap(), &RULES)).collect();
    assert_eq!(keys.len(), cards.len());
    let mut words = HashSet::new();
    for row in openings() {
        for (moves, position) in row.game().unwrap().positions().iter().enumerate() {
            let word = format!("{}-{moves}", row.id);
            let is_decision = row.holding_after(moves).is_some_and(|holding| holding.holding < holding.of);
            let card = LineCard::of_id(&word);
            assert_eq!(card.is_some(), is_decision, "{word}");
            if let Some(card) = card {
                assert_eq!(PuzzleKey::of(&card.position().unwrap(), &RULES), PuzzleKey::of(position, &RULES), "{word}");
                assert_eq!(LineCard::of_id(&card.to_string()), Some(card));
                words.insert(card);
            }
        }
    }
    assert_eq!(words.len(), cards.len());
    assert!(
        ["", "center-mill", "center-mill-99", "center-mill-x", "none-3"].iter().all(|it| LineCard::of_id(it).is_none())
    );
}

#[test]
fn a_card_accepts_every_move_that_holds_on_any_side_of_the_board() {
    let tables = Arc::new(Tables::open("../../data/endgame".as_ref()).0);
    let mut right = 0;
    for (card, seed) in LineCard::all().iter().zip(0..) {
        let puzzle = Arc::new(card.puzzle(&tables, seed).unwrap_or_else(|| panic!("{card}")));
        assert_eq!(PuzzleKey::of(&puzzle.position, &RULES), PuzzleKey::of(&card.position().unwrap(), &RULES));
        let value = |mv: Move| shipped().value(&puzzle.position.play(mv, &RULES).unwrap(), &RULES).unwrap().opposite();
        for mv in puzzle.position.legal_moves(&RULES) {
            let mut attempt = Attempt::new(Arc::clone(&puzzle), Arc::clone(&tables));
            let verdict = attempt.judge(mv).unwrap();
            if value(mv) == puzzle.value {
                assert_eq!(verdict, Verdict::Right { reply: None }, "{card}: {mv}");
                assert_eq!(attempt.result(), Some(RatingScore::Whole));
                right += 1;
            } else {
                assert!(matches!(verdict, Verdict::Wrong { .. }), "{card}: {mv}");
            }
        }
    }
    assert!(right > 300, "{right}");
    let card = LineCard::of_id("center-mill-5").unwrap();
    let boards: HashSet<_> = (0..16).map(|seed| card.puzzle(&tables, seed).unwrap().position.to_string()).collect();
    assert!(boards.len() >= 4, "{boards:?}");
    assert_eq!(card.puzzle(&Tables::none(), 1), None);
}

/// White answers the eight replies to the center mill.
#[test]
fn seventy_two_of_a_hundred_and_twenty_answers_to_the_center_mill_hold() {
    let ends = openings().iter().filter(|row| row.id.starts_with("center-mill-"));
    let counts: Vec<_> = ends.filter_map(|row| row.holding_after(10)).collect();
    let sum = |of: fn(&Holding) -> usize| counts.iter().map(of).sum::<usize>();
    assert_eq!((counts.len(), sum(|count| count.holding), sum(|count| count.of)), (8, 72, 120));
}

#[test]
fn cards_come_back_after_the_days_of_the_puzzles() {
    let (mut practice, mut today) = (Practice::default(), date(2026, 11, 22));
    let card = practice.lines_due(today).next().unwrap();
    assert_eq!(
        (practice.lines_due(today).count(), practice.new_lines()),
        (LineCard::all().len(), LineCard::all().len())
    );
    for (step, days) in [(0, 1), (1, 3), (2, 7), (3, 21), (3, 21)] {
        practice.line_tried(card, RatingScore::Whole, today);
        let due = today.saturating_add(days.days());
        assert_eq!(practice.lines[&card], LineDue { due, step });
        assert_eq!(practice.new_lines(), LineCard::all().len() - 1);
        assert!(practice.lines_due(today).all(|other| other != card));
        assert_eq!(practice.lines_due(due).next(), Some(card));
        today = due;
    }
    practice.line_tried(card, RatingScore::Nothing, today);
    assert_eq!(practice.lines[&card], LineDue { due: today.saturating_add(1.days()), step: 0 });
    // Of two programs, the later attempt counts.
    let mut other = Practice::default();
    other.line_tried(card, RatingScore::Whole, today.saturating_add(1.days()));
    practice.take_in(other.clone());
    assert_eq!(practice.lines, other.lines);
}
