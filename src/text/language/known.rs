// SPDX-License-Identifier: GPL-3.0-or-later
//! Supported languages, and their formats of numbers, dates, and lists according to Unicode's CLDR.

use gtk::TextDirection;

/// Separator between parts of a line in the source.
pub const DOT: &str = " · ";

#[derive(Debug)]
pub struct Language {
    /// Name of its catalog in `po/`.
    pub code: &'static str,
    pub name: &'static str,
    pub decimal_sign: char,
    /// Format of a date in digits: `%d` is the day, `%m` the month, `%Y` the year.
    pub date: &'static str,
    /// Format of a date in words. `{Month}` stands for the name of the month, and `{month}` for the
    /// same in lower case.
    pub long_date: &'static str,
    /// Separator between the parts of a list.
    pub comma: &'static str,
    /// End of a sentence.
    pub period: char,
    /// Separator between loosely related parts of a line, with its spaces. It must not look like a
    /// digit: the middle dot of the source is the zero of some languages.
    pub separator: &'static str,
    /// Digit zero, the first of the ten digits.
    pub zero: char,
    pub direction: TextDirection,
}

impl Language {
    const fn new(
        code: &'static str,
        name: &'static str,
        decimal_sign: char,
        date: &'static str,
        long_date: &'static str,
    ) -> Self {
        let (comma, period, separator, zero, direction) = (", ", '.', DOT, '0', TextDirection::Ltr);
        Self { code, name, decimal_sign, date, long_date, comma, period, separator, zero, direction }
    }

    /// Returns the text with ASCII digits replaced by the digits of the language.
    pub fn digits(&self, text: &str) -> String {
        let digit = |letter: char| match letter.to_digit(10) {
            Some(digit) => char::from_u32(u32::from(self.zero) + digit).unwrap_or(letter),
            None => letter,
        };
        text.chars().map(digit).collect()
    }
}

/// All languages, in the order in which users look for their names.
pub const LANGUAGES: [Language; 16] = [
    Language::new("cs", "Čeština", ',', "%d.%m.%Y", "%-d. {month} %Y"),
    Language::new("de", "Deutsch", ',', "%d.%m.%Y", "%-d. {Month} %Y"),
    // American, but the date in digits would be ambiguous to others.
    Language::new("en", "English", '.', "%Y-%m-%d", "{Month} %-d, %Y"),
    Language::new("es", "Español", ',', "%d/%m/%Y", "%-d de {month} de %Y"),
    Language::new("fr", "Français", ',', "%d/%m/%Y", "%-d {month} %Y"),
    Language::new("it", "Italiano", ',', "%d/%m/%Y", "%-d {month} %Y"),
    Language::new("hu", "Magyar", ',', "%Y. %m. %d.", "%Y. {month} %-d."),
    Language::new("nl", "Nederlands", ',', "%d-%m-%Y", "%-d {month} %Y"),
    Language::new("pl", "Polski", ',', "%d.%m.%Y", "%-d {month} %Y"),
    Language::new("pt_BR", "Português (Brasil)", ',', "%d/%m/%Y", "%-d de {month} de %Y"),
    Language::new("sv", "Svenska", ',', "%Y-%m-%d", "%-d {month} %Y"),
    Language::new("tr", "Türkçe", ',', "%d.%m.%Y", "%-d {Month} %Y"),
    Language::new("ru", "Русский", ',', "%d.%m.%Y", "%-d {month} %Y г."),
    Language::new("uk", "Українська", ',', "%d.%m.%Y", "%-d {month} %Y р."),
    Language {
        comma: "، ",
        separator: " – ",
        zero: '۰',
        direction: TextDirection::Rtl,
        ..Language::new("fa", "فارسی", '٫', "%Y/%m/%d", "%-d {Month} %Y")
    },
    Language {
        comma: "、", period: '。', ..Language::new("zh_CN", "简体中文", '.', "%Y/%m/%d", "%Y年%-m月%-d日")
    },
];

/// Index of the language of the source.
pub const ENGLISH: usize = 2;

pub fn named(code: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|it| it.code == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
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
