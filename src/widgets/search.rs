// SPDX-License-Identifier: GPL-3.0-or-later
//! The search of a page with a list.

use gtk::prelude::*;
use gtk::{gdk, glib};

use crate::widgets::keys;

/// Returns `true` if a text in lower case contains all words of a search, ignoring their case.
pub fn has_words(text: &str, search: &str) -> bool {
    search.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

/// Makes Escape leave a page if its search is closed. It runs before the search bar, which captures
/// all keys.
pub fn let_escape_leave<P: IsA<gtk::Widget>>(page: &P, bar: &gtk::SearchBar) {
    let bar = bar.downgrade();
    keys::connect(page, gtk::PropagationPhase::Capture, move |page, key, _| {
        if key != gdk::Key::Escape || bar.upgrade().is_some_and(|bar| bar.is_search_mode()) {
            return glib::Propagation::Proceed;
        }
        page.activate_action("win.back", None).map_or(glib::Propagation::Proceed, |()| glib::Propagation::Stop)
    });
}
