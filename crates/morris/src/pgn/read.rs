// SPDX-License-Identifier: GPL-3.0-or-later
//! Reading game texts.

use std::collections::BTreeMap;
use std::str::FromStr;

use super::tokens::{TextPosition, Token, Tokens};
use super::{Pgn, PgnError, PgnErrorKind as Kind, PointNotation, RULES, Variation, write};
use crate::moves::PASS;
use crate::{Color, Game, Outcome, ParseRulesError, PlacingRemovals, Position, Rules};

/// The tags that the game gives, which are not kept besides it.
const FROM_GAME: [&str; 5] = ["Result", "Variant", "SetUp", "FEN", "Termination"];

/// No move is longer on any board, in bytes; what is, is none, however it goes on.
const LONGEST_MOVE: usize = 64;

/// The tags of a text, each with its place.
type Tags = BTreeMap<String, (TextPosition, String)>;

impl FromStr for Pgn {
    type Err = PgnError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::read(text, PointNotation::Names, Rules::default())
    }
}

impl Pgn {
    /// Reads a text whose moves are spelled in a given way; `rules` are those of a text that does
    /// not say any.
    ///
    /// # Errors
    /// Why it is no game, and where.
    pub fn read(text: &str, spelling: PointNotation, rules: Rules) -> Result<Self, PgnError> {
        let mut tokens = Tokens::new(text);
        let mut tags = Tags::new();
        let mut comments = BTreeMap::new();
        let first = loop {
            match tokens.next()? {
                Some((place, Token::Tag(name, value))) => drop(tags.insert(name, (place, value))),
                Some((_, Token::Comment(comment))) => add(&mut comments, 0, &comment),
                token => break token,
            }
        };
        let mut text = Self::new(empty_game(&tags, rules)?);
        text.comments = comments;
        let termination = tags.get("Termination").map(|(_, word)| word.clone());
        let custom = tags.get("Variant").is_some_and(|(_, id)| is_custom(id));
        let given = |name: &str| FROM_GAME.contains(&name) || custom && name == RULES;
        let tags = tags.into_iter().filter(|(name, _)| !given(name));
        text.tags = tags.map(|(name, (_, value))| (name, value)).collect();
        let mut reader = Reader { tokens, peeked: first, text, spelling, termination };
        reader.read_moves()?;
        Ok(reader.text)
    }
}

fn is_custom(variant: &str) -> bool {
    variant == Rules::CUSTOM
}

/// The game before the first move, from the tags `Variant` and `FEN`.
fn empty_game(tags: &Tags, rules: Rules) -> Result<Game, PgnError> {
    let rules = match (tags.get("Variant"), tags.get(RULES)) {
        (Some((_, id)), Some((place, line))) if is_custom(id) => {
            Rules::read_line(line).map_err(|error| place.error(error))?
        }
        (Some((place, id)), None) if is_custom(id) => return Err(place.error(Kind::NoRules)),
        (Some((place, id)), _) => id.parse().map_err(|error: ParseRulesError| place.error(error))?,
        (None, _) => rules,
    };
    match tags.get("FEN") {
        Some((place, line)) => {
            let start = Position::parse(line, &rules).map_err(|error| place.error(error))?;
            Ok(Game::from_position(rules, start))
        }
        None => Ok(Game::new(rules)),
    }
}

/// Plays what the tokens after the tags say, as they come: all of them at once take many times the
/// room of the text.
struct Reader<'a> {
    tokens: Tokens<'a>,
    /// A token that was looked at and not taken.
    peeked: Option<(TextPosition, Token)>,
    text: Pgn,
    spelling: PointNotation,
    termination: Option<String>,
}

impl Reader<'_> {
    fn next(&mut self) -> Result<Option<(TextPosition, Token)>, PgnError> {
        match self.peeked.take() {
            None => self.tokens.next(),
            token => Ok(token),
        }
    }

    fn read_moves(&mut self) -> Result<(), PgnError> {
        let mut over = false;
        while let Some((place, token)) = self.next()? {
            match token {
                Token::Comment(comment) => add(&mut self.text.comments, self.text.game.cursor(), &comment),
                Token::Open => {
                    let variation = self.read_variation(place)?;
                    self.text.variations.push(variation);
                }
                Token::Close => return Err(place.error(Kind::Unopened)),
                Token::Tag(..) | Token::Word(_) if over => return Err(place.error(Kind::AfterResult)),
                Token::Tag(..) => return Err(place.error(Kind::LateTag)),
                Token::Word(word) => {
                    over = self.read_result(&word).map_err(|kind| place.error(kind))?;
                    if let Some(glyph) = glyph(&word) {
                        self.text.glyphs.entry(self.text.game.cursor()).or_default().push(glyph);
                    } else if !over {
                        let word = self.with_removal(word)?;
                        play(&mut self.text.game, &word, self.spelling).map_err(|kind| place.error(kind))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Other moves in place of the last one, which stands there again afterwards: a copy of the
    /// game for each variation would make many variations slow.
    fn read_variation(&mut self, opened: TextPosition) -> Result<Variation, PgnError> {
        let taken = self.text.game.take_away().ok_or_else(|| opened.error(Kind::NothingToVary))?;
        let variation = self.read_other_moves(opened)?;
        self.text.game.put_back(variation.after, taken);
        Ok(variation)
    }

    /// The moves up to the end of a variation; they stay in the game.
    fn read_other_moves(&mut self, opened: TextPosition) -> Result<Variation, PgnError> {
        let after = self.text.game.cursor();
        let (mut comments, mut glyphs) = (BTreeMap::new(), BTreeMap::<_, Vec<_>>::new());
        while let Some((place, token)) = self.next()? {
            let line = &mut self.text.game;
            match token {
                Token::Comment(comment) => add(&mut comments, line.cursor() - after, &comment),
                Token::Open => return Err(place.error(Kind::Nested)),
                Token::Close => {
                    return Ok(Variation { after, moves: line.played()[after..].to_vec(), comments, glyphs });
                }
                Token::Tag(..) => return Err(place.error(Kind::LateTag)),
                Token::Word(word) => {
                    if let Some(glyph) = glyph(&word) {
                        glyphs.entry(line.cursor() - after).or_default().push(glyph);
                        continue;
                    }
                    let word = self.with_removal(word)?;
                    play(&mut self.text.game, &word, self.spelling).map_err(|kind| place.error(kind))?;
                }
            }
        }
        Err(opened.error(Kind::OpenVariation))
    }

    /// There may be spaces around signs: a removal may be a word of its own, unless it is a move of
    /// its own.
    fn with_removal(&mut self, mut word: String) -> Result<String, PgnError> {
        loop {
            if word.len() > LONGEST_MOVE || self.is_whole(&word) {
                return Ok(word);
            }
            match self.next()? {
                Some((_, Token::Word(next))) if is_open(&word) || goes_on(&next) => word.push_str(&next),
                token => {
                    self.peeked = token;
                    return Ok(word);
                }
            }
        }
    }

    /// Whether a word needs no removal under rules that have removals as moves of their own.
    fn is_whole(&self, word: &str) -> bool {
        let rules = self.text.game.rules();
        rules.while_placing == PlacingRemovals::OneEach && {
            let mv = self.spelling.read(self.spelling.without_number(word), rules.board);
            mv.is_ok_and(|mv| self.text.game.position().check(mv, rules).is_ok())
        }
    }

    /// Takes `word` for a result, if it is one.
    fn read_result(&mut self, word: &str) -> Result<bool, Kind> {
        let winner = match word {
            "*" => return Ok(true),
            "1-0" => Some(Color::White),
            "0-1" => Some(Color::Black),
            "1/2-1/2" => None,
            _ => return Ok(false),
        };
        let game = &mut self.text.game;
        match game.outcome_on_board() {
            None => game.declare(write::declared(winner, self.termination.as_deref())),
            Some(outcome) if outcome.winner() != winner => {
                return Err(Kind::Result { found: word.to_owned(), expected: Outcome::result(outcome) });
            }
            Some(_) => {}
        }
        Ok(true)
    }
}

/// Whether a word ends with a sign that a point follows.
fn is_open(word: &str) -> bool {
    word.ends_with(['-', '–', 'x', 'X', ':']) && !word.ends_with(PASS)
}

/// Whether a word goes on with the move that the word before it began.
fn goes_on(word: &str) -> bool {
    word.starts_with(['-', '–', 'x', 'X', ':']) && word != PASS
}

/// The glyph that a word is, if it is one.
fn glyph(word: &str) -> Option<u8> {
    const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];
    match SIGNS.iter().position(|&sign| sign == word) {
        // They are the first numbers.
        Some(index) => Some(index as u8 + 1),
        None => word.strip_prefix('$')?.parse().ok(),
    }
}

/// Several comments at one place are read as one.
fn add(comments: &mut BTreeMap<usize, String>, moves: usize, comment: &str) {
    let text = comments.entry(moves).or_default();
    if !text.is_empty() && !comment.is_empty() {
        text.push(' ');
    }
    text.push_str(comment);
}

fn play(game: &mut Game, word: &str, spelling: PointNotation) -> Result<(), Kind> {
    // Notes such as $1 may stand anywhere.
    let word = spelling.without_number(word);
    if word.is_empty() || word.starts_with('$') {
        return Ok(());
    }
    let board = game.rules().board;
    let mv = spelling.read(word, board)?;
    let number = game.cursor() + 1;
    game.play(mv).map_err(|reason| Kind::Illegal { number, mv, reason, board })
}
