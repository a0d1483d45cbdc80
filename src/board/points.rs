// SPDX-License-Identifier: GPL-3.0-or-later
//! The buttons over the points: their places, labels, and focus.

use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use crate::compat::accessible_names::set_accessible_name;
use crate::text::describe;
use crate::text::i18n::list;
use morris::{Board, Point, PointSet};
use morris_paint::geometry::{Facing, Place, place_of};
use morris_play::session::{Scene, Status};

use super::appearance::Appearance;
use super::markers::MoveTone;
use super::point_button::PointButton;
use super::view::BoardView;

impl BoardView {
    /// Returns the button of a point, which has its focus, labels, and action.
    pub fn button(&self, point: Point) -> gtk::Button {
        self.point_button(point).upcast()
    }

    pub fn focus_point(&self, point: Point) {
        self.imp().last_focus.set(Some(point));
        // Set before the focus arrives, so that a screen reader speaks it together with the label.
        self.describe_only(Some(point));
        self.point_button(point).grab_focus();
    }

    pub fn focused_point(&self) -> Option<Point> {
        self.point_buttons().iter().find(|(_, button)| button.is_focus()).map(|&(point, _)| point)
    }

    /// Returns the points of the board with their buttons. The slice is shared, so that nothing is
    /// borrowed during calls to GTK.
    fn point_buttons(&self) -> Rc<[(Point, PointButton)]> {
        Rc::clone(&self.imp().buttons.borrow())
    }

    fn point_button(&self, point: Point) -> PointButton {
        let buttons = self.point_buttons();
        let found = buttons.iter().find(|(other, _)| *other == point);
        found.map(|(_, button)| button.clone()).expect("each point of the board has a button")
    }

    /// Creates a button for each point of the board, and removes the buttons of the previous board.
    pub(super) fn add_points(&self) {
        let new = self.imp().points().map(|point| (point, self.new_button(point))).collect();
        for (_, old) in self.imp().buttons.replace(new).iter() {
            old.unparent();
        }
        set_accessible_name(self, &gettext("Board"));
        self.describe_points();
    }

    fn new_button(&self, point: Point) -> PointButton {
        let button = PointButton::default();
        button.set_parent(self);
        let view = self.downgrade();
        // The description stays when a menu or another window takes the focus: when the focus
        // returned, a screen reader would speak it with the label and again as a change.
        button.connect_has_focus_notify(move |button| {
            if let Some(view) = view.upgrade().filter(|_| button.has_focus()) {
                view.imp().last_focus.set(Some(point));
                view.describe_only(Some(point));
            }
        });
        button.connect_state_flags_changed(weak!(view = self, move |button, old| {
            let visible = gtk::StateFlags::FOCUS_VISIBLE;
            if button.state_flags().contains(visible) && !old.contains(visible) {
                view.imp().by_key.set(true);
            }
        }));
        button.connect_clicked(weak!(view = self, move |_| view.tap(point)));
        button
    }

    pub(super) fn place_points(&self) {
        let geometry = self.imp().geometry();
        let side = (geometry.spacing.floor() as i32).max(1);
        for &(point, ref button) in self.point_buttons().iter() {
            let Place { x, y } = geometry.center(point);
            let [left, top] = [x, y].map(|middle| middle.round() as i32 - side / 2);
            // GTK requires children to be measured before they are allocated.
            button.measure(gtk::Orientation::Horizontal, -1);
            button.size_allocate(&gtk::Allocation::new(left, top, side, side), -1);
        }
    }

    /// Updates the labels of all points. A screen reader gets every change and gives up at too
    /// many. Therefore labels give only the content of a point, and only the focused point has a
    /// description of its action.
    ///
    /// The description is set when the focus arrives, and only removed here: a screen reader would
    /// speak a new one by itself, without the point that it is about.
    pub(super) fn describe_points(&self) {
        if let Some(scene) = &*self.imp().scene.borrow() {
            for &(point, ref button) in self.point_buttons().iter() {
                button.set_words(&describe::point::point(scene, point));
            }
        }
        self.check_description();
    }

    /// Removes the description of a point if it is outdated. While the focus is elsewhere, updates
    /// that of the point to which GTK returns it: a screen reader would speak a later change, too.
    pub(super) fn check_description(&self) {
        let returns_to = self.imp().last_focus.get().filter(|_| self.focused_point().is_none());
        for &(point, ref button) in self.point_buttons().iter() {
            let (words, action) = (button.description(), self.action(point));
            if Some(point) == returns_to {
                button.set_description(&action);
            } else if !words.is_empty() && words != action {
                button.set_description("");
            }
        }
    }

    /// Describes the focused point again if there is something to add, or only removes an outdated
    /// description.
    pub(super) fn update_description(&self, has_more: bool) {
        match self.focused_point() {
            Some(point) if has_more => self.describe_only(Some(point)),
            _ => self.check_description(),
        }
    }

    /// Returns whether the focus is shown: from a key on, for as long as the pointer is not used.
    /// GTK itself hides it after three seconds.
    pub fn shows_focus(&self) -> bool {
        self.imp().by_key.get() && self.focused_point().is_some()
    }

    pub(super) fn describe_only(&self, focused: Option<Point>) {
        for &(point, ref button) in self.point_buttons().iter() {
            button.set_description(&if Some(point) == focused { self.action(point) } else { String::new() });
        }
    }

    /// Returns a description of the action at a point.
    fn action(&self, point: Point) -> String {
        let values = self.imp().values.borrow();
        let verdict = values.iter().find(|(other, _)| *other == point).map(|&(_, verdict)| verdict);
        let (scene, shown) = (self.imp().scene.borrow(), self.imp().shown_moves.borrow());
        let tasks = shown.iter().filter(|shown| shown.tone == MoveTone::Task);
        let mark = tasks.filter_map(|task| describe::point::task_mark(task.mv, point)).next();
        let action = scene.as_ref().map(|scene| describe::point::action(scene, point, verdict));
        list(&mark.into_iter().chain(action.filter(|action| !action.is_empty())).collect::<Vec<_>>())
    }

    /// Handles focus movement requested by GTK: arrows move from point to point, Tab leaves the
    /// board. For players with a single switch, Tab first goes through the points where a tap
    /// continues the move, in reading order.
    pub(super) fn move_focus_within(&self, direction: gtk::DirectionType) -> bool {
        let from = self.focused_point();
        if self.imp().tab_walks.get() && !self.stops().is_empty() {
            let mut candidates = self.stops().into_iter();
            let next = match direction {
                gtk::DirectionType::TabForward => Some(candidates.find(|&point| Some(point) > from)),
                gtk::DirectionType::TabBackward => {
                    Some(candidates.filter(|&point| from.is_none_or(|from| point < from)).last())
                }
                _ => None,
            };
            if let Some(next) = next {
                return next.map(|point| self.focus_point(point)).is_some();
            }
        }
        let Some(from) = from else {
            return self.enter();
        };
        let Some(way) = arrow(direction) else { return false };
        let Appearance { board, facing, .. } = *self.imp().appearance.borrow();
        if let Some(to) = neighbor(board, from, way, facing) {
            self.focus_point(to);
        }
        true
    }

    /// Returns the points between which keys jump: none while the past of a game is viewed, and all
    /// where a position is set up.
    pub(super) fn stops(&self) -> PointSet {
        let is_viewing = |scene: &Scene| matches!(scene.status, Status::Viewing { .. });
        if self.imp().scene.borrow().as_ref().is_some_and(is_viewing) {
            PointSet::EMPTY
        } else if self.imp().on_drop.borrow().is_some() {
            self.imp().points()
        } else {
            self.imp().candidates()
        }
    }

    /// Shows the first scene of another task. If the board has the focus, another point with an
    /// action gets it, before the labels of the others change: a screen reader would speak the new
    /// content of the point that had the focus, which has nothing to do with the task.
    pub fn begin(&self, scene: &Scene) {
        let imp = self.imp();
        imp.last_focus.take();
        let same_board = imp.appearance.borrow().board == scene.setup.rules.board;
        if let Some(focused) = self.focused_point().filter(|_| same_board) {
            let before = imp.scene.replace(Some(scene.clone()));
            if let Some(point) = imp.candidates().into_iter().find(|&point| point != focused) {
                self.point_button(point).set_words(&describe::point::point(scene, point));
                self.focus_point(point);
            }
            imp.scene.replace(before);
        }
        self.show(scene);
    }

    /// Takes the focus: at the last focused point, otherwise at a point with an action.
    pub(super) fn enter(&self) -> bool {
        let imp = self.imp();
        let best = imp.last_focus.get().or_else(|| imp.candidates().first()).or_else(|| imp.points().first());
        best.map(|point| self.focus_point(point)).is_some()
    }
}

/// A direction on the screen. Right and down are positive.
type Direction = (f32, f32);

fn arrow(direction: gtk::DirectionType) -> Option<Direction> {
    match direction {
        gtk::DirectionType::Left => Some((-1.0, 0.0)),
        gtk::DirectionType::Right => Some((1.0, 0.0)),
        gtk::DirectionType::Up => Some((0.0, -1.0)),
        gtk::DirectionType::Down => Some((0.0, 1.0)),
        _ => None,
    }
}

/// Returns the nearest point in a direction on the screen: in the same row or column if there is
/// one, otherwise diagonally. At about the same distance, points that a line connects come first.
pub(super) fn neighbor(board: &Board, from: Point, (x, y): Direction, facing: Facing) -> Option<Point> {
    let sign = if facing == Facing::White { 1.0 } else { -1.0 };
    let start = place_of(board, from);
    let offset = |point: Point| {
        let place = place_of(board, point);
        let (dx, dy) = ((place.x - start.x) * sign, (place.y - start.y) * sign);
        (dx * x + dy * y, (dx * y - dy * x).abs())
    };
    let cost = |point: &Point| {
        let (ahead, aside) = offset(*point);
        // Rows of drawn points are not exact.
        let turned = if aside < 1e-3 { 0.0 } else { 10.0 + 2.0 * aside };
        ahead + turned + if board.neighbors(from).contains(*point) { 0.0 } else { 10.0 }
    };
    board
        .points()
        .filter(|&point| {
            let (ahead, aside) = offset(point);
            ahead > 0.0 && aside <= 2.0 * ahead
        })
        .min_by(|a, b| cost(a).total_cmp(&cost(b)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use morris::{SUNMILL_32, WHEEL_9, WINDMILL_28};

    use super::*;

    #[test]
    fn arrows_go_to_the_next_point_in_the_row_or_along_a_line() {
        use gtk::DirectionType::{Down, Left, Right};
        for (board, from, direction, to) in [
            (&WINDMILL_28, "e6", Right, "f6"),
            (&WINDMILL_28, "e6", Down, "e4"),
            (&WINDMILL_28, "e4", Left, "d4"),
            (&SUNMILL_32, "b5", Right, "c5"),
            (&SUNMILL_32, "a4", Right, "b4"),
            (&WHEEL_9, "a3", Right, "b3"),
        ] {
            let [from, to] = [from, to].map(|name| board.point(name).unwrap());
            let found = neighbor(board, from, arrow(direction).unwrap(), Facing::White);
            assert_eq!(found, Some(to), "{} from {from:?} {direction:?}", board.id());
        }
    }

    #[test]
    fn arrows_reach_every_point_from_every_point() {
        use gtk::DirectionType::{Down, Left, Right, Up};
        for board in Board::ALL {
            for start in board.points() {
                let (mut seen, mut open) = (BTreeSet::from([start]), vec![start]);
                while let Some(from) = open.pop() {
                    let ways = [Left, Right, Up, Down].into_iter().filter_map(arrow);
                    let next = ways.filter_map(|way| neighbor(board, from, way, Facing::White));
                    open.extend(next.filter(|&next| seen.insert(next)));
                }
                assert_eq!(seen.len(), board.points().len(), "{} from {start:?}", board.id());
            }
        }
    }
}
