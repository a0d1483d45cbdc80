// SPDX-License-Identifier: GPL-3.0-or-later
//! Text from outside in a form fit for labels: of limited length, and with few marks on a letter.
//! Laying out marks takes a time that grows with the square of their number.

/// Maximum number of characters of a text that a label shows.
pub const MAX_SHOWN: usize = 2_000;

/// Maximum number of marks after a letter, such as accents. No language needs as many.
pub const MAX_MARKS: usize = 8;

/// Returns the characters of a text with their places in bytes, as [`str::char_indices`] does,
/// without the marks beyond [`MAX_MARKS`] in a row.
pub fn legible(text: &str) -> impl Iterator<Item = (usize, char)> {
    few_marks(text.char_indices())
}

fn few_marks<T>(letters: impl Iterator<Item = (T, char)>) -> impl Iterator<Item = (T, char)> {
    let mut marks = 0;
    letters.filter(move |&(_, letter)| {
        marks = if is_mark(letter) { marks + 1 } else { 0 };
        marks <= MAX_MARKS
    })
}

/// Returns `true` for a character that has no place of its own: a combining mark (classes Mn and
/// Me), or an invisible character. The standard library escapes just these and white space.
fn is_mark(letter: char) -> bool {
    !letter.is_ascii() && !letter.is_whitespace() && letter.escape_debug().len() > 1
}

/// Returns a text as a label shows it: at most [`MAX_SHOWN`] characters, with `…` if it is longer,
/// and at most [`MAX_MARKS`] marks in a row.
pub fn shown(text: &str) -> String {
    shortened(text, MAX_SHOWN)
}

/// Works like [`shown`], with at most `most` characters.
pub fn shortened(text: &str, most: usize) -> String {
    let mut letters = legible(text).map(|(_, letter)| letter);
    let mut shown: String = letters.by_ref().take(most).collect();
    if letters.next().is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn text_is_cut_at_a_character_and_loses_only_marks_beyond_the_limit() {
        let marks = |count| "\u{300}".repeat(count);
        for (text, expected) in [
            ("", String::new()),
            ("äöü", "äöü".to_owned()),
            ("äöüß", "äöü…".to_owned()),
            (&format!("a{}", marks(2)), format!("a{}", marks(2))),
            (&marks(100_000), format!("{}…", marks(3))),
            ("a\u{3000} \n", "a\u{3000} …".to_owned()),
        ] {
            assert_eq!(shortened(text, 3), expected, "{text:.20}");
        }
        let stacked = format!("a{}b{}", marks(100_000), "\u{20dd}".repeat(100_000));
        assert_eq!(shown(&stacked), format!("a{}b{}", marks(8), "\u{20dd}".repeat(8)));
        // Hebrew with points, Vietnamese, Hindi, Persian, and an emoji of several parts.
        for text in
            ["שָׁלוֹם", "tie\u{302}\u{301}ng", "हिन्दी", "می\u{200c}روم", "👩🏽\u{200d}🚀", "𠀀".repeat(2_000).as_str()]
        {
            assert_eq!(shown(text), text);
        }
    }

    #[test]
    fn every_kind_of_mark_counts() {
        // Mn, Me, variation selectors, joiners, marks of directions, and tags.
        for mark in ['\u{300}', '\u{488}', '\u{fe0f}', '\u{e0100}', '\u{200b}', '\u{200d}', '\u{202e}', '\u{e0041}'] {
            let marks = mark.to_string().repeat(MAX_MARKS);
            assert_eq!(shown(&format!("a{marks}{mark}")), format!("a{marks}"), "{mark:?}");
        }
    }

    proptest! {
        #[test]
        fn shown_text_is_short_and_legible(text in "(\\PC|[a \u{300}\u{200d}\u{20dd}]{0,40}){0,200}", most in 0..300_usize) {
            let shown = shortened(&text, most);
            prop_assert!(shown.chars().count() <= most + 1);
            let runs = shown.split(|letter| !is_mark(letter)).map(|marks| marks.chars().count());
            prop_assert!(runs.max().unwrap_or(0) <= MAX_MARKS);
            let letters = |text: &str| text.chars().filter(|&letter| !is_mark(letter)).collect::<String>();
            prop_assert!(letters(&text).starts_with(letters(&shown).trim_end_matches('…')));
        }

        /// The work is that of a single pass, whatever the text.
        #[test]
        fn each_character_is_looked_at_once(text in "[a\u{300}\u{200d}]{0,400}") {
            let mut looked = 0;
            let kept = few_marks(text.char_indices().inspect(|_| looked += 1)).count();
            prop_assert_eq!(looked, text.chars().count());
            prop_assert!(kept <= looked);
        }
    }
}
