// SPDX-License-Identifier: GPL-3.0-or-later
//! Entry of a person's move point by point.

use morris::{
    Arrangement, ByColor, Color, ForcedMove, IllegalMove, Move, Phase, Placing, Point, PointSet, Position, Rules,
};

use super::messages::{Cue, Refusal};
use super::scene::{Scene, Status, mills};

/// A person's move during entry. It does not hold the game. Each call receives the position and the
/// rules, which must stay the same until the next move begins with [`Self::default`].
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
    /// No point has been chosen.
    #[default]
    Open,
    /// The man on this point is picked.
    Picked(Point),
    /// A man must be removed, in addition to those of this move.
    Removing(Move),
    /// The move is complete.
    Whole {
        mv: Move,
        /// Whether the move was partial before, so that the sound of its step has been played.
        has_sounded: bool,
    },
}

/// Result of choosing a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entered {
    /// The move is still partial or has not begun. These sounds belong to the step.
    Part(Vec<Cue>),
    /// The move is complete. [`MoveEntry::unplayed_cues`] returns the sounds to play with it.
    Whole(Move),
}

impl MoveEntry {
    /// Enters a point. After a complete move nothing can be chosen.
    ///
    /// # Errors
    /// Returns the reason if the point cannot be chosen. Nothing has changed then.
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
        self.0 = Stage::Whole { mv, has_sounded: matches!(self.0, Stage::Removing(_)) };
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

    /// Moves a man to its point. If this closes a mill, the move is only partial.
    fn step(&mut self, mv: Move, position: &Position, rules: &Rules) -> Result<Entered, Refusal> {
        position.check_without_removal(mv, rules).map_err(Refusal::Illegal)?;
        if position.removable_after(mv, rules).is_empty() {
            return Ok(self.whole(mv));
        }
        Ok(self.part(Stage::Removing(mv), step_cues(mv, position, rules).collect()))
    }

    fn remove(&mut self, mv: Move, point: Point, position: &Position, rules: &Rules) -> Result<Entered, Refusal> {
        let again = mv.removed.contains(point);
        // A tap on a man of a pair takes both.
        let pair = position.pairs_between(mv, rules).into_iter().find(|pair| pair.contains(point));
        let mv = mv.removing(mv.removed | pair.unwrap_or(point.set()));
        match position.check(mv, rules) {
            _ if again => Err(Refusal::RemoveFirst),
            Ok(()) => Ok(self.whole(mv)),
            // A further man must be removed.
            Err(IllegalMove::RemovalMissing) => Ok(self.part(Stage::Removing(mv), vec![Cue::Remove])),
            Err(IllegalMove::NotOpposing(_)) => Err(Refusal::RemoveFirst),
            Err(reason) => Err(Refusal::Illegal(reason)),
        }
    }

    /// Deselects the picked man, or takes back a partial move. A complete move is kept. Returns
    /// `true` if something changed.
    pub fn put_down(&mut self) -> bool {
        let some = !self.is_open() && self.entered().is_none();
        if some {
            self.0 = Stage::Open;
        }
        some
    }

    /// Returns `true` if nothing has been chosen yet.
    pub fn is_open(&self) -> bool {
        self.0 == Stage::Open
    }

    /// Returns the picked man.
    pub fn picked(&self) -> Option<Point> {
        if let Stage::Picked(point) = self.0 { Some(point) } else { None }
    }

    /// Returns the partial move that still lacks a removal.
    pub fn half(&self) -> Option<Move> {
        if let Stage::Removing(mv) = self.0 { Some(mv) } else { None }
    }

    /// Returns the complete move that was entered.
    pub fn entered(&self) -> Option<Move> {
        if let Stage::Whole { mv, .. } = self.0 { Some(mv) } else { None }
    }

    /// Returns the move, partial or complete, that the board shows.
    pub fn shown(&self) -> Option<Move> {
        self.half().or(self.entered())
    }

    /// Returns the sounds of a move that is played, without those played during its entry.
    pub fn unplayed_cues(&self, mv: Move, position: &Position, rules: &Rules) -> Vec<Cue> {
        let has_sounded = matches!(self.0, Stage::Whole { has_sounded: true, .. });
        let step = step_cues(mv, position, rules).filter(|_| !has_sounded);
        step.chain((!mv.removed.is_empty()).then_some(Cue::Remove)).collect()
    }

    /// Returns the sounds of a chosen point in a game of two persons, where a complete move is
    /// played at once. They include the end of the game.
    pub fn cues(&self, entered: Entered, position: &Position, rules: &Rules) -> Vec<Cue> {
        match entered {
            Entered::Part(cues) => cues,
            Entered::Whole(mv) => {
                let end = position.play_unchecked(mv, rules).outcome(rules).map(|outcome| Cue::of_end(outcome, None));
                self.unplayed_cues(mv, position, rules).into_iter().chain(end).collect()
            }
        }
    }

    /// Returns the scene of the entry. A partial move is shown as made. A complete move is shown as
    /// played, in a game of two persons that begins with this position.
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

    /// Returns the status that names the next action of the person.
    pub(super) fn status(&self, position: &Position, rules: &Rules) -> Status {
        match self.0 {
            Stage::Removing(mv) if mv.to.is_some() && !position.closes_mill(position.side(), mv, rules) => {
                Status::RemovePair { side: position.side() }
            }
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

/// Returns the sounds of a man that moves to its point.
fn step_cues(mv: Move, position: &Position, rules: &Rules) -> impl Iterator<Item = Cue> {
    let step = mv.to.map(|_| if mv.from.is_none() { Cue::Place } else { Cue::Slide });
    let mill = step.filter(|_| position.closes_mill(position.side(), mv, rules)).map(|_| Cue::Mill);
    step.into_iter().chain(mill)
}

/// Returns the men of a color, with a partial move made.
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
