// SPDX-License-Identifier: GPL-3.0-or-later
//! Compiles the translations of `po/` and `help/` into the format that gettext reads.

use std::{fs, path::Path, process::Command};

/// Maximum length of a label, in characters.
const LONGEST_LABEL: usize = 40;

/// Writes `TARGET/<language>/LC_MESSAGES/DOMAIN.mo` for each language in `PO_DIR/LINGUAS`. `file`
/// returns the path of a language's translation in `PO_DIR`.
///
/// # Panics
///
/// Panics, which ends the build, if a translation cannot be compiled. The message names the file.
pub fn compile_all(po_dir: &Path, target: &Path, domain: &str, file: fn(&str) -> String) {
    let linguas = po_dir.join("LINGUAS");
    let languages =
        fs::read_to_string(&linguas).unwrap_or_else(|error| panic!("cannot read {}: {error}", linguas.display()));
    for language in languages.split_whitespace() {
        let folder = target.join(language).join("LC_MESSAGES");
        fs::create_dir_all(&folder).expect("the build folder can be written");
        compile(&po_dir.join(file(language)), &folder.join(format!("{domain}.mo")));
    }
}

fn compile(source: &Path, target: &Path) {
    let status = Command::new("msgfmt")
        .arg("--output-file")
        .args([target, source])
        .status()
        .unwrap_or_else(|error| panic!("cannot run msgfmt (package gettext): {error}"));
    assert!(status.success(), "msgfmt does not accept {}", source.display());
}

/// Writes all strings that can be labels, as they are in the source, into the file `target`, one a
/// line. The first catalog of `po_dir` has all of them.
///
/// # Panics
///
/// Panics, which ends the build, if a file cannot be read or written.
pub fn list_labels(po_dir: &Path, target: &Path) {
    let read = |name: &str| {
        let path = po_dir.join(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()))
    };
    let linguas = read("LINGUAS");
    let first = linguas.lines().find(|line| !line.starts_with('#')).unwrap_or_default();
    let catalogue = read(&format!("{}.po", first.trim()));
    // A long string, or one with a line break or a value in it, is not a label.
    let sources = catalogue.lines().filter_map(|line| line.strip_prefix("msgid \"")?.strip_suffix('"'));
    let labels: String = sources
        .filter(|source| (1..=LONGEST_LABEL).contains(&source.chars().count()) && !source.contains(['{', '\\']))
        .flat_map(|source| [source, "\n"])
        .collect();
    fs::write(target, labels).expect("the build folder can be written");
}
