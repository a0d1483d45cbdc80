// SPDX-License-Identifier: GPL-3.0-or-later
//! The languages that the program knows, and how each writes numbers, dates and lists: by Unicode's
//! CLDR.

use gtk::TextDirection;

/// What the source puts between parts of a line.
pub const DOT: &str = " · ";

/// A language, and how it is written.
#[derive(Debug)]
pub struct Language {
    /// The name of its catalogue in `po/`.
    pub code: &'static str,
    /// Its own name.
    pub name: &'static str,
    /// Before the fraction of a number.
    pub decimal_sign: char,
    /// A number in hundredths, `{}` being the number.
    pub percent: &'static str,
    /// A day in numbers: `%d` is the day, `%m` the month, `%Y` the year.
    pub date: &'static str,
    /// Between the parts of a list.
    pub comma: &'static str,
    /// Between parts of a line that belong together less, with its spaces. Beside digits it must
    /// not look like one: the dot of the source is the zero of some.
    pub separator: &'static str,
    /// The first of its ten digits.
    pub zero: char,
    /// Where a line begins.
    pub direction: TextDirection,
}

impl Language {
    const fn new(
        code: &'static str,
        name: &'static str,
        decimal_sign: char,
        percent: &'static str,
        date: &'static str,
    ) -> Self {
        let (comma, separator, zero, direction) = (", ", DOT, '0', TextDirection::Ltr);
        Self { code, name, decimal_sign, percent, date, comma, separator, zero, direction }
    }

    /// The text with its digits in place of those of English.
    #[must_use]
    pub fn digits(&self, text: &str) -> String {
        let digit = |letter: char| match letter.to_digit(10) {
            Some(digit) => char::from_u32(u32::from(self.zero) + digit).unwrap_or(letter),
            None => letter,
        };
        text.chars().map(digit).collect()
    }
}

/// All of them, in the order in which people look for their names.
pub const LANGUAGES: [Language; 16] = [
    Language::new("cs", "Čeština", ',', "{}\u{a0}%", "%d.%m.%Y"),
    Language::new("de", "Deutsch", ',', "{}\u{a0}%", "%d.%m.%Y"),
    // Of no country: the date is one that nobody reads wrongly.
    Language::new("en", "English", '.', "{}\u{a0}%", "%Y-%m-%d"),
    Language::new("es", "Español", ',', "{}\u{a0}%", "%d/%m/%Y"),
    Language::new("fr", "Français", ',', "{}\u{202f}%", "%d/%m/%Y"),
    Language::new("it", "Italiano", ',', "{}%", "%d/%m/%Y"),
    Language::new("hu", "Magyar", ',', "{}%", "%Y. %m. %d."),
    Language::new("nl", "Nederlands", ',', "{}%", "%d-%m-%Y"),
    Language::new("pl", "Polski", ',', "{}%", "%d.%m.%Y"),
    Language::new("pt_BR", "Português (Brasil)", ',', "{}%", "%d/%m/%Y"),
    Language::new("sv", "Svenska", ',', "{}\u{a0}%", "%Y-%m-%d"),
    Language::new("tr", "Türkçe", ',', "%{}", "%d.%m.%Y"),
    Language::new("ru", "Русский", ',', "{}\u{a0}%", "%d.%m.%Y"),
    Language::new("uk", "Українська", ',', "{}%", "%d.%m.%Y"),
    Language {
        comma: "، ",
        separator: " – ",
        zero: '۰',
        direction: TextDirection::Rtl,
        ..Language::new("fa", "فارسی", '٫', "{}٪", "%Y/%m/%d")
    },
    Language { comma: "、", ..Language::new("zh_CN", "简体中文", '.', "{}%", "%Y/%m/%d") },
];

/// The place of the language of the source.
pub const ENGLISH: usize = 2;

/// The language with a catalogue of this name.
#[must_use]
pub fn named(code: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|it| it.code == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_in_the_order_of_words() {
        assert_eq!(LANGUAGES[ENGLISH].code, "en");
        assert!(LANGUAGES.map(|it| it.name).is_sorted_by(|a, b| super::super::sorting::compare(a, b).is_lt()));
    }

    #[test]
    fn only_digits_are_replaced() {
        let persian = named("fa").expect("a known language");
        assert_eq!(persian.digits("14:05, 09"), "۱۴:۰۵, ۰۹");
        assert_eq!(LANGUAGES[ENGLISH].digits("14:05"), "14:05");
    }
}
