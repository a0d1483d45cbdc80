// SPDX-License-Identifier: GPL-3.0-or-later
//! Limits of lines.

/// Maximum size of a text in which a line is searched, in bytes. A longer text is refused unread.
/// The longest line is that of a whole game, which fits.
pub const MAX_TEXT_BYTES: usize = 128 * 1024;

/// Number after which a game that is not over is a draw. The numbers of lines go up to it, so the
/// line of a whole game has a maximum length.
pub const LAST_NUMBER: u32 = 4_000;
