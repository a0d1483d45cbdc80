// SPDX-License-Identifier: GPL-3.0-or-later
//! What one position is worth, with the distance.

use super::moves::for_each_move;
use super::row::After;
use super::rows::Rows;
use super::{Wdl, Worth, better};
use morris::PointSet;

/// What a position with nobody holding men in hand is worth according to its turns. What was looked up in the tables is
/// remembered in the rows.
pub(super) fn worth(after: &After, [mover, other]: [PointSet; 2], quiet: &mut Rows, removal: &mut Rows) -> Worth {
    let mut best = Worth { value: Wdl::Loss, distance: Some(0) };
    for_each_move(mover, other, |mover, left| {
        let after = if left == other {
            quiet.worth(after.quiet, left, mover)
        } else {
            let after = after.removal.map(|table| removal.worth(table, left, mover));
            Worth { distance: Some(0), ..after.unwrap_or(Worth { value: Wdl::Loss, distance: None }) }
        };
        // A distance that cannot be counted is none.
        let distance = after.distance.and_then(|plies| plies.checked_add(1));
        best = better(best, Worth { value: after.value.opposite(), distance });
    });
    Worth { distance: best.distance.filter(|_| best.value != Wdl::Draw), ..best }
}
