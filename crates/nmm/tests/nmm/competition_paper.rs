// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests `docs/COMPETITION.md`: runs its code blocks in order in an empty folder.

use std::fs;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::paper_boxes::{Fence, fences_of, root};

fn fences() -> Vec<Fence> {
    fences_of("docs/COMPETITION.md")
}

/// The folder in which the steps of the paper are run.
struct Classroom {
    folder: TempDir,
    port: u16,
}

impl Classroom {
    fn new() -> Self {
        // Uses a free port, so that the test does not depend on 5000.
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        Self { folder: tempfile::tempdir().unwrap(), port }
    }

    /// Runs the commands of a code block with the paths of this machine. Returns the output.
    fn run(&self, commands: &str) -> String {
        let root = root().display().to_string();
        let players = format!("{root}/examples/players");
        let commands = commands
            .replace("/usr/share/doc/nine-mens-morris/players", &players)
            .replace("/usr/src/nine-mens-morris", &root)
            .replace("5000", &self.port.to_string())
            // Java compiles the player at each start, which is slow on a busy machine.
            .replace("nmm match --white \"java", "nmm match --patience 60s --white \"java");
        let program = PathBuf::from(env!("CARGO_BIN_EXE_nmm"));
        let path = std::env::var("PATH").unwrap();
        let output = Command::new("sh")
            .args(["-euc", &commands])
            .current_dir(self.folder.path())
            .env("PATH", format!("{}:{path}", program.parent().unwrap().display()))
            .env("PLAYERS", &players)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{commands}: {said}{}", String::from_utf8_lossy(&output.stderr));
        said
    }

    /// Writes the file of a code block that contains one. Returns `false` for other blocks.
    fn write(&self, fence: &Fence) -> bool {
        let name = fence.kind.strip_prefix("python ");
        name.is_some_and(|name| fs::write(self.folder.path().join(name), &fence.text).is_ok())
    }
}

fn is_there(program: &str) -> bool {
    let there = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    there.is_ok_and(|status| status.success())
}

#[test]
fn paper_can_be_followed() {
    let classroom = Classroom::new();
    let mut said = Vec::new();
    for fence in fences() {
        match fence.kind.as_str() {
            "sh" => said.push(classroom.run(&fence.text)),
            "sh c++" | "sh java" if is_there(&fence.kind[3..]) => said.push(classroom.run(&fence.text)),
            "sh c++" | "sh java" => crate::not_tested(&format!("there is no {}", &fence.kind[3..])),
            // Compilation takes a while and has its own test. The tests of the window cover its
            // blocks, and those of the Python package theirs.
            "sh cargo" | "sh pip" | "window" => {}
            kind => assert!(classroom.write(&fence), "what is “{kind}”?"),
        }
    }
    let holds = |words: &str| said.iter().any(|text| text.contains(words));
    assert!(said.iter().any(|text| text == "My player\n0\n"), "{said:?}");
    assert!(holds("answers “99”, which is not a move") && holds("\nA player failed.\n"), "{said:?}");
    assert!(holds("\nAfter 12 games:\n") && holds("12 of 20 games were played before\n"), "{said:?}");
    let folder = classroom.folder.path();
    let table = fs::read_to_string(folder.join("table.txt")).unwrap();
    // Eight of the twenty games were Anna's.
    assert!(
        table.starts_with("12 of 20 games were played before\n") && table.contains("\nAfter 20 games:\n"),
        "{table}"
    );
    assert_eq!(fs::read_dir(folder.join("games")).unwrap().count(), 20);
    // The lines about the window name existing files.
    for fence in fences().iter().filter(|fence| fence.kind == "window") {
        for word in fence.text.split(['"', ' ', '\n']).filter(|word| word.contains('.')) {
            assert!(folder.join(word).exists(), "there is no {word}");
        }
    }
}

#[test]
#[ignore = "compiles the rules again, which takes a minute"]
fn player_in_rust_is_built_by_the_paper() {
    let classroom = Classroom::new();
    for fence in fences() {
        if fence.kind == "sh cargo" || fence.text.starts_with("PLAYERS=") {
            classroom.run(&fence.text);
        } else {
            classroom.write(&fence);
        }
    }
    assert!(classroom.folder.path().join("rust_player/target/release/rust_player").exists());
}
