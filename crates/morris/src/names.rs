// SPDX-License-Identifier: GPL-3.0-or-later
//! Names of people, programs, rules and games that come from files, other programs and the
//! keyboard.

/// The longest name that is kept, in characters. A longer one is cut when it is read, and so is
/// written cut from then on; the tags of a game text stay whole beside it.
pub const LONGEST: usize = 100;

/// The longest name of a person, a program or rules that can be typed, in characters.
pub const LONGEST_TYPED: usize = 30;

/// A name as it is kept: in one line of at most [`LONGEST`] characters, without white space around
/// it, and without signs that nobody sees or that turn the words around it; `None` if nothing is
/// left.
#[must_use]
pub fn kept(name: &str) -> Option<String> {
    let letters: String = name.chars().filter_map(visible).collect();
    let cut: String = letters.trim().chars().take(LONGEST).collect();
    let cut = cut.trim_end();
    (!cut.is_empty()).then(|| cut.to_owned())
}

/// The letter, a space where a line ends, or nothing.
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
            // Without it Persian words run into each other.
            ("می\u{200c}روم", Some("می\u{200c}روم")),
            (&most, Some(&most)),
            (&more, Some(&most)),
            (&format!("\u{202e}{more}"), Some(&most)),
            (&format!("{} W", &most[1..]), Some(&most[1..])),
        ] {
            assert_eq!(kept(name).as_deref(), expected, "{name:?}");
            assert_eq!(kept(name).and_then(|name| kept(&name)).as_deref(), expected, "{name:?}");
        }
        assert_eq!(kept(&"𠀀".repeat(200)), Some("𠀀".repeat(LONGEST)), "characters are counted, not bytes");
    }
}
