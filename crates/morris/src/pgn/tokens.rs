// SPDX-License-Identifier: GPL-3.0-or-later
//! Tokenizer for game texts. Each token has its place.

use std::str::Chars;

use super::{PgnError, PgnErrorKind as Kind};

#[derive(Debug)]
pub(super) enum Token {
    Tag(String, String),
    Comment(String),
    Word(String),
    /// Start of a variation.
    Open,
    /// End of a variation.
    Close,
}

/// Place in the text. Line and column are counted from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextPosition {
    pub line: usize,
    pub column: usize,
}

impl TextPosition {
    pub fn error(self, kind: impl Into<Kind>) -> PgnError {
        PgnError { line: self.line, column: self.column, kind: kind.into() }
    }
}

/// Splits a text into tokens.
pub(super) struct Tokens<'a> {
    rest: Chars<'a>,
    place: TextPosition,
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { rest: text.chars(), place: TextPosition { line: 1, column: 1 } }
    }

    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn bump(&mut self) -> Option<char> {
        let letter = self.rest.next()?;
        self.place = match letter {
            '\n' => TextPosition { line: self.place.line + 1, column: 1 },
            _ => TextPosition { column: self.place.column + 1, ..self.place },
        };
        Some(letter)
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(letter) = self.peek().filter(|&letter| wanted(letter)) {
            taken.push(letter);
            self.bump();
        }
        taken
    }

    pub fn next(&mut self) -> Result<Option<(TextPosition, Token)>, PgnError> {
        self.take_while(|letter| letter.is_whitespace() || letter == '\u{feff}');
        let place = self.place;
        let token = match self.peek() {
            None => return Ok(None),
            Some('[') => self.tag().ok_or_else(|| place.error(Kind::Tag))?,
            Some('{') => self.comment().ok_or_else(|| place.error(Kind::OpenComment))?,
            Some(';') => {
                self.bump();
                Token::Comment(comment_text(&self.take_while(|letter| letter != '\n')))
            }
            Some('(') => self.sign(Token::Open),
            Some(')') => self.sign(Token::Close),
            Some(_) => Token::Word(self.word()),
        };
        Ok(Some((place, token)))
    }

    fn sign(&mut self, token: Token) -> Token {
        self.bump();
        token
    }

    /// Reads a word. It ends at white space or where another token begins, such as `?` after a
    /// move. The first letter always belongs to the word.
    fn word(&mut self) -> String {
        let judges = |letter| "!?".contains(letter);
        if self.peek().is_some_and(judges) {
            return self.take_while(judges);
        }
        let first = self.bump();
        let rest = self.take_while(|letter| !letter.is_whitespace() && !"[{;()!?".contains(letter));
        first.into_iter().chain(rest.chars()).collect()
    }

    fn comment(&mut self) -> Option<Token> {
        self.bump();
        let text = self.take_while(|letter| letter != '}');
        self.bump()?;
        Some(Token::Comment(comment_text(&text)))
    }

    fn tag(&mut self) -> Option<Token> {
        self.bump();
        self.take_while(char::is_whitespace);
        let name = self.take_while(|letter| letter.is_alphanumeric() || letter == '_');
        self.take_while(char::is_whitespace);
        self.bump().filter(|&letter| letter == '"' && !name.is_empty())?;
        let mut value = String::new();
        loop {
            match self.bump()? {
                '"' => break,
                '\\' => value.extend(self.bump().filter(|&letter| letter != '\n').map(visible)?),
                '\n' => return None,
                letter => value.extend(visible(letter)),
            }
        }
        self.take_while(char::is_whitespace);
        self.bump().filter(|&letter| letter == ']')?;
        Some(Token::Tag(name, value))
    }
}

/// Returns the letter, a space for a tab or line end, or `None` for another control character.
pub(super) fn visible(letter: char) -> Option<char> {
    match letter {
        '\t' | '\n' => Some(' '),
        _ => (!letter.is_control()).then_some(letter),
    }
}

/// Returns a comment as texts can hold it. Replaces each run of white space with a single space, and
/// `}`, which would end the comment. Drops control characters, which are invisible and take six
/// times their size in a saved game.
pub(crate) fn comment_text(text: &str) -> String {
    let words = text.split_whitespace().map(|word| word.replace(char::is_control, "").replace('}', ")"));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
