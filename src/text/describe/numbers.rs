// SPDX-License-Identifier: GPL-3.0-or-later
//! Numbers and dates in the format of the window's language, which may differ from that of the
//! system.

use std::fmt::Display;
use std::time::Duration;

use gettextrs::gettext;
use jiff::Timestamp;

use crate::text::i18n::gettext_f;
use crate::text::language::{LANGUAGES, Language, current};

/// Returns a number with this number of decimals.
#[must_use]
pub fn decimal(value: f64, digits: usize) -> String {
    written(current(), &format!("{value:.digits$}"))
}

/// Returns an integer.
#[must_use]
pub fn number(value: impl Display) -> String {
    current().digits(&value.to_string())
}

/// Returns a whole percentage: “84 %”.
#[must_use]
pub fn percent(value: impl Display) -> String {
    current().percent.replace("{}", &number(value))
}

/// Returns the minutes and whole seconds of a clock.
#[must_use]
pub fn clock(left: Duration) -> String {
    let seconds = left.as_secs();
    written(current(), &format!("{}:{:02}", seconds / 60, seconds % 60))
}

/// Returns minutes and seconds as [`clock`] does, with tenths of seconds.
#[must_use]
pub fn clock_with_tenths(left: Duration) -> String {
    let (seconds, tenths) = (left.as_secs(), left.subsec_millis() / 100);
    written(current(), &format!("{}:{:02}.{tenths}", seconds / 60, seconds % 60))
}

/// Parses a number typed by the user, with the decimal sign and the digits of any language.
#[must_use]
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
#[must_use]
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
#[must_use]
pub fn moment(moment: Timestamp) -> String {
    let local = glib::DateTime::from_unix_local(moment.as_second());
    let words = local.and_then(|local| Ok((day(&local)?, current().digits(&local.format("%R")?))));
    // GLib does not support that year.
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
        local.format(current().date).map(|day| current().digits(&day))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::language::named;

    fn written_in(code: &str, text: &str) -> String {
        written(named(code).expect("a known language"), text)
    }

    #[test]
    fn the_sign_stands_between_digits() {
        assert_eq!(written_in("de", "24.8 MB"), "24,8 MB");
        assert_eq!(written_in("en", "24,8 Mo."), "24.8 Mo.");
        assert_eq!(written_in("fr", "7"), "7");
        assert_eq!(written_in("fa", "24.8 MB"), "۲۴٫۸ MB");
    }

    #[test]
    fn what_a_language_writes_can_be_read() {
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
