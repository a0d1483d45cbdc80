// SPDX-License-Identifier: GPL-3.0-or-later
//! Runs the examples in the help of the commands. The tests of `lab` use this module too.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns the commands listed in the help.
fn commands(program: &Path) -> Vec<String> {
    let help = text(&Command::new(program).arg("--help").output().unwrap().stdout);
    let listed = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = listed.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned);
    // Manual pages are only needed to build the program.
    names.filter(|name| !["help", "man"].contains(&name.as_str())).collect()
}

/// Creates a folder with the files that the examples read. It also serves as the home folder, with
/// the tables that come with the program.
pub fn prepared_folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let players = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/players");
    fs::create_dir(folder.path().join("players")).unwrap();
    for (name, content) in [
        ("game.pgn", "1. d6 f4 2. d2 b4 3. f6 b6 4. f2 b2xd2 5. d2 e4 *\n".to_owned()),
        ("board1.txt", format!("{}\n", "xWxxBxWxxBxxxWxxWxxBxxBx")),
        ("my_player.py", fs::read_to_string(players.join("random_player.py")).unwrap()),
        ("players/anna.py", fs::read_to_string(players.join("random_player.py")).unwrap()),
        ("players/bert", "#!/bin/sh\nexec nmm play-compo --limit depth:2\n".to_owned()),
    ] {
        fs::write(folder.path().join(name), content).unwrap();
    }
    fs::set_permissions(folder.path().join("players/bert"), fs::Permissions::from_mode(0o755)).unwrap();
    let tables = folder.path().join(".local/share/nine-mens-morris/endgame");
    fs::create_dir_all(&tables).unwrap();
    for table in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/endgame")).unwrap() {
        let table = table.unwrap();
        symlink(fs::canonicalize(table.path()).unwrap(), tables.join(table.file_name())).unwrap();
    }
    folder
}

/// Runs a line in such a folder, where the program can be called by its name.
pub fn run_line(program: &Path, folder: &TempDir, line: &str) -> Output {
    let own = program.parent().unwrap().to_owned();
    let path = std::env::var_os("PATH").unwrap();
    let path = std::env::join_paths([own].into_iter().chain(std::env::split_paths(&path))).unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(folder.path());
    shell.env("PATH", path).env("HOME", folder.path()).env("LC_ALL", "C.UTF-8");
    shell.env_remove("XDG_DATA_HOME").env("PYTHONDONTWRITEBYTECODE", "1");
    shell.stdin(Stdio::null()).output().unwrap()
}

/// Runs the examples in the help of the commands of a program. Returns their number.
pub fn run_examples(program: &Path, name: &str) -> usize {
    let folder = prepared_folder();
    let mut run = 0;
    let names = commands(program);
    // The tables for these commands must be solved first.
    let late = ["sectors", "verify"];
    let (last, first): (Vec<_>, Vec<_>) = names.iter().partition(|command| late.contains(&command.as_str()));
    for command in first.into_iter().chain(last) {
        let help = text(&Command::new(program).args([command, "--help"]).output().unwrap().stdout);
        let (_, examples) =
            help.split_once("Examples:\n").unwrap_or_else(|| panic!("{command} has no examples: {help}"));
        let lines = examples.lines().filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
        for line in lines {
            let output = run_line(program, &folder, line);
            let (out, err) = (text(&output.stdout), text(&output.stderr));
            // Standard error may contain progress lines.
            assert!(output.status.success() && !err.contains(&format!("{name}: ")), "{line}: {out}{err}");
            assert!(
                !out.is_empty() || line.contains(" > ") || line.contains(" -o ") || line.contains("--png"),
                "{line}"
            );
            run += 1;
        }
    }
    run
}
