// SPDX-License-Identifier: GPL-3.0-or-later
//! Practice of openings: each position in which a move can give value away is a card.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::LazyLock;

use morris::{Move, Position, Rules};
use morris_solved::tablebase::Tables;

use super::book::openings;
use super::line::Opening;
use crate::puzzles::{Puzzle, PuzzleKey, from_mistake};

/// A decision in an opening. Its word for files, such as `center-mill-5`, has the opening and the
/// number of moves before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineCard {
    opening: usize,
    moves: usize,
}

static CARDS: LazyLock<Vec<LineCard>> = LazyLock::new(|| {
    let places = openings().iter().enumerate().flat_map(|(opening, row)| {
        let moves = 0..=row.moves.len();
        moves.map(move |moves| LineCard { opening, moves })
    });
    let gives_away = |card: &LineCard| {
        let holding = card.opening().and_then(|opening| opening.holding_after(card.moves));
        holding.is_some_and(|holding| holding.holding < holding.of)
    };
    let mut seen = HashSet::new();
    let is_new = |card: &LineCard| card.position().is_some_and(|position| seen.insert(key(&position)));
    places.filter(gives_away).filter(is_new).collect()
});

static BY_POSITION: LazyLock<HashMap<PuzzleKey, LineCard>> =
    LazyLock::new(|| CARDS.iter().filter_map(|card| Some((key(&card.position()?), *card))).collect());

impl LineCard {
    /// Reads the word of any opening that reaches the position of a card.
    pub fn of_id(id: &str) -> Option<Self> {
        let (id, moves) = id.rsplit_once('-')?;
        let opening = openings().iter().position(|opening| opening.id == id)?;
        let named = Self { opening, moves: moves.parse().ok()? };
        BY_POSITION.get(&key(&named.position()?)).copied()
    }

    /// Returns all cards, in the order of the openings. A position that several openings reach,
    /// also mirrored, is one card.
    pub fn all() -> &'static [Self] {
        &CARDS
    }

    /// Returns the first opening that reaches the position.
    pub fn opening(self) -> Option<&'static Opening> {
        openings().get(self.opening)
    }

    /// Returns the position in which to decide.
    pub fn position(self) -> Option<Position> {
        self.opening()?.game().ok()?.position_after(self.moves).copied()
    }

    /// Returns the decision as a puzzle of one move, in which every move that keeps the value is
    /// right. The seed turns and mirrors the board, so that the shape is learned. Returns `None` if
    /// the tables do not have the values.
    pub fn puzzle(self, tables: &Tables, seed: u64) -> Option<Puzzle> {
        let rules = &Rules::STANDARD;
        let symmetries = rules.board.symmetries();
        let symmetry = symmetries.get(seed as usize % symmetries.len())?;
        let position = self.position()?.image(symmetry, rules);
        decision(tables, &position, self.opening()?.moves.get(self.moves).map(|mv| mv.image(symmetry)))
    }
}

/// Returns a position as a puzzle of one move, in which every move that keeps the value is right.
/// The answer is the move of the book, if it is right. Returns `None` if no move is wrong, or if
/// the tables do not have the values.
pub(super) fn decision(tables: &Tables, position: &Position, book: Option<Move>) -> Option<Puzzle> {
    let rules = &Rules::STANDARD;
    let moves = position.legal_moves(rules);
    let puzzle = moves.into_iter().find_map(|mv| from_mistake(tables, rules, position, mv))?;
    let first = book.filter(|mv| puzzle.right.contains(mv)).or_else(|| puzzle.line.first().copied())?;
    Some(Puzzle { line: vec![first], ..puzzle })
}

fn key(position: &Position) -> PuzzleKey {
    PuzzleKey::of(position, &Rules::STANDARD)
}

impl fmt::Display for LineCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.opening().map_or("", |opening| &opening.id);
        write!(f, "{id}-{}", self.moves)
    }
}
