// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests with pipes, devices, and folders under the names of tables. They are refused by name
//! without any waiting.

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc;
use std::time::Duration;

use morris::{Position, Rules};
use morris_solved::tablebase::{Tables, Wdl};

use super::support::copy_of_seven_men;

/// Longer than all of this takes on any machine: only an endless wait exceeds it.
const FOREVER: Duration = Duration::from_secs(120);

/// Puts an object in the place of a file.
type Put = fn(&Path);

const ODD: [(&str, Put); 5] = [
    ("pipe", |path| assert!(Command::new("mkfifo").arg(path).status().unwrap().success())),
    ("endless device", |path| symlink("/dev/zero", path).unwrap()),
    ("empty device", |path| symlink("/dev/null", path).unwrap()),
    ("socket", |path| drop(UnixListener::bind(path).unwrap())),
    ("folder", |path| fs::create_dir(path).unwrap()),
];

/// Returns the result of `work`, or panics if it takes longer than [`FOREVER`].
fn in_time<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, result) = mpsc::channel();
    std::thread::spawn(move || done.send(work()));
    result.recv_timeout(FOREVER).expect("it waits forever")
}

const POSITION: &str = "WW./.../.../....../B../.B./W.B w 0 0";

#[test]
fn refuses_odd_files_and_uses_the_others() {
    for name in ["3-4.values", "3-4.distances", "placing-17.values"] {
        for (what, put) in ODD {
            let folder = copy_of_seven_men();
            let path = folder.path().join(name);
            let _there_before = fs::remove_file(&path);
            put(&path);
            let place = folder.path().to_owned();
            let (tables, refused) = in_time(move || Tables::open(&place));
            let refused: Vec<_> = refused.iter().map(ToString::to_string).collect();
            assert_eq!(refused, [format!("{}: this is not a file", path.display())], "{what}");
            let position = Position::parse(POSITION, &Rules::STANDARD).unwrap();
            assert_eq!(tables.value(&position, &Rules::STANDARD), Some(Wdl::Win), "{what}");
        }
    }
}
