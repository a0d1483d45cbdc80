// SPDX-License-Identifier: GPL-3.0-or-later
//! Puzzles made from mistakes in games.

use morris::{Color, Move, Phase, Position, Rules};
use morris_solved::tablebase::{Tables, Wdl};

use super::difficulty::rated;
use super::generator::{PuzzleGenerator, Wanted};
use super::kind::PuzzleKind;
use super::puzzle::Puzzle;
use super::theme_finder::Subject;
use super::values::{Values, best};

/// Returns the puzzle of a position in which a move gave value away. Any move that keeps the value
/// is right. If there is only one, the puzzle includes its continuation, like any other puzzle.
/// Returns `None` if the move was not a mistake according to the tables.
pub fn from_mistake(tables: &Tables, rules: &Rules, position: &Position, played: Move) -> Option<Puzzle> {
    let position = &without_quiet(position, rules)?;
    let mut values = Values::new(tables, rules).with_last_ply();
    let moves = values.moves(position)?;
    let (value, right) = best(&moves)?;
    let worth = moves.iter().find(|(mv, _)| *mv == played)?.1;
    if worth == value {
        return None;
    }
    let mut generator = PuzzleGenerator::new(tables, rules);
    let kinds = [PuzzleKind::Removal, PuzzleKind::Place, PuzzleKind::Fly, PuzzleKind::Draw, PuzzleKind::Only];
    let any = Wanted::default();
    let whole = kinds.iter().find_map(|&kind| generator.puzzle_at(kind, position, position.hash(), &any));
    whole.or_else(|| {
        let line: Vec<_> = right.first().copied().into_iter().collect();
        let kind = kind_of(position, rules, value);
        let puzzle = rated(Puzzle::bare(kind, rules, position, value, right, line), &moves);
        let themes = Subject::of(&puzzle, &moves).themes(&mut values);
        Some(Puzzle { themes, ..puzzle })
    })
}

/// If several moves are right, the kind only tells the phase or the value.
fn kind_of(position: &Position, rules: &Rules, value: Wdl) -> PuzzleKind {
    let in_hand = Color::BOTH.into_iter().any(|color| position.hand(color) > 0);
    match position.phase(position.side(), rules) {
        _ if in_hand => PuzzleKind::Place,
        Phase::Flying => PuzzleKind::Fly,
        _ if value == Wdl::Draw => PuzzleKind::Draw,
        _ => PuzzleKind::Only,
    }
}

/// Returns a position without its quiet plies, so that the draw rules do not matter.
pub(super) fn without_quiet(position: &Position, rules: &Rules) -> Option<Position> {
    let mut arrangement = morris::Arrangement::from(*position);
    arrangement.quiet = 0;
    arrangement.check(rules).ok()
}
