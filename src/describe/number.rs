// SPDX-License-Identifier: GPL-3.0-or-later
//! Numbers as the language of the window writes them, which need not be that of the system.

use gettextrs::gettext;

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
