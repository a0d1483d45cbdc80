// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of related games and custom rules on the command line.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs `nmm`. Returns the exit status and both outputs.
fn nmm(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_nmm")).args(arguments).current_dir(folder).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Returns the answers of `nmm uci` to these lines.
fn uci(folder: &Path, lines: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nmm"));
    let command = command.arg("uci").current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all((lines.join("\n") + "\nquit\n").as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

const OWN: &str = "base = \"six\"\nmen = 4\nflying = 3\nname = \"As at home\"\n";

#[test]
fn paths_are_counted_by_option_or_position_rules() {
    let folder = tempfile::tempdir().unwrap();
    let count = |arguments: &[&str]| {
        let (status, text, errors) = nmm(folder.path(), &[&["perft"], arguments].concat());
        assert_eq!(status, 0, "{errors}");
        text.lines().last().unwrap().to_owned()
    };
    assert_eq!(count(&["3", "--rules", "six"]), "3360");
    assert_eq!(count(&["3", "--rules", "tapatan"]), "504");
    assert_eq!(count(&["3", "WBB/BBW/WWW/BWWBBW/BBW/BBB/WWW w 0 0 0 remove=2", "--rules", "shax"]), "870");
    assert_eq!(count(&["2", "..B/.WB/...B/.../WWB w 0 0 0 rules=five"]), "14");
    assert_eq!(count(&["2", "W../.../... b 2 3 0 rules=tapatan,first_point=not-centre"]), "56");
    assert_eq!(count(&["1", "--rules", "tapatan,first_point=not-centre"]), "8");
    let (status, _, errors) =
        nmm(folder.path(), &["perft", "1", "W../.../... b 2 3 0 rules=achi", "--rules", "tapatan"]);
    assert_eq!(status, 2);
    assert!(errors.ends_with("the position is one of the rules achi, not tapatan\n"), "{errors}");
}

#[test]
fn a_file_of_rules_is_rules() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("own.toml"), OWN).unwrap();
    let (status, text, errors) = nmm(folder, &["perft", "2", "--rules", "own.toml"]);
    assert_eq!((status, text.lines().last()), (0, Some("240")), "{errors}");
    // A saved game also serves as a file of its rules.
    fs::write(folder.join("game.txt"), "1. a5 c5 2. e1 *\n").unwrap();
    let save = nmm(folder, &["convert", "game.txt", "--rules", "own.toml", "--to", "save", "-o", "game.toml"]);
    assert_eq!(save, (0, String::new(), String::new()));
    let saved = fs::read_to_string(folder.join("game.toml")).unwrap();
    assert!(saved.contains("rules = \"custom\"\ncustom_rules = { base = \"six\", men = 4, flying = 3 }\n"), "{saved}");
    assert_eq!(nmm(folder, &["perft", "2", "--rules", "game.toml"]).0, 0);
    let (_, line, _) = nmm(folder, &["convert", "game.toml", "--to", "position"]);
    assert_eq!(line, "WB./.../..../.../..W b 2 3 0 rules=six,men=4,flying=3\n");
    for (text, words) in [
        ("base = \"chess\"\n", "own.toml, line 1: “base” cannot be \"chess\"; allowed is standard, plain"),
        ("men = 4\n", "own.toml: “base” is missing"),
        ("base = \"six\"\nmen = 13\n", "own.toml, line 2: “men” cannot be 13; allowed is 3 to 12"),
        ("base = \"six\"\nmen = 9\n", "twice 9 men do not fit on 16 points"),
        ("base = \"six\"\nboard = \"chess\"\n", "own.toml, line 2: “board” cannot be \"chess\"; allowed is plain24"),
        ("base = \"six\"\nking = 1\n", "own.toml, line 2: rules have no “king”; they have board, men"),
        ("base = \"six\"\ngoal = [1]\n", "own.toml, line 2: “goal” cannot be [1]; allowed is reduce, first-mill"),
    ] {
        fs::write(folder.join("own.toml"), text).unwrap();
        let (status, _, errors) = nmm(folder, &["perft", "2", "--rules", "own.toml"]);
        assert_eq!((status, errors.lines().count()), (2, 1), "{errors}");
        assert!(errors.contains(words), "{errors}");
    }
    let (_, _, errors) = nmm(folder, &["perft", "2", "--rules", "none.toml"]);
    assert!(errors.contains("none.toml"), "{errors}");
}

#[test]
fn the_uci_server_plays_other_rules() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("own.toml"), OWN).unwrap();
    let shax = "setoption name Rules value shax";
    let said = uci(
        folder.path(),
        &[shax, "position fen .WB/BWB/.WB/WWWWWB/BBW/WBB/.WB b 0 0 0 rules=shax moves -- d7-a7", "d", "perft 1"],
    );
    assert!(said.contains("\nposition W.B/BWB/.WB/WWWWWB/BBW/WBB/.WB b 0 0 2 rules=shax\n"), "{said}");
    let last = "position fen WBW/WWB/BBB/.BBWBW/BBW/WWW/WBW b 0 1 0 moves a4 -- xd6 xc5";
    assert!(
        uci(folder.path(), &[shax, last, "d"])
            .contains("\nposition WBW/W.B/.BB/BBBWBW/BBW/WWW/WBW b 0 0 0 rules=shax\n")
    );
    let own = uci(folder.path(), &["setoption name Rules value ./own.toml", "go depth 2", "d"]);
    assert!(own.contains("bestmove ") && own.contains(" w 4 4 0 rules=six,men=4,flying=3\n"), "{own}");
    let refused =
        uci(folder.path(), &["setoption name Rules value six", "position fen W../.../... b 2 3 0 rules=achi"]);
    assert!(refused.contains("the position is one of the rules achi, not six"), "{refused}");
    let unknown = uci(folder.path(), &["setoption name Rules value ./none.toml"]);
    assert!(unknown.contains("option Rules: ") && unknown.contains("none.toml"), "{unknown}");
}

#[test]
fn programs_play_each_other_by_other_rules() {
    let folder = tempfile::tempdir().unwrap();
    let engine = format!("uci:{} uci", env!("CARGO_BIN_EXE_nmm"));
    for rules in ["shax", "tapatan", "tapatan,first_point=not-centre", "sunmill", "morabaraba"] {
        let arguments = [
            "match",
            "--white",
            &engine,
            "--black",
            "level:3",
            "--rules",
            rules,
            "--games",
            "2",
            "--limit",
            "nodes:300",
        ];
        let (status, text, errors) = nmm(folder.path(), &arguments);
        assert_eq!(status, 0, "{rules}: {errors}");
        assert!(text.contains("score ") && !text.contains("failure"), "{rules}: {text}");
    }
    let (status, _, errors) =
        nmm(folder.path(), &["match", "--white", "compo:true", "--black", "random", "--rules", "six", "--games", "2"]);
    assert_eq!(status, 2, "{errors}");
    assert!(errors.contains("does not know the rules six"), "{errors}");
}
