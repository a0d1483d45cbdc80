// SPDX-License-Identifier: GPL-3.0-or-later
//! Goes through a game and finds out what its moves are worth: first what the tables know, then why the mistakes are mistakes,
//! then what the engine thinks of the rest.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::levels::levels_that_find;
use super::ply::{Mark, PlyReview, Worth};
use super::summary::{Review, danger};
use super::values::{GoOn, Mistake};
use crate::tablebase::{ProbeResult, Prober, Tables, Wdl};
use morris::{Game, Move, Position, Rules};

/// So many positions are played out at each move, at most, to reach the tables.
const MOST_PLAYED_OUT: u32 = 100_000;

/// Reviews a game, as far as it was played: moves taken back are left out.
///
/// It can be sent to another thread; what it has found so far is shown as it comes.
pub struct Reviewer {
    tables: Arc<Tables>,
    rules: Rules,
    positions: Vec<Position>,
    review: Review,
}

impl Reviewer {
    /// A reviewer of a game that knows what these tables know. Costs nothing worth mentioning.
    #[must_use]
    pub fn new(tables: Arc<Tables>, game: &Game) -> Self {
        let rules = *game.rules();
        let positions = game.positions().to_vec();
        let legal = |position: &Position| position.count_moves(&rules) as usize;
        let plies = game.played().iter().zip(&positions);
        let plies = plies.map(|(&mv, position)| PlyReview::unknown(mv, position.side(), legal(position))).collect();
        let review = Review { plies, dangers: vec![None; positions.len()] };
        Self { tables, rules, positions, review }
    }

    /// What is known so far; before [`Self::run`] only the moves.
    #[must_use]
    pub const fn review(&self) -> &Review {
        &self.review
    }

    /// What is known.
    #[must_use]
    pub fn into_review(self) -> Review {
        self.review
    }

    /// Finds out all there is to know. Calls `show` with the number of each move of which more has become known, some
    /// several times; asks `go_on` again and again, and ends early if it says so: then what is known stands.
    pub fn run(&mut self, go_on: &mut GoOn<'_>, show: &mut dyn FnMut(&Review, usize)) -> ControlFlow<()> {
        self.find_values(go_on, show)
    }

    /// Asks the levels at mistakes and critical moments whether they find a move that keeps the value; calls `show` and asks
    /// `go_on` as [`Self::run`] does, which comes first.
    pub fn ask_levels(&mut self, go_on: &mut GoOn<'_>, show: &mut dyn FnMut(&Review, usize)) -> ControlFlow<()> {
        let mut asked = self.review.critical_moments();
        let mistakes = self.review.plies.iter().enumerate().filter(|(_, ply)| ply.mistake.is_some());
        asked.extend(mistakes.map(|(number, _)| number));
        asked.sort_unstable();
        asked.dedup();
        for number in asked {
            let ply = &self.review.plies[number];
            let right = if ply.mistake.is_some() { ply.better.as_slice() } else { &[ply.mv] };
            let Some(levels) = levels_that_find(&self.rules, self.history(number), right, go_on) else {
                return ControlFlow::Break(());
            };
            self.review.plies[number].levels = Some(levels);
            show(&self.review, number);
        }
        ControlFlow::Continue(())
    }

    /// The positions up to the one after so many moves, as far back as a search needs them.
    fn history(&self, moves: usize) -> &[Position] {
        let quiet = usize::from(self.positions[moves].quiet());
        &self.positions[moves.saturating_sub(quiet.max(1))..=moves]
    }

    /// What the tables know of each move.
    fn find_values(&mut self, go_on: &mut GoOn<'_>, show: &mut dyn FnMut(&Review, usize)) -> ControlFlow<()> {
        let (left, stopped) = (Cell::new(0_u32), Cell::new(ControlFlow::Continue(())));
        let mut limited = || {
            if stopped.get().is_continue() {
                stopped.set(go_on());
            }
            let rest = left.get().checked_sub(1);
            left.set(rest.unwrap_or(0));
            if stopped.get().is_break() || rest.is_none() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut prober = Prober::new(&self.tables, &self.rules, &mut limited);
        for number in 0..self.positions.len() {
            left.set(MOST_PLAYED_OUT);
            let values = values(&mut prober, self.history(number));
            // Asks also where nothing had to be played out.
            prober.go_on();
            stopped.get()?;
            self.review.dangers[number] =
                values.before.and_then(|known| danger(known.value, values.keeping, values.legal));
            if let Some(ply) = self.review.plies.get_mut(number) {
                values.tell(ply);
                show(&self.review, number);
            }
        }
        ControlFlow::Continue(())
    }
}

/// What the tables know of a position.
struct Values {
    /// Its value to the side to move.
    before: Option<ProbeResult>,
    moves: Vec<(Move, Option<ProbeResult>)>,
    legal: usize,
    /// How many moves keep the value, where that is known of all.
    keeping: Option<usize>,
}

fn values(prober: &mut Prober<'_>, positions: &[Position]) -> Values {
    let Some(position) = positions.last() else {
        return Values { before: None, moves: Vec::new(), legal: 0, keeping: None };
    };
    let legal = position.legal_moves(prober.rules());
    let moves: Vec<_> = legal.into_iter().map(|mv| (mv, prober.move_value(positions, mv))).collect();
    let known = prober.position(position);
    let best = moves.iter().map(|(_, known)| known.map(|known| known.value)).collect::<Option<Vec<_>>>();
    let best = best.and_then(|values| values.into_iter().max());
    let before = match (best, known) {
        // Repetition and long games can make less of it.
        (Some(best), known) => {
            known.filter(|known| known.value == best).or(Some(ProbeResult { value: best, plies: None }))
        }
        (None, known) => known,
    };
    let keeps = |known: &Option<ProbeResult>| known.map(|known| known.value) == best;
    let keeping = best.map(|_| moves.iter().filter(|(_, known)| keeps(known)).count());
    Values { before, legal: moves.len(), moves, keeping }
}

impl Values {
    /// Writes down what is known of the move that was played.
    fn tell(self, ply: &mut PlyReview) {
        let after = self.moves.iter().find(|(mv, _)| *mv == ply.mv).and_then(|(_, known)| *known);
        ply.before = self.before.map(Worth::Exact);
        ply.after = after.map(Worth::Exact);
        ply.keeping = self.keeping;
        let Some((before, after)) = self.before.zip(after) else { return };
        ply.mistake = Mistake::between(before.value, after.value);
        let only = self.keeping == Some(1) && self.legal > 1 && before.value != Wdl::Loss && ply.mistake.is_none();
        ply.mark = ply.mistake.map(Mark::from).or(only.then_some(Mark::OnlyMove));
        if ply.mistake.is_some() {
            let known = self.moves.into_iter().filter_map(|(mv, known)| Some((mv, known?)));
            let mut better: Vec<_> = known.filter(|(_, known)| known.value == before.value).collect();
            better.sort_by_key(|(_, known)| known.plies.unwrap_or(u8::MAX));
            ply.better = better.into_iter().map(|(mv, _)| mv).collect();
        }
    }
}
