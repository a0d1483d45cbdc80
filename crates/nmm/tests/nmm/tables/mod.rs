// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of solved sectors by the commands of the program, and of changes to tables in use.

mod explore;
mod in_use;
mod interruption;
mod odd_files;
mod plan;
mod program;
mod small_games;
#[path = "../../../../morris-solved/tests/tables/support.rs"]
mod support;
