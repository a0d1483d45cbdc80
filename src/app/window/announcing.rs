// SPDX-License-Identifier: GPL-3.0-or-later
//! What the title of the window says, which is what a screen reader is told.

use std::time::{Duration, Instant};

use adw::prelude::*;
use adw::subclass::prelude::*;

use super::Window;
use crate::compat::announcer::{AWAY, Again, GAP, LEAD, Reached};
use crate::pages::app_page::Page;
use crate::pages::game::GamePage;
use crate::pages::row;

impl Window {
    /// Tells what is new of the game, where it is seen.
    pub(super) fn tell_of_game(&self, told: Option<&str>) {
        if let Some(told) = told.filter(|_| self.page() == GamePage::ID) {
            self.announce(told, Again::No);
        }
    }

    /// The name of a page is told before the keyboard comes to it. A title of its own, such as how
    /// a game stands, is told after that: what the keyboard comes to would take its place.
    pub(super) fn update_title(&self) {
        let title = self.page_title();
        if title == (row(self.page()).title)() {
            self.announce_now(&title);
        } else {
            self.announce_instead(&title);
        }
    }

    /// The title says again what the window shows, after it has said something else.
    pub(super) fn announce_page(&self) {
        self.announce(&self.page_title(), Again::No);
    }

    pub(super) fn page_title(&self) -> String {
        self.shown_page().headline().unwrap_or_else(row(self.page()).title)
    }

    /// Tells a screen reader something, by the title of the window: each sentence for itself, in
    /// its turn.
    pub(super) fn announce(&self, words: &str, again: Again) {
        self.imp().announcer.borrow_mut().tell(words, again, Instant::now());
        self.speak_soon();
    }

    /// Tells at once what the window shows now, instead of all that waits.
    fn announce_now(&self, words: &str) {
        self.put_instead(words);
        self.imp().focus_rests.take();
        self.speak();
    }

    /// The same, once the keyboard rests.
    fn announce_instead(&self, words: &str) {
        self.put_instead(words);
        self.speak_after(LEAD);
    }

    /// Notes where the keyboard comes to: a screen reader tells of it.
    pub(super) fn listen_to_focus(&self) {
        self.connect_focus_widget_notify(|window| {
            let is_new = window.imp().focus_page.replace(Some(window.page())) != Some(window.page());
            window.focus_has_moved(if is_new { Reached::Page } else { Reached::Part });
        });
        self.connect_is_active_notify(|window| {
            window.focus_has_moved(Reached::Page);
            window.name_page_again();
        });
    }

    /// Whoever looks for a window by its title finds the page, not what was last said there. It is
    /// named again only now: while the window is in use a changed title is spoken. A game keeps
    /// what was said.
    fn name_page_again(&self) {
        if !self.is_active() && self.page() != GamePage::ID {
            self.set_title(Some(&self.page_title()));
        }
    }

    /// The keyboard has come to where it is, or back to the window. Nobody can ask about that
    /// before the page is drawn: the time that telling it takes begins only then.
    fn focus_has_moved(&self, reached: Reached) {
        let note = glib::clone!(
            #[weak(rename_to = window)]
            self,
            move || {
                let rests = &window.imp().focus_rests;
                rests.set(rests.get().after(Instant::now(), reached));
            }
        );
        note();
        glib::idle_add_local_full(glib::Priority::LOW, move || {
            note();
            glib::ControlFlow::Break
        });
    }

    fn put_instead(&self, words: &str) {
        let imp = self.imp();
        imp.announcer.borrow_mut().forget();
        imp.announcer.borrow_mut().tell(words, Again::No, Instant::now());
        imp.speaking.stop();
    }

    fn speak(&self) {
        let Some(since) = self.imp().announcer.borrow().waits_since() else { return };
        if let Some(dialog) = self.dialog() {
            // Of another window than the one in use no title is heard.
            if !self.imp().waits_for_dialog.replace(true) {
                dialog.connect_unmap(glib::clone!(
                    #[weak(rename_to = window)]
                    self,
                    move |_| {
                        window.imp().waits_for_dialog.set(false);
                        window.imp().announcer.borrow_mut().wait_from(Instant::now());
                        window.speak_soon();
                    }
                ));
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

    /// Changes the title twice for a screen reader. What it has not heard yet, it takes for known
    /// where it comes to tell of the keyboard only now, as on a busy machine, and finds the title
    /// changed already; a change from nothing is always news.
    fn put_title(&self, words: &str) {
        self.update_property(&[gtk::accessible::Property::Label("")]);
        self.set_title(Some(words));
    }

    /// A dialog of the window that waits for an answer.
    fn dialog(&self) -> Option<gtk::Window> {
        let stands_before = |window: &gtk::Window| {
            let parent = window.transient_for();
            window.is_visible() && window.is_modal() && parent.as_ref() == Some(self.upcast_ref())
        };
        gtk::Window::list_toplevels().into_iter().filter_map(|widget| widget.downcast().ok()).find(stands_before)
    }

    /// Speaks, unless the last sentence still has the ear: then that is done after it.
    fn speak_soon(&self) {
        if !self.imp().speaking.runs() {
            self.speak_after(if self.is_active() { LEAD } else { AWAY });
        }
    }

    fn speak_after(&self, time: Duration) {
        let speak = glib::clone!(
            #[weak(rename_to = window)]
            self,
            move || window.speak()
        );
        self.imp().speaking.start(time, speak);
    }
}
