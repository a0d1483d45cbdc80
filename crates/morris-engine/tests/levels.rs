// SPDX-License-Identifier: GPL-3.0-or-later
//! Behavior of the levels as opponents.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use morris::{Arrangement, Board, Color, Game, Move, Outcome, Position, Rules};
use morris_engine::{EngineOptions, Level, PROFILES, Rating, Request, Searcher, Strength};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

const RULES: Rules = Rules::STANDARD;

/// Returns a searcher that is stopped after a fixed number of positions on any machine: each call
/// of the clock, after about a thousand positions, counts as the time that these take.
fn searcher() -> Searcher {
    let looks = AtomicU32::new(0);
    let options = EngineOptions { memory_mib: 1, thinking_time: Duration::from_millis(20), ..EngineOptions::default() };
    Searcher::timed_by(options, move || Duration::from_micros(150) * looks.fetch_add(1, Relaxed))
}

fn move_of(searcher: &mut Searcher, strength: Strength, positions: &[Position], seed: u64) -> Move {
    let request = Request { seed, ..Request::new(RULES, positions.to_vec(), strength) };
    searcher.think(&request, || ControlFlow::Continue(()), |_| {}).unwrap().mv
}

/// Returns the move of a beginner: closes a mill, otherwise stops the opponent's mill, otherwise
/// plays any move.
fn beginner(position: &Position, chance: &mut Xoshiro256PlusPlus) -> Move {
    let legal = position.legal_moves(&RULES);
    let mills: Vec<_> = legal.iter().copied().filter(|mv| !mv.removed.is_empty()).collect();
    // Number of points where the opponent can close a mill afterward.
    let danger = |mv: &Move| {
        let after = position.play_unchecked(*mv, &RULES).legal_moves(&RULES);
        after.iter().filter(|mv| !mv.removed.is_empty()).filter_map(|mv| mv.to).collect::<HashSet<_>>().len()
    };
    let choice = if mills.is_empty() { legal } else { mills };
    let least = choice.iter().map(danger).min().unwrap();
    let safest: Vec<_> = choice.into_iter().filter(|mv| danger(mv) == least).collect();
    *safest.choose(chance).unwrap()
}

/// Returns the points of a beginner against a level: 2 for a win, 1 for a draw, 0 for a loss.
fn points_of_a_beginner(level: Level, color: Color, seed: u64) -> u32 {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut game, mut searcher) = (Game::new(RULES), searcher());
    while game.outcome().is_none() {
        let mv = if game.position().side() == color {
            beginner(game.position(), &mut chance)
        } else {
            move_of(&mut searcher, Strength::Level(level), game.positions(), seed * 1_000 + game.cursor() as u64)
        };
        game.play(mv).unwrap();
    }
    match game.outcome().and_then(Outcome::winner) {
        Some(winner) if winner == color => 2,
        Some(_) => 0,
        None => 1,
    }
}

#[test]
fn a_beginner_beats_the_first_level_and_not_the_fifth() {
    let share = |number| {
        let level = Level::new(number).unwrap();
        let games = (0..30).flat_map(|seed| Color::BOTH.map(|color| points_of_a_beginner(level, color, seed)));
        f64::from(games.sum::<u32>()) / 120.0
    };
    let (first, fifth) = (share(1), share(5));
    assert!(first > 0.5 && fifth < 0.2, "{first} {fifth}");
}

/// Returns the same arrangement for all symmetric positions.
fn shape(position: &Position) -> Arrangement {
    let images = RULES.board.symmetries().iter().map(|symmetry| {
        let mut image = Arrangement::from(*position);
        image.men.white = Board::map(symmetry, image.men.white);
        image.men.black = Board::map(symmetry, image.men.black);
        image
    });
    images.min_by_key(|image| (image.men.white.bits(), image.men.black.bits())).unwrap()
}

#[test]
fn openings_differ_from_game_to_game_at_all_levels() {
    for level in Level::all() {
        let shapes: HashSet<_> = (0..12)
            .map(|seed| {
                let (mut game, mut searcher) = (Game::new(RULES), searcher());
                while game.cursor() < 6 {
                    let seed = seed * 100 + game.cursor() as u64;
                    let mv = move_of(&mut searcher, Strength::Level(level), game.positions(), seed);
                    game.play(mv).unwrap();
                }
                shape(game.position()).to_string()
            })
            .collect();
        assert!(shapes.len() >= 4, "level {}: {shapes:?}", level.number());
    }
}

/// Returns the moves played in `number` tries.
fn tries(strength: Strength, positions: &[Position], number: u64) -> Vec<String> {
    let mut searcher = searcher();
    (0..number).map(|seed| move_of(&mut searcher, strength, positions, seed).to_string()).collect()
}

/// Number of tries for estimating how often something is seen.
const TRIES: usize = 200;

/// Returns `true` if the count is consistent with this probability, within four standard
/// deviations.
fn is_share(count: usize, percent: u32) -> bool {
    let (share, tries) = (f64::from(percent) / 100.0, TRIES as f64);
    (count as f64 - tries * share).abs() <= 4.0 * (tries * share * (1.0 - share)).sqrt()
}

/// Returns how often a player goes to a point in all tries.
fn often(strength: Strength, line: &str, to: &str) -> usize {
    let position = Position::parse(line, &RULES).unwrap();
    tries(strength, &[position], TRIES as u64).iter().filter(|mv| mv.starts_with(to)).count()
}

#[test]
fn the_first_levels_close_most_mills_and_overlook_threats_the_less_the_higher_they_are() {
    // Ratings between two levels play between them. At the rating of a level, they equal the level.
    let [first, second, third] = [1, 2, 3].map(|number| Level::new(number).unwrap().profile().rating);
    let players = [first, (first + second) / 2, second, (second + third) / 2, third];
    let players = players.map(|points| Strength::Rating(Rating::new(points).unwrap()));
    let mill = "WW./.../.../...B../.../.../..B w 7 7";
    let threat = ".../.W./.../....../..W/.../BB. w 7 7";
    let [mills, threats] =
        [(mill, "g7"), (threat, "g1")].map(|(line, to)| players.map(|strength| often(strength, line, to)));
    assert!(mills.is_sorted() && threats.is_sorted(), "{mills:?} {threats:?}");
    for (strength, (mills, threats)) in players.into_iter().zip(mills.into_iter().zip(threats)) {
        let Strength::Rating(rating) = strength else { continue };
        let overlooked = rating.profile().oversights;
        assert!(is_share(mills, 100 - overlooked.mills), "{rating:?}: {mills} mills, {overlooked:?}");
        // An overlooked move may also be played by accident.
        assert!(threats > 0 && threats < TRIES, "{rating:?}: {threats} threats, {overlooked:?}");
    }
    let level = often(Strength::Level(Level::new(2).unwrap()), threat, "g1");
    assert_eq!(level, threats[2]);
}

#[test]
fn no_level_passes_over_a_mill_that_ends_the_game() {
    // White's third mill leaves Black with two men.
    let last_man = Position::parse("WW./.../.../..W.../.../B.B/B.. w 0 0", &RULES).unwrap();
    let won = |mv: &String| {
        let after = last_man.play(mv.parse().unwrap(), &RULES).unwrap();
        after.outcome(&RULES).and_then(Outcome::winner) == Some(Color::White)
    };
    for level in Level::all().take(6) {
        let played = tries(Strength::Level(level), &[last_man], 60);
        assert!(played.iter().all(won), "level {}: {played:?}", level.number());
    }
}

#[test]
fn no_level_overlooks_a_threat_twice_running() {
    let mut game = Game::new(RULES);
    // Black threatens a1-d1-g1. White has overlooked it, and Black has moved elsewhere.
    for mv in ["d6", "a1", "e3", "d1", "c4", "f6"] {
        game.play(mv.parse().unwrap()).unwrap();
    }
    for number in 1..=3 {
        let level = Strength::Level(Level::new(number).unwrap());
        let stopped = tries(level, game.positions(), 60).iter().filter(|mv| mv.as_str() == "g1").count();
        assert_eq!(stopped, 60, "level {number}");
        let new = tries(level, &game.positions()[6..], 60).iter().filter(|mv| mv.as_str() == "g1").count();
        assert!(new < 45, "level {number}: as if it had just come up: {new}");
    }
}

/// Returns the numbers in a row of the table in `docs/levels.md`.
fn paper_row(heading: &str) -> Vec<u32> {
    let paper = include_str!("../../../docs/levels.md");
    let row = paper.lines().find_map(|line| line.strip_prefix(heading)).expect("the paper has a table of levels");
    row.split('|').filter_map(|cell| cell.trim().trim_end_matches('%').parse().ok()).collect()
}

#[test]
fn paper_agrees_with_the_rows_of_levels() {
    let scores: Vec<_> = PROFILES.iter().filter_map(|profile| profile.score).map(u32::from).collect();
    assert_eq!(paper_row("| score against the one below |"), scores);
    let ratings: Vec<_> = PROFILES.iter().map(|profile| profile.rating.unsigned_abs()).collect();
    assert_eq!(paper_row("| rating |"), ratings);
    let numbers: Vec<_> = Level::all().map(|level| level.number().into()).collect();
    assert_eq!(paper_row("| level |"), numbers);
    assert_eq!(PROFILES.iter().position(|profile| profile.score.is_none()), Some(0));
    assert_eq!(scores.len() + 1, PROFILES.len());
}
