// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of clicks and drags, as the gesture reports them.

use adw::prelude::*;
use morris_play::session::Scene;

use super::support::{Table, at, scene, set};
use crate::support::spin;

/// White has a man on a4, and Black has none.
const ONE: &str = ".../.../.../W...../.../.../... w 0 0 0";

fn movable() -> Scene {
    Scene { movable: set("a4"), ..scene(ONE) }
}

fn picked() -> Scene {
    Scene { picked: Some(at("a4")), targets: set("b4 a1 a7"), ..movable() }
}

/// A pointer that is pressed, moved, and released.
struct Pointer {
    gesture: gtk::GestureDrag,
    start: (f64, f64),
}

impl Pointer {
    fn press(table: &Table, (x, y): (f64, f64)) -> Self {
        let gesture = table
            .view
            .observe_controllers()
            .into_iter()
            .filter_map(|controller| controller.unwrap().downcast::<gtk::GestureDrag>().ok())
            .find(|gesture| gesture.button() == gtk::gdk::BUTTON_PRIMARY)
            .unwrap();
        gesture.emit_by_name::<()>("drag-begin", &[&x, &y]);
        Self { gesture, start: (x, y) }
    }

    fn report(&self, signal: &str, (x, y): (f64, f64)) {
        self.gesture.emit_by_name::<()>(signal, &[&(x - self.start.0), &(y - self.start.1)]);
    }

    fn go(&self, place: (f64, f64)) {
        self.report("drag-update", place);
    }

    fn release(&self, place: (f64, f64)) {
        self.report("drag-end", place);
    }
}

/// Returns a board that selects a4 when it is tapped, and deselects it on request.
fn willing() -> Table {
    let table = Table::new(&movable());
    table.view.connect_tapped(|view, point| {
        if point == at("a4") {
            view.show(&picked());
        }
    });
    table.view.connect_canceled(|view| view.show(&movable()));
    table
}

#[gtk::test]
fn a_click_taps_the_nearest_point_within_reach() {
    let table = Table::new(&movable());
    let (x, y) = table.middle("d6");
    let near = (x + 20.0, y - 15.0);
    Pointer::press(&table, near).release(near);
    assert_eq!(table.said(), "d6");
    let middle = (200.0, 200.0);
    Pointer::press(&table, middle).release(middle);
    assert_eq!(table.said(), "");
    Pointer::press(&table, (x, y)).release(table.middle("g1"));
    assert_eq!(table.said(), "", "pressed here and released there is no click");
}

#[gtk::test]
fn a_drag_is_two_taps() {
    let table = willing();
    let pointer = Pointer::press(&table, table.middle("a4"));
    pointer.go(table.middle("b4"));
    assert_eq!(table.said(), "a4");
    pointer.release(table.middle("b4"));
    assert_eq!(table.said(), "b4");
}

#[gtk::test]
fn a_drop_on_a_wrong_point_taps_it_and_the_man_goes_back() {
    let table = willing();
    let pointer = Pointer::press(&table, table.middle("a4"));
    pointer.go(table.middle("g1"));
    pointer.release(table.middle("g1"));
    assert_eq!(table.said(), "a4 g1", "so that the reason is shown");
}

#[gtk::test]
fn a_drop_elsewhere_puts_the_man_down() {
    let table = willing();
    let pointer = Pointer::press(&table, table.middle("a4"));
    pointer.go((200.0, 200.0));
    pointer.release((200.0, 200.0));
    assert_eq!(table.said(), "a4 cancel");
    let pointer = Pointer::press(&table, table.middle("a4"));
    pointer.go(table.middle("b4"));
    pointer.go(table.middle("a4"));
    pointer.release(table.middle("a4"));
    assert_eq!(table.said(), "a4 cancel", "dropped where it was");
}

#[gtk::test]
fn a_man_that_may_not_move_is_not_carried() {
    let table = Table::new(&scene(ONE));
    let pointer = Pointer::press(&table, table.middle("a4"));
    pointer.go(table.middle("b4"));
    pointer.release(table.middle("b4"));
    assert_eq!(table.said(), "");
}

#[gtk::test]
fn a_scene_that_comes_while_a_man_is_carried_wins() {
    let table = willing();
    let pointer = Pointer::press(&table, table.middle("a4"));
    pointer.go(table.middle("b4"));
    table.view.show(&scene(".../.../.../....../.../.../... w 0 0 0"));
    pointer.go(table.middle("a1"));
    pointer.release(table.middle("a1"));
    assert_eq!(table.said(), "a4");
    spin(std::time::Duration::from_millis(50));
}
