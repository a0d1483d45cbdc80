// SPDX-License-Identifier: GPL-3.0-or-later
//! Saved games: the text, the folder, the saving thread, and the effect of killing the program.

mod common;
mod killed;
mod large;
mod odd_files;
mod saver;
mod store;
mod text;
