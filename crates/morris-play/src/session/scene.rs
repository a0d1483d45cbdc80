// SPDX-License-Identifier: GPL-3.0-or-later
//! What there is to see of a game.

use morris::{ByColor, Color, Move, Outcome, Point, PointSet};

/// Everything the board and the words around it show. The board finds out by itself what moved since the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The men on the board; a half-finished move is carried out.
    pub men: ByColor<PointSet>,
    /// Those of them that stand in mills.
    pub in_mills: PointSet,
    /// The men in hand.
    pub hand: ByColor<u8>,
    /// How many men each side has lost.
    pub lost: ByColor<u8>,
    /// The man that is picked up.
    pub picked: Option<Point>,
    /// Where a man can go now.
    pub targets: PointSet,
    /// Men that can be picked up now.
    pub movable: PointSet,
    /// Men that can be removed now; where there are any, nothing else can be done.
    pub removable: PointSet,
    /// The mills that the last move, or the half-finished one, closed: each three points.
    pub mills: Vec<PointSet>,
    /// The last move, or the half-finished one without its removal, and whose it was.
    pub last: Option<(Color, Move)>,
    /// A move that was asked for as advice.
    pub hint: Option<Move>,
    /// What is to be done, by whom.
    pub status: Status,
}

/// What is to be done, by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A person places a man.
    Place {
        /// Who.
        side: Color,
        /// Men in hand, this one counted.
        hand: u8,
    },
    /// A person moves a man along an edge.
    Move {
        /// Who.
        side: Color,
    },
    /// A person moves a man anywhere.
    Fly {
        /// Who.
        side: Color,
    },
    /// A person has closed a mill and removes a man of the other colour.
    Remove {
        /// Who.
        side: Color,
    },
    /// The computer thinks about its turn.
    Thinking {
        /// Who.
        side: Color,
    },
    /// The computer's turn, but it waits until it is told to go on.
    Waiting {
        /// Who.
        side: Color,
    },
    /// The game rests.
    Paused,
    /// An earlier position is looked at.
    Viewing {
        /// After so many moves.
        moves: usize,
        /// Of so many.
        of: usize,
    },
    /// The game is over.
    Over(Outcome),
}
