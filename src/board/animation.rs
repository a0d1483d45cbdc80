// SPDX-License-Identifier: GPL-3.0-or-later
//! Animates the men: where each is on its way, how high it is lifted, and how far it has faded.
//! Also animates the light: mills, and the end of a game. Times are in microseconds of the frame
//! clock.

use std::time::Duration;

use morris::{Board, ByColor, Color, Outcome, Point, PointSet, WinReason};
use morris_paint::geometry::{Place, TrayEnd, place_of};
use morris_play::persistence::Animation;
use morris_play::session::{Scene, Status};

use super::tray_places::TrayPlaces;
use super::tween::Tween;

/// Default length of an animation step.
pub const STEP: Duration = Duration::from_millis(200);

/// Returns how long a man takes to move at a speed from the settings. `None` means without
/// animation.
pub fn step_of(speed: Animation) -> Option<Duration> {
    match speed {
        Animation::Off => None,
        Animation::Fast => Some(STEP / 2),
        Animation::Normal => Some(STEP),
        Animation::Slow => Some(STEP * 2),
    }
}

/// Number of different textures for the men of a side.
pub const PIECES: usize = 3;
/// Time that the light takes to run along a mill before a man is removed, in steps.
const GLOW: f32 = 1.2;
/// Time in which the light narrows and widens again at the end of a game, in steps.
const SPOTLIGHT: f32 = 5.0;
/// Time in which a man comes from a tray, in steps.
const FETCH: f32 = 1.2;
/// Time in which a removed man is carried to a tray, in steps.
const CARRY: f32 = 1.6;
/// Height at which a man flies over others. 1 is the height of a picked man.
const FLIGHT: f32 = 1.1;
/// Height of a man that is pushed along a line.
const PUSH: f32 = 0.16;
/// Height from which a man drops onto the board.
const DROP: f32 = 1.5;
/// Distance that a removed man moves toward the edge, in spacings.
const TAKEN: f32 = 0.4;

/// Greatest offset of what shakes, in logical pixels.
const SHAKE: f32 = 3.0;
/// Number of swings of what shakes.
const SWINGS: f32 = 3.0;
/// Time for which it shakes, in steps.
const SHAKING: f32 = 1.6;

/// A man as drawn. Coordinates are in board units.
#[derive(Clone, Debug)]
pub struct Sprite {
    pub color: Color,
    /// Point where the man is, or where it goes.
    pub home: Point,
    /// Index of its texture.
    pub piece: usize,
    board: &'static Board,
    x: Tween,
    y: Tween,
    alpha: Tween,
    lift: Tween,
    size: Tween,
    /// Progress on its way, and the maximum height of the way.
    hop: Option<(Tween, f32)>,
    /// Whether the man leaves the board.
    leaving: bool,
    /// The tray to which it goes.
    goes_to: Option<TrayEnd>,
}

/// State of a sprite at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Position in board units.
    pub place: Place,
    /// Opacity, from 0 to 1.
    pub alpha: f32,
    /// Height above the board. 1 is the height of a picked man.
    pub lift: f32,
    /// Size, relative to a man on the board.
    pub size: f32,
}

/// A closed mill.
#[derive(Clone, Debug)]
pub struct Glow {
    pub line: PointSet,
    strength: Tween,
}

/// Numbers of men in hand and of lost men.
type Counts = ByColor<[u8; 2]>;

fn counts(scene: &Scene) -> Counts {
    ByColor::from_fn(|color| [scene.hand[color], scene.lost[color]])
}

/// Where the light narrows at the end of a game.
#[derive(Clone, Copy, Debug)]
struct Spotlight {
    on: PointSet,
    start: i64,
    length: i64,
}

/// Everything that moves on the board.
#[derive(Clone, Debug, Default)]
pub struct Animator {
    sprites: Vec<Sprite>,
    glows: Vec<Glow>,
    shake: Option<Shake>,
    spotlight: Option<Spotlight>,
    /// Whether the game that was last shown is over.
    is_over: bool,
    /// Numbers in the scene that was last shown.
    counts: Option<Counts>,
}

/// A point whose man, or whose ring if it is empty, shakes because a tap was refused.
#[derive(Clone, Copy, Debug)]
struct Shake {
    point: Point,
    start: i64,
    length: i64,
}

/// Speed of the animation: the length of a step in microseconds, or 0 for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speed(i64);

/// Changes between two positions: men that moved, appeared, and disappeared.
struct Changes {
    slid: Vec<(Color, Point, Point)>,
    came: ByColor<PointSet>,
    went: ByColor<PointSet>,
}

impl Speed {
    /// Creates a speed with this length of a step. `None` means without animation.
    pub fn new(step: Option<Duration>) -> Self {
        Self(step.map_or(0, |step| i64::try_from(step.as_micros()).unwrap_or(0)))
    }

    pub const fn moves(self) -> bool {
        self.0 > 0
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
        let [alpha, size, lift] = [1.0, 1.0, 0.0].map(Tween::at);
        Self { color, home, piece, board, x, y, alpha, lift, size, hop: None, leaving: false, goes_to: None }
    }

    pub fn pose(&self, now: i64) -> Pose {
        let hop = self.hop.as_ref().map_or(0.0, |(hop, height)| {
            let t = hop.value(now);
            4.0 * t * (1.0 - t) * height
        });
        Pose {
            place: Place { x: self.x.value(now), y: self.y.value(now) },
            alpha: self.alpha.value(now),
            lift: self.lift.value(now).max(hop),
            size: self.size.value(now),
        }
    }

    /// Returns whether the man is on its point, or was put there.
    pub fn has_arrived(&self, now: i64) -> bool {
        self.leaving || [&self.x, &self.y, &self.alpha].into_iter().all(|track| track.is_done(now))
    }

    /// Carries the man through the air, from where it is to a place where it has this size.
    fn carry(&mut self, (to, size): (Place, f32), now: i64, wait: i64, length: i64) {
        self.x.go(to.x, now, wait, length);
        self.y.go(to.y, now, wait, length);
        self.size.go(size, now, wait, length);
        self.hop = Some((Tween::run(now + wait, length), FLIGHT));
    }

    fn go_to(&mut self, home: Point, now: i64, length: i64) {
        self.home = home;
        let Place { x, y } = place_of(self.board, home);
        self.x.go(x, now, 0, length);
        self.y.go(y, now, 0, length);
    }

    /// Returns whether the man is at rest.
    pub fn is_done(&self, now: i64) -> bool {
        self.tracks().all(|track| track.is_done(now))
    }

    fn tracks(&self) -> impl Iterator<Item = &Tween> {
        let hop = self.hop.as_ref().map(|(hop, _)| hop);
        [&self.x, &self.y, &self.alpha, &self.lift, &self.size].into_iter().chain(hop)
    }
}

impl Glow {
    /// Returns how far the light has run along the line, and its opacity, both from 0 to 1. An open
    /// mill fades.
    pub fn light(&self, now: i64) -> (f32, f32) {
        let strength = self.strength.value(now);
        if self.strength.goal() > 0.0 { (strength, 1.0) } else { (1.0, strength) }
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
    /// Returns the men in the order of drawing, the lowest first.
    pub fn sprites(&self, now: i64) -> Vec<&Sprite> {
        let mut sprites: Vec<_> = self.sprites.iter().collect();
        sprites.sort_by(|a, b| a.pose(now).lift.total_cmp(&b.pose(now).lift));
        sprites
    }

    pub fn glows(&self) -> &[Glow] {
        &self.glows
    }

    pub fn is_moving(&self, now: i64) -> bool {
        !self.sprites.iter().all(|sprite| sprite.is_done(now))
            || !self.glows.iter().all(|glow| glow.strength.is_done(now))
            || self.shaken(now).is_some()
            || self.spotlight.is_some_and(|spotlight| now < spotlight.start + spotlight.length)
    }

    /// Returns the points in the light at the end of a game, and the darkness around them, from 0
    /// to 1.
    pub fn spotlight(&self, now: i64) -> Option<(PointSet, f32)> {
        let Spotlight { on, start, length } = self.spotlight?;
        let t = (now - start) as f32 / length as f32;
        let darkness = (4.0 * t.min(1.0 - t)).min(1.0);
        (darkness > 0.0).then_some((on, darkness))
    }

    /// Returns how many men lie in a tray while others are still on their way to it.
    pub fn in_tray(&self, color: Color, end: TrayEnd, count: u8) -> u8 {
        let comes = |sprite: &&Sprite| sprite.color == color && sprite.goes_to == Some(end);
        count.saturating_sub(self.sprites.iter().filter(comes).count() as u8)
    }

    /// Starts to shake a point. Nothing waits for it to rest.
    pub fn shake(&mut self, point: Point, now: i64, speed: Speed) {
        self.shake = Some(Shake { point, start: now, length: speed.times(SHAKING) });
    }

    /// Returns the point that shakes, and its offset to the right in logical pixels.
    pub fn shaken(&self, now: i64) -> Option<(Point, f32)> {
        let Shake { point, start, length } = self.shake.filter(|shake| now < shake.start + shake.length)?;
        let t = (now - start).max(0) as f32 / length as f32;
        Some((point, SHAKE * (1.0 - t) * (SWINGS * std::f32::consts::TAU * t).sin()))
    }

    /// Returns the time when all men and glows are at rest.
    pub fn rests_at(&self) -> i64 {
        let men = self.sprites.iter().flat_map(Sprite::tracks).map(Tween::end);
        men.chain(self.glows.iter().map(|glow| glow.strength.end())).max().unwrap_or_default()
    }

    /// Drops men and lines that have faded away.
    pub fn sweep(&mut self, now: i64) {
        self.sprites.retain(|sprite| !(sprite.leaving && sprite.is_done(now)));
        self.glows.retain(|glow| glow.strength.goal() > 0.0 || !glow.strength.is_done(now));
    }

    /// Returns the men on the board, except those that are being removed.
    pub fn men(&self) -> ByColor<PointSet> {
        let standing = || self.sprites.iter().filter(|sprite| !sprite.leaving);
        ByColor::from_fn(|color| standing().filter(|sprite| sprite.color == color).map(|sprite| sprite.home).collect())
    }

    /// Starts the animation from the current picture to `scene` on a board. Men come from trays and
    /// go to them if there are any.
    pub fn show(&mut self, board: &'static Board, scene: &Scene, now: i64, speed: Speed, trays: Option<TrayPlaces>) {
        let changes = Changes::between(self.men(), scene.men);
        let new_mill = scene.mills.iter().any(|line| !self.glows.iter().any(|glow| glow.line == *line));
        let comes = Color::BOTH.into_iter().any(|color| !changes.came[color].is_empty());
        let steps = if comes && trays.is_some_and(|trays| trays.has_any()) { FETCH } else { 1.0 };
        let arrival = if changes.moves_men() { speed.times(steps) } else { 0 };
        let counts = counts(scene);
        let before = self.counts.replace(counts).unwrap_or(counts);
        for &(color, from, to) in &changes.slid {
            self.slide(color, from, to, now, speed);
        }
        for color in Color::BOTH {
            let wait = if new_mill && changes.moves_men() { arrival + speed.times(GLOW) } else { 0 };
            // Only as many men as the number of a tray has changed by come from it or go to it. The
            // others moved, in a jump over several moves.
            let from = changed(before[color], counts[color], |before, now| before > now);
            for (number, point) in (0..).zip(changes.came[color]) {
                if self.bring_back(color, point, now, speed) {
                    continue;
                }
                let man = Sprite::new(board, color, point);
                let from = from.filter(|tray| number < tray.by);
                match from.and_then(|tray| trays?.place(color, tray.end, tray.count + number)) {
                    Some(from) if speed.moves() => self.fetch(man, from, now, speed),
                    _ => self.drop_in(man, now, speed),
                }
            }
            let to = changed(before[color], counts[color], |before, now| before < now);
            for (number, point) in (1..).zip(changes.went[color]) {
                let to = to.filter(|tray| number <= tray.by);
                let to = to.and_then(|tray| Some((tray.end, trays?.place(color, tray.end, tray.count - number)?)));
                self.take_off(color, point, to, now, wait, speed);
            }
        }
        let lines =
            board.lines().filter(|&line| Color::BOTH.into_iter().any(|color| scene.men[color].contains_all(line)));
        self.glow(&lines.collect::<Vec<_>>(), now, arrival, speed);
        let was_over = std::mem::replace(&mut self.is_over, scene.outcome.is_some());
        let Status::Over(outcome) = scene.status else {
            self.spotlight = None;
            return self.lift(scene.picked, now, speed);
        };
        if !was_over && speed.moves() {
            let light = |on| Spotlight { on, start: now + arrival, length: speed.times(SPOTLIGHT) };
            self.spotlight = last_light(outcome, scene).map(light);
        }
        self.lift(scene.picked, now, speed);
    }

    /// Moves the man on `point` to a place, without animation: it follows the pointer.
    pub fn hold(&mut self, point: Point, place: Place) {
        if let Some(sprite) = self.standing(point) {
            (sprite.x, sprite.y) = (Tween::at(place.x), Tween::at(place.y));
            sprite.hop = None;
        }
    }

    /// Sends the man on `point` back to its point.
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
            (Tween::run(now, speed.times(1.0)), if man.board.neighbors(from).contains(to) { PUSH } else { FLIGHT })
        });
    }

    fn drop_in(&mut self, mut man: Sprite, now: i64, speed: Speed) {
        man.alpha = Tween::at(0.0);
        man.alpha.go(1.0, now, 0, speed.times(0.5));
        man.lift = Tween::at(DROP);
        man.lift.fall(now, speed.times(1.0));
        self.sprites.push(man);
    }

    /// Lets a man that is leaving a point return to it. Returns whether there is one.
    fn bring_back(&mut self, color: Color, point: Point, now: i64, speed: Speed) -> bool {
        let man = self.sprites.iter_mut().find(|man| man.leaving && man.color == color && man.home == point);
        let Some(man) = man else { return false };
        (man.leaving, man.goes_to) = (false, None);
        man.alpha.go(1.0, now, 0, speed.times(0.5));
        man.carry((place_of(man.board, point), 1.0), now, 0, speed.times(FETCH));
        true
    }

    /// Lets a man come from a tray.
    fn fetch(&mut self, mut man: Sprite, (from, size): (Place, f32), now: i64, speed: Speed) {
        let home = place_of(man.board, man.home);
        [man.x, man.y, man.size] = [from.x, from.y, size].map(Tween::at);
        man.carry((home, 1.0), now, 0, speed.times(FETCH));
        self.sprites.push(man);
    }

    /// Lets a man leave the board: to a tray if there is one, or else it fades.
    fn take_off(
        &mut self,
        color: Color,
        point: Point,
        to: Option<(TrayEnd, (Place, f32))>,
        now: i64,
        wait: i64,
        speed: Speed,
    ) {
        let man = self.sprites.iter_mut().find(|man| !man.leaving && man.color == color && man.home == point);
        let Some(man) = man else { return };
        man.leaving = true;
        if let Some((end, to)) = to {
            man.goes_to = Some(end);
            man.lift.go(0.0, now, wait, speed.times(1.0));
            return man.carry(to, now, wait, speed.times(CARRY));
        }
        // The man is lifted first, and then carried off.
        man.alpha.go(0.0, now, wait + speed.times(0.35), speed.times(0.65));
        man.lift.go(1.0, now, wait, speed.times(0.6));
        let Place { x, y } = place_of(man.board, point);
        let further = 1.0 + TAKEN / x.hypot(y).max(1.0);
        man.x.go(x * further, now, wait, speed.times(1.0));
        man.y.go(y * further, now, wait, speed.times(1.0));
    }

    fn glow(&mut self, mills: &[PointSet], now: i64, arrival: i64, speed: Speed) {
        for glow in &mut self.glows {
            if !mills.contains(&glow.line) {
                glow.strength.go(0.0, now, 0, speed.times(1.0));
            }
        }
        for &line in mills {
            if !self.glows.iter().any(|glow| glow.line == line) {
                self.glows.push(Glow { line, strength: Tween::at(0.0) });
            }
        }
        for glow in self.glows.iter_mut().filter(|glow| mills.contains(&glow.line)) {
            // The light runs again along a mill that closes while it still fades.
            if glow.strength.goal() == 0.0 {
                glow.strength = Tween::at(0.0);
            }
            glow.strength.go(1.0, now, arrival, speed.times(GLOW));
        }
    }

    /// Lifts the picked man and lowers all others.
    pub fn lift(&mut self, picked: Option<Point>, now: i64, speed: Speed) {
        for sprite in self.sprites.iter_mut().filter(|sprite| !sprite.leaving) {
            let height = if picked == Some(sprite.home) { 1.0 } else { 0.0 };
            sprite.lift.go(height, now, 0, speed.times(0.7));
        }
    }
}

/// A change of the number of men in a tray.
#[derive(Clone, Copy, Debug)]
struct TrayChange {
    end: TrayEnd,
    /// Number of men now.
    count: u8,
    /// Difference from the number before.
    by: u8,
}

/// Returns the change of a side's trays in one direction, if there is any.
fn changed(before: [u8; 2], now: [u8; 2], is_change: fn(u8, u8) -> bool) -> Option<TrayChange> {
    let ends = [TrayEnd::Hand, TrayEnd::Taken].into_iter().zip(before.into_iter().zip(now));
    let change = |(end, (before, count)): (TrayEnd, (u8, u8))| {
        is_change(before, count).then(|| TrayChange { end, count, by: before.abs_diff(count) })
    };
    ends.filter_map(change).next()
}

/// Returns the points that are in the light at the end of a game on the board: the last mill, or
/// the men of the blocked side.
fn last_light(outcome: Outcome, scene: &Scene) -> Option<PointSet> {
    let Outcome::Win { winner, reason } = outcome else { return None };
    match reason {
        WinReason::Blocked => Some(scene.men[winner.other()]),
        WinReason::ShutIn => Some(scene.men[winner]),
        WinReason::FewMen | WinReason::GaveAway | WinReason::Mill => {
            scene.mills.iter().copied().reduce(|mills, line| mills | line)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
