// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests that in every language each entry of a menu and each button of a dialog has an access key.
//! The labels are those of the source: its interface descriptions, and the code of its dialogs.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use nine_mens_morris::text::access_keys::with_keys;
use nine_mens_morris::text::language::{LANGUAGES, Language};
use roxmltree::{Document, Node};

use super::{catalogue, package};

/// The labels of one level of a menu, or of one dialog, in English.
struct Scope {
    name: String,
    labels: Vec<String>,
}

/// Returns all files of the window with this ending.
fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        match path.is_dir() {
            true => files(&path, ending, found),
            false if path.extension().is_some_and(|it| it == ending) => found.push(path),
            false => {}
        }
    }
}

/// Returns the name and the text of each file with this ending.
fn sources(ending: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    files(&package().join("src"), ending, &mut found);
    found.sort();
    let read =
        |path: PathBuf| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(path).unwrap());
    found.into_iter().map(read).collect()
}

/// Returns the text of the child with this tag and name.
fn child_text(node: Node<'_, '_>, tag: &str, name: &str) -> Option<String> {
    let is_wanted = |child: &Node<'_, '_>| child.has_tag_name(tag) && child.attribute("name") == Some(name);
    node.children().find(is_wanted)?.text().map(str::to_owned)
}

/// Adds a level of a menu, and those of its submenus. The entry that leads back is last.
fn add_levels(name: &str, menu: Node<'_, '_>, title: Option<String>, scopes: &mut Vec<Scope>) {
    let in_level = |node: &Node<'_, '_>| {
        let around = node.ancestors().skip(1).find(|outer| outer.has_tag_name("submenu") || outer.has_tag_name("menu"));
        around == Some(menu) && (node.has_tag_name("item") || node.has_tag_name("submenu"))
    };
    let mut labels = Vec::new();
    for node in menu.descendants().filter(in_level) {
        let label = child_text(node, "attribute", "label").unwrap();
        if node.has_tag_name("submenu") {
            add_levels(name, node, Some(label.clone()), scopes);
        }
        labels.push(label);
    }
    labels.extend(title);
    scopes.push(Scope { name: name.to_owned(), labels });
}

/// Adds the menus of an interface description, and its buttons and fields if it is a dialog.
fn add_interface(name: &str, text: &str, scopes: &mut Vec<Scope>) {
    let interface = Document::parse(text).unwrap();
    let nodes = || interface.descendants();
    for menu in nodes().filter(|node| node.has_tag_name("menu")) {
        add_levels(name, menu, None, scopes);
    }
    if nodes().any(|node| node.has_tag_name("template") && node.attribute("parent") == Some("AdwWindow")) {
        let label = |node: Node<'_, '_>| match node.attribute("class") {
            Some("GtkButton") => child_text(node, "property", "label"),
            Some("AdwActionRow") => child_text(node, "property", "title"),
            _ => None,
        };
        scopes.push(Scope { name: name.to_owned(), labels: nodes().filter_map(label).collect() });
    }
}

/// Returns the strings in calls that begin like this.
fn strings<'a>(text: &'a str, call: &str) -> impl Iterator<Item = String> + use<'a> {
    let call = format!("{call}gettext(\"");
    let parts: Vec<_> = text.split(&call).skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect();
    parts.into_iter()
}

/// Adds the dialogs of a file. A button whose label is not in place can have any label of the file.
fn add_code(name: &str, text: &str, scopes: &mut Vec<Scope>) {
    let mut add = |labels: Vec<String>, count: usize| {
        let given: Vec<_> = if labels.len() == count { vec![None] } else { strings(text, "").map(Some).collect() };
        for other in given.into_iter().filter(|other| !other.as_ref().is_some_and(|other| labels.contains(other))) {
            scopes.push(Scope { name: name.to_owned(), labels: labels.iter().cloned().chain(other).collect() });
        }
    };
    for buttons in text.split("let buttons = [").skip(1) {
        let buttons = buttons.split("];").next().unwrap();
        let labels: Vec<_> = strings(buttons, "").collect();
        let count = buttons.matches("(\"").count() - labels.len();
        add(labels, count);
    }
    if ["confirm(self", "ask_name("].iter().any(|call| text.contains(call)) {
        add(vec!["Cancel".to_owned()], 2);
    }
    if name.ends_with("_dialog.rs") {
        let calls = ["Button::with_label(&", "Button::builder().label(", " row(&", "ActionRow::builder().title("];
        let labels: Vec<_> = calls.iter().flat_map(|call| strings(text, call)).collect();
        scopes.push(Scope { name: name.to_owned(), labels });
    }
    // The menu of runs has their names.
    if let Some((_, names)) = text.split_once("fn run_name(") {
        let names = names.split("\n}").next().unwrap();
        scopes.push(Scope { name: name.to_owned(), labels: strings(names, "").collect() });
    }
}

fn scopes() -> Vec<Scope> {
    let mut scopes = Vec::new();
    sources("ui").iter().for_each(|(name, text)| add_interface(name, text, &mut scopes));
    sources("rs").iter().for_each(|(name, text)| add_code(name, text, &mut scopes));
    scopes.retain(|scope| !scope.labels.is_empty());
    scopes
}

#[test]
fn the_menus_and_dialogs_are_found() {
    let scopes = scopes();
    let labels = |name: &'static str| scopes.iter().filter(move |it| it.name == name).map(|scope| &scope.labels);
    assert_eq!(*labels("card.ui").next().unwrap(), ["Rename…", "Delete"]);
    assert!(
        labels("game_page.ui").any(|labels| labels.contains(&"Resign".to_owned()) && labels.last().unwrap() == "Game")
    );
    assert_eq!(labels("analysis_page.ui").count(), 9);
    assert_eq!(labels("programs.rs").next().unwrap().len(), 4);
    assert_eq!(*labels("own_rules_dialog.rs").next().unwrap(), ["Cancel", "Save", "Delete", "Name"]);
    assert!(labels("closing.rs").any(|labels| *labels == ["Cancel", "Quit"]));
    assert!(labels("program_dialog.ui").next().unwrap().contains(&"Load Options".to_owned()));
    assert_eq!(labels("puzzles.rs").next().unwrap().len(), 4);
}

/// Returns the character after the only underscore that is not doubled.
fn key(label: &str) -> Option<String> {
    let label = label.replace("__", "");
    let mut parts = label.split('_').skip(1);
    let key = parts.next()?.chars().next()?.to_lowercase().to_string();
    assert_eq!(parts.next(), None, "{label}");
    Some(key)
}

fn check(language: &Language, translations: &BTreeMap<String, String>) {
    let source = |label: &str| translations.iter().find(|(_, shown)| *shown == label).map(|(source, _)| source.clone());
    for scope in scopes() {
        let shown = |label: &String| translations.get(label).unwrap_or(label).clone();
        let labels: Vec<_> = scope.labels.iter().map(shown).collect();
        let keyed = with_keys(language, &labels, source);
        let keys: Vec<_> = keyed.iter().map(|label| key(label)).collect();
        let place = format!("{}, {}: {keyed:?}", language.code, scope.name);
        assert!(keys.iter().all(Option::is_some), "{place}");
        assert_eq!(keys.iter().collect::<HashSet<_>>().len(), keys.len(), "{place}");
    }
}

#[test]
fn every_entry_and_every_button_has_a_key_of_its_own_in_every_language() {
    let catalogues = catalogue::languages();
    for language in &LANGUAGES {
        let messages = catalogues.iter().find(|code| *code == language.code).map(|code| catalogue::messages(code));
        let pairs = messages.into_iter().flatten().map(|message| (message.source, message.forms[0].clone()));
        check(language, &pairs.collect());
    }
}
