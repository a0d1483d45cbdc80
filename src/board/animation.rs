// SPDX-License-Identifier: GPL-3.0-or-later
//! The men as they are seen: where each is on its way, how high it is lifted, how far it has faded.
//! Times are microseconds of the frame clock.

use std::time::Duration;

use morris::{Board, ByColor, Color, Point, PointSet};
use morris_paint::geometry::{Place, place_of};
use morris_paint::noise::mix;
use morris_play::persistence::Animation;
use morris_play::session::Scene;

/// The length of an animation's step unless told otherwise.
pub const STEP: Duration = Duration::from_millis(200);

/// How long a man takes to move at a speed that the settings name; `None` for at once.
#[must_use]
pub fn step_of(speed: Animation) -> Option<Duration> {
    match speed {
        Animation::Off => None,
        Animation::Fast => Some(STEP / 2),
        Animation::Normal => Some(STEP),
        Animation::Slow => Some(STEP * 2),
    }
}

/// How many pieces of wood the men of a side are cut from.
pub const PIECES: usize = 3;
/// How much brighter than usual the mill that wins a game begins to glow.
const FLARE: f32 = 1.8;
/// How long that takes to fade, in steps.
const FLARING: f32 = 5.0;
/// How long a mill glows before a man goes, in steps.
const GLOW: f32 = 1.2;
/// How high a man is carried over others; 1 is as high as a picked one.
const FLIGHT: f32 = 1.1;
/// How high it rises when it is pushed along a line.
const PUSH: f32 = 0.16;
/// From how high a man drops onto the board.
const DROP: f32 = 1.5;
/// How far a man that is taken moves towards the edge, in spacings.
const TAKEN: f32 = 0.4;

/// A man as it is seen. Places are board units.
#[derive(Clone, Debug)]
pub struct Sprite {
    /// Light or dark.
    pub color: Color,
    /// The point it stands on or goes to.
    pub home: Point,
    /// Which piece of wood it is cut from.
    pub piece: usize,
    board: &'static Board,
    x: Tween,
    y: Tween,
    alpha: Tween,
    lift: Tween,
    /// How far it has come on its way, and how high the way leads.
    hop: Option<(Tween, f32)>,
    /// Whether it is on its way out.
    leaving: bool,
}

/// A sprite at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Where, in board units.
    pub place: Place,
    /// How much of it shows, 0 to 1.
    pub alpha: f32,
    /// How high it is lifted, 0 to 1.
    pub lift: f32,
}

/// A line that glows.
#[derive(Clone, Debug)]
pub struct Glow {
    /// Its points.
    pub line: PointSet,
    strength: Tween,
    /// By how much brighter it is than usual.
    flare: Tween,
}

/// All that moves on the board.
#[derive(Clone, Debug, Default)]
pub struct Animator {
    sprites: Vec<Sprite>,
    glows: Vec<Glow>,
}

/// How fast things go: the length of a step in microseconds, 0 for at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speed(i64);

/// A slide or a flight that is seen, and what else a step brings.
struct Changes {
    slid: Vec<(Color, Point, Point)>,
    came: ByColor<PointSet>,
    went: ByColor<PointSet>,
}

impl Speed {
    /// A step takes so long; `None` and it is done at once.
    pub fn new(step: Option<Duration>) -> Self {
        Self(step.map_or(0, |step| i64::try_from(step.as_micros()).unwrap_or(0)))
    }

    fn times(self, factor: f32) -> i64 {
        (self.0 as f32 * factor) as i64
    }
}

impl Sprite {
    fn new(board: &'static Board, color: Color, home: Point) -> Self {
        let Place { x, y } = place_of(board, home);
        let [x, y] = [x, y].map(Tween::at);
        let piece = home.index() % PIECES;
        Self { color, home, piece, board, x, y, alpha: Tween::at(1.0), lift: Tween::at(0.0), hop: None, leaving: false }
    }

    /// How it looks now.
    pub fn pose(&self, now: i64) -> Pose {
        let hop = self.hop.as_ref().map_or(0.0, |(hop, height)| {
            let t = hop.value(now);
            4.0 * t * (1.0 - t) * height
        });
        Pose {
            place: Place { x: self.x.value(now), y: self.y.value(now) },
            alpha: self.alpha.value(now),
            lift: self.lift.value(now).max(hop),
        }
    }

    fn go_to(&mut self, home: Point, now: i64, length: i64) {
        self.home = home;
        let Place { x, y } = place_of(self.board, home);
        self.x.go(x, now, 0, length);
        self.y.go(y, now, 0, length);
    }

    fn is_done(&self, now: i64) -> bool {
        self.tracks().all(|track| track.is_done(now))
    }

    fn tracks(&self) -> impl Iterator<Item = &Tween> {
        [&self.x, &self.y, &self.alpha, &self.lift].into_iter().chain(self.hop.as_ref().map(|(hop, _)| hop))
    }
}

impl Glow {
    /// How strongly it glows, 0 to 1.
    pub fn strength(&self, now: i64) -> f32 {
        self.strength.value(now) * (1.0 + self.flare.value(now))
    }
}

impl Changes {
    fn between(shown: ByColor<PointSet>, men: ByColor<PointSet>) -> Self {
        let mut went = ByColor::from_fn(|color| shown[color] - men[color]);
        let mut came = ByColor::from_fn(|color| men[color] - shown[color]);
        let mut slid = Vec::new();
        for color in Color::BOTH {
            if let (1, Some(from), 1, Some(to)) =
                (went[color].len(), went[color].first(), came[color].len(), came[color].first())
            {
                slid.push((color, from, to));
                went[color] = PointSet::EMPTY;
                came[color] = PointSet::EMPTY;
            }
        }
        Self { slid, came, went }
    }

    fn moves_men(&self) -> bool {
        !self.slid.is_empty() || Color::BOTH.into_iter().any(|color| !self.came[color].is_empty())
    }
}

impl Animator {
    /// The men, those higher up later.
    pub fn sprites(&self, now: i64) -> Vec<&Sprite> {
        let mut sprites: Vec<_> = self.sprites.iter().collect();
        sprites.sort_by(|a, b| a.pose(now).lift.total_cmp(&b.pose(now).lift));
        sprites
    }

    /// The lines that glow.
    pub fn glows(&self) -> &[Glow] {
        &self.glows
    }

    /// Whether anything still moves.
    pub fn is_moving(&self, now: i64) -> bool {
        !self.sprites.iter().all(|sprite| sprite.is_done(now))
            || !self.glows.iter().all(|glow| glow.strength.is_done(now) && glow.flare.is_done(now))
    }

    /// When everything is where it goes.
    pub fn rests_at(&self) -> i64 {
        let men = self.sprites.iter().flat_map(Sprite::tracks).map(Tween::end);
        men.chain(self.glows.iter().map(|glow| glow.strength.end())).max().unwrap_or_default()
    }

    /// Lets go of what has faded away.
    pub fn sweep(&mut self, now: i64) {
        self.sprites.retain(|sprite| !(sprite.leaving && sprite.alpha.is_done(now)));
        self.glows.retain(|glow| glow.strength.goal() > 0.0 || !glow.strength.is_done(now));
    }

    /// The men that stand or go somewhere.
    pub fn men(&self) -> ByColor<PointSet> {
        let standing = || self.sprites.iter().filter(|sprite| !sprite.leaving);
        ByColor::from_fn(|color| standing().filter(|sprite| sprite.color == color).map(|sprite| sprite.home).collect())
    }

    /// Sets the picture moving from what it is to `scene` on a board.
    pub fn show(&mut self, board: &'static Board, scene: &Scene, now: i64, speed: Speed) {
        let changes = Changes::between(self.men(), scene.men);
        let new_mill = scene.mills.iter().any(|line| !self.glows.iter().any(|glow| glow.line == *line));
        let arrival = if changes.moves_men() { speed.times(1.0) } else { 0 };
        for &(color, from, to) in &changes.slid {
            self.slide(color, from, to, now, speed);
        }
        for color in Color::BOTH {
            changes.came[color].for_each(|point| self.drop_in(Sprite::new(board, color, point), now, speed));
            let wait = if new_mill && changes.moves_men() { arrival + speed.times(GLOW) } else { 0 };
            changes.went[color].for_each(|point| self.fade(color, point, now, wait, speed));
        }
        self.glow(&scene.mills, now, arrival, speed);
        if new_mill && scene.outcome.is_some_and(|outcome| outcome.winner().is_some()) {
            self.celebrate(now, arrival, speed);
        }
        self.lift(scene.picked, now, speed);
    }

    /// Holds the man on `point` at a place: it follows the pointer.
    pub fn hold(&mut self, point: Point, place: Place) {
        if let Some(sprite) = self.standing(point) {
            (sprite.x, sprite.y) = (Tween::at(place.x), Tween::at(place.y));
            sprite.hop = None;
        }
    }

    /// Lets the man on `point` go back to where it stands.
    pub fn let_go(&mut self, point: Point, now: i64, speed: Speed) {
        if let Some(sprite) = self.standing(point) {
            sprite.go_to(point, now, speed.times(0.8));
        }
    }

    fn standing(&mut self, point: Point) -> Option<&mut Sprite> {
        self.sprites.iter_mut().find(|sprite| !sprite.leaving && sprite.home == point)
    }

    fn slide(&mut self, color: Color, from: Point, to: Point, now: i64, speed: Speed) {
        let man = self.sprites.iter_mut().find(|man| !man.leaving && man.color == color && man.home == from);
        let Some(man) = man else { return };
        let held = man.lift.value(now) > 0.5;
        let far = man.pose(now).place.distance(place_of(man.board, to));
        man.go_to(to, now, speed.times(if far < 0.6 { 0.5 } else { 1.0 }));
        man.hop = (!held).then(|| {
            let mut hop = Tween::at(0.0);
            hop.go(1.0, now, 0, speed.times(1.0));
            (hop, if man.board.neighbors(from).contains(to) { PUSH } else { FLIGHT })
        });
    }

    fn drop_in(&mut self, mut man: Sprite, now: i64, speed: Speed) {
        man.alpha = Tween::at(0.0);
        man.alpha.go(1.0, now, 0, speed.times(0.5));
        man.lift = Tween::at(DROP);
        man.lift.fall(now, speed.times(1.0));
        self.sprites.push(man);
    }

    fn fade(&mut self, color: Color, point: Point, now: i64, wait: i64, speed: Speed) {
        let man = self.sprites.iter_mut().find(|man| !man.leaving && man.color == color && man.home == point);
        if let Some(man) = man {
            man.leaving = true;
            // It is lifted first, and carried off.
            man.alpha.go(0.0, now, wait + speed.times(0.35), speed.times(0.65));
            man.lift.go(1.0, now, wait, speed.times(0.6));
            let Place { x, y } = place_of(man.board, point);
            let further = 1.0 + TAKEN / x.hypot(y).max(1.0);
            man.x.go(x * further, now, wait, speed.times(1.0));
            man.y.go(y * further, now, wait, speed.times(1.0));
        }
    }

    fn glow(&mut self, mills: &[PointSet], now: i64, arrival: i64, speed: Speed) {
        for glow in &mut self.glows {
            if !mills.contains(&glow.line) {
                glow.strength.go(0.0, now, 0, speed.times(1.0));
            }
        }
        for &line in mills {
            if !self.glows.iter().any(|glow| glow.line == line) {
                self.glows.push(Glow { line, strength: Tween::at(0.0), flare: Tween::at(0.0) });
            }
        }
        for glow in self.glows.iter_mut().filter(|glow| mills.contains(&glow.line)) {
            glow.strength.go(1.0, now, arrival, speed.times(0.8));
        }
    }

    /// The mill that has won flares up once.
    fn celebrate(&mut self, now: i64, arrival: i64, speed: Speed) {
        for glow in self.glows.iter_mut().filter(|glow| glow.strength.goal() > 0.0) {
            glow.flare = Tween::at(FLARE);
            glow.flare.go(0.0, now, arrival, speed.times(FLARING));
        }
    }

    /// Lifts one man, and lets down all others.
    pub fn lift(&mut self, picked: Option<Point>, now: i64, speed: Speed) {
        for sprite in self.sprites.iter_mut().filter(|sprite| !sprite.leaving) {
            let height = if picked == Some(sprite.home) { 1.0 } else { 0.0 };
            sprite.lift.go(height, now, 0, speed.times(0.7));
        }
    }
}

/// A number on its way from one value to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tween {
    from: f32,
    to: f32,
    start: i64,
    length: i64,
    /// Whether it falls rather than glides.
    falls: bool,
}

impl Tween {
    /// At rest.
    pub const fn at(value: f32) -> Self {
        Self { from: value, to: value, start: 0, length: 0, falls: false }
    }

    /// Where it ends.
    pub const fn goal(&self) -> f32 {
        self.to
    }

    /// Where it is.
    pub fn value(&self, now: i64) -> f32 {
        mix(self.from, self.to, self.eased(now))
    }

    /// How far it has come, 0 to 1: slow at both ends, or ever faster with a little rebound.
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

    /// Whether it has arrived.
    pub const fn is_done(&self, now: i64) -> bool {
        now >= self.end()
    }

    /// When it arrives.
    pub const fn end(&self) -> i64 {
        self.start + self.length
    }

    /// Goes on from where it is to another value: after `delay`, within `length`. Where it is bound
    /// there already, nothing changes.
    pub fn go(&mut self, to: f32, now: i64, delay: i64, length: i64) {
        if (self.to - to).abs() > f32::EPSILON {
            *self = Self { from: self.value(now), to, start: now + delay, length, falls: false };
        }
    }

    /// Falls to 0 within `length`.
    fn fall(&mut self, now: i64, length: i64) {
        *self = Self { from: self.value(now), to: 0.0, start: now, length, falls: true };
    }
}

/// When what falls touches the board first, as a part of the whole time.
const LANDING: f32 = 0.72;

/// How far what has fallen springs back, as a part of the way, at a part of the time that is left.
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
    fn what_falls_is_faster_and_faster_and_springs_back_a_little() {
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
