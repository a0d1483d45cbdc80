// SPDX-License-Identifier: GPL-3.0-or-later
//! Errors. Each says in words what is wrong, and nothing has changed.

use morris::{Board, IllegalMove, escape};

use crate::limits::MAX_TEXT_BYTES;
use crate::player_name::PlayerName;
use crate::turn::Turn;

/// Why a text is not a line that can be read here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum LineError {
    #[error("the text is longer than {MAX_TEXT_BYTES} bytes")]
    TooLong,
    #[error("this is not a line of a game by message, which begins with nmm1 or nmm2")]
    NoLine,
    #[error("a newer program has written the line")]
    Newer,
    #[error("the line is damaged: its end is missing")]
    CutShort,
    #[error("the line is damaged: it ends before “{0}”")]
    TooManyWords(String),
    #[error("the line is damaged: “{found}” is not {what}")]
    Word { what: &'static str, found: String },
    #[error("the line is not an invitation")]
    NoInvitation,
    #[error("the line belongs to another game")]
    OtherGame,
    #[error("the line is an acceptance by {0}, and only the player who invited can read it")]
    OtherGuest(PlayerName),
    #[error("the line was forged or mistyped: its check letters do not fit the line before")]
    Forged,
    /// The check letters do not fit the line before, and that one is perhaps another one for the
    /// other player: a file that was restored from a copy can have another turn.
    #[error(
        "line {number} does not follow the line before it here: it is not genuine, or your friend has another line there; ask your friend for the whole game"
    )]
    DoesNotFollow { number: u32 },
    /// A whole game says that the player who reads it did this, other than a move. The other player
    /// could have made it up.
    #[error("{} is yours to play, and is not in this game: if it is genuine, play it here", place(*number, word))]
    OwnTurn { number: u32, turn: Turn, word: String },
    #[error("the line does not hold the whole game: ask your friend for it")]
    NotWhole,
    #[error("the line is damaged: everyone knows its key")]
    WeakKey,
    #[error("the line has number {number}, and that one is yours to write")]
    YourTurn { number: u32 },
    #[error("{}: {reason}; the line is genuine, so the two programs disagree, and both keep the game", place(*number, word))]
    Illegal { number: u32, word: String, reason: TurnError },
    /// A whole game has an illegal turn, so its check letters cannot be checked.
    #[error("{}: {reason}; the line was forged or mistyped, or the two programs disagree", place(*number, word))]
    Unplayable { number: u32, word: String, reason: TurnError },
    #[error("line {number} is genuine, but another one is here, and both players keep their game")]
    Differs { number: u32 },
    #[error("after line {number} the two programs have different positions: they disagree, and both keep the game")]
    PositionDiffers { number: u32 },
}

fn place(number: u32, word: &str) -> String {
    format!("line {number} “{}”", escape(word))
}

/// Why a turn is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum TurnError {
    #[error("no acceptance has been read yet")]
    NotAccepted,
    #[error("it is your friend's turn")]
    NotYourTurn,
    #[error("the game is over")]
    Over,
    #[error("a question has to be answered first: yes or no")]
    AnswerFirst,
    #[error("there is no question to answer")]
    NoQuestion,
    #[error("there is no move to take back")]
    NothingToUndo,
    #[error("a pass needs no line, because both programs play it")]
    Pass,
    /// Games of version 1 have no clock.
    #[error("the game has no clock")]
    NoClock,
    #[error("the number does not follow from the lines before")]
    Number,
    #[error("{}", board.display(*reason))]
    Move { reason: IllegalMove, board: &'static Board },
}
