// SPDX-License-Identifier: GPL-3.0-or-later
//! The thinking time of both sides.

use std::time::Duration;

use crate::setup::Clock;
use morris::{ByColor, Color};
use morris_engine::TimeControl;

/// What both sides have left, now and before each move, so that taking moves back gives the time back.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    increment: Duration,
    now: ByColor<Duration>,
    /// By the number of moves played.
    before: Vec<ByColor<Duration>>,
}

impl Clocks {
    /// The clocks after `moves` moves. What was left at earlier moves is not known; it counts as the same.
    pub(super) fn new(clock: Clock, left: Option<ByColor<Duration>>, moves: usize) -> Self {
        let now = left.unwrap_or(ByColor { white: clock.time, black: clock.time });
        Self { increment: clock.increment, now, before: vec![now; moves + 1] }
    }

    pub(super) const fn left(&self) -> ByColor<Duration> {
        self.now
    }

    /// What is left, for those who have to play within it.
    pub(super) const fn control(&self) -> TimeControl {
        TimeControl { left: self.now, increment: self.increment }
    }

    /// Lets time go by for a side; whether it has run out.
    pub(super) fn run(&mut self, side: Color, elapsed: Duration) -> bool {
        self.now[side] = self.now[side].saturating_sub(elapsed);
        self.now[side].is_zero()
    }

    /// A side has played its move, the one with this number.
    pub(super) fn played(&mut self, side: Color, moves: usize) {
        self.now[side] = self.now[side].saturating_add(self.increment);
        self.before.truncate(moves);
        self.before.push(self.now);
    }

    /// The game, which stood after `from` moves, stands after `moves` moves again. What has been used there is remembered
    /// for the way back.
    pub(super) fn go_to(&mut self, from: usize, moves: usize) {
        if let Some(here) = self.before.get_mut(from) {
            *here = self.now;
        }
        if let Some(&then) = self.before.get(moves) {
            self.now = then;
        }
    }
}
