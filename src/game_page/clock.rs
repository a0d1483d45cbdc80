// SPDX-License-Identifier: GPL-3.0-or-later
//! Lets time go by in games that have a clock.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use adw::prelude::*;
use adw::subclass::prelude::*;

use morris::{ByColor, Color};
use morris_play::session::Input;

use super::GamePage;

/// Between two looks at the time.
const TICK: Duration = Duration::from_millis(100);

/// The timeout that moves the clock, while a clock runs.
#[derive(Default)]
pub struct Ticking {
    source: RefCell<Option<glib::SourceId>>,
    last: Cell<Option<Instant>>,
}

impl Ticking {
    /// Ends it.
    pub fn stop(&self) {
        if let Some(source) = self.source.take() {
            source.remove();
        }
        self.last.set(None);
    }

    /// How much time has gone by since the last call.
    fn elapsed(&self) -> Duration {
        let now = Instant::now();
        self.last.replace(Some(now)).map_or(Duration::ZERO, |last| now - last)
    }
}

impl GamePage {
    /// Ticks while a clock runs, and only then.
    pub(super) fn update_ticking(&self, running: Option<Color>) {
        let ticking = &self.imp().ticking;
        if running.is_none() {
            return ticking.stop();
        }
        if ticking.source.borrow().is_some() {
            return;
        }
        ticking.elapsed();
        let page = self.downgrade();
        let source = glib::timeout_add_local(TICK, move || {
            let Some(page) = page.upgrade() else { return glib::ControlFlow::Break };
            page.tick();
            glib::ControlFlow::Continue
        });
        ticking.source.replace(Some(source));
    }

    /// What has gone by since the last tick belongs to the side that is to move now, before anything else happens.
    pub(super) fn let_time_pass(&self) {
        if self.imp().ticking.source.borrow().is_some() {
            self.tick();
        }
    }

    /// The time since the last tick goes by for the side to move.
    fn tick(&self) {
        let elapsed = self.imp().ticking.elapsed();
        self.handle(Input::Tick(elapsed));
        self.show_clocks(self.read(|game| game.session.clocks()).flatten());
    }

    /// Shows what each side has left.
    pub(super) fn show_clocks(&self, clocks: Option<ByColor<Duration>>) {
        for color in Color::BOTH {
            self.card(color).set_clock(clocks.map(|clocks| clocks[color]));
        }
    }
}
