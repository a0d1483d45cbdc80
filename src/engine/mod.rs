// SPDX-License-Identifier: GPL-3.0-or-later
//! The computer player: a worker thread that is given requests and answers with events.

use std::sync::Arc;
use std::time::Duration;

use crate::game::{Move, Position, Rules};

/// Which request an event answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ticket(pub u64);

/// How strong: 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// The lowest.
    pub const FIRST: Self = Self(1);
    /// The level of a first game.
    pub const EASY: Self = Self(2);
    /// The highest.
    pub const LAST: Self = Self(10);

    /// The level with this number.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 10 { Some(Self(number)) } else { None }
    }

    /// The number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

/// How strong to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// As a level does.
    Level(Level),
    /// As well as possible within limits.
    Limits(Limits),
}

/// Where a search stops; the first that is reached counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// So many plies deep.
    pub depth: Option<u8>,
    /// So many positions.
    pub nodes: Option<u64>,
    /// So long.
    pub time: Option<Duration>,
}

/// A wish for a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Comes back with each event.
    pub ticket: Ticket,
    /// The rules.
    pub rules: Rules,
    /// The positions from the start of the game to the one to move from; never empty.
    pub positions: Vec<Position>,
    /// How strong.
    pub strength: Strength,
    /// Decides between equal turns.
    pub seed: u64,
    /// The answer comes no sooner.
    pub at_least: Duration,
}

/// What the engine says.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Of which request.
    pub ticket: Ticket,
    /// What.
    pub kind: EventKind,
}

/// What the engine says.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// The turn.
    Best(BestMove),
}

/// The turn chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestMove {
    /// The turn.
    pub turn: Move,
    /// Its value for the side to move, if it was searched.
    pub score: Option<Score>,
}

/// A value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(i32);

impl Score {
    /// Neither side is better.
    pub const EVEN: Self = Self(0);

    /// A value.
    pub const fn value(value: i32) -> Self {
        Self(value)
    }
}

/// The handle.
pub struct Engine(Arc<dyn Fn(Event) + Send + Sync>);

impl Engine {
    /// Starts the thread.
    pub fn start(callback: impl Fn(Event) + Send + Sync + 'static) -> Self {
        Self(Arc::new(callback))
    }

    /// Think.
    pub fn think(&self, request: Request) {
        let callback = Arc::clone(&self.0);
        std::thread::spawn(move || {
            std::thread::sleep(request.at_least);
            let turns = request.positions.last().expect("a position").legal_moves(&request.rules);
            let turn = turns[request.seed as usize % turns.len()];
            callback(Event { ticket: request.ticket, kind: EventKind::Best(BestMove { turn, score: None }) });
        });
    }

    /// Stop.
    pub fn stop(&self) {}

    /// Answer at once.
    pub fn move_now(&self) {}
}
