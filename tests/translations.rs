// SPDX-License-Identifier: GPL-3.0-or-later
//! No file with words for people is forgotten by the translations.

use std::{collections::BTreeSet, fs, path::Path};

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
        "in" => !path.ends_with(".service.in"),
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
