// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of tournaments: published tables, and properties of random ones.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod changes;
mod files;
mod knock_out;
mod round_robin;
mod support;
mod swiss;
mod tables;
