// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of unusual input and of its end. `answers_uci_commands` of the recorded outputs has the
//! mistakes.

use super::support::Engine;

#[test]
fn searches_at_depth_zero_and_ignores_unknown_words() {
    let mut engine = Engine::start();
    for go in ["go depth 0", "go searchmoves a7 d7 depth 1", "go ponder wtime 50 btime 50", "go mate 3 nodes 0"] {
        let (_, best) = engine.think("position startpos moves d6 f4", go);
        assert_ne!(best, "none", "{go}");
    }
}

#[test]
fn ends_when_the_window_is_closed() {
    for go in ["d", "go infinite", "go depth 100", "perft 12", "position startpos moves d6"] {
        let mut engine = Engine::start();
        engine.say(go);
        engine.close_input();
        let (status, said) = engine.end();
        assert!(status.success());
        assert_eq!(said.iter().filter(|line| line.starts_with("bestmove ")).count(), usize::from(go.starts_with("go")));
    }
}

#[test]
fn request_before_the_end_is_answered() {
    for last in ["", "quit"] {
        let mut engine = Engine::start();
        engine.say("position startpos moves d6 f4");
        engine.say("go depth 4");
        engine.say(last);
        engine.close_input();
        let (status, said) = engine.end();
        assert!(status.success());
        assert!(said.last().unwrap().starts_with("bestmove "), "{said:?}");
    }
}

#[test]
fn request_after_stop_is_answered_before_the_end() {
    for last in ["", "quit"] {
        let mut engine = Engine::start();
        engine.say(&format!("go infinite\nstop\nposition startpos moves d6\ngo infinite\nstop\ngo infinite\n{last}"));
        engine.close_input();
        let (status, said) = engine.end();
        assert!(status.success());
        let answers: Vec<_> = said.iter().filter(|line| line.starts_with("bestmove ")).collect();
        assert!(answers.len() == 3 && answers.iter().all(|&line| line != "bestmove none"), "{said:?}");
    }
}
