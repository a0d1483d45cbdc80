// SPDX-License-Identifier: GPL-3.0-or-later
//! Measures elapsed time in games with a clock. Separate from the page, which owns it.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::widgets::timer::Timer;

/// Interval between two ticks.
const TICK: Duration = Duration::from_millis(100);

#[derive(Default)]
pub struct Ticking {
    timer: Timer,
    last: Cell<Option<Instant>>,
}

impl Ticking {
    /// Starts it, unless it runs already. `tick` is called regularly until it breaks.
    pub fn start(&self, tick: impl Fn() -> glib::ControlFlow + 'static) {
        if !self.runs() {
            self.elapsed();
            self.timer.repeat(TICK, tick);
        }
    }

    pub fn stop(&self) {
        self.timer.stop();
        self.last.set(None);
    }

    pub fn runs(&self) -> bool {
        self.timer.runs()
    }

    /// Returns the time since the last call.
    pub fn elapsed(&self) -> Duration {
        let now = Instant::now();
        self.last.replace(Some(now)).map_or(Duration::ZERO, |last| now - last)
    }
}
