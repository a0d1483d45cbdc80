// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the pictures of boards and men.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod contrast;
mod diagrams;
mod men;
mod pictures;
