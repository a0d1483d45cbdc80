// SPDX-License-Identifier: GPL-3.0-or-later
//! Iterative deepening: the moves at the root, searched deeper and deeper, and the choice among the
//! best.

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

/// From this depth on the first move is searched with a window about its last value.
const FIRST_NARROW_DEPTH: i32 = 5;
/// The window's half width, in hundredths of a man.
const HALF_WINDOW: i32 = 40;

/// A move at the root with its value: exact if it is among the best, else a bound that it does not
/// reach.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) mv: PackedMove,
    pub(super) value: i32,
}

/// A vote of one depth earlier counts for so much less: what most depths take for the best is it
/// more often than what the last one takes for it. See lib.rs.
const EARLIER: f64 = 0.85;

/// A move that was chosen after some depth.
#[derive(Clone, Copy)]
struct Nominee {
    /// With what it was worth there, the last time.
    candidate: Candidate,
    /// Which depth that was, in plies.
    depth: i32,
    /// One for each time, as far as it still counts.
    votes: f64,
}

/// The root of a search.
pub(super) struct Root<'a, N: Node> {
    pub(super) search: Search<'a, N>,
    pub(super) node: N,
    /// The moves, the most promising first.
    candidates: Vec<Candidate>,
    /// By how much a move may be worse than the best and still be chosen, in hundredths of a man.
    /// The values of all these moves are exact, so that with 0 a choice among them loses nothing.
    random_margin: i32,
    /// The best moves of the last depth that was searched to its end.
    best: Vec<Candidate>,
    /// That depth, in plies.
    pub(super) depth: i32,
    /// Which of them is played.
    pub(super) chosen: Candidate,
    /// All moves that were chosen after some depth.
    nominees: Vec<Nominee>,
    /// Whether every one of the best moves is proven to draw.
    drawn: bool,
    /// Chooses among the best moves.
    chance: Xoshiro256PlusPlus,
    /// What the threads tell each other of the order, if there are any.
    pub(super) order: Option<&'a RootOrder>,
}

impl<'a, N: Node> Root<'a, N> {
    /// A root with these moves, of which there is at least one, in an order that chance gives.
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

    /// Searches through these depths, of which 0 is a glance, until the last is done, the value
    /// proven, or the stop check says to stop; calls `report` after each depth, which says whether
    /// another one is worth its while, and where a better move was found before it was stopped:
    /// what was reported last is what is played.
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

    /// A vote for the chosen move.
    fn nominate(&mut self) {
        self.drop_the_lost();
        self.nominees.iter_mut().for_each(|nominee| nominee.votes *= EARLIER);
        let (candidate, depth) = (self.chosen, self.depth);
        match self.nominees.iter_mut().find(|nominee| nominee.candidate.mv == candidate.mv) {
            Some(nominee) => *nominee = Nominee { candidate, depth, votes: nominee.votes + 1.0 },
            None => self.nominees.push(Nominee { candidate, depth, votes: 1.0 }),
        }
    }

    /// Whatever was thought of them before, moves that are proven to lose are not voted for.
    fn drop_the_lost(&mut self) {
        let is_lost = |value: i32| value > -INFINITE && value < DRAW && is_certain(value);
        let lost = |mv| self.candidates.iter().any(|candidate| candidate.mv == mv && is_lost(candidate.value));
        self.nominees.retain(|nominee| !lost(nominee.candidate.mv));
    }

    /// Chooses the move with the most votes in place of the last depth's, unless values are proven
    /// or a choice is left to chance; says whether that is another one.
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

    /// The best value.
    pub(super) fn value(&self) -> i32 {
        self.best[0].value
    }

    /// What the chosen move is worth.
    pub(super) fn score(&self) -> Score {
        if self.drawn { Score::Draw } else { Score::from(self.chosen.value) }
    }

    /// The moves expected from the root on, beginning with the chosen one.
    pub(super) fn principal_variation(&self) -> Vec<PackedMove> {
        let mv = self.chosen.mv;
        let next = self.node.play(mv, self.search.lookups);
        let rest = self.search.expected(&next, (self.depth as usize).saturating_sub(1));
        std::iter::once(mv).chain(rest).collect()
    }

    /// Judges every move by what the board looks like after it.
    fn glance(&mut self) {
        let (node, lookups) = (self.node, self.search.lookups);
        for candidate in &mut self.candidates {
            let child = node.play(candidate.mv, lookups);
            candidate.value = if child.lost(lookups) { -lost_at(1) } else { -child.evaluate(lookups) };
        }
        self.search.nodes += self.candidates.len() as u64;
    }

    /// Searches every move; `false` if it was stopped before the last.
    fn search_all(&mut self, depth: i32) -> bool {
        let last = self.value();
        if let Some(order) = self.order.and_then(|order| order.found(depth - 1)) {
            self.candidates.sort_by_cached_key(|candidate| order.iter().position(|&mv| mv == candidate.mv));
        }
        self.candidates.iter_mut().for_each(|candidate| candidate.value = -INFINITE);
        let mut best = -INFINITE;
        let busy = self.search.busy.filter(|_| depth >= abdada::LEAST_DEPTH);
        let mut waiting: VecDeque<_> = (0..self.candidates.len()).collect();
        // The rest was put off, since another thread searched it.
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

    /// The value of a move after the first: exact if it is within the margin of the best.
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

    /// A proven win or loss allows no margin: the quickest win and the slowest loss are chosen.
    const fn margin_below(&self, best: i32) -> i32 {
        if is_certain(best) { 0 } else { self.random_margin }
    }

    /// Takes over the outcome of a depth that was searched to its end.
    fn finish_depth(&mut self, depth: i32) {
        self.depth = depth;
        self.candidates.sort_by_key(|candidate| -candidate.value);
        if let Some(order) = self.order {
            order.tell(depth, self.candidates.iter().map(|candidate| candidate.mv));
        }
        let Candidate { mv, value: best } = self.candidates[0];
        // Whoever sees a mill that is good for him closes it.
        let least = if mv.removed().is_some() { best } else { best - self.margin_below(best) };
        self.best = self.candidates.iter().take_while(|candidate| candidate.value >= least).copied().collect();
    }

    /// Stopped within a depth: another move that was found to be better than the best so far is
    /// taken. Whether there is one.
    fn keep_what_was_found(&mut self) -> bool {
        let found =
            self.candidates.iter().enumerate().max_by_key(|(index, candidate)| (candidate.value, -(*index as i32)));
        if let Some((1.., &candidate)) = found.filter(|(_, candidate)| candidate.value > -INFINITE) {
            (self.best, self.chosen) = (vec![candidate], candidate);
            return true;
        }
        false
    }

    /// Tries to prove a draw where the search found none better: no move wins, and some of the best
    /// hold the draw. Only these are kept then.
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

    /// Whether a deeper search can't find a quicker win or a slower loss, or the draw is certain.
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

    /// Has `work` done with a root of [`LINE`] whose moves may be worse by `margin`, while other
    /// threads are busy with these nodes.
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
    fn what_most_depths_choose_is_played() {
        // Which of the moves each depth chooses, what the last one says it is worth, and the other
        // move, and which one is played.
        let cases: [(&[usize], i32, [i32; 2], usize); 8] = [
            (&[1, 1, 1, 2], 0, [50, 20], 1),
            (&[1, 1, 2, 2], 0, [50, 20], 2),
            (&[1, 1, 1, 1, 1, 3, 2, 2, 2], 0, [50, 20], 2),
            (&[2], 0, [50, 20], 2),
            // By chance among several, or proven.
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
                // It is told as the last depth that chose it found it.
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
