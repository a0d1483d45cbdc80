// SPDX-License-Identifier: GPL-3.0-or-later
//! Captures warnings of the toolkit, for tests.

use std::sync::{Mutex, Once};

use gtk::glib;

static WARNINGS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Returns the warnings of the toolkit while `act` runs. They are written to standard error too.
pub fn warnings_of(act: impl FnOnce()) -> Vec<String> {
    static LISTEN: Once = Once::new();
    LISTEN.call_once(|| {
        glib::log_set_writer_func(|level, fields| {
            let message = fields.iter().find(|field| field.key() == "MESSAGE").and_then(glib::LogField::value_str);
            if level == glib::LogLevel::Warning {
                WARNINGS.lock().expect("no holder panics").extend(message.map(str::to_owned));
            }
            glib::log_writer_default(level, fields)
        });
    });
    WARNINGS.lock().expect("no holder panics").clear();
    act();
    std::mem::take(&mut *WARNINGS.lock().expect("no holder panics"))
}
