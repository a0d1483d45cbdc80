// SPDX-License-Identifier: GPL-3.0-or-later
//! Finds out which format a text has.

use super::Format;
use crate::protocol::SanmillForm;

impl Format {
    /// The format that a text has, or most likely was to have.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let first = text.split_whitespace().next().unwrap_or_default().trim_start_matches('\u{feff}');
        if !first.starts_with(['[', '{', ';']) {
            match first.split('/').count() {
                1 => {}
                2..=4 => return Self::Sanmill(SanmillForm::New),
                _ => return Self::PositionLine,
            }
        }
        if is_board(text) {
            Self::BoardFile
        } else if first_move(text).is_some_and(is_numbers) {
            Self::PlayOk
        } else {
            Self::Pgn
        }
    }
}

/// Whether nearly all letters are those of a board file.
fn is_board(text: &str) -> bool {
    let letters = text.chars().filter(|letter| !letter.is_whitespace() && *letter != '\u{feff}');
    let (known, foreign): (Vec<_>, Vec<_>) = letters.partition(|letter| "WwBbXxEe.".contains(*letter));
    known.len() > 4 * foreign.len()
}

/// The first word outside tags and comments that is neither the number of a move nor a result.
fn first_move(text: &str) -> Option<&str> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with(['[', '{', ';', '%']));
    lines.flat_map(str::split_whitespace).map(without_number).find(|word| !word.is_empty() && !is_result(word))
}

fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

fn is_result(word: &str) -> bool {
    matches!(word, "*" | "1-0" | "0-1" | "1/2-1/2")
}

fn is_numbers(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_told_apart() {
        for (text, format) in [
            ("", Format::Pgn),
            ("1. d6 f4", Format::Pgn),
            ("\u{feff}[White \"1/2/3\"]\n\n1.d6 f4", Format::Pgn),
            ("{3 4 5}\n1. d6", Format::Pgn),
            ("hello", Format::Pgn),
            ("1. 5 12 2. 7", Format::PlayOk),
            ("1.5 12", Format::PlayOk),
            ("[Site \"PlayOK\"]\n\n1. 5 12", Format::PlayOk),
            (".../.../.../....../.../.../... w 9 9 0", Format::PositionLine),
            (".../.../.../....../.../... w 9 9 0", Format::PositionLine),
            ("********/********/******** w p p 0 9 0 9 0 0 0 1", Format::Sanmill(SanmillForm::New)),
            ("xWxBWBxxWxBBxBxxxWxxBxxx", Format::BoardFile),
            ("xWx BWB\nxxW xBB xBx qxW", Format::BoardFile),
        ] {
            assert_eq!(Format::of(text), format, "{text}");
        }
    }
}
