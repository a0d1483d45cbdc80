// SPDX-License-Identifier: GPL-3.0-or-later
//! Texts spoken with other programs: positions in their formats and the UCI-like protocol.
//!
//! All of it comes from outside: nothing here panics, every refusal is one line in words, and lines are bounded. It
//! prints nothing; what is to be said goes through the callback that it was given.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::unreachable)]

mod game_in_play;
mod lines;
mod picture;
mod position_text;
mod sanmill;
pub mod uci;

pub use game_in_play::{GameInPlay, PlayWordsError};
pub use lines::{Line, Lines, MOST_BYTES};
pub use picture::picture;
pub use position_text::{PositionTextError, Standing};
pub use sanmill::SanmillError;

/// A word from outside as it can be shown in one line: short, and without control characters.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 60;
    let mut letters = text.chars();
    let short: String = letters.by_ref().take(MOST).flat_map(char::escape_debug).collect();
    if letters.next().is_some() { short + "…" } else { short }
}
