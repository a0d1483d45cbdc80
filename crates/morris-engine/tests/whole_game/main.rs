// SPDX-License-Identifier: GPL-3.0-or-later
//! Small games, solved whole: values by force, counts, files, and play by them.

#![allow(clippy::unwrap_used)]

mod by_force;
mod counts;
mod crafted;
mod files;
mod play;
mod support;
