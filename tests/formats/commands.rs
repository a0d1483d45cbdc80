// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm convert` and `nmm draw`.

use std::fs;
use std::path::Path;
use std::process::Command;

fn nmm(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_nmm")).args(arguments).current_dir(folder).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn formats_are_converted() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let list = "1. 5 14 2. 20 11 3. 6 21 4. 4x11 22\n";
    fs::write(folder.join("list.txt"), list).unwrap();
    for (to, file) in [("game", "a.pgn"), ("save", "b.toml")] {
        assert_eq!(nmm(folder, &["convert", "list.txt", "--to", to, "-o", file]), (0, String::new(), String::new()));
        assert_eq!(nmm(folder, &["convert", file, "--to", "playok"]), (0, list.to_owned(), String::new()));
    }
    let position = ".../WWW/.../....B./.../.WB/B.. w 5 5 0\n";
    for to in ["position", "sanmill", "sanmill-old"] {
        let (status, text, _) = nmm(folder, &["convert", "list.txt", "--to", to]);
        fs::write(folder.join("position.txt"), text).unwrap();
        assert_eq!(status, 0);
        let again = nmm(folder, &["convert", "position.txt", "--to", "position"]);
        assert_eq!(again, (0, position.to_owned(), String::new()));
    }
    let (_, board, _) = nmm(folder, &["convert", "list.txt", "--to", "board"]);
    assert_eq!(board, "BxxxWBxxxxxxxBxxxxWWWxxx\n");
}

#[test]
fn errors_are_one_line_and_touch_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("game.pgn"), "1. d6 f4\n2. d2 d9 *").unwrap();
    fs::write(folder.join("kept"), "kept").unwrap();
    let convert = |arguments: &[&str]| {
        let (status, out, err) = nmm(folder, &[&["convert"], arguments, &["-o", "kept"]].concat());
        assert_eq!((status, out.as_str(), err.lines().count()), (2, "", 1), "{err}");
        assert_eq!(fs::read_to_string(folder.join("kept")).unwrap(), "kept");
        err
    };
    let words = "nmm: game.pgn: line 2, column 7: “d9” is no turn; a turn reads d6, a4-a7 or d6xc3\n";
    assert_eq!(convert(&["game.pgn", "--to", "position"]), words);
    fs::write(folder.join("game.pgn"), "1. d6").unwrap();
    let words = "nmm: cannot be written as board: in this format White is to move\n";
    assert_eq!(convert(&["game.pgn", "--to", "board"]), words);
    fs::write(folder.join("large"), "x".repeat(1024 * 1024 + 1)).unwrap();
    assert_eq!(convert(&["large", "--to", "board"]), "nmm: large: is larger than 1048576 bytes\n");
    assert!(convert(&["nowhere", "--to", "board"]).starts_with("nmm: nowhere: cannot be read"));
}

#[test]
fn boards_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("board1.txt"), "xWxBWBxxWxBBxBxxxWxxBxxx").unwrap();
    let (status, text, _) = nmm(folder, &["draw", "board1.txt"]);
    assert_eq!(status, 0);
    assert!(text.starts_with("7  .--------.--------.\n"), "{text}");
    assert!(text.contains("\n2  |  B-----W-----B  |\n") && text.ends_with("   a  b  c  d  e  f  g\n"), "{text}");
    let line = ".../..B/..W/.BB.B./..W/BWB/.W. w 3 3 0";
    assert_eq!(nmm(folder, &["draw", line]).1, text);
    assert_eq!(nmm(folder, &[&["draw"][..], &line.split(' ').collect::<Vec<_>>()].concat()).1, text);
    let arguments = ["draw", "board1.txt", "--png", "board.png", "--svg", "board.svg", "--size", "96"];
    assert_eq!(nmm(folder, &arguments), (0, String::new(), String::new()));
    assert_eq!(tiny_skia::Pixmap::load_png(folder.join("board.png")).unwrap().width(), 96);
    assert!(fs::read_to_string(folder.join("board.svg")).unwrap().contains(line));
    let (status, _, err) = nmm(folder, &["draw", "W.W", "w"]);
    assert_eq!((status, err.lines().count()), (2, 1), "{err}");
}
