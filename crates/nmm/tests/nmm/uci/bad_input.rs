// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of invalid input: each mistake gets one line, and nothing else is lost.

use super::support::Engine;

#[test]
fn reports_each_mistake_in_one_line() {
    let mut engine = Engine::start();
    let before = engine.ask(&["position startpos moves d6 f4", "d"]);
    for (line, words) in [
        ("castle", "there is no command “castle”"),
        ("\u{1}\u{7}go", "there is no command “\\u{1}\\u{7}go”"),
        ("go depth", "“depth” is missing"),
        ("go depth x", "“depth” cannot be “x”"),
        ("go nodes -1", "“nodes” cannot be “-1”"),
        ("go movetime 99999999999999999999", "“movetime” cannot be “99999999999999999999”"),
        ("perft", "“perft” is missing"),
        ("perft many", "“perft” cannot be “many”"),
        ("setoption", "“name” is missing"),
        ("setoption value 3", "“setoption” does not know “value”"),
        ("setoption name", "“name” is missing"),
        ("setoption name Hue value red", "there is no option “Hue”"),
        ("setoption name Threads value 0", "option Threads cannot be “0”; it is a number from 1 to 64"),
        ("setoption name Memory value lots", "option Hash cannot be “lots”; it is a number from 1 to 4096"),
        ("setoption name Rules value chess", "option Rules cannot be “chess”; it is one of standard"),
        ("position", "“startpos” is missing"),
        ("position here", "“position” does not know “here”"),
        ("position startpos d6", "“position” does not know “d6”"),
        ("position fen", "the board is missing"),
        ("position fen x", "the board has 1 rows, not 7"),
        ("position fen x/x/x/x/x/x/x w 9 9", "row 1 has 1 points, not 3"),
        ("position fen .../.../.../....../.../.../... w 9 10", "9 and 10 pieces in hand with White to move cannot be"),
        ("position fen ***/***/*** w p p 0 9 0 9 0 0", "Sanmill's FEN has 12 fields or more, not 10"),
        ("position fen ***/***/*** w p p 0 9 0 9 0 0 0 1", "Sanmill's board is three rings of 8 points"),
        ("position fen *******K/********/******** w p p 0 9 0 9 0 0 0 1", "the board has “K”"),
        (
            "position fen ********/********/******** w p p 1 9 0 9 0 0 0 1",
            "the board has 0 pieces of White, but the field says 1",
        ),
        ("position fen ********/********/******** w p p 0 9 0 300 0 0 0 1", "Black's hand cannot be “300”"),
        ("position fen ********/********/******** x p p 0 9 0 9 0 0 0 1", "the side to move cannot be “x”"),
        ("position fen ********/********/******** w q p 0 9 0 9 0 0 0 1", "the phase cannot be “q”"),
        ("position fen ********/********/******** w p r 0 9 0 9 1 0 0 1", "cannot have closed a mill"),
        ("position startpos moves d6 d6", "move 2, d6: d6 is occupied"),
        ("position startpos moves z9", "move 1: “z9” is not a move"),
        ("position startpos moves d6xf4", "move 1, d6xf4: the move closes no mill"),
        ("position startpos moves xf4", "move 1, xf4: a piece has to be placed or moved"),
    ] {
        let mut answers = engine.ask(&[line]);
        if line.starts_with("go ") {
            assert_eq!(answers.pop().as_deref(), Some("bestmove none"), "{line}");
        }
        assert_eq!(answers.len(), 1, "{line}: {answers:?}");
        assert!(answers[0].starts_with("info string error: ") && answers[0].contains(words), "{line}: {answers:?}");
        assert_eq!(engine.ask(&["d"]), before[..], "{line}");
    }
}

#[test]
fn searches_at_depth_zero_and_ignores_unknown_words() {
    let mut engine = Engine::start();
    for go in ["go depth 0", "go searchmoves a7 d7 depth 1", "go ponder wtime 50 btime 50", "go mate 3 nodes 0"] {
        let (_, best) = engine.think("position startpos moves d6 f4", go);
        assert_ne!(best, "none", "{go}");
    }
}

#[test]
fn does_not_search_after_a_refused_position() {
    let mut engine = Engine::start();
    let refused = "info string error: there is no position, since the last one was refused";
    let long = format!("position startpos moves{}", " d6".repeat(400_000));
    for position in ["position startpos moves d6 d6", "position fen x", "position here", "position", &long] {
        assert_eq!(engine.ask(&["position startpos moves d6"]), [""; 0]);
        assert_eq!(engine.ask(&[position]).len(), 1);
        assert_eq!(engine.ask(&["go depth 1", "perft 1", "eval"]), [refused, "bestmove none", refused, refused]);
        let (_, best) = engine.think("position startpos moves d6 f4", "go depth 1");
        assert_ne!(best, "none");
    }
    engine.ask(&["position here", "ucinewgame"]);
    engine.say("go depth 1");
    assert_ne!(engine.read_until("bestmove ").pop().unwrap(), "bestmove none");
}

#[test]
fn survives_bytes_that_are_not_text() {
    let mut engine = Engine::start();
    engine.say_bytes(b"\0\xff\xfe\r\n\n   \n");
    assert_eq!(engine.read_line(), "info string error: there is no command “\\0\u{fffd}\u{fffd}”");
    engine.say_bytes(&vec![b'x'; 1 << 20]);
    engine.say_bytes(b"\n");
    assert_eq!(engine.read_line(), "info string error: the line is too long");
    assert_eq!(engine.ask(&[]), [""; 0]);
}

#[test]
fn refuses_an_endless_line() {
    for command in ["uci", "play-compo"] {
        let endless = std::fs::File::open("/dev/zero").unwrap();
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_nmm"));
        let output = program.arg(command).stdin(endless).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && error.ends_with("a line does not end\n"), "{command}: {error}");
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
