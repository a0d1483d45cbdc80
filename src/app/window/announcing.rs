// SPDX-License-Identifier: GPL-3.0-or-later
//! Window title, which is also the channel for announcements to a screen reader.

use std::time::{Duration, Instant};

use adw::prelude::*;
use adw::subclass::prelude::*;

use super::Window;
use crate::compat::accessible_names::set_accessible_name;
use crate::compat::announcer::{AWAY, Again, GAP, LEAD, Reached, Repeat};
use crate::pages::app_page::Page;
use crate::pages::game::GamePage;
use crate::pages::row;

impl Window {
    /// Announces the title of the page instead of what belongs to the last one. The name of a page
    /// is announced before the focus arrives there. A page's own title, for example the state of a
    /// game, is announced afterwards: otherwise the report of the focus would replace it.
    pub(super) fn update_title(&self) {
        let (imp, title) = (self.imp(), self.page_title());
        imp.announcer.borrow_mut().turn_to(&title, Instant::now());
        imp.speaking.stop();
        if title == self.page_name() {
            imp.focus_rests.take();
            self.speak();
        } else {
            self.speak_after(LEAD);
        }
    }

    /// Sets the title to that of the page again, after another announcement.
    pub(super) fn announce_page(&self) {
        self.announce(&self.page_title(), Again::No);
    }

    pub(super) fn page_title(&self) -> String {
        self.shown_page().headline().unwrap_or_else(|| self.page_name())
    }

    fn page_name(&self) -> String {
        self.shown_page().name().unwrap_or_else(row(self.page()).title)
    }

    /// Announces a sentence to a screen reader by the title of the window. Sentences are announced
    /// one by one.
    pub(super) fn announce(&self, words: &str, again: Again) {
        self.imp().announcer.borrow_mut().tell(words, again, Instant::now());
        self.speak_soon();
    }

    /// Announces news, also if the page changes before its turn.
    pub(super) fn announce_news(&self, words: &str) {
        self.imp().announcer.borrow_mut().tell_news(words, Instant::now());
        self.speak_soon();
    }

    /// Repeats a sentence that was announced before.
    pub(super) fn repeat(&self, repeat: Repeat) {
        self.imp().announcer.borrow_mut().repeat(repeat, Instant::now());
        self.speak_soon();
    }

    /// Records focus changes, since a screen reader reports them.
    pub(super) fn listen_to_focus(&self) {
        let group = glib::WeakRef::<gtk::Widget>::new();
        self.connect_focus_widget_notify(move |window| {
            let is_new_page = window.imp().focus_page.replace(Some(window.page())) != Some(window.page());
            let parent = GtkWindowExt::focus(window).and_then(|focus| focus.parent());
            let is_new_group = group.upgrade() != parent;
            group.set(parent.as_ref());
            window.focus_has_moved(match (is_new_page, is_new_group) {
                (true, _) => Reached::Page,
                (false, true) => Reached::Group,
                (false, false) => Reached::Part,
            });
        });
        self.connect_is_active_notify(|window| {
            window.focus_has_moved(Reached::Page);
            window.name_page_again();
        });
    }

    /// Resets the title to that of the page, so that a user who looks for a window by its title
    /// finds the page and not the last announcement. This happens only when the window becomes
    /// inactive, since a changed title of the active window is spoken. A game keeps the last
    /// announcement.
    fn name_page_again(&self) {
        if !self.is_active() && self.page() != GamePage::ID {
            self.set_title(Some(&self.page_title()));
        }
    }

    /// Records that the focus has moved, or that the window is active again. Also records it after
    /// the next frame: a screen reader cannot query a page before it is drawn, so its report starts
    /// only then.
    fn focus_has_moved(&self, reached: Reached) {
        let note = weak!(window = self, move || {
            let rests = &window.imp().focus_rests;
            rests.set(rests.get().after(Instant::now(), reached));
        });
        note();
        glib::idle_add_local_full(glib::Priority::LOW, move || {
            note();
            glib::ControlFlow::Break
        });
    }

    fn speak(&self) {
        let Some(since) = self.imp().announcer.borrow().waits_since() else { return };
        if let Some(dialog) = self.dialog() {
            // A screen reader ignores the title of an inactive window.
            if !self.imp().waits_for_dialog.replace(true) {
                dialog.connect_unmap(weak!(window = self, move |_| {
                    window.imp().waits_for_dialog.set(false);
                    window.imp().announcer.borrow_mut().wait_from(Instant::now());
                    window.speak_soon();
                }));
            }
            return;
        }
        if let Some(time) = self.imp().focus_rests.get().lacks(Instant::now(), since) {
            return self.speak_after(time);
        }
        let Some(words) = self.imp().announcer.borrow_mut().pop() else { return };
        self.put_title(&words);
        self.speak_after(GAP);
    }

    /// Changes the title twice for a screen reader. If the screen reader is only now reporting the
    /// focus, for example on a busy machine, it finds the title changed already and takes it for
    /// known. A change from an empty label is always news.
    fn put_title(&self, words: &str) {
        set_accessible_name(self, "");
        self.set_title(Some(words));
    }

    /// Returns a modal dialog of the window that waits for a response.
    fn dialog(&self) -> Option<gtk::Window> {
        let stands_before = |window: &gtk::Window| {
            let parent = window.transient_for();
            window.is_visible() && window.is_modal() && parent.as_ref() == Some(self.upcast_ref())
        };
        gtk::Window::list_toplevels().into_iter().filter_map(|widget| widget.downcast().ok()).find(stands_before)
    }

    /// Speaks soon, unless the previous sentence is still being spoken. In that case the next one
    /// follows by itself.
    fn speak_soon(&self) {
        if !self.imp().speaking.runs() {
            self.speak_after(if self.is_active() { LEAD } else { AWAY });
        }
    }

    fn speak_after(&self, time: Duration) {
        let speak = weak!(window = self, move || window.speak());
        self.imp().speaking.start(time, speak);
    }
}
