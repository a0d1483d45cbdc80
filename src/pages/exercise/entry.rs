// SPDX-License-Identifier: GPL-3.0-or-later
//! The entry of a move on the board of an exercise.

use morris::{Color, IllegalMove, Move, Point, Position, Rules};
use morris_play::session::{Cue, Entered, MoveEntry, Refusal, Scene};

/// A position, and the move that is entered in it.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    rules: Rules,
    position: Position,
    /// Points of the move entered so far.
    entered: MoveEntry,
    /// The last move before.
    last: Option<(Color, Move)>,
}

impl Entry {
    /// Starts a move in a position, after this last move.
    pub fn new(rules: Rules, position: Position, last: Option<(Color, Move)>) -> Self {
        Self { rules, position, entered: MoveEntry::default(), last }
    }

    /// Starts another move in this position. The last move stays, unless there is a newer one.
    pub fn begin(&mut self, position: Position, last: Option<(Color, Move)>) {
        *self = Self::new(self.rules, position, last.or(self.last));
    }

    /// Adds a point to the move. Returns the sound cues, and the complete move if there is one.
    pub fn tap(&mut self, point: Point) -> Result<(Vec<Cue>, Option<Move>), Refusal> {
        let entered = self.entered.tap(point, &self.position, &self.rules)?;
        let whole = if let Entered::Whole(mv) = entered { Some(mv) } else { None };
        Ok((self.entered.cues(entered, &self.position, &self.rules), whole))
    }

    /// Forgets the points of an unfinished move. Returns whether there were any.
    pub fn put_down(&mut self) -> bool {
        self.entered.put_down()
    }

    /// Plays a move without its entry. Returns the sound cues.
    pub fn play(&mut self, mv: Move) -> Result<Vec<Cue>, IllegalMove> {
        let (before, rules) = (self.position, self.rules);
        self.begin(before.play(mv, &rules)?, Some((before.side(), mv)));
        Ok(MoveEntry::default().unplayed_cues(mv, &before, &rules))
    }

    pub fn scene(&self) -> Scene {
        let scene = self.entered.scene(&self.position, &self.rules);
        Scene { last: scene.last.or(self.last), ..scene }
    }

    /// Returns the position before the move that is entered.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    pub const fn rules(&self) -> &Rules {
        &self.rules
    }
}
