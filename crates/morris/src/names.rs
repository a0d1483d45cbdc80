// SPDX-License-Identifier: GPL-3.0-or-later
//! Names of people, programs, rules and games from files, other programs and the keyboard.

use crate::legible::legible;

/// Maximum length of a stored name, in characters. A longer name is cut when it is read and is
/// written cut from then on. The tags of a game text keep the whole name.
pub const LONGEST: usize = 100;

/// Maximum length of a name of a person, a program or rules that can be typed, in characters.
pub const LONGEST_TYPED: usize = 30;

/// Returns the name as it is stored: one line of at most [`LONGEST`] characters, without
/// surrounding white space, invisible control characters, bidirectional overrides, and more marks
/// on a letter than [`MAX_MARKS`](crate::MAX_MARKS). Returns `None` if nothing is left.
pub fn kept(name: &str) -> Option<String> {
    let letters: String = name.chars().filter_map(visible).collect();
    let cut: String = legible(letters.trim()).map(|(_, letter)| letter).take(LONGEST).collect();
    let cut = cut.trim_end();
    (!cut.is_empty()).then(|| cut.to_owned())
}

/// Returns the letter, a space for a tab or line end, or `None` for a character that is dropped.
fn visible(letter: char) -> Option<char> {
    match letter {
        '\t' | '\n' | '\r' | '\u{2028}' | '\u{2029}' => Some(' '),
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => None,
        _ => (!letter.is_control()).then_some(letter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_short_line() {
        let (most, more) = ("W".repeat(LONGEST), "W".repeat(3_000));
        for (name, expected) in [
            ("Ada", Some("Ada")),
            (" Anna – 1 \n", Some("Anna – 1")),
            ("", None),
            (" \u{202e}\u{7} ", None),
            ("a\nb\u{1b}[2J\u{202e}\u{2066}c\0", Some("a b[2Jc")),
            // Without the zero-width non-joiner, Persian words run together.
            ("می\u{200c}روم", Some("می\u{200c}روم")),
            (&most, Some(&most)),
            (&more, Some(&most)),
            (&format!("\u{202e}{more}"), Some(&most)),
            (&format!("{} W", &most[1..]), Some(&most[1..])),
            (&format!("B{}b", "\u{300}".repeat(31)), Some(&format!("B{}b", "\u{300}".repeat(8)))),
        ] {
            assert_eq!(kept(name).as_deref(), expected, "{name:?}");
            assert_eq!(kept(name).and_then(|name| kept(&name)).as_deref(), expected, "{name:?}");
        }
        assert_eq!(kept(&"𠀀".repeat(200)), Some("𠀀".repeat(LONGEST)), "characters are counted, not bytes");
    }
}
