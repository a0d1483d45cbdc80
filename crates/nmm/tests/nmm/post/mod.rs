// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm post`: games by message between processes.

mod games;
mod killed;
mod program_in_python;
mod support;
