// SPDX-License-Identifier: GPL-3.0-or-later
//! What a session is told.

use std::time::Duration;

use crate::protocol::ProgramEvent;
use crate::setup::Skill;
use morris::Point;
use morris_engine::Event;

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
    /// The other person answers the offer.
    AnswerDraw(Answer),
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
    /// An outside program says something.
    Program(ProgramEvent),
    /// The outside program whose turn it is has failed: our engine shall play in its place.
    Replace(Skill),
}

/// The answer to an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Yes.
    Accept,
    /// No.
    Decline,
}
