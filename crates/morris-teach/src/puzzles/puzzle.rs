// SPDX-License-Identifier: GPL-3.0-or-later
//! A puzzle and its text form.

use std::fmt;

use morris::{Move, Position, PositionError, Rules, RulesTextError, escape};
use morris_engine::Plies;
use morris_solved::tablebase::Wdl;

use super::canonical::PuzzleKey;
use super::kind::{PuzzleKind, Theme, UnknownWord};

/// A position in which the solver has to find the right moves.
///
/// The text form has fields separated by tabs: the kind, the rules, the position, `W`, `D` or `L`
/// as the value for the side to move, the right moves and the whole line, both separated by spaces,
/// the rating, and the themes, separated by commas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Task of the puzzle.
    pub kind: PuzzleKind,
    /// The rules.
    pub rules: Rules,
    /// Position with the solver to move. It has no quiet plies.
    pub position: Position,
    /// Value of the position for the solver.
    pub value: Wdl,
    /// Right first moves: those that keep the value, or the quickest in a [`PuzzleKind::Win`].
    /// Never empty.
    pub right: Vec<Move>,
    /// The whole line of both sides, beginning and ending with a move of the solver. Never empty.
    pub line: Vec<Move>,
    /// Difficulty, on the scale of the solver's rating.
    pub rating: i32,
    /// Themes, in the order of [`Theme::ALL`].
    pub themes: Vec<Theme>,
    /// Position and mistake of the opponent that led to the puzzle, if they are known. Not part of
    /// the text form.
    pub mistake: Option<(Position, Move)>,
}

/// Comment line with the names of the fields, which is skipped when puzzles are read.
pub const HEAD: &str = "# kind\trules\tposition\tvalue\tright moves\tline\trating\tthemes";

impl Puzzle {
    /// Creates a puzzle without a rating and themes.
    pub(super) fn bare(
        kind: PuzzleKind,
        rules: &Rules,
        position: &Position,
        value: Wdl,
        right: Vec<Move>,
        line: Vec<Move>,
    ) -> Self {
        let (rules, position, themes) = (*rules, *position, Vec::new());
        Self { kind, rules, position, value, right, line, rating: 0, themes, mistake: None }
    }

    /// Returns the number of moves that the solver has to find.
    pub fn own_moves(&self) -> usize {
        Plies(self.line.len() as u16).own_moves().into()
    }

    /// Returns whether the puzzle is a win in one move.
    pub(super) fn is_win_in_one(&self) -> bool {
        self.kind == PuzzleKind::Win && self.line.len() == 1
    }

    /// Returns the key that the puzzle shares with equivalent ones.
    pub fn key(&self) -> PuzzleKey {
        PuzzleKey::of(&self.position, &self.rules)
    }

    /// Reads a puzzle from a line of text. Its moves must be legal.
    pub fn parse(text: &str) -> Result<Self, PuzzleTextError> {
        let fields: Vec<_> = text.split('\t').map(str::trim).collect();
        let &[kind, rules, position, value, right, line, rating, themes] = fields.as_slice() else {
            return Err(PuzzleTextError::Fields(fields.len()));
        };
        let rules = Rules::read_line(rules)?;
        let position = Position::parse(position, &rules)?;
        let value = value.parse().ok().and_then(Wdl::of_letter).ok_or_else(|| PuzzleTextError::Value(escape(value)))?;
        let right: Vec<_> =
            right.split_whitespace().map(|word| legal(word, &position, &rules)).collect::<Result<_, _>>()?;
        let (mut at, mut moves) = (position, Vec::new());
        for word in line.split_whitespace() {
            let mv = legal(word, &at, &rules)?;
            at = at.play_unchecked(mv, &rules);
            moves.push(mv);
        }
        if moves.len() % 2 == 0 || moves.first().is_none_or(|first| !right.contains(first)) {
            return Err(PuzzleTextError::Line);
        }
        let words = themes.split(',').map(str::trim).filter(|word| !word.is_empty());
        Ok(Self {
            kind: kind.parse()?,
            rules,
            position,
            value,
            right,
            line: moves,
            rating: rating.parse().map_err(|_| PuzzleTextError::Rating(escape(rating)))?,
            themes: words.map(str::parse).collect::<Result<_, _>>()?,
            mistake: None,
        })
    }
}

fn legal(word: &str, position: &Position, rules: &Rules) -> Result<Move, PuzzleTextError> {
    let mv = Move::parse(word, rules.board).ok().filter(|mv| position.legal_moves(rules).contains(mv));
    mv.ok_or_else(|| PuzzleTextError::Move(escape(word)))
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, rules, position, value, right, line, rating, themes, mistake: _ } = self;
        let value = value.letter();
        let moves =
            |moves: &[Move]| moves.iter().map(|&mv| rules.board.display(mv).to_string()).collect::<Vec<_>>().join(" ");
        let themes: Vec<_> = themes.iter().map(|theme| theme.id()).collect();
        let (position, right, line, themes) = (position.line(rules), moves(right), moves(line), themes.join(","));
        write!(f, "{kind}\t{}\t{position}\t{value}\t{right}\t{line}\t{rating}\t{themes}", rules.line())
    }
}

/// Reason why a line of text is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum PuzzleTextError {
    #[error("there are {0} fields divided by tabs, not 8")]
    Fields(usize),
    #[error(transparent)]
    Word(#[from] UnknownWord),
    #[error(transparent)]
    Rules(#[from] RulesTextError),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("the value cannot be “{0}”; it is W, D or L")]
    Value(String),
    #[error("“{0}” is not a legal move there")]
    Move(String),
    #[error("the line must begin with a right move and end with a move of the solver")]
    Line,
    #[error("the rating cannot be “{0}”")]
    Rating(String),
}
