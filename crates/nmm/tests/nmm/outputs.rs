// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of output destinations: only regular files that were named are replaced, and never the
//! input.

use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const GAME: &str = "1. d6 f4 2. d2 *\n";
const BOARD: &str = "xWxBWBxxWxBBxBxxxWxxBxxx";
/// The game in the format of PlayOK.
const LIST: &str = "1. 5 14 2. 20\n";

/// Commands that write a file, without its name at the end.
const WRITERS: [&[&str]; 4] = [
    &["convert", "game.pgn", "--to", "playok", "-o"],
    &["draw", "game.pgn", "--size", "48", "--png"],
    &["draw", "game.pgn", "--svg"],
    &["move", "board.txt", "1", "--depth", "1", "-o"],
];

/// Creates a folder with a game and a board.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.pgn"), GAME).unwrap();
    fs::write(folder.path().join("board.txt"), BOARD).unwrap();
    folder
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nmm"));
    command.args(arguments).current_dir(folder);
    command
}

fn nmm(folder: &Path, arguments: &[&str]) -> (i32, String) {
    status(&command(folder, arguments).output().unwrap())
}

/// Returns the exit status and the text on standard error.
fn status(output: &Output) -> (i32, String) {
    (output.status.code().unwrap(), String::from_utf8(output.stderr.clone()).unwrap())
}

fn to(writer: &[&'static str], name: &'static str) -> Vec<&'static str> {
    [writer, &[name]].concat()
}

#[test]
fn pipes_and_devices_are_written_through() {
    let folder = folder();
    let folder = folder.path();
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for writer in WRITERS {
        let mut reader = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().unwrap();
        let done = nmm(folder, &to(writer, "pipe"));
        if done.0 != 0 || !fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo() {
            // It would wait forever.
            reader.kill().unwrap();
            panic!("{writer:?}: {done:?}");
        }
        let mut direct = command(folder, &to(writer, "file"));
        assert!(direct.output().unwrap().status.success());
        assert_eq!(reader.wait_with_output().unwrap().stdout, fs::read(folder.join("file")).unwrap(), "{writer:?}");
    }
    // Comes after the test that pipes stay pipes: with write permission everywhere, a fault could
    // replace the device.
    symlink("/dev/full", folder.join("full")).unwrap();
    for name in ["/dev/full", "full"] {
        for writer in WRITERS {
            let words = format!("nmm: could not write {name}: No space left on device (os error 28)\n");
            assert_eq!(nmm(folder, &to(writer, name)), (2, words), "{writer:?}");
        }
    }
    assert!(fs::symlink_metadata("/dev/full").unwrap().file_type().is_char_device());
    assert_eq!(nmm(folder, &to(WRITERS[0], "/dev/null")), (0, String::new()));
    assert!(fs::symlink_metadata("/dev/null").unwrap().file_type().is_char_device());
}

#[test]
fn open_descriptors_are_written_to() {
    let folder = folder();
    let folder = folder.path();
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        let output = command(folder, &to(WRITERS[0], name)).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), LIST.as_bytes()), "{name}");
        // Appending keeps the earlier content of a file.
        let log = folder.join("log");
        fs::write(&log, "kept\n").unwrap();
        let added = OpenOptions::new().append(true).open(&log).unwrap();
        assert!(command(folder, &to(WRITERS[0], name)).stdout(added).status().unwrap().success());
        assert_eq!(fs::read_to_string(&log).unwrap(), format!("kept\n{LIST}"), "{name}");
    }
    let log = folder.join("log");
    let shell = format!("{} convert game.pgn --to playok -o /dev/fd/7 7>>log", env!("CARGO_BIN_EXE_nmm"));
    assert!(Command::new("sh").args(["-c", &shell]).current_dir(folder).status().unwrap().success());
    assert_eq!(fs::read_to_string(&log).unwrap(), format!("kept\n{LIST}{LIST}"));
    let output = command(folder, &to(WRITERS[0], "/dev/stderr")).output().unwrap();
    assert_eq!(status(&output), (0, LIST.to_owned()));
}

#[test]
fn a_dash_is_standard_output() {
    let folder = folder();
    let folder = folder.path();
    for writer in WRITERS {
        assert!(command(folder, &to(writer, "file")).output().unwrap().status.success());
        let expected = fs::read(folder.join("file")).unwrap();
        let output = command(folder, &to(writer, "-")).output().unwrap();
        assert_eq!((output.status.code(), output.stdout), (Some(0), expected), "{writer:?}");
        // Other messages do not get between the output.
        let is_told = writer[0] == "move";
        assert_eq!(String::from_utf8(output.stderr).unwrap().contains("White plays"), is_told, "{writer:?}");
        fs::remove_file(folder.join("file")).unwrap();
    }
    let both = nmm(folder, &["draw", "game.pgn", "--png", "-", "--svg", "-"]);
    assert_eq!(both, (2, "nmm: could not write -: something else is written there too\n".to_owned()));
    let both = nmm(folder, &["draw", "game.pgn", "--png", "/dev/stdout", "--svg", "-"]);
    assert_eq!(both.0, 2);
    // A file with this name can still be given as `./-`.
    assert_eq!(nmm(folder, &to(WRITERS[0], "./-")), (0, String::new()));
    assert_eq!(fs::read_to_string(folder.join("-")).unwrap(), LIST);
}

#[test]
fn a_dash_is_refused_where_files_are_made_that_standard_output_cannot_take() {
    let folder = folder();
    let folder = folder.path();
    for words in [
        "match --white random --black random --games 1 --log -",
        "tournament random novice --log -",
        "solve --rules tapatan --dir -",
    ] {
        let (status, err) = nmm(folder, &words.split(' ').collect::<Vec<_>>());
        assert_eq!((status, err.lines().count()), (2, 1), "{words}: {err}");
        assert!(err.contains("standard output") && err.contains("./-"), "{words}: {err}");
    }
    assert_eq!(fs::read_dir(folder).unwrap().count(), 2);
}

#[test]
fn a_board_is_read_from_standard_input_and_goes_to_standard_output() {
    let folder = folder();
    let folder = folder.path();
    let mut read = command(folder, &["move", "-", "1", "--depth", "1"]);
    let output = read.stdin(File::open(folder.join("board.txt")).unwrap()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(command(folder, &["move", "board.txt", "1", "--depth", "1"]).output().unwrap().status.success());
    assert_eq!(output.stdout, fs::read(folder.join("board.out.txt")).unwrap());
    assert_eq!(fs::read_dir(folder).unwrap().count(), 3);
}

#[test]
fn a_full_standard_output_is_an_error() {
    let folder = folder();
    for arguments in [
        &["convert", "game.pgn", "--to", "playok"][..],
        &["convert", "game.pgn", "--to", "playok", "-o", "/dev/stdout"],
        &["draw", "game.pgn"],
        &["perft", "1"],
        &["--help"],
    ] {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command(folder.path(), arguments).stdout(full).output().unwrap();
        let words = "nmm: could not write to standard output: No space left on device (os error 28)\n";
        assert_eq!(status(&output), (2, words.to_owned()), "{arguments:?}");
    }
    // A standard error that cannot be written to must not cause a panic.
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut wrong = command(folder.path(), &["draw", "nowhere"]);
    assert_eq!(wrong.stderr(full).status().unwrap().code(), Some(2));
}

#[test]
fn input_file_is_never_written() {
    let folder = folder();
    let folder = folder.path();
    for (input, text, writers) in [("game.pgn", GAME, &WRITERS[..3]), ("board.txt", BOARD, &WRITERS[3..])] {
        fs::hard_link(folder.join(input), folder.join("hard")).unwrap();
        symlink(input, folder.join("soft")).unwrap();
        let again = format!("./{input}");
        for name in [input, again.as_str(), "hard", "soft"] {
            for writer in writers {
                let words = format!("nmm: could not write {name}: it is the file that is read\n");
                assert_eq!(nmm(folder, &[writer, &[name][..]].concat()), (2, words), "{writer:?}");
                assert_eq!(fs::read_to_string(folder.join(input)).unwrap(), text);
            }
        }
        for name in ["hard", "soft"] {
            fs::remove_file(folder.join(name)).unwrap();
        }
    }
    let mut read = command(folder, &["convert", "-", "--to", "playok", "-o", "game.pgn"]);
    let output = read.stdin(File::open(folder.join("game.pgn")).unwrap()).output().unwrap();
    assert_eq!(status(&output).0, 2);
    assert_eq!(fs::read_to_string(folder.join("game.pgn")).unwrap(), GAME);
}

#[test]
fn named_files_are_replaced_whole_and_links_stay() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("file"), "old").unwrap();
    fs::hard_link(folder.join("file"), folder.join("old")).unwrap();
    fs::create_dir(folder.join("there")).unwrap();
    symlink("file", folder.join("link")).unwrap();
    symlink("../link", folder.join("there/link")).unwrap();
    symlink("there/new", folder.join("dangling")).unwrap();
    for (name, written) in [("link", "file"), ("there/link", "file"), ("dangling", "there/new")] {
        assert_eq!(nmm(folder, &to(WRITERS[0], name)), (0, String::new()));
        assert!(fs::symlink_metadata(folder.join(name)).unwrap().is_symlink(), "{name}");
        assert!(fs::symlink_metadata(folder.join(written)).unwrap().is_file(), "{name}");
        assert_eq!(fs::read_to_string(folder.join(written)).unwrap(), LIST, "{name}");
        fs::remove_file(folder.join(written)).unwrap();
    }
    // The name refers to a new file. The old one is unchanged for open descriptors and under its
    // other name.
    assert_eq!(fs::read_to_string(folder.join("old")).unwrap(), "old");
    symlink("loop", folder.join("loop")).unwrap();
    let (status, err) = nmm(folder, &to(WRITERS[0], "loop"));
    assert_eq!((status, err.lines().count()), (2, 1), "{err}");
}

#[test]
fn of_two_pictures_none_is_written_where_one_is_refused() {
    let folder = folder();
    let folder = folder.path();
    symlink("new", folder.join("link")).unwrap();
    let svg = |name| nmm(folder, &["draw", "game.pgn", "--size", "48", "--png", "new", "--svg", name]);
    let input = "nmm: could not write game.pgn: it is the file that is read\n";
    assert_eq!(svg("game.pgn"), (2, input.to_owned()));
    for name in ["new", "./new", "link"] {
        let words = format!("nmm: could not write {name}: something else is written there too\n");
        assert_eq!(svg(name), (2, words));
    }
    assert!(!folder.join("new").exists());
    assert_eq!(svg("other"), (0, String::new()));
}

#[test]
fn errors_name_only_arguments() {
    let folder = folder();
    for writer in WRITERS {
        let words = "nmm: could not write /proc/x: No such file or directory (os error 2)\n";
        assert_eq!(nmm(folder.path(), &to(writer, "/proc/x")), (2, words.to_owned()), "{writer:?}");
    }
}

#[test]
fn folders_are_not_made() {
    let folder = folder();
    let folder = folder.path();
    for writer in WRITERS {
        let words = "nmm: could not write nowhere/x: there is no folder nowhere\n";
        assert_eq!(nmm(folder, &to(writer, "nowhere/x")), (2, words.to_owned()), "{writer:?}");
        let words = "nmm: could not write game.pgn/x: game.pgn is not a folder\n";
        assert_eq!(nmm(folder, &to(writer, "game.pgn/x")), (2, words.to_owned()), "{writer:?}");
        assert_eq!(nmm(folder, &to(writer, ".")), (2, "nmm: could not write .: it is a folder\n".to_owned()));
    }
    assert_eq!(fs::read_dir(folder).unwrap().count(), 2);
}

#[test]
fn games_are_added_to_a_folder_and_replace_none() {
    let folder = folder();
    let folder = folder.path();
    fs::create_dir(folder.join("games")).unwrap();
    fs::write(folder.join("games/game-0002.pgn"), "kept").unwrap();
    let arguments = "match --white random --black random --most-plies 4 --games 3 --log games";
    for count in [4, 7] {
        let (status, err) = nmm(folder, &arguments.split(' ').collect::<Vec<_>>());
        assert_eq!((status, err.as_str()), (0, ""));
        assert_eq!(fs::read_dir(folder.join("games")).unwrap().count(), count);
    }
    assert_eq!(fs::read_to_string(folder.join("games/game-0002.pgn")).unwrap(), "kept");
    assert!(fs::read_to_string(folder.join("games/game-0001.pgn")).unwrap().contains("[Round \"1\"]"));
}

/// Limits the size of files to a number of blocks of 512 bytes, as if the disk were full.
#[test]
fn of_a_game_that_finds_no_room_nothing_is_left() {
    let folder = folder();
    let folder = folder.path();
    let within = |blocks: u32, log: &str| {
        let play = "match --white random --black random --games 9 --most-plies 20 --seed 4 --log";
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec {} {play} {log}", env!("CARGO_BIN_EXE_nmm"));
        let (status, err) = status(&Command::new("sh").args(["-c", &script]).current_dir(folder).output().unwrap());
        assert_eq!((status, err.lines().count()), (2, 1), "{err}");
        assert!(err.contains("File too large"), "{err}");
    };
    within(3, "games.pgn");
    let games = fs::read_to_string(folder.join("games.pgn")).unwrap();
    assert!(games.ends_with(" 1/2-1/2\n\n") && games.matches("[Event ").count() > 1, "{games}");
    fs::write(folder.join("long.pgn"), "x".repeat(500)).unwrap();
    within(1, "long.pgn");
    assert_eq!(fs::read_to_string(folder.join("long.pgn")).unwrap(), "x".repeat(500));
    // There is no room for any game.
    within(0, "games/");
    assert_eq!(fs::read_dir(folder.join("games")).unwrap().count(), 0);
}

/// A limit on the size of files gives an error message. By default the system would end the program
/// with a signal.
#[test]
fn file_size_limit_is_reported_and_leaves_nothing() {
    let folder = folder();
    let folder = folder.path();
    let names = || {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = entries.collect();
        names.sort_unstable();
        names
    };
    let within = |blocks: u32, arguments: &[&str]| {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("ulimit -f {blocks}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_nmm")]);
        status(&shell.args(arguments).current_dir(folder).output().unwrap())
    };
    fs::write(folder.join("file"), "kept").unwrap();
    let before = names();
    for writer in WRITERS {
        for name in ["file", "new"] {
            let (status, said) = within(0, &to(writer, name));
            let words = format!("{name}: File too large (os error 27)\n");
            assert!(status == 2 && said.ends_with(&words), "{writer:?}: {status} {said}");
        }
        assert_eq!((fs::read_to_string(folder.join("file")).unwrap().as_str(), names()), ("kept", before.clone()));
    }
    let tables = ["solve", "--max-men", "6", "--distances", "--dir", "."];
    let words = "nmm: ./3-3.distances: File too large (os error 27)\n";
    let (status, said) = within(1, &tables);
    // Progress lines are allowed.
    assert!(status == 2 && said.ends_with(words), "{said}");
    assert_eq!(names(), before);
    let game = ["solve", "--rules", "tapatan", "--dir", "."];
    let (status, said) = within(0, &game);
    assert!(status == 2 && said.ends_with("nmm: ./tapatan.game.unfinished: File too large (os error 27)\n"), "{said}");
    // The interrupted work is resumed.
    for solve in [&tables[..], &game] {
        assert_eq!(nmm(folder, solve).0, 0, "{solve:?}");
    }
    let full = File::create(folder.join("full")).unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -f 0; exec \"$0\" perft 1", env!("CARGO_BIN_EXE_nmm")]).stdout(full);
    let words = "nmm: could not write to standard output: File too large (os error 27)\n".to_owned();
    assert_eq!(self::status(&shell.output().unwrap()), (2, words));
}
