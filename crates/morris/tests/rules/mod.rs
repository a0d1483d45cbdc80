// SPDX-License-Identifier: GPL-3.0-or-later
//! One drawn board for each rule.

mod arrangements;
mod drawn;
mod draws;
mod forced_moves;
mod kinds;
mod moves;
mod properties;
mod refusals;
mod trees;
