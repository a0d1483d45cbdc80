// SPDX-License-Identifier: GPL-3.0-or-later
//! Reading game texts.

use std::collections::BTreeMap;
use std::str::{Chars, FromStr};

use super::{GameText, GameTextError, GameTextErrorKind as Kind, write};
use crate::game::{Color, Move, Outcome, ParseRulesError, Position, Record, Rules};

/// The tags that the record gives, which are not kept besides it.
const FROM_RECORD: [&str; 5] = ["Result", "Variant", "SetUp", "FEN", "Termination"];

#[derive(Debug)]
enum Token {
    Tag(String, String),
    Comment(String),
    Word(String),
}

/// A place in the text, both from 1.
#[derive(Clone, Copy, Debug)]
struct Place {
    line: usize,
    column: usize,
}

impl Place {
    fn error(self, kind: impl Into<Kind>) -> GameTextError {
        GameTextError { line: self.line, column: self.column, kind: kind.into() }
    }
}

impl FromStr for GameText {
    type Err = GameTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut tokens = Tokens::new(text);
        let mut tags = BTreeMap::new();
        let mut body = Vec::new();
        while let Some((place, token)) = tokens.next()? {
            match token {
                Token::Tag(name, value) => {
                    tags.insert(name, (place, value));
                }
                token => body.push((place, token)),
            }
        }
        let record = empty_record(&tags)?;
        let termination = tags.get("Termination").map(|(_, word)| word.clone());
        let tags = tags.into_iter().filter(|(name, _)| !FROM_RECORD.contains(&name.as_str()));
        let mut text = Self::new(record);
        text.tags = tags.map(|(name, (_, value))| (name, value)).collect();
        text.read_turns(body, termination.as_deref())?;
        Ok(text)
    }
}

/// The record before the first turn, from the tags `Variant` and `FEN`.
fn empty_record(tags: &BTreeMap<String, (Place, String)>) -> Result<Record, GameTextError> {
    let rules = match tags.get("Variant") {
        Some((place, id)) => id.parse().map_err(|error: ParseRulesError| place.error(error))?,
        None => Rules::default(),
    };
    match tags.get("FEN") {
        Some((place, line)) => {
            let start = Position::parse(line, &rules).map_err(|error| place.error(error))?;
            Ok(Record::from_position(rules, start))
        }
        None => Ok(Record::new(rules)),
    }
}

impl GameText {
    fn read_turns(&mut self, body: Vec<(Place, Token)>, termination: Option<&str>) -> Result<(), GameTextError> {
        let mut tokens = body.into_iter().peekable();
        let mut over = false;
        while let Some((place, token)) = tokens.next() {
            let mut word = match token {
                Token::Comment(comment) => {
                    self.add_comment(&comment);
                    continue;
                }
                Token::Word(word) => word,
                Token::Tag(..) => return Err(place.error(Kind::Tag)),
            };
            if over {
                return Err(place.error(Kind::AfterResult));
            }
            if self.read_result(&word, termination).map_err(|kind| place.error(kind))? {
                over = true;
                continue;
            }
            while let Some((_, Token::Word(removal))) = tokens.next_if(|(_, token)| is_removal(token)) {
                word.push_str(&removal);
            }
            self.read_turn(&word).map_err(|kind| place.error(kind))?;
        }
        Ok(())
    }

    /// Several comments at one place are read as one.
    fn add_comment(&mut self, comment: &str) {
        let text = self.comments.entry(self.record.cursor()).or_default();
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(comment);
    }

    /// Takes `word` for a result, if it is one.
    fn read_result(&mut self, word: &str, termination: Option<&str>) -> Result<bool, Kind> {
        let winner = match word {
            "*" => return Ok(true),
            "1-0" => Some(Color::White),
            "0-1" => Some(Color::Black),
            "1/2-1/2" => None,
            _ => return Ok(false),
        };
        match self.record.outcome_on_board() {
            None => self.record.declare(write::declared(winner, termination)),
            Some(outcome) if outcome.winner() != winner => {
                return Err(Kind::Result { found: word.to_owned(), expected: Outcome::result(outcome) });
            }
            Some(_) => {}
        }
        Ok(true)
    }

    fn read_turn(&mut self, word: &str) -> Result<(), Kind> {
        // Numbers may stand in front of a turn or by themselves, notes such as $1 anywhere.
        let word = word.trim_start_matches(|letter: char| letter.is_ascii_digit()).trim_start_matches('.');
        if word.is_empty() || word.starts_with('$') {
            return Ok(());
        }
        let turn: Move = word.parse()?;
        let number = self.record.cursor() + 1;
        self.record.play(turn).map_err(|reason| Kind::Illegal { number, turn, reason })
    }
}

fn is_removal(token: &Token) -> bool {
    matches!(token, Token::Word(word) if word.starts_with(['x', 'X', ':']))
}

/// Cuts a text into tokens.
struct Tokens<'a> {
    rest: Chars<'a>,
    place: Place,
}

impl<'a> Tokens<'a> {
    fn new(text: &'a str) -> Self {
        Self { rest: text.chars(), place: Place { line: 1, column: 1 } }
    }

    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn bump(&mut self) -> Option<char> {
        let letter = self.rest.next()?;
        self.place = match letter {
            '\n' => Place { line: self.place.line + 1, column: 1 },
            _ => Place { column: self.place.column + 1, ..self.place },
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

    fn next(&mut self) -> Result<Option<(Place, Token)>, GameTextError> {
        self.take_while(|letter| letter.is_whitespace() || letter == '\u{feff}');
        let place = self.place;
        let token = match self.peek() {
            None => return Ok(None),
            Some('[') => self.tag().ok_or_else(|| place.error(Kind::Tag))?,
            Some('{') => self.comment().ok_or_else(|| place.error(Kind::OpenComment))?,
            Some(';') => {
                self.bump();
                Token::Comment(self.take_while(|letter| letter != '\n').trim().to_owned())
            }
            Some('(' | ')') => return Err(place.error(Kind::Variation)),
            Some(_) => Token::Word(self.word()),
        };
        Ok(Some((place, token)))
    }

    /// A word ends at white space or where something else begins; its first letter always belongs to it.
    fn word(&mut self) -> String {
        let first = self.bump();
        let rest = self.take_while(|letter| !letter.is_whitespace() && !"[{;()".contains(letter));
        first.into_iter().chain(rest.chars()).collect()
    }

    fn comment(&mut self) -> Option<Token> {
        self.bump();
        let text = self.take_while(|letter| letter != '}');
        self.bump()?;
        Some(Token::Comment(text.split_whitespace().collect::<Vec<_>>().join(" ")))
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
                '\\' => value.push(self.bump()?),
                '\n' => return None,
                letter => value.push(letter),
            }
        }
        self.take_while(char::is_whitespace);
        self.bump().filter(|&letter| letter == ']')?;
        Some(Token::Tag(name, value))
    }
}
