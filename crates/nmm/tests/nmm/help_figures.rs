// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the boards in the help.

use std::fs;
use std::path::Path;

use super::run_examples::run_line;

#[test]
fn draws_the_boards_of_the_help() {
    let help = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../help");
    let folder = tempfile::tempdir().unwrap();
    for line in fs::read_to_string(help.join("figures.tsv")).unwrap().lines().skip(1) {
        let [name, rules, position] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let draw = format!("nmm draw --rules '{rules}' --svg board.svg '{position}' 2>&1");
        let output = run_line(env!("CARGO_BIN_EXE_nmm").as_ref(), &folder, &draw);
        assert!(output.status.success() && output.stdout.is_empty(), "{name}");
        let drawn = fs::read(folder.path().join("board.svg")).unwrap();
        let kept = fs::read(help.join(format!("C/figures/{name}.svg"))).unwrap_or_default();
        assert!(drawn == kept, "{name}: build-aux/help-figures draws another board");
    }
}
