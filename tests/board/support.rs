// SPDX-License-Identifier: GPL-3.0-or-later
//! A board in a window, and scenes from position lines.

use std::cell::RefCell;
use std::ffi::CString;
use std::rc::Rc;

use adw::prelude::*;
use glib::translate::{IntoGlib, ToGlibPtr, from_glib_full};
use morris::{Point, PointSet, Rules};
use morris_play::session::Scene;
use nine_mens_morris::board::{BoardView, LookManager, PointButton};

use crate::support::wait;

/// A board in a window, with the signals it has emitted.
pub struct Table {
    pub view: BoardView,
    pub window: gtk::Window,
    said: Rc<RefCell<Vec<String>>>,
}

impl Table {
    /// Creates a board of 400 by 400 pixels that shows a scene.
    pub fn new(scene: &Scene) -> Self {
        adw::init().unwrap();
        let view = BoardView::new();
        let said = Rc::new(RefCell::new(Vec::new()));
        let note = |said: &Rc<RefCell<Vec<String>>>| {
            let said = Rc::clone(said);
            move |word: String| said.borrow_mut().push(word)
        };
        let tapped = note(&said);
        view.connect_tapped(move |_, point| tapped(point.to_string()));
        let cancelled = note(&said);
        view.connect_canceled(move |_| cancelled("cancel".to_owned()));
        let window = gtk::Window::builder().default_width(400).default_height(400).decorated(false).build();
        window.set_child(Some(&view));
        window.present();
        view.show(scene);
        let table = Self { view, window, said };
        wait("the board has its size", || table.view.width() == 400 && table.view.is_mapped());
        table
    }

    /// Returns the signals of the board since the last call.
    pub fn said(&self) -> String {
        self.said.take().join(" ")
    }

    /// Checks the accessible name of a point.
    pub fn check_words(&self, point: &str, words: &str) {
        let wrong = wrong_text(&self.view.button(at(point)), gtk::ffi::GTK_ACCESSIBLE_PROPERTY_LABEL, words);
        assert_eq!(wrong, None, "{point}");
    }

    /// Moves the focus to a point, and checks its accessible name and description.
    pub fn check_focus(&self, point: &str, words: &str, description: &str) {
        self.view.focus_point(at(point));
        self.check_words(point, words);
        let button = self.view.button(at(point));
        let wrong = wrong_text(&button, gtk::ffi::GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description);
        // GTK may have no description at all if nothing can be done.
        let nothing = wrong.as_deref().is_some_and(|said| description.is_empty() && matches!(said, "" | "undefined"));
        assert!(wrong.is_none() || nothing, "{point}: {wrong:?}");
    }

    /// Returns the accessible name and description of each point.
    pub fn words(&self) -> Vec<(String, String)> {
        let button = |point| self.view.button(point).downcast::<PointButton>().unwrap();
        Point::all().map(|point| (button(point).words(), button(point).description())).collect()
    }

    /// Returns the middle of a point in the coordinates of the board.
    pub fn middle(&self, point: &str) -> (f64, f64) {
        let place = self.view.button(at(point)).allocation();
        (f64::from(place.x() + place.width() / 2), f64::from(place.y() + place.height() / 2))
    }
}

/// Returns the accessible text of a widget if it differs from `words`.
///
/// The bindings omit this function because it is variadic. It needs `GTK_A11Y=test`.
#[allow(unsafe_code, reason = "the only way to what GTK tells a screen reader, within the process")]
fn wrong_text(button: &gtk::Button, property: gtk::ffi::GtkAccessibleProperty, words: &str) -> Option<glib::GString> {
    let words = CString::new(words).unwrap();
    // SAFETY: the button is alive, and the property is compared with one nul-terminated string. The
    // returned text, if any, is owned by the caller.
    unsafe {
        from_glib_full(gtk::ffi::gtk_test_accessible_check_property(
            button.upcast_ref::<gtk::Accessible>().to_glib_none().0,
            property,
            words.as_ptr(),
        ))
    }
}

/// Returns the number of handlers for changes of the look.
#[allow(unsafe_code, reason = "the bindings count no handlers")]
pub fn handlers_of_look() -> usize {
    use glib::gobject_ffi::{G_SIGNAL_MATCH_ID, G_SIGNAL_MATCH_UNBLOCKED};
    use glib::gobject_ffi::{g_signal_handler_block, g_signal_handler_find, g_signal_handler_unblock};
    use std::ptr::null_mut;

    let manager = LookManager::default();
    let signal = glib::subclass::SignalId::lookup("changed", LookManager::static_type()).unwrap().into_glib();
    let (instance, which) = (manager.as_ptr().cast(), G_SIGNAL_MATCH_ID | G_SIGNAL_MATCH_UNBLOCKED);
    let mut found = Vec::new();
    // SAFETY: the manager lives as long as the program. Handlers are blocked so that each is
    // counted once, and unblocked right after.
    unsafe {
        loop {
            match g_signal_handler_find(instance, which, signal, 0, null_mut(), null_mut(), null_mut()) {
                0 => break,
                handler => {
                    g_signal_handler_block(instance, handler);
                    found.push(handler);
                }
            }
        }
        found.iter().for_each(|&handler| g_signal_handler_unblock(instance, handler));
    }
    found.len()
}

impl Drop for Table {
    fn drop(&mut self) {
        self.window.destroy();
    }
}

/// Returns the point with this name.
pub fn at(name: &str) -> Point {
    name.parse().unwrap()
}

/// Returns the points with these names.
pub fn set(names: &str) -> PointSet {
    names.split_whitespace().map(at).collect()
}

/// Returns the scene of a position in which nothing can be done.
pub fn scene(line: &str) -> Scene {
    Scene::still(&line.parse().unwrap(), &Rules::STANDARD)
}
