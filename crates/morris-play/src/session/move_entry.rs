// SPDX-License-Identifier: GPL-3.0-or-later
//! A person's move as it comes about: points go in, a whole move comes out.

use morris::{
    Arrangement, ByColor, Color, ForcedMove, IllegalMove, Move, Phase, Placing, Point, PointSet, Position, Rules,
};

use super::messages::{Cue, Refusal};
use super::scene::{Scene, Status, mills};

/// How far a person's move has come. It knows no game: it is given the position and the rules,
/// which stay the same until the next move is begun with [`Self::default`].
///
/// ```
/// use morris::{Position, Rules};
/// use morris_play::session::{Entered, MoveEntry};
///
/// let (rules, mut entry) = (Rules::STANDARD, MoveEntry::default());
/// let entered = entry.tap("d6".parse()?, &Position::start(&rules), &rules);
/// assert_eq!(entered, Ok(Entered::Whole("d6".parse()?)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveEntry(Stage);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// Not begun.
    #[default]
    Open,
    /// The man on this point is picked up.
    Picked(Point),
    /// A man is to be removed, after those of this move.
    Removing(Move),
    /// A whole move.
    Whole {
        mv: Move,
        /// Whether it had a removal to wait for, so that its step has been heard.
        heard: bool,
    },
}

/// What a point has led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entered {
    /// A part of a move, or none again; these are heard of it.
    Part(Vec<Cue>),
    /// A whole move; [`MoveEntry::unheard`] is heard when it is played.
    Whole(Move),
}

impl MoveEntry {
    /// Takes in a point that a person chose; after a whole move there is nothing to choose.
    ///
    /// # Errors
    /// Why the point leads nowhere; nothing has changed then.
    pub fn tap(&mut self, point: Point, position: &Position, rules: &Rules) -> Result<Entered, Refusal> {
        let own = position.men(position.side()).contains(point);
        let placing = position.phase(position.side(), rules) == Phase::Placing;
        let places = placing && (rules.placing == Placing::First || !own);
        match self.0 {
            Stage::Removing(mv) => self.remove(mv, point, position, rules),
            Stage::Whole { .. } => Ok(Entered::Part(Vec::new())),
            _ if position.forced_move(rules) == Some(ForcedMove::RemoveOnly) => {
                self.remove(Move::PASS, point, position, rules)
            }
            Stage::Picked(from) if from == point => Ok(self.part(Stage::Open, Vec::new())),
            Stage::Picked(from) if !own => self.step(Move::slide(from, point), position, rules),
            Stage::Open if places => self.step(Move::place(point), position, rules),
            Stage::Picked(_) | Stage::Open => self.pick(point, position, rules),
        }
    }

    fn part(&mut self, stage: Stage, cues: Vec<Cue>) -> Entered {
        self.0 = stage;
        Entered::Part(cues)
    }

    fn whole(&mut self, mv: Move) -> Entered {
        self.0 = Stage::Whole { mv, heard: matches!(self.0, Stage::Removing(_)) };
        Entered::Whole(mv)
    }

    fn pick(&mut self, point: Point, position: &Position, rules: &Rules) -> Result<Entered, Refusal> {
        match position.at(point) {
            None => Err(Refusal::NothingThere(point)),
            Some(color) if color != position.side() => Err(Refusal::NotYourMan(point)),
            Some(_) if position.targets(point, rules).is_empty() => Err(Refusal::Stuck(point)),
            Some(_) => Ok(self.part(Stage::Picked(point), Vec::new())),
        }
    }

    /// A man goes to its point; where that closes a mill the move is only half done.
    fn step(&mut self, mv: Move, position: &Position, rules: &Rules) -> Result<Entered, Refusal> {
        position.check_without_removal(mv, rules).map_err(Refusal::Illegal)?;
        if position.removable_after(mv, rules).is_empty() {
            return Ok(self.whole(mv));
        }
        Ok(self.part(Stage::Removing(mv), step_cues(mv, position, rules).collect()))
    }

    fn remove(&mut self, mv: Move, point: Point, position: &Position, rules: &Rules) -> Result<Entered, Refusal> {
        let again = mv.removed.contains(point);
        let mv = mv.removing(mv.removed | point.set());
        match position.check(mv, rules) {
            _ if again => Err(Refusal::RemoveFirst),
            Ok(()) => Ok(self.whole(mv)),
            // Another one is to follow.
            Err(IllegalMove::RemovalMissing) => Ok(self.part(Stage::Removing(mv), vec![Cue::Remove])),
            Err(IllegalMove::NotOpposing(_)) => Err(Refusal::RemoveFirst),
            Err(reason) => Err(Refusal::Illegal(reason)),
        }
    }

    /// Puts down what is picked up, or takes a half-finished move back; a whole one stands. Whether
    /// there was such a thing.
    pub fn put_down(&mut self) -> bool {
        let some = !self.is_open() && self.entered().is_none();
        if some {
            self.0 = Stage::Open;
        }
        some
    }

    /// Whether nothing has been chosen yet.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.0 == Stage::Open
    }

    /// The man that is picked up.
    #[must_use]
    pub fn picked(&self) -> Option<Point> {
        if let Stage::Picked(point) = self.0 { Some(point) } else { None }
    }

    /// The move that still wants a removal.
    #[must_use]
    pub fn half(&self) -> Option<Move> {
        if let Stage::Removing(mv) = self.0 { Some(mv) } else { None }
    }

    /// The whole move that was entered.
    #[must_use]
    pub fn entered(&self) -> Option<Move> {
        if let Stage::Whole { mv, .. } = self.0 { Some(mv) } else { None }
    }

    /// The move, half or whole, that the board shows.
    #[must_use]
    pub fn shown(&self) -> Option<Move> {
        self.half().or(self.entered())
    }

    /// What is heard when a move is played, without what has been heard of it as it was entered.
    #[must_use]
    pub fn unheard(&self, mv: Move, position: &Position, rules: &Rules) -> Vec<Cue> {
        let heard = matches!(self.0, Stage::Whole { heard: true, .. });
        let step = step_cues(mv, position, rules).filter(|_| !heard);
        step.chain((!mv.removed.is_empty()).then_some(Cue::Remove)).collect()
    }

    /// All that is heard of what a point has led to, where a whole move is played at once by one of
    /// two people: its end, too, if it ends the game.
    #[must_use]
    pub fn cues(&self, entered: Entered, position: &Position, rules: &Rules) -> Vec<Cue> {
        match entered {
            Entered::Part(cues) => cues,
            Entered::Whole(mv) => {
                let end = position.play_unchecked(mv, rules).outcome(rules).map(|outcome| Cue::of_end(outcome, None));
                self.unheard(mv, position, rules).into_iter().chain(end).collect()
            }
        }
    }

    /// What there is to see of it: a half-finished move is carried out, and so is a whole one,
    /// which is shown as played in a game of two people that begins here.
    #[must_use]
    pub fn scene(&self, position: &Position, rules: &Rules) -> Scene {
        let side = position.side();
        let shown = self.shown();
        let men = ByColor::from_fn(|color| men_with(position, shown, color));
        let placed = |color| u8::from(color == side && shown.is_some_and(Move::is_placement));
        let hand = ByColor::from_fn(|color| position.hand(color) - placed(color));
        let after = self.entered().map(|mv| position.play_unchecked(mv, rules));
        let outcome = after.unwrap_or(*position).outcome(rules);
        let to_do = after.map_or_else(|| self.status(position, rules), |after| Status::to_do(&after, rules));
        Scene {
            men,
            in_mills: rules.board.in_mills(men.white) | rules.board.in_mills(men.black),
            hand,
            lost: ByColor::from_fn(|color| (position.total(color) - men[color].len() - usize::from(hand[color])) as u8),
            picked: self.picked(),
            targets: self.targets(position, rules),
            movable: self.movable(position, rules),
            removable: self.removable(position, rules),
            mills: shown.and_then(|mv| Some(mills(rules, men[side], mv.to?))).unwrap_or_default(),
            last: shown.map(|mv| (side, mv)),
            status: outcome.map_or(to_do, Status::Over),
            played: usize::from(after.is_some()),
            outcome,
            ..Scene::still(&Arrangement::from(*position), rules)
        }
    }

    /// What a person has to do to finish the move.
    pub(super) fn status(&self, position: &Position, rules: &Rules) -> Status {
        match self.0 {
            Stage::Removing(_) => Status::Remove { side: position.side() },
            _ => Status::to_do(position, rules),
        }
    }

    fn targets(&self, position: &Position, rules: &Rules) -> PointSet {
        match self.0 {
            Stage::Picked(from) => position.targets(from, rules),
            Stage::Open => position.placements(rules),
            Stage::Removing(_) | Stage::Whole { .. } => PointSet::EMPTY,
        }
    }

    fn movable(&self, position: &Position, rules: &Rules) -> PointSet {
        match self.0 {
            Stage::Removing(_) | Stage::Whole { .. } => PointSet::EMPTY,
            _ => position.men(position.side()).filter(|&man| !position.targets(man, rules).is_empty()).collect(),
        }
    }

    fn removable(&self, position: &Position, rules: &Rules) -> PointSet {
        match self.0 {
            Stage::Removing(mv) => position.removable_after(mv, rules),
            Stage::Whole { .. } => PointSet::EMPTY,
            _ if position.forced_move(rules) == Some(ForcedMove::RemoveOnly) => {
                position.removable_after(Move::PASS, rules)
            }
            _ => PointSet::EMPTY,
        }
    }
}

/// What is heard when a man goes to its point.
fn step_cues(mv: Move, position: &Position, rules: &Rules) -> impl Iterator<Item = Cue> {
    let step = mv.to.map(|_| if mv.from.is_none() { Cue::Place } else { Cue::Slide });
    let mill = step.filter(|_| position.closes_mill(position.side(), mv, rules)).map(|_| Cue::Mill);
    step.into_iter().chain(mill)
}

/// The men of a color, a half-finished move carried out.
fn men_with(position: &Position, shown: Option<Move>, color: Color) -> PointSet {
    let men = position.men(color);
    match shown {
        Some(Move { from, to, .. }) if position.side() == color => {
            let set = |point: Option<Point>| point.map_or(PointSet::EMPTY, Point::set);
            (men - set(from)) | set(to)
        }
        Some(mv) => men - mv.removed,
        None => men,
    }
}

#[cfg(test)]
#[path = "move_entry_tests.rs"]
mod tests;
