// SPDX-License-Identifier: GPL-3.0-or-later
//! No words for people are forgotten by the translations, and what is translated says the same.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod catalogue;
mod formats;
mod glossary;
mod glyphs;
mod plurals;

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use catalogue::all_messages;

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files below a folder of the package, relative to the package.
fn files(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(package().join(folder)).expect("a folder of the package");
    let names =
        entries.map(|entry| format!("{folder}/{}", entry.expect("a readable folder").file_name().to_string_lossy()));
    names.flat_map(|name| if package().join(&name).is_dir() { files(&name) } else { vec![name] }).collect()
}

/// Whether xgettext finds strings in a file: by what calls it collects, or by its kind.
fn has_words(path: &str) -> bool {
    let Some((_, ending)) = path.rsplit_once('.') else { return false };
    let text = fs::read_to_string(package().join(path)).unwrap_or_default();
    match ending {
        "rs" => calls_gettext(&text),
        "ui" => text.contains("translatable=\"yes\""),
        // A service has no words, and the manual page is in English.
        "in" => !path.ends_with(".service.in") && !path.ends_with(".6.in"),
        _ => false,
    }
}

/// Whether a Rust source calls gettext or one of its relatives with a literal.
fn calls_gettext(source: &str) -> bool {
    let code: String = source.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    code.split("gettext").skip(1).any(|rest| {
        let arguments = rest.strip_prefix("_f").unwrap_or(rest).strip_prefix('(');
        arguments.is_some_and(|arguments| arguments.trim_start().starts_with('"'))
    })
}

#[test]
fn every_file_with_words_is_listed() {
    let listed = fs::read_to_string(package().join("po/POTFILES.in")).unwrap();
    let listed: BTreeSet<_> = listed.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect();
    let found: BTreeSet<_> =
        ["data", "src"].iter().flat_map(|folder| files(folder)).filter(|path| has_words(path)).collect();
    assert_eq!(listed, found, "po/POTFILES.in on the left, the files with words on the right");
}

#[test]
fn calls_are_recognised() {
    assert!(calls_gettext("let text = gettext(\"Play\");"));
    assert!(calls_gettext("ngettext_f(\"{n} man\", \"{n} men\", n, &[])"));
    assert!(calls_gettext("ngettext_f(\n    \"{n} man\",\n"));
    assert!(calls_gettext("label(pgettext(\"verb\", \"Play\"))"));
    assert!(!calls_gettext("use gettextrs::gettext;"));
    assert!(!calls_gettext("fn gettext_f(text: &str) -> String {"));
    assert!(!calls_gettext("/// As gettext(\"Play\") does."));
}

/// Every string has its translation in every language.
#[test]
fn every_string_is_translated() {
    let check = Command::new(package().join("build-aux/update-po")).arg("--check").output().unwrap();
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stderr));
}

/// The names in braces.
fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
}

#[test]
fn translations_have_the_placeholders_of_their_strings() {
    for message in all_messages() {
        for form in &message.forms {
            // The singular may say “one” where the plural has the number.
            let fits = |source: &str| placeholders(source) == placeholders(form);
            let sources = [Some(&message.source), message.plural.as_ref()];
            assert!(sources.into_iter().flatten().any(|source| fits(source)), "{message:?}");
        }
    }
}

/// What no good printer would set in a language.
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

/// Whether a text ends as a sentence does.
fn is_closed(text: &str) -> bool {
    text.ends_with(['.', '。'])
}

#[test]
fn translations_are_well_set() {
    let mut faults = Vec::new();
    for message in all_messages() {
        for text in &message.forms {
            let blunder =
                ["'", "\\\"", "...", "  "].iter().chain(blunders(&message.language)).find(|&&it| text.contains(it));
            faults.extend(blunder.map(|blunder| format!("{}: {blunder:?} in {text:?}", message.language)));
            // One word may be cut short where the English one is not.
            let is_word = !message.source.contains(' ');
            if is_closed(text) != is_closed(&message.source) && !is_word {
                faults.push(format!("{}: ends otherwise than {:?}: {text:?}", message.language, message.source));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
