// SPDX-License-Identifier: GPL-3.0-or-later
//! Finished games: counted, and what is shown of them.

pub mod figures;
pub mod tally;
