// SPDX-License-Identifier: GPL-3.0-or-later
//! Mouse and touch: click and click, or drag and drop.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::gdk;

use morris::{Point, PointSet};
use morris_play::session::Scene;

use super::geometry::Place;
use super::markers::Drawn;
use super::view::{BoardView, Press};

/// How far a pressed pointer moves before it drags, in logical pixels.
const THRESHOLD: f32 = 6.0;

impl BoardView {
    pub(super) fn listen_to_pointer(&self) {
        let drag = gtk::GestureDrag::new();
        drag.set_button(gdk::BUTTON_PRIMARY);
        let connect = |call: fn(&Self, &gtk::GestureDrag, Place)| {
            let view = self.downgrade();
            move |drag: &gtk::GestureDrag, x: f64, y: f64| {
                if let Some(view) = view.upgrade() {
                    call(&view, drag, Place { x: x as f32, y: y as f32 });
                }
            }
        };
        drag.connect_drag_begin(connect(Self::pressed));
        drag.connect_drag_update(connect(|view, _, offset| view.dragged(offset)));
        drag.connect_drag_end(connect(|view, _, offset| view.released(offset)));
        let view = self.downgrade();
        drag.connect_cancel(move |_, _| {
            if let Some(view) = view.upgrade() {
                view.give_up();
            }
        });
        self.add_controller(drag);
        self.listen_to_pen();
        self.listen_to_hover();
    }

    /// The second button draws: a click a ring, a drag an arrow.
    fn listen_to_pen(&self) {
        let pen = gtk::GestureDrag::new();
        pen.set_button(gdk::BUTTON_SECONDARY);
        let place = |pen: &gtk::GestureDrag, (x, y): (f64, f64)| {
            let (start_x, start_y) = pen.start_point().unwrap_or_default();
            Place { x: (start_x + x) as f32, y: (start_y + y) as f32 }
        };
        let connect = |call: fn(&Self, Place)| {
            let view = self.downgrade();
            move |pen: &gtk::GestureDrag, x: f64, y: f64| {
                if let Some(view) = view.upgrade() {
                    call(&view, place(pen, (x, y)));
                }
            }
        };
        let view = self.downgrade();
        pen.connect_drag_begin(move |_, x, y| {
            if let Some(view) = view.upgrade().filter(|view| view.imp().on_draw.borrow().is_some()) {
                view.set_pen(view.point_at(Place { x: x as f32, y: y as f32 }).map(|point| (point, None)));
            }
        });
        pen.connect_drag_update(connect(|view, place| {
            let to = view.point_at(place);
            view.set_pen(view.imp().pen.get().map(|(from, _)| (from, to.filter(|to| *to != from))));
        }));
        pen.connect_drag_end(connect(|view, place| {
            let from = view.imp().pen.get().map(|(from, _)| from);
            view.set_pen(None);
            if let (Some(from), Some(to)) = (from, view.point_at(place)) {
                let call = view.imp().on_draw.borrow().clone();
                call.into_iter().for_each(|call| call(view, from, to));
            }
        }));
        let view = self.downgrade();
        pen.connect_cancel(move |_, _| view.upgrade().into_iter().for_each(|view| view.set_pen(None)));
        self.add_controller(pen);
    }

    fn set_pen(&self, pen: Option<Drawn>) {
        if self.imp().pen.replace(pen) != pen {
            self.queue_draw();
        }
    }

    fn listen_to_hover(&self) {
        let motion = gtk::EventControllerMotion::new();
        let view = self.downgrade();
        motion.connect_motion(move |_, x, y| {
            if let Some(view) = view.upgrade() {
                view.hover_at(Some(Place { x: x as f32, y: y as f32 }));
            }
        });
        let view = self.downgrade();
        motion.connect_leave(move |_| {
            if let Some(view) = view.upgrade() {
                view.hover_at(None);
            }
        });
        self.add_controller(motion);
    }

    /// A scene has come: a man that is carried but no longer picked up is put down.
    pub(super) fn check_press(&self, scene: &Scene) {
        let imp = self.imp();
        let Some(press) = imp.press.get().filter(|press| press.carries) else { return };
        if scene.picked != Some(press.point) {
            imp.press.set(None);
            imp.animator.borrow_mut().let_go(press.point, self.now(), self.speed());
        }
    }

    fn point_at(&self, pixel: Place) -> Option<Point> {
        self.imp().geometry().nearest(self.imp().points(), pixel)
    }

    fn hover_at(&self, pixel: Option<Place>) {
        let point = pixel.and_then(|pixel| self.point_at(pixel));
        if self.imp().hover.replace(point) != point {
            self.queue_draw();
        }
    }

    fn pressed(&self, drag: &gtk::GestureDrag, start: Place) {
        let Some(point) = self.point_at(start) else { return };
        drag.set_state(gtk::EventSequenceState::Claimed);
        self.focus_point(point);
        self.imp().press.set(Some(Press { point, start, carries: false }));
    }

    fn dragged(&self, offset: Place) {
        let Some(press) = self.imp().press.get() else { return };
        let pixel = Place { x: press.start.x + offset.x, y: press.start.y + offset.y };
        if press.carries {
            self.carry(press.point, pixel);
        } else if offset.distance(Place::default()) > THRESHOLD && self.may_carry().contains(press.point) {
            self.pick_up(press, pixel);
        }
    }

    fn pick_up(&self, press: Press, pixel: Place) {
        if self.picked() != Some(press.point) {
            self.tap(press.point);
        }
        if self.picked() == Some(press.point) {
            self.imp().press.set(Some(Press { carries: true, ..press }));
            self.carry(press.point, pixel);
        }
    }

    fn carry(&self, point: Point, pixel: Place) {
        let place = self.imp().geometry().to_board(pixel);
        self.imp().animator.borrow_mut().hold(point, place);
        self.hover_at(Some(pixel));
        self.queue_draw();
    }

    fn released(&self, offset: Place) {
        let Some(press) = self.imp().press.take() else { return };
        let pixel = Place { x: press.start.x + offset.x, y: press.start.y + offset.y };
        let point = self.point_at(pixel);
        match point {
            Some(point) if press.carries && point != press.point => self.tap(point),
            _ if press.carries => self.cancel(),
            Some(point) if point == press.point => self.tap(point),
            _ => {}
        }
        self.put_down(press);
    }

    fn give_up(&self) {
        let Some(press) = self.imp().press.take() else { return };
        if press.carries {
            self.cancel();
        }
        self.put_down(press);
    }

    /// A man that was carried goes where it belongs now.
    fn put_down(&self, press: Press) {
        if press.carries {
            self.imp().animator.borrow_mut().let_go(press.point, self.now(), self.speed());
            self.update_picture();
        }
    }

    fn picked(&self) -> Option<Point> {
        self.imp().scene.borrow().as_ref().and_then(|scene| scene.picked)
    }

    /// The men that can be dragged.
    fn may_carry(&self) -> PointSet {
        self.imp()
            .scene
            .borrow()
            .as_ref()
            .map_or(PointSet::EMPTY, |scene| scene.picked.map_or(scene.movable, |picked| scene.movable | picked.set()))
    }
}

#[cfg(test)]
mod tests {
    use morris::{Arrangement, Rules};

    use super::*;

    #[gtk::test]
    fn a_drag_that_is_taken_away_puts_the_man_down() {
        adw::init().unwrap();
        let (view, rules) = (BoardView::new(), Rules::STANDARD);
        let alone = Arrangement::parse(".../.../.../W...../.../.../... w 0 0 0", &rules).unwrap();
        view.show(&Scene::still(&alone, &rules));
        let imp = view.imp();
        let place = || imp.animator.borrow().sprites(0)[0].pose(0).place;
        let (home, elsewhere, point) = (place(), Place { x: 0.5, y: 0.25 }, "a4".parse().unwrap());
        imp.press.set(Some(Press { point, start: Place::default(), carries: true }));
        imp.animator.borrow_mut().hold(point, elsewhere);
        assert_eq!(place(), elsewhere);
        view.give_up();
        assert_eq!(place(), home);
    }
}
