// SPDX-License-Identifier: GPL-3.0-or-later
//! Walks through the widgets below another one, also through those inside GTK's own widgets.

use gtk::prelude::*;

/// Calls `act` for a widget and for all below it, each before its children.
pub fn for_each(widget: &gtk::Widget, act: &mut impl FnMut(&gtk::Widget)) {
    act(widget);
    let mut child = widget.first_child();
    while let Some(next) = child {
        // What `act` does can take the widget from its parent.
        child = next.next_sibling();
        for_each(&next, act);
    }
}

/// Returns the first descendant of a type.
pub fn below<W: IsA<gtk::Widget>>(widget: &gtk::Widget) -> Option<W> {
    let mut child = widget.first_child();
    while let Some(next) = child {
        if let Some(found) = next.clone().downcast().ok().or_else(|| below(&next)) {
            return Some(found);
        }
        child = next.next_sibling();
    }
    None
}
