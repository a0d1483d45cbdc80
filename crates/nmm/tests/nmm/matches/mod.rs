// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm match`: many games between two players, ours or outside programs.

mod agents;
mod competition;
mod examples;
mod external_players;
mod failures;
mod results;
mod support;
