// SPDX-License-Identifier: GPL-3.0-or-later
//! What there is to see of a game.

use std::time::Duration;

use super::hint::Hint;
use crate::setup::GameSetup;
use morris::{Arrangement, ByColor, Color, ForcedMove, Move, Outcome, Phase, Point, PointSet, Position, Rules};

/// Everything the board and the words around it show, but for the list of moves: nobody who shows
/// it asks the session again. The board finds out by itself what moved since the last one.
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
    /// The last move that did something, or the half-finished one with what it has removed so far,
    /// and whose it was.
    pub last: Option<(Color, Move)>,
    /// The whole move of a person that is not played yet, since it is weighed before; the board
    /// shows it.
    pub weighed: Option<Move>,
    /// Advice that was asked for.
    pub hint: Option<Hint>,
    /// What is to be done, by whom.
    pub status: Status,
    /// How many moves have been played.
    pub played: usize,
    /// How many have been taken back and can be played again.
    pub taken_back: usize,
    /// Whether there is an earlier decision to go back to.
    pub undoable: bool,
    /// How the game ended, also while an earlier position is looked at.
    pub outcome: Option<Outcome>,
    /// What was agreed before it.
    pub setup: GameSetup,
    /// What each side has left, if there is a clock.
    pub clocks: Option<ByColor<Duration>>,
    /// Whose clock runs from now on.
    pub clock_running: Option<Color>,
    /// Whether the computer or an outside program is asked for something.
    pub busy: bool,
}

impl Scene {
    /// Men to look at, with which nothing can be done: of no game, between two persons.
    #[must_use]
    pub fn still(arrangement: &Arrangement, rules: &Rules) -> Self {
        let Arrangement { men, hand, side, .. } = *arrangement;
        Self {
            men,
            in_mills: rules.board.in_mills(men.white) | rules.board.in_mills(men.black),
            hand,
            lost: ByColor::default(),
            picked: None,
            targets: PointSet::EMPTY,
            movable: PointSet::EMPTY,
            removable: PointSet::EMPTY,
            mills: Vec::new(),
            last: None,
            weighed: None,
            hint: None,
            status: Status::Move { side },
            played: 0,
            taken_back: 0,
            undoable: false,
            outcome: None,
            setup: GameSetup::between_persons(*rules),
            clocks: None,
            clock_running: None,
            busy: false,
        }
    }

    /// A position of a game to look at, with which nothing can be done, and the move that led
    /// there.
    #[must_use]
    pub fn of_position(position: &Position, last: Option<(Color, Move)>, rules: &Rules) -> Self {
        Self {
            last,
            mills: last.and_then(|(color, mv)| Some(mills(rules, position.men(color), mv.to?))).unwrap_or_default(),
            status: position.outcome(rules).map_or_else(|| Status::to_do(position, rules), Status::Over),
            ..Self::still(&Arrangement::from(*position), rules)
        }
    }

    /// The same to look at, with which nothing can be done.
    #[must_use]
    pub fn at_rest(self) -> Self {
        let none = PointSet::EMPTY;
        Self { targets: none, movable: none, removable: none, ..self }
    }

    /// After how many moves the position on the board stands.
    #[must_use]
    pub fn viewed_moves(&self) -> usize {
        self.status.viewed_moves().unwrap_or(self.played)
    }

    /// Whether a person can play something now.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.targets.is_empty() || !self.movable.is_empty() || !self.removable.is_empty()
    }

    /// The point that a person taps next on the way to a move; `None` if it is another move that
    /// has begun.
    #[must_use]
    pub fn next_tap(&self, mv: &Move) -> Option<Point> {
        let partial = self.last.filter(|_| !self.removable.is_empty()).map(|(_, partial)| partial);
        match (partial, self.picked) {
            _ if mv.to.is_none() => mv.removed.first(),
            (Some(partial), _) => {
                (mv.removed - partial.removed).first().filter(|_| mv.without_removal() == partial.without_removal())
            }
            (None, Some(picked)) => mv.to.filter(|_| mv.from == Some(picked)),
            (None, None) => mv.from.or(mv.to),
        }
    }
}

/// What is to be done, by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A person places a man.
    Place {
        /// Whose move it is.
        side: Color,
        /// Men in hand, this one counted.
        hand: u8,
    },
    /// A person moves a man along an edge.
    Move {
        /// Whose move it is.
        side: Color,
    },
    /// A person moves a man anywhere.
    Fly {
        /// Whose move it is.
        side: Color,
    },
    /// A person has closed a mill and removes a man of the other color.
    Remove {
        /// Whose move it is.
        side: Color,
    },
    /// A person removes a man of the other color by a move of its own.
    RemoveOnly {
        /// Whose move it is.
        side: Color,
    },
    /// A person moves a man so that the other side, which is blocked, has a move again.
    Unblock {
        /// Whose move it is.
        side: Color,
    },
    /// The computer thinks about its move.
    Thinking {
        /// Whose move it is.
        side: Color,
    },
    /// The computer's turn, but it waits until it is told to go on.
    Waiting {
        /// Whose move it is.
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

/// The mills of these men through a point.
pub(super) fn mills(rules: &Rules, men: PointSet, to: Point) -> Vec<PointSet> {
    rules.board.lines().filter(|line| line.contains(to) && men.contains_all(*line)).collect()
}

impl Status {
    /// What a person whose move it is has to do.
    pub(super) fn to_do(position: &Position, rules: &Rules) -> Self {
        let side = position.side();
        match (position.forced_move(rules), position.phase(side, rules)) {
            (Some(ForcedMove::RemoveOnly), _) => Self::RemoveOnly { side },
            (Some(ForcedMove::Unblock), _) => Self::Unblock { side },
            (_, Phase::Placing) => Self::Place { side, hand: position.hand(side) },
            (_, Phase::Moving) => Self::Move { side },
            (_, Phase::Flying) => Self::Fly { side },
        }
    }

    /// After how many moves an earlier position is looked at; `None` where none is.
    #[must_use]
    pub const fn viewed_moves(self) -> Option<usize> {
        match self {
            Self::Viewing { moves, .. } => Some(moves),
            _ => None,
        }
    }

    /// The side that has something to do.
    #[must_use]
    pub const fn side_to_move(self) -> Option<Color> {
        match self {
            Self::Place { side, .. }
            | Self::Move { side }
            | Self::Fly { side }
            | Self::Remove { side }
            | Self::RemoveOnly { side }
            | Self::Unblock { side }
            | Self::Thinking { side }
            | Self::Waiting { side } => Some(side),
            Self::Paused | Self::Viewing { .. } | Self::Over(_) => None,
        }
    }
}
