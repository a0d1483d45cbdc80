// SPDX-License-Identifier: GPL-3.0-or-later
//! Values that glide. Times are microseconds of the frame clock.

use super::paint::noise::mix;

/// A number on its way from one value to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tween {
    from: f32,
    to: f32,
    start: i64,
    length: i64,
}

impl Tween {
    /// At rest.
    pub const fn at(value: f32) -> Self {
        Self { from: value, to: value, start: 0, length: 0 }
    }

    /// Where it ends.
    pub const fn goal(&self) -> f32 {
        self.to
    }

    /// Where it is.
    pub fn value(&self, now: i64) -> f32 {
        mix(self.from, self.to, self.eased(now))
    }

    /// How far it has come, 0 to 1, slow at both ends.
    fn eased(&self, now: i64) -> f32 {
        if now >= self.start + self.length {
            return 1.0;
        }
        let t = ((now - self.start).max(0) as f32 / self.length as f32).clamp(0.0, 1.0);
        if t < 0.5 { 4.0 * t * t * t } else { 1.0 - (2.0 - 2.0 * t).powi(3) / 2.0 }
    }

    /// Whether it has arrived.
    pub const fn is_done(&self, now: i64) -> bool {
        now >= self.start + self.length
    }

    /// Goes on from where it is to another value: after `delay`, within `length`. Where it is bound there already,
    /// nothing changes.
    pub fn go(&mut self, to: f32, now: i64, delay: i64, length: i64) {
        if (self.to - to).abs() > f32::EPSILON {
            *self = Self { from: self.value(now), to, start: now + delay, length };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_waits_glides_and_arrives() {
        let mut track = Tween::at(1.0);
        track.go(3.0, 1_000, 500, 200);
        assert_eq!([1_000, 1_500, 1_600, 1_700, 9_999].map(|now| track.value(now)), [1.0, 1.0, 2.0, 3.0, 3.0]);
        assert!(!track.is_done(1_699) && track.is_done(1_700));
    }

    #[test]
    fn a_new_goal_begins_where_it_is() {
        let mut track = Tween::at(0.0);
        track.go(2.0, 0, 0, 100);
        track.go(0.0, 50, 0, 100);
        assert_eq!((track.value(50), track.value(150)), (1.0, 0.0));
        let before = track;
        track.go(0.0, 90, 0, 500);
        assert_eq!(track, before);
    }

    #[test]
    fn without_length_it_jumps() {
        let mut track = Tween::at(0.0);
        track.go(5.0, 70, 0, 0);
        assert_eq!(track.value(70), 5.0);
        assert!(track.is_done(70));
    }
}
