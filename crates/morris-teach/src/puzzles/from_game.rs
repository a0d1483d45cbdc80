// SPDX-License-Identifier: GPL-3.0-or-later
//! A mistake of a game as a puzzle: do better.

use morris::{Color, Move, Phase, Position, Rules};
use morris_solved::tablebase::{Tables, Wdl};

use super::difficulty::rated;
use super::generator::PuzzleGenerator;
use super::kind::PuzzleKind;
use super::puzzle::Puzzle;
use super::theme_finder::Subject;
use super::values::{Values, best};

/// The puzzle that there is in a position where a move gave value away: any move is right that
/// keeps it. Where there is but one it is as good as any other puzzle, with what follows. `None` if
/// that is no mistake by what the tables know.
#[must_use]
pub fn from_mistake(tables: &Tables, rules: &Rules, position: &Position, played: Move) -> Option<Puzzle> {
    let position = &without_quiet(position, rules)?;
    let mut values = Values::new(tables, rules);
    let moves = values.moves(position)?;
    let (value, right) = best(&moves)?;
    let worth = moves.iter().find(|(mv, _)| *mv == played)?.1;
    if worth == value {
        return None;
    }
    let mut generator = PuzzleGenerator::new(tables, rules);
    let kinds = [PuzzleKind::Removal, PuzzleKind::Place, PuzzleKind::Fly, PuzzleKind::Draw, PuzzleKind::Only];
    let whole = kinds.iter().find_map(|&kind| generator.puzzle_at(kind, position, position.hash()));
    whole.or_else(|| {
        let line: Vec<_> = right.first().copied().into_iter().collect();
        let kind = kind_of(position, rules, value);
        let puzzle = rated(Puzzle::bare(kind, rules, position, value, right, line), &moves);
        let themes = Subject::of(&puzzle, &moves).themes(&mut values);
        Some(Puzzle { themes, ..puzzle })
    })
}

/// Where several moves are right the kind says only what is done.
fn kind_of(position: &Position, rules: &Rules, value: Wdl) -> PuzzleKind {
    let in_hand = Color::BOTH.into_iter().any(|color| position.hand(color) > 0);
    match position.phase(position.side(), rules) {
        _ if in_hand => PuzzleKind::Place,
        Phase::Flying => PuzzleKind::Fly,
        _ if value == Wdl::Draw => PuzzleKind::Draw,
        _ => PuzzleKind::Only,
    }
}

/// In a puzzle no quiet plies are counted.
fn without_quiet(position: &Position, rules: &Rules) -> Option<Position> {
    let mut arrangement = morris::Arrangement::from(*position);
    arrangement.quiet = 0;
    arrangement.check(rules).ok()
}
