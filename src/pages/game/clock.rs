// SPDX-License-Identifier: GPL-3.0-or-later
//! Measures the time that goes by in games that have a clock. Apart from the page, which holds it.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::widgets::timer::Timer;

/// Between two looks at the time.
const TICK: Duration = Duration::from_millis(100);

/// The timeout that moves the clock, while a clock runs.
#[derive(Default)]
pub struct Ticking {
    timer: Timer,
    last: Cell<Option<Instant>>,
}

impl Ticking {
    /// Begins, unless it has begun already; `tick` is called now and then until it breaks.
    pub fn start(&self, tick: impl Fn() -> glib::ControlFlow + 'static) {
        if !self.runs() {
            self.elapsed();
            self.timer.repeat(TICK, tick);
        }
    }

    /// Ends it.
    pub fn stop(&self) {
        self.timer.stop();
        self.last.set(None);
    }

    /// Whether time is measured.
    pub fn runs(&self) -> bool {
        self.timer.runs()
    }

    /// How much time has gone by since the last call.
    pub fn elapsed(&self) -> Duration {
        let now = Instant::now();
        self.last.replace(Some(now)).map_or(Duration::ZERO, |last| now - last)
    }
}
