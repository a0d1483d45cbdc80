// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests both sides of the competition's protocol against a transcript.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

use morris::{ByColor, Color, Game, Outcome, Rules, WinReason};
use morris_engine::{EngineOptions, Limits};
use morris_players::competition::{Question, Response, Wanted};
use morris_players::{Ending, NoControl, PlayerConfig, PlayerSpec, Terms, play, supervise_with};

use super::support::{nmm, play as play_match};

/// Returns the referee's lines to a side in the transcript, each with its answer.
fn dialogue(side: &str) -> Vec<(String, String)> {
    let path = format!("{}/../morris-play/tests/data/competition.txt", env!("CARGO_MANIFEST_DIR"));
    let transcript = fs::read_to_string(path).unwrap();
    let said = |sign: &str| {
        let head = format!("{side} {sign} ");
        transcript.lines().filter_map(|line| line.strip_prefix(&head).map(str::to_owned)).collect::<Vec<_>>()
    };
    let (asked, answered) = (said(">"), said("<"));
    assert_eq!(asked.len(), answered.len());
    asked.into_iter().zip(answered).collect()
}

fn seat(color: Color) -> PlayerConfig {
    PlayerConfig {
        rules: Rules::COMPO,
        color,
        engine: EngineOptions::default(),
        limits: Limits::default(),
        timeout: Duration::from_secs(60),
        tables: std::sync::Arc::default(),
        seed: 1,
    }
}

/// The referee sends exactly the lines of the transcript: these players answer only the lines that
/// they expect.
#[test]
fn referee_prints_the_transcript() {
    supervise_with(nmm());
    let folder = tempfile::tempdir().unwrap();
    let seated = ByColor::from_fn(|color| {
        let side = if color == Color::White { "White" } else { "Black" };
        let cases: String =
            dialogue(side).iter().map(|(asked, answer)| format!("'{asked}') echo \"{answer}\" ;;\n")).collect();
        let script = folder.path().join(side);
        let text =
            format!("while read -r line; do case $line in\n{cases}*) echo \"not expected: $line\" ;; esac; done");
        fs::write(&script, text).unwrap();
        let choice: PlayerSpec = format!("compo:sh '{}'", script.display()).parse().unwrap();
        choice.connect(&seat(color), &mut NoControl).unwrap()
    });
    let ByColor { mut white, mut black } = seated;
    assert_eq!((white.name(), black.name()), ("Nine Men's Morris".to_owned(), "One ply".to_owned()));
    let terms = Terms { opening: &Game::new(Rules::COMPO), most_plies: 500, clock: None };
    let (game, ending) = play(&terms, ByColor { white: &mut *white, black: &mut *black });
    let blocked = Outcome::Win { winner: Color::White, reason: WinReason::Blocked };
    assert!(matches!(ending, Ending::Board(outcome) if outcome == blocked), "{ending}");
    assert_eq!(game.cursor(), 35);
}

/// Our player gives a legal answer to each question in the transcript.
#[test]
fn player_answers_every_question() {
    for (side, color) in [("White", Color::White), ("Black", Color::Black)] {
        for more in [["--limit", "depth:2"].as_slice(), &["--random"]] {
            let asked: Vec<_> = dialogue(side).into_iter().map(|(asked, _)| asked).collect();
            let answers = converse(more, &asked);
            assert_eq!(answers.len(), asked.len(), "one answer to each");
            for (question, answer) in asked.iter().zip(&answers).skip(1) {
                assert!(is_legal(question, answer, color), "{question}: {answer}");
            }
        }
    }
}

/// Returns the answers of `nmm play-compo` to these lines.
fn converse(arguments: &[&str], lines: &[String]) -> Vec<String> {
    let mut player = Command::new(nmm())
        .arg("play-compo")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = player.stdin.take().unwrap();
    input.write_all(format!("{}\r\n", lines.join("\r\n")).as_bytes()).unwrap();
    drop(input);
    let output = player.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

fn is_legal(question: &str, answer: &str, color: Color) -> bool {
    let question: Question = question.parse().unwrap();
    let answer: Response = answer.parse().unwrap();
    let partial_position = question.partial_position(color, &Rules::COMPO).unwrap();
    match question.wanted {
        Wanted::Move => partial_position.position.legal_moves(&Rules::COMPO).iter().any(|mv| match (mv.from, mv.to) {
            (None, Some(to)) => answer == Response::One(to),
            (Some(from), Some(to)) => answer == Response::Two(from, to),
            (_, None) => false,
        }),
        Wanted::Removal => partial_position
            .finishes(&Rules::COMPO)
            .iter()
            .any(|mv| mv.removed.first().map(Response::One) == Some(answer)),
    }
}

#[test]
fn writes_a_file_for_each_game() {
    let folder = tempfile::tempdir().unwrap();
    let logs = format!("{}/games/", folder.path().display());
    let random = format!("compo:'{}' play-compo --random", nmm());
    let match_ = play_match("--games 2 --most-plies 30 --black random --log", &[&logs, "--white", &random]);
    assert_eq!(match_.status, 0, "{}", match_.errors);
    for number in [1, 2] {
        let text = fs::read_to_string(format!("{logs}game-000{number}.pgn")).unwrap();
        assert!(text.contains("[Variant \"compo\"]") && text.contains("[White \"random\"]"), "{text}");
    }
}
