// SPDX-License-Identifier: GPL-3.0-or-later
//! Spin buttons for numbers.

use gtk::prelude::*;

use crate::text::describe;

/// Formats and parses a number in the language of the window.
pub fn speak_language(spin: &gtk::SpinButton) {
    // A numeric button accepts only the digits and the decimal separator of the system.
    spin.set_numeric(false);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[gtk::test]
    fn digits_of_another_language_are_accepted() {
        adw::init().unwrap();
        let spin = gtk::SpinButton::with_range(1.0, 9.0, 1.0);
        speak_language(&spin);
        spin.set_text("۵");
        spin.update();
        assert_eq!(spin.value(), 5.0);
    }
}
