// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the arguments of the desktop program.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::process::Command;

/// Arguments need not be valid text. Without a display the program reports that, and does not panic
/// earlier.
#[test]
fn arguments_of_the_window_need_not_be_text() {
    let home = tempfile::tempdir().unwrap();
    let start = |arguments: &[&[u8]]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nine-mens-morris"));
        command.args(arguments.iter().map(|argument| OsStr::from_bytes(argument))).env("HOME", home.path());
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
            command.env_remove(name);
        }
        let output = command.env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere").output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(start(&[b"x\xff.toml", b"--version"]).0, Some(0));
    let (status, err) = start(&[b"x\xff.toml"]);
    assert!(status == Some(1) && !err.contains("panicked"), "{status:?} {err}");
    let (status, err) = start(&[b"--continue", b"x.toml"]);
    assert!(status == Some(2) && err.contains("--continue cannot be combined"), "{status:?} {err}");
    let (status, err) = start(&[b"--continue", b"--patience", b"10s"]);
    assert!(status == Some(1) && !err.contains("combined"), "{status:?} {err}");
    let wrong: [&[&[u8]]; 3] = [&[b"--white", b"level:1\xff"], &[b"--white=level:1\xff"], &[b"-\xff"]];
    for arguments in wrong {
        let (status, err) = start(arguments);
        assert!(
            status == Some(2) && err.contains("\\xff: options must be UTF-8 text"),
            "{arguments:?}: {status:?} {err}"
        );
    }
}

/// The environment selects the log messages. A value that cannot be parsed is reported, and nothing
/// else goes wrong.
#[test]
fn wrong_log_filter_is_reported() {
    let told = |choice: &[u8]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nine-mens-morris"));
        let output = command.arg("--version").env("NMM_LOG", OsStr::from_bytes(choice)).output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    for choice in [&b"foo=bar=baz"[..], b"\xff"] {
        let said = told(choice);
        assert!(said.lines().count() == 1 && said.contains("NMM_LOG=“"), "{said}");
    }
    assert_eq!(told(b"debug"), "");
}

#[test]
fn version_that_cannot_be_written_is_a_failure() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nine-mens-morris"));
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    assert_eq!(command.arg("--version").stdout(full).status().unwrap().code(), Some(1));
}
