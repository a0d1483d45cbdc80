// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of matches without failures.

use std::collections::BTreeMap;
use std::fs;

use morris::Pgn;
use morris_solved::tablebase::{Tables, Wdl};

use super::support::{nmm, outside, play};

/// Returns wins, draws, and losses of the player in this row of the table, counted from 0.
pub fn score(output: &str, row: usize) -> [u32; 3] {
    let words: Vec<_> = output.lines().nth(row + 1).unwrap().split_whitespace().rev().collect();
    // … games wins draws losses share %
    [4, 3, 2].map(|index| words[index].parse().unwrap())
}

fn games(log: &str) -> BTreeMap<u32, Pgn> {
    let games = log.split("[Event ").skip(1).map(|game| format!("[Event {game}").parse::<Pgn>().unwrap());
    games.map(|game| (game.tags["Round"].parse().unwrap(), game)).collect()
}

#[test]
fn stronger_player_wins_and_table_adds_up() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("games.pgn");
    let arguments = "--first depth:3 --second random --games 10 --threads 2 --opening 4 --log";
    let match_ = play(arguments, &[log.to_str().unwrap()]);
    assert_eq!(match_.status, 0, "{}{}", match_.output, match_.errors);
    let [wins, draws, losses] = score(&match_.output, 0);
    assert_eq!(score(&match_.output, 1), [losses, draws, wins]);
    assert_eq!(wins + draws + losses, 10);
    assert!(wins >= 9, "{}", match_.output);
    let games = games(&fs::read_to_string(&log).unwrap());
    assert_eq!(games.keys().copied().collect::<Vec<_>>(), (1..=10).collect::<Vec<_>>());
    for number in (1..=10).step_by(2) {
        let (one, other) = (&games[&number], &games[&(number + 1)]);
        assert_eq!((&one.tags["White"], &one.tags["Black"]), (&other.tags["Black"], &other.tags["White"]));
        assert_eq!(one.game().played()[..4], other.game().played()[..4], "the same opening");
        assert!(one.game().outcome().is_some());
        assert!(!one.tree.comment(one.tree.end()).is_empty());
    }
    assert!((1..=10).step_by(2).any(|number| games[&number].game().played()[..4] != games[&1].game().played()[..4]));
}

#[test]
fn same_seed_gives_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let logs = ["1", "2"].map(|threads| {
        let log = folder.path().join(threads);
        let arguments = format!("--first depth:2 --second nodes:500 --games 6 --seed 5 --threads {threads} --log");
        assert_eq!(play(&arguments, &[log.to_str().unwrap()]).status, 0);
        games(&fs::read_to_string(&log).unwrap())
    });
    assert_eq!(logs[0], logs[1]);
}

#[test]
fn engine_plays_as_an_outside_program() {
    let program = format!("uci:'{}' uci", nmm());
    for rules in ["standard", "compo"] {
        let arguments = format!("--rules {rules} --games 2 --limit depth:2 --white random --black");
        let match_ = play(&arguments, &[&program]);
        assert_eq!(match_.status, 0, "{}{}", match_.output, match_.errors);
        assert_eq!(score(&match_.output, 1), [2, 0, 0], "{}", match_.output);
    }
}

#[test]
fn ends_a_game_at_the_cap() {
    let match_ = play("--first random --second random --games 4 --most-plies 9", &[]);
    assert_eq!(match_.status, 0);
    assert_eq!(score(&match_.output, 0), [0, 4, 0]);
    assert!(match_.output.contains("     4  no end after 9 plies\n"), "{}", match_.output);
}

#[test]
fn players_get_clocks() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("games.pgn");
    // A move of the engine takes a thirtieth of the remaining time, so neither player runs out of
    // time, as depth 20 would.
    let match_ = play("--first depth:20 --second level:10 --games 1 --most-plies 8 --clock 20s", &[]);
    assert_eq!((match_.status, score(&match_.output, 0)), (0, [0, 1, 0]), "{}{}", match_.output, match_.errors);
    // An outside engine receives the clock, and plays its first move only then.
    let told = play("--games 1 --most-plies 1 --clock 90s+0.1s --black random --white", &[&outside("clocked")]);
    assert_eq!((told.status, score(&told.output, 0)), (0, [0, 1, 0]), "{}{}", told.output, told.errors);
    // A silent player loses when its clock runs out, before its patience does.
    let arguments = "--games 1 --clock 3s --patience 1000s --white random --log";
    let silent = play(arguments, &[log.to_str().unwrap(), "--black", &outside("silent")]);
    assert_eq!((silent.status, score(&silent.output, 0)), (0, [1, 0, 0]), "{}{}", silent.output, silent.errors);
    assert!(silent.output.contains("     1  Black's time ran out\n"), "{}", silent.output);
    let log = fs::read_to_string(&log).unwrap();
    assert!(log.contains("Black's time ran out"), "{log}");
}

#[test]
fn strength_test_stops_the_match() {
    let sprt = "--games 1000 --sprt 0 200";
    let better = play(&format!("--first depth:3 --second random {sprt}"), &[]);
    assert_eq!(better.status, 0, "{}", better.output);
    assert!(better.output.contains("+200 is accepted"), "{}", better.output);
    let worse = play(&format!("--first random --second depth:3 {sprt}"), &[]);
    assert_eq!(worse.status, 1, "{}", worse.output);
    assert!(worse.output.contains("+0 is accepted"), "{}", worse.output);
    assert!(score(&worse.output, 0).iter().sum::<u32>() < 100, "{}", worse.output);
}

#[test]
fn plays_each_step_of_a_ladder() {
    let ladder = play("--ladder --levels 1-3 --games 4 --thinking-time 20ms", &[]);
    assert!([0, 1].contains(&ladder.status), "{}", ladder.errors);
    let lines: Vec<_> = ladder.output.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].starts_with("level  2 against  1: ") && lines[1].starts_with("level  3 against  2: "));
    assert_eq!(ladder.status == 0, lines.iter().all(|line| !line.ends_with("not within 65 % to 90 %")));
}

#[test]
fn score_is_printed_if_the_log_cannot_be_written() {
    let match_ = play("--white random --black random --games 5 --most-plies 20 --log /dev/full", &[]);
    assert_eq!(match_.status, 2);
    assert_eq!(match_.errors, "nmm: /dev/full: No space left on device (os error 28)\n");
    assert_eq!(score(&match_.output, 0).iter().sum::<u32>(), 1, "{}", match_.output);
    assert!(match_.output.contains("\nscore "), "{}", match_.output);
    let ladder = play("--ladder --levels 1-3 --games 4 --log /dev/full", &[]);
    assert_eq!((ladder.status, ladder.errors), (2, match_.errors));
    // A single game never gives a score within the bounds. A step that broke off must have no
    // remark about it.
    let step = ladder.output.strip_suffix("(95 %)\n");
    assert!(
        step.is_some_and(|line| line.starts_with("level  2 against  1: ") && !line.contains('\n')),
        "{}",
        ladder.output
    );
}

#[test]
fn uses_only_openings_drawn_in_the_tables() {
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/endgame");
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("games.pgn");
    let arguments = "--first novice:0 --second novice:0 --games 40 --seed 3 --opening 8 --drawn --tables";
    let outcome = play(arguments, &[shipped, "--log", log.to_str().unwrap()]);
    assert_eq!(outcome.status, 0, "{}", outcome.errors);
    let tables = Tables::open(shipped.as_ref()).0;
    let games = games(&fs::read_to_string(&log).unwrap());
    assert_eq!(games.len(), 40);
    for game in games.values().map(Pgn::game) {
        let opening = game.positions()[8];
        assert_eq!(tables.value(&opening, game.rules()), Some(Wdl::Draw), "{opening}");
    }
}
