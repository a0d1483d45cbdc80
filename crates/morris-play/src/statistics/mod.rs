// SPDX-License-Identifier: GPL-3.0-or-later
//! Statistics of finished games.

pub mod figures;
pub mod tally;
