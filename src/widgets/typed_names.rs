// SPDX-License-Identifier: GPL-3.0-or-later
//! Entries for names.

use adw::prelude::*;

use morris::names::LONGEST_TYPED;

/// Limits an entry to the maximum length of a typed name, or to the length of its current text if
/// that is longer, so that nothing is cut off.
pub fn limit_typing(field: &gtk::Entry) {
    let longest = field.text().chars().count().max(LONGEST_TYPED);
    field.set_max_length(i32::try_from(longest).unwrap_or(0));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[gtk::test]
    fn a_name_is_typed_up_to_its_length_and_a_longer_one_stays() {
        for (shown, typed, expected) in [("", "W".repeat(100), 30), (&"W".repeat(80), "x".to_owned(), 80)] {
            let field = gtk::Entry::builder().text(shown).build();
            limit_typing(&field);
            field.insert_text(&typed, &mut 0);
            assert_eq!(field.text().chars().count(), expected);
        }
    }
}
