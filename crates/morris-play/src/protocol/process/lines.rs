// SPDX-License-Identifier: GPL-3.0-or-later
//! Lines from outside: bounded, whatever their bytes.

use std::io::{self, BufRead, Read};

/// Longer lines are not kept.
pub const MAX_LINE_BYTES: usize = 1 << 16;

/// A line from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The line without its end; bytes that are no text are replaced.
    Text(String),
    /// A line of more than [`MAX_LINE_BYTES`] bytes, which is gone.
    TooLong,
}

/// Cuts what a reader gives into lines; a last line without an end counts as well.
#[derive(Debug)]
pub struct Lines<R>(R);

impl<R: BufRead> Lines<R> {
    /// The lines of `reader`.
    pub const fn new(reader: R) -> Self {
        Self(reader)
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut bytes = Vec::new();
        match self.0.by_ref().take(MAX_LINE_BYTES as u64).read_until(b'\n', &mut bytes) {
            Ok(0) => None,
            Ok(MAX_LINE_BYTES) if !bytes.ends_with(b"\n") => Some(self.0.skip_until(b'\n').map(|_| Line::TooLong)),
            Ok(_) => Some(Ok(Line::Text(String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned()))),
            Err(error) => Some(Err(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Line> {
        Lines::new(bytes).map(Result::unwrap).collect()
    }

    #[test]
    fn cuts_at_every_kind_of_end() {
        let text = |text: &str| Line::Text(text.to_owned());
        assert_eq!(lines(b"uci\r\n\ngo\0\xff\nend"), [text("uci"), text(""), text("go\0\u{fffd}"), text("end")]);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn lines_without_end_are_not_kept() {
        let mut bytes = vec![b'x'; 3 * MAX_LINE_BYTES];
        bytes.extend(b"\nquit\n");
        assert_eq!(lines(&bytes), [Line::TooLong, Line::Text("quit".to_owned())]);
    }
}
