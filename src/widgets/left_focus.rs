// SPDX-License-Identifier: GPL-3.0-or-later
//! The widget of a page that had the focus when the user left the page, so that it has the focus
//! again when the user comes back.

use gtk::prelude::*;

/// The widget that had the focus, if there is one.
#[derive(Debug, Default)]
pub struct LeftFocus(glib::WeakRef<gtk::Widget>);

impl LeftFocus {
    /// Keeps the widget within a page that has the focus now.
    pub fn keep(&self, page: &impl IsA<gtk::Widget>) {
        let focus = page.root().and_then(|root| root.focus());
        self.0.set(focus.filter(|focus| focus.is_ancestor(page)).as_ref());
    }

    /// Forgets the widget, as when the user comes from elsewhere.
    pub fn forget(&self) {
        self.0.set(None);
    }

    /// Gives the focus to the widget. Returns `false` if there is none, or if it is not shown any
    /// more.
    pub fn take_back(&self) -> bool {
        self.0.upgrade().is_some_and(|widget| widget.is_mapped() && widget.grab_focus())
    }
}
