// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests that the solver finally writes the same files, no matter how it is interrupted.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use morris_solved::tablebase::{SolveError, solve};

use super::support::{contents, copy_of_seven_men, seven_men, task};

fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nmm"));
    command.args(arguments).arg("--dir").arg(folder).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

/// Starts a command that fills a folder, kills it this number of times, each time after another
/// share of `longest`, and lets it resume. If it ends before it is killed, `check` inspects its
/// files and it starts over.
pub fn kill_repeatedly(folder: &Path, arguments: &[&str], kills: u32, longest: Duration, check: impl Fn()) {
    let (mut longest, mut killed) = (longest, 0);
    for round in 1..200_u32 {
        let mut child = start(folder, arguments);
        // The shares come in a pseudorandom order.
        sleep(longest * (round * 37 % 100) / 100);
        if child.try_wait().unwrap().is_some() {
            check();
            fs::remove_dir_all(folder).unwrap();
            // The command is faster on this machine.
            longest = longest * 2 / 3;
            continue;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        killed += 1;
        if killed == kills {
            return;
        }
    }
    panic!("killed {killed} times");
}

#[test]
fn killed_solver_writes_the_same_files() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let arguments = ["solve", "--max-men", "7", "--distances"];
    let check = || assert!(contents(folder) == contents(seven_men()));
    kill_repeatedly(folder, &arguments, 20, Duration::from_millis(400), check);
    assert!(start(folder, &arguments).wait().unwrap().success());
    check();
}

#[test]
fn continues_after_a_stop_at_any_call() {
    let folder = tempfile::tempdir().unwrap();
    for calls in [1, 2, 20, 40, 5] {
        let mut left = calls;
        let result = solve(&task(folder.path(), 7), |_| {
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(matches!(result, Err(SolveError::Stopped)), "{calls}: {:?}", result.err());
    }
    solve(&task(folder.path(), 7), |_| ControlFlow::Continue(())).unwrap();
    assert!(contents(folder.path()) == contents(seven_men()));
}

#[test]
fn reports_and_keeps_a_damaged_table() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("3-3.values"), "something else").unwrap();
    let error = solve(&task(folder.path(), 7), |_| ControlFlow::Continue(())).unwrap_err();
    assert!(error.to_string().contains("3-3.values: this is not a table"), "{error}");
    assert_eq!(fs::read(folder.path().join("3-3.values")).unwrap(), b"something else");
}

/// The reason is a message like all others, and not a line of the log.
#[test]
fn damage_is_reported_like_other_errors() {
    let folder = copy_of_seven_men();
    let path = folder.path().join("4-3.values");
    let damaged: Vec<_> =
        fs::read(&path).unwrap().iter().enumerate().map(|(at, byte)| byte ^ u8::from(at > 512)).collect();
    fs::write(&path, damaged).unwrap();
    let mut probe = Command::new(env!("CARGO_BIN_EXE_nmm"));
    probe.args(["probe", "WW./.../.../....../B../.B./WWB w 0 0", "--tables"]).arg(folder.path()).env_remove("NMM_LOG");
    let said = String::from_utf8(probe.output().unwrap().stderr).unwrap();
    let reason = format!("nmm: {}: block ", path.display());
    assert!(said.starts_with(&reason) && said.contains(" is damaged: the table is no longer used\n"), "{said}");
    assert!(said.lines().all(|line| line.starts_with("nmm: ")), "{said}");
}

/// A table counts as solved only after all of it has been read. A single damaged block anywhere is
/// an error, and the message says how to repair it.
#[test]
fn solved_files_have_no_damaged_block() {
    let nmm = |folder: &Path, arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_nmm")).args(arguments).arg("--dir").arg(folder).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), said.lines().last().unwrap_or_default().to_owned())
    };
    let all = &["solve", "--max-men", "7", "--distances"][..];
    for (name, commands) in [
        ("3-3.values", &[all, &["solve", "--max-men", "7"], &["solve", "--only", "3-3"]][..]),
        ("4-3.values", &[all, &["solve", "--max-men", "7"], &["solve", "--only", "3-4"]]),
        ("3-4.distances", &[all, &["solve", "--only", "4-3", "--distances"]]),
    ] {
        let folder = copy_of_seven_men();
        let path = folder.path().join(name);
        let whole = fs::read(&path).unwrap();
        let mut damaged = whole.clone();
        *damaged.last_mut().unwrap() ^= 1;
        fs::write(&path, &damaged).unwrap();
        for command in commands {
            let (status, said) = nmm(folder.path(), command);
            let place = path.display();
            let remedy = format!(" is damaged: remove {place} and run again");
            assert!(status == Some(2) && said.starts_with(&format!("nmm: {place}: block ")), "{command:?}: {said}");
            assert!(said.ends_with(&remedy), "{command:?}: {said}");
            assert!(fs::read(&path).unwrap() == damaged, "{name}");
        }
        fs::remove_file(&path).unwrap();
        assert_eq!(nmm(folder.path(), all).0, Some(0));
        assert!(fs::read(&path).unwrap() == whole, "{name}");
    }
    // The distances were not requested.
    let folder = copy_of_seven_men();
    fs::write(folder.path().join("3-3.distances"), "x").unwrap();
    assert_eq!(nmm(folder.path(), &["solve", "--max-men", "7"]), (Some(0), String::new()));
}

#[test]
fn refuses_a_second_solver_in_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let mut met = None;
    let result = solve(&task(folder.path(), 7), |_| {
        met = solve(&task(folder.path(), 7), |_| ControlFlow::Continue(())).err();
        ControlFlow::Break(())
    });
    assert!(matches!(result, Err(SolveError::Stopped)));
    assert_eq!(
        met.map(|met| met.to_string()),
        Some(format!("another solver is at work in {}", folder.path().display()))
    );
}
