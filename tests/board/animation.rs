// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the animation: it ends, and no frame is drawn afterward.

use std::time::Duration;

use adw::prelude::*;
use morris_play::session::Scene;

use super::support::{Table, scene, set};
use crate::support::{spin, wait};

const BEFORE: &str = "WW./B../B../....../.../..W/... w 0 0 0";
const AFTER: &str = "WWW/B../.../....../.../.../... b 0 0 0";

#[gtk::test]
fn it_takes_its_time_and_then_nothing_is_drawn() {
    let table = Table::new(&scene(BEFORE));
    table.view.set_animation(Some(Duration::from_millis(200)));
    // Animations run by the frame clock, however busy the machine is.
    let clock = table.view.frame_clock().unwrap();
    let start = clock.frame_time();
    table.view.show(&Scene { mills: vec![set("a7 d7 g7")], ..scene(AFTER) });
    assert!(table.view.is_animating());
    wait("it comes to rest", || !table.view.is_animating());
    // The man moves, the mill glows, then the removed man fades: 3.2 steps.
    let took = clock.frame_time() - start;
    assert!(took >= 640_000, "{took} µs");
    // One more frame is allowed, when the textures are painted.
    wait("nothing is drawn any more", || {
        let frames = table.view.frames();
        spin(Duration::from_millis(300));
        frames == table.view.frames()
    });
}

#[gtk::test]
fn without_animation_it_is_done_at_once() {
    let table = Table::new(&scene(BEFORE));
    table.view.set_animation(None);
    table.view.show(&scene(AFTER));
    assert!(!table.view.is_animating());
}

#[gtk::test]
fn men_on_their_way_arrive_at_once_when_the_board_turns() {
    let table = Table::new(&scene(BEFORE));
    table.view.set_animation(Some(Duration::from_secs(60)));
    table.view.show(&scene(AFTER));
    table.view.set_flipped(false);
    assert!(!table.view.lands_in().is_zero(), "nothing has turned");
    table.view.set_flipped(true);
    assert!(table.view.lands_in().is_zero());
    wait("it comes to rest", || !table.view.is_animating());
}

#[gtk::test]
fn a_scene_in_the_middle_of_movement_is_taken_up() {
    let table = Table::new(&scene(BEFORE));
    table.view.set_animation(Some(Duration::from_secs(1)));
    for round in 0..5 {
        table.view.show(&scene(if round % 2 == 0 { AFTER } else { BEFORE }));
        spin(Duration::from_millis(25));
        assert!(table.view.is_animating());
    }
    wait("it comes to rest", || !table.view.is_animating());
    table.check_words("f2", "f2, empty");
}
