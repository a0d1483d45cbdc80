// SPDX-License-Identifier: GPL-3.0-or-later
//! Numbers and dates in the format of the window's language, which may differ from that of the
//! system.

use std::fmt::Display;
use std::time::Duration;

use gettextrs::gettext;
use jiff::Timestamp;

use crate::text::i18n::gettext_f;
use crate::text::language::{ENGLISH, LANGUAGES, Language, current};

pub fn decimal(value: f64, digits: usize) -> String {
    written(current(), &format!("{value:.digits$}"))
}

pub fn number(value: impl Display) -> String {
    current().digits(&value.to_string())
}

/// Returns the minutes and whole seconds of a clock.
pub fn clock(left: Duration) -> String {
    let seconds = left.as_secs();
    written(current(), &format!("{}:{:02}", seconds / 60, seconds % 60))
}

/// Returns minutes and seconds as [`clock`] does, with tenths of seconds.
pub fn clock_with_tenths(left: Duration) -> String {
    let (seconds, tenths) = (left.as_secs(), left.subsec_millis() / 100);
    written(current(), &format!("{}:{:02}.{tenths}", seconds / 60, seconds % 60))
}

/// Parses a number typed by the user, with the decimal sign and the digits of any language.
pub fn parse_decimal(text: &str) -> Option<f64> {
    let digit = |letter: char| {
        LANGUAGES.iter().find_map(|it| u32::from(letter).checked_sub(it.zero.into()).filter(|digit| *digit < 10))
    };
    let plain = |letter: char| match digit(letter) {
        Some(digit) => char::from_digit(digit, 10),
        None if LANGUAGES.iter().any(|it| it.decimal_sign == letter) => Some('.'),
        None => Some(letter),
    };
    let text: Option<String> = text.trim().chars().map(plain).collect();
    text?.parse().ok().filter(|value: &f64| value.is_finite())
}

/// Returns a size in bytes, in a suitable unit.
pub fn size(bytes: u64) -> String {
    // GLib translates the units, but uses the decimal sign of the system.
    written(current(), &glib::format_size(bytes))
}

/// Returns the text with the digits of a language, and with its decimal sign in place of a point or
/// comma between two digits.
fn written(language: &Language, text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let is_digit = |index: usize| letters.get(index).is_some_and(|letter| letter.is_ascii_digit());
    let is_sign =
        |index: usize| matches!(letters[index], '.' | ',') && index > 0 && is_digit(index - 1) && is_digit(index + 1);
    let with_sign = |index| if is_sign(index) { language.decimal_sign } else { letters[index] };
    language.digits(&(0..letters.len()).map(with_sign).collect::<String>())
}

/// A day in microseconds.
const DAY: i64 = 24 * 60 * 60 * 1_000_000;

/// Returns a time in the past, in the time zone of the user and the format of the window's
/// language: “Today, 14:05”.
pub fn moment(moment: Timestamp) -> String {
    let local = glib::DateTime::from_unix_local(moment.as_second());
    let words = local.and_then(|local| Ok((day(&local)?, current().digits(&local.format("%R")?))));
    // GLib does not support that year.
    let Ok((day, time)) = words else { return moment.to_string() };
    // Translators: a date or “Today”, and a time such as 14:05
    gettext_f("{day}, {time}", &[("day", &day), ("time", &time)])
}

/// Returns today's date as people write it.
pub fn today() -> String {
    let now = glib::DateTime::now_local().and_then(|now| date(current(), &now, month_name(now.month()).as_deref()));
    now.unwrap_or_default()
}

fn day(local: &glib::DateTime) -> Result<String, glib::BoolError> {
    let now = glib::DateTime::now_local()?;
    let is = |other: &glib::DateTime| local.ymd() == other.ymd();
    if is(&now) {
        Ok(gettext("Today"))
    } else if is(&now.add(glib::TimeSpan(-DAY))?) {
        Ok(gettext("Yesterday"))
    } else {
        date(current(), local, month_name(local.month()).as_deref())
    }
}

/// Returns a date as people write it: “November 25, 2026”, or in digits if the name of the month is
/// unknown.
fn date(language: &Language, day: &glib::DateTime, month: Option<&str>) -> Result<String, glib::BoolError> {
    let named = |month: &str| language.long_date.replace("{month}", &month.to_lowercase()).replace("{Month}", month);
    let pattern = month.map_or_else(|| language.date.to_owned(), named);
    day.format(&pattern).map(|words| language.digits(&words))
}

/// Returns the name of a month, as it is written with a day. GLib has the names in all languages,
/// but would format a date in the language of the system, which may be another one.
fn month_name(month: i32) -> Option<String> {
    let name = *MONTHS.get(usize::try_from(month - 1).ok()?)?;
    let translated = |name| glib::dpgettext2(Some("glib20"), "full month name with day", name);
    // No other language has the English name of this month.
    let is_known = current().code == LANGUAGES[ENGLISH].code || translated(MONTHS[0]) != MONTHS[0];
    is_known.then(|| translated(name).into())
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::language::named;

    fn written_in(code: &str, text: &str) -> String {
        written(named(code).expect("a known language"), text)
    }

    #[test]
    fn a_date_is_as_people_write_it() {
        let day = glib::DateTime::from_local(2026, 11, 5, 14, 5, 0.0).unwrap();
        let written = |code, month| date(named(code).expect("a known language"), &day, month).unwrap();
        assert_eq!(written("en", Some("November")), "November 5, 2026");
        assert_eq!(written("de", Some("November")), "5. November 2026");
        assert_eq!(written("ru", Some("Ноября")), "5 ноября 2026 г.");
        assert_eq!(written("pt_BR", Some("novembro")), "5 de novembro de 2026");
        assert_eq!(written("zh_CN", Some("十一月")), "2026年11月5日");
        assert_eq!(written("fa", Some("نوامبر")), "۵ نوامبر ۲۰۲۶");
        assert_eq!(written("de", None), "05.11.2026", "without GLib's translations");
    }

    #[test]
    fn separator_is_between_digits() {
        assert_eq!(written_in("de", "24.8 MB"), "24,8 MB");
        assert_eq!(written_in("en", "24,8 Mo."), "24.8 Mo.");
        assert_eq!(written_in("fr", "7"), "7");
        assert_eq!(written_in("fa", "24.8 MB"), "۲۴٫۸ MB");
    }

    #[test]
    fn numbers_of_each_language_are_read_again() {
        for language in &LANGUAGES {
            assert_eq!(parse_decimal(&written(language, "1302.5")), Some(1302.5), "{}", language.code);
        }
    }

    #[test]
    fn numbers_are_read_with_either_sign() {
        assert_eq!(parse_decimal(" 2,5"), Some(2.5));
        assert_eq!(parse_decimal("2.5"), Some(2.5));
        assert_eq!(parse_decimal("two"), None);
        assert_eq!(parse_decimal("inf"), None);
    }
}
