// SPDX-License-Identifier: GPL-3.0-or-later
//! Typed point names: a letter, then a digit.

use std::cell::Cell;

use morris::{Board, Point};

/// A typed letter that waits for its digit, without a time limit.
#[derive(Debug, Default)]
pub struct Typing {
    letter: Cell<Option<char>>,
}

/// Meaning of a typed character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// First character of a point name.
    Begins(char),
    /// Completes the name of a point.
    Point(Point),
    /// A separator between two points, or a digit that completes no name.
    Nothing,
    /// Not part of a point name.
    Other,
}

impl Typing {
    pub fn letter(&self) -> Option<char> {
        self.letter.get()
    }

    pub fn wait(&self, letter: char) {
        self.letter.set(Some(letter));
    }

    /// Drops the letter. Returns whether there was one.
    pub fn forget(&self) -> bool {
        self.letter.take().is_some()
    }
}

pub fn begins_a_point(board: &Board, letter: char) -> bool {
    board.points().any(|point| board.name(point).starts_with(letter))
}

/// Returns the meaning of `character` after the waiting letter on this board.
pub fn read(board: &Board, letter: Option<char>, character: char) -> Typed {
    let character = character.to_ascii_lowercase();
    match (letter, character) {
        _ if begins_a_point(board, character) => Typed::Begins(character),
        (Some(letter), '0'..='9') => board.point(&format!("{letter}{character}")).map_or(Typed::Nothing, Typed::Point),
        (_, '0'..='9' | '-' | '–' | 'x' | ':') => Typed::Nothing,
        _ => Typed::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morris::{PLAIN_24, RING_16};

    /// The type has no room for a time or a timer beside the letter, so the letter waits forever.
    const _: () = assert!(size_of::<Typing>() == size_of::<Option<char>>());

    #[test]
    fn letters_and_digits_make_points() {
        let read = |letter, character| super::read(&PLAIN_24, letter, character);
        assert_eq!(read(None, 'D'), Typed::Begins('d'));
        assert_eq!(read(Some('d'), '6'), Typed::Point("d6".parse().unwrap()));
        assert_eq!(read(Some('d'), '4'), Typed::Nothing);
        assert_eq!(read(Some('f'), 'f'), Typed::Begins('f'));
        assert_eq!(read(Some('f'), 'h'), Typed::Other);
        assert_eq!(read(None, '-'), Typed::Nothing);
        assert_eq!(super::read(&RING_16, Some('a'), '5'), Typed::Point(RING_16.point("a5").unwrap()));
        assert_eq!(super::read(&RING_16, None, 'g'), Typed::Other);
    }
}
