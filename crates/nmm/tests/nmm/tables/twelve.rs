// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of sectors on the board with diagonals by the commands of the program.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::program::{complaint, nmm, said};
use super::support::contents;

const NMM: &str = env!("CARGO_BIN_EXE_nmm");

#[test]
fn sectors_of_twelve_are_solved_listed_probed_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    said(&nmm(folder, &["solve", "--rules", "twelve", "--max-men", "7", "--distances"]));
    let names: Vec<_> = contents(folder).into_keys().collect();
    let values = ["twelve-3-3.values", "twelve-4-3.values"];
    assert!(
        names.iter().all(|name| name.starts_with("twelve-")) && values.iter().all(|&name| names.contains(&name.into()))
    );
    let sectors = said(&nmm(folder, &["sectors", "--rules", "twelve", "--tsv"]));
    let firsts: Vec<_> = sectors.lines().filter_map(|line| line.split('\t').next()).collect();
    assert_eq!(firsts, ["twelve-3-3", "twelve-4-3", "twelve-3-4"]);
    assert_eq!(said(&nmm(folder, &["sectors", "--tsv"])), "");
    assert!(
        said(&nmm(folder, &["verify", "--rules", "twelve"])).starts_with("3 sectors with 1690422 positions are right")
    );
    assert!(said(&nmm(folder, &["verify", "twelve-4-3"])).starts_with("1 sectors with "));
    // Along a diagonal, which is not a line in nine men's morris.
    let line = "W../W../.../....W./..B/..B/..B w 0 0 0";
    for rules in ["twelve", "eleven"] {
        let probed = said(&nmm(folder, &["probe", "--rules", rules, line]));
        assert_eq!(probed.lines().next(), Some("win 1"), "{probed}");
        assert!(probed.lines().any(|line| line.starts_with("f4-c5x")), "{probed}");
    }
    for rules in ["standard", "morabaraba"] {
        let absent = nmm(folder, &["probe", "--rules", rules, line]);
        assert_eq!(complaint(&absent), "nmm: no table here holds the position\n");
    }
}

/// The opening of both games is known: the first player wins from the twelve corners.
#[test]
fn the_shipped_plies_serve_probes_tables_reviews_and_puzzles() {
    let folder: &Path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/endgame").as_ref();
    let game = tempfile::NamedTempFile::new().unwrap();
    fs::write(game.path(), "d7 a1 g1 d1").unwrap();
    for rules in ["eleven", "twelve"] {
        let probed = said(&nmm(folder, &["probe", "--rules", rules]));
        assert_eq!(probed.lines().next(), Some("win"));
        for line in probed.lines().skip(1) {
            let is_corner = !line.starts_with('d') && line.as_bytes()[1] != b'4';
            assert_eq!(line.split_whitespace().nth(1), Some(if is_corner { "win" } else { "draw" }), "{rules} {line}");
        }
        let explored = said(&nmm(folder, &["explore", "--rules", rules, "--tsv"]));
        assert_eq!(explored.lines().filter(|line| line.contains("\tW\t\t23\t23")).count(), 12, "{rules}: {explored}");
        let file = game.path().to_str().unwrap();
        let review = said(&nmm(folder, &["review", "--rules", rules, file]));
        assert!(review.contains("1. d7 slip: a win becomes a draw; better a7 g7 b6 f6 c5 e5"), "{rules}: {review}");
        let puzzles = said(&nmm(folder, &["puzzles", "--rules", rules, "--count", "2", "--check"]));
        assert_eq!(puzzles.matches(&format!("rules={rules}")).count(), 2, "{puzzles}");
    }
}

#[test]
fn lasker_has_the_sectors_of_nine_men_and_no_placing_phase() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/endgame").as_ref();
    let lines = said(&nmm(folder, &["sectors", "--rules", "lasker", "--tsv"]));
    assert!(lines.starts_with("3-3\t") && !lines.contains("ply"), "{lines}");
    let table = "nmm: ply 5 is not a table of the rules lasker\n";
    let placing = "nmm: the placing phase by the rules lasker cannot be solved: omit --placing\n";
    for (arguments, words) in [
        (&["verify", "--rules", "lasker", "placing-5"][..], table),
        (&["solve", "--rules", "lasker", "--only", "placing-5"], table),
        (&["solve", "--rules", "lasker", "--placing"], placing),
    ] {
        assert_eq!(complaint(&nmm(folder, arguments)), words);
    }
}

#[test]
fn options_without_meaning_for_twelve_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (rules, arguments, words) in [
        ("eleven", &["--max-men", "23"][..], "sectors of the rules eleven have at most 22 pieces"),
        ("standard", &["--max-men", "19"], "sectors of the rules standard have at most 18 pieces"),
        ("twelve", &["--only", "5-4"], "5-4 is not a table of the rules twelve"),
        ("twelve", &["--only", "placing-5"], "ply 5 is not a table of the rules twelve"),
        ("eleven", &["--only", "twelve-placing-5"], "twelve-placing-5 is not a table of the rules eleven"),
        ("eleven", &["--only", "twelve-12-3"], "twelve-12-3 is not a table of the rules eleven"),
        ("eleven", &["--placing", "--last-ply", "22"], "the last ply of the rules eleven is 21"),
        ("standard", &["--placing", "--last-ply", "18"], "the last ply of the rules standard is 17"),
    ] {
        let refused = nmm(folder.path(), &[&["solve", "--rules", rules], arguments].concat());
        assert_eq!(complaint(&refused), format!("nmm: {words}\n"));
    }
    // A step of a plan names its game.
    let missing = complaint(&nmm(folder.path(), &["solve", "--only", "twelve-placing-5"]));
    assert!(missing.ends_with("twelve-placing-6.values: No such file or directory (os error 2)\n"), "{missing}");
    assert!(contents(folder.path()).is_empty());
}

/// The placing phase takes hours, so that it must be asked for, and so must the sectors beyond
/// twelve men.
#[test]
fn the_sectors_of_twelve_serve_eleven_and_its_plies_are_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let steps = |arguments: &[&str]| {
        let plan = Command::new(NMM).args(["solve", "--plan", "make"]).args(arguments).output().unwrap();
        let plan = String::from_utf8(plan.stdout).unwrap();
        let of_line = |line: &str| Some(line.split_once("--only ")?.1.split(' ').next()?.to_owned());
        plan.lines().filter_map(of_line).collect::<Vec<_>>()
    };
    for (rules, sectors, plies) in [("twelve", 55, 24), ("eleven", 45, 22)] {
        assert_eq!(steps(&["--rules", rules]).len(), 16, "at most twelve men");
        let whole = steps(&["--rules", rules, "--placing"]);
        assert_eq!(whole.len(), sectors + plies);
        assert!(whole[..sectors].iter().all(|step| step.starts_with("twelve-") && !step.contains("placing")));
        let last = plies - 1;
        assert_eq!(whole[sectors], format!("{rules}-placing-{last}"));
        assert_eq!(whole[sectors + last], format!("{rules}-placing-0"));
    }
    assert!(nmm(folder.path(), &["probe", "--rules", "twelve"]).status.code() == Some(2), "there are no tables");
}
