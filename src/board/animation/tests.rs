// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the animation without a window.

use morris::{Arrangement, PLAIN_24, Rules};
use morris_paint::geometry::{Coordinates, Facing, Frame, Geometry, Trays};

use super::*;

#[test]
fn refused_men_shake_by_three_pixels_without_delay() {
    let (mut animator, point) = (Animator::default(), "d6".parse().unwrap());
    animator.shake(point, 1_000, Speed::new(Some(STEP)));
    let length = (STEP.as_micros() as f32 * SHAKING) as i64;
    let offsets: Vec<_> = (0..length / 1_000).filter_map(|ms| animator.shaken(1_000 + ms * 1_000)).collect();
    assert!(offsets.iter().all(|&(at, offset)| at == point && offset.abs() <= SHAKE));
    let [most, least] = [f32::max, f32::min].map(|of| offsets.iter().map(|&(_, offset)| offset).fold(0.0, of));
    assert!(most > 2.5 && least < -2.0, "{least} to {most}");
    assert!(animator.is_moving(1_001) && !animator.is_moving(1_000 + length));
    assert_eq!(animator.rests_at(), 0);
    animator.shake(point, 0, Speed::new(None));
    assert!(animator.shaken(0).is_none() && !animator.is_moving(0), "without animations");
}

const SPEED: Speed = Speed(200_000);

/// Returns a scene with these numbers of lost men.
fn scene(line: &str, white: u8, black: u8) -> Scene {
    let still = Scene::still(&Arrangement::parse(line, &Rules::STANDARD).unwrap(), &Rules::STANDARD);
    Scene { lost: ByColor { white, black }, ..still }
}

fn set(names: &str) -> PointSet {
    names.split(' ').map(|name| name.parse::<Point>().unwrap()).collect()
}

fn trays() -> TrayPlaces {
    let frame = Frame { coordinates: Coordinates::Shown, trays: Trays::Shown };
    let geometry = Geometry::new((600, 600), 1, &PLAIN_24, frame, Facing::White);
    TrayPlaces { geometry, near: Color::White, most: 9 }
}

/// Returns an animator that shows one scene, and starts to another at 0.
fn between(before: &Scene, now: &Scene) -> Animator {
    let mut animator = Animator::default();
    animator.show(&PLAIN_24, before, 0, Speed::new(None), Some(trays()));
    animator.show(&PLAIN_24, now, 0, SPEED, Some(trays()));
    animator
}

/// Returns a place and a size in thousandths.
fn rounded((Place { x, y }, size): (Place, f32)) -> [i32; 3] {
    [x, y, size].map(|number| (number * 1000.0).round() as i32)
}

fn place(pose: Pose) -> [i32; 3] {
    rounded((pose.place, pose.size))
}

fn in_tray(color: Color, end: TrayEnd, index: u8) -> Option<[i32; 3]> {
    trays().place(color, end, index).map(rounded)
}

#[test]
fn men_come_from_the_tray_of_their_side_and_go_back() {
    let [before, after] =
        [".../.../.../....../.../.../... w 9 9", ".../.W./.../....../.../.../... b 8 9"].map(|line| scene(line, 0, 0));
    let (home, tray) = ([0, -2000, 1000], in_tray(Color::White, TrayEnd::Hand, 8));
    let placed = between(&before, &after);
    let (man, end) = (placed.sprites(0)[0], placed.rests_at());
    assert_eq!((Some(place(man.pose(0))), place(man.pose(end))), (tray, home));
    assert!(man.pose(end / 2).lift > 0.5 && !man.has_arrived(end / 2) && man.has_arrived(end));
    let back = between(&after, &before);
    assert_eq!(back.in_tray(Color::White, TrayEnd::Hand, 9), 8, "one is on its way");
    assert_eq!(Some(place(back.sprites(0)[0].pose(back.rests_at()))), tray);
}

#[test]
fn removed_men_go_to_the_tray_of_the_side_that_took_them() {
    let before = scene("WW./.B./.../....../.../.../..W w 0 0", 0, 2);
    let after = Scene { mills: vec![set("a7 d7 g7")], ..scene("WWW/.../.../....../.../.../... b 0 0", 0, 3) };
    let mut animator = between(&before, &after);
    let black = |animator: &Animator, now| {
        animator.sprites(now).into_iter().find(|man| man.color == Color::Black).map(|man| place(man.pose(now)))
    };
    let end = animator.rests_at();
    assert_eq!(black(&animator, end), in_tray(Color::Black, TrayEnd::Taken, 2));
    assert!(black(&animator, end).is_some_and(|[_, y, _]| y > 3500), "White sits below the board");
    assert_eq!(black(&animator, 200_000).map(|[.., size]| size), Some(1000), "first the light runs along the mill");
    assert_eq!(animator.in_tray(Color::Black, TrayEnd::Taken, 3), 2);
    animator.sweep(end);
    assert_eq!((black(&animator, end), animator.in_tray(Color::Black, TrayEnd::Taken, 3)), (None, 3));
}

#[test]
fn in_a_jump_only_removed_men_go_to_a_tray() {
    let before = scene("WW./.B./.B./....../.../.../..W w 0 0", 0, 6);
    let after = scene("WWW/.../.../B...../.../.../... b 0 0", 0, 7);
    let animator = between(&before, &after);
    let leaving = animator.sprites(0).into_iter().filter(|man| man.leaving).map(|man| man.goes_to);
    let to_trays = leaving.filter(Option::is_some).count();
    assert_eq!((to_trays, animator.in_tray(Color::Black, TrayEnd::Taken, 7)), (1, 6));
}

#[test]
fn a_removal_that_is_taken_back_brings_back_the_same_man() {
    let before = scene("WW./.B./.../....../.../.../..W w 0 0", 0, 2);
    let after = scene("WWW/.../.../....../.../.../... b 0 0", 0, 3);
    let mut animator = between(&before, &after);
    animator.show(&PLAIN_24, &before, 250_000, SPEED, Some(trays()));
    let black = animator.sprites(250_000).into_iter().filter(|man| man.color == Color::Black).count();
    assert_eq!((black, animator.in_tray(Color::Black, TrayEnd::Taken, 2)), (1, 2));
}

#[test]
fn light_narrows_on_the_last_mill_or_on_the_blocked_side() {
    let before = scene("WW./.B./.B./....../.../.../..W w 0 0", 0, 6);
    let last: PointSet = set("a7 d7 g7");
    for (reason, on) in [
        (WinReason::FewMen, Some(last)),
        (WinReason::Blocked, Some(set("d6 d5"))),
        (WinReason::Resignation, None),
        (WinReason::Time, None),
    ] {
        let outcome = Outcome::Win { winner: Color::White, reason };
        let after = scene("WWW/.B./.B./....../.../.../... b 0 0", 0, 6);
        let (outcome, status) = (Some(outcome), Status::Over(outcome));
        let after = Scene { mills: vec![last], outcome, status, ..after };
        let mut animator = between(&before, &after);
        let seen = |animator: &Animator, now| animator.spotlight(now).map(|(on, darkness)| (on, darkness > 0.9));
        assert_eq!(seen(&animator, 700_000), on.map(|on| (on, true)), "{reason:?}");
        assert_eq!((seen(&animator, 100_000), seen(&animator, 1_300_000)), (None, None), "{reason:?}");
        assert!(!animator.is_moving(1_300_000));
        // Looking back and coming to the end again changes nothing.
        let viewed = Scene { status: Status::Viewing { moves: 3, of: 4 }, outcome, ..before.clone() };
        for scene in [viewed, after.clone()] {
            animator.show(&PLAIN_24, &scene, 2_000_000, SPEED, Some(trays()));
            assert_eq!(seen(&animator, 2_700_000), None, "{reason:?}");
        }
        let mut still = Animator::default();
        still.show(&PLAIN_24, &before, 0, Speed::new(None), None);
        still.show(&PLAIN_24, &after, 0, Speed::new(None), None);
        assert_eq!(still.spotlight(1), None, "not without animations");
    }
}
