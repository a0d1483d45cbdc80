// SPDX-License-Identifier: GPL-3.0-or-later
//! Paths that are not regular files are refused by name and never block.

use std::os::unix::fs::{FileTypeExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{fs, io};

use morris_play::persistence::{
    FileProblem, MAX_FILE_BYTES, SavedGame, SettingsFile, read_text, read_text_from, read_text_up_to, write_file,
};

#[test]
fn special_files_are_refused() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    assert!(Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
    symlink(at("pipe"), at("link to a pipe")).unwrap();
    symlink("/dev/zero", at("link to a device")).unwrap();
    let _listener = UnixListener::bind(at("socket")).unwrap();
    let inside = ["pipe", "link to a pipe", "link to a device", "socket", "."].map(at);
    let devices = ["/dev/zero", "/dev/null", "/dev/tty", "/proc"].map(Into::into);
    for path in inside.into_iter().chain(devices) {
        let error = read_text(&path).unwrap_err();
        assert!(matches!(error.problem, FileProblem::NoFile), "{error}");
        assert!(SavedGame::read(&path).is_err());
    }
    let loaded = SettingsFile::load(&at("pipe"));
    assert!(matches!(loaded.problems[0].problem, FileProblem::NoFile));
}

/// This file looks regular, but reading it blocks for users with permission.
#[test]
fn a_file_that_keeps_one_waiting_is_refused() {
    let error = read_text(Path::new("/proc/kmsg")).unwrap_err();
    assert!(matches!(error.problem, FileProblem::Unreadable(_)), "{error}");
}

#[test]
fn endless_files_are_too_large() {
    let error = read_text_from(io::repeat(b'x'), Path::new("-"), MAX_FILE_BYTES).unwrap_err().to_string();
    assert_eq!(error, "-: is larger than 1048576 bytes");
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("four");
    fs::write(&path, "four").unwrap();
    assert_eq!(read_text_up_to(&path, 4).unwrap(), "four");
    assert!(matches!(read_text_up_to(&path, 3).unwrap_err().problem, FileProblem::TooLarge { most: 3 }));
}

#[test]
fn invalid_text_is_named_with_its_line() {
    let error = read_text_from(&b"a\n\xff"[..], Path::new("-"), MAX_FILE_BYTES).unwrap_err().to_string();
    assert_eq!(error, "-, line 2: is not text");
}

/// The path for writing may be a pipe, which is then written to and not replaced.
#[test]
fn a_pipe_is_written_to_and_stays() {
    let home = tempfile::tempdir().unwrap();
    let pipe = home.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    write_file(&pipe, "unread").unwrap_err();
    let reader = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().unwrap();
    // Writing fails until the reader has opened the pipe.
    while write_file(&pipe, "1. d6 f4 *").is_err() {
        std::thread::yield_now();
    }
    assert_eq!(reader.wait_with_output().unwrap().stdout, b"1. d6 f4 *");
    assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1, "nothing was left beside it");
}
