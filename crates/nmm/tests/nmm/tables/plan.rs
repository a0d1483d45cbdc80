// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the solver's work as a makefile.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use super::support::{contents, seven_men};

const NMM: &str = env!("CARGO_BIN_EXE_nmm");

/// Writes a plan next to a folder for the tables, and runs make with it.
fn make(folder: &Path, plan: &[&str], options: &[&str]) -> Output {
    let written = Command::new(NMM).args(["solve", "--plan", "make"]).args(plan).output().unwrap();
    assert!(written.status.success(), "{written:?}");
    let file = folder.join("plan.mk");
    fs::write(&file, written.stdout).unwrap();
    let tables = folder.join("tables");
    fs::create_dir_all(&tables).unwrap();
    let mut command = Command::new("make");
    command.arg("-C").arg(tables).arg("-f").arg(file).arg(format!("NMM={NMM}")).args(options);
    command.output().expect("GNU make")
}

#[test]
fn parallel_make_writes_the_same_tables() {
    let folder = tempfile::tempdir().unwrap();
    for _once_more in 0..2 {
        let made = make(folder.path(), &["--max-men", "7", "--distances"], &["-j2"]);
        assert!(made.status.success(), "{made:?}");
        assert!(contents(&folder.path().join("tables")) == contents(seven_men()));
    }
    let nothing_to_do = make(folder.path(), &["--max-men", "7", "--distances"], &["-q"]);
    assert!(nothing_to_do.status.success(), "{nothing_to_do:?}");
}

#[test]
fn adds_distances_to_existing_values() {
    let folder = tempfile::tempdir().unwrap();
    for plan in [&["--max-men", "7"][..], &["--max-men", "7", "--distances"]] {
        let made = make(folder.path(), plan, &["-j2"]);
        assert!(made.status.success(), "{made:?}");
    }
    assert!(contents(&folder.path().join("tables")) == contents(seven_men()));
}

#[test]
fn plans_each_table_after_those_it_needs() {
    let folder = tempfile::tempdir().unwrap();
    let printed = make(folder.path(), &["--placing", "--last-ply", "13"], &["-n"]);
    let printed = String::from_utf8(printed.stdout).unwrap();
    let only = |line: &str| Some(line.split_once("--only ")?.1.split(' ').next()?.to_owned());
    let steps: Vec<_> = printed.lines().filter_map(only).collect();
    assert_eq!(steps.len(), 28 + 18);
    let place = |name: &str| steps.iter().position(|step| step == name).unwrap();
    for [before, after] in [["3-3", "4-3"], ["8-8", "9-8"], ["9-7", "9-8"], ["9-9", "placing-17"]] {
        assert!(place(before) < place(after), "{before} {after}");
    }
    assert_eq!(place("placing-0"), steps.len() - 1);
    let removed = printed.lines().find_map(|line| line.strip_prefix("rm -f ")).unwrap();
    let passing = (14..18).rev().map(|ply| format!("placing-{ply}.values"));
    assert_eq!(removed, passing.collect::<Vec<_>>().join(" "));
}
