// SPDX-License-Identifier: GPL-3.0-or-later
//! Which moves are legal, how many, and why others are not.

use super::{Move, Phase, Point, PointSet, Position, Rules};

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum IllegalMove {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The board has no such point.
    #[error("the board has no {0}")]
    OffBoard(Point),
    /// A man stands where the man should go.
    #[error("{0} is occupied")]
    Occupied(Point),
    /// A man should move while there are men to place.
    #[error("men are still in hand: place one")]
    MustPlace,
    /// A man should be placed when none is in hand.
    #[error("no man is in hand: move one")]
    NoneInHand,
    /// No own man stands where the man should come from.
    #[error("no man of the side to move stands on {0}")]
    NotOwn(Point),
    /// No edge joins the two points.
    #[error("no line joins {0} and {1}")]
    NotJoined(Point, Point),
    /// The move closes a mill but removes nothing.
    #[error("the turn closes a mill: name the man to remove")]
    RemovalMissing,
    /// The move removes a man without closing a mill.
    #[error("the turn closes no mill: nothing may be removed")]
    NoMill,
    /// The move removes more than one man.
    #[error("only one man may be removed")]
    TooManyRemoved,
    /// The point to remove from has no opposing man.
    #[error("no opposing man stands on {0}")]
    NotOpposing(Point),
    /// The man to remove stands in a mill while others do not.
    #[error("the man on {0} stands in a mill")]
    Protected(Point),
}

impl Position {
    /// Whether a move is legal.
    ///
    /// # Errors
    /// The first reason why not.
    pub fn check(&self, mv: Move, rules: &Rules) -> Result<(), IllegalMove> {
        self.check_without_removal(mv, rules)?;
        let removable = self.removable(self.side(), rules);
        if !self.closes_mill(self.side(), mv, rules) {
            return if mv.removed.is_empty() { Ok(()) } else { Err(IllegalMove::NoMill) };
        }
        match (mv.removed.len(), mv.removed.first()) {
            (1, Some(point)) if !self.men(self.side().other()).contains(point) => Err(IllegalMove::NotOpposing(point)),
            (1, Some(point)) if !removable.contains(point) => Err(IllegalMove::Protected(point)),
            (1, _) => Ok(()),
            (0, _) if removable.is_empty() => Ok(()),
            (0, _) => Err(IllegalMove::RemovalMissing),
            _ => Err(IllegalMove::TooManyRemoved),
        }
    }

    /// Whether a move is legal as far as its man goes, whatever it removes.
    ///
    /// # Errors
    /// The first reason why not.
    pub fn check_without_removal(&self, mv: Move, rules: &Rules) -> Result<(), IllegalMove> {
        let points = rules.board.points();
        if self.short_of_men().is_some() {
            return Err(IllegalMove::GameOver);
        }
        if let Some(off) = [mv.from, Some(mv.to)].into_iter().flatten().find(|&point| !points.contains(point)) {
            return Err(IllegalMove::OffBoard(off));
        }
        let phase = self.phase(self.side(), rules);
        match mv.from {
            None if phase != Phase::Placing => Err(IllegalMove::NoneInHand),
            Some(_) if phase == Phase::Placing => Err(IllegalMove::MustPlace),
            Some(from) if !self.men(self.side()).contains(from) => Err(IllegalMove::NotOwn(from)),
            _ if self.occupied().contains(mv.to) => Err(IllegalMove::Occupied(mv.to)),
            Some(from) if phase == Phase::Moving && !rules.board.neighbours(from).contains(mv.to) => {
                Err(IllegalMove::NotJoined(from, mv.to))
            }
            _ => Ok(()),
        }
    }

    /// All legal moves; none if the game is over by men or by blocking.
    #[must_use]
    pub fn legal_moves(&self, rules: &Rules) -> Vec<Move> {
        let mut moves = Vec::with_capacity(32);
        self.for_each_move(rules, |mv| moves.push(mv));
        moves
    }

    /// Calls `visit` with each legal move: by the man's origin, then its target, then the man removed.
    #[inline]
    pub fn for_each_move(&self, rules: &Rules, mut visit: impl FnMut(Move)) {
        let removable = self.removable(self.side(), rules);
        self.for_each_target(rules, |mv| {
            if !self.closes_mill(self.side(), mv, rules) || removable.is_empty() {
                visit(mv);
            } else {
                for point in removable {
                    visit(mv.removing(point.set()));
                }
            }
        });
    }

    /// How many legal moves there are, counted in bulk.
    #[must_use]
    #[inline]
    pub fn count_moves(&self, rules: &Rules) -> u64 {
        let (mut moves, mut mills) = (0, 0);
        self.for_each_target(rules, |mv| {
            moves += 1;
            mills += u64::from(self.closes_mill(self.side(), mv, rules));
        });
        match self.removable(self.side(), rules).len() as u64 {
            0 => moves,
            removable => moves + mills * (removable - 1),
        }
    }

    /// Whether the side to move has a legal move, men enough supposed.
    #[must_use]
    pub fn has_move(&self, rules: &Rules) -> bool {
        let empty = self.empty(rules);
        match self.phase(self.side(), rules) {
            Phase::Placing | Phase::Flying => !empty.is_empty(),
            Phase::Moving => self.men(self.side()).any(|from| !(rules.board.neighbours(from) & empty).is_empty()),
        }
    }

    /// Where the man on `from` may go; nowhere if it is not the side to move's or men are still in hand.
    #[must_use]
    #[inline]
    pub fn targets(&self, from: Point, rules: &Rules) -> PointSet {
        if !self.men(self.side()).contains(from) || self.short_of_men().is_some() {
            return PointSet::EMPTY;
        }
        match self.phase(self.side(), rules) {
            Phase::Placing => PointSet::EMPTY,
            Phase::Moving => self.empty(rules) & rules.board.neighbours(from),
            Phase::Flying => self.empty(rules),
        }
    }

    /// Calls `visit` with each move as far as its man goes.
    #[inline]
    fn for_each_target(&self, rules: &Rules, mut visit: impl FnMut(Move)) {
        if self.short_of_men().is_some() {
            return;
        }
        let empty = self.empty(rules);
        let phase = self.phase(self.side(), rules);
        if phase == Phase::Placing {
            empty.for_each(|to| visit(Move::place(to)));
            return;
        }
        for from in self.men(self.side()) {
            let reach = if phase == Phase::Flying { empty } else { empty & rules.board.neighbours(from) };
            reach.for_each(|to| visit(Move::slide(from, to)));
        }
    }
}
