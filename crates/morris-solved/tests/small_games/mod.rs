// SPDX-License-Identifier: GPL-3.0-or-later
//! Small games, solved completely: values by brute force, counts and files.

mod by_force;
mod counts;
mod crafted;
mod files;
mod misere;
mod support;
