// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of small games by the commands of the program.

use std::fs;
use std::time::Instant;

use morris::Pgn;

use super::interruption::kill_repeatedly;
use super::program::{nmm, stdout_of};
use super::support::contents;

#[test]
fn finds_drawn_openings_of_a_solved_small_game() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    stdout_of(&nmm(folder, &["solve", "--rules", "nineholes"]));
    let log = folder.join("games");
    let arguments =
        format!("match --first novice:0 --second novice:0 --rules nineholes --games 8 --drawn --log {}/", {
            log.display()
        });
    stdout_of(&nmm(folder, &arguments.split(' ').collect::<Vec<_>>()));
    assert_eq!(fs::read_dir(&log).unwrap().count(), 8);
    for game in fs::read_dir(log).unwrap() {
        let text = fs::read_to_string(game.unwrap().path()).unwrap();
        let mut game = text.parse::<Pgn>().unwrap().game();
        game.go_to(4);
        let line = game.position().line(game.rules());
        let probed = stdout_of(&nmm(folder, &["probe", "--rules", "nineholes", &line]));
        assert_eq!(probed.lines().next(), Some("draw"), "{line}");
    }
}

#[test]
fn killed_solver_writes_the_same_small_table() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (folder, other) = (folder.path(), other.path());
    let arguments = ["solve", "--rules", "five"];
    let started = Instant::now();
    stdout_of(&nmm(other, &arguments));
    kill_repeatedly(folder, &arguments, 5, started.elapsed(), || assert!(contents(folder) == contents(other)));
    stdout_of(&nmm(folder, &arguments));
    assert!(contents(folder) == contents(other));
}
