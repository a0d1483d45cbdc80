// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of openings from a file, and of results as JSON, in matches and tournaments.

use std::fs;
use std::path::Path;
use std::process::Command;

const OPENINGS: &str = "# two openings\n\n1. d6 f4 2. d2\nWW./.../.../B....B/.../.../... w 7 7 0\n";

/// Runs a command in a folder. Returns the exit status and both outputs.
fn nmm(folder: &Path, arguments: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nmm"));
    let output = command.args(arguments.split(' ')).current_dir(folder).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn each_opening_is_played_with_both_colors() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("openings"), OPENINGS).unwrap();
    let players = "match --first depth:1 --second random --openings openings --log games/ --format json";
    let (status, output, errors) = nmm(folder.path(), players);
    assert_eq!((status, errors.as_str()), (0, ""), "{output}");
    let result: serde_json::Value = serde_json::from_str(&output).unwrap();
    assert_eq!(result["games"], 4);
    assert_eq!((result["players"][0].as_str(), result["rules"].as_str()), (Some("depth:1"), Some("standard")));
    let sum: i64 = ["wins", "draws", "losses"].iter().map(|key| result[key].as_i64().unwrap()).sum();
    assert_eq!((sum, result["failures"].as_object().unwrap().len()), (4, 0));
    let game = |number| fs::read_to_string(folder.path().join(format!("games/game-000{number}.pgn"))).unwrap();
    for (number, white, start) in
        [(1, "depth:1", "1. d6 f4"), (2, "random", "1. d6 f4"), (3, "depth:1", "WW./"), (4, "random", "WW./")]
    {
        let text = game(number);
        assert!(text.contains(&format!("[White \"{white}\"]")) && text.contains(start), "{text}");
    }
    let (_, output, _) = nmm(folder.path(), &format!("{players} --games 2"));
    assert!(output.contains("\"games\":2,"), "{output}");
}

#[test]
fn a_tournament_takes_an_opening_for_each_round_and_prints_json() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("openings"), OPENINGS).unwrap();
    let players = "tournament depth:1 random --openings openings --format json --log games";
    let (status, output, errors) = nmm(folder.path(), players);
    assert_eq!((status, errors.as_str()), (0, ""), "{output}");
    let lines: Vec<serde_json::Value> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 5, "four games and the table: {output}");
    assert!(lines[..4].iter().all(|game| game["round"].is_u64() && game["white"] != game["black"]), "{output}");
    let table = lines[4]["table"].as_array().unwrap();
    assert_eq!(table.iter().map(|row| row["points"].as_f64().unwrap()).sum::<f64>(), 4.0);
    let second = fs::read_to_string(folder.path().join("games/round-02-random-depth_1.pgn")).unwrap();
    assert!(second.contains("WW./"), "{second}");
}

#[test]
fn faults_in_a_file_of_openings_are_named() {
    let folder = tempfile::tempdir().unwrap();
    for (text, words) in [
        ("d6\nd6 d6\n", "openings: line 2: d6: d6 is occupied"),
        ("d6 z9\n", "openings: line 1: “z9” is not a move"),
        ("W/B w 9 9\n", "openings: line 1: the board has 2 rows, not 7"),
        ("WWW/.../.../....../.../.../BB. b 0 0 0\n", "openings: line 1: the game is over there"),
        ("# nothing\n", "openings: there are no openings"),
    ] {
        fs::write(folder.path().join("openings"), text).unwrap();
        let (status, _, errors) = nmm(folder.path(), "match --first random --second random --openings openings");
        assert!(status == 2 && errors.contains(words), "{errors}");
    }
}
