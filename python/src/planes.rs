// SPDX-License-Identifier: GPL-3.0-or-later
//! Observations and masks as bytes.

use morris::{Blocked, Color, MillReuse, Move, PlacingRemovals, Point, PointSet, Position, Rules, Steps};

/// Planes of all rules: see `Batch.observe` for their meaning.
const COMMON: [&str; 6] = ["own", "other", "removals_due", "own_hand", "other_hand", "quiet"];

/// Returns the names of the planes. Rules that remember more have more planes.
pub fn names(rules: &Rules) -> Vec<String> {
    let mut names = COMMON.map(str::to_owned).to_vec();
    let mut add = |more: &[&str]| names.extend(more.iter().map(|&name| name.to_owned()));
    if rules.while_placing == PlacingRemovals::AfterPlacing {
        add(&["own_blocked", "other_blocked"]);
    }
    if rules.reforming == MillReuse::NotStraightBack {
        add(&["own_mill_from", "own_mill_to", "other_mill_from", "other_mill_to"]);
    }
    if rules.while_placing == PlacingRemovals::OneEach {
        add(&["first_mill", "removals_to_come"]);
    }
    if rules.blocked == Blocked::MustBeLetOut {
        add(&["let_out"]);
    }
    if rules.reforming == MillReuse::EachLineOnce {
        let lines = rules.board.lines().count();
        names
            .extend(["own", "other"].iter().flat_map(|side| (0..lines).map(move |line| format!("{side}_line_{line}"))));
    }
    names
}

/// Writes planes one after the other.
struct Writer<'a> {
    bytes: &'a mut [u8],
    points: usize,
    at: usize,
}

impl Writer<'_> {
    fn fill(&mut self, value: usize) {
        self.bytes[self.at..self.at + self.points].fill(u8::try_from(value).unwrap_or(u8::MAX));
        self.at += self.points;
    }

    fn set(&mut self, set: PointSet) {
        self.fill(0);
        let plane = self.at - self.points;
        set.for_each(|point| self.bytes[plane + point.index()] = 1);
    }

    fn point(&mut self, point: Option<Point>) {
        self.set(point.map_or(PointSet::EMPTY, Point::set));
    }
}

/// Returns the position with the part of the move that has been made.
pub fn seen(steps: &Steps, rules: &Rules) -> Position {
    let before = steps.position();
    if steps.part() == Move::PASS { *before } else { before.play_unchecked(steps.part(), rules) }
}

/// Writes the observation of the side to move. `bytes` has a byte for each point of each plane.
pub fn observe(steps: &Steps, rules: &Rules, bytes: &mut [u8]) {
    let (before, own) = (steps.position(), steps.position().side());
    let other = own.other();
    let position = seen(steps, rules);
    let memory = position.memory();
    let mut planes = Writer { bytes, points: rules.board.points().len(), at: 0 };
    planes.set(position.men(own));
    planes.set(position.men(other));
    planes.fill(steps.removals_due().into());
    planes.fill(position.hand(own).into());
    planes.fill(position.hand(other).into());
    planes.fill(before.quiet().into());
    if rules.while_placing == PlacingRemovals::AfterPlacing {
        planes.set(memory.blocked[own]);
        planes.set(memory.blocked[other]);
    }
    if rules.reforming == MillReuse::NotStraightBack {
        for side in [own, other] {
            planes.point(memory.last_mill[side].map(|(from, _)| from));
            planes.point(memory.last_mill[side].map(|(_, to)| to));
        }
    }
    let seat = |side: Option<Color>| side.map_or(0, |side| if side == own { 1 } else { 2 });
    if rules.while_placing == PlacingRemovals::OneEach {
        planes.fill(seat(memory.first_mill));
        planes.fill(memory.removals.into());
    }
    if rules.blocked == Blocked::MustBeLetOut {
        planes.fill(seat(memory.let_out));
    }
    if rules.reforming == MillReuse::EachLineOnce {
        for side in [own, other] {
            (0..rules.board.lines().count()).for_each(|line| planes.fill((memory.paid[side] >> line & 1) as usize));
        }
    }
}

/// Writes 1 for each legal action, and 0 for the others.
pub fn mask(steps: &Steps, rules: &Rules, bytes: &mut [u8]) {
    bytes.fill(0);
    steps.for_each_action(rules, |action| bytes[action] = 1);
}
