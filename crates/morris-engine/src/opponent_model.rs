// SPDX-License-Identifier: GPL-3.0-or-later
//! A model of an opponent that looks a few plies ahead: how likely it is to play each move.

use std::ops::{ControlFlow, RangeInclusive};

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::move_ordering::{Histories, History};
use super::node::{GenType, Node};
use super::packed_move::PackedMove;
use super::root::Root;
use super::search::Search;
use super::transposition::TranspositionTable;
use morris::Position;

/// Plies that the opponent looks ahead: one more as long as there is time.
pub(super) const DEPTHS: RangeInclusive<u8> = 1..=5;
/// Margin in hundredths of a man below the best move. The opponent does not consider worse moves.
const MARGIN: i32 = 40;
/// Difference in hundredths of a man that makes a move half as likely.
const HALVED_BY: f64 = 12.0;
/// Size of the transposition table in MiB. The model needs its own: in that of the engine it would
/// find what the engine knows.
const TABLE_MIB: usize = 1;

/// A move with its probability.
pub(super) type Likely = (PackedMove, f64);

/// Model of an opponent, with the memory of its searches.
pub(super) struct OpponentModel<'a, N: Node> {
    lookups: &'a N::Lookups,
    /// Created with the first search, since most requests need none.
    table: Option<TranspositionTable>,
    history: [History; 1],
    /// Returns `true` when the time is over, or the search is interrupted.
    is_over: &'a dyn Fn() -> bool,
}

impl<'a, N: Node> OpponentModel<'a, N> {
    /// Creates a model whose searches end when `is_over` returns `true`.
    pub(super) const fn new(lookups: &'a N::Lookups, is_over: &'a dyn Fn() -> bool) -> Self {
        Self { lookups, table: None, history: [History::new()], is_over }
    }

    /// Returns the moves that an opponent who looks `depth` plies ahead may play after these
    /// positions, with their probabilities. Returns an empty list if the game is over, and `None`
    /// if there is no time.
    pub(super) fn replies(&mut self, positions: &[Position], depth: u8) -> Option<Vec<Likely>> {
        let node = N::new(positions.last()?, self.lookups);
        let mut moves = Vec::new();
        node.for_each_move(GenType::All, self.lookups, |mv| moves.push(mv));
        if moves.is_empty() || node.lost(self.lookups) {
            return Some(Vec::new());
        }
        let is_over = self.is_over;
        let mut stop_check = |_| if is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let path = positions.iter().map(Position::hash).collect();
        let histories = Histories::new(&self.history, 0);
        let table = self.table.get_or_insert_with(|| TranspositionTable::new(TABLE_MIB));
        let search = Search::new(self.lookups, table, histories, &mut stop_check, path);
        let mut root = Root::new(search, node, &moves, MARGIN, &mut Xoshiro256PlusPlus::seed_from_u64(0));
        root.deepen(1..=depth, |_| true);
        let best = root.value();
        let share = |value: i32| (f64::from(value - best) / HALVED_BY).exp2();
        let shares: Vec<_> = root.best().iter().map(|candidate| (candidate.mv, share(candidate.value))).collect();
        let sum: f64 = shares.iter().map(|(_, share)| share).sum();
        (!is_over()).then(|| shares.into_iter().map(|(mv, share)| (mv, share / sum)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fast_node::FastNode;
    use crate::lookups::Lookups;
    use morris::{Move, Rules};

    fn replies(line: &str, depth: u8) -> Vec<(Move, f64)> {
        let rules = Rules::STANDARD;
        let lookups = Lookups::new(&rules);
        let never = || false;
        let mut model = OpponentModel::<FastNode>::new(&lookups, &never);
        let replies = model.replies(&[Position::parse(line, &rules).unwrap()], depth).unwrap();
        replies.into_iter().map(|(mv, share)| (mv.into(), share)).collect()
    }

    #[test]
    fn a_mill_is_the_only_likely_reply_and_the_probabilities_add_up() {
        // White has two men in a line and can close the mill.
        let found = replies("WW./.../.../B.B.../.../.../... w 7 7 0", 1);
        assert!(found.iter().all(|(mv, _)| !mv.removed.is_empty()), "{found:?}");
        let quiet = replies(".../.../.../....../.../.../... w 9 9 0", 2);
        assert!(quiet.len() > 1);
        assert!((quiet.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn without_time_there_is_no_answer_and_a_finished_game_has_no_replies() {
        let rules = Rules::STANDARD;
        let lookups = Lookups::new(&rules);
        let always = || true;
        let mut model = OpponentModel::<FastNode>::new(&lookups, &always);
        assert!(model.replies(&[Position::start(&rules)], 3).is_none());
        assert_eq!(replies("WW./.../.../BBB.../.../.../... w 0 0 0", 1), []);
    }
}
