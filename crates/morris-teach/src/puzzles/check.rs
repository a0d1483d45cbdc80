// SPDX-License-Identifier: GPL-3.0-or-later
//! Independent verification of a puzzle: each move is played and looked up separately, not in the
//! way that the puzzle was made.

use std::collections::HashMap;
use std::ops::ControlFlow;

use morris::{Color, Move, Phase, Position, Rules};
use morris_solved::tablebase::{Prober, Tables, Wdl};

use super::generator::{FEWEST_MOVES, MOST_AHEAD, MOST_AHEAD_SEVEN, MOST_OWN_MOVES};
use super::kind::{PuzzleKind, Theme};
use super::puzzle::Puzzle;

/// Fault of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum PuzzleFault {
    #[error("there are only {0} legal moves")]
    FewMoves(usize),
    #[error("no table contains the position after “{0}”")]
    Unknown(String),
    #[error("the position is a {0}")]
    Value(Wdl),
    #[error("the right moves are “{0}”")]
    Right(String),
    /// Several moves are right that are not equivalent under the symmetries of the position.
    #[error("there are several right moves")]
    Several,
    #[error("it is not a puzzle of the kind “{0}”")]
    Kind(PuzzleKind),
    /// Moves of the line are counted from 1.
    #[error("move {number} of the line is {what}")]
    Line { number: usize, what: &'static str },
}

/// Verifies a puzzle: its moves are legal, the right moves are equivalent under the symmetries of
/// the position (or three, if that is its theme), some legal move is wrong, the line keeps its
/// promise, and a win takes the stated number of moves.
pub fn check(puzzle: &Puzzle, tables: &Tables) -> Result<(), PuzzleFault> {
    let mut go_on = || ControlFlow::Continue(());
    let mut checker = Checker { prober: Prober::new(tables, &puzzle.rules, &mut go_on), puzzle, won: HashMap::new() };
    checker.kind()?;
    if puzzle.kind == PuzzleKind::Win { checker.win() } else { checker.only_moves() }
}

struct Checker<'p> {
    prober: Prober<'p>,
    puzzle: &'p Puzzle,
    /// Whether the side to move wins within the given number of plies.
    won: HashMap<(Position, usize), bool>,
}

impl Checker<'_> {
    fn rules(&self) -> Rules {
        self.puzzle.rules
    }

    fn name(&self, mv: Move) -> String {
        self.puzzle.rules.board.display(mv).to_string()
    }

    /// Returns the legal moves of a position with their values.
    fn moves(&mut self, position: &Position) -> Result<Vec<(Move, Wdl)>, PuzzleFault> {
        let rules = self.rules();
        let mut moves = Vec::new();
        for mv in position.legal_moves(&rules) {
            let known = self.prober.move_value(&[*position], mv);
            moves.push((mv, known.ok_or_else(|| PuzzleFault::Unknown(self.name(mv)))?.value));
        }
        if moves.len() < FEWEST_MOVES { Err(PuzzleFault::FewMoves(moves.len())) } else { Ok(moves) }
    }

    fn value(&mut self, position: &Position) -> Result<Wdl, PuzzleFault> {
        let known = self.prober.position(position);
        known.map(|known| known.value).ok_or_else(|| PuzzleFault::Unknown(position.line(&self.rules())))
    }

    fn kind(&mut self) -> Result<(), PuzzleFault> {
        let (Puzzle { position, right, kind, .. }, rules) = (self.puzzle, self.rules());
        let moves = self.moves(position)?;
        let value = moves.iter().map(|&(_, value)| value).max();
        let value = value.ok_or(PuzzleFault::FewMoves(0))?;
        if value != self.puzzle.value || value != self.value(position)? {
            return Err(PuzzleFault::Value(value));
        }
        let (us, them) = (position.side(), position.side().other());
        let phase = position.phase(us, &rules);
        let in_hand: u8 = Color::BOTH.into_iter().map(|color| position.hand(color)).sum();
        let ahead = position.total(us).saturating_sub(position.total(them));
        let same_mill = |mv: Move| {
            let removes = |(other, _): &&(Move, Wdl)| (other.from, other.to) == (mv.from, mv.to);
            moves.iter().filter(removes).any(|&(_, worth)| worth < value)
        };
        let holds = match kind {
            PuzzleKind::Only => phase == Phase::Moving && in_hand == 0 && value != Wdl::Loss,
            PuzzleKind::Win => value == Wdl::Win && in_hand == 0 && moves.iter().any(|&(_, worth)| worth < value),
            PuzzleKind::Draw => value == Wdl::Draw && in_hand == 0,
            PuzzleKind::Removal => in_hand == 0 && right.iter().all(|&mv| !mv.removed.is_empty() && same_mill(mv)),
            PuzzleKind::Place => phase == Phase::Placing,
            PuzzleKind::Fly => phase == Phase::Flying,
        };
        let wrong = moves.iter().any(|(mv, _)| !right.contains(mv));
        let seven = self.puzzle.themes.contains(&Theme::SevenFour);
        let trivial = *kind != PuzzleKind::Win && ahead > if seven { MOST_AHEAD_SEVEN } else { MOST_AHEAD };
        if holds && wrong && value != Wdl::Loss && !trivial { Ok(()) } else { Err(PuzzleFault::Kind(*kind)) }
    }

    /// Checks that each move of the solver is the only one that keeps the value, and that each
    /// reply is the best one.
    fn only_moves(&mut self) -> Result<(), PuzzleFault> {
        let (puzzle, rules) = (self.puzzle, self.rules());
        let mut at = puzzle.position;
        for (index, &mv) in puzzle.line.iter().enumerate() {
            let wrong = |what| PuzzleFault::Line { number: index + 1, what };
            at.check(mv, &rules).map_err(|_| wrong("not legal"))?;
            if index % 2 == 0 {
                let moves = self.moves(&at)?;
                let keeps = |(_, value): &&(Move, Wdl)| *value == puzzle.value;
                let keeping: Vec<_> = moves.iter().filter(keeps).map(|&(mv, _)| mv).collect();
                if index == 0 && !same(&keeping, &puzzle.right) {
                    let names: Vec<_> = keeping.into_iter().map(|mv| self.name(mv)).collect();
                    return Err(PuzzleFault::Right(names.join(" ")));
                }
                if !keeping.contains(&mv) || keeping.len() == moves.len() {
                    return Err(wrong("not the only one"));
                }
                // A puzzle in which three placements hold has nothing to find afterward.
                let three = puzzle.themes.contains(&Theme::OnlyThree) && keeping.len() == 3 && puzzle.line.len() == 1;
                if !three {
                    one_by_symmetry(&keeping, &at, &rules)?;
                }
            } else if self.value(&at.play_unchecked(mv, &rules))? != puzzle.value {
                return Err(wrong("not the best reply"));
            }
            at = at.play_unchecked(mv, &rules);
        }
        if puzzle.line.len() > 2 * MOST_OWN_MOVES || puzzle.line.len() % 2 == 0 {
            return Err(PuzzleFault::Line { number: puzzle.line.len(), what: "one too many" });
        }
        Ok(())
    }

    /// Checks that the line wins in its number of moves, that no move wins faster, and that no
    /// reply resists longer.
    fn win(&mut self) -> Result<(), PuzzleFault> {
        let (puzzle, rules) = (self.puzzle, self.rules());
        let plies = puzzle.line.len();
        let (mut at, kind) = (puzzle.position, PuzzleFault::Kind(PuzzleKind::Win));
        if plies > 7 || plies % 2 == 0 || plies > 1 && self.wins(&at, plies - 2) {
            return Err(kind);
        }
        let quickest: Vec<_> = at.legal_moves(&rules).into_iter().filter(|&mv| self.is_quick(&at, mv, plies)).collect();
        if !same(&quickest, &puzzle.right) {
            let names: Vec<_> = quickest.into_iter().map(|mv| self.name(mv)).collect();
            return Err(PuzzleFault::Right(names.join(" ")));
        }
        // A mill that ends the game may remove any man.
        let mut mills: Vec<_> = quickest.iter().map(|mv| (mv.from, mv.to)).collect();
        mills.dedup();
        if plies > 1 || mills.len() > 1 {
            one_by_symmetry(&quickest, &at, &rules)?;
        }
        for (index, &mv) in puzzle.line.iter().enumerate() {
            let (left, wrong) = (plies - index, |what| PuzzleFault::Line { number: index + 1, what });
            at.check(mv, &rules).map_err(|_| wrong("not legal"))?;
            let after = at.play_unchecked(mv, &rules);
            if index % 2 == 0 && !self.is_quick(&at, mv, left) {
                return Err(wrong("not the quickest"));
            }
            if index % 2 == 1 && left > 3 && self.wins(&after, left - 3) {
                return Err(wrong("not the longest resistance"));
            }
            at = after;
        }
        let winner = at.outcome(&rules).and_then(morris::Outcome::winner);
        if winner == Some(puzzle.position.side()) { Ok(()) } else { Err(kind) }
    }

    /// Returns `true` if a move wins within `plies` plies, including itself.
    fn is_quick(&mut self, position: &Position, mv: Move, plies: usize) -> bool {
        let rules = self.rules();
        let after = position.play_unchecked(mv, &rules);
        if let Some(over) = after.outcome(&rules) {
            return over.winner() == Some(position.side());
        }
        let lost = |checker: &mut Self| checker.value(&after) == Ok(Wdl::Loss);
        plies >= 3
            && lost(self)
            && after
                .legal_moves(&rules)
                .into_iter()
                .all(|reply| self.wins(&after.play_unchecked(reply, &rules), plies - 2))
    }

    /// Returns `true` if the side to move wins within `plies` plies.
    fn wins(&mut self, position: &Position, plies: usize) -> bool {
        let rules = self.rules();
        if position.outcome(&rules).is_some() {
            return false;
        }
        if let Some(&known) = self.won.get(&(*position, plies)) {
            return known;
        }
        let won = position.legal_moves(&rules).into_iter().any(|mv| self.is_quick(position, mv, plies));
        self.won.insert((*position, plies), won);
        won
    }
}

fn same(some: &[Move], others: &[Move]) -> bool {
    some.len() == others.len() && some.iter().all(|mv| others.contains(mv))
}

/// Checks that all moves lead to the same position up to the symmetries of the board.
fn one_by_symmetry(moves: &[Move], position: &Position, rules: &Rules) -> Result<(), PuzzleFault> {
    let colors = |position: &Position| rules.board.points().map(|point| position.at(point)).collect::<Vec<_>>();
    let images = |mv: Move| {
        let after = colors(&position.play_unchecked(mv, rules));
        let image = |symmetry: &morris::Symmetry| {
            let mut image = after.clone();
            for (point, color) in rules.board.points().zip(&after) {
                let to = symmetry.get(point.index()).map_or(0, |to| to.index());
                if let Some(place) = image.get_mut(to) {
                    *place = *color;
                }
            }
            image
        };
        rules.board.symmetries().iter().map(image).collect::<Vec<_>>()
    };
    let Some((first, others)) = moves.split_first() else { return Err(PuzzleFault::Several) };
    let known = images(*first);
    let is_image = |mv: &Move| known.contains(&colors(&position.play_unchecked(*mv, rules)));
    if others.iter().all(is_image) { Ok(()) } else { Err(PuzzleFault::Several) }
}
