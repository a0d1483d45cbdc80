// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of small games by the commands of the program.

use std::fs;
use std::time::Instant;

use morris::Pgn;

use super::interruption::kill_again_and_again;
use super::program::{complaint, nmm, said};
use super::support::contents;

#[test]
fn a_small_game_is_solved_listed_probed_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let absent = nmm(folder, &["sectors", "--rules", "achi"]);
    assert!(complaint(&absent).starts_with(&format!("nmm: {}/achi.game: ", folder.display())));
    let solved = said(&nmm(folder, &["solve", "--rules", "achi"]));
    let bytes = fs::metadata(folder.join("achi.game")).unwrap().len();
    let expected = format!("achi is solved in {}/achi.game ({bytes} bytes, ", folder.display());
    assert!(solved.starts_with(&expected), "{solved}");
    let sectors = said(&nmm(folder, &["sectors", "--rules", "achi", "--tsv"]));
    assert_eq!(sectors.lines().last(), Some("all\t2577\t1489\t145\t943\t11\t12"));
    assert!(sectors.lines().any(|line| line.starts_with("0+4-0+4\t1\t1\t0\t0\t11\t0")), "{sectors}");
    let probed = said(&nmm(folder, &["probe", "--rules", "achi", ".../.../... w 4 4 0"]));
    assert_eq!(probed.lines().next(), Some("win 11"));
    assert_eq!(probed.lines().filter(|line| line.starts_with("b2 ")).collect::<Vec<_>>(), ["b2           win 11"]);
    assert!(said(&nmm(folder, &["verify", "--rules", "achi"])).contains(" of achi with 2577 positions are right ("));
}

#[test]
fn drawn_openings_are_found_where_a_small_game_is_solved() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    said(&nmm(folder, &["solve", "--rules", "nineholes"]));
    let log = folder.join("games");
    let arguments =
        format!("match --first novice:0 --second novice:0 --rules nineholes --games 8 --drawn --log {}/", {
            log.display()
        });
    said(&nmm(folder, &arguments.split(' ').collect::<Vec<_>>()));
    assert_eq!(fs::read_dir(&log).unwrap().count(), 8);
    for game in fs::read_dir(log).unwrap() {
        let text = fs::read_to_string(game.unwrap().path()).unwrap();
        let mut game = text.parse::<Pgn>().unwrap().game();
        game.go_to(4);
        let line = game.position().line(game.rules());
        let probed = said(&nmm(folder, &["probe", "--rules", "nineholes", &line]));
        assert_eq!(probed.lines().next(), Some("draw"), "{line}");
    }
}

#[test]
fn damaged_table_is_reported_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tapatan.game");
    fs::write(&path, "notes").unwrap();
    let expected = format!("nmm: {}: this is not a table of solved positions\n", path.display());
    let probe = ["probe", "--rules", "tapatan", ".../.../... w 3 3 0"];
    for command in [&probe[..], &["solve", "--rules", "tapatan"]] {
        assert_eq!(complaint(&nmm(folder.path(), command)), expected);
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), "notes");
}

#[test]
fn table_of_other_rules_is_reported_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    said(&nmm(folder.path(), &["solve", "--rules", "achi"]));
    let path = folder.path().join("tapatan.game");
    fs::rename(folder.path().join("achi.game"), &path).unwrap();
    let before = fs::read(&path).unwrap();
    let expected = format!("nmm: {}: the table is for the rules “achi”\n", path.display());
    for command in ["solve", "verify", "sectors"] {
        assert_eq!(complaint(&nmm(folder.path(), &[command, "--rules", "tapatan"])), expected);
    }
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn foreign_files_do_not_hide_tables() {
    let folder = tempfile::tempdir().unwrap();
    said(&nmm(folder.path(), &["solve", "--rules", "tapatan"]));
    fs::write(folder.path().join("3-3.values"), "notes").unwrap();
    let probed = said(&nmm(folder.path(), &["probe", "--rules", "tapatan", ".../.../... w 3 3 0"]));
    assert_eq!(probed.lines().next(), Some("win 9"), "{probed}");
}

#[test]
fn options_without_meaning_for_small_games_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for option in [&["--placing"][..], &["--distances"], &["--only", "5-4"]] {
        let refused = nmm(folder.path(), &[&["solve", "--rules", "six"], option].concat());
        let expected = format!("nmm: a small game is solved as a whole: omit {}\n", option[0]);
        assert_eq!(complaint(&refused), expected);
    }
    let one = nmm(folder.path(), &["verify", "--rules", "six", "4-3"]);
    assert_eq!(complaint(&one), "nmm: a small game is solved as a whole: omit the names of tables\n");
    for command in ["solve", "verify", "sectors"] {
        let large = nmm(folder.path(), &[command, "--rules", "morabaraba"]);
        let expected =
            "nmm: positions by the rules “morabaraba” cannot be solved: there are too many, or they remember ";
        assert!(complaint(&large).starts_with(expected), "{command}");
    }
}

#[test]
fn killed_again_and_again_it_makes_the_same_table() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (folder, other) = (folder.path(), other.path());
    let arguments = ["solve", "--rules", "five"];
    let started = Instant::now();
    said(&nmm(other, &arguments));
    kill_again_and_again(folder, &arguments, 5, started.elapsed(), || assert!(contents(folder) == contents(other)));
    said(&nmm(folder, &arguments));
    assert!(contents(folder) == contents(other));
}
