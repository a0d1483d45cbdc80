// SPDX-License-Identifier: GPL-3.0-or-later
//! The clock of a run, and the end of the run.

use std::time::{Duration, Instant};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use glib::ControlFlow;
use morris_teach::puzzles::Run;

use super::solver::{Solver, Wait};
use crate::pages::exercise::Exercise;
use crate::text::describe;
use crate::text::i18n::gettext_f;

/// Interval between two ticks.
const TICK: Duration = Duration::from_millis(200);

impl Solver {
    /// Starts the clock of a run. It runs while the page is visible.
    pub(super) fn start_clock(&self) {
        let imp = self.imp();
        let timed = imp.run.borrow().as_ref().is_some_and(|run| run.left().is_some() && !run.is_over());
        if !timed || !self.is_mapped() || imp.clock.runs() {
            return;
        }
        let (page, mut before) = (self.downgrade(), Instant::now());
        imp.clock.repeat(TICK, move || {
            let Some(page) = page.upgrade() else { return ControlFlow::Break };
            let now = Instant::now();
            let elapsed = now - before;
            before = now;
            page.tick(elapsed)
        });
    }

    fn tick(&self, elapsed: Duration) -> ControlFlow {
        let over = {
            let mut run = self.imp().run.borrow_mut();
            let Some(run) = run.as_mut() else { return ControlFlow::Break };
            run.tick(elapsed);
            run.is_over()
        };
        self.show_time();
        if !over {
            return ControlFlow::Continue;
        }
        self.end_run("");
        ControlFlow::Break
    }

    /// Shows the remaining time of a run, if it is limited.
    pub(super) fn show_time(&self) {
        let (time, left) = (&self.imp().time, self.imp().run.borrow().as_ref().and_then(Run::left));
        time.set_visible(left.is_some());
        if let Some(words) = left.map(words).filter(|words| *words != time.label()) {
            time.set_label(&words);
        }
    }

    /// Ends a run. `words` describe the result of the last move.
    pub(super) fn end_run(&self, words: &str) {
        let imp = self.imp();
        let Some(run) = imp.run.borrow().clone() else { return };
        let finished = run.clone();
        let record = self.context().services.practice.change(move |practice| practice.finish(&finished));
        if let Some(open) = imp.open.borrow_mut().as_mut() {
            open.waits_for = Some(Wait::Next);
        }
        imp.generator.replace(None);
        let count = run.solved().to_string();
        let over = gettext_f("Finished: {count} solved.", &[("count", &count)]);
        let record = record.then(|| gettext("New personal best!"));
        let over = [over].into_iter().chain(record).collect::<Vec<_>>().join(" ");
        imp.task.set_label(&over);
        imp.said.set_label(words);
        self.announce(format!("{words} {over}").trim_start());
        self.show_buttons();
        // Put down a picked man.
        self.put_down();
        self.show_scene();
    }
}

/// Returns minutes and seconds, rounded up.
fn words(left: Duration) -> String {
    describe::clock(Duration::from_secs(left.as_secs_f64().ceil() as u64))
}
