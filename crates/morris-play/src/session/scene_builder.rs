// SPDX-License-Identifier: GPL-3.0-or-later
//! The scene of a session.

use morris::{Arrangement, ByColor, Color, Interlude, Move, Phase, Point, PointSet, Position, Rules};

use super::scene::{Scene, Status};
use super::state::{PartialMove, Session};

impl Session {
    /// What there is to see.
    #[must_use]
    pub fn scene(&self) -> Scene {
        let moves = self.review_at.unwrap_or(self.game.cursor());
        let position = self.game.position_after(moves).unwrap_or(self.game.position());
        let partial = self.partial_move();
        let men = ByColor::from_fn(|color| men_with(position, partial, color));
        let last = self.last(moves, partial);
        let places_for = |color| partial.is_some_and(Move::is_placement) && position.side() == color;
        let active = self.review_at.is_none() && self.goes_on() && self.is_persons_turn();
        Scene {
            men,
            in_mills: self.in_mills(men.white) | self.in_mills(men.black),
            hand: ByColor::from_fn(|color| position.hand(color) - u8::from(places_for(color))),
            lost: ByColor::from_fn(|color| {
                let on_board = men[color].len() + usize::from(position.hand(color) - u8::from(places_for(color)));
                (self.game.start().total(color) - on_board) as u8
            }),
            picked: self.picked(),
            targets: if active { self.targets() } else { PointSet::EMPTY },
            movable: if active { self.movable() } else { PointSet::EMPTY },
            removable: if active { self.removable() } else { PointSet::EMPTY },
            mills: last.and_then(|(color, mv)| Some(mills(self.game.rules(), men[color], mv.to?))).unwrap_or_default(),
            last,
            hint: self.hint.filter(|_| active),
            status: self.status(),
            played: self.game.cursor(),
            taken_back: self.game.moves().len() - self.game.cursor(),
            undoable: self.earlier_decision().is_some(),
            outcome: self.outcome(),
            setup: self.setup.clone(),
            clocks: self.clocks(),
            clock_running: self.clock_running(),
            busy: self.is_busy(),
        }
    }

    fn partial_move(&self) -> Option<Move> {
        match self.partial {
            PartialMove::Removing(mv) | PartialMove::Weighed { mv, .. } if self.review_at.is_none() => Some(mv),
            _ => None,
        }
    }

    fn picked(&self) -> Option<Point> {
        match self.partial {
            PartialMove::Picked(point) if self.review_at.is_none() => Some(point),
            _ => None,
        }
    }

    fn last(&self, moves: usize, partial: Option<Move>) -> Option<(Color, Move)> {
        let finished = || {
            let moves = self.game.moves().get(..moves)?;
            let index = moves.iter().rposition(|&mv| mv != Move::WAIT)?;
            Some((self.game.position_after(index)?.side(), *moves.get(index)?))
        };
        partial.map(|mv| (self.side(), mv)).or_else(finished)
    }

    fn in_mills(&self, men: PointSet) -> PointSet {
        self.game.rules().board.in_mills(men)
    }

    fn targets(&self) -> PointSet {
        let (position, rules) = (self.game.position(), self.game.rules());
        match self.partial {
            PartialMove::Picked(from) => position.targets(from, rules),
            PartialMove::None => position.placements(rules),
            PartialMove::Removing(_) | PartialMove::Weighed { .. } => PointSet::EMPTY,
        }
    }

    fn movable(&self) -> PointSet {
        let (position, rules) = (self.game.position(), self.game.rules());
        match self.partial {
            PartialMove::Removing(_) | PartialMove::Weighed { .. } => PointSet::EMPTY,
            _ => position.men(position.side()).filter(|&man| !position.targets(man, rules).is_empty()).collect(),
        }
    }

    fn removable(&self) -> PointSet {
        let (position, rules) = (self.game.position(), self.game.rules());
        match self.partial {
            PartialMove::Removing(mv) => position.removable_after(mv, rules),
            PartialMove::Weighed { .. } => PointSet::EMPTY,
            _ if position.interlude(rules) == Some(Interlude::Remove) => position.removable_after(Move::WAIT, rules),
            _ => PointSet::EMPTY,
        }
    }

    /// What is to be done, by whom.
    #[must_use]
    pub fn status(&self) -> Status {
        let position = self.game.position();
        let side = position.side();
        if let Some(moves) = self.review_at {
            return Status::Viewing { moves, of: self.game.cursor() };
        }
        if let Some(outcome) = self.outcome() {
            return Status::Over(outcome);
        }
        if self.paused {
            return Status::Paused;
        }
        if !self.is_persons_turn() {
            return if self.goes_on() { Status::Thinking { side } } else { Status::Waiting { side } };
        }
        match self.partial {
            PartialMove::Removing(_) => Status::Remove { side },
            _ => Status::to_do(position, self.game.rules()),
        }
    }
}

impl Status {
    /// What a person whose move it is has to do.
    fn to_do(position: &Position, rules: &Rules) -> Self {
        let side = position.side();
        match (position.interlude(rules), position.phase(side, rules)) {
            (Some(Interlude::Remove), _) => Self::RemoveOnly { side },
            (Some(Interlude::LetOut), _) => Self::LetOut { side },
            (_, Phase::Placing) => Self::Place { side, hand: position.hand(side) },
            (_, Phase::Moving) => Self::Move { side },
            (_, Phase::Flying) => Self::Fly { side },
        }
    }
}

impl Scene {
    /// A position of a game to look at, with which nothing can be done, and the move that led there.
    #[must_use]
    pub fn of_position(position: &Position, last: Option<(Color, Move)>, rules: &Rules) -> Self {
        Self {
            last,
            mills: last.and_then(|(color, mv)| Some(mills(rules, position.men(color), mv.to?))).unwrap_or_default(),
            status: position.outcome(rules).map_or_else(|| Status::to_do(position, rules), Status::Over),
            ..Self::still(&Arrangement::from(*position), rules)
        }
    }
}

/// The mills of these men through a point.
fn mills(rules: &Rules, men: PointSet, to: Point) -> Vec<PointSet> {
    rules.board.lines().filter(|line| line.contains(to) && men.contains_all(*line)).collect()
}

/// The men of a colour, a half-finished move carried out.
fn men_with(position: &Position, partial: Option<Move>, color: Color) -> PointSet {
    let men = position.men(color);
    match partial {
        Some(Move { from, to, .. }) if position.side() == color => {
            let set = |point: Option<Point>| point.map_or(PointSet::EMPTY, Point::set);
            (men - set(from)) | set(to)
        }
        Some(mv) => men - mv.removed,
        None => men,
    }
}
