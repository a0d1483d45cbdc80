// SPDX-License-Identifier: GPL-3.0-or-later
//! Numbers of men in the solved game. A separate module, because all modules that count positions
//! depend on it.

/// Minimum number of men of a side that has not lost.
pub(super) const FEWEST: u8 = 3;
/// Maximum number of men of a side, on any board.
pub(super) const MOST: u8 = 12;
