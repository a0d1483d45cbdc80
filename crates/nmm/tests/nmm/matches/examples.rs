// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests that the example players can play.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use super::results::score;
use super::support::{Outcome, example, nmm, play};

/// Kills the program at the end of the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Plays games, all of which must end without failure. Returns wins, draws, and losses of White.
fn result(arguments: &str, players: [&str; 2]) -> [u32; 3] {
    let [white, black] = players;
    let more = ["--white", white, "--black", black];
    let Outcome { status, output, errors } = play(&format!("--threads 2 {arguments}"), &more);
    assert_eq!(status, 0, "{output}{errors}");
    score(&output, 0)
}

fn python(file: &str) -> String {
    // `-B` keeps Python from writing compiled files next to the sources.
    format!("python3 -B '{}'", example(file))
}

#[test]
fn engine_beats_the_random_player() {
    let engine = format!("'{}' play-compo", nmm());
    assert_eq!(result("--rules compo --games 6", [&python("random_player.py"), &engine]), [0, 0, 6]);
    assert_eq!(result("--rules compo --games 6", [&engine, &python("random_player.py")]), [6, 0, 0]);
}

#[test]
fn one_ply_beats_none() {
    let players = [&*python("one_ply_player.py"), &python("random_player.py")];
    let [wins, ..] = result("--rules compo --games 10", players);
    assert!(wins >= 8, "{wins}");
}

/// Acceptance test of the competition. It takes a minute:
#[test]
#[ignore = "takes a minute"]
fn plays_fifty_and_a_thousand_games() {
    let engine = format!("'{}' play-compo", nmm());
    assert_eq!(result("--rules compo --games 50", [&python("random_player.py"), &engine]), [0, 0, 50]);
    let random = format!("{engine} --random");
    assert_eq!(result("--rules compo --games 1000", [&random, &random]).iter().sum::<u32>(), 1000);
}

#[test]
fn plays_the_rust_player() {
    let player = Path::new(nmm()).with_file_name("examples").join("player");
    assert!(player.exists(), "cargo builds it with all tests; for this one alone: cargo build -p nmm --example player");
    let [wins, ..] =
        result("--rules compo --games 10", [&format!("'{}'", player.display()), &python("random_player.py")]);
    assert!(wins >= 8, "{wins}");
}

/// Compiles an example in C++. Returns `None` if there is no compiler.
fn compiled(source: &str) -> Option<(TempDir, PathBuf)> {
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("program");
    let compiled = Command::new(&compiler)
        .args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-o"])
        .arg(&program)
        .arg(example(source))
        .output();
    let Ok(compiled) = compiled else {
        crate::not_tested(&format!("there is no {compiler}"));
        return None;
    };
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    Some((folder, program))
}

#[test]
fn plays_the_players_in_other_languages() {
    let Some((_folder, player)) = compiled("player.cpp") else { return };
    let player = player.to_str().unwrap();
    let [wins, ..] = result("--rules compo --games 20", [&format!("'{player}'"), &format!("'{player}' random")]);
    assert!(wins >= 16, "{wins}");
}

#[test]
fn plays_the_java_player() {
    let folder = tempfile::tempdir().unwrap();
    let compiled = Command::new("javac")
        .args(["-Xlint:all", "-Werror", "-d"])
        .arg(folder.path())
        .arg(example("Player.java"))
        .output();
    let Ok(compiled) = compiled else {
        return crate::not_tested("there is no javac");
    };
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    // Uses the faster of the two ways to start, because a game takes hardly longer than the start.
    let player = format!("java -XX:TieredStopAtLevel=1 -cp '{}' Player", folder.path().display());
    let [wins, ..] = result("--rules compo --games 6", [&player, &format!("{player} random")]);
    assert!(wins >= 4, "{wins}");
}

#[test]
fn plays_the_classroom_agents() {
    plays_agent(Command::new("python3").args(["-B", &example("agent.py")]));
    let Some((_folder, agent)) = compiled("agent.cpp") else { return };
    plays_agent(&mut Command::new(agent));
}

fn plays_agent(agent: &mut Command) {
    let mut agent = agent.arg("0").stdout(Stdio::piped()).spawn().unwrap();
    let mut output = BufReader::new(agent.stdout.take().unwrap());
    let _agent = Running(agent);
    let mut address = String::new();
    output.read_line(&mut address).unwrap();
    for players in [["level:3", address.trim()], [address.trim(), "level:3"]] {
        let [wins, draws, losses] = result("--games 4 --thinking-time 20ms", players);
        let ours = if players[0] == "level:3" { wins } else { losses };
        assert!(ours >= 3 && wins + draws + losses == 4, "{wins} {draws} {losses}");
    }
}
