// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests the plural forms by example.

use std::fs;
use std::process::Command;

use super::catalogue::{languages, plural_rule};

/// Counts for which some language has its own form.
const COUNTS: [u32; 12] = [0, 1, 2, 4, 5, 11, 12, 21, 22, 25, 100, 101];

/// Returns the number of the form for each of the counts, according to Unicode's CLDR.
fn forms(language: &str) -> Option<[usize; 12]> {
    let forms = match language {
        "de" | "es" | "hu" | "it" | "nl" | "sv" | "tr" => [1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
        "fa" | "fr" | "pt_BR" => [0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
        "cs" => [2, 0, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2],
        "pl" => [2, 0, 1, 1, 2, 2, 2, 2, 1, 2, 2, 2],
        "ru" | "uk" => [2, 0, 1, 1, 2, 2, 2, 0, 1, 2, 2, 0],
        "zh_CN" => [0; 12],
        _ => return None,
    };
    Some(forms)
}

/// Returns the forms that gettext selects by the rule of the catalog. The forms in the test catalog
/// are their own numbers.
fn chosen(language: &str) -> Vec<usize> {
    let rule = plural_rule(language);
    let number = rule.trim_start_matches("nplurals=").split(';').next().and_then(|number| number.parse().ok());
    let number: usize = number.unwrap_or_else(|| panic!("{language}: no rule for plurals: {rule:?}"));
    let folder = tempfile::tempdir().unwrap();
    let messages = folder.path().join("tlh/LC_MESSAGES");
    fs::create_dir_all(&messages).unwrap();
    let forms: String = (0..number).map(|form| format!("msgstr[{form}] \"{form}\"\n")).collect();
    let head = format!("msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: {rule}\\n\"\n\n");
    let source = folder.path().join("forms.po");
    fs::write(&source, format!("{head}msgid \"one\"\nmsgid_plural \"many\"\n{forms}")).unwrap();
    let compiled = Command::new("msgfmt").arg("-o").arg(messages.join("forms.mo")).arg(&source).status().unwrap();
    assert!(compiled.success(), "{language}: {rule}");
    let form = |count: u32| {
        let answer = Command::new("ngettext")
            .args(["--domain=forms", "one", "many", &count.to_string()])
            .env("TEXTDOMAINDIR", folder.path())
            .env("LANGUAGE", "tlh")
            .output()
            .unwrap();
        String::from_utf8(answer.stdout).unwrap().trim().parse().unwrap_or_else(|_| panic!("{language}: {rule}"))
    };
    COUNTS.into_iter().map(form).collect()
}

#[test]
fn each_count_has_the_form_of_its_language() {
    for language in languages() {
        let wanted = forms(&language).unwrap_or_else(|| panic!("write down here which forms {language} has"));
        assert_eq!(chosen(&language), wanted, "the forms of {language} for {COUNTS:?}");
    }
}
