// SPDX-License-Identifier: GPL-3.0-or-later
//! Solved sectors by the program's commands, and what happens to tables while they are in use.

mod commands;
mod in_use;
mod interruption;
mod odd_files;
mod plan;
mod program;
mod small_games;
#[path = "../../../../morris-solved/tests/tables/support.rs"]
mod support;
mod twelve;
