// SPDX-License-Identifier: GPL-3.0-or-later
//! The visible state of a game.

use std::time::Duration;

use super::hint::Hint;
use crate::setup::GameSetup;
use morris::{Arrangement, ByColor, Color, ForcedMove, Move, Outcome, Phase, Point, PointSet, Position, Rules};
use morris_message::Question;
use morris_teach::opening::OpeningName;

/// Everything that the board and the text around it show, except the list of moves. A scene is
/// complete, so displaying it needs no further access to the session. The board finds changes by
/// comparison with the previous scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// Men on the board, with a partial move made.
    pub men: ByColor<PointSet>,
    /// Men that are in mills.
    pub in_mills: PointSet,
    /// Men in hand.
    pub hand: ByColor<u8>,
    /// Number of men that each side has lost.
    pub lost: ByColor<u8>,
    /// The picked man.
    pub picked: Option<Point>,
    /// Points to which a man can go now.
    pub targets: PointSet,
    /// Men that can be picked now.
    pub movable: PointSet,
    /// Men that can be removed now. If there are any, no other action is possible.
    pub removable: PointSet,
    /// Mills closed by the last or partial move, each as three points.
    pub mills: Vec<PointSet>,
    /// Last move other than a pass, or the partial move with its removals so far, and the side that
    /// made it.
    pub last: Option<(Color, Move)>,
    /// Name of the opening that the last move or the one before it made. Not in a game without
    /// aids.
    pub opening: Option<OpeningName>,
    /// Complete move of a person that is checked before it is played. The board shows it.
    pub checked_move: Option<Move>,
    /// The requested hint.
    pub hint: Option<Hint>,
    /// The action that the game awaits, and the side.
    pub status: Status,
    /// Number of moves played.
    pub played: usize,
    /// Number of moves that were taken back and can be replayed.
    pub taken_back: usize,
    /// Whether there is an earlier decision to return to.
    pub undoable: bool,
    /// Outcome of the game, also while an earlier position is shown.
    pub outcome: Option<Outcome>,
    /// Setup of the game.
    pub setup: GameSetup,
    /// Time that each side has left, if there is a clock.
    pub clocks: Option<ByColor<Duration>>,
    /// Side whose clock runs from now on.
    pub clock_running: Option<Color>,
    /// Whether a request to the computer or to an external program is pending.
    pub busy: bool,
}

impl Scene {
    /// Returns a scene of men without interaction. It belongs to no game, and both players are
    /// persons.
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
            opening: None,
            checked_move: None,
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

    /// Returns a scene of a position without interaction, with the move that led to it.
    pub fn of_position(position: &Position, last: Option<(Color, Move)>, rules: &Rules) -> Self {
        Self {
            last,
            mills: last.and_then(|(color, mv)| Some(mills(rules, position.men(color), mv.to?))).unwrap_or_default(),
            status: position.outcome(rules).map_or_else(|| Status::to_do(position, rules), Status::Over),
            ..Self::still(&Arrangement::from(*position), rules)
        }
    }

    /// Returns the scene without interaction.
    #[must_use]
    pub fn at_rest(self) -> Self {
        let none = PointSet::EMPTY;
        Self { targets: none, movable: none, removable: none, ..self }
    }

    /// Returns `true` if hints, values, and analysis are closed: see [`GameSetup::closes_aids`].
    pub fn closes_aids(&self) -> bool {
        self.setup.closes_aids(self.outcome)
    }

    /// Returns `true` if the last move lacks its removal.
    pub const fn lacks_removal(&self) -> bool {
        matches!(self.status, Status::Remove { .. } | Status::RemovePair { .. })
    }

    /// Returns `true` if the game waits for its first move.
    pub fn is_opening(&self) -> bool {
        let goes_on = !matches!(self.status, Status::Over(_) | Status::Viewing { .. } | Status::Paused);
        goes_on && self.played == 0 && self.removable.is_empty()
    }

    /// Returns the number of moves before the position on the board.
    pub fn viewed_moves(&self) -> usize {
        self.status.viewed_moves().unwrap_or(self.played)
    }

    /// Returns `true` if a person can play now.
    pub fn is_open(&self) -> bool {
        !self.targets.is_empty() || !self.movable.is_empty() || !self.removable.is_empty()
    }

    /// Returns the next point that a person taps to enter a move, or `None` if another move has
    /// been begun.
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

/// The action that a game awaits, and the side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names of the fields say it")]
pub enum Status {
    /// A person places one of `hand` men in hand.
    Place { side: Color, hand: u8 },
    /// A person moves a man along an edge.
    Move { side: Color },
    /// A person moves a man to any empty point.
    Fly { side: Color },
    /// A person has closed a mill and removes a man of the opponent.
    Remove { side: Color },
    /// A person has come between two men of the opponent, and chooses a pair to remove.
    RemovePair { side: Color },
    /// A person removes a man of the opponent as a separate move.
    RemoveOnly { side: Color },
    /// A person moves a man so that the blocked opponent has a move again.
    Unblock { side: Color },
    /// The computer thinks about its move.
    Thinking { side: Color },
    /// The computer is to move but waits for the user.
    Waiting { side: Color },
    /// No one has accepted the invitation to the game by message.
    NotAccepted,
    /// The person has to send a line, maybe with a question, to the friend elsewhere. It is the
    /// friend's turn.
    Unsent { side: Color, question: Option<Question> },
    /// The friend elsewhere is to move.
    Elsewhere { side: Color },
    /// A question of the other side waits for the answer of `side`.
    Asked { side: Color, question: Question },
    /// The game is paused.
    Paused,
    /// The position after `moves` of the `of` moves played is shown.
    Viewing { moves: usize, of: usize },
    /// The game is over.
    Over(Outcome),
}

/// Returns the mills of these men through a point.
pub(super) fn mills(rules: &Rules, men: PointSet, to: Point) -> Vec<PointSet> {
    rules.board.lines().filter(|line| line.contains(to) && men.contains_all(*line)).collect()
}

impl Status {
    /// Returns the action of the person to move.
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

    /// Returns the number of moves before the earlier position that is shown, or `None` if none is
    /// shown.
    pub const fn viewed_moves(self) -> Option<usize> {
        match self {
            Self::Viewing { moves, .. } => Some(moves),
            _ => None,
        }
    }

    /// Returns the status without the kind of the move, as it is reported.
    #[must_use]
    pub const fn in_brief(self) -> Self {
        match self {
            Self::Place { side, .. } | Self::Fly { side } | Self::Thinking { side } | Self::Waiting { side } => {
                Self::Move { side }
            }
            other => other,
        }
    }

    /// Returns the side that must act.
    pub const fn side_to_move(self) -> Option<Color> {
        match self {
            Self::Place { side, .. }
            | Self::Move { side }
            | Self::Fly { side }
            | Self::Remove { side }
            | Self::RemovePair { side }
            | Self::RemoveOnly { side }
            | Self::Unblock { side }
            | Self::Thinking { side }
            | Self::Waiting { side }
            | Self::Unsent { side, .. }
            | Self::Elsewhere { side }
            | Self::Asked { side, .. } => Some(side),
            Self::NotAccepted | Self::Paused | Self::Viewing { .. } | Self::Over(_) => None,
        }
    }
}
