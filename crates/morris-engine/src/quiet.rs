// SPDX-License-Identifier: GPL-3.0-or-later
//! How far the draw by quiet plies is.

use morris::DrawRules;

/// With so many men, on the board and in hand, a side is one removal from losing.
const THREE: u8 = 3;

/// How many quiet plies may follow before the count ends the game; `None` if it never does.
#[inline]
pub(super) fn quiet_left(draws: &DrawRules, men: [u8; 2], quiet: u16) -> Option<u16> {
    let mut limit = draws.quiet;
    if let Some(few) = draws.quiet_three_each.filter(|_| men == [THREE; 2]) {
        limit = Some(limit.map_or(few, |limit| limit.min(few)));
    }
    if let Some(few) = draws.quiet_three.filter(|_| men.contains(&THREE)) {
        limit = Some(limit.map_or(few, |limit| limit.min(few)));
    }
    Some(limit?.saturating_sub(quiet))
}
