// SPDX-License-Identifier: GPL-3.0-or-later
//! Builder for sets of rules other than the presets.

use super::{FirstPlacement, MIN_MEN, Rules, RulesBuilder, zobrist};

/// Reason why choices are not a valid set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum RulesError {
    #[error("a side has {MIN_MEN} to {most} pieces, not {0}", most = zobrist::MAX_MEN)]
    Men(u8),
    #[error("twice {men} pieces do not fit on {points} points")]
    Room { men: u8, points: usize },
    #[error("the board “{0}” has no center")]
    NoCenter(&'static str),
    #[error("a side can play on with 1 to {MIN_MEN} pieces, not {0}")]
    LeastMen(u8),
}

impl Rules {
    /// Creates a builder from a set of rules.
    ///
    /// ```
    /// use morris::{DIAG_24, FullBoard, Rules};
    ///
    /// let twelve = Rules::builder(Rules::STANDARD).board(&DIAG_24).men(12).full_board(FullBoard::Draws).build()?;
    /// assert_eq!(twelve.men, 12);
    /// # Ok::<(), morris::RulesError>(())
    /// ```
    pub const fn builder(base: Self) -> RulesBuilder {
        RulesBuilder(base)
    }
}

impl RulesBuilder {
    /// Returns the choices made so far.
    pub(super) const fn current(&self) -> &Rules {
        &self.0
    }

    /// Returns the set of rules.
    pub fn build(self) -> Result<Rules, RulesError> {
        let Rules { board, men, first_point, least_men, .. } = self.0;
        let points = board.points().len();
        if men < MIN_MEN || usize::from(men) > zobrist::MAX_MEN {
            return Err(RulesError::Men(men));
        }
        if 2 * usize::from(men) > points {
            return Err(RulesError::Room { men, points });
        }
        if !(1..=MIN_MEN).contains(&least_men) {
            return Err(RulesError::LeastMen(least_men));
        }
        if first_point == FirstPlacement::NotCenter && board.center().is_none() {
            return Err(RulesError::NoCenter(board.id()));
        }
        Ok(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DIAG_9, PLAIN_9, RING_16};

    #[test]
    fn unplayable_rules_are_refused() {
        let standard = Rules::builder(Rules::STANDARD);
        assert_eq!(standard.men(2).build(), Err(RulesError::Men(2)));
        assert_eq!(standard.men(13).build(), Err(RulesError::Men(13)));
        assert_eq!(standard.board(&RING_16).build(), Err(RulesError::Room { men: 9, points: 16 }));
        let barred = standard.first_point(FirstPlacement::NotCenter);
        assert_eq!(barred.build(), Err(RulesError::NoCenter("plain24")));
        for least in [0, 4] {
            assert_eq!(standard.least_men(least).build(), Err(RulesError::LeastMen(least)));
        }
        for board in [&PLAIN_9, &DIAG_9] {
            assert!(barred.board(board).men(3).build().is_ok());
        }
    }
}
