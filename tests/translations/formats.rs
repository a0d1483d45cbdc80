// SPDX-License-Identifier: GPL-3.0-or-later
//! Compares the formats of numbers and dates with the data of the C library for the language's
//! country.

use std::fs;
use std::path::Path;

use nine_mens_morris::text::language::{LANGUAGES, Language, named};

use super::catalogue::languages;

/// Folder of the C library's locale descriptions.
const LOCALES: &str = "/usr/share/i18n/locales";

/// Returns the locale whose formats a language uses.
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

/// Returns the quoted text after a keyword of a locale description.
fn described(language: &Language, keyword: &str) -> String {
    let path = Path::new(LOCALES).join(country(language.code));
    let text = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let text = String::from_utf8_lossy(&text).into_owned();
    let line = text.lines().find(|line| line.split_whitespace().next() == Some(keyword));
    line.and_then(|line| line.split('"').nth(1))
        .unwrap_or_else(|| panic!("{}: no {keyword}", path.display()))
        .to_owned()
}

/// Returns the order of day, month, and year.
fn order(format: &str) -> String {
    format.chars().filter(|letter| "dmYy".contains(*letter)).collect::<String>().to_lowercase()
}

/// Returns all languages except that of the source, which has no country.
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
        // The C library uses a point for Persian, unlike Unicode and printed texts in the country.
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
