// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests with files that are truncated while in use: their tables are dropped, and nothing else
//! changes.

use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};

use morris::{Position, Rules};
use morris_solved::At;
use morris_solved::tablebase::{Index, Scope, SolveError, Tables, VerifyError, solve, verify};

use super::support::{contents, copy_of_seven_men, position, sector, seven_men, task};

fn cut(path: &Path, length: u64) {
    OpenOptions::new().write(true).open(path).unwrap().set_len(length).unwrap();
}

fn cut_all(folder: &Path) {
    for name in contents(folder).keys() {
        cut(&folder.join(name), 0);
    }
}

/// Returns a thousand positions from all over the table of a sector.
fn samples(name: &str) -> Vec<Position> {
    let index = Index::new(sector(name));
    let men = (0..1000).map(|sample: u64| index.men(sample.wrapping_mul(0x9e37_79b9_7f4a_7c15) % index.len()));
    men.map(|(white, black)| position(white, black)).collect()
}

#[test]
fn drops_truncated_tables() {
    let folder = copy_of_seven_men();
    let (tables, refused) = Tables::open(folder.path());
    assert!(refused.is_empty());
    let values = |tables: &Tables, name: &str| {
        samples(name).iter().map(|position| tables.value(position, &Rules::STANDARD)).collect::<Vec<_>>()
    };
    let whole = values(&Tables::open(seven_men()).0, "4-3");
    // One block is cached, the others are not.
    assert!(tables.value(&samples("4-3")[0], &Rules::STANDARD).is_some());
    // Nine tenths of one table remain, and nothing of the others.
    let length = fs::metadata(folder.path().join("4-3.values")).unwrap().len();
    cut_all(folder.path());
    fs::write(folder.path().join("4-3.values"), &contents(seven_men())["4-3.values"][..length as usize * 9 / 10])
        .unwrap();
    let found = values(&tables, "4-3");
    assert!(found.iter().zip(&whole).all(|(found, whole)| found.is_none() || found == whole));
    assert!(found.contains(&None) && found.iter().any(Option::is_some));
    assert!(values(&tables, "3-3").iter().all(Option::is_none));
    assert!(tables.summary(sector("4-3")).is_none() && tables.summary(sector("3-3")).is_none());
    // After the files are rewritten in place, their tables stay dropped, even for positions known
    // before.
    for (name, bytes) in contents(seven_men()) {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    assert!(values(&tables, "4-3").iter().all(Option::is_none));
    assert!(values(&tables, "3-4").iter().all(Option::is_none), "they are looked ahead from");
    assert!(tables.distance(&samples("3-4")[0], &Rules::STANDARD).is_none_or(|plies| plies < 12));
    assert_eq!(values(&Tables::open(folder.path()).0, "4-3"), whole);
}

#[test]
fn drops_all_truncated_tables() {
    let folder = copy_of_seven_men();
    let (tables, _) = Tables::open(folder.path());
    cut_all(folder.path());
    assert!(!tables.is_empty(), "no lookup so far");
    for name in ["3-3", "3-4", "4-3"] {
        for position in samples(name) {
            assert_eq!(tables.value(&position, &Rules::STANDARD), None);
            assert_eq!(tables.distance(&position, &Rules::STANDARD), None);
        }
    }
    assert!(tables.is_empty());
    let errors = tables.check().unwrap_err();
    assert_eq!(errors.len(), 5);
    assert!(errors.iter().all(|error| error.to_string().starts_with(folder.path().to_str().unwrap())));
}

#[test]
fn search_continues_and_logs_each_dropped_table() {
    let folder = copy_of_seven_men();
    let mut command = Command::new(env!("CARGO_BIN_EXE_nmm"));
    command.args(["uci", "--tables"]).arg(folder.path());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    writeln!(input, "position fen WW./.../.../..W...W/B../.B./W.B w 0 0\nisready").unwrap();
    assert!(output.any(|line| line == "readyok"));
    cut_all(folder.path());
    writeln!(input, "go depth 6\nisready").unwrap();
    assert!(output.any(|line| line.starts_with("bestmove ")));
    writeln!(input, "position fen WW./.../.../....../B../.B./W.B w 0 0\ngo depth 6").unwrap();
    assert!(output.any(|line| line.starts_with("bestmove ")));
    writeln!(input, "quit").unwrap();
    let output = child.wait_with_output().unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{:?} {log}", output.status);
    let named = |name: &str| log.lines().filter(|line| line.contains(name) && line.contains("no longer used")).count();
    assert!(named("3-3.values") == 1 && log.lines().count() <= 6, "{log}");
}

#[test]
fn verification_reports_the_truncated_file() {
    let folder = copy_of_seven_men();
    let mut reports = 0;
    let result = verify(folder.path(), Scope::All, None, |_| {
        reports += 1;
        // The heads of all tables and the first sector were read by then. That sector leads only to
        // itself.
        cut_all(folder.path());
        ControlFlow::Continue(())
    });
    let error = result.unwrap_err();
    assert!(reports > 0 && matches!(error, VerifyError::Table(_)), "{error}");
    assert!(error.to_string().starts_with(folder.path().to_str().unwrap()), "{error}");
}

#[test]
fn solver_reports_the_truncated_file() {
    let folder = copy_of_seven_men();
    let result = solve(&task(folder.path(), 8), |progress| {
        // The successors of 5-3 were read by then, at least in part. 4-4 comes next and leads to
        // 4-3.
        if progress.at.and_then(At::table) == Some(sector("5-3").into()) {
            cut(&folder.path().join("4-3.values"), 1000);
        }
        ControlFlow::Continue(())
    });
    let error = result.unwrap_err();
    assert!(matches!(error, SolveError::Table(_)), "{error}");
    assert!(error.to_string().contains("4-3.values: the table is 1000 bytes long"), "{error}");
}
