// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of `nmm puzzles`.

use std::collections::HashSet;
use std::process::Command;

use morris::Position;
use morris_teach::puzzles::{PuzzleKey, PuzzleKind};

/// Runs `nmm`. Returns the exit status and both outputs.
fn nmm(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_nmm")).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

const SHIPPED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/endgame");

/// Returns the lines of a table of puzzles without its heading.
fn puzzles(arguments: &[&str]) -> Vec<String> {
    let (status, text, errors) = nmm(&[&["puzzles", "--tables", SHIPPED, "--tsv"], arguments].concat());
    assert_eq!((status, errors.as_str()), (0, ""), "{text}");
    let mut lines = text.lines().map(str::to_owned);
    assert!(lines.next().unwrap().starts_with('#'));
    lines.collect()
}

#[test]
fn writes_eight_columns_for_the_seed() {
    let lines = puzzles(&["--count", "12", "--seed", "40", "--check"]);
    assert_eq!(lines.len(), 12);
    for line in &lines {
        let fields: Vec<_> = line.split('\t').collect();
        assert_eq!(fields.len(), 8, "{line}");
        assert!(fields[0].parse::<PuzzleKind>().is_ok(), "{line}");
        assert_eq!(fields[1], "standard");
        assert!(["W", "D"].contains(&fields[3]), "{line}");
        assert!(fields[4].split(' ').any(|mv| fields[5].starts_with(mv)), "{line}");
        fields[6].parse::<i32>().unwrap();
    }
    assert_eq!(puzzles(&["--count", "1", "--seed", "47"]), lines[7..8]);
}

#[test]
fn skips_only_equivalent_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    assert_eq!(nmm(&["solve", "--rules", "achi", "--dir", folder]).0, 0);
    let of_seed = |seed: u64, count: usize| {
        let (seed, count) = (seed.to_string(), count.to_string());
        let (_, text, _) =
            nmm(&["puzzles", "--rules", "achi", "--tables", folder, "--seed", &seed, "--count", &count, "--tsv"]);
        text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let rules = "achi".parse().unwrap();
    let key = |line: &String| {
        let line = line.split('\t').nth(2).unwrap().split(" rules=").next().unwrap();
        PuzzleKey::of(&Position::parse(line, &rules).unwrap(), &rules)
    };
    let lines = of_seed(1, 20);
    let mut twins = 0;
    for (number, line) in lines.iter().enumerate() {
        let alone = of_seed(1 + number as u64, 1).remove(0);
        if alone != *line {
            assert!(lines[..number].iter().any(|before| key(before) == key(&alone)), "{number}: {alone}");
            twins += 1;
        }
    }
    // Without twins the help would not need to mention equivalent puzzles.
    assert!(twins > 0 && nmm(&["puzzles", "--help"]).1.contains("equivalent"), "{twins}");
    let keys: HashSet<_> = lines.iter().map(key).collect();
    assert_eq!(keys.len(), lines.len(), "there are twice as many puzzles in the game");
}

/// Checks that `nmm probe` agrees with each puzzle generated with these arguments.
fn probe_agrees(arguments: &[&str]) {
    for line in puzzles(arguments) {
        let fields: Vec<_> = line.split('\t').collect();
        let (status, text, errors) = nmm(&["probe", "--tables", SHIPPED, fields[2]]);
        assert_eq!(status, 0, "{line}: {errors}");
        let value = match fields[3] {
            "W" => "win",
            _ => "draw",
        };
        let mut said = text.lines();
        assert_eq!(said.next(), Some(value), "{line}");
        let moves: Vec<(&str, &str)> = said.map(|line| line.split_once(char::is_whitespace).unwrap()).collect();
        let keeping: Vec<_> = moves.iter().filter(|(_, is)| is.trim() == value).map(|(mv, _)| *mv).collect();
        let right: Vec<_> = fields[4].split(' ').collect();
        assert!(moves.len() >= 4 && right.len() < moves.len(), "{line}");
        if fields[0] == "win" {
            assert!(right.iter().all(|mv| keeping.contains(mv)), "{line}: {keeping:?}");
        } else {
            assert_eq!(right, keeping, "{line}");
        }
    }
}

#[test]
fn probe_agrees_with_forty_puzzles() {
    probe_agrees(&["--count", "40", "--seed", "7000"]);
}

#[test]
#[ignore = "takes minutes: build-aux/test-long puzzles"]
fn probe_agrees_with_a_thousand_puzzles() {
    probe_agrees(&["--count", "1000", "--seed", "1"]);
}
