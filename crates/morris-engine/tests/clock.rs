// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests the computer player with a clock that counts its calls, so that nothing depends on the
//! machine.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use morris::{ByColor, Color, Game, Position, Rules};
use morris_engine::{EngineOptions, FixedDepth, Info, Level, Limits, Request, Searcher, Strength, TimeControl};
use morris_solved::tablebase::Tables;

use crate::common::{depth, nodes, request};

/// Returns a searcher for which each call of the clock takes the time `look`, and the counter of
/// these calls.
fn counted(options: EngineOptions, look: Duration) -> (Searcher, Arc<AtomicU32>) {
    let looks = Arc::new(AtomicU32::new(0));
    let counter = Arc::clone(&looks);
    (Searcher::timed_by(options, move || look * counter.fetch_add(1, Relaxed)), looks)
}

/// Returns an even game, and one where White can just hold a draw.
fn games_of_two_kinds() -> [Game; 2] {
    let rules = Rules::STANDARD;
    ["B.W/WBW/..W/B..W.B/.B./.W./B.. w 0 0", "B../.../W../.BW..B/W../WBW/... w 4 4"]
        .map(|line| Game::from_position(rules, Position::parse(line, &rules).unwrap()))
}

#[test]
fn keeps_to_the_thinking_time_and_takes_all_of_it_where_it_is_critical() {
    let ms = Duration::from_millis(1);
    let (mut searcher, looks) = counted(EngineOptions { thinking_time: 80 * ms, ..EngineOptions::default() }, ms);
    let ninth = Strength::Level(Level::new(9).unwrap());
    let cases = [(Strength::FULL, [20, 80]), (ninth, [40, 40]), (Strength::Perfect, [80, 80])];
    for (strength, most) in cases {
        for (game, most) in games_of_two_kinds().iter().zip(most) {
            let before = looks.load(Relaxed);
            let request = request(0, game, strength, 1);
            searcher.think(&request, || ControlFlow::Continue(()), |_| {}).expect("there is a move");
            let used = looks.load(Relaxed) - before;
            // Few calls follow the last check of the search.
            assert!((most / 4..=most + 4).contains(&used), "{strength:?}, {}: {used} of {most}", game.position());
        }
    }
}

#[test]
fn stops_at_once_also_while_it_looks_for_a_trap() {
    let ms = Duration::from_millis(1);
    for stop in 40..76 {
        let (mut searcher, looks) = counted(EngineOptions { thinking_time: 80 * ms, ..EngineOptions::default() }, ms);
        let request = request(0, &games_of_two_kinds()[1], Strength::Perfect, 1);
        let interrupt = || if looks.load(Relaxed) >= stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        searcher.think(&request, interrupt, |_| {}).expect("there is a move");
        let used = looks.load(Relaxed);
        // It can end before that by itself.
        assert!(used <= stop + 4, "{used} of {stop}");
    }
}

#[test]
fn the_first_placements_are_answered_at_once_where_tables_know_them() {
    let ms = Duration::from_millis(1);
    let options = EngineOptions { thinking_time: 4_000 * ms, ..EngineOptions::default() };
    for strength in [Strength::FULL, Strength::Perfect] {
        let used = |tables: Tables, moves: &[&str]| {
            let (mut searcher, looks) = counted(options, ms);
            searcher.set_tables(Arc::new(tables));
            let mut game = Game::new(Rules::STANDARD);
            moves.iter().for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
            searcher.think(&request(0, &game, strength, 1), || ControlFlow::Continue(()), |_| {}).unwrap();
            looks.load(Relaxed)
        };
        let known = || Tables::open("../../data/endgame".as_ref()).0;
        let moves = ["d6", "d2", "f4", "b4"];
        for placed in 0..4 {
            let used = used(known(), &moves[..placed]);
            assert!(used <= 200, "{strength:?} after {placed}: {used}");
        }
        assert!(used(known(), &moves) > 200 && used(Tables::default(), &[]) > 200, "{strength:?}");
    }
}

#[test]
fn takes_more_nodes_than_usual_only_where_it_is_critical() {
    let [even, critical] = games_of_two_kinds().map(|game| {
        [None, Some(4)].map(|critical_factor| {
            let limits = Limits { nodes: Some(20_000), critical_factor, ..Limits::default() };
            let mut searcher = Searcher::default();
            let request = request(0, &game, Strength::Limits(limits), 1);
            searcher.think(&request, || ControlFlow::Continue(()), |_| {}).expect("there is a move");
            // The limit is checked every thousand nodes.
            searcher.nodes() / 2_000
        })
    });
    assert_eq!((even, critical), ([10, 5], [10, 40]));
}

#[test]
fn every_strength_keeps_to_the_clock() {
    let ms = Duration::from_millis(1);
    let game = Game::new(Rules::STANDARD);
    let (mut searcher, looks) = counted(EngineOptions { thinking_time: 60_000 * ms, ..EngineOptions::default() }, ms);
    let fixed = Strength::Depth(FixedDepth::LAST);
    for strength in [Strength::FULL, Strength::Perfect, fixed, Strength::Limits(Limits::default()), depth(30)] {
        for left in [0, 40, 2_000] {
            let clock = TimeControl { left: ByColor { white: left * ms, black: Duration::ZERO }, increment: 10 * ms };
            let before = looks.load(Relaxed);
            let request = Request { clock: Some(clock), ..request(0, &game, strength, 1) };
            searcher.think(&request, || ControlFlow::Continue(()), |_| {}).expect("there is a move");
            let (used, most) = (ms * (looks.load(Relaxed) - before), clock.most(Color::White));
            assert!(used <= most + 5 * ms, "{strength:?} with {left} ms: {used:?}");
        }
    }
}

/// Simulates a machine so slow that some thousand positions take twenty milliseconds.
#[test]
fn no_game_is_lost_on_time() {
    let ms = Duration::from_millis(1);
    let options = EngineOptions { thinking_time: 2_000 * ms, ..EngineOptions::default() };
    let mut game = Game::new(Rules::STANDARD);
    let mut players = [counted(options, 20 * ms), counted(options, 20 * ms)];
    let mut clock = TimeControl { left: ByColor { white: 10_000 * ms, black: 10_000 * ms }, increment: 100 * ms };
    for number in 0..150 {
        if game.outcome().is_some() {
            // The clocks keep their remaining time.
            game = Game::new(Rules::STANDARD);
        }
        let side = game.position().side();
        let (searcher, looks) = &mut players[side as usize];
        let before = looks.load(Relaxed);
        let strength = if side == Color::White { Strength::FULL } else { Strength::Depth(FixedDepth::LAST) };
        let request = Request { clock: Some(clock), ..request(0, &game, strength, number) };
        let best = searcher.think(&request, || ControlFlow::Continue(()), |_| {}).expect("there is a move");
        let used = 20 * ms * (looks.load(Relaxed) - before);
        assert!(used < clock.left[side], "move {number}: {used:?} of {:?}", clock.left[side]);
        clock.left[side] = clock.left[side] - used + clock.increment;
        game.play(best.mv).unwrap();
    }
}

/// Also holds if the search is stopped within a depth, and if moves of equal value are chosen at
/// random.
#[test]
fn plays_the_move_it_reported_last() {
    let options = EngineOptions { memory_mib: 1, thinking_time: Duration::from_millis(40), ..EngineOptions::default() };
    let (mut searcher, _) = counted(options, Duration::from_millis(1));
    let strengths = Level::all().map(Strength::Level).chain([depth(5), nodes(700), nodes(7_000), nodes(20_000)]);
    let mut searches = 0;
    for strength in strengths.collect::<Vec<_>>() {
        for seed in 0..3 {
            let mut game = Game::new(Rules::STANDARD);
            while game.outcome().is_none() && game.cursor() < 40 {
                let mut told = None;
                let request = request(0, &game, strength, seed * 100 + game.cursor() as u64);
                let report = |info: Info| told = Some((info.pv[0], info.score));
                let best = searcher.think(&request, || ControlFlow::Continue(()), report).expect("there is a move");
                assert_eq!(told, Some((best.mv, best.score.unwrap())), "{strength:?} {}", game.position());
                game.play(best.mv).unwrap();
                searches += 1;
            }
        }
    }
    assert!(searches > 1_000, "{searches}");
}
