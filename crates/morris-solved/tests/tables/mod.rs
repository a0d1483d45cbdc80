// SPDX-License-Identifier: GPL-3.0-or-later
//! Solved sectors: their numbering, the solver and the files.

mod by_force;
mod crafted;
mod damage;
mod index;
mod lasker;
mod look_ahead;
mod support;
mod whole;
