// SPDX-License-Identifier: GPL-3.0-or-later
//! Mouse and touch input: two clicks, or drag and drop.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::gdk;

use std::rc::Rc;
use std::time::{Duration, Instant};

use morris::{Point, PointSet};
use morris_paint::geometry::{Place, field};
use morris_play::session::Scene;

use super::markers::Drawn;
use super::press::{Click, Press};
use super::view::BoardView;

/// Distance that starts a drag, in logical pixels.
const THRESHOLD: f32 = 6.0;

impl BoardView {
    /// Lets the user drag every man to every point and off the board, and calls `call` with the
    /// origin and the target. Without this callback only the men that the scene allows to move can
    /// be dragged, and a drag taps both points.
    pub fn connect_dropped(&self, call: impl Fn(&Self, Point, Option<Point>) + 'static) {
        self.imp().on_drop.replace(Some(Rc::new(call)));
    }

    /// Lets the user drag something of this type from another widget to a point, and calls `call`
    /// with it and the point.
    pub fn connect_brought<T: Copy + 'static>(&self, call: impl Fn(&Self, T, Point) + 'static) {
        let target = gtk::DropTarget::new(glib::BoxedAnyObject::static_type(), gdk::DragAction::COPY);
        target.connect_motion(glib::clone!(
            #[weak(rename_to = view)]
            self,
            #[upgrade_or]
            gdk::DragAction::empty(),
            move |_, x, y| {
                view.hover_at(Some(Place { x: x as f32, y: y as f32 }));
                gdk::DragAction::COPY
            }
        ));
        target.connect_leave(weak!(view = self, move |_| view.hover_at(None)));
        let weak = self.downgrade();
        target.connect_drop(move |_, value, x, y| {
            let (Some(view), Ok(brought)) = (weak.upgrade(), value.get::<glib::BoxedAnyObject>()) else { return false };
            let point = view.point_at(Place { x: x as f32, y: y as f32 });
            let brought = brought.try_borrow::<T>().map(|brought| *brought);
            let (Some(point), Ok(brought)) = (point, brought) else { return false };
            call(&view, brought, point);
            true
        });
        self.add_controller(target);
    }

    pub(super) fn listen_to_pointer(&self) {
        let drag = gtk::GestureDrag::new();
        drag.set_button(gdk::BUTTON_PRIMARY);
        let connect = |call: fn(&Self, &gtk::GestureDrag, Place)| {
            weak!(view = self, move |drag: &gtk::GestureDrag, x: f64, y: f64| call(
                &view,
                drag,
                Place { x: x as f32, y: y as f32 }
            ))
        };
        drag.connect_drag_begin(connect(Self::pressed));
        drag.connect_drag_update(connect(|view, _, offset| view.dragged(offset)));
        drag.connect_drag_end(connect(|view, _, offset| view.released(offset)));
        drag.connect_cancel(weak!(view = self, move |_, _| view.give_up()));
        self.add_controller(drag);
        self.listen_to_pen();
        self.listen_to_hover();
    }

    /// Lets the secondary button draw: a click draws a ring, a drag an arrow.
    fn listen_to_pen(&self) {
        let pen = gtk::GestureDrag::new();
        pen.set_button(gdk::BUTTON_SECONDARY);
        let place = |pen: &gtk::GestureDrag, (x, y): (f64, f64)| {
            let (start_x, start_y) = pen.start_point().unwrap_or_default();
            Place { x: (start_x + x) as f32, y: (start_y + y) as f32 }
        };
        let connect = |call: fn(&Self, Place)| {
            weak!(view = self, move |pen: &gtk::GestureDrag, x: f64, y: f64| call(&view, place(pen, (x, y))))
        };
        pen.connect_drag_begin(weak!(view = self, move |_, x, y| if view.imp().on_draw.borrow().is_some() {
            view.set_pen(view.point_at(Place { x: x as f32, y: y as f32 }).map(|point| (point, None)));
        }));
        pen.connect_drag_update(connect(|view, place| {
            let to = view.point_at(place);
            view.set_pen(view.imp().pen.get().map(|(from, _)| (from, to.filter(|to| *to != from))));
        }));
        pen.connect_drag_end(connect(|view, place| {
            let from = view.imp().pen.get().map(|(from, _)| from);
            view.set_pen(None);
            if let (Some(from), Some(to)) = (from, view.point_at(place)) {
                let call = view.imp().on_draw.borrow().clone();
                if let Some(call) = call {
                    call(view, from, to);
                }
            }
        }));
        pen.connect_cancel(weak!(view = self, move |_, _| view.set_pen(None)));
        self.add_controller(pen);
    }

    fn set_pen(&self, pen: Option<Drawn>) {
        if self.imp().pen.replace(pen) != pen {
            self.queue_draw();
        }
    }

    fn listen_to_hover(&self) {
        let motion = gtk::EventControllerMotion::new();
        motion
            .connect_motion(weak!(view = self, move |_, x, y| view.hover_at(Some(Place { x: x as f32, y: y as f32 }))));
        motion.connect_leave(weak!(view = self, move |_| view.hover_at(None)));
        self.add_controller(motion);
    }

    /// Handles a new scene: puts down a man that is carried but no longer picked.
    pub(super) fn check_press(&self, scene: &Scene) {
        let imp = self.imp();
        let Some(press) = imp.press.get().filter(|press| press.carries) else { return };
        if scene.picked != Some(press.point) {
            imp.press.set(None);
            self.hover_at(None);
            imp.animator.borrow_mut().let_go(press.point, self.now(), self.speed());
        }
    }

    fn point_at(&self, pixel: Place) -> Option<Point> {
        self.imp().geometry().nearest(self.imp().points(), pixel)
    }

    fn hover_at(&self, pixel: Option<Place>) {
        let point = pixel.and_then(|pixel| self.point_at(pixel));
        if self.imp().hover.replace(point) != point {
            self.imp().previewed.take();
            self.queue_draw();
        }
    }

    fn pressed(&self, drag: &gtk::GestureDrag, start: Place) {
        self.imp().by_key.set(false);
        self.queue_draw();
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
        let everywhere = self.imp().on_drop.borrow().is_some();
        if everywhere {
            self.imp().animator.borrow_mut().lift(Some(press.point), self.now(), self.speed());
        } else if self.picked() != Some(press.point) {
            self.tap(press.point);
        }
        if everywhere || self.picked() == Some(press.point) {
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
            Some(point) if press.carries && point != press.point => self.drop_on(press.point, Some(point)),
            None if press.carries && self.is_off(pixel) => self.drop_on(press.point, None),
            _ if press.carries => self.cancel(),
            Some(point) if point == press.point => self.click(point),
            // A man that cannot be dragged is tapped, so that the user learns the reason as with a
            // click.
            _ if self.is_idle_man(press.point) => self.tap(press.point),
            _ => {}
        }
        self.put_down(press);
    }

    fn drop_on(&self, from: Point, to: Option<Point>) {
        let call = self.imp().on_drop.borrow().clone();
        match (call, to) {
            (Some(call), to) => call(self, from, to),
            (None, Some(to)) => self.tap(to),
            (None, None) => self.cancel(),
        }
    }

    /// Returns whether a place is on the frame with its trays, or beside the board.
    fn is_off(&self, pixel: Place) -> bool {
        let geometry = self.imp().geometry();
        let Place { x, y } = geometry.to_board(pixel);
        x.abs().max(y.abs()) > field(geometry.board)
    }

    /// Handles a click on a point. Ignores the second click of a double click if the first one
    /// completed a move, since it is not meant for the next move.
    fn click(&self, point: Point) {
        let played = self.imp().scene.borrow().as_ref().map(|scene| scene.played);
        let click = Click { point, at: Instant::now(), played };
        let before = self.imp().click.replace(Some(click));
        let time = Duration::from_millis(self.settings().gtk_double_click_time().try_into().unwrap_or_default());
        let second = |before: Click| before.point == point && click.at - before.at < time && before.played != played;
        if !before.is_some_and(second) {
            self.tap(point);
        }
    }

    /// Returns whether a point has a man that cannot be used while others can. (Where a position is
    /// set up, a tap would change it.)
    fn is_idle_man(&self, point: Point) -> bool {
        self.imp().scene.borrow().as_ref().filter(|scene| scene.is_open()).is_some_and(|scene| {
            let man = scene.men.white | scene.men.black;
            let useful = scene.movable | scene.targets | scene.removable;
            man.contains(point) && !useful.contains(point) && scene.picked != Some(point)
        })
    }

    fn give_up(&self) {
        let Some(press) = self.imp().press.take() else { return };
        if press.carries {
            self.cancel();
        }
        self.put_down(press);
    }

    /// Sends a carried man to its point.
    fn put_down(&self, press: Press) {
        if press.carries {
            // A finger that is lifted reports no leave (GTK 4.8).
            self.hover_at(None);
            let mut animator = self.imp().animator.borrow_mut();
            animator.let_go(press.point, self.now(), self.speed());
            animator.lift(self.picked(), self.now(), self.speed());
            drop(animator);
            self.update_picture();
        }
    }

    fn picked(&self) -> Option<Point> {
        self.imp().scene.borrow().as_ref().and_then(|scene| scene.picked)
    }

    /// Returns the men that can be dragged.
    fn may_carry(&self) -> PointSet {
        let imp = self.imp();
        imp.scene.borrow().as_ref().map_or(PointSet::EMPTY, |scene| {
            if imp.on_drop.borrow().is_some() {
                scene.men.white | scene.men.black
            } else {
                scene.picked.map_or(scene.movable, |picked| scene.movable | picked.set())
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use morris::{Arrangement, Color, Rules};
    use morris_paint::geometry::{TrayEnd, Trays};

    use super::*;

    /// Creates a board with one man, on a4, that cannot be used.
    fn board() -> (BoardView, Scene) {
        adw::init().unwrap();
        let (view, rules) = (BoardView::new(), Rules::STANDARD);
        let alone = Arrangement::parse(".../.../.../W...../.../.../... w 0 0 0", &rules).unwrap();
        let scene = Scene::still(&alone, &rules);
        view.show(&scene);
        (view, scene)
    }

    fn taps(view: &BoardView) -> Rc<RefCell<Vec<Point>>> {
        let taps = Rc::new(RefCell::new(Vec::new()));
        let heard = Rc::clone(&taps);
        view.connect_tapped(move |_, point| heard.borrow_mut().push(point));
        taps
    }

    #[gtk::test]
    fn a_double_click_is_not_meant_for_the_next_move() {
        let (view, scene) = board();
        let taps = taps(&view);
        let [a4, d6] = ["a4", "d6"].map(|name| name.parse().unwrap());
        view.click(a4);
        // No move was played, so the second click puts the picked man down.
        view.click(a4);
        assert_eq!(taps.take(), [a4, a4]);
        view.click(a4);
        view.show(&Scene { played: 1, ..scene });
        view.click(a4);
        assert_eq!(taps.take(), [a4]);
        view.click(d6);
        assert_eq!(taps.take(), [d6]);
    }

    #[gtk::test]
    fn man_that_cannot_be_dragged_gives_a_reason() {
        let (view, scene) = board();
        let taps = taps(&view);
        let a4: Point = "a4".parse().unwrap();
        let away = Place { x: 1000.0, y: 0.0 };
        let drag = |scene: &Scene, point: Point| {
            view.show(scene);
            view.imp().press.set(Some(Press { point, start: Place::default(), carries: false }));
            view.released(away);
            taps.take()
        };
        let d6: Point = "d6".parse().unwrap();
        let placing = Scene { targets: d6.set(), ..scene.clone() };
        assert_eq!(drag(&placing, a4), [a4]);
        assert_eq!(drag(&placing, d6), [], "no man stands there");
        assert_eq!(drag(&Scene { removable: a4.set(), ..scene.clone() }, a4), [], "it would be removed");
        assert_eq!(drag(&scene, a4), [], "no side is to move, as in the editor of positions");
    }

    #[gtk::test]
    fn a_man_is_dragged_anywhere_where_that_is_asked_for() {
        let (view, _) = board();
        let taps = taps(&view);
        let ways = Rc::new(RefCell::new(Vec::new()));
        let [a4, d6]: [Point; 2] = ["a4", "d6"].map(|name| name.parse().unwrap());
        view.allocate(600, 600, -1, None);
        let [start, end] = [a4, d6].map(|point| view.imp().geometry().center(point));
        let drag = || {
            view.imp().press.set(Some(Press { point: a4, start, carries: false }));
            let offset = Place { x: end.x - start.x, y: end.y - start.y };
            view.dragged(offset);
            view.released(offset);
        };
        drag();
        assert_eq!(taps.take(), [], "the scene lets no man move");
        let heard = Rc::clone(&ways);
        view.connect_dropped(move |_, from, to| heard.borrow_mut().push((from, to)));
        drag();
        assert_eq!((ways.take(), taps.take()), (vec![(a4, Some(d6))], vec![]));
        assert_eq!(view.imp().animator.borrow().sprites(0)[0].pose(i64::MAX).lift, 0.0, "it lies on the board again");
        view.set_trays(Trays::Shown);
        let tray = view.trays(&Rules::STANDARD).place(Color::White, TrayEnd::Hand, 0).unwrap().0;
        for (beside, is_off) in [
            (Place { x: -20.0, y: 300.0 }, true),
            (view.imp().geometry().to_pixels(tray), true),
            (Place { x: start.x, y: start.y + 50.0 }, false),
        ] {
            view.imp().press.set(Some(Press { point: a4, start, carries: true }));
            view.released(Place { x: beside.x - start.x, y: beside.y - start.y });
            assert_eq!(ways.take(), if is_off { vec![(a4, None)] } else { vec![] }, "{beside:?}");
        }
    }

    #[gtk::test]
    fn a_drag_that_is_taken_away_puts_the_man_down() {
        let (view, _) = board();
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
