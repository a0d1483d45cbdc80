// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the commands about tables.

use std::fs;
use std::process::{Command, Output};

use super::program;
use super::support::{contents, copy_of_seven_men, seven_men};

fn nmm(arguments: &[&str]) -> Output {
    let command = &mut Command::new(env!("CARGO_BIN_EXE_nmm"));
    command.args(arguments).args(["--dir", seven_men().to_str().unwrap()]).output().unwrap()
}

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn sectors_are_listed() {
    let lines = said(&nmm(&["sectors", "--tsv"]));
    assert_eq!(
        lines,
        "3-3\t169626\t140621\t269\t28736\t25\t26\n4-3\t760398\t75397\t681906\t3095\t1\t10\n\
         3-4\t760398\t102281\t658117\t0\t11\t0\n"
    );
    assert_eq!(said(&nmm(&["sectors"])).lines().count(), 4);
}

#[test]
fn positions_are_probed() {
    let lines = said(&nmm(&["probe", "WW./.../.../....../B../.B./W.B w 0 0"]));
    let mut lines = lines.lines();
    assert_eq!(lines.next(), Some("win 1"));
    assert!(lines.clone().any(|line| line == "a1-g7xc3     win 1"));
    assert_eq!(lines.count(), 3 * 18 + 2 * 2);
    let absent = nmm(&["probe", "WWW/WWW/.../....../B../.B./W.B w 0 0"]);
    assert_eq!(absent.status.code(), Some(2));
    assert_eq!(String::from_utf8(absent.stderr).unwrap(), "nmm: no table here holds the position\n");
}

#[test]
fn tables_are_verified_and_made_only_once() {
    assert!(said(&nmm(&["verify"])).starts_with("3 sectors with 1690422 positions are right"));
    let before = contents(seven_men());
    said(&nmm(&["solve", "--max-men", "7", "--threads", "1", "--memory", "100M"]));
    assert!(contents(seven_men()) == before);
}

#[test]
fn only_tables_of_the_rules_are_verified() {
    let folder = copy_of_seven_men();
    let folder = folder.path();
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/endgame/placing-0.values");
    fs::copy(shipped, folder.join("placing-0.values")).unwrap();
    let lines = program::said(&program::nmm(folder, &["verify"]));
    assert!(lines.ends_with("\nply 0 is not verified: what its placements lead to is not there\n"), "{lines}");
    // Files of other tables are not even readable.
    for name in ["placing-1.values", "twelve-3-3.values"] {
        fs::write(folder.join(name), "notes").unwrap();
    }
    let lines = program::said(&program::nmm(folder, &["verify", "--rules", "lasker"]));
    assert!(lines.starts_with("3 sectors with 1690422 positions are right"), "{lines}");
    assert_eq!(lines.lines().count(), 1, "{lines}");
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = entry.file_name().unwrap().to_str().unwrap();
        if !name.starts_with("placing-0") {
            fs::remove_file(entry).unwrap();
        }
    }
    let words = format!("nmm: there are no tables of the rules lasker in {}\n", folder.display());
    assert_eq!(program::complaint(&program::nmm(folder, &["verify", "--rules", "lasker"])), words);
}

#[test]
fn a_step_that_cannot_be_taken_makes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let new = folder.path().join("new");
    for (arguments, words) in [
        (&["placing-9"][..], "placing-10.values: No such file or directory (os error 2)"),
        (&["placing-17"], ".values: No such file or directory (os error 2)"),
        (&["5-4"], ".values: No such file or directory (os error 2)"),
        (&["placing-9", "--memory", "1M"], "MiB may be used"),
        (&["3-3", "--memory", "1M"], "MiB may be used"),
    ] {
        let refused = program::complaint(&program::nmm(&new, &[&["solve", "--only"], arguments].concat()));
        assert!(refused.ends_with(&format!("{words}\n")) && refused.lines().count() == 1, "{arguments:?}: {refused}");
        assert!(!new.exists(), "{arguments:?}");
    }
    program::said(&program::nmm(&new, &["solve", "--only", "3-3"]));
    assert!(new.join("3-3.values").exists());
}

#[test]
fn bad_arguments_are_refused() {
    for arguments in [["solve", "--max-men", "19"], ["solve", "--memory", "1X"], ["solve", "--threads", "0"]] {
        assert_eq!(nmm(&arguments).status.code(), Some(2), "{arguments:?}");
    }
}
