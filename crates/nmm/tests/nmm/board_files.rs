// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of `nmm move`: reading and writing text board files.

use std::fs;
use std::path::Path;
use std::process::Command;

/// White can close a mill on d3 or e4. The black men on f2, f4 and f6 are in a mill.
const EXAMPLE: &str = "xWxBWBxxWxBBxBxxxWxxBxxx";

/// Runs `nmm` in a folder. Returns the exit status and both outputs.
fn nmm(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_nmm")).args(arguments).current_dir(folder).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Returns the output of `nmm move` for a board, and the board that it writes.
fn moved(board: &str, arguments: &[&str]) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("board1.txt"), board).unwrap();
    let (status, out, err) = nmm(folder.path(), &[&["move", "board1.txt"], arguments].concat());
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    assert!(out.ends_with("written: board1.out.txt\n"), "{out}");
    (out, fs::read_to_string(folder.path().join("board1.out.txt")).unwrap())
}

#[test]
fn a_mill_is_closed_and_a_free_man_removed() {
    for arguments in [&["1"][..], &["1", "--depth", "3"], &["1", "--evaluation", "material"]] {
        let (out, board) = moved(EXAMPLE, arguments);
        assert!(out.starts_with("assumed: both have placed as many pieces"), "{out}");
        assert!(out.contains("so 3 each in hand"), "{out}");
        let mv = out.lines().find_map(|line| line.strip_prefix("White plays ")).unwrap();
        let (to, removed) = mv.split_once('x').unwrap_or_else(|| panic!("{mv} removes no man"));
        assert!(["d3", "e4"].contains(&to) && ["b2", "b4", "c4"].contains(&removed), "{mv}");
        let count = |letter| board.chars().filter(|&other| other == letter).count();
        assert_eq!((count('W'), count('B'), count('x'), board.len()), (5, 5, 14, 25), "{board}");
    }
}

#[test]
fn classroom_program_looks_one_ply_ahead_by_default() {
    // No move gains anything, so the first one is played: a7, the third letter from the end.
    let (out, board) = moved(&"x".repeat(24), &["1", "--evaluation", "material"]);
    assert!(out.contains("so 9 each in hand") && out.contains("White plays a7\n"), "{out}");
    assert_eq!(board, "xxxxxxxxxxxxxxxxxxxxxWxx\n");
}

#[test]
fn decided_game_is_reported() {
    // White closes the top line by d6-a7 or flies there.
    let (out, board) = moved("BxB xxx xxx xxxxxx xxx Wxx xWW".replace("BxB", "BBB").as_str(), &["2"]);
    assert!(out.contains("White wins\n"), "{out}");
    assert_eq!(board.matches('B').count(), 2, "{board}");
    for (decided, winner) in [("BBxxxxxxxxxxxxxxxxxxxWWW", "White"), ("BBBWxxxxxxxxxxxxxxxxxxxW", "Black")] {
        let (out, board) = moved(decided, &["2"]);
        assert!(out.starts_with(&format!("White plays nothing: the game is over\n{winner} wins\n")), "{out}");
        assert_eq!(board.trim_end(), decided);
    }
}

#[test]
fn errors_are_one_line_and_touch_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("board1.txt", EXAMPLE);
    write("short.txt", "xWx");
    write("foreign.txt", "xWx\nxqB");
    write("crowded.txt", &format!("{}{}", "B".repeat(10), "x".repeat(14)));
    write("full.txt", &format!("{}WWW{}", "B".repeat(9), "x".repeat(12)));
    write("few.txt", &format!("WWBB{}", "x".repeat(20)));
    fs::write(folder.path().join("binary.txt"), [0xff, 0xfe, 0]).unwrap();
    write("kept.txt", "kept");
    for (arguments, words) in [
        (&["short.txt", "1"][..], "nmm: short.txt: there are 3 letters, not 24"),
        (&["foreign.txt", "1"], "nmm: foreign.txt: line 2, column 2: “q” is none of W, B, x, E and ."),
        (&["crowded.txt", "1"], "nmm: crowded.txt: Black has 10 men on the board, more than 9"),
        (&["full.txt", "1"], "nmm: full.txt: in the opening White places a man, but has none in hand"),
        (&["few.txt", "2"], "nmm: few.txt: both sides have fewer than three men"),
        (&["binary.txt", "1"], "nmm: binary.txt, line 1: is not text"),
        (&["nowhere.txt", "1"], "nmm: nowhere.txt: cannot be read: No such file or directory (os error 2)"),
        (&["board1.txt", "3"], "nmm: the period cannot be “3”; it is 1 (opening) or 2 (mid- and endgame)"),
        (&["board1.txt", "1", "--hand", "5"], "nmm: --hand needs two numbers such as 5,5, not “5”"),
        (&["board1.txt", "2", "--hand", "3,3"], "nmm: board1.txt: in period 2 there are no men in hand"),
        (
            &["board1.txt", "1", "--hand", "4,4"],
            "nmm: board1.txt: Black has 10 men on the board and in hand, more than 9",
        ),
    ] {
        let all = [&["move"], arguments, &["-o", "kept.txt"]].concat();
        assert_eq!(nmm(folder.path(), &all), (2, String::new(), format!("{words}\n")), "{arguments:?}");
        assert_eq!(fs::read_to_string(folder.path().join("kept.txt")).unwrap(), "kept");
    }
    // A folder in the place of the output.
    fs::create_dir(folder.path().join("board1.out.txt")).unwrap();
    let refused = (2, String::new(), "nmm: could not write board1.out.txt: it is a folder\n".to_owned());
    assert_eq!(nmm(folder.path(), &["move", "board1.txt", "1", "--depth", "1"]), refused);
}

#[test]
fn rules_beyond_the_letters_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("board1.txt"), "x".repeat(24)).unwrap();
    for rules in ["six", "tapatan", "shax", "morabaraba"] {
        let refused = nmm(folder.path(), &["move", "board1.txt", "1", "--depth", "1", "--rules", rules]);
        let words = format!("nmm: the format “board” has no place for games by the rules {rules}\n");
        assert_eq!(refused, (2, String::new(), words));
    }
    for rules in ["twelve", "standard,flying=never"] {
        let played = ["move", "board1.txt", "1", "--depth", "1", "--force", "--rules", rules];
        let (status, _, err) = nmm(folder.path(), &played);
        assert_eq!((status, err.as_str()), (0, ""));
    }
}

#[test]
fn unnamed_board_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("board1.txt"), EXAMPLE).unwrap();
    fs::write(path("board1.out.txt"), "kept").unwrap();
    let run =
        |arguments: &[&str]| nmm(folder.path(), &[&["move", "board1.txt", "1", "--depth", "1"], arguments].concat());
    let refused = "nmm: board1.out.txt already exists: choose another file with -o, or replace it with --force\n";
    assert_eq!(run(&[]), (2, String::new(), refused.to_owned()));
    assert_eq!(fs::read_to_string(path("board1.out.txt")).unwrap(), "kept");
    for how in [&["--force"][..], &["-o", "board1.out.txt"]] {
        fs::write(path("board1.out.txt"), "old").unwrap();
        assert_eq!(run(how).0, 0, "{how:?}");
        assert_eq!(fs::read_to_string(path("board1.out.txt")).unwrap().len(), 25);
    }
    // A broken link counts as an existing file. The input is kept even with `--force`.
    fs::remove_file(path("board1.out.txt")).unwrap();
    std::os::unix::fs::symlink("nowhere", path("board1.out.txt")).unwrap();
    assert_eq!(run(&[]).0, 2);
    fs::remove_file(path("board1.out.txt")).unwrap();
    fs::hard_link(path("board1.txt"), path("board1.out.txt")).unwrap();
    assert_eq!(run(&["--force"]).2, "nmm: could not write board1.out.txt: it is the file that is read\n");
    assert_eq!(fs::read_to_string(path("board1.txt")).unwrap(), EXAMPLE);
}

#[test]
fn output_goes_to_the_named_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("board"), EXAMPLE).unwrap();
    let run = |arguments: &[&str]| nmm(folder.path(), &[&["move", "board"], arguments].concat()).1;
    let said = run(&["1", "--hand", "2,2", "--depth", "1"]);
    assert!(said.ends_with("written: board.out\n") && !said.contains("assumed"), "{said}");
    assert!(run(&["2", "--depth", "1", "-o", "place.txt"]).ends_with("written: place.txt\n"));
    assert_eq!(fs::read_to_string(folder.path().join("place.txt")).unwrap().len(), 25);
    assert_eq!(fs::read_to_string(folder.path().join("board")).unwrap(), EXAMPLE, "the board itself stays");
}
