// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests the error messages of `nmm`: one line on standard error and exit status 2. A closed
//! standard output is not an error.

use std::ffi::OsStr;
use std::fs;
use std::io::{Seek, Write};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use rustix::pipe::{PipeFlags, pipe_with};
use tempfile::TempDir;

fn command(arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nmm"));
    command.args(arguments).stdin(Stdio::null());
    command
}

/// Returns the message about wrong arguments.
fn said(arguments: &[impl AsRef<OsStr>]) -> String {
    let output = command(arguments).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &[][..]), "{said}");
    let line = said.strip_prefix("nmm: ").unwrap_or_else(|| panic!("{said}"));
    line.strip_suffix('\n').unwrap_or_else(|| panic!("{said}")).to_owned()
}

#[test]
fn wrong_usage_is_reported_in_one_line() {
    for (arguments, words) in [
        (&["nonsense"][..], "unrecognized subcommand 'nonsense'"),
        (&["move"], "the following required arguments were not provided: <FILE> <PERIOD>"),
        (&["bench", "--dept", "3"], "unexpected argument '--dept' found"),
        (&["perft", "x"], "invalid value 'x' for '<DEPTH>': it is not a whole number"),
        (&["perft", ""], "'<DEPTH>': it is not a whole number"),
        (&["perft", "99999999999999999999"], "'99999999999999999999' for '<DEPTH>': it is too large a number"),
        (&["perft", "--", "-99999999999999999999"], "'-99999999999999999999' for '<DEPTH>': it is too small a number"),
        (&["match", "--ladder", "--sprt", "x", "1"], "'x' for '--sprt <ELO0> <ELO1>': it is not a number"),
        (&["solve", "--max-men", "5"], "invalid value '5' for '--max-men <MAX_MEN>': 5 is not in 6..=24"),
        (&["solve", "--threads", "0"], "invalid value '0' for '--threads <THREADS>': write a number from 1 to 1024"),
        (&["verify", "--threads", "0"], "invalid value '0' for '--threads <THREADS>': write a number from 1 to 1024"),
        (&["convert", "x"], "the following required arguments were not provided: --to <FORMAT>"),
        (&["move", "x", "1", "--evaluation", "y"], "[possible values: material]"),
        (&["verify", "2-2"], "there is no sector “2-2”; a sector reads 3-3 to 9-9, the side to move first"),
        (&["verify", "placing-18"], "there is no ply “placing-18”; a ply reads placing-0 to placing-17"),
    ] {
        let line = said(arguments);
        assert!(line.contains(words) && !line.contains('\n') && !line.contains("Usage"), "{line}");
    }
}

#[test]
fn wrong_log_filter_is_reported_and_harmless() {
    let told = |choice: &OsStr| {
        let output = command(&["perft", "1"]).env("NMM_LOG", choice).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.ends_with(b"24\n")), (Some(0), true), "{choice:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    for (choice, quoted) in [(&b"foo=bar=baz"[..], "foo=bar=baz"), (b"debug,x=\xff\n", "debug,x=\u{fffd}\\n")] {
        let words = format!("nmm: NMM_LOG=“{quoted}” is not understood: write error, warn, info, debug or trace\n");
        assert_eq!(told(OsStr::from_bytes(choice)), words);
    }
    for choice in ["", "error", "DEBUG", "off", "morris_players=trace,warn"] {
        assert_eq!(told(choice.as_ref()), "", "{choice}");
    }
}

#[test]
fn quotes_are_short_without_control_characters() {
    let long = "x".repeat(100_000);
    let [joined, escape] = [format!("--threads={long}"), "\u{1b}]0;PWNED\u{7}\nUsage: \u{1b}[2J".to_owned()];
    for arguments in [
        [&long, ""],
        ["verify", &long],
        ["verify", &escape],
        ["solve", &joined],
        ["perft", &long],
        ["perft", &escape],
        [&escape, ""],
        ["probe", &escape],
        ["probe", &long],
        ["draw", &format!("a b {escape}")],
        ["draw", &format!("a b {long}")],
        ["sectors", &escape],
    ]
    .map(|[first, second]| [first.to_owned(), second.to_owned()])
    {
        let line = said(&arguments);
        assert!(!line.contains(char::is_control), "{line}");
        assert!(line.chars().count() < 600, "{} letters", line.chars().count());
    }
}

#[test]
fn a_name_is_one_line() {
    let words = "invalid value 'a\\nb' for '--name <NAME>': a name is one line, without control characters";
    assert_eq!(said(&["play-compo", "--name", "a\nb"]), words);
}

#[test]
fn help_is_complete() {
    for arguments in [&["--help"][..], &["help"], &["move", "--help"], &["--version"]] {
        let output = command(arguments).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty() && !output.stdout.is_empty(), "{arguments:?}");
    }
    assert!(command(&["--help"]).output().unwrap().stdout.iter().filter(|&&byte| byte == b'\n').count() > 10);
}

#[test]
fn arguments_need_not_be_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(OsStr::from_bytes(b"x\xff.pgn"));
    fs::write(&path, "1. d6").unwrap();
    for arguments in [[OsStr::new("draw"), path.as_os_str()], [OsStr::new("--version"), OsStr::from_bytes(b"\xff")]] {
        assert!(command(&arguments).output().unwrap().status.success(), "{arguments:?}");
    }
    let raw = OsStr::from_bytes(b"\xff");
    for name in ["analyze", "convert", "draw", "explore", "perft", "probe", "sectors", "verify", "\u{fffd}"] {
        said(&[OsStr::new(name), raw]);
    }
    said(&[raw]);
    for option in ["--white", "--rules"] {
        assert!(said(&[OsStr::new("match"), OsStr::new(option), raw]).contains("UTF-8"), "{option}");
    }
    assert!(said(&[OsStr::new("match"), OsStr::from_bytes(b"--white=level:1\xff")]).contains("UTF-8"));
}

#[test]
fn numbers_out_of_range_are_refused() {
    for words in [
        "perft 60000",
        "perft 101",
        "bench --memory 99999999999",
        "bench --memory 0",
        "bench --memory 4097",
        "bench --threads 0",
        "bench --threads 65",
        "bench --threads 99999999",
        "match --first random --second random --opening 99999999999",
        "match --first random --second random --most-plies 99999999999",
        "match --first random --second random --thinking-time 1e18s",
        "analyze --time 1e18s",
    ] {
        let line = said(&words.split(' ').collect::<Vec<_>>());
        assert!(line.contains("invalid value"), "{words}: {line}");
    }
}

/// Creates a folder with the table of 3-3, a game, and a board.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/endgame/3-3.values"), folder.path().join("3-3.values"))
        .unwrap();
    fs::write(folder.path().join("game.pgn"), "1. d6").unwrap();
    fs::write(folder.path().join("board.txt"), "x".repeat(24)).unwrap();
    folder
}

/// Commands that print on standard output, each in a different way.
const SAID: [&str; 24] = [
    "--help",
    "analyze --depth 2",
    "bench --memory 1 --tables .",
    "convert game.pgn --to playok",
    "convert game.pgn --to playok -o /dev/stdout",
    "draw game.pgn",
    "explore --dir .",
    "explore --tsv --dir . WW./.../.../....../B../.B./W.B w 0 0",
    "match --first random --second random --games 2",
    "match --white random --black random --games 1",
    "match --ladder --levels 1-2 --games 2",
    "move board.txt 1 --depth 1",
    "perft 2",
    "play-compo --random",
    "probe --dir . WW./.../.../....../B../.B./W.B w 0 0",
    "review game.pgn",
    "sectors --dir .",
    "sectors --dir . --tsv",
    "solve --dir . --max-men 6",
    "solve --plan make",
    "solve --dir . --rules tapatan",
    "tournament a=random b=random",
    "uci",
    "verify --dir .",
];

/// Returns the standard input that makes a command print something.
fn printed(words: &str) -> Stdio {
    let heard: &[u8] = match words.split(' ').next() {
        Some("uci") => b"uci\n",
        Some("play-compo") => b"0\n",
        _ => b"",
    };
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(heard).unwrap();
    file.rewind().unwrap();
    file.into()
}

#[test]
fn a_stream_that_cannot_be_written_is_named() {
    let folder = folder();
    for words in SAID {
        let mut command = command(&words.split(' ').collect::<Vec<_>>());
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command.current_dir(folder.path()).stdin(printed(words)).stdout(full).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        let last = err.lines().last().unwrap_or_default();
        // Progress lines may come before the message.
        let said = "nmm: could not write to standard output: No space left on device (os error 28)";
        assert_eq!(
            (output.status.code(), last.replace("/dev/stdout", "standard output").as_str()),
            (Some(2), said),
            "{words}"
        );
    }
    for words in ["uci", "play-compo"] {
        let output = command(&[words]).stdin(fs::File::open("/").unwrap()).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        let said = "nmm: standard input cannot be read: Is a directory (os error 21)\n";
        assert_eq!((output.status.code(), err.as_str()), (Some(2), said), "{words}");
    }
}

/// Returns the writing end of a pipe that has no reading end.
fn unread() -> OwnedFd {
    let (reader, writer) = pipe_with(PipeFlags::CLOEXEC).unwrap();
    drop(reader);
    // A process that another test has just forked has the reading end until it starts its program.
    while rustix::io::write(&writer, b"x").is_ok() {
        thread::sleep(Duration::from_millis(1));
    }
    writer
}

#[test]
fn closed_pipe_is_not_an_error() {
    let folder = folder();
    for words in SAID {
        let mut command = command(&words.split(' ').collect::<Vec<_>>());
        let output = command.current_dir(folder.path()).stdin(printed(words)).stdout(unread()).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        // Progress lines are allowed.
        assert_eq!((output.status.code(), err.contains("nmm:")), (Some(0), false), "{words}: {err}");
    }
}

#[test]
fn tables_that_are_not_there_are_named() {
    let folder = folder();
    let (here, none) = (folder.path().to_str().unwrap().to_owned(), "/nowhere".to_owned());
    assert_eq!(said(&["verify", "9-9", "--dir", &here]), format!("there is no table of 9-9 in {here}"));
    assert_eq!(said(&["verify", "placing-3", "--dir", &here]), format!("there is no table of ply 3 in {here}"));
    let empty = folder.path().join("empty").to_str().unwrap().to_owned();
    fs::create_dir(&empty).unwrap();
    assert_eq!(said(&["verify", "--dir", &empty]), format!("there are no tables of the rules standard in {empty}"));
    for command in ["sectors", "verify", "verify 3-3", "verify --rules tapatan"] {
        let arguments: Vec<_> = command.split(' ').chain(["--dir", &none]).collect();
        assert_eq!(said(&arguments), "/nowhere: No such file or directory (os error 2)", "{command}");
    }
    let white = ["match", "--white", "random", "--black", "random"];
    for command in [&["analyze"][..], &["bench"], &["uci"], &white] {
        let line = said(&[command, &["--tables", &none]].concat());
        assert!(line.ends_with("/nowhere: No such file or directory (os error 2)"), "{command:?}: {line}");
    }
    assert_eq!(said(&["solve", "--memory", "1M", "--dir", &format!("{here}/new")]).split(' ').next(), Some("3-3"));
    assert!(!folder.path().join("new").exists());
    assert_eq!(said(&["sectors", "--dir", "/etc/passwd"]), "/etc/passwd is not a folder");
    let below = "/etc/passwd/tables";
    assert_eq!(said(&["solve", "--rules", "tapatan", "--dir", below]), "/etc/passwd is not a folder");
    assert!(said(&["probe", "x", "--tables", below]).ends_with(": /etc/passwd is not a folder"));
    let players = ["tournament", "level:1", "level:2", "--log"];
    for path in ["/etc/passwd", below] {
        assert_eq!(said(&[&players[..], &[path]].concat()), format!("{path}: /etc/passwd is not a folder"));
    }
    fs::write(folder.path().join("3-3.values"), "something else").unwrap();
    let damaged = format!("{here}/3-3.values: this is not a table of solved positions");
    let position = "WW./.../.../....../B../.B./W.B w 0 0";
    for arguments in [["sectors", "--dir"], ["verify", "--dir"]] {
        assert_eq!(said(&[&arguments[..], &[&here]].concat()), damaged, "{arguments:?}");
    }
    assert_eq!(said(&["probe", position, "--tables", &here]), damaged);
}
