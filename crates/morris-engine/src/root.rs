// SPDX-License-Identifier: GPL-3.0-or-later
//! Iterative deepening: searches the root moves deeper and deeper, and chooses among the best.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use super::move_ordering::DEEPEST;
use super::node::{Node, NonPvNode, PvNode, Window};
use super::packed_move::PackedMove;
use super::root_order::RootOrder;
use super::score::{DRAW, INFINITE, WIN, is_certain, is_decided, lost_at};
use super::search::Search;
use super::{Score, abdada};

/// Minimum depth at which the first move is searched with an aspiration window around its last
/// value.
const FIRST_NARROW_DEPTH: i32 = 5;
/// Half width of the window, in hundredths of a man.
const HALF_WINDOW: i32 = 40;

/// A root move with its value. The value is exact if the move is among the best. Otherwise it is a
/// bound that the move does not reach.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) mv: PackedMove,
    pub(super) value: i32,
}

/// Decay of votes for each depth. The move that most depths choose is more often the best than the
/// choice of the last depth. See `docs/engine-log.md`.
const EARLIER: f64 = 0.85;

/// A move that was chosen after some depth.
#[derive(Clone, Copy)]
struct Nominee {
    /// The move with its value at the last depth that chose it.
    candidate: Candidate,
    /// That depth, in plies.
    depth: i32,
    /// Sum of its votes, with older votes decayed.
    votes: f64,
}

pub(super) struct Root<'a, N: Node> {
    pub(super) search: Search<'a, N>,
    pub(super) node: N,
    /// Moves, the most promising first.
    candidates: Vec<Candidate>,
    /// Margin in hundredths of a man by which a move may be worse than the best and still be
    /// chosen. The values of all such moves are exact, so with 0 a choice among them loses nothing.
    random_margin: i32,
    /// Best moves of the last completed depth.
    best: Vec<Candidate>,
    /// Last completed depth, in plies.
    pub(super) depth: i32,
    /// The chosen one of the best moves.
    pub(super) chosen: Candidate,
    /// All moves that were chosen after some depth.
    nominees: Vec<Nominee>,
    /// Whether all of the best moves are proven draws.
    drawn: bool,
    /// Random generator for choosing among the best moves.
    chance: Xoshiro256PlusPlus,
    /// Move order shared by the threads, if there are several.
    pub(super) order: Option<&'a RootOrder>,
}

impl<'a, N: Node> Root<'a, N> {
    /// Creates a root with these moves in random order. There must be at least one.
    pub(super) fn new(
        search: Search<'a, N>,
        node: N,
        moves: &[PackedMove],
        random_margin: i32,
        chance: &mut Xoshiro256PlusPlus,
    ) -> Self {
        let mut candidates: Vec<_> = moves.iter().map(|&mv| Candidate { mv, value: -INFINITE }).collect();
        candidates.shuffle(chance);
        let chosen = candidates[0];
        let chance = Xoshiro256PlusPlus::seed_from_u64(chance.random());
        Self {
            search,
            node,
            candidates,
            random_margin,
            best: vec![chosen],
            depth: 0,
            chosen,
            nominees: Vec::new(),
            drawn: false,
            chance,
            order: None,
        }
    }

    /// Searches these depths, where depth 0 is a glance. Ends after the last depth, when the value
    /// is proven, or when the stop check stops it. Calls `report` after each depth, and also if an
    /// interrupted depth found a better move. `report` returns `true` if another depth is
    /// worthwhile. The last reported move is played.
    pub(super) fn deepen(&mut self, depths: RangeInclusive<u8>, mut report: impl FnMut(&Self) -> bool) {
        for depth in depths.map(i32::from).take_while(|&depth| depth <= DEEPEST as i32) {
            if depth == 0 {
                self.glance();
            } else if !self.search_all(depth) {
                if self.keep_what_was_found() {
                    self.nominate();
                    report(self);
                }
                break;
            }
            self.finish_depth(depth);
            self.prove_draw();
            self.chosen = *self.best.choose(&mut self.chance).expect("there is always a best move");
            self.nominate();
            if !report(self) || self.is_proven() {
                break;
            }
            self.search.arm_stop_check();
        }
    }

    /// Votes for the chosen move.
    fn nominate(&mut self) {
        self.drop_the_lost();
        self.nominees.iter_mut().for_each(|nominee| nominee.votes *= EARLIER);
        let (candidate, depth) = (self.chosen, self.depth);
        match self.nominees.iter_mut().find(|nominee| nominee.candidate.mv == candidate.mv) {
            Some(nominee) => *nominee = Nominee { candidate, depth, votes: nominee.votes + 1.0 },
            None => self.nominees.push(Nominee { candidate, depth, votes: 1.0 }),
        }
    }

    /// Removes moves that are proven to lose from the vote.
    fn drop_the_lost(&mut self) {
        let is_lost = |value: i32| value > -INFINITE && value < DRAW && is_certain(value);
        let lost = |mv| self.candidates.iter().any(|candidate| candidate.mv == mv && is_lost(candidate.value));
        self.nominees.retain(|nominee| !lost(nominee.candidate.mv));
    }

    /// Replaces the chosen move with the move that has the most votes, unless values are proven or
    /// the choice is random. Returns `true` if the move has changed.
    pub(super) fn elect(&mut self) -> bool {
        self.drop_the_lost();
        let most = self.nominees.iter().max_by(|one, other| one.votes.total_cmp(&other.votes));
        let elected = most.filter(|nominee| nominee.candidate.mv != self.chosen.mv);
        let judged = self.random_margin == 0 && !self.drawn && !is_certain(self.value());
        if let Some(&Nominee { candidate, depth, .. }) = elected.filter(|_| judged) {
            (self.best, self.chosen, self.depth) = (vec![candidate], candidate, depth);
            return true;
        }
        false
    }

    /// Returns the best moves of the last completed depth, the best first.
    pub(super) fn best(&self) -> &[Candidate] {
        &self.best
    }

    /// Returns the best value.
    pub(super) fn value(&self) -> i32 {
        self.best[0].value
    }

    /// Returns the score of the chosen move.
    pub(super) fn score(&self) -> Score {
        if self.drawn { Score::Draw } else { Score::from(self.chosen.value) }
    }

    /// Returns the principal variation from the root on, beginning with the chosen move.
    pub(super) fn principal_variation(&self) -> Vec<PackedMove> {
        let mv = self.chosen.mv;
        let next = self.node.play(mv, self.search.lookups);
        let rest = self.search.expected(&next, (self.depth as usize).saturating_sub(1));
        std::iter::once(mv).chain(rest).collect()
    }

    /// Returns the value of a move and an answer for the side at the root, by a search of `depth`
    /// further plies. Returns `None` if it was stopped.
    pub(super) fn value_after(&mut self, mv: PackedMove, answer: PackedMove, depth: i32) -> Option<i32> {
        let child = self.node.play(mv, self.search.lookups);
        let node = child.play(answer, self.search.lookups);
        self.search.path.push(child.key());
        let value = self.search.search::<PvNode>(&node, Window::ALL, depth, 2);
        self.search.path.pop();
        (!self.search.stopped).then_some(value)
    }

    /// Evaluates each move by the position after it.
    fn glance(&mut self) {
        let (node, lookups) = (self.node, self.search.lookups);
        for candidate in &mut self.candidates {
            let child = node.play(candidate.mv, lookups);
            candidate.value = match () {
                () if child.lost(lookups) => -lost_at(1),
                () if child.won(lookups) => lost_at(1),
                () => -child.evaluate(lookups),
            };
        }
        self.search.nodes += self.candidates.len() as u64;
    }

    /// Searches every move. Returns `false` if it was stopped before the last.
    fn search_all(&mut self, depth: i32) -> bool {
        let last = self.value();
        if let Some(order) = self.order.and_then(|order| order.found(depth - 1)) {
            self.candidates.sort_by_cached_key(|candidate| order.iter().position(|&mv| mv == candidate.mv));
        }
        self.candidates.iter_mut().for_each(|candidate| candidate.value = -INFINITE);
        let mut best = -INFINITE;
        let busy = self.search.busy.filter(|_| depth >= abdada::LEAST_DEPTH);
        let mut waiting: VecDeque<_> = (0..self.candidates.len()).collect();
        // Number of moves that have not been deferred because another thread searches them.
        let mut fresh = waiting.len();
        while let Some(index) = waiting.pop_front() {
            let child = self.node.play(self.candidates[index].mv, self.search.lookups);
            let may_wait = index > 0 && fresh > 0;
            fresh = fresh.saturating_sub(1);
            if may_wait && busy.is_some_and(|busy| busy.is_searched(&child, depth)) {
                waiting.push_back(index);
                continue;
            }
            let _entered = busy.filter(|_| index > 0).map(|busy| busy.enter(&child, depth));
            self.search.nodes += 1;
            let value =
                if index == 0 { self.first_value(&child, depth, last) } else { self.later_value(&child, depth, best) };
            if self.search.stopped {
                return false;
            }
            self.candidates[index].value = value;
            best = best.max(value);
        }
        true
    }

    fn first_value(&mut self, child: &N, depth: i32, last: i32) -> i32 {
        if depth >= FIRST_NARROW_DEPTH && !is_certain(last) {
            let window = Window { alpha: last - HALF_WINDOW, beta: last + HALF_WINDOW };
            let value = self.exact(child, window, depth);
            if value > window.alpha && value < window.beta {
                return value;
            }
        }
        self.exact(child, Window::ALL, depth)
    }

    /// Returns the value of a move after the first. It is exact if it is within the margin of the
    /// best.
    fn later_value(&mut self, child: &N, depth: i32, best: i32) -> i32 {
        let least = best - self.margin_below(best);
        let scout = Window::reaching(least);
        let value = -self.search.search::<NonPvNode>(child, scout.reversed(), depth - 1, 1);
        if value < least || self.search.stopped {
            return value;
        }
        let value = self.exact(child, Window { alpha: least - 1, beta: best + 1 }, depth);
        if value <= best { value } else { self.exact(child, Window { alpha: best, beta: INFINITE }, depth) }
    }

    fn exact(&mut self, child: &N, window: Window, depth: i32) -> i32 {
        -self.search.search::<PvNode>(child, window.reversed(), depth - 1, 1)
    }

    /// Returns the margin below `best`. A proven win or loss has no margin, so the quickest win or
    /// the slowest loss is chosen.
    const fn margin_below(&self, best: i32) -> i32 {
        if is_certain(best) { 0 } else { self.random_margin }
    }

    /// Adopts the result of a completed depth.
    fn finish_depth(&mut self, depth: i32) {
        self.depth = depth;
        self.candidates.sort_by_key(|candidate| -candidate.value);
        if let Some(order) = self.order {
            order.tell(depth, self.candidates.iter().map(|candidate| candidate.mv));
        }
        let Candidate { mv, value: best } = self.candidates[0];
        // A player that sees a good mill closes it.
        let least = if mv.removed().is_some() { best } else { best - self.margin_below(best) };
        self.best = self.candidates.iter().take_while(|candidate| candidate.value >= least).copied().collect();
    }

    /// Adopts a better move that an interrupted depth has found. Returns `true` if there is one.
    fn keep_what_was_found(&mut self) -> bool {
        let found =
            self.candidates.iter().enumerate().max_by_key(|(index, candidate)| (candidate.value, -(*index as i32)));
        if let Some((1.., &candidate)) = found.filter(|(_, candidate)| candidate.value > -INFINITE) {
            (self.best, self.chosen) = (vec![candidate], candidate);
            return true;
        }
        false
    }

    /// Tries to prove a draw if the best value is that of a draw. The proof succeeds if no move
    /// wins and some of the best moves hold the draw. Only these moves are then kept.
    fn prove_draw(&mut self) {
        if self.value() != DRAW || self.depth == 0 {
            return;
        }
        let (us, depth) = (self.node.color(), self.depth - 1);
        let (no_less, no_more) = (self.search.claim(us), self.search.claim(us.other()));
        let mut proves = |claim, candidate: &Candidate| {
            let child = self.node.play(candidate.mv, self.search.lookups);
            self.search.proves(claim, &child, depth, 1)
        };
        let holding: Vec<_> = self.best.iter().copied().filter(|candidate| proves(no_less, candidate)).collect();
        if !holding.is_empty() && self.candidates.iter().all(|candidate| proves(no_more, candidate)) {
            (self.best, self.drawn) = (holding, true);
        }
    }

    /// Returns `true` if a deeper search cannot find a quicker win or a slower loss, or if the draw
    /// is proven.
    fn is_proven(&self) -> bool {
        self.drawn || is_decided(self.value()) && WIN - self.value().abs() <= self.depth
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::abdada::CurrentlySearching;
    use crate::fast_node::FastNode;
    use crate::lookups::Lookups;
    use crate::move_ordering::{Histories, History};
    use crate::node::GenType;
    use crate::transposition::TranspositionTable;
    use morris::{Position, Rules};

    const LINE: &str = "BWW/.BW/B../.W.BWB/..B/WB./W.B w 0 0";

    /// Calls `work` with a root of [`LINE`] that has this margin, while other threads search the
    /// nodes of `busy`.
    fn with_root<T>(
        random_margin: i32,
        busy: Option<&CurrentlySearching>,
        work: impl FnOnce(&mut Root<'_, FastNode>) -> T,
    ) -> T {
        let lookups = Lookups::new(&Rules::STANDARD);
        let node = FastNode::new(&Position::parse(LINE, &Rules::STANDARD).unwrap(), &lookups);
        let mut moves = Vec::new();
        node.for_each_move(GenType::All, &lookups, |mv| moves.push(mv));
        let (table, histories) = (TranspositionTable::new(1), [History::new()]);
        let mut stop_check = |_| ControlFlow::Continue(());
        let mut search = Search::new(&lookups, &table, Histories::new(&histories, 0), &mut stop_check, Vec::new());
        search.busy = busy;
        work(&mut Root::new(search, node, &moves, random_margin, &mut Xoshiro256PlusPlus::seed_from_u64(1)))
    }

    #[test]
    fn move_chosen_by_most_depths_is_played() {
        // The index of the move that each depth chooses, the margin, the values of the last depth
        // for that move and for the others, and the index of the move that is played.
        let cases: [(&[usize], i32, [i32; 2], usize); 8] = [
            (&[1, 1, 1, 2], 0, [50, 20], 1),
            (&[1, 1, 2, 2], 0, [50, 20], 2),
            (&[1, 1, 1, 1, 1, 3, 2, 2, 2], 0, [50, 20], 2),
            (&[2], 0, [50, 20], 2),
            // A random choice among several moves, or proven values.
            (&[1, 1, 1, 2], 20, [50, 20], 2),
            (&[1, 1, 1, 2], 0, [WIN - 5, 20], 2),
            (&[1, 1, 1, 2], 0, [5 - WIN, 4 - WIN], 2),
            (&[1, 1, 1, 2], 0, [50, 6 - WIN], 2),
        ];
        for (chosen, random_margin, [last, other], expected) in cases {
            let played = with_root(random_margin, None, |root| {
                let moves: Vec<_> = root.candidates.iter().map(|candidate| candidate.mv).collect();
                for (depth, &number) in (1..).zip(chosen) {
                    let is_last = depth as usize == chosen.len();
                    let [value, rest] = if is_last { [last, other] } else { [50 - depth, -INFINITE] };
                    root.candidates.iter_mut().for_each(|candidate| candidate.value = rest);
                    let candidate = Candidate { mv: moves[number], value };
                    root.candidates[number] = candidate;
                    (root.best, root.chosen, root.depth) = (vec![candidate], candidate, depth);
                    root.nominate();
                }
                let other = root.elect();
                assert_eq!(other, root.depth != chosen.len() as i32, "{chosen:?}");
                // The report is that of the last depth that chose the move.
                assert_eq!(chosen[root.depth as usize - 1], expected, "{chosen:?}");
                moves.iter().position(|&mv| mv == root.chosen.mv)
            });
            assert_eq!(played, Some(expected), "{chosen:?} {random_margin} {last} {other}");
        }
    }

    #[test]
    fn moves_that_another_thread_searches_wait_but_are_searched() {
        let depth = abdada::LEAST_DEPTH;
        let [alone, together] = [false, true].map(|elsewhere| {
            let busy = CurrentlySearching::new();
            with_root(0, Some(&busy), |root| {
                let others = root.candidates.iter().skip(1).filter(|_| elsewhere);
                let children: Vec<_> = others.map(|other| root.node.play(other.mv, root.search.lookups)).collect();
                let _entered: Vec<_> = children.iter().map(|child| busy.enter(child, depth)).collect();
                assert!(root.search_all(depth));
                assert!(root.candidates.iter().all(|candidate| candidate.value > -INFINITE));
                root.candidates.iter().map(|candidate| candidate.value).max()
            })
        });
        assert_eq!(alone, together);
    }
}
