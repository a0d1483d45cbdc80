// SPDX-License-Identifier: GPL-3.0-or-later
//! Play with tables of whole games: wins take the number of plies in the table, and perfect play
//! never loses a drawn game.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use morris::{Color, Game, Outcome, Position, Rules};
use morris_engine::{EngineOptions, Level, Request, Score, Searcher, Strength};
use morris_solved::tablebase::{ProbeResult, Tables, Wdl};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::support::{folder, game, rules};

/// Returns the table of a game as the engine uses it.
fn tables(rules: Rules) -> Arc<Tables> {
    game(rules);
    let (tables, refused) = Tables::open(folder());
    assert!(refused.is_empty(), "{refused:?}");
    Arc::new(tables)
}

/// Returns a searcher that is stopped after a fixed number of positions on any machine.
fn searcher(tables: Arc<Tables>) -> Searcher {
    let looks = AtomicU32::new(0);
    let options = EngineOptions { memory_mib: 4, threads: 1, thinking_time: Duration::from_millis(3) };
    let mut searcher = Searcher::timed_by(options, move || Duration::from_micros(150) * looks.fetch_add(1, Relaxed));
    searcher.set_tables(tables);
    searcher
}

fn request(game: &Game, strength: Strength, seed: u64) -> Request {
    Request { seed, ..Request::new(*game.rules(), game.positions().to_vec(), strength) }
}

fn play(mut game: Game, mut players: [(Searcher, Strength); 2], seed: u64) -> Outcome {
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome;
        }
        let (searcher, strength) = &mut players[game.position().side() as usize];
        let best = searcher.think(&request(&game, *strength, seed), || ControlFlow::Continue(()), |_| {}).unwrap();
        game.play(best.mv).unwrap();
    }
}

/// Maximum number of random games that are searched for positions.
const MOST_TRIES: u32 = 20_000;

/// Returns `count` positions after random moves whose table result is accepted by `wanted`, or
/// fewer if such positions are rare.
fn positions(rules: Rules, count: usize, wanted: impl Fn(ProbeResult) -> bool) -> Vec<Position> {
    let game = game(rules);
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut found = Vec::new();
    for _ in 0..MOST_TRIES {
        if found.len() == count {
            break;
        }
        let mut position = Position::start(&rules);
        for _ in 0..chance.random_range(0..3 * rules.men) {
            let moves = position.legal_moves(&rules);
            let Some(&mv) = moves.choose(&mut chance) else { break };
            position = position.play_unchecked(mv, &rules);
        }
        let known = game.probe(&position).filter(|_| position.outcome(&rules).is_none());
        found.extend(known.filter(|&known| wanted(known)).map(|_| position));
    }
    found
}

/// Plays perfect play with the table against the strongest level without it. Returns the number of
/// wins.
fn wins_of_perfect(id: &str, games: usize) -> usize {
    let (rules, mut wins) = (rules(id), 0);
    let drawn = positions(rules, games, |known| known.value == Wdl::Draw);
    // Random games do not reach the few drawn positions of achi.
    assert_eq!(drawn.len(), if id == "achi" { 0 } else { games }, "{id}");
    for (number, position) in drawn.into_iter().enumerate() {
        let perfect = (searcher(tables(rules)), Strength::Perfect);
        let strongest = (searcher(Arc::default()), Strength::Level(Level::LAST));
        let (color, players) = match number % 2 {
            0 => (Color::White, [perfect, strongest]),
            _ => (Color::Black, [strongest, perfect]),
        };
        let outcome = play(Game::from_position(rules, position), players, number as u64);
        assert_ne!(outcome.winner(), Some(color.other()), "{id}: {}", position.line(&rules));
        wins += usize::from(outcome.winner() == Some(color));
    }
    wins
}

#[test]
fn perfect_play_loses_no_drawn_game() {
    for (id, games) in [("nineholes", 2), ("smallmerels", 2), ("tapatan", 2), ("five", 2)] {
        wins_of_perfect(id, games);
    }
}

#[test]
#[ignore = "takes minutes: build-aux/test-long small"]
fn perfect_play_loses_none_of_a_hundred_drawn_games() {
    for id in ["tapatan", "nineholes", "achi", "smallmerels", "five", "six", "seven"] {
        println!("{id}: {} of 100 drawn games are won", wins_of_perfect(id, 100));
    }
}

#[test]
fn wins_take_the_number_of_plies_in_the_table() {
    for id in ["tapatan", "achi", "five"] {
        let (rules, tables) = (rules(id), tables(rules(id)));
        for position in positions(rules, 12, |known| known.plies.is_some_and(|plies| plies > 6)) {
            let known = game(rules).probe(&position).unwrap();
            let mut game = Game::from_position(rules, position);
            let mut plies = 0;
            while game.outcome().is_none() {
                let request = request(&game, Strength::Perfect, 3);
                let mut searcher = searcher(Arc::clone(&tables));
                let best = searcher.think(&request, || ControlFlow::Continue(()), |_| {}).unwrap();
                let left = u16::from(known.plies.unwrap() - plies);
                let wins = (known.value == Wdl::Win) == (plies % 2 == 0);
                assert_eq!(best.score, Some(if wins { Score::Win(left) } else { Score::Loss(left) }));
                game.play(best.mv).unwrap();
                plies += 1;
            }
            assert_eq!(Some(plies), known.plies, "{id}: {}", position.line(&rules));
        }
    }
}
