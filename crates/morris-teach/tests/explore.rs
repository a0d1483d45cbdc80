// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests the table of all moves: its order, values, replies, and what ends the game.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use morris::{Game, Move, Outcome, PlacingRemovals, Position, Rules, Transformation, WinReason};
use morris_solved::tablebase::{Tables, Wdl};
use morris_teach::explore::{MoveRow, explore};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

const RULES: Rules = Rules::STANDARD;
/// White closes a mill at once; the distances are not known.
const SECTOR: &str = "WW./.../.../..WB../.../.B./B.B w 0 0 0";

fn shipped() -> Arc<Tables> {
    static TABLES: OnceLock<Arc<Tables>> = OnceLock::new();
    Arc::clone(TABLES.get_or_init(|| Arc::new(Tables::open("../../data/endgame".as_ref()).0)))
}

fn rows(game: &Game) -> Vec<MoveRow> {
    explore(&shipped(), game, &mut || ControlFlow::Continue(()))
}

fn from_line(line: &str) -> Game {
    Game::from_position(RULES, Position::parse(line, &RULES).unwrap())
}

fn played(moves: &str) -> Game {
    let mut game = Game::new(RULES);
    moves.split_whitespace().for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
    game
}

/// Returns games of random moves up to each of these numbers of moves.
fn random_games(lengths: impl Iterator<Item = usize>) -> Vec<Game> {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(44);
    let play = |length| {
        let mut game = Game::new(RULES);
        while game.moves().len() < length && game.outcome().is_none() {
            game.play(*game.position().legal_moves(&RULES).choose(&mut chance).unwrap()).unwrap();
        }
        game
    };
    lengths.map(play).collect()
}

/// Returns the number of the best of these positions for the side that has moved into them.
fn holding(positions: &[Position]) -> Option<usize> {
    let value = |position: &Position| {
        let known = Wdl::ended(position, &RULES).or_else(|| shipped().value(position, &RULES));
        known.map(Wdl::opposite)
    };
    let values: Vec<_> = positions.iter().map(value).collect::<Option<_>>()?;
    Some(values.iter().filter(|value| Some(*value) == values.iter().max()).count())
}

#[test]
fn values_and_replies_are_those_of_the_tables() {
    let mut unknown = 0;
    for game in random_games((0..40).map(|number| number % 10)) {
        let position = game.position();
        let rows = rows(&game);
        assert_eq!(rows.len(), position.legal_moves(&RULES).len());
        for row in rows {
            let after = position.play(row.mv, &RULES).unwrap();
            assert_eq!(row.value, shipped().value(&after, &RULES).map(Wdl::opposite), "{position} {}", row.mv);
            let replies = after.legal_moves(&RULES);
            let next: Vec<_> = replies.iter().map(|&reply| after.play(reply, &RULES).unwrap()).collect();
            assert_eq!((row.replies, row.holding), (replies.len(), holding(&next)), "{position} {}", row.mv);
            // A reply loses if the position after it is won for the side that moves there.
            let lose = next.iter().filter(|after| shipped().value(after, &RULES) == Some(Wdl::Win)).count();
            assert_eq!(row.losing, Some(lose), "{position} {}", row.mv);
            unknown += usize::from(row.holding.is_none());
        }
    }
    assert_eq!(unknown, 0, "eleven placements are known");
}

#[test]
fn replies_that_lose_are_counted() {
    let rows = rows(&played("d6 d2 b4 f4 b6 b2 f6xb2 b2 f2"));
    let losing = |mv: &str| {
        let row = rows.iter().find(|row| row.mv == mv.parse().unwrap()).unwrap();
        (row.value, row.losing, row.replies)
    };
    // The last placement but one of the center mill, of White's answers.
    assert_eq!(losing("e3"), (Some(Wdl::Draw), Some(0), 15));
    assert_eq!(losing("d3"), (Some(Wdl::Draw), Some(14), 15));
}

#[test]
fn the_best_comes_first_and_equals_are_in_the_order_of_their_text() {
    let tables = random_games((0..30).map(|number| 4 + number % 9)).into_iter().map(|game| rows(&game));
    let equals: Vec<_> = tables.filter(|rows| rows.iter().all(|row| row.plies.is_none())).collect();
    assert!(!equals.is_empty());
    for rows in equals {
        let keys: Vec<_> = rows.iter().map(|row| (std::cmp::Reverse(row.value), row.mv.to_string())).collect();
        assert!(keys.is_sorted(), "{keys:?}");
    }
    // The quickest win and the slowest loss come first.
    let rules: Rules = "tapatan".parse().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let task = morris_solved::small_games::GameTask { folder: folder.path().to_owned(), rules, threads: None };
    morris_solved::small_games::solve_game(&task, |_| ControlFlow::Continue(())).unwrap();
    let tables = Tables::open(folder.path()).0;
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut wins, mut losses) = (0, 0);
    for _ in 0..20 {
        let mut game = Game::new(rules);
        while game.outcome().is_none() && game.moves().len() < 60 {
            let rows = explore(&tables, &game, &mut || ControlFlow::Continue(()));
            assert!(rows.iter().all(|row| row.value.is_some() && row.holding.is_some()));
            let [won, lost] = [Wdl::Win, Wdl::Loss].map(|value| {
                rows.iter().filter(|row| row.value == Some(value)).map(|row| row.plies.unwrap()).collect::<Vec<_>>()
            });
            assert!(won.is_sorted() && lost.iter().rev().is_sorted(), "{rows:?}");
            wins += usize::from(won.first() < won.last());
            losses += usize::from(lost.first() > lost.last());
            game.play(*game.position().legal_moves(&rules).choose(&mut chance).unwrap()).unwrap();
        }
    }
    assert!(wins > 5 && losses > 5, "{wins} {losses}");
}

#[test]
fn equivalent_positions_have_the_same_rows() {
    let known = |rows: Vec<MoveRow>, image: &dyn Fn(Move) -> Move| {
        let mut rows: Vec<_> =
            rows.into_iter().map(|row| (image(row.mv), row.value, row.plies, row.replies, row.holding)).collect();
        rows.sort_by_key(|row| row.0);
        rows
    };
    let placing = random_games((0..10).map(|number| 1 + number % 10));
    let moving = [SECTOR, "W.B/.../.../..WB../.../.B./W.W w 0 0"].map(from_line);
    for game in placing.iter().chain(&moving) {
        for symmetry in RULES.board.symmetries() {
            let image = Game::from_position(RULES, game.position().image(symmetry, &RULES));
            assert_eq!(
                known(rows(&image), &|mv| mv),
                known(rows(game), &|mv| mv.image(symmetry)),
                "{}",
                game.position()
            );
        }
    }
    for game in &moving {
        let image = Transformation::SwapColors.game(game).unwrap();
        assert_eq!(rows(&image), rows(game));
    }
}

#[test]
fn a_move_that_ends_the_game_has_no_replies() {
    // White's mill leaves Black two men.
    let game = from_line("WW./.../.../..WB../.../.B./..B w 0 0 0");
    let rows = rows(&game);
    let wins: Vec<_> = rows.iter().filter(|row| !row.mv.removed.is_empty()).collect();
    assert!(!wins.is_empty());
    for row in wins {
        assert_eq!((row.value, row.plies, row.replies, row.holding), (Some(Wdl::Win), Some(1), 0, Some(0)));
        assert_eq!(row.losing, Some(0));
    }
    assert!(rows[0].plies == Some(1) && rows.iter().any(|row| row.replies > 0));
}

#[test]
fn each_removal_has_a_row() {
    let rows = rows(&from_line(SECTOR));
    let removals: Vec<_> = rows.iter().filter(|row| row.mv.without_removal() == "c4-g7".parse().unwrap()).collect();
    assert_eq!(removals.len(), 4, "{rows:?}");
}

#[test]
fn repetition_and_a_long_game_draw() {
    let mut game = from_line("W.B/.../.../..WB../.../.B./W.W w 0 0");
    let back = ["a7-a4", "d2-b2", "a4-a7", "b2-d2"];
    for mv in back.iter().chain(&back[..3]) {
        game.play(mv.parse().unwrap()).unwrap();
    }
    let rows = rows(&game);
    let repeats = rows.iter().find(|row| row.mv == "b2-d2".parse().unwrap()).unwrap();
    assert_eq!((repeats.value, repeats.replies, repeats.holding), (Some(Wdl::Draw), 0, Some(0)));
    game.play("b2-d2".parse().unwrap()).unwrap();
    assert!(game.outcome().is_some() && self::rows(&game).is_empty());

    let last = from_line("W.B/.../.../..WB../.../.B./W.W w 0 0 99");
    let quiet = self::rows(&last);
    assert!(quiet.iter().all(|row| row.mv.removed.is_empty() == (row.value == Some(Wdl::Draw) && row.replies == 0)));
}

#[test]
fn a_resigned_game_is_explored() {
    let mut game = played("d6 f4 d2");
    game.declare(Outcome::Win { winner: morris::Color::White, reason: WinReason::Resignation });
    assert_eq!(rows(&game).len(), 21);
    assert!(rows(&from_line("WWW/.../.../....../.../.../.BB b 0 0")).is_empty());
}

#[test]
fn a_pass_is_a_row() {
    let rules = Rules::PRESETS.into_iter().find(|rules| rules.while_placing == PlacingRemovals::OneEach).unwrap();
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(7);
    let passes = (0..2_000).find_map(|_| {
        let mut game = Game::new(rules);
        while game.outcome().is_none() && !game.must_pass() && game.moves().len() < 200 {
            game.play(*game.position().legal_moves(&rules).choose(&mut chance).unwrap()).unwrap();
        }
        game.must_pass().then_some(game)
    });
    let rows = rows(&passes.unwrap());
    assert_eq!((rows.len(), rows[0].mv, rows[0].value, rows[0].holding), (1, Move::PASS, None, None));
    assert!(rows[0].replies > 0);
}

#[test]
fn from_where_it_is_stopped_nothing_is_known() {
    let mut left = 5;
    let rows = explore(&shipped(), &played("d6 f4 d2"), &mut || {
        left -= 1;
        if left < 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(rows.len(), 21);
    assert_eq!(rows.iter().filter(|row| row.value.is_some()).count(), 5);
    assert!(rows.iter().all(|row| row.replies > 0 && row.value.is_some() == row.losing.is_some()));
}
