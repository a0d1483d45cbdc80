// SPDX-License-Identifier: GPL-3.0-or-later
//! Text from outside in a form fit for messages: short, on one line, and without control
//! characters.

use std::path::Path;

/// Maximum number of characters that a message quotes from outside text.
pub const MAX_QUOTED: usize = 80;

/// Returns a text in a form fit for messages: at most [`MAX_QUOTED`] characters, with control
/// characters and line ends escaped. If the text is longer, the last character is `…`. Applying the
/// function twice has no further effect.
pub fn escape(text: &str) -> String {
    let mut shown = Quote::default();
    for letter in text.chars() {
        if !shown.push(letter) {
            break;
        }
    }
    shown.text
}

/// Returns a path in a form fit for messages, as [`escape`] does. Bytes that are not text appear as
/// `\xff`. A long path is cut at its beginning, because the name is at its end.
pub fn escape_path(path: &Path) -> String {
    let mut pieces = Vec::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        pieces.extend(chunk.valid().chars().map(piece));
        pieces.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    let mut room = MAX_QUOTED;
    let fitting = pieces.iter().rev().take_while(|piece| take(&mut room, piece)).count();
    if fitting == pieces.len() {
        return pieces.concat();
    }
    let mut room = MAX_QUOTED - 1;
    let fitting = pieces.iter().rev().take_while(|piece| take(&mut room, piece)).count();
    format!("…{}", pieces.split_off(pieces.len() - fitting).concat())
}

/// Takes the space that a piece needs, if there is enough left. Returns `true` if there was.
fn take(room: &mut usize, piece: &str) -> bool {
    let left = room.checked_sub(piece.chars().count());
    *room = left.unwrap_or(*room);
    left.is_some()
}

/// Returns a letter or its escape.
fn piece(letter: char) -> String {
    match letter {
        '\'' | '"' | '\\' => letter.to_string(),
        _ => letter.escape_debug().collect(),
    }
}

/// A text that grows up to its maximum length.
#[derive(Default)]
struct Quote {
    text: String,
    length: usize,
    /// Length of the part that leaves space for `…`, in bytes.
    cut: usize,
}

impl Quote {
    /// Appends a letter. Returns `false` if it did not fit.
    fn push(&mut self, letter: char) -> bool {
        let piece = piece(letter);
        self.length += piece.chars().count();
        if self.length > MAX_QUOTED {
            self.text.truncate(self.cut);
            self.text.push('…');
            return false;
        }
        self.text.push_str(&piece);
        if self.length < MAX_QUOTED {
            self.cut = self.text.len();
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn words_from_outside_are_shown_short_and_escaped() {
        for (text, expected) in [
            ("d6", "d6".to_owned()),
            ("\"it's\" a\\b – ä", "\"it's\" a\\b – ä".to_owned()),
            ("a\nb\u{1b}[2J\u{7}\u{202e}\0", "a\\nb\\u{1b}[2J\\u{7}\\u{202e}\\0".to_owned()),
            (&"#".repeat(80), "#".repeat(80)),
            (&"#".repeat(81), "#".repeat(79) + "…"),
            (&("#".repeat(78) + "\n"), "#".repeat(78) + "\\n"),
            (&("#".repeat(79) + "\n"), "#".repeat(79) + "…"),
            (&("#".repeat(78) + "\nx"), "#".repeat(78) + "…"),
        ] {
            assert_eq!(escape(text), expected);
            assert_eq!(escape(&escape(text)), expected);
        }
        assert_eq!(escape(&"\u{10ffff}".repeat(1000)).chars().count(), 71, "whole escapes or nothing");
    }

    #[test]
    fn the_end_of_a_long_path_is_shown() {
        let path = |bytes: &[u8]| escape_path(Path::new(OsStr::from_bytes(bytes)));
        assert_eq!(path(b"/a b/x\xff\xfe\n\xc3\xa4.toml"), "/a b/x\\xff\\xfe\\nä.toml");
        assert_eq!(path(&[b'x'; 80]), "x".repeat(80));
        assert_eq!(path(&[&[b'y'; 4000][..], b"/name"].concat()), format!("…{}/name", "y".repeat(74)));
        assert_eq!(path(&[0xff; 100]), format!("…{}", "\\xff".repeat(19)));
    }
}
