// SPDX-License-Identifier: GPL-3.0-or-later
//! Makes puzzles out of positions by chance, as the tables judge them.

use std::collections::HashSet;
use std::ops::{ControlFlow, RangeInclusive};

use morris::{Move, Position, Rules};
use morris_solved::tablebase::{Tables, Wdl};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

use super::candidates::{Candidate, candidate, fits};
use super::canonical::{PuzzleKey, are_one};
use super::difficulty::{rated, tempting};
use super::kind::{PuzzleKind, Theme};
use super::lines::{hardest, pick};
use super::puzzle::Puzzle;
use super::theme_finder::Subject;
use super::values::{Values, best};
use super::win_search::{MOST_OWN, WinSearch};

/// What puzzles are made by. Another number where the same seed makes another puzzle: it is part of
/// the seed of the daily one.
pub const GENERATOR_VERSION: u32 = 1;

/// Among so many puzzles that were shown last there is to be no twin.
pub const MOST_SHOWN: usize = 500;

/// A position in which there is less to choose is no puzzle.
pub const FEWEST_MOVES: usize = 4;
/// Whoever has more men than the other side by more than this wins without much thought.
pub const MOST_AHEAD: usize = 2;
/// The solver finds so many moves in a row at most.
pub const MOST_OWN_MOVES: usize = 6;
/// A win is not looked for in more positions than these, nor for longer than a puzzle may take
/// altogether.
const WIN_NODES: u64 = 20_000;
/// Without a puzzle after so many positions there is none to be had.
const MOST_CANDIDATES: u32 = 20_000;
/// The same after so many looks into the tables.
const MOST_PROBES: u64 = 2_000_000;

/// How often each kind comes where none is asked for.
const MIXTURE: [PuzzleKind; 10] = [
    PuzzleKind::Only,
    PuzzleKind::Only,
    PuzzleKind::Only,
    PuzzleKind::Win,
    PuzzleKind::Win,
    PuzzleKind::Draw,
    PuzzleKind::Draw,
    PuzzleKind::Removal,
    PuzzleKind::Place,
    PuzzleKind::Fly,
];

/// What puzzle is wanted; anything by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Only of this kind.
    pub kind: Option<PuzzleKind>,
    /// Only about this.
    pub theme: Option<Theme>,
    /// Only as hard as this.
    pub rating: Option<RangeInclusive<i32>>,
}

/// Makes puzzles for a set of rules out of whatever tables there are; what comes with the program
/// is enough. The same seed makes the same puzzle on every machine that has them.
pub struct PuzzleGenerator<'a> {
    values: Values<'a>,
    shown: HashSet<PuzzleKey>,
    candidates: u64,
}

impl<'a> PuzzleGenerator<'a> {
    /// A generator that knows these tables. Opens the table of a small game where there is one.
    #[must_use]
    pub fn new(tables: &'a Tables, rules: &'a Rules) -> Self {
        Self { values: Values::new(tables, rules), shown: HashSet::new(), candidates: 0 }
    }

    /// The same, making no twin of what was shown, as long as there is anything else.
    #[must_use]
    pub fn avoiding(mut self, shown: impl IntoIterator<Item = PuzzleKey>) -> Self {
        self.shown.extend(shown);
        self
    }

    /// How many positions by chance it has looked at, and how many it has looked up.
    #[must_use]
    pub const fn effort(&self) -> (u64, u64) {
        (self.candidates, self.values.probes)
    }

    /// The puzzle of a seed. `go_on` is asked before each position. `None` if it says no, or if
    /// nothing is found, as where there are no tables for the rules, or nobody flies by them.
    pub fn make(&mut self, seed: u64, wanted: &Wanted, go_on: &mut dyn FnMut() -> ControlFlow<()>) -> Option<Puzzle> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let kinds = match wanted {
            Wanted { kind: Some(kind), .. } => vec![vec![*kind]],
            // Where there is nothing of the kind that chance chose, there may be something of
            // another.
            Wanted { theme: None, rating: None, .. } => {
                vec![MIXTURE.choose(&mut rng).into_iter().copied().collect(), MIXTURE.to_vec()]
            }
            _ => vec![MIXTURE.to_vec()],
        };
        let mut twin = None;
        for kinds in kinds {
            let probes = self.values.probes;
            for _ in 0..MOST_CANDIDATES {
                if self.values.probes - probes > MOST_PROBES {
                    break;
                }
                if go_on().is_break() {
                    return None;
                }
                self.candidates += 1;
                let kind = *kinds.choose(&mut rng)?;
                let found = candidate(kind, self.values.rules, self.values.knows_all(), &mut rng);
                let Some(puzzle) = found.and_then(|candidate| self.judge(kind, &candidate, seed, wanted)) else {
                    continue;
                };
                if !self.shown.contains(&puzzle.key()) {
                    return Some(puzzle);
                }
                twin = twin.or(Some(puzzle));
            }
        }
        twin
    }

    /// The puzzle that a candidate is, if it is one.
    fn judge(&mut self, kind: PuzzleKind, candidate: &Candidate, seed: u64, wanted: &Wanted) -> Option<Puzzle> {
        let mut puzzle = self.puzzle_at(kind, &candidate.position, seed)?;
        if wanted.theme.is_some_and(|theme| !puzzle.themes.contains(&theme))
            || wanted.rating.as_ref().is_some_and(|range| !range.contains(&puzzle.rating))
        {
            return None;
        }
        let was = self.values.of(&candidate.before);
        puzzle.mistake = was.filter(|was| was.opposite() < puzzle.value).map(|_| (candidate.before, candidate.mv));
        Some(puzzle)
    }

    /// The puzzle of this kind that there is in a position.
    pub(super) fn puzzle_at(&mut self, kind: PuzzleKind, position: &Position, seed: u64) -> Option<Puzzle> {
        let rules = self.values.rules;
        if !fits(kind, position, rules) || position.legal_moves(rules).len() < FEWEST_MOVES {
            return None;
        }
        let (us, them) = (position.side(), position.side().other());
        if kind != PuzzleKind::Win && position.total(us) > position.total(them) + MOST_AHEAD {
            return None;
        }
        let may_be_right = |mv: &Move| kind != PuzzleKind::Removal || !mv.removed.is_empty();
        if !position.legal_moves(rules).iter().any(may_be_right) {
            return None;
        }
        let moves = self.values.moves(position)?;
        let (value, keeping) = best(&moves)?;
        let asked = match kind {
            PuzzleKind::Win => value == Wdl::Win,
            PuzzleKind::Draw => value == Wdl::Draw,
            _ => value != Wdl::Loss,
        };
        if !asked {
            return None;
        }
        let (right, line) = if kind == PuzzleKind::Win {
            self.win(position, seed)?
        } else {
            (keeping, self.only_moves(position, seed)?)
        };
        if right.len() == moves.len() || !are_one(&right, position, rules) {
            return None;
        }
        let puzzle = rated(Puzzle::bare(kind, rules, position, value, right, line), &moves);
        let subject = Subject::of(&puzzle, &moves);
        let fits = match kind {
            PuzzleKind::Removal => subject.wrong_man(*puzzle.line.first()?),
            PuzzleKind::Draw => tempting(&puzzle, &moves) > 0,
            _ => true,
        };
        let themes = if fits { subject.themes(&mut self.values) } else { return None };
        Some(Puzzle { themes, ..puzzle })
    }

    /// The line from a position as long as the move that keeps its value is the only one; `None` if
    /// it is not even there.
    fn only_moves(&mut self, position: &Position, seed: u64) -> Option<Vec<Move>> {
        let rules = self.values.rules;
        let (mut at, mut line, mut seen) = (*position, Vec::new(), HashSet::new());
        while line.len() < 2 * MOST_OWN_MOVES && seen.insert(PuzzleKey::of(&at, rules)) {
            let Some(mv) = self.only_move(&at, seed) else { break };
            line.push(mv);
            let after = at.play_unchecked(mv, rules);
            let Some(reply) = hardest(&mut self.values, &after, seed) else { break };
            line.push(reply);
            at = after.play_unchecked(reply, rules);
            if at.outcome(rules).is_some() {
                break;
            }
        }
        if line.len() % 2 == 0 {
            line.pop();
        }
        (!line.is_empty()).then_some(line)
    }

    fn only_move(&mut self, position: &Position, seed: u64) -> Option<Move> {
        let moves = self.values.moves(position)?;
        let (_, keeping) = best(&moves)?;
        let is_only = moves.len() >= FEWEST_MOVES && keeping.len() < moves.len();
        (is_only && are_one(&keeping, position, self.values.rules)).then(|| pick(&keeping, position, seed)).flatten()
    }

    /// The first moves of the quickest win and the whole way, if it takes two to four moves.
    fn win(&mut self, position: &Position, seed: u64) -> Option<(Vec<Move>, Vec<Move>)> {
        let rules = self.values.rules;
        let mut search = WinSearch::new(&mut self.values, WIN_NODES);
        let first = search.quickest(position, MOST_OWN).filter(|first| first.own > 1)?;
        if !are_one(&first.moves, position, rules) {
            return None;
        }
        let (mut at, mut line, mut quickest) = (*position, Vec::new(), first.moves.clone());
        for left in (0..first.own).rev() {
            let mv = pick(&quickest, &at, seed)?;
            line.push(mv);
            at = at.play_unchecked(mv, rules);
            if left == 0 {
                break;
            }
            let (_, replies) = search.longest(&at, left)?;
            let reply = pick(&replies, &at, seed)?;
            line.push(reply);
            at = at.play_unchecked(reply, rules);
            quickest = search.quickest(&at, left)?.moves;
        }
        Some((first.moves, line))
    }
}
