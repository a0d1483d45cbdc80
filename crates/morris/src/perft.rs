// SPDX-License-Identifier: GPL-3.0-or-later
//! Path counts, the measure of a move generator.

use super::{Position, Rules};

/// How many ways of playing `depth` moves there are from `position`; draws are left out, and a finished game goes no
/// further. The last ply is counted in bulk.
///
/// ```
/// use morris::{Position, Rules, perft};
///
/// let start = Position::start(&Rules::STANDARD);
/// assert_eq!(perft(&start, &Rules::STANDARD, 3), 24 * 23 * 22);
/// ```
#[must_use]
pub fn perft(position: &Position, rules: &Rules, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(rules),
        _ => {
            let mut count = 0;
            position.for_each_move(rules, |mv| {
                count += perft(&position.play_unchecked(mv, rules), rules, depth - 1);
            });
            count
        }
    }
}
