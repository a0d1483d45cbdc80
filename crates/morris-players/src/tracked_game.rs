// SPDX-License-Identifier: GPL-3.0-or-later
//! A game entered as words, in which a removal may be a separate word.

use super::position_formats::PartialPosition;
use morris::{Board, Game, IllegalMove, Move, Outcome, ParseMoveError, Rules, escape};

/// A game with a partial move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackedGame {
    game: Game,
    partial: Option<Move>,
}

/// Why moves cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum PlayWordsError {
    /// Moves are counted from 1 over both sides.
    #[error("move {number}: {source}")]
    Unreadable { number: usize, source: ParseMoveError },
    /// Moves are counted from 1 over both sides.
    #[error("move {number}, {}: {}", board.display(*mv), board.display(*source))]
    Illegal { number: usize, mv: Move, source: IllegalMove, board: &'static Board },
}

impl TrackedGame {
    /// Creates a game at its start.
    pub fn new(rules: Rules) -> Self {
        Self { game: Game::new(rules), partial: None }
    }

    /// Creates a game from a partial position.
    pub fn from_partial_position(rules: Rules, partial_position: PartialPosition) -> Self {
        Self { game: Game::from_position(rules, partial_position.position), partial: partial_position.partial }
    }

    /// Returns the game without the partial move.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the move that closed a mill and still lacks its removal.
    pub const fn partial(&self) -> Option<Move> {
        self.partial
    }

    /// Returns the current position with the partial move.
    pub fn partial_position(&self) -> PartialPosition {
        PartialPosition { position: *self.game.position(), partial: self.partial }
    }

    /// Returns the moves that complete the partial move. Empty if there is no partial move.
    pub fn finishes(&self) -> Vec<Move> {
        self.partial_position().finishes(self.game.rules())
    }

    /// Returns a move as a word. After a partial move the word contains only the missing removals.
    pub fn word(&self, mv: Move) -> String {
        let board = self.game.rules().board;
        match self.partial {
            Some(partial) => {
                (mv.removed - partial.removed).into_iter().map(|man| format!("x{}", board.display(man))).collect()
            }
            None => board.display(mv).to_string(),
        }
    }

    /// Returns the outcome of the game, or `None` if it is not over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// Plays moves separated by white space. The last may lack its removal.
    ///
    /// # Errors
    /// Returns an error if a move cannot be played. The moves before it remain played.
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

/// Returns the words without the spaces around their signs: `a4 - a7 x d2` becomes `a4-a7 xd2`.
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
