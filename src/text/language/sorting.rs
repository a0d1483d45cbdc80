// SPDX-License-Identifier: GPL-3.0-or-later
//! Alphabetical order. The C library sorts by language, too, but only for locales that are
//! installed.

use std::cell::RefCell;
use std::cmp::Ordering;

use icu_collator::options::CollatorOptions;
use icu_collator::{Collator, CollatorBorrowed};
use icu_locale_core::Locale;

use super::{Language, current};

type Sorter = CollatorBorrowed<'static>;

thread_local! {
    /// Collator of the language that was last used.
    static LAST: RefCell<Option<(&'static str, Sorter)>> = const { RefCell::new(None) };
}

/// Compares two words in the language of the window.
pub fn compare(a: &str, b: &str) -> Ordering {
    compare_in(current(), a, b)
}

fn compare_in(language: &Language, a: &str, b: &str) -> Ordering {
    LAST.with_borrow_mut(|last| {
        if last.as_ref().is_none_or(|(code, _)| *code != language.code) {
            *last = Some((language.code, sorter(language)));
        }
        last.as_ref().map_or(Ordering::Equal, |(_, sorter)| sorter.compare(a, b))
    })
}

fn sorter(language: &Language) -> Sorter {
    let locale: Locale = language.code.replace('_', "-").parse().expect("a row of the table names a language");
    Collator::try_new(locale.into(), CollatorOptions::default()).expect("the orders of all languages are inside")
}

#[cfg(test)]
mod tests {
    use super::super::{LANGUAGES, named};
    use super::*;

    fn sorted<'a>(code: &str, words: &[&'a str]) -> Vec<&'a str> {
        let language = named(code).expect("a known language");
        let mut words = words.to_vec();
        words.sort_by(|a, b| compare_in(language, a, b));
        words
    }

    #[test]
    fn each_language_has_its_order() {
        assert_eq!(sorted("en", &["Zoe", "émile", "Eva", "adam"]), ["adam", "émile", "Eva", "Zoe"]);
        assert_eq!(sorted("de", &["Zoe", "Österreich", "Otto"]), ["Österreich", "Otto", "Zoe"]);
        assert_eq!(sorted("sv", &["Örjan", "Zoe", "Åsa", "Otto"]), ["Otto", "Zoe", "Åsa", "Örjan"]);
        assert_eq!(sorted("cs", &["chata", "dům", "cesta", "hora"]), ["cesta", "dům", "hora", "chata"]);
        assert_eq!(sorted("es", &["ñandú", "nube", "oso"]), ["nube", "ñandú", "oso"]);
        assert_eq!(sorted("zh_CN", &["张", "李", "王"]), ["李", "王", "张"]);
        assert_eq!(sorted("fa", &["ت", "پ", "ب"]), ["ب", "پ", "ت"]);
    }

    #[test]
    fn every_language_can_be_sorted_in() {
        for language in &LANGUAGES {
            assert!(compare_in(language, "1", "2").is_lt(), "{}", language.code);
        }
    }
}
