// SPDX-License-Identifier: GPL-3.0-or-later
//! A refused tap, where it happened: the man, or a ring on the empty point, shakes, and a plaque
//! over an edge of the board, far from it, gives the reason. The plaque moves nothing and lets the
//! pointer through.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{gdk, pango};

#[cfg(test)]
use morris::Point;

use crate::widgets::notice_bar::reading_time;

use super::view::BoardView;

/// Distance of the plaque from the edges of the board, in logical pixels.
const MARGIN: i32 = 4;

impl BoardView {
    /// Shakes what was tapped last, and shows why the tap was refused: for its reading time, or
    /// until something else happens on the board.
    pub fn refuse(&self, words: &str) {
        self.shake();
        let imp = self.imp();
        imp.plaque.set_label(words);
        imp.plaque.set_visible(true);
        imp.refusing.start(reading_time(words), weak!(view = self, move || view.end_refusal()));
    }

    /// Shakes what was tapped last, unless there are no animations.
    pub fn shake(&self) {
        if let Some(point) = self.imp().tapped.get() {
            self.imp().animator.borrow_mut().shake(point, self.now(), self.speed());
            self.update_picture();
        }
    }

    /// Returns whether what was tapped shakes.
    #[cfg(test)]
    pub(crate) fn is_shaking(&self) -> bool {
        self.imp().animator.borrow().shaken(self.now()).is_some()
    }

    #[cfg(test)]
    pub(crate) fn type_point(&self, point: Point) {
        for letter in point.to_string().chars() {
            self.handle_key(gdk::Key::from_name(letter.to_string()).unwrap(), gdk::ModifierType::empty());
        }
    }

    pub fn refusal(&self) -> Option<String> {
        let plaque = &self.imp().plaque;
        plaque.is_visible().then(|| plaque.label().into())
    }

    /// Hides the reason.
    pub(super) fn end_refusal(&self) {
        self.imp().refusing.stop();
        self.imp().plaque.set_visible(false);
    }

    pub(super) fn add_plaque(&self) {
        let plaque = &self.imp().plaque;
        plaque.add_css_class("plaque");
        plaque.set_wrap(true);
        plaque.set_wrap_mode(pango::WrapMode::WordChar);
        plaque.set_natural_wrap_mode(gtk::NaturalWrapMode::None);
        plaque.set_justify(gtk::Justification::Center);
        plaque.set_can_target(false);
        plaque.set_visible(false);
        plaque.set_parent(self);
    }

    /// Places the plaque over the middle of the lower edge of the board, or over its upper edge if
    /// the tap was near the lower one: the next tap may be there, too.
    pub(super) fn place_plaque(&self) {
        let plaque = &self.imp().plaque;
        if !plaque.should_layout() {
            return;
        }
        let geometry = self.imp().geometry();
        let [left, top, side] = [geometry.left, geometry.top, geometry.side].map(|length| length as i32);
        let (least, natural, ..) = plaque.measure(gtk::Orientation::Horizontal, -1);
        let width = natural.min(side - 2 * MARGIN).max(least);
        let (_, height, ..) = plaque.measure(gtk::Orientation::Vertical, width);
        let middle = geometry.top + geometry.side / 2.0;
        let is_low = self.imp().tapped.get().is_some_and(|point| geometry.center(point).y > middle);
        let down = if is_low { MARGIN } else { side - height - MARGIN };
        let place = gdk::Rectangle::new(left + (side - width) / 2, top + down, width, height);
        plaque.size_allocate(&place, -1);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use morris::{Arrangement, Rules};
    use morris_play::session::Scene;

    use super::*;

    #[gtk::test]
    fn reason_covers_the_board_until_the_next_event() {
        adw::init().unwrap();
        let view = BoardView::new();
        let window = gtk::Window::builder().default_width(360).default_height(500).child(&view).build();
        window.present();
        let scene = Scene::still(&Arrangement::start(&Rules::STANDARD), &Rules::STANDARD);
        view.show(&scene);
        let turn = |millis| glib::MainContext::default().block_on(glib::timeout_future(Duration::from_millis(millis)));
        while view.width() == 0 {
            turn(20);
        }
        let size = (view.width(), view.height());
        let point: Point = "d6".parse().unwrap();
        view.tap(point);
        view.refuse(&"There is already a piece on d6 ".repeat(4));
        assert!(view.is_animating());
        turn(100);
        assert_eq!((view.width(), view.height()), size);
        let plaque = &view.imp().plaque;
        let (left, top) = plaque.translate_coordinates(&view, 0.0, 0.0).unwrap();
        let geometry = view.imp().geometry();
        assert!(
            left >= f64::from(geometry.left) && top > f64::from(geometry.top + geometry.side / 2.0),
            "{left} {top}"
        );
        assert!(top + f64::from(plaque.height()) <= f64::from(geometry.top + geometry.side));
        // It does not hide what is near the tap.
        view.tap("d1".parse().unwrap());
        view.refuse("no");
        turn(100);
        let (_, top) = plaque.translate_coordinates(&view, 0.0, 0.0).unwrap();
        assert!(top >= f64::from(geometry.top) && top < f64::from(geometry.top + geometry.side / 2.0), "{top}");
        view.show(&scene);
        assert!(view.refusal().is_some(), "nothing has happened");
        view.show(&Scene { played: 1, ..scene });
        assert_eq!(view.refusal(), None);
        view.refuse("no");
        view.tap(point);
        assert_eq!(view.refusal(), None, "the next tap has its own answer");
        window.destroy();
    }

    #[gtk::test]
    fn without_animations_nothing_shakes() {
        adw::init().unwrap();
        let view = BoardView::new();
        view.set_animation(None);
        let window = gtk::Window::builder().default_width(360).default_height(500).child(&view).build();
        window.present();
        view.tap("d6".parse().unwrap());
        view.refuse("no");
        assert!(!view.is_animating());
        assert_eq!(view.refusal().as_deref(), Some("no"));
        window.destroy();
    }
}
