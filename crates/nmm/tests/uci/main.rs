// SPDX-License-Identifier: GPL-3.0-or-later
//! Our engine as a program that others talk to.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod answers;
mod bad_input;
mod positions;
mod support;
