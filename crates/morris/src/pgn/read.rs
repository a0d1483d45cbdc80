// SPDX-License-Identifier: GPL-3.0-or-later
//! Reader of game texts.

use std::collections::BTreeMap;
use std::str::FromStr;

use super::tokens::{TextPosition, Token, Tokens};
use super::{Pgn, PgnError, PgnErrorKind as Kind, PointNotation, RULES, Variation, write};
use crate::moves::PASS;
use crate::{Color, Game, Outcome, ParseRulesError, PlacingRemovals, Position, Rules};

/// Tags derived from the game, which are not stored besides it.
const FROM_GAME: [&str; 5] = ["Result", "Variant", "SetUp", "FEN", "Termination"];

/// Maximum length of a move on any board, in bytes. A longer word is not a move, so reading stops
/// there.
const LONGEST_MOVE: usize = 64;

/// Tags of a text, each with its place.
type Tags = BTreeMap<String, (TextPosition, String)>;

impl FromStr for Pgn {
    type Err = PgnError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::read(text, PointNotation::Names, Rules::default())
    }
}

impl Pgn {
    /// Reads a game text with the given spelling of moves. `rules` apply if the text names none.
    ///
    /// # Errors
    /// Returns the reason why the text is not a game, and its place.
    pub fn read(text: &str, spelling: PointNotation, rules: Rules) -> Result<Self, PgnError> {
        let mut tokens = Tokens::new(text);
        let mut tags = Tags::new();
        let mut comments = BTreeMap::new();
        let first = loop {
            match tokens.next()? {
                Some((place, Token::Tag(name, value))) => _ = tags.insert(name, (place, value)),
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

/// Returns the game before the first move, from the tags `Variant`, `Rules` and `FEN`.
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

/// Plays the tokens after the tags one by one. Collecting all tokens first would take many times
/// the memory of the text.
struct Reader<'a> {
    tokens: Tokens<'a>,
    /// Token that was looked at but not consumed.
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

    /// Reads moves that replace the last one, then restores it. Copying the game for each variation
    /// would be slow for many variations.
    fn read_variation(&mut self, opened: TextPosition) -> Result<Variation, PgnError> {
        let taken = self.text.game.take_away().ok_or_else(|| opened.error(Kind::NothingToVary))?;
        let variation = self.read_other_moves(opened)?;
        self.text.game.put_back(variation.after, taken);
        Ok(variation)
    }

    /// Reads and plays the moves up to the end of a variation. They stay in the game.
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

    /// Appends the following words that belong to the same move, because spaces around signs are
    /// allowed. A removal may be a separate word, unless it is a move by itself.
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

    /// Returns `true` if a word is a complete legal move under rules where removals are separate
    /// moves.
    fn is_whole(&self, word: &str) -> bool {
        let rules = self.text.game.rules();
        rules.while_placing == PlacingRemovals::OneEach && {
            let mv = self.spelling.read(self.spelling.without_number(word), rules.board);
            mv.is_ok_and(|mv| self.text.game.position().check(mv, rules).is_ok())
        }
    }

    /// Reads `word` as a result. Returns `true` if it is one.
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

/// Returns `true` if a word ends with a sign that a point must follow.
fn is_open(word: &str) -> bool {
    word.ends_with(['-', '–', 'x', 'X', ':']) && !word.ends_with(PASS)
}

/// Returns `true` if a word continues the move that the word before it began.
fn goes_on(word: &str) -> bool {
    word.starts_with(['-', '–', 'x', 'X', ':']) && word != PASS
}

/// Returns the glyph that a word denotes, if any.
fn glyph(word: &str) -> Option<u8> {
    const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];
    match SIGNS.iter().position(|&sign| sign == word) {
        // The signs are the glyphs 1 to 6, in this order.
        Some(index) => Some(index as u8 + 1),
        None => word.strip_prefix('$')?.parse().ok(),
    }
}

/// Adds a comment. Several comments at one place are joined.
fn add(comments: &mut BTreeMap<usize, String>, moves: usize, comment: &str) {
    let text = comments.entry(moves).or_default();
    if !text.is_empty() && !comment.is_empty() {
        text.push(' ');
    }
    text.push_str(comment);
}

fn play(game: &mut Game, word: &str, spelling: PointNotation) -> Result<(), Kind> {
    // Glyphs such as $1 may appear anywhere.
    let word = spelling.without_number(word);
    if word.is_empty() || word.starts_with('$') {
        return Ok(());
    }
    let board = game.rules().board;
    let mv = spelling.read(word, board)?;
    let number = game.cursor() + 1;
    game.play(mv).map_err(|reason| Kind::Illegal { number, mv, reason, board })
}
