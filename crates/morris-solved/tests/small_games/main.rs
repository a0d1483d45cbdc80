// SPDX-License-Identifier: GPL-3.0-or-later
//! Small games, solved completely: values by brute force, counts and files.

#![allow(clippy::unwrap_used)]

mod by_force;
#[path = "../common/mod.rs"]
mod common;
mod counts;
mod crafted;
mod files;
mod support;
