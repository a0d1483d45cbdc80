// SPDX-License-Identifier: GPL-3.0-or-later
//! Solved sectors: their numbering, the solver, the files and the program's commands.

#![allow(clippy::unwrap_used)]

mod by_force;
mod commands;
mod crafted;
mod damage;
mod in_use;
mod index;
mod interruption;
mod odd_files;
mod support;
mod whole;
