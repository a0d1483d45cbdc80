// SPDX-License-Identifier: GPL-3.0-or-later
//! Reviewer of a game. It looks up the values in the tables, explains the mistakes, and lets the
//! engine estimate the rest.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::levels::levels_that_find;
use super::line::{Opinion, keeping, line, opinion};
use super::ply::{MUCH, Mark, PlyReview, Worth};
use super::praise::praise;
use super::reasons::{self, Case};
use super::summary::{Review, danger};
use super::values::{GoOn, Mistake, MoveTable, tables_hold};
use morris::{Game, Position, Rules};
use morris_engine::{EngineOptions, Searcher, needed_positions};
use morris_solved::tablebase::{Prober, Tables, Wdl};

/// Maximum number of positions that are played out at each move to reach the tables.
const MOST_PLAYED_OUT: u32 = 100_000;
/// Number of positions that are searched for an estimate.
const NODES: u64 = 100_000;

/// Reviews a game up to its cursor. Moves taken back are not reviewed.
///
/// It can be sent to another thread, and reports its findings as they arrive.
pub struct Reviewer {
    tables: Arc<Tables>,
    rules: Rules,
    positions: Vec<Position>,
    review: Review,
}

/// Callback that is called with the number of a move when more is known about it.
type Show<'a> = dyn FnMut(&Review, usize) + 'a;

/// Budget of positions to play out at each move.
#[derive(Default)]
struct Budget {
    left: Cell<u32>,
    stopped: Cell<bool>,
}

impl Budget {
    /// Takes one position from the budget, and asks whether to continue.
    fn take(&self, go_on: &mut GoOn<'_>) -> ControlFlow<()> {
        self.stopped.set(self.stopped.get() || go_on().is_break());
        let left = self.left.get().checked_sub(1).filter(|_| !self.stopped.get());
        self.left.set(left.unwrap_or(0));
        left.map_or(ControlFlow::Break(()), |_| ControlFlow::Continue(()))
    }

    /// Refills the budget, unless the review is stopped.
    fn renew(&self) -> ControlFlow<()> {
        self.left.set(MOST_PLAYED_OUT);
        if self.stopped.get() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Reviewer {
    /// Creates a reviewer of a game with these tables. This takes little time. The tables are not
    /// used if the rules draw earlier than the standard ones after quiet plies.
    pub fn new(tables: Arc<Tables>, game: &Game) -> Self {
        let rules = *game.rules();
        let tables = if tables_hold(&rules) { tables } else { Arc::default() };
        let positions = game.positions().to_vec();
        let legal = |position: &Position| position.count_moves(&rules) as usize;
        let plies = game.played().iter().zip(&positions);
        let plies = plies.map(|(&mv, position)| PlyReview::unknown(mv, position.side(), legal(position))).collect();
        let review = Review { plies, dangers: vec![None; positions.len()] };
        Self { tables, rules, positions, review }
    }

    /// Returns the current state of the review. Before [`Self::run`] it only has the moves.
    pub const fn review(&self) -> &Review {
        &self.review
    }

    /// Returns the review.
    pub fn into_review(self) -> Review {
        self.review
    }

    /// Reviews the game, except for the levels. Calls `show` with the number of each move when more
    /// is known about it, possibly several times. Calls `go_on` regularly, and ends early if it
    /// says so. The findings so far are kept.
    pub fn run(&mut self, go_on: &mut GoOn<'_>, show: &mut Show<'_>) -> ControlFlow<()> {
        let mut searcher = self.searcher();
        self.find_known(&mut searcher, go_on, show)?;
        self.estimate(&mut searcher, go_on, show)
    }

    /// Looks up the values in the tables and explains the mistakes, as the first part of
    /// [`Self::run`], without estimates.
    pub fn find_mistakes(&mut self, go_on: &mut GoOn<'_>, show: &mut Show<'_>) -> ControlFlow<()> {
        let mut searcher = self.searcher();
        self.find_known(&mut searcher, go_on, show)
    }

    fn find_known(&mut self, searcher: &mut Searcher, go_on: &mut GoOn<'_>, show: &mut Show<'_>) -> ControlFlow<()> {
        let (tables, rules, budget) = (Arc::clone(&self.tables), self.rules, Budget::default());
        let mut limited = || budget.take(go_on);
        let mut prober = Prober::new(&tables, &rules, &mut limited);
        for number in 0..self.positions.len() {
            budget.renew()?;
            self.find_values(number, &mut prober, show);
        }
        for number in 0..self.review.plies.len() {
            budget.renew()?;
            self.explain(number, &mut prober, searcher, show);
        }
        budget.renew()
    }

    fn searcher(&self) -> Searcher {
        let mut searcher = Searcher::new(EngineOptions::default());
        searcher.set_tables(Arc::clone(&self.tables));
        searcher
    }

    /// Asks the levels at critical moments, including mistakes, whether they find a move that keeps
    /// the value, if it is known. Calls `show` and `go_on` like [`Self::run`], which must be called
    /// first.
    pub fn ask_levels(&mut self, go_on: &mut GoOn<'_>, show: &mut Show<'_>) -> ControlFlow<()> {
        for number in self.review.critical_moments() {
            let ply = &self.review.plies[number];
            if ply.mistake.is_none() && ply.mark != Some(Mark::OnlyMove) {
                continue;
            }
            let right = if ply.mistake.is_some() { ply.better.as_slice() } else { &[ply.mv] };
            let Some(levels) = levels_that_find(&self.rules, self.history(number), right, go_on) else {
                return ControlFlow::Break(());
            };
            self.review.plies[number].levels = Some(levels);
            show(&self.review, number);
        }
        ControlFlow::Continue(())
    }

    /// Returns the positions up to the one after `moves` moves, as far back as a search needs them.
    fn history(&self, moves: usize) -> &[Position] {
        needed_positions(&self.positions[..=moves], &self.rules)
    }

    /// Looks up the values of a position and of the move played in it.
    fn find_values(&mut self, number: usize, prober: &mut Prober<'_>, show: &mut Show<'_>) {
        // Called even if nothing has to be played out.
        prober.go_on();
        let known = MoveTable::new(prober, self.history(number));
        let (legal, keeping) = (known.moves.len(), known.keeping());
        self.review.dangers[number] = known.before.and_then(|known| danger(known.value, keeping, legal));
        let Some(ply) = self.review.plies.get_mut(number) else { return };
        let after = known.value_of(ply.mv);
        (ply.before, ply.after) = (known.before.map(Worth::Exact), after.map(Worth::Exact));
        ply.keeping = keeping;
        if let Some((before, after)) = known.before.zip(after) {
            ply.mistake = Mistake::between(before.value, after.value);
            let only = keeping == Some(1) && legal > 1 && before.value != Wdl::Loss && ply.mistake.is_none();
            ply.mark = ply.mistake.map(Mark::from).or(only.then_some(Mark::OnlyMove));
            match ply.mistake {
                Some(_) => ply.better = known.best(),
                None => ply.praise = praise(&self.positions[number], ply.mv, &known, prober),
            }
        }
        show(&self.review, number);
    }

    /// Finds the refutation of a mistake and its reason.
    fn explain(&mut self, number: usize, prober: &mut Prober<'_>, searcher: &mut Searcher, show: &mut Show<'_>) {
        let ply = &self.review.plies[number];
        let Some((Worth::Exact(before), Worth::Exact(after))) = ply.before.zip(ply.after) else { return };
        if ply.mistake.is_none() {
            return;
        }
        let history = self.history(number + 1);
        let line = line(prober, searcher, history);
        let mut replies: Vec<_> =
            keeping(prober, history, after.value.opposite()).into_iter().map(|(mv, _)| mv).collect();
        if let Some(first) = line.first().and_then(|first| replies.iter().position(|mv| mv == first)) {
            replies[..=first].rotate_right(1);
        }
        let last = number + 1 == self.review.plies.len();
        let position = &self.positions[number + 1];
        let case = Case {
            rules: &self.rules,
            position: &self.positions[number],
            mv: ply.mv,
            before: before.value,
            after: *position,
            // A repetition is not visible on the board.
            over: position.outcome(&self.rules).is_some() || last && self.is_repetition(),
            better: &ply.better,
            replies: &replies,
            line: &line,
        };
        let reason = reasons::find(&case, prober);
        let ply = &mut self.review.plies[number];
        (ply.refutation, ply.reason) = (line, reason);
        show(&self.review, number);
    }

    /// Returns `true` if the game ended by repetition of its last position.
    fn is_repetition(&self) -> bool {
        let history = self.history(self.positions.len() - 1);
        let seen = history.iter().filter(|position| Some(*position) == history.last()).count();
        self.rules.draws.repetition.is_some_and(|limit| seen >= usize::from(limit))
    }

    /// Estimates values that the tables do not contain.
    fn estimate(&mut self, searcher: &mut Searcher, go_on: &mut GoOn<'_>, show: &mut Show<'_>) -> ControlFlow<()> {
        let mut before = None::<Opinion>;
        for number in 0..self.positions.len() {
            let ply = self.review.plies.get(number);
            let unknown_before = ply.is_some_and(|ply| ply.before.is_none());
            let unknown_after = number > 0 && self.review.plies[number - 1].after.is_none();
            let mut here = None;
            if unknown_before || unknown_after {
                here = opinion(searcher, &self.rules, self.history(number), NODES, go_on);
                go_on()?;
            }
            if let Some(last) = number.checked_sub(1) {
                let after = here.as_ref().map(|here| Worth::Estimate(here.score.reversed()));
                let ply = &mut self.review.plies[last];
                let known = (ply.before, ply.after);
                ply.before = ply.before.or_else(|| before.as_ref().map(|before| Worth::Estimate(before.score)));
                ply.after = ply.after.or(after);
                if let Some(before) = before.filter(|before| is_doubtful(ply, before)) {
                    ply.mark = Some(Mark::Doubtful);
                    ply.better = before.moves.into_iter().take(1).collect();
                    ply.refutation = here.as_ref().map(|here| here.moves.clone()).unwrap_or_default();
                }
                if known != (ply.before, ply.after) {
                    show(&self.review, last);
                }
            }
            before = here;
        }
        ControlFlow::Continue(())
    }
}

/// Returns `true` if values are estimates and the engine would have played another move that it
/// considers much better.
fn is_doubtful(ply: &PlyReview, before: &Opinion) -> bool {
    let (Some(had @ Worth::Estimate(_)), Some(has)) = (ply.before, ply.after) else { return false };
    before.moves.first() != Some(&ply.mv) && had.hundredths() - has.hundredths() >= MUCH
}
