// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests that all user-visible strings are translated, and that translations match their strings.

mod access_keys;
mod catalogue;
mod formats;
mod glossary;
mod glyphs;
mod labels;
mod plurals;

use std::{collections::BTreeSet, path::Path, process::Command};

use catalogue::all_messages;

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every string has a translation in every language.
#[test]
fn every_string_is_translated() {
    let check = Command::new(package().join("build-aux/update-po")).arg("--check").output().unwrap();
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stderr));
}

/// Returns the names in braces.
fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
}

#[test]
fn translations_have_the_placeholders_of_their_strings() {
    for message in all_messages() {
        for form in &message.forms {
            // The singular may contain “one” instead of the number.
            let fits = |source: &str| placeholders(source) == placeholders(form);
            let sources = [Some(&message.source), message.plural.as_ref()];
            assert!(sources.into_iter().flatten().any(|source| fits(source)), "{message:?}");
        }
    }
}

/// Returns typographical errors in a language.
fn blunders(language: &str) -> &'static [&'static str] {
    match language {
        "de" => &[" “", "”", "«", "»"],
        "fr" => &[" :", " ;", " !", " ?", "« ", " »", "“", "”"],
        "es" => &["“", "”", "« ", " »"],
        "ru" | "uk" => &["“", "”", "« ", " »"],
        "fa" => &["“", "”", ",", "?", "ي", "ك"],
        "zh_CN" => &["«", "»", "。 ", "， "],
        _ => &[],
    }
}

/// Returns a text without what is written from the left in a language written from the right, such
/// as the mark of a move.
fn without_isolates(text: &str) -> String {
    let mut parts = text.split('\u{2066}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |kept, part| kept + part.split_once('\u{2069}').map_or(part, |(_, rest)| rest))
}

/// Returns `true` if a text ends like a sentence.
fn is_closed(text: &str) -> bool {
    text.ends_with(['.', '。'])
}

#[test]
fn translations_are_well_set() {
    let mut faults = Vec::new();
    for message in all_messages() {
        for text in message.forms.iter().map(|text| without_isolates(text)) {
            let blunder =
                ["'", "\\\"", "...", "  "].iter().chain(blunders(&message.language)).find(|&&it| text.contains(it));
            faults.extend(blunder.map(|blunder| format!("{}: {blunder:?} in {text:?}", message.language)));
            // A single word may be abbreviated even if the English one is not.
            let is_word = !message.source.contains(' ');
            if is_closed(&text) != is_closed(&message.source) && !is_word {
                faults.push(format!("{}: ends otherwise than {:?}: {text:?}", message.language, message.source));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Stores cut off longer summaries.
#[test]
fn every_summary_is_short() {
    let summaries = all_messages().into_iter().filter(|message| message.source == "Line up three, capture a piece");
    let summaries: Vec<_> = summaries.map(|message| message.forms.concat()).collect();
    assert_eq!(summaries.len(), catalogue::languages().len());
    let long: Vec<_> = summaries.iter().filter(|summary| summary.chars().count() > 35).collect();
    assert!(long.is_empty(), "{long:?}");
}
