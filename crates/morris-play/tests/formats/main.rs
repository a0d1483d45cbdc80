// SPDX-License-Identifier: GPL-3.0-or-later
//! Games and positions from one format into another.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod review_marks;
mod round_trips;
mod variants;
