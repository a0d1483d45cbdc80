// SPDX-License-Identifier: GPL-3.0-or-later
//! What one line of a game says.

use morris::{Board, Color, Move, ParseMoveError};

use crate::version::Version;

/// Maximum length of the word of a turn, in bytes. The longest move has three removals.
const LONGEST_WORD: usize = 24;

/// What a player does with one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Plays a move. A pass is not a turn, because both programs play it by themselves.
    Move(Move),
    /// Asks the other player, in place of a move.
    Ask(Question),
    /// Answers the question of the line before.
    Answer(Answer),
    /// Resigns. This alone is possible out of turn.
    Resign,
    /// Loses, because the time of the player is over. Games of version 1 have no clock.
    Time,
}

/// A question to the other player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether to agree to a draw.
    Draw,
    /// Whether the asking player may take back its last move and the moves after it.
    Undo,
}

/// Answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Yes.
    Accept,
    /// No.
    Decline,
}

/// The turns that are not moves, with their words in a line.
const WORDS: [(&str, Turn); 6] = [
    ("+draw", Turn::Ask(Question::Draw)),
    ("+undo", Turn::Ask(Question::Undo)),
    ("+yes", Turn::Answer(Answer::Accept)),
    ("+no", Turn::Answer(Answer::Decline)),
    ("+resign", Turn::Resign),
    ("+time", Turn::Time),
];

impl Turn {
    /// Returns the word in a line: a move, `+draw`, `+undo`, `+yes`, `+no`, `+resign`, or
    /// `+time`.
    pub fn word(self, board: &Board) -> String {
        match self {
            Self::Move(mv) => board.display(mv).to_string(),
            turn => WORDS.iter().find(|(_, other)| *other == turn).map_or("", |(word, _)| word).to_owned(),
        }
    }

    /// Reads a turn as a player writes it: a move, or the word without `+`, such as `draw`. Only
    /// programs write `+time`.
    ///
    /// ```
    /// use morris::PLAIN_24;
    /// use morris_message::{Question, Turn};
    ///
    /// assert_eq!(Turn::parse("draw", &PLAIN_24), Ok(Turn::Ask(Question::Draw)));
    /// assert_eq!(Turn::parse("D6 x C3", &PLAIN_24).map(|turn| turn.word(&PLAIN_24)), Ok("d6xc3".to_owned()));
    /// assert!(Turn::parse("d9", &PLAIN_24).is_err());
    /// ```
    pub fn parse(text: &str, board: &Board) -> Result<Self, ParseMoveError> {
        let word = text.strip_prefix('+').unwrap_or(text);
        let found = WORDS.iter().find(|(other, turn)| other[1..] == *word && *turn != Self::Time);
        found.map_or_else(|| Move::parse(text, board).map(Self::Move), |&(_, turn)| Ok(turn))
    }

    /// Reads the word in a line. Unlike [`Self::parse`], it knows one spelling of each point, and
    /// no pass.
    pub(crate) fn read_word(word: &str, board: &Board, version: Version) -> Option<Self> {
        if let Some(&(_, turn)) = WORDS.iter().find(|(other, _)| *other == word) {
            return Some(turn).filter(|turn| turn.is_in(version));
        }
        let is_plain = |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'-';
        if word.len() > LONGEST_WORD || !word.bytes().all(is_plain) {
            return None;
        }
        Move::parse(word, board).ok().filter(|&mv| mv != Move::PASS).map(Self::Move)
    }
}

impl Turn {
    /// Returns `true` if lines of this version know the turn.
    pub(crate) fn is_in(self, version: Version) -> bool {
        self != Self::Time || version != Version::One
    }
}

/// Returns the color that writes the lines with this number. White has the odd numbers.
pub(crate) const fn writer(number: u32) -> Color {
    if number % 2 == 1 { Color::White } else { Color::Black }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morris::{PLAIN_24, Rules};

    #[test]
    fn every_turn_has_one_word() {
        let read = |word| Turn::read_word(word, &PLAIN_24, Version::Two);
        for (word, turn) in WORDS {
            assert_eq!((turn.word(&PLAIN_24).as_str(), read(word)), (word, Some(turn)));
            assert_eq!(Turn::parse(&word[1..], &PLAIN_24).ok(), Some(turn).filter(|&turn| turn != Turn::Time));
            assert_eq!(read(&word[1..]), None);
            assert_eq!(Turn::read_word(word, &PLAIN_24, Version::One).is_some(), turn != Turn::Time);
        }
        for word in ["d6", "a4-a7xd6", "xc3", "d6xc3xa1", "d6xa1xc3"] {
            assert!(read(word).is_some(), "{word}");
        }
        for word in ["", "D6", "d6:c3", "--", "d4", "+", "+Draw", "+drawn", "d6xc3xc3", "d6 xc3", "ä1", "-"] {
            assert_eq!(read(word), None, "{word}");
        }
    }

    #[test]
    fn the_longest_move_fits() {
        for rules in Rules::PRESETS {
            let longest = rules.board.points().map(|point| rules.board.name(point).len()).max().unwrap();
            assert!((longest + 1) * (2 + morris::MAX_REMOVED as usize) <= LONGEST_WORD + 1, "{rules}");
        }
    }
}
