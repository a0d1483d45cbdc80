// SPDX-License-Identifier: GPL-3.0-or-later
//! Duration of a search: its share of the time, less if the move does not matter, more if the
//! position is critical.

use std::time::Duration;

/// Range of critical absolute values, in hundredths of a man: too large for a draw and too small
/// for a win. In 15,000 positions of the placing phase, 86 moves gave value away (`lab blunders
/// --nodes 1000000`). 84 of them had a critical value after 100,000 nodes, as had 1,193 of the
/// first 5,330 positions.
const CRITICAL: std::ops::Range<i32> = 30..500;

/// Effort that a position requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    /// The value is close to even, or as good as won or lost.
    Little,
    /// The best move has changed, or no depth is complete yet.
    Usual,
    /// The value is between that of a draw and that of a win or a loss.
    Most,
}

impl Need {
    /// Returns the effort in percent of the usual one, or `None` for the maximum.
    const fn percent(self) -> Option<u32> {
        match self {
            Self::Little => Some(50),
            Self::Usual => Some(100),
            Self::Most => None,
        }
    }
}

/// Allowance of a resource for a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget<T> {
    /// Usual amount.
    pub(super) usual: T,
    /// Maximum amount. If it equals the usual amount, all of it is used.
    pub(super) most: T,
}

impl<T: Copy + Ord> Budget<T> {
    /// Creates an allowance that does not depend on the position.
    pub(super) const fn exactly(most: T) -> Self {
        Self { usual: most, most }
    }

    pub(super) fn within(self, usual: T, limit: T) -> Self {
        Self { usual: self.usual.min(usual), most: self.most.min(limit) }
    }

    fn take(self, need: Need, percent: impl FnOnce(T, u32) -> T) -> T {
        match need.percent() {
            Some(wanted) if self.usual < self.most => percent(self.usual, wanted).min(self.most),
            _ => self.most,
        }
    }
}

/// The time and nodes of a search, depending on its results so far.
pub(super) struct TimeManager<M> {
    time: Option<Budget<Duration>>,
    nodes: Budget<u64>,
    need: Need,
    /// Best move of the last depth.
    last: Option<M>,
}

impl<M: Copy + PartialEq> TimeManager<M> {
    /// Creates the time manager of a search that has not begun.
    pub(super) const fn new(time: Option<Budget<Duration>>, nodes: Budget<u64>) -> Self {
        Self { time, nodes, need: Need::Usual, last: None }
    }

    /// Updates the effort with the result of a completed depth.
    pub(super) fn after_depth(&mut self, mv: M, value: i32) {
        let same = self.last.replace(mv) == Some(mv);
        self.need = if CRITICAL.contains(&value.abs()) {
            Need::Most
        } else if same {
            Need::Little
        } else {
            Need::Usual
        };
    }

    /// Returns the time at which the search should end, by its current results.
    pub(super) fn time(&self) -> Option<Duration> {
        Some(self.time?.take(self.need, |time, percent| time.saturating_mul(percent) / 100))
    }

    /// Returns the number of nodes at which the search should end.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.take(self.need, |nodes, percent| nodes.saturating_mul(percent.into()) / 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::TABLE_WIN;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// Returns the resources of a search that usually takes 10 ms and 1,000 nodes, and at most 25
    /// ms and 8,000 nodes.
    fn taken(manager: &TimeManager<char>) -> (u128, u64) {
        (manager.time().unwrap().as_millis(), manager.nodes())
    }

    #[test]
    fn a_search_takes_longer_where_it_is_critical() {
        let time = Budget { usual: ms(10), most: ms(25) };
        let mut manager = TimeManager::new(Some(time), Budget { usual: 1_000, most: 8_000 });
        assert_eq!(taken(&manager), (10, 1_000));
        let depths =
            [('a', 20), ('a', 0), ('b', 10), ('b', -29), ('b', -30), ('c', 499), ('c', 500), ('c', -TABLE_WIN)];
        let (little, usual, most) = ((5, 500), (10, 1_000), (25, 8_000));
        let needs = [usual, little, usual, little, most, most, little, little];
        for ((mv, value), expected) in depths.into_iter().zip(needs) {
            manager.after_depth(mv, value);
            assert_eq!(taken(&manager), expected, "{mv} {value}");
        }
    }

    #[test]
    fn it_takes_all_that_it_has_where_there_is_no_more() {
        let mut manager = TimeManager::new(Some(Budget::exactly(ms(10))), Budget::exactly(u64::MAX));
        for (mv, value) in [('a', 0), ('b', 0), ('b', 200), ('b', TABLE_WIN)] {
            manager.after_depth(mv, value);
            assert_eq!(taken(&manager), (10, u64::MAX));
        }
        let mut manager = TimeManager::new(None, Budget { usual: 100, most: 150 });
        manager.after_depth('a', 100);
        assert_eq!((manager.time(), manager.nodes()), (None, 150));
        assert_eq!(Budget { usual: 3, most: 9 }.within(5, 8), Budget { usual: 3, most: 8 });
    }
}
