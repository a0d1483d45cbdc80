// SPDX-License-Identifier: GPL-3.0-or-later
//! Errors. Each says in words what is wrong, and nothing has changed.

use morris::{Board, IllegalMove, escape};

use crate::limits::MAX_TEXT_BYTES;
use crate::player_name::PlayerName;
use crate::turn::Turn;

/// Why a text is not a line that can be read here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// The text is longer than [`MAX_TEXT_BYTES`].
    #[error("the text is longer than {MAX_TEXT_BYTES} bytes")]
    TooLong,
    /// The text has no line.
    #[error("this is not a line of a game by message, which begins with nmm1 or nmm2")]
    NoLine,
    /// The line has another format version.
    #[error("a newer program has written the line")]
    Newer,
    /// The line ends too early.
    #[error("the line is damaged: its end is missing")]
    CutShort,
    /// The line does not end where it should. Contains the next word.
    #[error("the line is damaged: it ends before “{0}”")]
    TooManyWords(String),
    /// A word cannot be read.
    #[error("the line is damaged: “{found}” is not {what}")]
    Word {
        /// The expected word.
        what: &'static str,
        /// The word in its place.
        found: String,
    },
    /// The line is not an invitation.
    #[error("the line is not an invitation")]
    NoInvitation,
    /// The line is part of another game.
    #[error("the line belongs to another game")]
    OtherGame,
    /// The line is an acceptance of someone else. Contains the name.
    #[error("the line is an acceptance by {0}, and only the player who invited can read it")]
    OtherGuest(PlayerName),
    /// The check letters are wrong.
    #[error("the line was forged or mistyped: its check letters do not fit the line before")]
    Forged,
    /// The check letters do not fit the line before, and that one is perhaps another one for the
    /// other player: a file that was restored from a copy can have another turn.
    #[error(
        "line {number} does not follow the line before it here: it is not genuine, or your friend has another line there; ask your friend for the whole game"
    )]
    DoesNotFollow {
        /// Number of the line.
        number: u32,
    },
    /// A whole game says that the player who reads it did this, other than a move. The other player
    /// could have made it up.
    #[error("{} is yours to play, and is not in this game: if it is genuine, play it here", place(*number, word))]
    OwnTurn {
        /// Number of the line.
        number: u32,
        /// What the player is said to have done.
        turn: Turn,
        /// Word of the turn.
        word: String,
    },
    /// The line does not hold a whole game, which is necessary to take the game of the other
    /// player.
    #[error("the line does not hold the whole game: ask your friend for it")]
    NotWhole,
    /// The key was made so that everyone knows the key of the game.
    #[error("the line is damaged: everyone knows its key")]
    WeakKey,
    /// The line claims to be written by the player who reads it.
    #[error("the line has number {number}, and that one is yours to write")]
    YourTurn {
        /// Number of the line.
        number: u32,
    },
    /// The line is genuine, but the turn is illegal here.
    #[error("{}: {reason}; the line is genuine, so the two programs disagree, and both keep the game", place(*number, word))]
    Illegal {
        /// Number of the line.
        number: u32,
        /// Word of the turn.
        word: String,
        /// Why the turn is illegal.
        reason: TurnError,
    },
    /// A whole game has an illegal turn, so its check letters cannot be checked.
    #[error("{}: {reason}; the line was forged or mistyped, or the two programs disagree", place(*number, word))]
    Unplayable {
        /// Number of the line.
        number: u32,
        /// Word of the turn.
        word: String,
        /// Why the turn is illegal.
        reason: TurnError,
    },
    /// The line is genuine, but differs from the line with this number here.
    #[error("line {number} is genuine, but another one is here, and both players keep their game")]
    Differs {
        /// Number of the line.
        number: u32,
    },
    /// The lines are the same, but not the positions after them.
    #[error("after line {number} the two programs have different positions: they disagree, and both keep the game")]
    PositionDiffers {
        /// Number of the last line.
        number: u32,
    },
}

fn place(number: u32, word: &str) -> String {
    format!("line {number} “{}”", escape(word))
}

/// Why a turn is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TurnError {
    /// The invitation has not been accepted.
    #[error("no acceptance has been read yet")]
    NotAccepted,
    /// The other player writes the next line.
    #[error("it is your friend's turn")]
    NotYourTurn,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The line before is a question.
    #[error("a question has to be answered first: yes or no")]
    AnswerFirst,
    /// The line before is not a question.
    #[error("there is no question to answer")]
    NoQuestion,
    /// The player who asks has not moved yet.
    #[error("there is no move to take back")]
    NothingToUndo,
    /// Passes have no line.
    #[error("a pass needs no line, because both programs play it")]
    Pass,
    /// Games of version 1 have no clock.
    #[error("the game has no clock")]
    NoClock,
    /// The number of the line does not follow from the lines before.
    #[error("the number does not follow from the lines before")]
    Number,
    /// The move is illegal.
    #[error("{}", board.display(*reason))]
    Move {
        /// Why it is illegal.
        reason: IllegalMove,
        /// Board of the game.
        board: &'static Board,
    },
}
