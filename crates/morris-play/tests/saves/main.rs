// SPDX-License-Identifier: GPL-3.0-or-later
//! Saved games: the text, the folder, the thread that saves, and what is left when the program is
//! killed.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;
mod killed;
mod large;
mod odd_files;
mod saver;
mod store;
mod text;
