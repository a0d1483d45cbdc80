// SPDX-License-Identifier: GPL-3.0-or-later
//! Numbers that change over time. Times are in microseconds of the frame clock.

use morris_paint::noise::mix;

/// A number that changes over time from one value to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tween {
    from: f32,
    to: f32,
    start: i64,
    length: i64,
    /// Whether it accelerates like a falling body instead of gliding.
    falls: bool,
}

impl Tween {
    /// Creates a value at rest.
    pub const fn at(value: f32) -> Self {
        Self { from: value, to: value, start: 0, length: 0, falls: false }
    }

    /// Creates a value that goes from 0 to 1.
    pub const fn run(start: i64, length: i64) -> Self {
        Self { from: 0.0, to: 1.0, start, length, falls: false }
    }

    /// Returns the final value.
    pub const fn goal(&self) -> f32 {
        self.to
    }

    pub fn value(&self, now: i64) -> f32 {
        mix(self.from, self.to, self.eased(now))
    }

    /// Returns the eased progress, from 0 to 1: slow at both ends, or accelerating with a small
    /// rebound.
    fn eased(&self, now: i64) -> f32 {
        if now >= self.start + self.length {
            return 1.0;
        }
        let t = ((now - self.start).max(0) as f32 / self.length as f32).clamp(0.0, 1.0);
        if self.falls {
            return if t < LANDING { (t / LANDING).powi(2) } else { 1.0 - rebound((t - LANDING) / (1.0 - LANDING)) };
        }
        if t < 0.5 { 4.0 * t * t * t } else { 1.0 - (2.0 - 2.0 * t).powi(3) / 2.0 }
    }

    pub const fn is_done(&self, now: i64) -> bool {
        now >= self.end()
    }

    /// Returns the time when the final value is reached.
    pub const fn end(&self) -> i64 {
        self.start + self.length
    }

    /// Starts from the current value to another one, after `delay` and within `length`. Does
    /// nothing if it goes to that value already.
    pub fn go(&mut self, to: f32, now: i64, delay: i64, length: i64) {
        if (self.to - to).abs() > f32::EPSILON {
            *self = Self { from: self.value(now), to, start: now + delay, length, falls: false };
        }
    }

    /// Falls to 0 within `length`.
    pub fn fall(&mut self, now: i64, length: i64) {
        *self = Self { from: self.value(now), to: 0.0, start: now, length, falls: true };
    }
}

/// When a falling man first touches the board, as a fraction of the total time.
const LANDING: f32 = 0.72;

/// Returns the height of the rebound as a fraction of the way. `t` is the fraction of the time
/// after the landing.
fn rebound(t: f32) -> f32 {
    0.09 * 4.0 * t * (1.0 - t)
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
    fn falling_men_accelerate_and_bounce() {
        let mut height = Tween::at(1.0);
        height.fall(0, 1_000);
        let seen = [0, 180, 360, 540, 720, 860, 1_000].map(|now| height.value(now));
        assert!(seen[0] - seen[1] < seen[1] - seen[2] && seen[1] - seen[2] < seen[2] - seen[3], "{seen:?}");
        assert_eq!((seen[0], seen[4], seen[6]), (1.0, 0.0, 0.0), "{seen:?}");
        assert!((0.05..0.15).contains(&seen[5]), "{seen:?}");
    }

    #[test]
    fn without_length_it_jumps() {
        let mut track = Tween::at(0.0);
        track.go(5.0, 70, 0, 0);
        assert_eq!(track.value(70), 5.0);
        assert!(track.is_done(70));
    }
}
