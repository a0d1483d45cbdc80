// SPDX-License-Identifier: GPL-3.0-or-later
//! Numbers that a person can change.

use gtk::prelude::*;

use crate::text::describe;

/// Lets a number be shown and written as the language of the window does it. The button must not be
/// `numeric`: then it lets in the decimal sign of the system only.
pub fn speak_language(spin: &gtk::SpinButton) {
    spin.connect_output(|spin| {
        let digits = spin.digits() as usize;
        let text = describe::decimal(spin.value(), digits);
        if spin.text() != text {
            spin.set_text(&text);
        }
        glib::Propagation::Stop
    });
    // Whatever cannot be read is refused here: GTK would take it for the least value.
    spin.connect_input(|spin| Some(describe::parse_decimal(&spin.text()).ok_or(())));
}
