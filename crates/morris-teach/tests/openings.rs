// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests the openings against the tables, and their names against images and other orders.

use std::collections::HashSet;
use std::sync::OnceLock;

use morris::{Color, Game, Move, Position, Rules};
use morris_solved::tablebase::{Tables, Wdl};
use morris_teach::opening::{Holding, Opening, name, of_game, openings};
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
fn only_the_standard_rules_have_names() {
    let moves = ["d6"].map(|mv| mv.parse::<Move>().unwrap());
    for rules in Rules::PRESETS.into_iter().filter(|rules| rules.board.points() == RULES.board.points()) {
        let after = moves.iter().fold(Position::start(&rules), |at, &mv| at.play(mv, &rules).unwrap());
        let has_name = ["standard", "plain", "windmill"].contains(&rules.id());
        assert_eq!(name(&after, &rules).is_some(), has_name, "{}", rules.id());
    }
}
