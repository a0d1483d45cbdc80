// SPDX-License-Identifier: GPL-3.0-or-later
//! Short messages below the page, one after the other. They take room of their own, so that nothing
//! is covered.
//!
//! It is one label that changes its words: nothing is made anew or freed while it moves, however
//! quickly messages come.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use crate::text::i18n::shortened;
use crate::widgets::callbacks::on_click;
use crate::widgets::timer::Timer;

/// How long a message is shown at least.
const SHORTEST: Duration = Duration::from_secs(4);
/// How much longer for each character that it has beyond [`GLANCE`].
const PER_CHARACTER: Duration = Duration::from_millis(60);
/// How long a message with a button is shown at least.
const TO_DECIDE: Duration = Duration::from_secs(8);
/// So many characters are read at a glance.
const GLANCE: usize = 40;
/// Of the words beside a button not more characters are shown: the name of a game may be long. A
/// label that cuts them itself, after some lines, tells GTK 4.8 sizes that contradict each other.
const MOST_BESIDE_BUTTON: usize = 120;
/// More messages than this do not wait: the newest ones are more to the point.
const MOST_WAITING: usize = 8;

/// How long a message is shown.
#[must_use]
pub fn reading_time(words: &str) -> Duration {
    let beyond = words.chars().count().saturating_sub(GLANCE);
    SHORTEST + PER_CHARACTER * u32::try_from(beyond).unwrap_or(u32::MAX).min(600)
}

/// A message.
#[derive(Default)]
pub struct Notice {
    words: String,
    /// Whether it gives way to whatever comes next, and to another page.
    passing: bool,
    button: Option<(String, Box<dyn FnOnce()>)>,
    ended: Option<Box<dyn FnOnce()>>,
}

impl Notice {
    /// News: it is shown as long as one needs to read it, after those that came before.
    #[must_use]
    pub fn news(words: &str) -> Self {
        Self { words: words.to_owned(), ..Self::default() }
    }

    /// An answer to what was just done: shown at once, until the next.
    #[must_use]
    pub fn passing(words: &str) -> Self {
        Self { words: words.to_owned(), passing: true, ..Self::default() }
    }

    /// With a button that does something and ends it.
    #[must_use]
    pub fn with_button(self, label: &str, act: impl FnOnce() + 'static) -> Self {
        Self { button: Some((label.to_owned(), Box::new(act))), ..self }
    }

    /// Calls back at its end, however that comes, unless its button was pressed.
    #[must_use]
    pub fn when_ended(self, call: impl FnOnce() + 'static) -> Self {
        Self { ended: Some(Box::new(call)), ..self }
    }

    /// What it says.
    #[must_use]
    pub fn words(&self) -> &str {
        &self.words
    }

    fn end(self) {
        if let Some(ended) = self.ended {
            ended();
        }
    }
}

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct NoticeBar {
        /// Lets the bar come and go.
        pub(super) revealer: gtk::Revealer,
        /// The words.
        pub(super) label: gtk::Label,
        /// What can be done about it.
        pub(super) button: gtk::Button,
        /// The message shown.
        pub(super) shown: RefCell<Option<Notice>>,
        /// Those that wait.
        pub(super) waiting: RefCell<VecDeque<Notice>>,
        /// Ends the message shown.
        pub(super) timer: Timer,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for NoticeBar {
        const NAME: &'static str = "NmmNoticeBar";
        type Type = super::NoticeBar;
        type ParentType = gtk::Widget;
    }

    impl ObjectImpl for NoticeBar {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().build();
        }

        fn dispose(&self) {
            self.timer.stop();
            let left = self.shown.take().into_iter().chain(self.waiting.take());
            left.for_each(Notice::end);
            self.revealer.unparent();
        }
    }

    impl WidgetImpl for NoticeBar {
        /// Asked for its height at no width in particular, a label answers with that at its
        /// narrowest, a tower of letters, and the window would grow by it.
        fn measure(&self, orientation: gtk::Orientation, for_size: i32) -> (i32, i32, i32, i32) {
            if orientation == gtk::Orientation::Vertical && for_size < 0 {
                let (_, natural, ..) = self.revealer.measure(gtk::Orientation::Horizontal, -1);
                return self.revealer.measure(orientation, natural);
            }
            self.revealer.measure(orientation, for_size)
        }

        fn size_allocate(&self, width: i32, height: i32, baseline: i32) {
            self.revealer.allocate(width, height, baseline, None);
        }

        fn request_mode(&self) -> gtk::SizeRequestMode {
            self.revealer.request_mode()
        }
    }
}

glib::wrapper! {
    /// The place for short messages.
    pub struct NoticeBar(ObjectSubclass<imp::NoticeBar>)
        @extends gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl NoticeBar {
    /// Shows a message, or lets it wait for those before it.
    pub fn show_notice(&self, notice: Notice) {
        let imp = self.imp();
        if self.knows(&notice) {
            return notice.end();
        }
        let (nothing_shown, passing_shown) = match &*imp.shown.borrow() {
            None => (true, false),
            Some(shown) => (false, shown.passing),
        };
        if nothing_shown || passing_shown {
            return self.put(notice);
        }
        if notice.passing || notice.button.is_some() {
            // What it covers comes back after it.
            let covered = imp.shown.take();
            if let Some(covered) = covered {
                imp.waiting.borrow_mut().push_front(covered);
            }
            return self.put(notice);
        }
        let superfluous = {
            let mut waiting = imp.waiting.borrow_mut();
            waiting.push_back(notice);
            // What can still be undone is not decided by others.
            let oldest = waiting.iter().position(|waiting| waiting.button.is_none());
            if waiting.len() > MOST_WAITING { oldest.and_then(|oldest| waiting.remove(oldest)) } else { None }
        };
        if let Some(notice) = superfluous {
            notice.end();
        }
    }

    /// Takes the messages that do not give way to whatever comes, so that another window can show
    /// them; none ends.
    #[must_use]
    pub fn take_lasting(&self) -> Vec<Notice> {
        let imp = self.imp();
        let all = imp.shown.take().into_iter().chain(imp.waiting.take());
        let (passing, lasting): (Vec<_>, Vec<_>) = all.partition(|notice| notice.passing);
        self.go_on();
        passing.into_iter().for_each(Notice::end);
        lasting
    }

    /// Ends a message that gives way to whatever comes.
    pub fn dismiss_passing(&self) {
        if self.imp().shown.borrow().as_ref().is_some_and(|shown| shown.passing) {
            self.go_on();
        }
    }

    /// The words shown now.
    #[must_use]
    pub fn words(&self) -> Option<String> {
        self.imp().shown.borrow().as_ref().map(|shown| shown.words.clone())
    }

    /// Whether the same is told already, and nothing can be done about it.
    fn knows(&self, notice: &Notice) -> bool {
        let imp = self.imp();
        let same = |other: &Notice| !notice.passing && notice.button.is_none() && other.words == notice.words;
        imp.shown.borrow().as_ref().is_some_and(same) || imp.waiting.borrow().iter().any(same)
    }

    fn build(&self) {
        let imp = self.imp();
        imp.label.set_wrap(true);
        imp.label.set_wrap_mode(gtk::pango::WrapMode::WordChar);
        imp.label.set_xalign(0.0);
        imp.label.set_hexpand(true);
        imp.button.set_valign(gtk::Align::Center);
        let close = gtk::Button::builder().icon_name("window-close-symbolic").valign(gtk::Align::Center).build();
        close.add_css_class("flat");
        close.update_property(&[gtk::accessible::Property::Label(&gettext("Close the Message"))]);
        // Not a box: that of GTK 4.8 asks words that wrap for their width in all heights, and
        // complains of the answers.
        let row = gtk::Grid::builder().column_spacing(12).css_classes(["notice"]).build();
        row.attach(&imp.label, 0, 0, 1, 1);
        row.attach(&imp.button, 1, 0, 1, 1);
        row.attach(&close, 2, 0, 1, 1);
        // Not a slide: the words wrap, and GTK 4.8 rounds the heights of what slides in two ways
        // that differ.
        imp.revealer.set_transition_type(gtk::RevealerTransitionType::Crossfade);
        imp.revealer.set_transition_duration(150);
        imp.revealer.set_child(Some(&row));
        // What is not seen is not reached by the keyboard either.
        imp.revealer.set_visible(false);
        imp.revealer.connect_child_revealed_notify(|revealer| {
            revealer.set_visible(revealer.is_child_revealed() || revealer.reveals_child());
        });
        imp.revealer.set_parent(self);
        on_click(&imp.button, self, Self::press);
        on_click(&close, self, Self::go_on);
    }

    /// Puts a message in the place of the one shown.
    fn put(&self, notice: Notice) {
        let imp = self.imp();
        let words = notice.words.clone();
        let most = if notice.button.is_some() { MOST_BESIDE_BUTTON } else { usize::MAX };
        imp.label.set_label(&shortened(&words, most));
        imp.button.set_visible(notice.button.is_some());
        if let Some((label, _)) = &notice.button {
            imp.button.set_label(label);
        }
        let before = imp.shown.replace(Some(notice));
        imp.revealer.set_visible(true);
        imp.revealer.set_reveal_child(true);
        let has_button = self.imp().button.is_visible();
        // Whoever can do something about it needs time to decide.
        self.wait(reading_time(&words).max(if has_button { TO_DECIDE } else { Duration::ZERO }));
        if let Some(notice) = before {
            notice.end();
        }
    }

    fn wait(&self, time: Duration) {
        self.imp().timer.start(
            time,
            glib::clone!(
                #[weak(rename_to = bar)]
                self,
                move || bar.time_is_up()
            ),
        );
    }

    /// Whoever has the keyboard on a button is about to press it.
    fn time_is_up(&self) {
        if self.focus_child().is_some() && self.imp().button.is_visible() {
            self.wait(TO_DECIDE);
        } else {
            self.go_on();
        }
    }

    /// Does what the button says.
    fn press(&self) {
        let button = self.imp().shown.borrow_mut().as_mut().and_then(|shown| {
            shown.ended = None;
            shown.button.take()
        });
        self.go_on();
        if let Some((_, act)) = button {
            act();
        }
    }

    /// Ends the message shown, and shows the next.
    fn go_on(&self) {
        let imp = self.imp();
        let next = imp.waiting.borrow_mut().pop_front();
        match next {
            Some(next) => self.put(next),
            None => {
                imp.timer.stop();
                let shown = imp.shown.take();
                self.leave_focus();
                imp.revealer.set_reveal_child(false);
                if let Some(notice) = shown {
                    notice.end();
                }
            }
        }
    }

    /// The keyboard does not stay on what goes away.
    fn leave_focus(&self) {
        if self.focus_child().is_some() {
            self.child_focus(gtk::DirectionType::TabBackward);
        }
    }
}
