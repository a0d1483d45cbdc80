// SPDX-License-Identifier: GPL-3.0-or-later
//! Proofs of draws. An estimate of 0 does not prove a draw, and neither does a single line that
//! ends in one.

use super::move_ordering::{DEEPEST, pick};
use super::node::{GenType, Node};
use super::score::{DRAW, is_certain};
use super::search::Search;
use super::tb_probe::TbHit;
use morris::Color;

/// A proof may take one node for this number of nodes that the search has visited.
const SHARE_OF_NODES: u64 = 16;
/// Minimum budget of a proof in nodes, whatever the search has visited. This takes half a
/// millisecond.
const LEAST_NODES: u64 = 4_096;

#[derive(Clone, Copy)]
pub(super) struct ProofGoal {
    /// Side that holds at least a draw, whatever the opponent does.
    holder: Color,
    /// Total number of nodes at which the proof is abandoned.
    most_nodes: u64,
}

impl<N: Node> Search<'_, N> {
    /// Creates a goal with a budget that is a share of the nodes searched so far.
    pub(super) const fn claim(&self, holder: Color) -> ProofGoal {
        ProofGoal { holder, most_nodes: self.nodes + LEAST_NODES + self.nodes / SHARE_OF_NODES }
    }

    /// Returns `true` if the goal is proven within `depth` plies of a node. Another node must have
    /// led to it. Nothing is proven where the depth is exhausted, so estimates have no influence.
    pub(super) fn proves(&mut self, claim: ProofGoal, node: &N, depth: i32, ply: usize) -> bool {
        if node.lost(self.lookups) {
            return node.color() != claim.holder;
        }
        if node.won(self.lookups) {
            return node.color() == claim.holder;
        }
        if node.drawn(self.lookups) || self.surely_repeats(node, ply) {
            return true;
        }
        if let TbHit::Worth(value) = self.probe(node, ply) {
            // A drawn node of a table is worth a little more or less than a draw.
            return !is_certain(value) || (node.color() == claim.holder) == (value > DRAW);
        }
        if depth <= 0 || ply >= DEEPEST || self.nodes >= claim.most_nodes || self.interrupted() {
            return false;
        }
        let choosing = node.color() == claim.holder;
        self.path.push(node.key());
        let start = self.rank(node, GenType::All, ply);
        let mut next = start;
        let mut proven = !choosing;
        while proven != choosing {
            let Some(ranked) = pick(&mut self.moves[next..]) else { break };
            next += 1;
            self.nodes += 1;
            proven = self.proves(claim, &node.play(ranked.mv(), self.lookups), depth - 1, ply + 1);
        }
        self.moves.truncate(start);
        self.path.pop();
        proven
    }

    /// Returns `true` if a repetition proves a draw. It does if it leads back into the tree of the
    /// proof, where the same replies apply again, or if it ends the game by the rules. A repetition
    /// of a position before the root does neither by itself.
    fn surely_repeats(&self, node: &N, ply: usize) -> bool {
        let key = node.key();
        let root = self.path.len() - ply;
        let plies = usize::from(node.quiet()).min(self.path.len());
        let mut seen = (4..=plies).step_by(2).map(|back| self.path.len() - back).filter(|&at| self.path[at] == key);
        let Some(first) = seen.next() else { return false };
        let times = 2 + seen.count();
        first >= root || N::rules(self.lookups).draws.repetition.is_some_and(|limit| times >= usize::from(limit))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::fast_node::FastNode;
    use crate::lookups::Lookups;
    use crate::move_ordering::{Histories, History};
    use crate::tests::random_positions;
    use crate::transposition::TranspositionTable;
    use crate::{Limits, Request, Score, Searcher, Strength};
    use morris::{Arrangement, Game, Position, Rules};

    const TO_AND_FRO: &str = ".W./W../.W./W...../.../.B./BB. w 0 0";

    fn score(position: Position, depth: u8) -> Score {
        let strength = Strength::Limits(Limits { depth: Some(depth), ..Limits::default() });
        let request = Request { seed: 3, ..Request::new(Rules::STANDARD, vec![position], strength) };
        let best = Searcher::default().think(&request, || ControlFlow::Continue(()), |_| {});
        best.and_then(|best| best.score).expect("there is a move")
    }

    /// Returns the worst and the best result that the side to move can reach, from -1 to 1, by the
    /// rules alone.
    fn bounds(game: &mut Game, plies: u32) -> (i32, i32) {
        if let Some(outcome) = game.outcome() {
            let side = game.position().side();
            let value = outcome.winner().map_or(0, |winner| if winner == side { 1 } else { -1 });
            return (value, value);
        }
        if plies == 0 {
            return (-1, 1);
        }
        let mut best = (-1, -1);
        for mv in game.position().legal_moves(game.rules()) {
            game.play(mv).unwrap();
            let (least, most) = bounds(game, plies - 1);
            game.undo();
            best = (best.0.max(-most), best.1.max(-least));
        }
        best
    }

    #[test]
    fn a_draw_is_proven_where_the_rules_leave_nothing_else() {
        let rules = Rules::STANDARD;
        let (mut drawn, mut open) = (0, 0);
        for position in random_positions(&rules, 150, 3) {
            let mut late = Arrangement::from(position);
            late.quiet = 97;
            let Ok(late) = late.check(&rules) else { continue };
            if position.hand(position.side()) > 0 || late.count_moves(&rules) > 14 {
                continue;
            }
            let bounds = bounds(&mut Game::from_position(rules, late), 3);
            let score = score(late, 3);
            assert_eq!(score == Score::Draw, bounds == (0, 0), "{late}: {score} {bounds:?}");
            if score == Score::Draw { drawn += 1 } else { open += 1 }
        }
        assert!(drawn > 20 && open > 20, "{drawn} {open}");
    }

    #[test]
    fn a_repetition_proves_a_draw_within_the_proof_or_by_the_rules() {
        let surely = |rules: &Rules, rounds: usize, ply: usize| {
            let mut game = Game::from_position(*rules, Position::parse(TO_AND_FRO, rules).unwrap());
            for mv in ["d7-a7", "d2-f2", "a7-d7", "f2-d2"].repeat(rounds) {
                game.play(mv.parse().unwrap()).unwrap();
            }
            let (lookups, table, histories) = (Lookups::new(rules), TranspositionTable::new(1), [History::new()]);
            let mut keys: Vec<_> = game.positions().iter().map(Position::hash).collect();
            keys.pop();
            let mut stop_check = |_| ControlFlow::Continue(());
            let search = Search::new(&lookups, &table, Histories::new(&histories, 0), &mut stop_check, keys);
            search.surely_repeats(&FastNode::new(game.position(), &lookups), ply)
        };
        // At ply 1 the previous position is the root: the repeated position occurred in the game.
        assert!(!surely(&Rules::STANDARD, 1, 1));
        assert!(surely(&Rules::STANDARD, 2, 1));
        assert!(!surely(&Rules::PLAIN, 2, 1));
        // At ply 4 the repeated position is the root itself.
        assert!(surely(&Rules::STANDARD, 1, 4));
        assert!(surely(&Rules::PLAIN, 1, 4));
    }

    #[test]
    fn even_estimate_is_not_a_draw() {
        let start = Position::start(&Rules::STANDARD);
        for depth in 1..=6 {
            assert_ne!(score(start, depth), Score::Draw);
        }
    }
}
