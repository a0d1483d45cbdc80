// SPDX-License-Identifier: GPL-3.0-or-later
//! Waits for conditions, and finds widgets.

use std::time::{Duration, Instant};

use adw::prelude::*;
use nine_mens_morris::compat::descendants::for_each;

/// Longer than anything takes that a test waits for.
const LIMIT: Duration = Duration::from_secs(10);

/// Runs the main loop until a condition holds.
pub fn wait(what: &str, so: impl Fn() -> bool) {
    let limit = Instant::now() + LIMIT;
    while !so() {
        assert!(Instant::now() < limit, "{what}: not within {LIMIT:?}");
        run();
    }
}

/// Runs the main loop for this time.
pub fn spin(time: Duration) {
    let until = Instant::now() + time;
    while Instant::now() < until {
        run();
    }
}

fn run() {
    if !glib::MainContext::default().iteration(false) {
        // Other threads need the processor.
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Returns all widgets of a type below a widget.
pub fn below<W: IsA<gtk::Widget>>(widget: &gtk::Widget) -> Vec<W> {
    let mut found = Vec::new();
    for_each(widget, &mut |part| found.extend(part.clone().downcast().ok().filter(|_| part != widget)));
    found
}
