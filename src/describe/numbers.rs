// SPDX-License-Identifier: GPL-3.0-or-later
//! Numbers and dates as the language of the window writes them, which need not be that of the system.

use gettextrs::gettext;
use jiff::Timestamp;

use crate::i18n::gettext_f;

/// A number with so many digits behind the decimal sign.
#[must_use]
pub fn decimal(value: f64, digits: usize) -> String {
    with_sign(&format!("{value:.digits$}"), &decimal_sign())
}

/// A number that a person has written, with the sign of any language.
#[must_use]
pub fn parse_decimal(text: &str) -> Option<f64> {
    with_sign(text.trim(), ".").parse().ok().filter(|value: &f64| value.is_finite())
}

/// A size in bytes, in the unit that suits it.
#[must_use]
pub fn size(bytes: u64) -> String {
    // GLib knows the units in every language, but takes the decimal sign of the system.
    with_sign(&glib::format_size(bytes), &decimal_sign())
}

fn decimal_sign() -> String {
    // Translators: a number as your language writes it: only the sign between the digits is taken from it
    let example = gettext("0.5");
    example.trim_matches(|letter: char| letter.is_numeric()).to_owned()
}

/// The text with the sign in place of a point or comma between two digits.
fn with_sign(text: &str, sign: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let is_digit = |index: usize| letters.get(index).is_some_and(|letter| letter.is_ascii_digit());
    let is_sign =
        |index: usize| matches!(letters[index], '.' | ',') && index > 0 && is_digit(index - 1) && is_digit(index + 1);
    (0..letters.len()).map(|index| if is_sign(index) { sign.to_owned() } else { letters[index].to_string() }).collect()
}

/// A day in microseconds.
const DAY: i64 = 24 * 60 * 60 * 1_000_000;

/// A moment of the past, in the time zone of the user and as the language of the window writes it: “Today, 14:05”.
#[must_use]
pub fn moment(moment: Timestamp) -> String {
    let local = glib::DateTime::from_unix_local(moment.as_second());
    let words = local.and_then(|local| Ok((day(&local)?, local.format("%R")?)));
    // Beyond the years that GLib knows.
    let Ok((day, time)) = words else { return moment.to_string() };
    // Translators: a date or “Today”, and a time such as 14:05
    gettext_f("{day}, {time}", &[("day", &day), ("time", &time)])
}

fn day(local: &glib::DateTime) -> Result<String, glib::BoolError> {
    let now = glib::DateTime::now_local()?;
    let is = |other: &glib::DateTime| local.ymd() == other.ymd();
    if is(&now) {
        Ok(gettext("Today"))
    } else if is(&now.add(glib::TimeSpan(-DAY))?) {
        Ok(gettext("Yesterday"))
    } else {
        // Translators: a date in numbers as your language writes it: %d is the day, %m the month, %Y the year
        // xgettext:no-c-format
        local.format(&gettext("%Y-%m-%d")).map(Into::into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_stands_between_digits() {
        assert_eq!(with_sign("24.8 MB", ","), "24,8 MB");
        assert_eq!(with_sign("24,8 Mo.", "."), "24.8 Mo.");
        assert_eq!(with_sign("7", ","), "7");
    }

    #[test]
    fn numbers_are_read_with_either_sign() {
        assert_eq!(parse_decimal(" 2,5"), Some(2.5));
        assert_eq!(parse_decimal("2.5"), Some(2.5));
        assert_eq!(parse_decimal("two"), None);
        assert_eq!(parse_decimal("inf"), None);
    }
}
