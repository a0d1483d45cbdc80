// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of `nmm convert` and `nmm draw`.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
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
fn lost_parts_are_named_in_one_warning() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let game = "[White \"Ada\"]\n\n{before} 1. d6 $2 f4 (1... d2 $1 {or so} 2. f4 (2. b4)) 2. d2 *\n";
    fs::write(folder.join("game.pgn"), game).unwrap();
    let quiet = |arguments: &[&str]| {
        let (status, text, err) = nmm(folder, &[&["convert"], arguments].concat());
        assert_eq!((status, err.as_str()), (0, ""), "{arguments:?}");
        text
    };
    // Conversion from game to save and back loses nothing.
    for arguments in [&["game.pgn", "--to", "save", "-o", "save.toml"][..], &["save.toml", "--to", "save"]] {
        quiet(arguments);
    }
    for file in ["game.pgn", "save.toml"] {
        let text = quiet(&[file, "--to", "game"]);
        assert!(text.contains("[White \"Ada\"]") && text.ends_with(game.split_once("\n\n").unwrap().1), "{text}");
        let list = "1. 5 14 2. 20\n".to_owned();
        let lost = "nmm: left out, for playok has no place for it: tags, comments, glyphs, variations\n".to_owned();
        assert_eq!(nmm(folder, &["convert", file, "--to", "playok"]), (0, list, lost), "{file}");
        // Conversion to a position drops the moves without a warning, since that is its purpose.
        quiet(&[file, "--to", "position"]);
    }
    fs::write(folder.join("plain.pgn"), "[Variant \"plain\"]\n\n1. d6 f4 *\n").unwrap();
    let lost = "nmm: left out, for playok has no place for it: rules\n".to_owned();
    assert_eq!(nmm(folder, &["convert", "plain.pgn", "--to", "playok"]), (0, "1. 5 14\n".to_owned(), lost));
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
    let words = "nmm: game.pgn: line 2, column 7: “d9” is not a move; a move reads d6, a4-a7 or d6xc3\n";
    assert_eq!(convert(&["game.pgn", "--to", "position"]), words);
    fs::write(folder.join("game.pgn"), "1. d6").unwrap();
    let words = "nmm: could not write as board: in this format White is to move\n";
    assert_eq!(convert(&["game.pgn", "--to", "board"]), words);
    fs::write(folder.join("large"), "x".repeat(1024 * 1024 + 1)).unwrap();
    assert_eq!(convert(&["large", "--to", "board"]), "nmm: large: is larger than 1048576 bytes\n");
    assert!(convert(&["nowhere", "--to", "board"]).starts_with("nmm: nowhere: cannot be read"));
}

/// For a text that is not a game at all, the message says so. If the format is given, the message
/// says what is wrong and where.
#[test]
fn text_without_a_game_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("text"), "this is a text\n").unwrap();
    for (command, file) in [("draw", "/etc/passwd"), ("review", "/etc/passwd"), ("draw", "text"), ("review", "text")] {
        let words = format!("nmm: {file}: is not a game or position of nine men's morris\n");
        assert_eq!(nmm(folder, &[command, file]), (2, String::new(), words));
    }
    let words = "nmm: text: line 1, column 1: “this” is not a move; a move reads d6, a4-a7 or d6xc3\n";
    assert_eq!(nmm(folder, &["convert", "text", "--from", "game", "--to", "save"]).2, words);
}

/// For irregular files, endless ones, and texts of one long word, the error is one line with a
/// short quote.
#[test]
fn odd_files_are_refused_in_one_short_line() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().unwrap().success());
    fs::write(folder.join("word"), "?".repeat(1 << 20)).unwrap();
    fs::write(folder.join("escapes"), "\u{1b}]0;x\u{7}\u{1b}[2J\n").unwrap();
    let save = "version = 1\nsaved = 2026-11-21T09:15:00Z\nrules = \"plain\"\nwhite = \"person\"\nblack = \"person\"\n";
    let mv = "turns = [\"\\u001b]0;PWNED\\u0007\\u001b[2J\"]\n";
    fs::write(folder.join("escapes.toml"), format!("{save}{mv}")).unwrap();
    fs::write(folder.join("two\nlines"), "x").unwrap();
    let commands = [&["convert", "--to", "save"][..], &["draw"], &["move", "1"]];
    let files = ["pipe", "/dev/zero", "/dev/full", "/proc/kmsg", ".", "word", "escapes", "escapes.toml", "two\nlines"];
    for (command, file) in commands.into_iter().flat_map(|command| files.map(|file| (command, file))) {
        let arguments = [&command[..1], &[file], &command[1..]].concat();
        let (status, out, err) = nmm(folder, &arguments);
        assert_eq!((status, out.as_str(), err.lines().count()), (2, "", 1), "{arguments:?}: {err}");
        assert!(err.chars().count() <= 300 && !err.trim_end().contains(char::is_control), "{err:?}");
    }
}

#[test]
fn names_need_not_be_text() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let name = OsStr::from_bytes;
    fs::write(folder.join(name(b"x\xff.txt")), "xWxBWBxxWxBBxBxxxWxxBxxx").unwrap();
    let run = |command: &str, file: &[u8], rest: &[&str]| {
        let mut nmm = Command::new(env!("CARGO_BIN_EXE_nmm"));
        let output = nmm.arg(command).arg(name(file)).args(rest).current_dir(folder).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(run("draw", b"x\xff.txt", &[]), (0, String::new()));
    assert_eq!(run("convert", b"x\xff.txt", &["--to", "position"]), (0, String::new()));
    for (command, rest) in [("draw", &[][..]), ("convert", &["--to", "save"]), ("move", &["1"])] {
        let (status, err) = run(command, b"y\xff.txt", rest);
        assert_eq!(status, 2);
        assert!(err.starts_with("nmm: y\\xff.txt: cannot be read: ") && err.lines().count() == 1, "{err}");
    }
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

#[test]
fn the_boards_of_the_help_are_those_that_are_drawn() {
    let help = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../help");
    let folder = tempfile::tempdir().unwrap();
    for line in fs::read_to_string(help.join("figures.tsv")).unwrap().lines().skip(1) {
        let [name, rules, position] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let arguments = ["draw", "--rules", rules, "--svg", "board.svg", position];
        assert_eq!(nmm(folder.path(), &arguments), (0, String::new(), String::new()), "{name}");
        let drawn = fs::read(folder.path().join("board.svg")).unwrap();
        let kept = fs::read(help.join(format!("C/figures/{name}.svg"))).unwrap_or_default();
        assert!(drawn == kept, "{name}: build-aux/help-figures draws another board");
    }
}
