// SPDX-License-Identifier: GPL-3.0-or-later
//! How long a search goes on by a clock: its share, and more where it is critical.

use std::time::Duration;

use super::score::is_certain;

/// The value has fallen if it did by so much since the depth before, in hundredths of a man.
const FALL: i32 = 40;
/// Where another move than before seems to be the best, a search takes so many times its share.
const WHERE_MOVES_CHANGE: u32 = 2;

/// How long a search may take, and what it found so far.
pub(super) struct Pace<M> {
    usual: Option<Duration>,
    most: Option<Duration>,
    /// The best move of the last depth, and its value.
    last: Option<(M, i32)>,
}

impl<M: Copy + PartialEq> Pace<M> {
    /// A search that usually takes so long, and never longer than `most`; without limits as long as it likes.
    pub(super) const fn new(usual: Option<Duration>, most: Option<Duration>) -> Self {
        Self { usual, most, last: None }
    }

    /// When it is to end, now that another depth has found this move and this value: later than usual where the value has
    /// fallen, since there may be something better, and where the move is another one. Nothing helps where the game is
    /// decided.
    pub(super) fn after_depth(&mut self, mv: M, value: i32) -> Option<Duration> {
        let last = self.last.replace((mv, value));
        let (usual, most) = (self.usual?, self.most?);
        let (last_mv, last_value) = last.filter(|_| !is_certain(value)).unwrap_or((mv, value));
        let wanted = if last_value - value >= FALL {
            most
        } else if last_mv != mv {
            usual.saturating_mul(WHERE_MOVES_CHANGE)
        } else {
            usual
        };
        Some(wanted.min(most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::TABLE_WIN;

    const fn ms(milliseconds: u64) -> Option<Duration> {
        Some(Duration::from_millis(milliseconds))
    }

    #[test]
    fn a_search_takes_longer_where_it_is_critical() {
        let mut pace = Pace::new(ms(10), ms(25));
        assert_eq!(pace.after_depth('a', 30), ms(10));
        assert_eq!(pace.after_depth('a', 0), ms(10));
        assert_eq!(pace.after_depth('b', 10), ms(20));
        assert_eq!(pace.after_depth('b', -30), ms(25));
        assert_eq!(pace.after_depth('b', 60), ms(10));
        assert_eq!(pace.after_depth('c', -TABLE_WIN), ms(10));
    }

    #[test]
    fn it_never_takes_longer_than_it_may() {
        let mut pace = Pace::new(ms(10), ms(12));
        assert_eq!(pace.after_depth('a', 0), ms(10));
        assert_eq!(pace.after_depth('b', 0), ms(12));
        let mut pace = Pace::new(None, None);
        assert_eq!([0, -100].map(|value| pace.after_depth('a', value)), [None, None]);
    }
}
