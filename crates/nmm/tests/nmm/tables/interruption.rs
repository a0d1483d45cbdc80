// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests that the solver finally writes the same files, no matter how it is interrupted.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use morris_solved::tablebase::{SolveError, solve};

use super::support::{contents, seven_men, task};

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
