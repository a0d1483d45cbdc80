// SPDX-License-Identifier: GPL-3.0-or-later
//! The rules: moves and positions as rows, and properties of all of them.

mod arrangements;
mod draws;
mod forced_moves;
mod kinds;
mod moves;
mod properties;
mod support;
mod trees;
