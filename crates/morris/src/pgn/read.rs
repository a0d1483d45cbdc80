// SPDX-License-Identifier: GPL-3.0-or-later
//! Reader of game texts.

use std::collections::BTreeMap;
use std::str::FromStr;

use super::tokens::{TextPosition, Token, Tokens};
use super::{MAX_MOVES, Pgn, PgnError, PgnErrorKind as Kind, PointNotation, ROSTER, RULES, unknown, write};
use crate::game::TakenAway;
use crate::game_tree::join;
use crate::moves::PASS;
use crate::{Color, Game, GameTree, NodeId, Outcome, ParseRulesError, Place, PlacingRemovals, Position, Rules};

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
    pub fn read(text: &str, spelling: PointNotation, rules: Rules) -> Result<Self, PgnError> {
        let mut tokens = Tokens::new(text);
        let mut tags = Tags::new();
        let mut comment = String::new();
        let first = loop {
            match tokens.next()? {
                Some((place, Token::Tag(name, value))) => _ = tags.insert(name, (place, value)),
                Some((_, Token::Comment(more))) => join(&mut comment, &more),
                token => break token,
            }
        };
        let game = empty_game(&tags, rules)?;
        let mut tree = GameTree::from_game(&game);
        tree.add_comment(tree.root(), &comment);
        let termination = tags.get("Termination").map(|(_, word)| word.clone());
        let node = tree.root();
        let mut reader = Reader { tokens, peeked: first, tree, node, game, open: Vec::new(), spelling, termination };
        reader.read_moves()?;
        let custom = tags.get("Variant").is_some_and(|(_, id)| is_custom(id));
        let given = |name: &str| FROM_GAME.contains(&name) || custom && name == RULES;
        let is_told = |name: &str, value: &str| !ROSTER.contains(&name) || value != unknown(name);
        let tags = tags.into_iter().filter(|(name, (_, value))| !given(name) && is_told(name, value));
        Ok(Self { tree: reader.tree, tags: tags.map(|(name, (_, value))| (name, value)).collect() })
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
    tree: GameTree,
    /// The node after the last move.
    node: NodeId,
    /// The game up to the node.
    game: Game,
    /// Variations that are open, the innermost last.
    open: Vec<Variation>,
    spelling: PointNotation,
    termination: Option<String>,
}

/// A variation that is being read.
struct Variation {
    opened: TextPosition,
    /// The node of the move that it replaces, and this move.
    replaced: NodeId,
    taken: TakenAway,
    /// What comes before its first move: comment and glyphs. `None` after the first move.
    lead: Option<(String, Vec<u8>)>,
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
                Token::Comment(comment) => self.add_comment(&comment),
                Token::Open => self.open_variation(place)?,
                Token::Close => self.close_variation().ok_or_else(|| place.error(Kind::Unopened))?,
                Token::Tag(..) | Token::Word(_) if over && self.open.is_empty() => {
                    return Err(place.error(Kind::AfterResult));
                }
                Token::Tag(..) => return Err(place.error(Kind::LateTag)),
                Token::Word(word) => match glyph(&word) {
                    Some(glyph) => self.add_glyph(glyph),
                    None if self.open.is_empty() && self.read_result(&word).map_err(|kind| place.error(kind))? => {
                        over = true;
                    }
                    None => {
                        let word = self.with_removal(word)?;
                        self.play(&word).map_err(|kind| place.error(kind))?;
                    }
                },
            }
        }
        self.open.last().map_or(Ok(()), |variation| Err(variation.opened.error(Kind::OpenVariation)))
    }

    fn add_comment(&mut self, comment: &str) {
        match self.open.last_mut().and_then(|variation| variation.lead.as_mut()) {
            Some((lead, _)) => join(lead, comment),
            None => self.tree.add_comment(self.node, comment),
        }
    }

    fn add_glyph(&mut self, glyph: u8) {
        match self.open.last_mut().and_then(|variation| variation.lead.as_mut()) {
            Some((_, lead)) => lead.push(glyph),
            None => self.tree.add_glyphs(self.node, &[glyph]),
        }
    }

    /// Takes back the last move, so that others can replace it. Copying the game for each variation
    /// would be slow for many variations.
    fn open_variation(&mut self, opened: TextPosition) -> Result<(), PgnError> {
        let is_empty = self.open.last().is_some_and(|variation| variation.lead.is_some());
        let parent = self.tree.parent(self.node).filter(|_| !is_empty);
        let parent = parent.ok_or_else(|| opened.error(Kind::NothingToVary))?;
        let taken = self.game.take_away().ok_or_else(|| opened.error(Kind::NothingToVary))?;
        let replaced = std::mem::replace(&mut self.node, parent);
        self.open.push(Variation { opened, replaced, taken, lead: Some(Default::default()) });
        Ok(())
    }

    /// Restores the move before the variation. What a variation without moves says belongs to it.
    fn close_variation(&mut self) -> Option<()> {
        let Variation { replaced, taken, lead, .. } = self.open.pop()?;
        self.game.put_back(self.tree.depth(replaced) - 1, taken);
        self.node = replaced;
        let (comment, glyphs) = lead.unwrap_or_default();
        self.tree.add_comment(replaced, &comment);
        self.tree.add_glyphs(replaced, &glyphs);
        Some(())
    }

    /// Plays a move. If a variation begins with a move that is in the tree, it becomes part of that
    /// line. The main line stays the first one.
    fn play(&mut self, word: &str) -> Result<(), Kind> {
        // Glyphs such as $1 may appear anywhere.
        let word = self.spelling.without_number(word);
        if word.is_empty() || word.starts_with('$') {
            return Ok(());
        }
        let board = self.game.rules().board;
        let mv = self.spelling.read(word, board)?;
        let number = self.game.cursor() + 1;
        self.game.play(mv).map_err(|reason| Kind::Illegal { number, mv, reason, board })?;
        let known = self.tree.child_with(self.node, mv);
        if known.is_none() && self.tree.len() >= MAX_MOVES {
            return Err(Kind::TooManyMoves);
        }
        self.node = known.unwrap_or_else(|| self.tree.append(self.node, mv, *self.game.position()));
        match self.open.last_mut() {
            None => {
                self.tree.put(Place { node: self.node, index: 0 });
                self.tree.keep_comment_before(self.node);
            }
            Some(variation) => {
                let (lead, glyphs) = variation.lead.take().unwrap_or_default();
                self.tree.add_glyphs(self.node, &glyphs);
                match known {
                    None => self.tree.set_comment_before(self.node, lead),
                    Some(_) => self.tree.add_comment(self.node, &lead),
                }
            }
        }
        Ok(())
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
        let rules = self.game.rules();
        rules.while_placing == PlacingRemovals::OneEach && {
            let mv = self.spelling.read(self.spelling.without_number(word), rules.board);
            mv.is_ok_and(|mv| self.game.position().check(mv, rules).is_ok())
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
        match self.game.outcome_on_board() {
            None => {
                self.game.declare(write::declared(winner, self.termination.as_deref()));
                self.tree.follow(&self.game);
            }
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
