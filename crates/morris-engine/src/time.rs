// SPDX-License-Identifier: GPL-3.0-or-later
//! How much of a game's clock a move may take.

use std::time::Duration;

use super::{Request, TimeControl};
use morris::Color;

/// A game is planned as if it had so many moves still to come; the share shrinks with what is left, so time never ends.
const MOVES_TO_COME: u32 = 30;
/// No move may take more than this share of what is left: a busy machine takes its part, too, and where little is left the
/// increment has to outweigh that.
const MOST_SHARE: u32 = 10;
/// What the way to whoever keeps the clock may cost.
const OVERHEAD: Duration = Duration::from_millis(10);
/// The least that a move takes, even where the clock has run out.
const LEAST: Duration = Duration::from_millis(1);

impl TimeControl {
    /// The time for one move of a side out of what is left to it and what comes back after each move: a thirtieth and half
    /// the increment, somewhat less than the Chess Programming Wiki ("Time Management") gives for a start. At least a
    /// millisecond. With 0.1 s a move about a second and a half stays in reserve.
    #[must_use]
    pub fn share(&self, color: Color) -> Duration {
        let left = self.left[color];
        let wanted = (left / MOVES_TO_COME).saturating_add(self.increment / 2);
        wanted.min(left / MOST_SHARE).saturating_sub(OVERHEAD).max(LEAST)
    }
}

impl Request {
    /// The share of the clock for this move, if there is a clock.
    pub(super) fn share(&self) -> Option<Duration> {
        Some(self.clock?.share(self.positions.last()?.side()))
    }

    /// How long the answer waits after all, counted from the request: an answer that looks natural must not cost the game.
    pub(super) fn delay(&self) -> Duration {
        self.share().map_or(self.min_time, |share| self.min_time.min(share))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morris::ByColor;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn a_turn_takes_its_share_and_never_what_is_not_there() {
        let share = |left, increment| {
            TimeControl { left: ByColor { white: ms(1), black: ms(left) }, increment: ms(increment) }
                .share(Color::Black)
        };
        assert_eq!(share(60_000, 0), ms(1_990));
        assert_eq!(share(60_000, 2_000), ms(2_990));
        assert_eq!(share(300, 5_000), ms(20));
        assert_eq!(share(0, 0), ms(1));
        let forever = TimeControl { left: ByColor { white: Duration::MAX, black: ms(1) }, increment: Duration::MAX };
        assert!(forever.share(Color::White) > ms(1));
    }
}
