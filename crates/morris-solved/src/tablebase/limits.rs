// SPDX-License-Identifier: GPL-3.0-or-later
//! How many men the sides of the solved game have. On its own, since all that counts positions
//! stands on it.

/// The fewest men of a side that has not lost.
pub(super) const FEWEST: u8 = 3;
/// The most men of a side.
pub(super) const MOST: u8 = 9;
