// SPDX-License-Identifier: GPL-3.0-or-later
//! Rows in which a name is typed: libadwaita's own (1.2) take words of any length.

use adw::prelude::*;

use morris_play::names::LONGEST_TYPED;

/// Lets a row take no longer name than can be typed, unless it shows a longer one already: of that nothing is cut off.
pub fn limit_typing(row: &adw::EntryRow) {
    let Some(text) = row.delegate().and_downcast::<gtk::Text>() else { return };
    let longest = text.text().chars().count().max(LONGEST_TYPED);
    text.set_max_length(i32::try_from(longest).unwrap_or(0));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[gtk::test]
    fn a_name_is_typed_up_to_its_length_and_a_longer_one_stays() {
        adw::init().unwrap();
        for (shown, typed, expected) in [("", "W".repeat(100), 30), (&"W".repeat(80), "x".to_owned(), 80)] {
            let row = adw::EntryRow::builder().text(shown).build();
            limit_typing(&row);
            row.insert_text(&typed, &mut 0);
            assert_eq!(row.text().chars().count(), expected);
        }
    }
}
