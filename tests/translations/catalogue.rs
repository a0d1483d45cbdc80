// SPDX-License-Identifier: GPL-3.0-or-later
//! Reads the catalogs in `po/`.

use std::{fs, process::Command};

use super::package;

/// A string and its translation.
#[derive(Debug, Default)]
pub struct Message {
    /// Name of the catalog.
    pub language: String,
    /// The string in the source.
    pub source: String,
    /// Plural form of the string in the source.
    pub plural: Option<String>,
    /// The translation, or its plural forms by number.
    pub forms: Vec<String>,
}

/// Returns the names of all catalogs.
pub fn languages() -> Vec<String> {
    let languages = fs::read_to_string(package().join("po/LINGUAS")).unwrap();
    languages.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

/// Returns a catalog with each string on one line. `file` is its path without the ending.
fn text_of(file: &str) -> String {
    let file = package().join(format!("{file}.po"));
    String::from_utf8(Command::new("msgcat").arg("--no-wrap").arg(file).output().unwrap().stdout).unwrap()
}

/// Returns the rule for plural forms in the header of a catalog.
pub fn plural_rule(language: &str) -> String {
    let text = text_of(&format!("po/{language}"));
    let line = text.lines().find(|line| line.starts_with("\"Plural-Forms:")).unwrap_or_default();
    line.trim_start_matches("\"Plural-Forms: ").trim_end_matches("\\n\"").to_owned()
}

/// Returns all translations into a language, without obsolete messages and those that have no
/// translation yet.
pub fn messages(language: &str) -> Vec<Message> {
    messages_in(&format!("po/{language}"), language)
}

/// Returns all translations of the help into a language.
pub fn help_messages(language: &str) -> Vec<Message> {
    messages_in(&format!("help/{language}/{language}"), language)
}

fn messages_in(file: &str, language: &str) -> Vec<Message> {
    let mut messages: Vec<Message> = Vec::new();
    for line in text_of(file).lines() {
        let Some((key, value)) = line.split_once(' ') else { continue };
        let value = value.trim_matches('"').to_owned();
        let message = messages.last_mut();
        match (key, message) {
            ("msgid", _) => {
                messages.push(Message { language: language.to_owned(), source: value, ..Message::default() });
            }
            ("msgid_plural", Some(message)) => message.plural = Some(value),
            (key, Some(message)) if key.starts_with("msgstr") => message.forms.push(value),
            _ => {}
        }
    }
    messages.retain(|message| !message.source.is_empty() && message.forms.iter().all(|form| !form.is_empty()));
    messages
}

/// Returns all translations into all languages.
pub fn all_messages() -> Vec<Message> {
    let messages: Vec<_> = languages().iter().flat_map(|language| messages(language)).collect();
    assert!(messages.len() > 500, "only {} messages were read", messages.len());
    messages
}
