// SPDX-License-Identifier: GPL-3.0-or-later
//! A puzzle, and its line of text.

use std::fmt;

use morris::{Move, Position, PositionError, Rules, RulesTextError, escape};
use morris_engine::Plies;
use morris_solved::tablebase::Wdl;

use super::canonical::PuzzleKey;
use super::kind::{PuzzleKind, Theme, UnknownWord};

/// A position in which something is to be found.
///
/// As text, divided by tabs: the kind; the rules; the position; `W`, `D` or `L` for the side to
/// move; the moves that are right and the whole line, each divided by spaces; the rating; and the
/// themes, divided by commas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// What is asked.
    pub kind: PuzzleKind,
    /// The rules.
    pub rules: Rules,
    /// The position; the side to move is the solver's. No quiet plies are counted.
    pub position: Position,
    /// What it is worth to the solver.
    pub value: Wdl,
    /// The first moves that are right: those that keep the value, in a [`PuzzleKind::Win`] the
    /// quickest. Never empty.
    pub right: Vec<Move>,
    /// The solver's first move and all that follow, of both sides; the last is the solver's. Never
    /// empty.
    pub line: Vec<Move>,
    /// How hard it is, on the scale of the solver's rating.
    pub rating: i32,
    /// What it is about, in the order of [`Theme::ALL`].
    pub themes: Vec<Theme>,
    /// What led to it, if that is known: a position and the mistake that the opponent played there.
    /// No part of the text.
    pub mistake: Option<(Position, Move)>,
}

/// The names of the fields of a line of text, as a line that is left out when they are read.
pub const HEAD: &str = "# kind\trules\tposition\tvalue\tright moves\tline\trating\tthemes";

impl Puzzle {
    /// A puzzle that is neither rated nor has themes yet.
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

    /// How many moves the solver has to find.
    #[must_use]
    pub fn own_moves(&self) -> usize {
        Plies(self.line.len() as u16).own_moves().into()
    }

    /// What it has in common with its twins.
    #[must_use]
    pub fn key(&self) -> PuzzleKey {
        PuzzleKey::of(&self.position, &self.rules)
    }

    /// Reads a line of text, whose moves must be legal.
    ///
    /// # Errors
    /// Why it is none.
    pub fn parse(text: &str) -> Result<Self, PuzzleTextError> {
        let fields: Vec<_> = text.split('\t').map(str::trim).collect();
        let &[kind, rules, position, value, right, line, rating, themes] = fields.as_slice() else {
            return Err(PuzzleTextError::Fields(fields.len()));
        };
        let rules = Rules::read_line(rules)?;
        let position = Position::parse(position, &rules)?;
        let value = match value {
            "W" => Wdl::Win,
            "D" => Wdl::Draw,
            "L" => Wdl::Loss,
            _ => return Err(PuzzleTextError::Value(escape(value))),
        };
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
        let value = match value {
            Wdl::Win => 'W',
            Wdl::Draw => 'D',
            Wdl::Loss => 'L',
        };
        let moves =
            |moves: &[Move]| moves.iter().map(|&mv| rules.board.display(mv).to_string()).collect::<Vec<_>>().join(" ");
        let themes: Vec<_> = themes.iter().map(|theme| theme.id()).collect();
        let (position, right, line, themes) = (position.line(rules), moves(right), moves(line), themes.join(","));
        write!(f, "{kind}\t{}\t{position}\t{value}\t{right}\t{line}\t{rating}\t{themes}", rules.line())
    }
}

/// Why a line of text is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleTextError {
    /// Not eight fields.
    #[error("there are {0} fields divided by tabs, not 8")]
    Fields(usize),
    /// A kind or a theme that is none.
    #[error(transparent)]
    Word(#[from] UnknownWord),
    /// Rules that are none.
    #[error(transparent)]
    Rules(#[from] RulesTextError),
    /// The position cannot be.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The value is none.
    #[error("the value cannot be “{0}”; it is W, D or L")]
    Value(String),
    /// A move that cannot be played.
    #[error("“{0}” is no legal move there")]
    Move(String),
    /// The line does not begin with a right move, or ends with one of the opponent's.
    #[error("the line does not begin with a right move of the solver and end with one")]
    Line,
    /// A rating that is no number.
    #[error("the rating cannot be “{0}”")]
    Rating(String),
}
