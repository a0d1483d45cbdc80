// SPDX-License-Identifier: GPL-3.0-or-later
//! Guests in Python that share no code with this program, and hostile ones.

use std::process::Command;

use super::support::Program;
use crate::not_tested;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/room/guest.py");

/// Returns the Python with the packages of the script. `build-aux/test-long network` installs them.
fn python() -> Option<String> {
    let python = std::env::var("NMM_ROOM_PYTHON").unwrap_or("/usr/bin/python3".to_owned());
    let has_packages = Command::new(&python).args(["-c", "import spake2, noise.connection"]).output();
    if has_packages.is_ok_and(|output| output.status.success()) {
        return Some(python);
    }
    assert!(std::env::var_os("NMM_ROOM_PYTHON").is_none(), "{python} lacks spake2 or noiseprotocol");
    not_tested(&format!("{python} lacks spake2 or noiseprotocol"));
    None
}

fn script(python: &str, kind: &str, address: &str, code: &str) -> Command {
    let mut command = Command::new(python);
    command.args(["-B", SCRIPT, kind, address.rsplit(':').next().unwrap(), code]);
    command
}

#[test]
fn python_plays_and_watches() {
    let Some(python) = python() else { return };
    let (mut host, address, code) = Program::host(&["--player", "random", "--clock", "60+1"]);
    let watcher = Program::start(&mut script(&python, "watch", &address, &code));
    host.wait_for("member 1 here Watcher");
    let said = [Program::start(&mut script(&python, "play", &address, &code)), watcher]
        .map(|mut program| program.wait_for(""));
    host.wait_for("over ");
    let position = host.seen.iter().rev().find(|row| row.starts_with("position ")).unwrap();
    assert!(position.ends_with(&said[0]) && said[0] == said[1], "{position} {said:?}");
}

#[test]
fn hostile_programs_are_shut_out() {
    let Some(python) = python() else { return };
    let (_host, address, code) = Program::host(&[]);
    for (kind, expected) in [("refused", "refused"), ("slow", "slow"), ("guesses", "refused wait")] {
        Program::start(&mut script(&python, kind, &address, &code)).wait_for(expected);
    }
}
