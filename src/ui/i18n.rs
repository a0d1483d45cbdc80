// SPDX-License-Identifier: GPL-3.0-or-later
//! Translated words with values in them.

use gettextrs::{gettext, ngettext};

/// The translation of `message` with each `{name}` replaced by its value.
#[must_use]
pub fn gettext_f(message: &str, values: &[(&str, &str)]) -> String {
    fill(gettext(message), values)
}

/// As [`gettext_f`], in the singular or plural that `count` asks for.
#[must_use]
pub fn ngettext_f(singular: &str, plural: &str, count: u32, values: &[(&str, &str)]) -> String {
    fill(ngettext(singular, plural, count), values)
}

fn fill(message: String, values: &[(&str, &str)]) -> String {
    values.iter().fold(message, |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_give_way_to_values() {
        assert_eq!(fill("{point}, empty ({n})".to_owned(), &[("point", "d6"), ("n", "3")]), "d6, empty (3)");
    }
}
