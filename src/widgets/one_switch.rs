// SPDX-License-Identifier: GPL-3.0-or-later
//! Scanning for users who press only one key, Space or Enter. The first press starts the scan: the
//! focus moves from stop to stop by itself. A short press chooses the stop with the focus, and a
//! long press goes back.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use glib::{ControlFlow, Propagation};
use gtk::gdk;
use gtk::prelude::*;

use crate::widgets::keys;
use crate::widgets::timer::Timer;

/// Time after which a press counts as long.
const LONG: Duration = Duration::from_secs(1);
/// Number of steps without a press after which the scan stops.
const MOST_STEPS: u32 = 100;

/// Moves the focus through all windows of the program while it is turned on.
pub struct Scanner {
    /// Time between two steps, or `None` while scanning is turned off.
    pace: Cell<Option<Duration>>,
    /// Steps since the last press.
    steps: Cell<u32>,
    stepping: Timer,
    is_pressed: Cell<bool>,
    /// Runs while a press is short.
    holding: Timer,
    windows: RefCell<Vec<glib::WeakRef<gtk::Window>>>,
}

impl Scanner {
    /// Creates a scanner for all windows, which is turned off.
    pub fn new() -> Rc<Self> {
        let scanner = Rc::new(Self {
            pace: Cell::default(),
            steps: Cell::default(),
            stepping: Timer::default(),
            is_pressed: Cell::default(),
            holding: Timer::default(),
            windows: RefCell::default(),
        });
        let all = gtk::Window::toplevels();
        scanner.listen();
        let weak = Rc::downgrade(&scanner);
        all.connect_items_changed(move |_, _, _, added| {
            if let Some(scanner) = weak.upgrade().filter(|_| added > 0) {
                scanner.listen();
            }
        });
        scanner
    }

    /// Sets the time between two steps. `None` turns scanning off.
    pub fn set_pace(&self, pace: Option<Duration>) {
        if self.pace.replace(pace) != pace {
            self.stepping.stop();
        }
    }

    /// Listens to the keys of windows that it does not know yet.
    fn listen(self: &Rc<Self>) {
        let mut known = self.windows.borrow_mut();
        known.retain(|window| window.upgrade().is_some());
        for window in windows() {
            if known.iter().any(|other| other.upgrade().as_ref() == Some(&window)) {
                continue;
            }
            known.push(window.downgrade());
            let keys = gtk::EventControllerKey::new();
            // Before the focused widget, which would act on the press and not on the release.
            keys.set_propagation_phase(gtk::PropagationPhase::Capture);
            let weak = Rc::downgrade(self);
            keys.connect_key_pressed(move |keys, key, _, state| {
                weak.upgrade().map_or(Propagation::Proceed, |scanner| scanner.press(keys, key, state))
            });
            let weak = Rc::downgrade(self);
            keys.connect_key_released(move |_, key, _, _| {
                if let Some(scanner) = weak.upgrade().filter(|_| is_switch(key)) {
                    scanner.release();
                }
            });
            window.add_controller(keys);
            let weak = Rc::downgrade(self);
            // The release of the key goes to another program.
            window.connect_is_active_notify(move |_| {
                if let Some(scanner) = weak.upgrade().filter(|_| active_window().is_none()) {
                    scanner.is_pressed.set(false);
                    scanner.holding.stop();
                }
            });
        }
    }

    fn press(self: &Rc<Self>, keys: &gtk::EventControllerKey, key: gdk::Key, state: gdk::ModifierType) -> Propagation {
        let is_command = state.intersects(gdk::ModifierType::CONTROL_MASK | gdk::ModifierType::ALT_MASK);
        if self.pace.get().is_none() || !is_switch(key) || is_command {
            return Propagation::Proceed;
        }
        let window = keys.widget().and_downcast::<gtk::Window>();
        let focus = window.and_then(|window| GtkWindowExt::focus(&window));
        let writes = focus.is_some_and(|focus| focus.is::<gtk::Text>() || focus.is::<gtk::TextView>());
        if writes && !self.stepping.runs() {
            return Propagation::Proceed;
        }
        // A held key is pressed again and again.
        if !self.is_pressed.replace(true) {
            self.holding.start(LONG, || active_window().iter().for_each(go_back));
        }
        Propagation::Stop
    }

    fn release(self: &Rc<Self>) {
        if !self.is_pressed.replace(false) {
            return;
        }
        let is_short = self.holding.runs();
        self.holding.stop();
        if is_short && self.stepping.runs() {
            let focus = active_window().and_then(|window| GtkWindowExt::focus(&window));
            focus.map(|focus| focus.activate());
        }
        self.scan();
    }

    /// Steps until nothing has been pressed for a long time.
    fn scan(self: &Rc<Self>) {
        let Some(pace) = self.pace.get() else { return };
        // The scan begins where the focus is, and shows it.
        if let Some(window) = active_window() {
            window.set_focus_visible(true);
        }
        self.steps.set(0);
        let weak = Rc::downgrade(self);
        self.stepping.repeat(pace, move || weak.upgrade().map_or(ControlFlow::Break, |scanner| scanner.next()));
    }

    fn next(&self) -> ControlFlow {
        self.steps.set(self.steps.get() + 1);
        // The user is choosing.
        if !self.is_pressed.get() {
            step();
        }
        if self.steps.get() < MOST_STEPS { ControlFlow::Continue } else { ControlFlow::Break }
    }
}

const fn is_switch(key: gdk::Key) -> bool {
    matches!(key, gdk::Key::space | gdk::Key::Return | gdk::Key::KP_Enter)
}

fn active_window() -> Option<gtk::Window> {
    windows().find(GtkWindowExt::is_active)
}

fn windows() -> impl Iterator<Item = gtk::Window> {
    gtk::Window::list_toplevels().into_iter().filter_map(|window| window.downcast().ok())
}

/// Moves the focus to the next stop of the active window, or of its open menu.
fn step() {
    let Some(window) = active_window() else { return };
    let inside = open_menu(&window).map_or_else(|| window.clone().upcast(), gtk::Widget::from);
    // After the last stop, the second call finds the first one.
    _ = inside.child_focus(gtk::DirectionType::TabForward) || inside.child_focus(gtk::DirectionType::TabForward);
    window.set_focus_visible(true);
}

fn open_menu(window: &gtk::Window) -> Option<gtk::Popover> {
    GtkWindowExt::focus(window)?.ancestor(gtk::Popover::static_type()).and_downcast()
}

/// Does what Escape does: closes a menu, puts a piece back, closes a dialog, or goes back.
fn go_back(window: &gtk::Window) {
    if let Some(menu) = open_menu(window) {
        return menu.popdown();
    }
    let focus = GtkWindowExt::focus(window).unwrap_or_else(|| window.clone().upcast());
    let outward: Vec<_> = std::iter::successors(Some(focus), WidgetExt::parent).collect();
    let is_handled = outward.iter().rev().any(|widget| takes_escape(widget, gtk::PropagationPhase::Capture))
        || outward.iter().any(|widget| takes_escape(widget, gtk::PropagationPhase::Bubble));
    // A dialog has no such action.
    if !is_handled && window.activate_action("win.back", None).is_err() {
        window.close();
    }
}

fn takes_escape(widget: &gtk::Widget, phase: gtk::PropagationPhase) -> bool {
    keys::pass(widget, phase, (gdk::Key::Escape, gdk::ModifierType::empty()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::for_tests::wait_until;

    #[gtk::test]
    fn one_key_chooses_where_the_scan_is() {
        let chosen: Rc<RefCell<Vec<&str>>> = Rc::default();
        let parts = gtk::Box::new(gtk::Orientation::Horizontal, 0);
        for name in ["first", "second"] {
            let button = gtk::Button::with_label(name);
            let note = Rc::clone(&chosen);
            button.connect_clicked(move |_| note.borrow_mut().push(name));
            parts.append(&button);
        }
        let scanner = Scanner::new();
        let window = gtk::Window::builder().child(&parts).build();
        let (note, escape) = (Rc::clone(&chosen), gtk::EventControllerKey::new());
        escape.connect_key_pressed(move |_, key, _, _| {
            note.borrow_mut().extend((key == gdk::Key::Escape).then_some("back"));
            Propagation::Stop
        });
        parts.add_controller(escape);
        window.present();
        wait_until(|| window.is_active());
        GtkWindowExt::set_focus(&window, gtk::Widget::NONE);
        let keys = gtk::EventControllerKey::new();
        window.add_controller(keys.clone());
        let press = || scanner.press(&keys, gdk::Key::space, gdk::ModifierType::empty());
        assert_eq!(press(), Propagation::Proceed, "scanning is off");
        scanner.set_pace(Some(Duration::from_millis(300)));
        let reached = |name| {
            let button = parts.first_child().filter(|_| name == "first").or_else(|| parts.last_child()).unwrap();
            wait_until(|| button.has_focus());
        };
        assert_eq!(press(), Propagation::Stop);
        scanner.release();
        reached("second");
        press();
        scanner.release();
        wait_until(|| *chosen.borrow() == ["second"]);
        reached("first");
        press();
        scanner.release();
        wait_until(|| *chosen.borrow() == ["second", "first"]);
        press();
        wait_until(|| *chosen.borrow() == ["second", "first", "back"]);
        assert_eq!(press(), Propagation::Stop, "a held key");
        scanner.release();
        assert_eq!(chosen.borrow().len(), 3);
        scanner.set_pace(None);
        assert!(!scanner.stepping.runs());
        scanner.set_pace(Some(Duration::from_millis(300)));
        let text = gtk::TextView::new();
        parts.append(&text);
        assert!(text.grab_focus());
        assert_eq!(press(), Propagation::Proceed, "a text keeps its spaces");
        window.destroy();
    }
}
