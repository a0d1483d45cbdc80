// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the page of saved games in a window.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod page;
mod support;
