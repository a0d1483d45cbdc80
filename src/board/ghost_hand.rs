// SPDX-License-Identifier: GPL-3.0-or-later
//! A drawn hand that shows a gesture: it taps a point, or drags a man to another point.

use gtk::cairo;

use morris::{Board, Point};
use morris_paint::geometry::{Place, place_of};
use morris_paint::noise::mix;

use super::to_gdk::rgba;

/// Time before the hand appears, in seconds. The eye may still be reading.
const WAIT: f32 = 0.7;
/// Time in which the hand comes to the first point, in seconds.
const COME: f32 = 0.6;
/// Time in which it presses, in seconds.
const PRESS: f32 = 0.3;
/// Time in which it carries a man to the other point, in seconds.
const CARRY: f32 = 1.0;
/// Time in which it stays at the end, in seconds.
const STAY: f32 = 0.5;
/// Time in which it fades, in seconds.
const FADE: f32 = 0.4;
/// Where the hand comes from, relative to the first point, in board units.
const AWAY: Place = Place { x: 0.7, y: 0.9 };
/// Relative size of a hand that presses.
const PRESSED: f32 = 0.88;
/// Middle of the picture of the hand, relative to the tip of its finger, in spacings.
const MIDDLE: Place = Place { x: 0.33, y: 0.45 };
/// Size of the hand, in spacings for each unit of its outline.
const SIZE: f64 = 0.0098;
/// Tilt of the hand to the left, in radians.
const TILT: f64 = -0.38;

/// A hand that shows a gesture. Times are in microseconds of the frame clock.
#[derive(Clone, Copy, Debug)]
pub struct GhostHand {
    /// Man that it drags. `None` if it taps the goal.
    from: Option<Point>,
    /// The goal.
    to: Point,
    start: i64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HandPose {
    /// Tip of the finger, in board units.
    pub tip: Place,
    /// Opacity, from 0 to 1.
    pub alpha: f32,
    /// How far it presses, from 0 to 1.
    pub press: f32,
    /// Opacity of the man that it carries or places, relative to that of a preview.
    pub man: f32,
}

impl HandPose {
    /// Returns the size of the hand. One that presses is smaller.
    pub fn size(self) -> f32 {
        mix(1.0, PRESSED, self.press)
    }

    /// Returns the middle of its picture, relative to the tip of the finger, in spacings.
    pub fn middle(self) -> Place {
        Place { x: MIDDLE.x * self.size(), y: MIDDLE.y * self.size() }
    }
}

impl GhostHand {
    /// Begins a gesture: the hand drags the man on `from`, or taps the goal.
    pub const fn new(from: Option<Point>, to: Point, start: i64) -> Self {
        Self { from, to, start }
    }

    /// Returns whether the gesture is not over yet.
    pub fn is_moving(self, now: i64) -> bool {
        self.seconds(now) < self.length()
    }

    fn seconds(self, now: i64) -> f32 {
        (now - self.start) as f32 / 1e6
    }

    fn carry(self) -> f32 {
        if self.from.is_some() { CARRY } else { 0.0 }
    }

    fn length(self) -> f32 {
        WAIT + COME + PRESS + self.carry() + STAY + FADE
    }

    /// Returns the pose at a time. `None` before the hand appears and after it has gone.
    pub fn pose(self, board: &Board, now: i64) -> Option<HandPose> {
        let time = self.seconds(now);
        if time <= WAIT || !self.is_moving(now) {
            return None;
        }
        let [first, goal] = [self.from.unwrap_or(self.to), self.to].map(|point| place_of(board, point));
        let away = Place { x: first.x + AWAY.x, y: first.y + AWAY.y };
        let (pressed, arrived) = (WAIT + COME, WAIT + COME + PRESS + self.carry());
        let way =
            between(between(away, first, ramp(time, WAIT, COME)), goal, ramp(time, pressed + PRESS, self.carry()));
        let alpha = ramp(time, WAIT, COME / 2.0) * (1.0 - ramp(time, self.length() - FADE, FADE));
        let press = ramp(time, pressed, PRESS / 2.0) - ramp(time, arrived, PRESS / 2.0);
        Some(HandPose { tip: way, alpha, press, man: alpha * ramp(time, pressed + PRESS / 2.0, PRESS / 2.0) })
    }
}

fn between(from: Place, to: Place, t: f32) -> Place {
    Place { x: mix(from.x, to.x, t), y: mix(from.y, to.y, t) }
}

/// Goes from 0 to 1 within a time, slow at both ends.
fn ramp(time: f32, start: f32, length: f32) -> f32 {
    let t = ((time - start) / length.max(f32::EPSILON)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Draws the hand with an outstretched finger, with lines of a color. The origin of the context is
/// the middle of the picture, and its unit is a spacing.
pub fn draw(context: &cairo::Context, edge: u32) {
    context.translate(-f64::from(MIDDLE.x), -f64::from(MIDDLE.y));
    context.rotate(TILT);
    context.scale(SIZE, SIZE);
    for ((shift, width), (hex, alpha)) in [((5.0, 9.0), (0x00_00_00, 0.25)), ((0.0, 7.0), (edge, 0.9))] {
        outline(context, shift);
        paint(context, hex, alpha);
        context.set_line_join(cairo::LineJoin::Round);
        context.set_line_width(width);
        // Ignore the error: a context that cannot draw has already failed and draws nothing, and
        // the error has no receiver.
        let _ = context.stroke_preserve();
        let _ = context.fill();
    }
    outline(context, 0.0);
    paint(context, 0xff_ff_ff, 1.0);
    let _ = context.fill();
    creases(context, edge);
}

fn paint(context: &cairo::Context, hex: u32, alpha: f32) {
    let color = rgba(hex, alpha);
    context.set_source_rgba(color.red().into(), color.green().into(), color.blue().into(), color.alpha().into());
}

/// Sets the path to the outline of the hand. The tip of the finger is at (0, 0), the wrist at the
/// bottom.
fn outline(context: &cairo::Context, shift: f64) {
    context.new_path();
    let (line, curve) = (
        |x: f64, y: f64| context.line_to(x + shift, y + shift),
        |from: [f64; 2], to: [f64; 2], end: [f64; 2]| {
            let [x1, y1, x2, y2, x, y] = [from[0], from[1], to[0], to[1], end[0], end[1]].map(|at| at + shift);
            context.curve_to(x1, y1, x2, y2, x, y);
        },
    );
    line(-8.0, 8.0);
    curve([-8.0, -3.0], [8.0, -3.0], [8.0, 8.0]);
    line(8.0, 38.0);
    curve([9.0, 29.0], [22.0, 30.0], [22.0, 40.0]);
    curve([23.0, 32.0], [35.0, 33.0], [35.0, 43.0]);
    curve([36.0, 36.0], [47.0, 37.0], [47.0, 47.0]);
    line(47.0, 68.0);
    curve([47.0, 82.0], [41.0, 86.0], [40.0, 98.0]);
    line(4.0, 98.0);
    curve([2.0, 86.0], [-14.0, 76.0], [-22.0, 62.0]);
    curve([-28.0, 51.0], [-18.0, 46.0], [-8.0, 58.0]);
    context.close_path();
}

/// Draws the lines between the folded fingers.
fn creases(context: &cairo::Context, edge: u32) {
    paint(context, edge, 0.7);
    context.set_line_width(3.5);
    context.set_line_cap(cairo::LineCap::Round);
    for (x, top, bottom) in [(8.0, 38.0, 54.0), (22.0, 41.0, 55.0), (35.0, 44.0, 56.0)] {
        context.move_to(x, top);
        context.line_to(x, bottom);
    }
    let _ = context.stroke();
}

#[cfg(test)]
mod tests {
    use morris::PLAIN_24;

    use super::*;

    fn poses(hand: GhostHand) -> Vec<HandPose> {
        (0..100).filter_map(|step| hand.pose(&PLAIN_24, step * 50_000)).collect()
    }

    #[test]
    fn the_hand_taps_the_goal_and_goes() {
        let to: Point = "d6".parse().unwrap();
        let hand = GhostHand { from: None, to, start: 0 };
        let goal = place_of(&PLAIN_24, to);
        let poses = poses(hand);
        assert!(poses[0].alpha < 0.1 && poses[0].tip.distance(goal) > 1.0, "{:?}", poses[0]);
        let pressing = poses.iter().find(|pose| pose.press > 0.9).expect("it presses");
        assert!(pressing.tip.distance(goal) < 0.01, "{pressing:?}");
        assert!(poses.iter().any(|pose| pose.man > 0.9) && poses.last().is_some_and(|pose| pose.alpha < 0.1));
        assert_eq!(hand.pose(&PLAIN_24, 600_000), None, "it waits first");
        assert!(hand.is_moving(2_400_000) && !hand.is_moving(2_600_000));
    }

    #[test]
    fn the_hand_carries_the_man_from_its_point_to_the_goal() {
        let [from, to]: [Point; 2] = ["d6", "d5"].map(|name| name.parse().unwrap());
        let poses = poses(GhostHand { from: Some(from), to, start: 0 });
        let carrying: Vec<_> = poses.iter().filter(|pose| pose.press > 0.9).collect();
        let ends = [carrying.first(), carrying.last()].map(|pose| pose.expect("it presses").tip);
        assert!(ends[0].distance(place_of(&PLAIN_24, from)) < 0.01, "{ends:?}");
        assert!(ends[1].distance(place_of(&PLAIN_24, to)) < 0.05, "{ends:?}");
        assert!(carrying.iter().skip(3).all(|pose| pose.man > 0.9), "the man is seen on its way");
    }
}
