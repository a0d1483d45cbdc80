// SPDX-License-Identifier: GPL-3.0-or-later
//! A player with a file, who runs `nmm post`.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use morris_message::MessageGame;
use tempfile::TempDir;

/// What a command printed, and its exit status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    pub status: i32,
    pub out: String,
    pub err: String,
}

/// A player with the file of a game.
pub struct Player {
    pub file: PathBuf,
}

impl Player {
    pub fn new(folder: &TempDir, name: &str) -> Self {
        Self { file: folder.path().join(name) }
    }

    /// Returns a command such as `nmm post play FILE d6`.
    pub fn command(&self, name: &str, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nmm"));
        command.args(["post", name]).arg(&self.file).args(words).stdin(Stdio::null());
        command
    }

    /// Runs a command. On status 1 or 2 the file must be unchanged, and there is one line on
    /// standard error.
    pub fn try_to(&self, name: &str, words: &[&str]) -> Said {
        let before = fs::read(&self.file).ok();
        let output = self.command(name, words).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let said = Said { status: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) };
        if said.status != 0 {
            assert_eq!(fs::read(&self.file).ok(), before, "{name} {words:?}: {said:?}");
            assert!(said.err.starts_with("nmm: ") && said.err.matches('\n').count() == 1, "{said:?}");
        }
        said
    }

    /// Runs a command that succeeds, and returns the line that it prints.
    pub fn run(&self, name: &str, words: &[&str]) -> String {
        let said = self.try_to(name, words);
        assert_eq!(said.status, 0, "{name} {words:?}: {said:?}");
        line(&said)
    }

    /// Returns the game in the file.
    pub fn game(&self) -> MessageGame {
        MessageGame::from_toml(&fs::read_to_string(&self.file).unwrap()).unwrap()
    }
}

/// Returns the one line on standard output.
pub fn line(said: &Said) -> String {
    let line = said.out.strip_suffix('\n').unwrap_or_else(|| panic!("{said:?}"));
    assert!(!line.contains('\n'), "{said:?}");
    line.to_owned()
}

/// Returns two players who have begun a game by these rules. Ann is White.
pub fn begin(folder: &TempDir, rules: &str) -> [Player; 2] {
    let players = ["ann", "bob"].map(|name| Player::new(folder, name));
    let [ann, bob] = &players;
    let invitation = ann.run("invite", &["--rules", rules, "--color", "white", "--name", "Ann"]);
    let acceptance = bob.run("accept", &[&invitation, "--name", "Bob"]);
    ann.run("read", &[&acceptance]);
    players
}
