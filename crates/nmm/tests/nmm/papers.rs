// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests the commands in README and in the papers in `docs/`. A block `sh` is run, a block `sh
//! long` is parsed by the definitions of the commands, and the items in a block `sh source` must
//! exist in the source.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use morris::{Choice, Rules};

use super::paper_boxes::{fences_of, papers, root};
use super::run_examples::{prepared_folder, run_line};

/// Splits a line into words as a shell does.
fn words(line: &str) -> Vec<String> {
    let output = Command::new("sh").args(["-c", &format!("printf '%s\\n' {line}")]).output().unwrap();
    assert!(output.status.success(), "{line}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn runs_the_commands_in_the_papers() {
    let program = Path::new(env!("CARGO_BIN_EXE_nmm"));
    let mut run = 0;
    for paper in papers() {
        let folder = prepared_folder();
        for fence in fences_of(&paper) {
            if let Some(name) = fence.kind.strip_prefix("toml ") {
                fs::write(folder.path().join(name), &fence.text).unwrap();
            }
            for line in fence.text.lines().filter(|_| fence.kind == "sh") {
                let output = run_line(program, &folder, line);
                assert!(output.status.success(), "{paper}: {line}: {}", String::from_utf8_lossy(&output.stderr));
                run += 1;
            }
        }
    }
    assert!(run > 20, "{run}");
}

#[test]
fn parses_the_long_commands_in_the_papers() {
    let mut parsed = 0;
    for paper in papers() {
        for fence in fences_of(&paper).iter().filter(|fence| fence.kind == "sh long") {
            // Commands of `lab` have their own test.
            for line in fence.text.lines().filter(|line| !line.starts_with("lab ")) {
                let said = nmm::command().try_get_matches_from(words(line));
                assert!(said.is_ok(), "{paper}: {line}: {}", said.unwrap_err());
                parsed += 1;
            }
        }
    }
    assert!(parsed > 5, "{parsed}");
    assert!(nmm::command().try_get_matches_from(words("nmm match --ledder")).is_err());
}

/// Returns the error in a line of a block `sh source`.
fn wrong_in_source(line: &str) -> Option<String> {
    let words = words(line);
    let options = fs::read_to_string(root().join("meson_options.txt")).unwrap();
    let unknown = words.iter().filter_map(|word| word.strip_prefix("-D")).find(|option| {
        let name = option.split('=').next().unwrap();
        !options.contains(&format!("\n  '{name}',"))
    });
    if unknown.is_some() {
        return unknown.map(str::to_owned);
    }
    let program = &words[0];
    let is_script = || fs::metadata(root().join(program)).is_ok_and(|file| file.permissions().mode() & 0o111 != 0);
    let is_known = ["cargo", "just", "meson", "ninja"].contains(&program.as_str()) || is_script();
    (!is_known).then(|| program.clone())
}

#[test]
fn finds_the_scripts_in_the_papers() {
    let mut lines = 0;
    for paper in papers() {
        for fence in fences_of(&paper) {
            let known = ["sh", "sh long", "sh source", "window", "text"];
            assert!(known.contains(&fence.kind.as_str()) || fence.kind.starts_with("toml "), "{paper}: {}", fence.kind);
            for line in fence.text.lines().filter(|_| fence.kind == "sh source") {
                assert_eq!(wrong_in_source(line), None, "{paper}: {line}");
                lines += 1;
            }
        }
    }
    assert!(lines >= 4, "{lines}");
    assert!(wrong_in_source("build-aux/nothing").is_some() && wrong_in_source("meson setup -Dnothing=1").is_some());
}

/// Returns the part of a phrase such as `nmm solve --placing` that `nmm` does not have.
fn unknown_in(phrase: &str) -> Option<String> {
    let all = nmm::command();
    let mut words = phrase.split_whitespace().skip(1);
    let name = words.next()?;
    if name == "help" || name.contains(char::is_uppercase) || name.starts_with('-') {
        return None;
    }
    let Some(command) = all.find_subcommand(name) else { return Some(name.to_owned()) };
    let known: BTreeSet<_> = command.get_arguments().filter_map(clap::Arg::get_long).collect();
    let options = words.filter_map(|word| word.strip_prefix("--")).map(|option| option.split('=').next().unwrap());
    options
        .filter(|option| !option.is_empty() && *option != "help")
        .find(|option| !known.contains(option))
        .map(str::to_owned)
}

#[test]
fn knows_the_commands_in_sentences() {
    let mut phrases = 0;
    for paper in papers() {
        let text = fs::read_to_string(root().join(&paper)).unwrap();
        let prose: String = text.split("```").step_by(2).collect();
        for phrase in prose.split('`').skip(1).step_by(2).filter(|phrase| phrase.starts_with("nmm ")) {
            assert_eq!(unknown_in(phrase), None, "{paper}: {phrase}");
            phrases += 1;
        }
    }
    assert!(phrases > 10, "{phrases}");
    assert_eq!(unknown_in("nmm slove"), Some("slove".to_owned()));
    assert_eq!(unknown_in("nmm solve --plaicng"), Some("plaicng".to_owned()));
}

#[test]
fn rules_paper_has_every_game_and_choice() {
    let paper = fs::read_to_string(root().join("docs/rules.md")).unwrap();
    for rules in Rules::PRESETS {
        let id = format!("`{}`", rules.id());
        assert!(paper.lines().any(|line| line.starts_with("| `") && line.contains(&id)), "{id}");
    }
    for choice in Choice::ALL {
        let row = format!("| `{}` | `{}` |", choice.key, choice.values());
        assert!(paper.contains(&row), "{row}");
    }
}
