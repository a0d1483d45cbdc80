// SPDX-License-Identifier: GPL-3.0-or-later
//! How languages write numbers and dates, against what the C library knows of their countries.

use std::fs;
use std::path::Path;

use nine_mens_morris::text::language::{LANGUAGES, Language, named};

use super::catalogue::languages;

/// Where the C library's own descriptions lie.
const LOCALES: &str = "/usr/share/i18n/locales";

/// The country whose customs stand for a language.
fn country(language: &str) -> String {
    match language {
        "cs" => "cs_CZ".to_owned(),
        "sv" => "sv_SE".to_owned(),
        "uk" => "uk_UA".to_owned(),
        "fa" => "fa_IR".to_owned(),
        code if code.contains('_') => code.to_owned(),
        code => format!("{code}_{}", code.to_uppercase()),
    }
}

/// What stands in quotes behind a keyword of a description.
fn described(language: &Language, keyword: &str) -> String {
    let path = Path::new(LOCALES).join(country(language.code));
    let text = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let text = String::from_utf8_lossy(&text).into_owned();
    let line = text.lines().find(|line| line.split_whitespace().next() == Some(keyword));
    line.and_then(|line| line.split('"').nth(1))
        .unwrap_or_else(|| panic!("{}: no {keyword}", path.display()))
        .to_owned()
}

/// The order of day, month and year.
fn order(format: &str) -> String {
    format.chars().filter(|letter| "dmYy".contains(*letter)).collect::<String>().to_lowercase()
}

/// All but the source's own, which is of no country.
fn of_countries() -> impl Iterator<Item = &'static Language> {
    LANGUAGES.iter().filter(|it| it.code != "en")
}

#[test]
fn every_catalogue_is_of_a_known_language() {
    for language in languages() {
        assert!(named(&language).is_some(), "{language} has no row in src/text/language/known.rs");
    }
}

#[test]
fn decimal_signs_are_those_of_the_country() {
    for language in of_countries() {
        // The C library keeps to the point there, against Unicode and what is printed in the
        // country.
        let sign = if language.code == "fa" { '.' } else { language.decimal_sign };
        assert_eq!(described(language, "decimal_point"), sign.to_string(), "{}", language.name);
    }
}

#[test]
fn dates_have_the_order_of_the_country() {
    for language in of_countries() {
        assert_eq!(order(language.date), order(&described(language, "d_fmt")), "{}", language.name);
    }
}
