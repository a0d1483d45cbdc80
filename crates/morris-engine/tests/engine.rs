// SPDX-License-Identifier: GPL-3.0-or-later
//! The computer player from outside: legal moves, timely answers, reproducible for equal seeds, and
//! stronger with each level.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use morris::{Arrangement, ByColor, Color, Game, Goal, MillProtection, Move, Outcome, Position, Rules};
use morris_engine::{
    BestMove, Engine, EngineOptions, Event, EventKind, Info, Level, Limits, Reports, Request, RequestId, Score,
    Searcher, Strength, TimeControl, needed_positions,
};

use crate::common::{depth, nodes, request};

/// Longer than any answer takes, so that a loaded machine does not fail a test.
const PATIENCE: Duration = Duration::from_secs(60);

const ENDLESS: Strength = Strength::Limits(Limits { depth: None, nodes: None, time: None, critical_factor: None });

fn think(searcher: &mut Searcher, game: &Game, strength: Strength, seed: u64) -> BestMove {
    let request = request(1, game, strength, seed);
    searcher.think(&request, || ControlFlow::Continue(()), |_| {}).expect("there is a move")
}

fn game(rules: Rules, strengths: [Strength; 2], seed: u64, most_moves: usize) -> Game {
    let mut game = Game::new(rules);
    let mut searchers = [Searcher::default(), Searcher::default()];
    while game.outcome().is_none() && game.cursor() < most_moves {
        let side = game.position().side() as usize;
        let best = think(&mut searchers[side], &game, strengths[side], seed * 1_000 + game.cursor() as u64);
        game.play(best.mv).unwrap_or_else(|error| panic!("{}: {}: {error}", game.position(), best.mv));
    }
    game
}

#[test]
fn a_weak_level_does_not_use_the_values_of_a_strong_one() {
    let mut levels = Level::all().filter(|level| (7..=8).contains(&level.number())).map(Strength::Level);
    let [weak, strong] = [(); 2].map(|()| levels.next().expect("there are two"));
    // A busy machine must not end a search before its depth.
    let [mut shared, mut own] = [(); 2].map(|()| Searcher::timed_by(EngineOptions::default(), || Duration::ZERO));
    let game = game(Rules::TWELVE, [depth(1); 2], 1, 12);
    think(&mut shared, &game, strong, 1);
    think(&mut shared, &game, weak, 1);
    think(&mut own, &game, weak, 1);
    assert!(own.nodes() > 0 && shared.nodes() == own.nodes(), "{} of {}", shared.nodes(), own.nodes());
}

#[test]
fn earlier_depths_overrule_the_last_where_many_men_are_in_hand() {
    let mut searcher = Searcher::default();
    let (mut overruled, mut others) = ([0; 2], 0);
    for seed in 0..12 {
        let mut game = Game::new(Rules::STANDARD);
        while game.outcome().is_none() && game.cursor() < 30 {
            let mut depths = Vec::new();
            let report = |info: Info| depths.push(info.depth);
            let request = request(1, &game, nodes(2_000), seed * 100 + game.cursor() as u64);
            let best = searcher.think(&request, || ControlFlow::Continue(()), report).expect("there is a move");
            let in_hand: u8 = Color::BOTH.into_iter().map(|color| game.position().hand(color)).sum();
            // A report has a lower depth than the previous one only if an earlier depth's choice is
            // played.
            if depths.is_sorted() {
                others += 1;
            } else {
                overruled[usize::from(in_hand >= 8)] += 1;
            }
            game.play(best.mv).unwrap();
        }
    }
    assert!(overruled[0] == 0 && overruled[1] > 0 && others > 0, "{overruled:?} {others}");
}

#[test]
fn plays_legal_moves_under_all_rules() {
    for rules in Rules::PRESETS {
        for seed in 0..6 {
            let game = game(rules, [nodes(300), nodes(600)], seed, 200);
            let least = if rules.goal == Goal::FirstMill { 5 } else { 2 * usize::from(rules.men) };
            assert!(game.cursor() >= least, "{rules}: {} moves", game.cursor());
        }
    }
}

/// A side that knows what it plays for loses no game against one that moves at random.
#[test]
fn misere_is_won_by_giving_men_away() {
    let [clumsy, clever] = [Strength::Level(Level::all().next().expect("there is one")), nodes(2_000)];
    for line in ["six,goal=misere", "standard,goal=misere", "mulmulan,goal=misere"] {
        let rules = Rules::read_line(line).unwrap();
        let mut wins = 0;
        for seed in 0..6 {
            let strengths = if seed % 2 == 0 { [clever, clumsy] } else { [clumsy, clever] };
            let winner = game(rules, strengths, seed, 300).outcome().and_then(Outcome::winner);
            let color = [Color::White, Color::Black][seed as usize % 2];
            assert_ne!(winner, Some(color.other()), "{line}, {seed}");
            wins += u32::from(winner == Some(color));
        }
        assert!(wins > 0, "{line}");
    }
}

/// Plays games of level 3 against itself. They must end under all rules that end every game.
fn level_three_ends_its_games(games: u64) {
    let level = Strength::Level(Level::new(3).expect("there is one"));
    for rules in Rules::PRESETS.into_iter().filter(|rules| rules.warnings().is_empty()) {
        for seed in 0..games {
            let game = game(rules, [level; 2], seed, 5_000);
            assert!(game.outcome().is_some(), "{rules}, {seed}: {}", game.position().line(&rules));
        }
    }
}

#[test]
fn games_of_all_sets_come_to_their_ends() {
    level_three_ends_its_games(2);
}

#[test]
#[ignore = "takes minutes: cargo test --release -- --ignored"]
fn two_hundred_games_of_each_set_come_to_their_ends() {
    level_three_ends_its_games(200);
}

#[test]
fn all_levels_play_all_sets_by_the_clock() {
    let mut searcher = Searcher::default();
    for rules in Rules::PRESETS {
        let mut game = Game::new(rules);
        for level in Level::all() {
            game.pass();
            if game.outcome().is_some() {
                break;
            }
            let left = Duration::from_millis(600);
            let clock = TimeControl { left: ByColor { white: left, black: left }, increment: Duration::ZERO };
            let ask = Request { clock: Some(clock), ..request(1, &game, Strength::Level(level), 1) };
            let best = searcher.think(&ask, || ControlFlow::Continue(()), |_| {}).unwrap();
            game.play(best.mv).unwrap_or_else(|error| panic!("{rules}: {error}"));
        }
    }
}

#[test]
fn every_level_plays_a_game_to_its_end() {
    for level in Level::all().take(4) {
        let game = game(Rules::STANDARD, [Strength::Level(level); 2], 3, usize::MAX);
        assert!(game.outcome().is_some());
    }
}

#[test]
fn where_the_game_is_over_there_is_no_move() {
    let rules = Rules::STANDARD;
    let mut searcher = Searcher::default();
    for line in ["WWW/.../.../....../.../.../B.B b 0 0", "WB./.../.../B...../.../.../BBB w 0 0"] {
        let mut ask = request(1, &Game::new(rules), depth(3), 0);
        ask.positions = line.parse().map(|men: morris::Arrangement| men.check(&rules)).unwrap().into_iter().collect();
        assert_eq!(searcher.think(&ask, || ControlFlow::Continue(()), |_| {}), None, "{line}");
    }
}

/// Returns `true` if the side to move can win within `plies` plies, by exhaustive search.
fn wins(position: &Position, rules: &Rules, plies: u16) -> bool {
    plies > 0
        && position
            .legal_moves(rules)
            .into_iter()
            .any(|mv| loses(&position.play_unchecked(mv, rules), rules, plies - 1))
}

fn loses(position: &Position, rules: &Rules, plies: u16) -> bool {
    match position.outcome(rules) {
        Some(outcome) => outcome.winner() == Some(position.side().other()),
        None => {
            plies > 1
                && position
                    .legal_moves(rules)
                    .into_iter()
                    .all(|mv| wins(&position.play_unchecked(mv, rules), rules, plies - 1))
        }
    }
}

#[test]
fn finds_the_quickest_win() {
    let rules = Rules::STANDARD;
    let mut found = HashSet::new();
    for seed in 0..12 {
        let mut game = game(rules, [nodes(3_000), nodes(300)], seed, usize::MAX);
        if !matches!(game.outcome(), Some(Outcome::Win { .. })) {
            continue;
        }
        for plies in 1..=5 {
            game.undo();
            let Some(win) = (1..=plies).find(|&plies| wins(game.position(), &rules, plies)) else { continue };
            let game = Game::from_position(rules, *game.position());
            // Searches deeper than the win is long, because late moves are reduced. Two threads
            // find a win as well, though not always the quickest: the first win found depends on
            // the timing.
            for threads in [1, 2] {
                let mut searcher = Searcher::new(EngineOptions { threads, ..EngineOptions::default() });
                let best = think(&mut searcher, &game, depth(10), seed);
                let proven = match best.score {
                    Some(Score::Win(found)) => found == win || threads > 1 && found > win,
                    _ => false,
                };
                assert!(proven, "{} with {threads} threads: {:?} for {win}", game.position(), best.score);
            }
            found.insert(win);
        }
    }
    assert!(found.is_superset(&HashSet::from([1, 3])), "{found:?}");
}

#[test]
fn the_same_seed_and_limit_give_the_same_move_and_other_seeds_others() {
    let game = Game::new(Rules::STANDARD);
    let level = Strength::Level(Level::new(3).unwrap());
    let mut searcher = Searcher::default();
    let mut moves = HashSet::new();
    for seed in 0..20 {
        let best = think(&mut searcher, &game, nodes(20_000), seed);
        think(&mut searcher, &game, nodes(5_000), seed + 1);
        assert_eq!(think(&mut searcher, &game, nodes(20_000), seed), best);
        let mut team = Searcher::new(EngineOptions { threads: 2, ..EngineOptions::default() });
        assert_eq!(think(&mut team, &game, nodes(20_000), seed), best);
        moves.insert(think(&mut searcher, &game, level, seed).mv.to_string());
    }
    assert!(moves.len() >= 4, "{moves:?}");
}

#[test]
fn does_not_repeat_won_positions() {
    // White has a double mill: it removes a man every second move.
    let rules = Rules::STANDARD;
    let start = Position::parse("WWW/W.W/W../....../B.B/B../.BW w 0 0", &rules).unwrap();
    let mut game = Game::from_position(rules, start);
    let mut searcher = Searcher::default();
    while game.outcome().is_none() && game.cursor() < 60 {
        let best = think(&mut searcher, &game, nodes(30_000), 7);
        game.play(best.mv).unwrap();
        assert!(game.repetitions() == 1 || game.position().side() == Color::White, "{}", game.position());
    }
    assert_eq!(game.outcome().and_then(Outcome::winner), Some(Color::White));
}

fn engine() -> (Engine, Receiver<Event>) {
    let (sender, events) = mpsc::channel();
    (Engine::start(move |event| drop(sender.send(event))), events)
}

/// Waits until the engine has begun to search deep.
fn wait_for_depth(events: &Receiver<Event>, id: u64, least: u8) {
    loop {
        let event = events.recv_timeout(PATIENCE).expect("the engine reports");
        if matches!(&event.kind, EventKind::Info(Info { depth, .. }) if *depth >= least && event.id == RequestId(id)) {
            return;
        }
    }
}

/// Returns the answer to a request. Ignores other events.
fn answer(events: &Receiver<Event>) -> (RequestId, Move) {
    loop {
        let event = events.recv_timeout(PATIENCE).expect("the engine answers");
        if let EventKind::Best(best) = event.kind {
            return (event.id, best.mv);
        }
    }
}

#[test]
fn answers_carry_the_id_and_a_new_request_replaces_the_old() {
    let (engine, events) = engine();
    let game = Game::new(Rules::STANDARD);
    for id in 0..20 {
        engine.think(request(id, &game, ENDLESS, 1));
    }
    engine.think(request(20, &game, depth(4), 1));
    let (id, mv) = answer(&events);
    assert_eq!(id, RequestId(20));
    assert_eq!(game.position().check(mv, game.rules()), Ok(()));
    drop(engine);
    assert_eq!(events.iter().count(), 0);
}

#[test]
fn a_stopped_request_is_not_answered() {
    let (engine, events) = engine();
    let game = Game::new(Rules::STANDARD);
    engine.think(request(1, &game, ENDLESS, 1));
    wait_for_depth(&events, 1, 6);
    engine.stop();
    engine.think(request(2, &game, depth(2), 1));
    assert_eq!(answer(&events).0, RequestId(2));
}

#[test]
fn moves_at_once_on_request() {
    let (engine, events) = engine();
    let game = Game::new(Rules::STANDARD);
    for (id, threads) in [(1, 1), (2, 2)] {
        // The largest memory setting must not delay the answer, and neither may a second thread.
        engine.set_options(EngineOptions { memory_mib: 1024, threads, ..EngineOptions::default() });
        engine.think(request(id, &game, ENDLESS, 1));
        wait_for_depth(&events, id, 8);
        engine.move_now();
        assert_eq!(answer(&events).0, RequestId(id));
    }
}

/// Without draws by repetition, positions of long ago would only cost time.
#[test]
fn only_the_needed_positions_are_searched_for_repetitions() {
    let rules = Rules::COMPO;
    let last = Position::parse("B.W/WBW/..W/B..W.B/.B./.W./B.. w 0 0", &rules).unwrap();
    let mut last = Arrangement::from(last);
    last.quiet = 900;
    let last = last.check(&rules).unwrap();
    let after = |position: &Position| {
        position.legal_moves(&rules).into_iter().map(|mv| position.play_unchecked(mv, &rules)).collect::<Vec<_>>()
    };
    let old = after(&last).iter().flat_map(after).flat_map(|position| [position; 2]).collect::<Vec<_>>();
    let positions = [old, vec![last; 300]].concat();
    let searched = |positions: &[Position]| {
        let mut searcher = Searcher::default();
        let request = Request::new(rules, positions.to_vec(), depth(4));
        let best = searcher.think(&request, || ControlFlow::Continue(()), |_| {}).unwrap();
        (best.mv, best.score, searcher.nodes())
    };
    assert_eq!(searched(&positions), searched(needed_positions(&positions, &rules)));
}

#[test]
fn stopped_search_asks_no_more() {
    let mut searcher = Searcher::default();
    for looks in [1, 2, 30, 300] {
        let (mut asked, mut depth) = (0, 0);
        let interrupt = || {
            asked += 1;
            if asked >= looks { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let request = request(1, &Game::new(Rules::STANDARD), ENDLESS, 1);
        assert!(searcher.think(&request, interrupt, |info| depth = info.depth).is_some());
        assert_eq!(asked, looks, "depth {depth}");
    }
}

#[test]
fn depths_are_reported_only_on_request() {
    let game = Game::new(Rules::STANDARD);
    let (engine, events) = engine();
    for (id, reports) in [(1, Reports::Nothing), (2, Reports::EachDepth)] {
        let limits = Limits { depth: Some(3), ..Limits::default() };
        engine.think(Request { reports, ..request(id, &game, Strength::Limits(limits), 1) });
        let first = events.recv_timeout(PATIENCE).expect("the engine answers");
        let told = matches!(first.kind, EventKind::Info(_));
        assert_eq!(told, reports == Reports::EachDepth, "{first:?}");
        if told {
            answer(&events);
        }
    }
}

#[test]
fn dropping_the_engine_ends_it() {
    let game = Game::new(Rules::STANDARD);
    for threads in [1, 2] {
        let (engine, events) = engine();
        engine.set_options(EngineOptions { threads, ..EngineOptions::default() });
        engine.think(request(1, &game, ENDLESS, 1));
        wait_for_depth(&events, 1, 8);
        drop(engine);
        // The callback is dropped together with the thread.
        assert!(events.iter().all(|event| matches!(event.kind, EventKind::Info(_))));
    }
}

#[test]
fn a_natural_delay_holds_nothing_up() {
    let (engine, events) = engine();
    let min_time = Duration::from_secs(1_000_000);
    let strength = depth(1);
    engine.think(Request { min_time, ..request(1, &Game::new(Rules::STANDARD), strength, 1) });
    wait_for_depth(&events, 1, 1);
    engine.move_now();
    assert_eq!(answer(&events).0, RequestId(1));
}

/// Returns the points of `second` against `first`. A win counts two points, a draw one.
fn points(first: Strength, second: Strength, pairs: u64) -> usize {
    let won = |strengths, seed| game(Rules::STANDARD, strengths, seed, 300).outcome().and_then(Outcome::winner);
    let score = |winner: Option<Color>, color| winner.map_or(1, |winner| if winner == color { 2 } else { 0 });
    (0..pairs)
        .map(|seed| score(won([second, first], seed), Color::White) + score(won([first, second], seed), Color::Black))
        .sum()
}

fn check_ladder(levels: impl Iterator<Item = u8>, pairs: u64) {
    for number in levels {
        let level = |number| Strength::Level(Level::new(number).expect("levels are 1 to 10"));
        let points = points(level(number - 1), level(number), pairs);
        let most = pairs as usize * 4;
        println!("level {number} against {}: {points} of {most} points", number - 1);
        assert!(points * 100 > most * 55, "level {number} against {}: {points} of {most} points", number - 1);
    }
}

#[test]
fn the_lower_levels_beat_those_below_them() {
    check_ladder(2..=4, 10);
}

#[test]
#[ignore = "takes many minutes: cargo test --release -- --ignored"]
fn every_level_beats_the_one_below() {
    check_ladder(2..=10, 50);
}

#[test]
fn it_chooses_among_the_moves_asked_about() {
    let game = Game::new(Rules::STANDARD);
    let search_moves = vec!["a7".parse().unwrap(), "g1".parse().unwrap()];
    for seed in 0..20 {
        let request = Request { search_moves: search_moves.clone(), ..request(1, &game, depth(2), seed) };
        let best = Searcher::default().think(&request, || ControlFlow::Continue(()), |_| {}).unwrap();
        assert!(search_moves.contains(&best.mv), "{}", best.mv);
    }
}

/// Under these rules, each mill that the quiescence search tries can remove any man, one after the
/// other.
#[test]
fn no_rules_make_a_shallow_search_long() {
    let line = "...W......../..........W./.BB..W...... b 9 10 0";
    let hexagon: Rules = "hexagon".parse().unwrap();
    let harder = Rules::builder(hexagon).from_mills(MillProtection::None).build().unwrap();
    for rules in [hexagon, harder] {
        let position = Position::parse(line, &rules).unwrap();
        let mut searcher = Searcher::new(EngineOptions::default());
        let limits = Limits { depth: Some(2), nodes: None, time: None, critical_factor: None };
        let request = Request::new(rules, vec![position], Strength::Limits(limits));
        assert!(searcher.think(&request, || ControlFlow::Continue(()), |_| {}).is_some());
        assert!(searcher.nodes() < 100_000, "{}", searcher.nodes());
    }
}
