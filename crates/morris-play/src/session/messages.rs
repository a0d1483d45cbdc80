// SPDX-License-Identifier: GPL-3.0-or-later
//! Inputs and effects of a session.

use std::sync::Arc;
use std::time::Duration;

use super::scene::Scene;
use crate::setup::Skill;
use morris::{ByColor, Color, Game, IllegalMove, Move, Outcome, Point};
use morris_engine::{Event, Request};
pub use morris_message::{Answer, Question};
use morris_message::{Line, LineError, Reading};
use morris_players::{PlayerError, SeatEvent, SeatRequest};

/// An event that a session receives.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names of the fields say it")]
pub enum Input {
    /// The page is shown. The game begins or continues.
    Begin,
    /// A person chose a point by click, touch, keyboard or text, or dropped a man on it.
    Tap(Point),
    /// A person deselects a man, or takes back a partial move.
    Cancel,
    /// Go back to the person's last decision.
    Undo,
    /// Go forward to the person's next decision.
    Redo,
    /// Request a hint.
    Hint,
    /// Make the computer move at once, or continue if it waits.
    MoveNow,
    /// The side to move, or the only person, resigns.
    Resign,
    /// The side to move, or the only person, offers a draw.
    OfferDraw,
    /// Whether moves are checked before they are played, in games with a single person.
    SetWarnings(bool),
    /// Time for a move in a game without a person.
    SetPace(Duration),
    /// Hold a game without a person until [`Self::MoveNow`] or [`Self::Step`].
    Hold,
    /// Play one move of a game without a person, and hold it.
    Step,
    /// Whether to play the checked move.
    ConfirmMove(Answer),
    /// The person answers a question.
    Answer(Answer),
    /// Stop clock and search.
    Pause,
    /// Continue after a pause.
    Resume,
    /// Show the position after this number of moves. The number of the current position ends the
    /// view.
    View(usize),
    /// This much time has passed.
    Tick(Duration),
    /// Event of the engine.
    Engine(Event),
    /// Event of an external player about its requested move.
    Seat(SeatEvent),
    /// An external player takes part in questions and answers, or has left. An external player
    /// without this input gets no messages, and moves against it are taken back without a question.
    /// While a friend is away, the clocks of a game by message are stopped.
    Contact { side: Color, contact: Contact },
    /// An external player that takes part sends a message.
    Message { from: Color, message: SeatMessage },
    /// Replace the failed external program that is to move by the engine.
    Replace(Skill),
    /// A line of a game by message arrives.
    Line(Box<Line>),
    /// Take the whole game of the friend in a line in place of the game by message here.
    TakeTheirs(Box<Line>),
    /// The friend has spent this time on its last move, by its own clock.
    Spent { side: Color, time: Duration },
    /// Each side has this time left, by a clock that counts for both. Like the passing of time, it
    /// shows no new scene.
    Left(ByColor<Duration>),
    /// The friend has no time left and does not say so. The person wins here, and the friend gets
    /// no line.
    Claim,
    /// A game between friends, which is only watched, has become this one.
    Follow(Box<Game>),
    /// The last line of the person has been copied, and the person is still in the window.
    LineCopied,
    /// The last line of the person has been copied or shown, so that the friend may get it.
    LineSent,
}

/// Presence of an external player that takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// The player is present.
    Here,
    /// The player has left and may return. The lines of a game by message wait for it.
    Away,
    /// No connection delivers the lines of a game by message: the person sends them.
    Gone,
}

/// A message, other than a move, between the players on both sides of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatMessage {
    /// A question to the other player.
    Ask(Question),
    /// The answer to the question.
    Answer(Answer),
    /// Resignation, which has no answer.
    Resign,
}

/// An action to perform. The order of effects matters.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names of the fields say it")]
pub enum Effect {
    /// Show the game: `scene` is all but the moves. Keeping `game` makes the next move copy all
    /// moves; the scene can be kept without it.
    Show { scene: Box<Scene>, game: Arc<Game> },
    /// Play a sound.
    Cue(Cue),
    /// Start a search of the engine. It replaces an earlier request.
    Think(Box<Request>),
    /// Ask the external player of a side for a move. The request replaces an earlier one.
    Ask { side: Color, request: Box<SeatRequest> },
    /// An external program describes its search.
    Thought { side: Color, words: String },
    /// A player has another name, or has been replaced.
    Renamed,
    /// An external program has failed. The game waits.
    Failed { side: Color, error: PlayerError },
    /// The engine has failed, for this reason for the log. If it was to move, the game waits for
    /// [`Input::MoveNow`].
    EngineFailed { purpose: Purpose, reason: String },
    /// Stop the search of the engine or of the external program.
    StopThinking,
    /// Ask the engine or the external program for an immediate answer.
    MoveNow,
    /// The game has changed and must be saved.
    Autosave,
    /// A person uses an aid.
    HelpUsed(Help),
    /// An input of a person was refused.
    Refuse(Refusal),
    /// A person wants to play this move. Check whether it gives value away, and answer with
    /// [`Input::ConfirmMove`].
    CheckMove(Move),
    /// Ask the person on the other side, and pass the answer with [`Input::Answer`].
    AskPerson { by: Color, question: Question },
    /// The question was declined.
    Declined(Question),
    /// Send a message to an external player that takes part.
    Tell { to: Color, message: SeatMessage },
    /// The person has a line for the friend, which is the last one of the game by message.
    LineWritten,
    /// A line was read, or refused.
    LineRead(Result<Reading, LineError>),
    /// The game is over.
    GameOver(Outcome),
}

morris::with_ids! {
    /// Aid that a person uses during a game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Help {
        /// A hint, or any other display of the values of moves.
        Hint = "hint",
        /// An undo.
        Undo = "undo",
        /// Move Now.
        MoveNow = "move-now",
    }
}

/// A sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cue {
    /// A man is placed.
    Place,
    /// A man moves along an edge or flies.
    Slide,
    /// A mill is closed.
    Mill,
    /// A man is removed.
    Remove,
    /// The game is won by the only person, or by either side if there is not exactly one person.
    Win,
    /// The only person has lost.
    Lose,
    /// The game is drawn.
    Draw,
    /// An input is refused.
    Refused,
}

impl Cue {
    /// Returns the sound at the end of a game, from the view of the only person if there is one.
    pub(crate) fn of_end(outcome: Outcome, only_person: Option<Color>) -> Self {
        match (outcome.winner(), only_person) {
            (None, _) => Self::Draw,
            (Some(winner), Some(person)) if winner != person => Self::Lose,
            _ => Self::Win,
        }
    }
}

/// Why an input was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// The move is illegal.
    Illegal(IllegalMove),
    /// The person is not to move.
    NotYourTurn,
    /// No one has accepted the invitation to the game by message.
    NotAccepted,
    /// Aids of a game by message are available after its end.
    AfterTheGame,
    /// The man belongs to the opponent.
    NotYourMan(Point),
    /// The man has no moves.
    Stuck(Point),
    /// There is no man on the point.
    NothingThere(Point),
    /// A mill is closed, so the person must choose a man of the opponent to remove.
    RemoveFirst,
    /// The game is paused.
    Paused,
    /// An earlier position is shown.
    LookingBack,
    /// There is nothing to take back.
    NothingToUndo,
    /// There is nothing to replay.
    NothingToRedo,
    /// The last draw offer or other question is not answered yet.
    OfferPending,
    /// The game has the maximum number of moves that can be saved.
    TooLong,
}

/// Purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// The computer's move.
    Move,
    /// A hint for a person.
    Hint,
    /// Whether to agree to a draw.
    Offer,
}
