// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests that the help and the papers name what is in the window by its labels.

use std::collections::BTreeMap;
use std::fs;

use super::catalogue::{help_messages, languages, messages};
use super::package;

/// A label of the toolkit, which the program does not translate.
const TOOLKIT: &str = "Report an Issue";

/// Returns the strings of the program with all their translations into a language.
fn labels(language: &str) -> BTreeMap<String, Vec<String>> {
    let mut labels = BTreeMap::<_, Vec<_>>::new();
    for message in messages(language) {
        labels.entry(message.source).or_default().extend(message.forms);
    }
    labels
}

/// Returns the labels marked in a text of the help.
fn marked(text: &str) -> Vec<String> {
    let parts = text.split("<gui>").skip(1).filter_map(|rest| rest.split_once("</gui>"));
    parts.map(|(label, _)| label.split_ascii_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// Returns the words in bold of a paper, except the heads of list items and paragraphs: they begin
/// a list item, or end with a period.
fn bold(text: &str) -> Vec<String> {
    let without_head = |line: &str| {
        let item = line.strip_prefix("* **").and_then(|item| item.split_once("**"));
        item.map_or(line, |(_, rest)| rest).to_owned()
    };
    let text = text.lines().map(without_head).collect::<Vec<_>>().join("\n");
    let words = text.split("**").skip(1).step_by(2).map(|words| words.replace('\'', "’"));
    words.filter(|words| !words.ends_with('.')).collect()
}

#[test]
fn the_help_names_labels_of_the_program() {
    let labels = labels("de");
    let pages = fs::read_dir(package().join("help/C")).unwrap().map(|file| file.unwrap().path());
    let pages = pages.filter(|page| page.extension().is_some_and(|ending| ending == "page"));
    let named: Vec<_> = pages.flat_map(|page| marked(&fs::read_to_string(page).unwrap())).collect();
    assert!(named.len() > 80, "{named:?}");
    let wrong: Vec<_> = named.iter().filter(|&label| !labels.contains_key(label)).collect();
    assert!(wrong.is_empty(), "the program has no labels {wrong:?}");
}

#[test]
fn translated_help_names_translated_labels() {
    let mut wrong = Vec::new();
    for language in languages() {
        let labels = labels(&language);
        for message in help_messages(&language) {
            let there = marked(&message.forms.concat());
            let missing = marked(&message.source).into_iter().filter_map(|label| labels.get_key_value(&label));
            let missing = missing.filter(|(_, words)| !words.iter().any(|words| there.contains(words)));
            wrong.extend(missing.map(|(label, words)| format!("{language}: {label} is {words:?}, not in {there:?}")));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn papers_name_labels_of_the_program() {
    let labels = labels("de");
    let papers = ["docs/COMPETITION.md", "docs/formats.md", "docs/levels.md", "docs/players.md", "docs/rules.md"];
    let papers = papers.into_iter().chain(["docs/solved-game.md", "README.md", "SECURITY.md"]);
    let named: Vec<_> = papers.flat_map(|paper| bold(&fs::read_to_string(package().join(paper)).unwrap())).collect();
    assert!(named.len() > 15, "{named:?}");
    let mut wrong = named.iter().filter(|label| !labels.contains_key(*label) && *label != TOOLKIT);
    assert_eq!(wrong.next(), None, "the program has no such label");
}
