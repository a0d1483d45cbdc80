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

/// One way through the message: what is inserted is not searched again.
fn fill(message: String, values: &[(&str, &str)]) -> String {
    let (mut filled, mut rest) = (String::with_capacity(message.len()), message.as_str());
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let named = after.split_once('}').and_then(|(name, then)| Some((value_of(values, name)?, then)));
        rest = match named {
            Some((value, then)) => {
                filled.push_str(value);
                then
            }
            None => {
                filled.push('{');
                after
            }
        };
    }
    filled + rest
}

fn value_of<'a>(values: &[(&str, &'a str)], name: &str) -> Option<&'a str> {
    values.iter().find(|(other, _)| *other == name).map(|&(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(message: &str, values: &[(&str, &str)]) -> String {
        fill(message.to_owned(), values)
    }

    #[test]
    fn names_give_way_to_values() {
        assert_eq!(filled("{point}, empty ({n})", &[("point", "d6"), ("n", "3")]), "d6, empty (3)");
        assert_eq!(filled("{n}{n} {unknown} {n", &[("n", "3")]), "33 {unknown} {n");
    }

    #[test]
    fn what_is_inserted_stays_as_it_is() {
        let values = [("file", "{problem}.toml"), ("problem", "{file}")];
        assert_eq!(filled("{file}: {problem}", &values), "{problem}.toml: {file}");
    }
}
