// SPDX-License-Identifier: GPL-3.0-or-later
//! How much of a clock a turn may take.

use std::time::Duration;

/// A game is planned as if it had so many turns still to come; the share shrinks with what is left, so time never ends.
const TURNS_TO_COME: u32 = 20;
/// No turn is worth more than this share of what is left.
const MOST_SHARE: u32 = 3;

/// The time for one turn out of what is left and what comes back after each turn: a twentieth and half the increment, as
/// the Chess Programming Wiki ("Time Management") gives for a start. `overhead` is what the way to the window costs.
pub(super) fn share(left: Duration, increment: Duration, overhead: Duration) -> Duration {
    let wanted = left / TURNS_TO_COME + increment / 2;
    wanted.min(left / MOST_SHARE).saturating_sub(overhead).max(Duration::from_millis(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_takes_its_share_and_never_what_is_not_there() {
        let ms = Duration::from_millis;
        assert_eq!(share(ms(60_000), ms(0), ms(10)), ms(2_990));
        assert_eq!(share(ms(60_000), ms(2_000), ms(10)), ms(3_990));
        assert_eq!(share(ms(300), ms(5_000), ms(10)), ms(90));
        assert_eq!(share(ms(0), ms(0), ms(10)), ms(1));
    }
}
