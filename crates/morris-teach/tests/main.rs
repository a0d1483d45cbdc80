// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of reviews, reasons, and puzzles.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod explore;
mod openings;
mod puzzles;
mod questions;
mod review;
mod themes;
