// SPDX-License-Identifier: GPL-3.0-or-later
//! Generator of puzzles from random positions, judged by the tables.

use std::collections::HashSet;
use std::iter::repeat_n;
use std::ops::{ControlFlow, RangeInclusive};

use morris::{Move, Position, Rules};
use morris_solved::tablebase::{Tables, Wdl};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

use super::candidates::{Candidate, candidate, fits};
use super::canonical::{PuzzleKey, are_one};
use super::difficulty::{HARDEST_WIN_IN_ONE, rated, tempting};
use super::kind::{PuzzleKind, Task, Theme};
use super::lines::{hardest, pick};
use super::puzzle::Puzzle;
use super::theme_finder::{ONLY_THREE, Subject};
use super::values::{Values, best};
use super::win_search::{MOST_OWN, WinSearch};

/// Version of the generator. It changes when the same seed gives another puzzle. It is part of the
/// seed of the daily puzzle.
pub const GENERATOR_VERSION: u32 = 3;

/// Number of recently shown puzzles to which a new puzzle must not be equivalent.
pub const MOST_SHOWN: usize = 500;

/// Minimum number of legal moves in a puzzle.
pub(crate) const FEWEST_MOVES: usize = 4;
/// Maximum lead in men. With a greater lead, winning takes little thought.
pub(crate) const MOST_AHEAD: usize = 2;
/// The same if seven men must find the win against four.
pub(crate) const MOST_AHEAD_SEVEN: usize = 3;
/// Minimum number of the solver's moves in a win, unless easier puzzles are requested.
pub(super) const FEWEST_OWN: u8 = 2;
/// Maximum number of consecutive moves that the solver has to find.
pub(crate) const MOST_OWN_MOVES: usize = 6;
/// Maximum number of positions that a search for a win visits. It also limits the time for the
/// whole puzzle.
const WIN_NODES: u64 = 20_000;
/// Maximum number of candidate positions for a puzzle.
const MOST_CANDIDATES: u32 = 20_000;
/// Maximum number of table probes for a puzzle.
const MOST_PROBES: u64 = 2_000_000;

/// Requirements for a puzzle. The default accepts any puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Required kind.
    pub kind: Option<PuzzleKind>,
    /// Required theme.
    pub theme: Option<Theme>,
    /// Required range of ratings. A range that begins low enough also permits wins in one move.
    pub rating: Option<RangeInclusive<i32>>,
}

impl Wanted {
    /// Returns the minimum number of the solver's moves in a win.
    fn fewest_own(&self) -> u8 {
        if self.rating.as_ref().is_some_and(|range| *range.start() < HARDEST_WIN_IN_ONE) { 1 } else { FEWEST_OWN }
    }

    fn most_ahead(&self) -> usize {
        if self.theme == Some(Theme::SevenFour) { MOST_AHEAD_SEVEN } else { MOST_AHEAD }
    }
}

/// A generator of puzzles for a set of rules, from all available tables. The bundled tables are
/// sufficient. The same seed gives the same puzzle on every machine that has them.
pub struct PuzzleGenerator<'a> {
    values: Values<'a>,
    shown: HashSet<PuzzleKey>,
    candidates: u64,
}

impl<'a> PuzzleGenerator<'a> {
    /// Creates a generator with these tables. Opens the table of a small game, if it exists.
    pub fn new(tables: &'a Tables, rules: &'a Rules) -> Self {
        Self { values: Values::new(tables, rules), shown: HashSet::new(), candidates: 0 }
    }

    /// Avoids puzzles that are equivalent to those in `shown`, as long as there are others.
    #[must_use]
    pub fn avoiding(mut self, shown: impl IntoIterator<Item = PuzzleKey>) -> Self {
        self.shown.extend(shown);
        self
    }

    /// Returns the number of candidate positions and the number of table probes so far.
    pub const fn effort(&self) -> (u64, u64) {
        (self.candidates, self.values.probes)
    }

    /// Returns the puzzle of a seed. `go_on` is called before each candidate position. Returns
    /// `None` if it stops the search or if nothing is found, for example without tables for the
    /// rules, or if the kind needs flying and the rules have none.
    pub fn make(&mut self, seed: u64, wanted: &Wanted, go_on: &mut dyn FnMut() -> ControlFlow<()>) -> Option<Puzzle> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mixture: Vec<_> = PuzzleKind::ALL.iter().flat_map(|&kind| repeat_n(kind, kind.asks().share)).collect();
        let kinds = match wanted {
            Wanted { kind: Some(kind), .. } => vec![vec![*kind]],
            Wanted { theme: Some(theme), .. } if theme.kinds().is_some() => {
                theme.kinds().into_iter().map(<[_]>::to_vec).collect()
            }
            // If there is no puzzle of the randomly chosen kind, there may be one of another kind.
            Wanted { theme: None, rating: None, .. } => {
                vec![mixture.choose(&mut rng).into_iter().copied().collect(), mixture]
            }
            _ => vec![mixture],
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
                let found = candidate(kind, wanted.theme, self.values.rules, self.values.knows_all(), &mut rng);
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

    /// Returns the puzzle that a candidate contains, if any.
    fn judge(&mut self, kind: PuzzleKind, candidate: &Candidate, seed: u64, wanted: &Wanted) -> Option<Puzzle> {
        let mut puzzle = self.puzzle_at(kind, &candidate.position, seed, wanted)?;
        if wanted.theme.is_some_and(|theme| !puzzle.themes.contains(&theme))
            || wanted.rating.as_ref().is_some_and(|range| !range.contains(&puzzle.rating))
        {
            return None;
        }
        let was = self.values.of(&candidate.before);
        puzzle.mistake = was.filter(|was| was.opposite() < puzzle.value).map(|_| (candidate.before, candidate.mv));
        Some(puzzle)
    }

    /// Returns the puzzle of this kind in a position, if there is one. What is wanted decides how
    /// many moves a win takes at least, how many men the solver may be ahead, and whether three
    /// moves may be right.
    pub(super) fn puzzle_at(
        &mut self,
        kind: PuzzleKind,
        position: &Position,
        seed: u64,
        wanted: &Wanted,
    ) -> Option<Puzzle> {
        let (rules, task) = (self.values.rules, kind.asks().task);
        if !fits(kind, position, rules) || position.legal_moves(rules).len() < FEWEST_MOVES {
            return None;
        }
        let (us, them) = (position.side(), position.side().other());
        if task != Task::Win && position.total(us) > position.total(them) + wanted.most_ahead() {
            return None;
        }
        let may_be_right = |mv: &Move| task != Task::Man || !mv.removed.is_empty();
        if !position.legal_moves(rules).iter().any(may_be_right) {
            return None;
        }
        let moves = self.values.moves(position)?;
        let (value, keeping) = best(&moves)?;
        let asked = match task {
            // Where every move wins, there is nothing to give away.
            Task::Win => value == Wdl::Win && keeping.len() < moves.len(),
            Task::Draw => value == Wdl::Draw,
            _ => value != Wdl::Loss,
        };
        if !asked {
            return None;
        }
        let three = wanted.theme == Some(Theme::OnlyThree);
        let (right, line) = match task {
            Task::Win => self.win(position, seed, wanted.fewest_own())?,
            _ if three => (keeping.clone(), vec![pick(&keeping, position, seed)?]),
            _ => (keeping, self.only_moves(position, seed)?),
        };
        let fits = if three { right.len() == ONLY_THREE } else { is_one(&right, &line, position, rules) };
        if right.len() == moves.len() || !fits {
            return None;
        }
        let puzzle = rated(Puzzle::bare(kind, rules, position, value, right, line), &moves);
        let subject = Subject::of(&puzzle, &moves);
        let fits = match task {
            Task::Man => subject.wrong_man(*puzzle.line.first()?),
            Task::Draw => tempting(&puzzle, &moves) > 0,
            Task::OnlyMove | Task::Win => true,
        };
        let themes = if fits { subject.themes(&mut self.values) } else { return None };
        Some(Puzzle { themes, ..puzzle })
    }

    /// Returns the line from a position as long as a single move keeps its value. Returns `None` if
    /// the first position already has several.
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

    /// Returns the first moves of the quickest win and the whole line, if the win takes
    /// `fewest_own` to four moves.
    fn win(&mut self, position: &Position, seed: u64, fewest_own: u8) -> Option<(Vec<Move>, Vec<Move>)> {
        let rules = self.values.rules;
        let mut search = WinSearch::new(&mut self.values, WIN_NODES);
        let first = search.quickest(position, MOST_OWN).filter(|first| first.own >= fewest_own)?;
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

/// Returns `true` if the first moves are one under the symmetries of the position, or if they end
/// the game with one mill, whatever it removes.
fn is_one(right: &[Move], line: &[Move], position: &Position, rules: &Rules) -> bool {
    let mut mills: Vec<_> = right.iter().map(|mv| (mv.from, mv.to)).collect();
    mills.dedup();
    are_one(right, position, rules) || line.len() == 1 && mills.len() == 1
}
