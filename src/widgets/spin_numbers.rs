// SPDX-License-Identifier: GPL-3.0-or-later
//! Spin buttons for numbers.

use gtk::prelude::*;

use crate::text::describe;

/// Formats and parses a number in the language of the window. The button must not be `numeric`,
/// which would only accept the decimal separator of the system.
pub fn speak_language(spin: &gtk::SpinButton) {
    spin.connect_output(|spin| {
        let digits = spin.digits() as usize;
        let text = describe::decimal(spin.value(), digits);
        if spin.text() != text {
            spin.set_text(&text);
        }
        glib::Propagation::Stop
    });
    // Invalid text is rejected here: GTK would take it for the minimum.
    spin.connect_input(|spin| Some(describe::parse_decimal(&spin.text()).ok_or(())));
}
