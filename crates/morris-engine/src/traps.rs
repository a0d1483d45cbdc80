// SPDX-License-Identifier: GPL-3.0-or-later
//! Traps: among root moves that are nearly equal, the one that a likely opponent answers worst.
//!
//! The game is a draw, so a player that only keeps the value draws with every decent opponent. See
//! `docs/engine-log.md` for what this is worth.

use std::ops::RangeInclusive;

use super::node::Node;
use super::opponent_model::OpponentModel;
use super::root::{Candidate, Root};
use super::score::is_certain;
use morris::Position;
use morris_solved::tablebase::{Prober, Wdl};

/// Margin in hundredths of a man by which a move may be worse than the best to set a trap.
pub(super) const MARGIN: i32 = 50;
/// The same margin among moves that tables know to keep the value.
pub(super) const SAFE_MARGIN: i32 = 100;
/// The same margin among such moves at the edge of the tables, where the replies are unknown: a
/// move that just holds the draw is often answered by a loss that a short search does not see.
pub(super) const EDGE_MARGIN: i32 = 25;
/// Plies that the opponent looks ahead: one more as long as there is time.
const DEPTHS: RangeInclusive<u8> = 1..=8;
/// Weight of what a move promises against an opponent who looks one ply less far ahead.
const SHALLOWER: f64 = 0.7;
/// Depth of the search after a likely reply, in plies.
const DEPTH: i32 = 8;
/// Maximum absolute value after a reply, in hundredths of a man: as good as won.
const MOST: i32 = 1_000;

/// Replaces the chosen move with the one that promises most against a likely opponent: with the
/// greatest sum of its value and of the expected value after the replies. An opponent who looks
/// further ahead counts more, but not alone: one depth by itself is right about one opponent.
/// Proven wins and losses need no traps. Without time for any depth of the model, chooses the move
/// with the best value.
pub(super) fn set_trap<N: Node>(
    root: &mut Root<'_, N>,
    model: &mut OpponentModel<'_, N>,
    positions: &[Position],
    prober: &mut Prober,
) {
    let candidates = root.best().to_vec();
    if candidates.len() < 2 || is_certain(root.value()) {
        return;
    }
    root.chosen = candidates[0];
    let mut sums = vec![0.0; candidates.len()];
    for depth in DEPTHS {
        let promise = |candidate| promise(root, model, positions, prober, candidate, depth);
        let Some(promises) = candidates.iter().map(promise).collect::<Option<Vec<_>>>() else { return };
        sums.iter_mut().zip(promises).for_each(|(sum, promise)| *sum = *sum * SHALLOWER + promise);
        let best = sums.iter().zip(&candidates).max_by(|one, other| one.0.total_cmp(other.0));
        root.chosen = best.map_or(root.chosen, |(_, candidate)| *candidate);
    }
}

/// Returns what a move promises against an opponent who looks `depth` plies ahead.
fn promise<N: Node>(
    root: &mut Root<'_, N>,
    model: &mut OpponentModel<'_, N>,
    positions: &[Position],
    prober: &mut Prober,
    &Candidate { mv, value }: &Candidate,
    depth: u8,
) -> Option<f64> {
    let after = positions.last()?.play_unchecked(mv.into(), prober.rules());
    let line: Vec<_> = positions.iter().copied().chain([after]).collect();
    let mut sum = f64::from(value);
    for (reply, share) in model.replies(&line, depth)? {
        let next = after.play_unchecked(reply.into(), prober.rules());
        let is_won = prober.position(&next).is_some_and(|known| known.value == Wdl::Win);
        let value = if is_won { MOST } else { root.value_after(mv, reply, DEPTH)?.clamp(-MOST, MOST) };
        sum += share * f64::from(value);
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;
    use crate::engine_thread_tests::shipped_tables;
    use crate::fast_node::FastNode;
    use crate::lookups::Lookups;
    use crate::move_ordering::{Histories, History};
    use crate::node::GenType;
    use crate::search::Search;
    use crate::transposition::TranspositionTable;
    use morris::Rules;
    use morris_solved::tablebase::Tables;

    /// Context of a trap: the searched root, the position, and the tables.
    struct Trap<'a> {
        root: Root<'a, FastNode>,
        position: Position,
        prober: Prober<'a>,
        lookups: &'a Lookups,
    }

    /// Searches a position four plies deep, and calls `then`.
    fn searched<T>(line: &str, tables: &Tables, then: impl FnOnce(Trap<'_>) -> T) -> T {
        let rules = Rules::STANDARD;
        let position = Position::parse(line, &rules).unwrap();
        let lookups = &Lookups::new(&rules);
        let node = FastNode::new(&position, lookups);
        let mut moves = Vec::new();
        node.for_each_move(GenType::All, lookups, |mv| moves.push(mv));
        let (table, histories) = (TranspositionTable::new(1), [History::new()]);
        let mut stop_check = |_| ControlFlow::Continue(());
        let path = vec![position.hash()];
        let search = Search::new(lookups, &table, Histories::new(&histories, 0), &mut stop_check, path);
        let mut root = Root::new(search, node, &moves, MARGIN, &mut Xoshiro256PlusPlus::seed_from_u64(1));
        root.deepen(1..=4, |_| true);
        let mut go_on = || ControlFlow::Continue(());
        let prober = Prober::new(tables, &rules, &mut go_on);
        then(Trap { root, position, prober, lookups })
    }

    impl Trap<'_> {
        /// Returns what each of the nearly equal moves promises, the best first.
        fn promises(&mut self, depth: u8) -> Vec<f64> {
            let never = || false;
            let mut model = OpponentModel::new(self.lookups, &never);
            let candidates = self.root.best().to_vec();
            let promise =
                |one| promise(&mut self.root, &mut model, &[self.position], &mut self.prober, one, depth).unwrap();
            candidates.iter().map(promise).collect()
        }

        /// Sets a trap, unless it is late. Returns the index of the chosen move.
        fn set(&mut self, late: bool) -> usize {
            let candidates = self.root.best().to_vec();
            self.root.chosen = *candidates.last().unwrap();
            let is_late = || late;
            let mut model = OpponentModel::new(self.lookups, &is_late);
            set_trap(&mut self.root, &mut model, &[self.position], &mut self.prober);
            candidates.iter().position(|candidate| candidate.mv == self.root.chosen.mv).unwrap()
        }
    }

    const LINE: &str = "BWW/.BW/B../.W.BWB/..B/WB./W.B w 0 0";

    #[test]
    fn the_move_that_promises_most_is_played() {
        searched(LINE, &Tables::default(), |mut trap| {
            let chosen = trap.set(false);
            let mut sums = vec![0.0; trap.root.best().len()];
            for depth in DEPTHS {
                let promises = trap.promises(depth);
                sums.iter_mut().zip(promises).for_each(|(sum, promise)| *sum = *sum * SHALLOWER + promise);
            }
            assert!(sums.len() > 1, "there is a choice");
            let most = sums.iter().copied().fold(f64::MIN, f64::max);
            // Each model here has not seen the shallower depths, so its search may differ a little.
            assert!(sums[chosen] >= most - 60.0, "{sums:?} {chosen}");
        });
    }

    #[test]
    fn without_time_the_move_with_the_best_value_is_played() {
        assert_eq!(searched(LINE, &Tables::default(), |mut trap| trap.set(true)), 0);
    }

    #[test]
    fn a_mistake_that_only_the_tables_see_counts_as_won() {
        // A drawn position. After one of the moves, an opponent who looks one ply ahead mostly
        // plays a reply that loses, but a search of eight plies does not find the win.
        let line = ".../..B/WBB/.BWBW./.WB/..W/... w 0 0";
        let promises = |tables: &Tables| searched(line, tables, |mut trap| trap.promises(1));
        let (searched, known) = (promises(&Tables::default()), promises(&shipped_tables()));
        assert!(
            searched.iter().zip(&known).any(|(searched, known)| *known > searched + 100.0),
            "{searched:?} {known:?}"
        );
    }
}
