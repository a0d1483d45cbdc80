// SPDX-License-Identifier: GPL-3.0-or-later
//! What a session is told, and what it wants done.

use std::sync::Arc;
use std::time::Duration;

use super::scene::Scene;
use crate::setup::Skill;
use morris::{Color, Game, IllegalMove, Move, Outcome, Point};
use morris_engine::{Event, Request};
use morris_players::{PlayerError, SeatEvent, SeatRequest};

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// The page is shown: begin, or go on.
    Begin,
    /// A person chose a point: by click, touch, key, typing, or by dropping a dragged man there.
    Tap(Point),
    /// A person puts down what is picked up, or takes back a half-finished move.
    Cancel,
    /// Back to the person's last decision.
    Undo,
    /// Forward to the person's next decision.
    Redo,
    /// Advice, please.
    Hint,
    /// The computer shall move at once; where it waits, go on.
    MoveNow,
    /// The side to move, or the only person, gives up.
    Resign,
    /// The side to move, or the only person, offers a draw.
    OfferDraw,
    /// Whether moves of a person who plays alone are to be weighed before they are played.
    SetWarnings(bool),
    /// Whether the move that was weighed is to be played.
    ConfirmMove(Answer),
    /// The person who is asked something answers.
    Answer(Answer),
    /// Clock and search shall rest.
    Pause,
    /// Go on.
    Resume,
    /// Show the position after so many moves; the last one ends the viewing.
    View(usize),
    /// So much time has gone by.
    Tick(Duration),
    /// The engine says something.
    Engine(Event),
    /// An outside player says something about the move that it was asked for.
    Seat(SeatEvent),
    /// An outside player takes part in questions and answers, or has left. One that never says so
    /// gets no messages, and moves against it are taken back without asking.
    Contact {
        /// Which.
        side: Color,
        /// Whether it is there.
        contact: Contact,
    },
    /// An outside player that takes part says something by itself.
    Message {
        /// Which.
        from: Color,
        /// What.
        message: SeatMessage,
    },
    /// The outside program whose turn it is has failed: our engine shall play in its place.
    Replace(Skill),
}

/// Whether an outside player that takes part is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// It is there.
    Here,
    /// It has left, and may come back.
    Away,
}

/// What the players on both sides of a connection say to each other besides moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatMessage {
    /// One asks the other something.
    Ask(Question),
    /// The other answers what was asked.
    Answer(Answer),
    /// One gives up; nothing is answered.
    Resign,
}

/// What one player can ask the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Is it a draw?
    Draw,
    /// May I take back my last move, with what followed?
    Undo,
}

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Yes.
    Accept,
    /// No.
    Decline,
}

/// Something to be done, in the order given.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Show this.
    Show {
        /// What there is to see.
        scene: Box<Scene>,
        /// The moves. Whoever keeps them makes the next one cost a copy of all: the scene can be
        /// kept without.
        game: Arc<Game>,
    },
    /// Let this be heard.
    Cue(Cue),
    /// The engine shall think; a request before it is void.
    Think(Box<Request>),
    /// The outside player of a color shall say its move; a request before it is void.
    Ask {
        /// Whose move it is.
        side: Color,
        /// What is asked.
        request: Box<SeatRequest>,
    },
    /// An outside program says what it thinks.
    Thought {
        /// Which.
        side: Color,
        /// In its words.
        words: String,
    },
    /// A player is called otherwise, or is another.
    Renamed,
    /// An outside program cannot go on; the game waits.
    Failed {
        /// Which.
        side: Color,
        /// Why.
        error: PlayerError,
    },
    /// The engine has broken down. Where it was to play, the game waits until it is told to go on.
    EngineFailed {
        /// What it was asked for.
        purpose: Purpose,
        /// Why, for the log.
        reason: String,
    },
    /// The engine, or the outside program, shall stop thinking.
    StopThinking,
    /// The engine, or the outside program, shall answer at once.
    MoveNow,
    /// The game has changed: save it.
    Autosave,
    /// A person makes use of this.
    HelpUsed(Help),
    /// A person tried what cannot be.
    Refuse(Refusal),
    /// A person wants to play this move: look whether it gives something away, and say by
    /// [`Input::ConfirmMove`] whether it is to be played.
    CheckMove(Move),
    /// Ask the person opposite, and say by [`Input::Answer`] what the answer is.
    AskPerson {
        /// Who asks.
        by: Color,
        /// What.
        question: Question,
    },
    /// Who was asked does not agree.
    Declined(Question),
    /// Tell an outside player that takes part.
    Tell {
        /// Which.
        to: Color,
        /// What.
        message: SeatMessage,
    },
    /// The game is over.
    GameOver(Outcome),
}

/// What a person makes use of during a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Help {
    /// A hint, or any other sight of what moves are worth.
    Hint,
    /// A move is taken back.
    Undo,
    /// The computer is to move at once.
    MoveNow,
}

/// Something to hear.
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
    /// The game is won; by a person, or in a game without just one person.
    Win,
    /// The only person has lost.
    Lose,
    /// The game is drawn.
    Draw,
    /// Something cannot be.
    Refused,
}

impl Cue {
    /// What is heard at the end of a game, for the only person if there is just one.
    #[must_use]
    pub fn of_end(outcome: Outcome, only_person: Option<Color>) -> Self {
        match (outcome.winner(), only_person) {
            (None, _) => Self::Draw,
            (Some(winner), Some(person)) if winner != person => Self::Lose,
            _ => Self::Win,
        }
    }
}

/// Why a tap did nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// The move would not be legal.
    Illegal(IllegalMove),
    /// It is the computer's turn.
    NotYourTurn,
    /// The man is the opponent's.
    NotYourMan(Point),
    /// The man cannot move anywhere.
    Stuck(Point),
    /// No man stands there to pick up.
    NothingThere(Point),
    /// A mill is closed: an opposing man has to go first.
    RemoveFirst,
    /// The game rests.
    Paused,
    /// An earlier position is looked at: the game itself stands elsewhere.
    LookingBack,
    /// There is nothing to take back.
    NothingToUndo,
    /// There is nothing to play again.
    NothingToRedo,
    /// The last offer, or what else was asked, is not answered yet.
    OfferPending,
    /// The game has as many moves as can be saved.
    TooLong,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// The computer's move.
    Move,
    /// Advice to a person.
    Hint,
    /// Whether to agree to a draw.
    Offer,
}
