// SPDX-License-Identifier: GPL-3.0-or-later
//! Names of players, and their spelling in a line.

use std::fmt;
use std::str::FromStr;

/// Maximum length of a name, in characters.
pub const LONGEST_NAME: usize = 32;

/// Name of a player: 1 to [`LONGEST_NAME`] characters, none of them a control character or one that
/// changes the direction of text, at least one that can be seen, and no white space at either end.
///
/// ```
/// use morris_message::PlayerName;
///
/// let name: PlayerName = "Jörg  B.".parse()?;
/// assert_eq!(name.as_str(), "Jörg  B.");
/// assert!("".parse::<PlayerName>().is_err());
/// assert!("a\u{202e}b".parse::<PlayerName>().is_err());
/// # Ok::<(), morris_message::NameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerName(String);

/// Why a text is not the name of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum NameError {
    #[error("the name is empty")]
    Empty,
    #[error("the name begins or ends with a space")]
    Space,
    #[error("the name is longer than {LONGEST_NAME} characters")]
    TooLong,
    #[error("the name contains a control character or one that changes the direction of text")]
    Invisible,
}

impl PlayerName {
    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the name that is most like a text: without the characters that are not allowed, and
    /// cut if it is too long. Returns `None` if nothing that can be seen is left.
    pub fn nearest(text: &str) -> Option<Self> {
        let allowed: String = text.chars().filter(|&letter| !is_invisible(letter)).collect();
        let cut: String = allowed.trim().chars().take(LONGEST_NAME).collect();
        cut.trim_end().parse().ok()
    }

    /// Returns the name as a word of a line: letters and digits of ASCII and `-._~` for themselves,
    /// `+` for a space, and `%C3` for any other byte, as in forms of the web.
    pub fn word(&self) -> String {
        self.0.bytes().fold(String::new(), |word, byte| match byte {
            b' ' => word + "+",
            _ if is_plain(byte) => word + (byte as char).encode_utf8(&mut [0; 4]),
            _ => word + &format!("%{byte:02X}"),
        })
    }

    /// Reads a word of a line. Returns `None` if it is not spelled as [`Self::word`] does.
    pub fn read_word(word: &str) -> Option<Self> {
        // Longer words cannot be names, and are not worth the time.
        if word.len() > LONGEST_NAME * 4 * 3 {
            return None;
        }
        let mut bytes = Vec::new();
        let mut letters = word.bytes();
        while let Some(letter) = letters.next() {
            bytes.push(match letter {
                b'+' => b' ',
                b'%' => {
                    let digits = [letters.next()?, letters.next()?];
                    u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
                }
                _ => letter,
            });
        }
        let name: Self = String::from_utf8(bytes).ok()?.parse().ok()?;
        (name.word() == word).then_some(name)
    }
}

/// Returns `true` for bytes that are written as they are.
const fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// Returns `true` for characters that no name has: control characters, ends of lines, and those
/// that change the direction of text.
fn is_invisible(letter: char) -> bool {
    let turns =
        matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// Returns `true` for white space and for characters that are not drawn. A name of nothing else
/// could not be seen.
fn is_blank(letter: char) -> bool {
    let fills =
        matches!(letter, '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}');
    let selects =
        matches!(letter, '\u{34f}' | '\u{180b}'..='\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e0fff}');
    let joins =
        matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{206a}'..='\u{206f}');
    letter.is_whitespace() || fills || selects || joins || matches!(letter, '\u{fff9}'..='\u{fffb}')
}

impl FromStr for PlayerName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.chars().all(is_blank) {
            Err(NameError::Empty)
        } else if text.chars().any(is_invisible) {
            Err(NameError::Invisible)
        } else if text.trim() != text {
            Err(NameError::Space)
        } else if text.chars().nth(LONGEST_NAME).is_some() {
            Err(NameError::TooLong)
        } else {
            Ok(Self(text.to_owned()))
        }
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_word_of_a_line() {
        for (name, word) in [
            ("Ann", "Ann"),
            ("Anna Maria", "Anna+Maria"),
            ("a+b/c", "a%2Bb%2Fc"),
            ("Jörg", "J%C3%B6rg"),
            ("می\u{200c}روم", "%D9%85%DB%8C%E2%80%8C%D8%B1%D9%88%D9%85"),
            ("x_~.-1", "x_~.-1"),
        ] {
            let parsed: PlayerName = name.parse().unwrap();
            assert_eq!(parsed.word(), word);
            assert_eq!(PlayerName::read_word(word), Some(parsed));
        }
        let most = "𠀀".repeat(LONGEST_NAME);
        assert_eq!(PlayerName::read_word(&most.parse::<PlayerName>().unwrap().word()).unwrap().as_str(), most);
    }

    #[test]
    fn a_text_has_a_name_unless_nothing_can_be_seen() {
        let long = format!("{} b", "a".repeat(31));
        for (text, name) in [
            ("\u{200f}مریم\u{200e}", Some("مریم")),
            ("\u{61c} Ann\u{feff} ", Some("Ann")),
            ("می\u{200c}روم", Some("می\u{200c}روم")),
            (&"a".repeat(99), Some(&*"a".repeat(32))),
            (&long, Some(&long[..31])),
            (" \u{200e}\u{200b}", None),
        ] {
            assert_eq!(PlayerName::nearest(text).as_ref().map(PlayerName::as_str), name, "{text:?}");
        }
    }

    #[test]
    fn other_spellings_and_other_characters_are_refused() {
        for (name, error) in [
            ("", NameError::Empty),
            (" \u{3000}", NameError::Empty),
            ("\u{200b}", NameError::Empty),
            ("\u{3164} \u{2060}\u{ad}", NameError::Empty),
            (" a", NameError::Space),
            (&"a".repeat(33), NameError::TooLong),
            ("a\nb", NameError::Invisible),
            ("a\u{1b}[2J", NameError::Invisible),
            ("\u{200f}a", NameError::Invisible),
            ("a\u{2066}", NameError::Invisible),
        ] {
            assert_eq!(name.parse::<PlayerName>(), Err(error), "{name:?}");
        }
        for word in [
            "",
            "+a",
            "%41",
            "%c3%b6",
            "%C3",
            "%",
            "%C",
            "%G0",
            "%+1",
            "ö",
            "a b",
            "%E2%80%AE",
            "%0A",
            &"a".repeat(9999),
        ] {
            assert_eq!(PlayerName::read_word(word), None, "{word:?}");
        }
    }
}
