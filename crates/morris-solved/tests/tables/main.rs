// SPDX-License-Identifier: GPL-3.0-or-later
//! Solved sectors: their numbering, the solver and the files.

#![allow(clippy::unwrap_used)]

mod by_force;
#[path = "../common/mod.rs"]
mod common;
mod crafted;
mod damage;
mod index;
mod lasker;
mod look_ahead;
mod support;
mod whole;
