// SPDX-License-Identifier: GPL-3.0-or-later
//! Lets the words of buttons wrap, so that a window can stay narrow with large text. GTK (4.8)
//! keeps a button as wide as its words. From 4.12 on, the property `can-shrink` does this.

use gtk::prelude::*;

/// Lets the words of a button wrap where there is no room for one line.
pub fn let_wrap(button: &gtk::Button) {
    if let Some(words) = button.child().and_downcast::<gtk::Label>() {
        words.set_wrap(true);
        // Otherwise the natural width would be that of two lines, even if there is room for one.
        words.set_natural_wrap_mode(gtk::NaturalWrapMode::None);
        words.set_justify(gtk::Justification::Center);
    }
}
