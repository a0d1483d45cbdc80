// SPDX-License-Identifier: GPL-3.0-or-later
//! Points that are typed: a letter, then a digit.

use std::cell::Cell;

use morris::{Board, Point};

/// A letter that waits for its digit, as long as a person needs to find the key.
#[derive(Debug, Default)]
pub struct Typing {
    letter: Cell<Option<char>>,
}

/// What a typed character means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// The first half of a point.
    Begins(char),
    /// With the letter before it a point.
    Point(Point),
    /// A sign between two points, or a digit that makes no point with the letter before it.
    Nothing,
    /// No part of a point.
    Other,
}

impl Typing {
    /// The letter that waits.
    pub fn letter(&self) -> Option<char> {
        self.letter.get()
    }

    /// Lets a letter wait, in place of one before it.
    pub fn wait(&self, letter: char) {
        self.letter.set(Some(letter));
    }

    /// Forgets the letter; whether there was one.
    pub fn forget(&self) -> bool {
        self.letter.take().is_some()
    }
}

/// Whether a letter is the first of a point's name.
pub fn begins_a_point(board: &Board, letter: char) -> bool {
    board.points().any(|point| board.name(point).starts_with(letter))
}

/// What `character` means after the letter that waits, on this board.
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

    /// There is no room for a moment or a timer beside the letter: it waits as long as it takes.
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
