// SPDX-License-Identifier: GPL-3.0-or-later
//! Moves as sequences of actions, which are numbers. Programs that learn choose among numbers.

use super::{CaptureBetween, ForcedMove, IllegalMove, Move, Point, PointSet, Position, Rules};

/// A position, and the actions of the next move so far.
///
/// A move is one to four actions. The first places, moves, or passes, and each further one removes
/// a man. On a board of `n` points, the actions are these numbers:
///
/// | number | action |
/// |---|---|
/// | `p` | place on point `p`, or remove the man there if a removal is due |
/// | `n + n * from + to` | slide or fly |
/// | `n + n * n` | pass, only if the rules have a pass |
///
/// ```
/// use morris::{Position, Rules, Steps};
///
/// let rules = Rules::STANDARD;
/// let position = Position::parse("WW./.../.../B....B/.../.../... w 7 7 0", &rules)?;
/// let mut steps = Steps::new(position, &rules);
/// assert_eq!(steps.apply(2, &rules), Ok(None), "the mill is closed, and a removal is due");
/// let mv = steps.apply(9, &rules)?.expect("the move is complete");
/// assert_eq!((mv.to_string(), mv.actions(&rules)), ("g7xa4".to_owned(), vec![2, 9]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    position: Position,
    part: Move,
    removable: PointSet,
    due: u8,
}

/// Reason why an action cannot be applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActionError {
    /// The number is not one of [`Rules::num_actions`].
    #[error("there is no action {0}; actions are 0 to {1}")]
    Unknown(usize, usize),
    /// The action is illegal here.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

impl Rules {
    /// Returns the number of actions: one more than the greatest.
    pub fn num_actions(&self) -> usize {
        let points = self.board.points().len();
        points + points * points + usize::from(self.have_forced_moves())
    }

    /// Returns what an action does, as a move without removals. A point is a placement.
    pub fn action(&self, action: usize) -> Option<Move> {
        let points = self.board.points().len();
        if action >= self.num_actions() {
            return None;
        }
        let Some(slide) = action.checked_sub(points) else { return Some(Move::place(Point::at(action))) };
        let pass = slide == points * points;
        Some(if pass { Move::PASS } else { Move::slide(Point::at(slide / points), Point::at(slide % points)) })
    }
}

impl Move {
    /// Returns the actions of the move, with removals in the order of the points.
    pub fn actions(self, rules: &Rules) -> Vec<usize> {
        let points = rules.board.points().len();
        let first = match (self.from, self.to) {
            (Some(from), Some(to)) => Some(points + points * from.index() + to.index()),
            (None, Some(to)) => Some(to.index()),
            _ if self.removed.is_empty() => Some(points + points * points),
            _ => None,
        };
        first.into_iter().chain(self.removed.map(Point::index)).collect()
    }
}

impl Steps {
    /// Begins a move from a position.
    pub fn new(position: Position, rules: &Rules) -> Self {
        let mut steps = Self { position, part: Move::PASS, removable: PointSet::EMPTY, due: 0 };
        if position.forced_move(rules) == Some(ForcedMove::RemoveOnly) {
            steps.find_removals(rules);
        }
        steps
    }

    /// Returns the position before the move.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the part of the move that has been made, which is a pass at its beginning.
    pub const fn part(&self) -> Move {
        self.part
    }

    /// Returns the number of men that the side still has to remove.
    pub const fn removals_due(&self) -> u8 {
        self.due
    }

    /// Calls `visit` with each legal action. The end of the game by repetition and quiet plies is
    /// ignored, as in [`Position::legal_moves`].
    #[inline]
    pub fn for_each_action(&self, rules: &Rules, mut visit: impl FnMut(usize)) {
        if self.due > 0 {
            return self.removable.for_each(|point| visit(point.index()));
        }
        let points = rules.board.points().len();
        let forced_move = self.position.forced_move(rules);
        match forced_move {
            Some(ForcedMove::Pass | ForcedMove::RemoveOnly) => visit(points + points * points),
            Some(ForcedMove::Unblock) | None => {
                self.position.placements(rules).for_each(|to| visit(to.index()));
                self.position.for_each_slide(forced_move, rules, |from, to| {
                    visit(points + points * from.index() + to.index());
                });
            }
        }
    }

    /// Returns the part of the move that an action makes, including what was made before it.
    pub fn check(&self, action: usize, rules: &Rules) -> Result<Move, ActionError> {
        let mv = rules.action(action).ok_or_else(|| ActionError::Unknown(action, rules.num_actions() - 1))?;
        if self.due == 0 {
            self.position.check_without_removal(mv, rules)?;
            return Ok(mv);
        }
        let point = mv.to.filter(|_| mv.from.is_none()).ok_or(IllegalMove::RemovalMissing)?;
        let part = self.part.removing(self.part.removed | point.set());
        if self.removable.contains(point) { Ok(part) } else { Err(self.refusal(point, part, rules).into()) }
    }

    /// Applies an action. Returns the move if it is complete; the next one begins then.
    ///
    /// # Errors
    /// Fails if the action is illegal. Nothing changes then.
    pub fn apply(&mut self, action: usize, rules: &Rules) -> Result<Option<Move>, ActionError> {
        self.part = self.check(action, rules)?;
        self.find_removals(rules);
        if self.due > 0 {
            return Ok(None);
        }
        let mv = self.part;
        *self = Self::new(self.position.play_unchecked(mv, rules), rules);
        Ok(Some(mv))
    }

    /// Returns the reason why the man on a point may not be removed.
    fn refusal(&self, point: Point, part: Move, rules: &Rules) -> IllegalMove {
        if self.position.at(point) != Some(self.position.side().other()) {
            return IllegalMove::NotOpposing(point);
        }
        self.position.check(part, rules).err().unwrap_or(IllegalMove::RemovalMissing)
    }

    fn find_removals(&mut self, rules: &Rules) {
        (self.removable, self.due) = (PointSet::EMPTY, 0);
        let due = self.position.removals_due(self.part, rules);
        if due == 0 && rules.capture_between == CaptureBetween::Never {
            return;
        }
        if rules.mills_remove_one() && self.part.to.is_some() {
            if self.part.removed.is_empty() {
                self.removable = self.position.removable(self.position.side(), rules);
            }
            self.due = u8::from(!self.removable.is_empty());
            return;
        }
        (self.removable, self.due) = self.position.removals_left(self.part, rules);
    }
}
