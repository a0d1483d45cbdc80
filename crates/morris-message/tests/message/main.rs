// SPDX-License-Identifier: GPL-3.0-or-later
//! Games by message between two players.

#![allow(clippy::disallowed_types, reason = "a test may read the clock")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod copies;
mod damage;
mod ends;
mod files;
mod games;
mod onlookers;
mod paper;
mod strangers;
mod support;
mod turns;
mod versions;
