// SPDX-License-Identifier: GPL-3.0-or-later
//! State of a window, from which another window can replace it.

use adw::prelude::*;
use adw::subclass::prelude::*;

use super::Window;
use crate::pages::PAGES;
use crate::pages::app_page::{PageId, Pages, Saved};
use crate::widgets::notice_bar::Notice;

pub struct State {
    page: PageId,
    back_stack: Vec<PageId>,
    pages: Vec<(PageId, Saved)>,
    notices: Vec<Notice>,
    size: (i32, i32),
    maximized: bool,
    full_screen: bool,
}

impl Window {
    /// Takes the state of the window. Its computer player stops.
    pub fn take_state(&self) -> State {
        let imp = self.imp();
        let made = imp.pages.borrow().clone();
        let saved = PAGES.iter().filter_map(|row| Some((row.id, made.get(&row.id)?.save())));
        State {
            page: self.page(),
            back_stack: imp.back_stack.take(),
            pages: saved.collect(),
            notices: imp.notices.take_lasting(),
            size: self.default_size(),
            maximized: self.is_maximized(),
            full_screen: self.is_fullscreen(),
        }
    }

    pub fn restore(&self, mut state: State) {
        self.set_default_size(state.size.0, state.size.1);
        self.set_maximized(state.maximized);
        self.set_fullscreened(state.full_screen);
        state.replace_pages();
        for (id, saved) in state.pages {
            match saved {
                Saved::Always(restore) => restore.to(&*self.page_with(id)),
                Saved::OnTheWay(restore) if state.page == id || state.back_stack.contains(&id) => {
                    restore.to(&*self.page_with(id));
                }
                Saved::OnTheWay(_) | Saved::Nothing | Saved::Replaced(_) => {}
            }
        }
        self.imp().back_stack.replace(state.back_stack);
        self.show_page(state.page);
        self.watch_flags();
        // Not announced again, since they have been announced before.
        state.notices.into_iter().for_each(|notice| self.imp().notices.show_notice(notice));
    }
}

impl State {
    /// Removes the pages that cannot move to another window.
    fn replace_pages(&mut self) {
        for (id, saved) in &self.pages {
            if let Saved::Replaced(other) = saved {
                self.back_stack.retain(|on_way| on_way != id);
                self.page = if self.page == *id { *other } else { self.page };
            }
        }
    }
}
