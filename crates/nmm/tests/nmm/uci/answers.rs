// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the answers of the UCI-like server, beyond `answers_uci_commands` of the recorded
//! outputs.

use morris::{Game, Move, Rules};

use super::support::{Engine, field};

/// White flies and closes a mill, which leaves Black with two men.
const WON_AT_ONCE: &str = "position fen WW./.../.../..W.../.../B../.BB w 0 0";

#[test]
fn reports_each_depth_and_chooses_a_legal_move() {
    let mut engine = Engine::start();
    let moves = "d6 f4 d2 b4 e5 a4";
    let (lines, best) = engine.think(&format!("position startpos moves {moves}"), "go depth 6");
    let depths: Vec<_> = lines.iter().map(|line| field(line, "depth")).collect();
    assert_eq!(depths, ["1", "2", "3", "4", "5", "6"]);
    assert_eq!(first_move(&lines), best);
    for line in &lines {
        assert!(["cp", "mate"].contains(&field(line, "score")), "{line}");
        assert!(field(line, "nodes").parse::<u64>().unwrap() > 0);
        field(line, "nps").parse::<u64>().unwrap();
        field(line, "time").parse::<u64>().unwrap();
        let (_, pv) = line.split_once(" pv ").unwrap();
        let mut game = Game::new(Rules::STANDARD);
        for mv in moves.split(' ').chain(pv.split(' ')) {
            game.play(mv.parse().unwrap()).unwrap();
        }
    }
    let mut game = Game::new(Rules::STANDARD);
    moves.split(' ').chain([best.as_str()]).for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
}

/// Returns the first move of the last line's variation.
fn first_move(lines: &[String]) -> &str {
    field(lines.last().unwrap(), "pv")
}

#[test]
fn reads_the_longest_game() {
    let mut engine = Engine::start();
    engine.say("setoption name Rules value plain");
    let moves = " a7-d7 a1-d1 d7-a7 d1-a1".repeat(5_000);
    let start = "position fen W.W/.../.../W..W../.../.B./B.B w 0 0";
    let (_, best) = engine.think(&format!("{start} moves{moves}"), "go depth 1");
    assert_ne!(best, "none");
}

#[test]
fn searches_at_depth_zero_and_ignores_unknown_words() {
    let mut engine = Engine::start();
    for go in [
        "go depth 0",
        "go searchmoves a7 d7 depth 1",
        "go ponder wtime 50 btime 50",
        "go mate 3 nodes 0",
        "go wtime 300 btime 300 movestogo 40",
    ] {
        let (_, best) = engine.think("position startpos moves d6 f4", go);
        assert_ne!(best, "none", "{go}");
    }
}

#[test]
fn plays_the_first_move_of_the_line() {
    let mut engine = Engine::start();
    for (seed, position) in ["position startpos", "position startpos moves d6", "position startpos moves d6 f4 d2 b4"]
        .into_iter()
        .cycle()
        .take(30)
        .enumerate()
    {
        assert_eq!(engine.ask(&[&format!("setoption name Seed value {}", seed + 1)]), [""; 0]);
        for go in ["go depth 3", "go nodes 4000", "go movetime 3"] {
            let (lines, best) = engine.think(position, go);
            assert_eq!(first_move(&lines), best, "{position}, {go}");
        }
    }
}

#[test]
fn keeps_both_depth_and_level() {
    let mut engine = Engine::start();
    let depth = |engine: &mut Engine| {
        let (lines, _) = engine.think("position startpos moves d6 f4", "go movetime 60000");
        field(lines.last().unwrap(), "depth").to_owned()
    };
    let set = |engine: &mut Engine, option: &str| {
        assert_eq!(engine.ask(&[&format!("setoption name {option}")]), [""; 0]);
    };
    // Sets all options in the order in which the engine lists them, as some user interfaces do.
    for option in ["Level value 5", "Depth value 4", "Perfect value false"] {
        set(&mut engine, option);
    }
    assert_eq!(depth(&mut engine), "4");
    set(&mut engine, "Depth value 0");
    assert_eq!(depth(&mut engine), "5");
}

#[test]
fn counts_plies_to_the_end() {
    let mut engine = Engine::start();
    let (lines, best) = engine.think(WON_AT_ONCE, "go depth 4");
    assert!(best.starts_with("c4-g7x"), "{best}");
    assert!(lines.last().unwrap().contains(" score mate 1 "), "{lines:?}");
    // The man on g4 can close two mills, and Black can stop only one of them.
    let (lines, _) = engine.think("position fen WW./.../..B/.B...W/B../.../WW. b 0 0", "go depth 4");
    assert!(lines.last().unwrap().contains(" score mate -2 "), "{lines:?}");
}

#[test]
fn shipped_tables_answer_at_once() {
    let mut engine = Engine::start_with(&["uci"]);
    let (lines, _) = engine.think("position startpos moves d6 f4 d2", "go depth 3");
    assert!(lines.iter().all(|line| field(line, "score") == "draw"), "{lines:?}");
    // The loss is known before the search. The search finds how quickly it comes.
    let (lines, _) = engine.think("position fen WW./.../..B/.B...W/B../.../WW. b 0 0", "go depth 4");
    assert!(lines.last().unwrap().contains(" score mate -2 "), "{lines:?}");
}

#[test]
fn proven_draw_is_reported() {
    let mut engine = Engine::start();
    // Neither side can close a mill within the three plies that remain of the count.
    let (lines, _) = engine.think("position fen .../W.B/.BW/....BB/.B./.WB/B.. b 0 0 97", "go depth 9");
    let scores: Vec<_> = lines.iter().map(|line| field(line, "score")).collect();
    assert_eq!(scores.iter().position(|&score| score == "draw"), Some(scores.len() - 1), "{lines:?}");
    assert!(scores.len() <= 3, "{lines:?}");
}

#[test]
fn only_stop_ends_an_infinite_search() {
    let mut engine = Engine::start();
    // A search with only one move to choose from ends immediately, and still must not be answered.
    for (position, go) in
        [(WON_AT_ONCE, "go infinite"), ("position startpos", "go"), ("position startpos", "go infinite")]
    {
        assert_eq!(engine.ask(&[position]), [""; 0]);
        engine.say(go);
        assert!(engine.read_until("info ").iter().all(|line| !line.starts_with("bestmove")), "{position}");
        let said = engine.ask(&["go depth 1"]);
        assert!(said.iter().all(|line| !line.starts_with("bestmove")), "{said:?}");
        assert!(said.contains(&"info string error: a search is under way: say stop first".to_owned()), "{said:?}");
        engine.say("stop");
        let best = engine.read_until("bestmove ").pop().unwrap();
        best["bestmove ".len()..].parse::<Move>().unwrap();
        assert_eq!(engine.ask(&["stop"]), [""; 0]);
    }
}

/// A user interface may send `stop` and ask again without waiting for the answer.
#[test]
fn request_after_stop_is_answered_in_order() {
    let mut engine = Engine::start();
    let won = format!("{WON_AT_ONCE}\ngo infinite\nstop\n");
    let lost = "position startpos\nposition here\ngo depth 1\n";
    let over = "position fen W.W/.../.../....../.../..B/W.B b 0 0\ngo depth 1\n";
    let start = "position startpos\ngo depth 1\nposition startpos moves a1\n";
    for depth in 0..20 {
        engine.say_bytes(b"position startpos\ngo infinite\n");
        // The first `stop` comes before the search has begun, and later ones in the middle of ever
        // deeper searches.
        if depth > 0 {
            engine.read_until(&format!("info depth {} ", depth.min(9)));
        }
        engine.say_bytes(format!("stop\n{won}{lost}{over}{start}d\n").as_bytes());
        let mut answers = (0..5).map(|_| engine.read_until("bestmove "));
        let mut best = || answers.next().unwrap().pop().unwrap();
        best()["bestmove ".len()..].parse::<Move>().unwrap();
        assert!(best().starts_with("bestmove c4-g7x"), "won");
        assert_eq!((best(), best()), ("bestmove none".to_owned(), "bestmove none".to_owned()));
        best()["bestmove ".len()..].parse::<Move>().unwrap();
    }
}

#[test]
fn keeps_to_the_clock() {
    let mut engine = Engine::start();
    // Without a clock it would think without end, or for a minute.
    for option in
        ["Threads value 1", "ThinkingTime value 600000", "Level value 10", "Perfect value true", "Depth value 20"]
    {
        assert_eq!(engine.ask(&[&format!("setoption name {option}")]), [""; 0]);
        for go in
            ["go movetime 60", "go wtime 1200 btime 10 winc 0 binc 0", "go wtime -5 btime 60000", "go nodes 20000"]
        {
            let (_, best) = engine.think("position startpos moves d6 f4", go);
            best.parse::<Move>().unwrap();
        }
    }
}

#[test]
fn same_seed_and_nodes_give_same_move() {
    let mut engine = Engine::start();
    let mut answers = (0..3).map(|_| {
        engine.ask(&["ucinewgame", "setoption name Seed value 7", "setoption name threads value 2"]);
        engine.think("position startpos moves d6", "go nodes 30000").1
    });
    let first = answers.next().unwrap();
    assert!(answers.all(|answer| answer == first));
}

#[test]
fn counts_paths() {
    let mut engine = Engine::start();
    engine.say("perft 4");
    let lines = engine.read_until("nodes ");
    assert_eq!(lines.len(), 25);
    assert_eq!(lines[24], "nodes 255024");
    // A count that would take minutes ends immediately on `stop` and `quit`.
    assert_eq!(engine.ask(&["perft 9", "stop"]), [""; 0]);
    engine.say("perft 9");
    engine.say("quit");
    assert!(engine.end().success());
}
