// SPDX-License-Identifier: GPL-3.0-or-later
//! Short messages over the lower part of the window, one after the other. They move and resize
//! nothing, and cover nothing that is needed to play.
//!
//! The bar is one label whose text changes: no widget is created or freed during an animation, even
//! if messages arrive quickly. It is not an `AdwToast`: those of libadwaita 1.2 are one line of
//! markup, and a text may come from a file.

#[cfg(test)]
mod tests;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::sync::OnceLock;
use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use crate::compat::accessible_names::set_accessible_name;
use crate::widgets::callbacks::on_click;
use crate::widgets::free_place::free_place;
use crate::widgets::timer::Timer;
use crate::widgets::ui_scale::grown;
use gtk::gdk;
use morris::shortened;

/// Environment variable with the minimum time of every message, in whole seconds: for people who
/// need longer, and for tests on a busy machine.
const LEAST_VARIABLE: &str = "NMM_NOTICE_SECONDS";
/// Minimum time for which a message is shown.
const SHORTEST: Duration = Duration::from_secs(4);
/// Additional time for each character beyond [`GLANCE`].
const PER_CHARACTER: Duration = Duration::from_millis(60);
/// Minimum time for which a message with a button is shown.
const TO_DECIDE: Duration = Duration::from_secs(8);
/// Number of characters that are read at a glance.
const GLANCE: usize = 40;
/// Maximum number of characters shown beside a button, since the name of a game may be long. A
/// label that ellipsizes after several lines reports contradictory sizes in GTK 4.8.
const MOST_BESIDE_BUTTON: usize = 120;
/// Maximum number of characters shown otherwise: they fit into the smallest window.
const MOST_SHOWN: usize = 400;
/// Distance from the edges of the window without the room for the shadow, in pixels.
const MARGIN: i32 = 6;
/// Room for the shadow around the message, in pixels.
const SHADOW: i32 = 8;
/// Maximum width, in pixels.
const WIDEST: i32 = 560;
/// Width of the window below which the button is under the text, in pixels.
const NARROW: i32 = 480;
/// Maximum number of waiting messages. Beyond it the oldest are dropped, since newer ones are more
/// relevant.
const MOST_WAITING: usize = 8;

/// Returns how long a message is shown.
pub fn reading_time(words: &str) -> Duration {
    let beyond = words.chars().count().saturating_sub(GLANCE);
    SHORTEST + PER_CHARACTER * u32::try_from(beyond).unwrap_or(u32::MAX).min(600)
}

/// Returns the minimum time of every message that the environment asks for.
fn least() -> Duration {
    static LEAST: OnceLock<Duration> = OnceLock::new();
    *LEAST.get_or_init(|| std::env::var(LEAST_VARIABLE).map_or(Duration::ZERO, |seconds| in_seconds(&seconds)))
}

fn in_seconds(words: &str) -> Duration {
    let seconds = words.parse().inspect_err(|error| tracing::warn!("{LEAST_VARIABLE}: {error}"));
    Duration::from_secs(seconds.unwrap_or_default())
}

/// A message.
#[derive(Default)]
pub struct Notice {
    words: String,
    /// Whether the message ends when another one arrives or the page changes.
    passing: bool,
    button: Option<(String, Box<dyn FnOnce()>)>,
}

impl Notice {
    /// Creates news, which are shown after earlier messages and for their reading time.
    pub fn news(words: &str) -> Self {
        Self { words: words.to_owned(), ..Self::default() }
    }

    /// Creates a response to an action of the user, which is shown immediately, until the next
    /// message.
    pub fn passing(words: &str) -> Self {
        Self { words: words.to_owned(), passing: true, ..Self::default() }
    }

    /// Adds a button that calls `act` and ends the message.
    pub fn with_button(self, label: &str, act: impl FnOnce() + 'static) -> Self {
        Self { button: Some((label.to_owned(), Box::new(act))), ..self }
    }

    pub const fn is_passing(&self) -> bool {
        self.passing
    }

    pub fn words(&self) -> &str {
        &self.words
    }

    /// Returns how long the message is shown, at least `least`.
    fn time(&self, least: Duration) -> Duration {
        let to_decide = if self.button.is_some() { TO_DECIDE } else { Duration::ZERO };
        reading_time(&self.words).max(to_decide).max(least)
    }
}

/// Finds widgets that must not be covered.
type FindNeeded = Box<dyn Fn() -> Vec<gtk::Widget>>;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct NoticeBar {
        pub(super) revealer: gtk::Revealer,
        pub(super) label: gtk::Label,
        /// Arranges the text and the buttons.
        pub(super) row: gtk::Grid,
        pub(super) button: gtk::Button,
        pub(super) close: gtk::Button,
        pub(super) shown: RefCell<Option<Notice>>,
        pub(super) waiting: RefCell<VecDeque<Notice>>,
        /// Ends the current message. It rests while the message has the pointer or the focus.
        pub(super) timer: Timer,
        /// Finds what must not be covered.
        pub(super) needed: RefCell<Option<FindNeeded>>,
        /// Where the pointer was when it came to the message.
        pub(super) pointer_came_to: Cell<(f64, f64)>,
        /// Whether the pointer has moved over the message.
        pub(super) has_pointer: Cell<bool>,
        pub(super) has_focus: Cell<bool>,
        /// Widget that last had the focus outside the message.
        pub(super) focus_before: glib::WeakRef<gtk::Widget>,
    }

    impl ObjectImpl for NoticeBar {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().build();
        }

        fn dispose(&self) {
            self.timer.stop();
            self.revealer.unparent();
        }
    }

    impl WidgetImpl for NoticeBar {
        /// Requests nothing, so that no message moves or resizes anything.
        fn measure(&self, _: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            (0, 0, -1, -1)
        }

        fn size_allocate(&self, width: i32, height: i32, _: i32) {
            self.obj().place_message(width, height);
        }

        /// Lets the pointer through everywhere except on the message.
        fn contains(&self, _: f64, _: f64) -> bool {
            false
        }

        fn root(&self) {
            self.parent_root();
            self.obj().follow_focus();
        }
    }
}

class! {
    /// Shows short messages over the content of a window.
    NoticeBar: gtk::Widget
}

impl NoticeBar {
    /// Sets what finds the widgets that messages must not cover, the most important first.
    pub fn keep_clear(&self, find: impl Fn() -> Vec<gtk::Widget> + 'static) {
        self.imp().needed.replace(Some(Box::new(find)));
    }

    /// Shows a message, or queues it if it must wait for earlier ones.
    pub fn show_notice(&self, notice: Notice) {
        let imp = self.imp();
        if self.knows(&notice) {
            return;
        }
        let (nothing_shown, passing_shown) = match &*imp.shown.borrow() {
            None => (true, false),
            Some(shown) => (false, shown.passing),
        };
        if nothing_shown || passing_shown {
            return self.put(notice);
        }
        if notice.passing || notice.button.is_some() {
            // The covered message comes back afterwards.
            let covered = imp.shown.take();
            if let Some(covered) = covered {
                imp.waiting.borrow_mut().push_front(covered);
            }
            return self.put(notice);
        }
        let mut waiting = imp.waiting.borrow_mut();
        waiting.push_back(notice);
        // Messages with a button, for example to undo an action, are not dropped for others.
        let oldest = waiting.iter().position(|waiting| waiting.button.is_none());
        if let Some(oldest) = oldest.filter(|_| waiting.len() > MOST_WAITING) {
            waiting.remove(oldest);
        }
    }

    /// Takes all messages except passing ones, so that another window can show them.
    pub fn take_lasting(&self) -> Vec<Notice> {
        let imp = self.imp();
        let all = imp.shown.take().into_iter().chain(imp.waiting.take());
        let lasting = all.filter(|notice| !notice.passing).collect();
        self.go_on();
        lasting
    }

    /// Ends the current message if it is a passing one.
    pub fn dismiss_passing(&self) {
        if self.imp().shown.borrow().as_ref().is_some_and(|shown| shown.passing) {
            self.go_on();
        }
    }

    /// Ends the newest message with these words.
    pub fn end_if(&self, words: &str) {
        if self.words().as_deref() == Some(words) {
            return self.go_on();
        }
        let mut waiting = self.imp().waiting.borrow_mut();
        if let Some(place) = waiting.iter().position(|notice| notice.words == words) {
            waiting.remove(place);
        }
    }

    pub fn words(&self) -> Option<String> {
        self.imp().shown.borrow().as_ref().map(|shown| shown.words.clone())
    }

    /// Returns whether an equal message is shown or waits already, and the new one has no button.
    fn knows(&self, notice: &Notice) -> bool {
        let imp = self.imp();
        let same = |other: &Notice| !notice.passing && notice.button.is_none() && other.words == notice.words;
        imp.shown.borrow().as_ref().is_some_and(same) || imp.waiting.borrow().iter().any(same)
    }

    fn build(&self) {
        let imp = self.imp();
        imp.label.set_wrap(true);
        imp.label.set_wrap_mode(gtk::pango::WrapMode::WordChar);
        imp.label.set_natural_wrap_mode(gtk::NaturalWrapMode::None);
        imp.label.set_xalign(0.0);
        imp.label.set_hexpand(true);
        imp.button.set_valign(gtk::Align::Center);
        let close = &imp.close;
        close.set_icon_name("window-close-symbolic");
        close.set_halign(gtk::Align::End);
        close.set_valign(gtk::Align::Center);
        close.add_css_class("flat");
        set_accessible_name(close, &gettext("Dismiss"));
        // Not a box: that of GTK 4.8 measures wrapped text for its width at all heights, and warns
        // about the results.
        let row = &imp.row;
        row.set_column_spacing(12);
        row.add_css_class("message");
        row.set_margin_top(SHADOW);
        row.set_margin_bottom(SHADOW);
        row.set_margin_start(SHADOW);
        row.set_margin_end(SHADOW);
        row.attach(&imp.label, 0, 0, 1, 1);
        row.set_row_spacing(2);
        row.attach(&imp.button, 1, 0, 1, 1);
        row.attach(close, 2, 0, 1, 1);
        // Not a slide: the text wraps, and GTK 4.8 rounds the heights of a sliding child in two
        // different ways.
        imp.revealer.set_transition_type(gtk::RevealerTransitionType::Crossfade);
        imp.revealer.set_transition_duration(150);
        imp.revealer.set_child(Some(row));
        // A hidden bar must not be reachable by the keyboard.
        imp.revealer.set_visible(false);
        imp.revealer.connect_child_revealed_notify(|revealer| {
            revealer.set_visible(revealer.is_child_revealed() || revealer.reveals_child());
        });
        imp.revealer.set_parent(self);
        on_click(&imp.button, self, Self::press);
        on_click(close, self, Self::go_on);
        self.close_with_escape();
        self.follow_pointer();
    }

    /// Ends the message by Escape while it has the focus.
    fn close_with_escape(&self) {
        let keys = gtk::EventControllerKey::new();
        keys.connect_key_pressed(glib::clone!(
            #[weak(rename_to = bar)]
            self,
            #[upgrade_or]
            glib::Propagation::Proceed,
            move |_, key, _, _| {
                if key != gdk::Key::Escape {
                    return glib::Propagation::Proceed;
                }
                bar.go_on();
                glib::Propagation::Stop
            }
        ));
        self.add_controller(keys);
    }

    /// Places the message where it covers nothing that is needed, otherwise over the middle of the
    /// lower edge.
    fn place_message(&self, width: i32, height: i32) {
        let revealer = &self.imp().revealer;
        if !revealer.should_layout() {
            return;
        }
        let (least, natural, ..) = revealer.measure(gtk::Orientation::Horizontal, -1);
        let wide = natural.min(grown(self, WIDEST)).min(width - 2 * MARGIN).max(least);
        let (_, high, ..) = revealer.measure(gtk::Orientation::Vertical, wide);
        let lowest = gdk::Rectangle::new((width - wide) / 2, height - high - MARGIN, wide, high);
        revealer.size_allocate(&self.clear_place(width, height).unwrap_or(lowest), -1);
    }

    /// Returns the place in this room where the message covers nothing that is needed. Its shadow
    /// may.
    fn clear_place(&self, width: i32, height: i32) -> Option<gdk::Rectangle> {
        let imp = self.imp();
        let needed = imp.needed.borrow().as_ref().map(|find| find()).unwrap_or_default();
        let bounds = |widget: &gtk::Widget| {
            let bounds = widget.compute_bounds(self)?;
            let (left, top) = (bounds.x().floor() as i32, bounds.y().floor() as i32);
            Some(gdk::Rectangle::new(left, top, bounds.width().ceil() as i32, bounds.height().ceil() as i32))
        };
        let needed: Vec<_> = needed.iter().filter(|widget| widget.is_mapped()).filter_map(bounds).collect();
        let (least, natural, ..) = imp.revealer.measure(gtk::Orientation::Horizontal, -1);
        let size = |room: i32| {
            let wide = natural.min(grown(self, WIDEST)).min(room - 2 * MARGIN);
            let high = (wide >= least).then(|| imp.revealer.measure(gtk::Orientation::Vertical, wide).1)?;
            Some((wide, high - 2 * SHADOW))
        };
        // The last one is the first to give way.
        let rooms = (1..=needed.len()).rev().map(|count| &needed[..count]);
        let place = rooms.into_iter().find_map(|needed| free_place((width, height), needed, MARGIN + SHADOW, size))?;
        Some(gdk::Rectangle::new(place.x(), place.y() - SHADOW, place.width(), place.height() + 2 * SHADOW))
    }

    /// Keeps the message while the pointer is over it. A pointer that rests where the message
    /// appears does not count, since it would keep the message from ever ending.
    fn follow_pointer(&self) {
        let pointer = gtk::EventControllerMotion::new();
        pointer.connect_enter(weak!(bar = self, move |_, x, y| bar.imp().pointer_came_to.set((x, y))));
        pointer.connect_motion(weak!(bar = self, move |_, x, y| if bar.imp().pointer_came_to.get() != (x, y) {
            bar.note(&bar.imp().has_pointer, true);
        }));
        pointer.connect_leave(weak!(bar = self, move |_| bar.note(&bar.imp().has_pointer, false)));
        self.add_controller(pointer);
    }

    /// Notes whether the message has the pointer, or the focus.
    fn note(&self, state: &Cell<bool>, has_it: bool) {
        if state.replace(has_it) != has_it {
            self.wait();
        }
    }

    /// Remembers where the focus is, to return it when a message ends. Keeps the message while it
    /// has the focus.
    fn follow_focus(&self) {
        let Some(root) = self.root().and_downcast::<gtk::Window>() else { return };
        root.connect_focus_widget_notify(weak!(bar = self, move |root| {
            let focus = GtkWindowExt::focus(root);
            let is_inside = focus.as_ref().is_some_and(|focus| focus.is_ancestor(&bar));
            if let Some(focus) = focus.filter(|_| !is_inside) {
                bar.imp().focus_before.set(Some(&focus));
            }
            bar.note(&bar.imp().has_focus, is_inside);
        }));
    }

    fn put(&self, notice: Notice) {
        let imp = self.imp();
        let words = notice.words.clone();
        let most = if notice.button.is_some() { MOST_BESIDE_BUTTON } else { MOST_SHOWN };
        imp.label.set_label(&shortened(&words, most));
        imp.button.set_visible(notice.button.is_some());
        if let Some((label, _)) = &notice.button {
            imp.button.set_label(label);
        }
        imp.shown.replace(Some(notice));
        imp.revealer.set_visible(true);
        self.find_place_of_button();
        imp.revealer.set_reveal_child(true);
        self.wait();
    }

    /// Places the button beside the text, or under it where the message is narrow, unless only the
    /// other way has a place.
    fn find_place_of_button(&self) {
        let (width, height, narrow) = (self.width(), self.height(), grown(self, NARROW));
        let place = |under| {
            self.place_button(under);
            let natural = self.imp().revealer.measure(gtk::Orientation::Horizontal, -1).1;
            self.clear_place(width, height).map(|place| place.width() < natural.min(narrow))
        };
        let under = match (place(true), place(false)) {
            (Some(_), Some(is_squeezed)) => is_squeezed,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => (1..narrow).contains(&width),
        };
        self.place_button(under && self.imp().button.is_visible());
    }

    /// Places the button beside the text, or under it with the one that closes.
    fn place_button(&self, under: bool) {
        let imp = self.imp();
        let place = |widget: &gtk::Widget, column, row, span| {
            let place = imp.row.layout_manager().map(|layout| layout.layout_child(widget));
            let Some(place) = place.and_downcast::<gtk::GridLayoutChild>() else { return };
            place.set_column(column);
            place.set_row(row);
            place.set_column_span(span);
        };
        let (row, span) = if under { (1, 2) } else { (0, 1) };
        place(imp.label.upcast_ref(), 0, 0, span);
        place(imp.button.upcast_ref(), 1 - row, row, 1);
        place(imp.close.upcast_ref(), 2 - row, row, 1);
        imp.button.set_halign(if under { gtk::Align::Start } else { gtk::Align::Fill });
    }

    /// Ends the current message after its time, which starts again each time when both the pointer
    /// and the focus have left it.
    fn wait(&self) {
        let imp = self.imp();
        if imp.has_pointer.get() || imp.has_focus.get() {
            return imp.timer.stop();
        }
        let Some(time) = imp.shown.borrow().as_ref().map(|shown| shown.time(least())) else { return };
        imp.timer.start(time, weak!(bar = self, move || bar.go_on()));
    }

    /// Ends the current message and calls the function of its button.
    fn press(&self) {
        let button = self.imp().shown.borrow_mut().as_mut().and_then(|shown| shown.button.take());
        self.go_on();
        if let Some((_, act)) = button {
            act();
        }
    }

    /// Ends the current message and shows the next.
    fn go_on(&self) {
        let imp = self.imp();
        let next = imp.waiting.borrow_mut().pop_front();
        match next {
            Some(next) => self.put(next),
            None => {
                imp.timer.stop();
                // A hidden message loses the pointer without leaving it.
                imp.has_pointer.set(false);
                imp.shown.take();
                self.leave_focus();
                imp.revealer.set_reveal_child(false);
            }
        }
    }

    /// Returns the focus from a message that is about to be hidden.
    fn leave_focus(&self) {
        if self.focus_child().is_none() {
            return;
        }
        let before = self.imp().focus_before.upgrade().filter(WidgetExt::is_mapped);
        if before.is_some_and(|before| before.grab_focus()) {
            return;
        }
        if let Some(root) = self.root() {
            root.set_focus(None::<&gtk::Widget>);
        }
    }
}
