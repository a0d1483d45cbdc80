// SPDX-License-Identifier: GPL-3.0-or-later
//! The commands of the headless program.

use std::process::{Command, Output};

use super::support::{contents, seven_men};

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
fn bad_arguments_are_refused() {
    for arguments in [["solve", "--max-men", "19"], ["solve", "--memory", "1X"], ["solve", "--threads", "0"]] {
        assert_eq!(nmm(&arguments).status.code(), Some(2), "{arguments:?}");
    }
}
