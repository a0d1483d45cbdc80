// SPDX-License-Identifier: GPL-3.0-or-later
//! A game told in words, where a removal may be a word of its own.

use super::position_formats::PartialPosition;
use morris::{Board, Game, IllegalMove, Move, Outcome, ParseMoveError, Rules, escape};

/// A game and the part of a move that has been made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackedGame {
    game: Game,
    partial: Option<Move>,
}

/// Why moves in words cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayWordsError {
    /// A word that is no move.
    #[error("move {number}: {source}")]
    Unreadable {
        /// The number of the move, from 1, both sides counted.
        number: usize,
        /// Why.
        source: ParseMoveError,
    },
    /// A move that is not legal.
    #[error("move {number}, {}: {}", board.display(*mv), board.display(*source))]
    Illegal {
        /// The number of the move, from 1, both sides counted.
        number: usize,
        /// The move.
        mv: Move,
        /// Why.
        source: IllegalMove,
        /// Where it is played.
        board: &'static Board,
    },
}

impl TrackedGame {
    /// A game from its start.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self { game: Game::new(rules), partial: None }
    }

    /// A game from anywhere.
    #[must_use]
    pub fn from_partial_position(rules: Rules, partial_position: PartialPosition) -> Self {
        Self { game: Game::from_position(rules, partial_position.position), partial: partial_position.partial }
    }

    /// The game without the move half done.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The move that closed a mill and still wants its removal.
    #[must_use]
    pub const fn partial(&self) -> Option<Move> {
        self.partial
    }

    /// Where the game stands.
    #[must_use]
    pub fn partial_position(&self) -> PartialPosition {
        PartialPosition { position: *self.game.position(), partial: self.partial }
    }

    /// The ways to finish a move half done; none where there is no such move.
    #[must_use]
    pub fn finishes(&self) -> Vec<Move> {
        self.partial_position().finishes(self.game.rules())
    }

    /// A move as it is said here: after half a move only the removal that it still wants.
    #[must_use]
    pub fn word(&self, mv: Move) -> String {
        let board = self.game.rules().board;
        match self.partial {
            Some(partial) => {
                (mv.removed - partial.removed).into_iter().map(|man| format!("x{}", board.display(man))).collect()
            }
            None => board.display(mv).to_string(),
        }
    }

    /// The end of the game, if it has come.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// Plays moves, divided by white space; the last may lack its removal.
    ///
    /// # Errors
    /// Why a move cannot be played; those before it are.
    pub fn play_words(&mut self, text: &str) -> Result<(), PlayWordsError> {
        tidied(text).iter().try_for_each(|word| self.play_word(word))
    }

    fn play_word(&mut self, word: &str) -> Result<(), PlayWordsError> {
        let (number, board) = (self.game.cursor() + 1, self.game.rules().board);
        let whole = match self.partial {
            Some(partial) => format!("{}{word}", board.display(partial)),
            None => word.to_owned(),
        };
        let illegal = |mv, source| PlayWordsError::Illegal { number, mv, source, board };
        let mv: Move = match (self.partial, Move::parse(&whole, board)) {
            (_, Ok(mv)) => mv,
            (Some(partial), Err(_)) => return Err(illegal(partial, IllegalMove::RemovalMissing)),
            (None, Err(_)) => {
                return Err(PlayWordsError::Unreadable { number, source: ParseMoveError(escape(word)) });
            }
        };
        match self.game.play(mv) {
            Ok(()) => self.partial = None,
            Err(IllegalMove::RemovalMissing) if self.partial != Some(mv) => self.partial = Some(mv),
            Err(source) => return Err(illegal(mv, source)),
        }
        Ok(())
    }
}

/// The words with the spaces around their signs gone: `a4 - a7 x d2` is `a4-a7 xd2`.
fn tidied(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace('–', "-").replace(':', "x");
    let is_open = |word: &str| word.ends_with(['-', 'x']) && word != "--";
    let mut words = Vec::<String>::new();
    for word in text.split_whitespace() {
        match words.last_mut() {
            Some(last) if is_open(last) || word.starts_with('-') && word != "--" => last.push_str(word),
            _ => words.push(word.to_owned()),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use morris::{Position, Removals};

    use super::*;

    #[test]
    fn where_each_mill_removes_a_man_each_may_be_a_word() {
        let rules = Rules::builder(Rules::STANDARD).removals(Removals::PerMill).build().unwrap();
        // A man on g7 closes two mills.
        let position = Position::parse("WW./B../.../....BW/B../.B./..W w 5 5", &rules).unwrap();
        let mut game = TrackedGame::from_partial_position(rules, PartialPosition { position, partial: None });
        let whole = "g7xb6xd2".parse().unwrap();
        for (word, rest, finishes) in [("g7", "xb6xd2", 6), ("xd2", "xb6", 3)] {
            game.play_words(word).unwrap();
            assert_eq!((game.word(whole), game.finishes().len()), (rest.to_owned(), finishes), "{word}");
            assert!(game.finishes().contains(&whole) && game.game().cursor() == 0, "{word}");
        }
        assert!(game.play_words("xg4").is_err(), "no opposing man");
        game.play_words("xb6").unwrap();
        assert_eq!((game.game().played(), game.partial()), (&[whole][..], None));
    }
}
