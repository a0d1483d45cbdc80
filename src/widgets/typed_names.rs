// SPDX-License-Identifier: GPL-3.0-or-later
//! Fields in which a name is typed.

use adw::prelude::*;

use morris::names::LONGEST_TYPED;

/// Lets a field take no name longer than can be typed, unless it shows a longer one already: of
/// that nothing is cut off.
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
