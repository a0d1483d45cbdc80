// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of `nmm club`: no kill breaks a tournament. More is in `runs_club_evenings` of the
//! recorded outputs.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

use morris_club::{Tournament, letters_of_games};

/// Number of kills, spread over the time of a command and half of it more.
const KILLS: u32 = 150;

fn club(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nmm"));
    command.args(["club", "evening.toml"]).args(arguments).current_dir(folder).stdout(Stdio::null());
    command
}

#[test]
fn a_kill_at_any_moment_leaves_a_whole_tournament() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path();
    for arguments in [&["new", "--format", "swiss:2", "Ann", "Bob", "Cem", "Dora"][..], &["pair"]] {
        assert!(club(folder, arguments).status().unwrap().success());
    }
    let enter = |result: &str| club(folder, &["result", "1", result]);
    let start = Instant::now();
    assert!(enter("0:4").status().unwrap().success());
    let time = start.elapsed();
    let (mut kept, mut changed) = (0, 0);
    for number in 0..KILLS {
        let state = |name: &str| {
            let text = fs::read_to_string(folder.join(name)).unwrap();
            let read = Tournament::from_text(&text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
            letters_of_games(&read.rounds()[0].meetings[0].games)
        };
        let before = state("evening.toml");
        let mut child = enter(if before == "ww" { "0:4" } else { "4:0" }).spawn().unwrap();
        thread::sleep(time * 3 * number / (2 * KILLS));
        child.kill().unwrap();
        child.wait().unwrap();
        let now = state("evening.toml");
        assert!(["ww", "ll"].contains(&&*now), "{now}");
        // The state to which `undo` returns is whole, too.
        let undone = state("evening.toml.before");
        assert!(now == before || undone == before, "{before} {now} {undone}");
        (kept, changed) = (kept + u32::from(now == before), changed + u32::from(now != before));
    }
    assert!(kept > 0 && changed > 0, "{kept} before the change, {changed} after it");
}

#[test]
fn further_matches_of_programs_are_other_games() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path();
    let read = || Tournament::from_text(&fs::read_to_string(folder.join("evening.toml")).unwrap()).unwrap();
    let run = |arguments: &[&str]| assert!(club(folder, arguments).status().unwrap().success(), "{arguments:?}");
    let is_repeated = |seed: &str| {
        let _ = fs::remove_file(folder.join("evening.toml"));
        run(&["new", "--format", "knock-out"]);
        run(&["add", "--programs", "a=random", "b=random"]);
        run(&["pair"]);
        run(&["play", "--seed", seed]);
        let games = read().rounds()[0].meetings[0].games.clone();
        games.len() > 2 && games[2..].chunks(2).all(|pair| *pair == games[..2])
    };
    assert!(!["1", "3", "5"].into_iter().all(is_repeated));
}

#[test]
fn a_player_that_comes_back_is_not_absent_and_past_rounds_stay() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path();
    let read = || Tournament::from_text(&fs::read_to_string(folder.join("evening.toml")).unwrap()).unwrap();
    let run = |arguments: &[&str]| club(folder, arguments).stderr(Stdio::null()).status().unwrap().success();
    assert!(run(&["new", "--format", "swiss:2", "Ann", "Bob", "Cem", "Dora"]));
    assert!(run(&["leave", "Ann", "--absent", "1,2"]) && read().entrants()[0].absent == [0, 1]);
    assert!(run(&["leave", "Ann", "--back"]) && read().entrants()[0].absent.is_empty());
    assert!(run(&["pair"]) && run(&["result", "1", "4:0"]));
    assert!(!run(&["leave", "Ann", "--absent", "1,2"]) && read().entrants()[0].absent.is_empty());
}
