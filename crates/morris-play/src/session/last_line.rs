// SPDX-License-Identifier: GPL-3.0-or-later
//! The game by message of a session, and what the person has done with its last line.

use morris_message::MessageGame;

/// Whether the friend may have the last line of the user in a game by message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LastLine {
    /// The user has copied or shown it, or the last line is one of the friend.
    #[default]
    Sent,
    /// The user still has to send it.
    Unsent,
}

/// A game by message that is being played.
#[derive(Clone, Debug)]
pub(super) struct ByMessage {
    pub(super) game: MessageGame,
    /// The game before each of the last own lines that can be taken back because the person has not
    /// given them away, with what had been done with the line before. A forced pass of the friend
    /// makes two such lines follow each other.
    pub(super) before: Vec<(MessageGame, LastLine)>,
    /// Whether the person still has to send the last line.
    pub(super) last_line: LastLine,
    /// Whether a connection delivers the lines, or will, so that the person sends none.
    pub(super) is_delivered: bool,
    /// Whether the last input has led to a line that the person has to send.
    pub(super) has_written: bool,
}
