// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of `nmm match` with our own players and external programs.

mod agents;
mod competition;
mod examples;
mod external_players;
mod failures;
mod results;
mod support;
