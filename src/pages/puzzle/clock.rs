// SPDX-License-Identifier: GPL-3.0-or-later
//! The clock of a run, and the end of the run.

use std::time::{Duration, Instant};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use glib::ControlFlow;
use morris_teach::puzzles::Run;

use super::solver::{Solver, Stage};
use crate::pages::exercise::Exercise;
use crate::pages::game::LOW_BELOW;
use crate::text::describe;
use crate::text::i18n::{gettext_f, sentences};

/// Interval between two ticks.
const TICK: Duration = Duration::from_millis(200);
/// Seconds before the clock starts.
const UNTIL_START: u32 = 3;
/// Remaining seconds that are announced.
const WARNINGS: [u64; 2] = [60, 10];

impl Solver {
    /// Shows the seconds until a timed run starts, before its first puzzle.
    pub(super) fn get_ready(&self) {
        self.imp().until_start.set(UNTIL_START);
        self.clear();
        self.panel().search.replace(None);
        self.panel().entry.replace(None);
        self.panel().hands.set_visible(false);
        self.panel().task.set_label(&gettext("Get ready…"));
        self.give_keyboard();
    }

    pub(super) fn count_down(&self) {
        let left = self.imp().until_start.get().saturating_sub(1);
        self.imp().until_start.set(left);
        if left == 0 {
            self.next();
        }
        self.show_time();
        self.start_clock();
    }

    /// Starts the clock of a run. It runs while the page is visible.
    pub(super) fn start_clock(&self) {
        let imp = self.imp();
        let timed = imp.run.borrow().as_ref().is_some_and(|run| run.left().is_some() && !run.is_over());
        if !timed || !self.is_mapped() || imp.clock.runs() {
            return;
        }
        let (page, mut before) = (self.downgrade(), Instant::now());
        if imp.until_start.get() > 0 {
            let count = move || _ = page.upgrade().map(|page| page.count_down());
            return imp.clock.start(Duration::from_secs(1), count);
        }
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
        if self.is_mapped() {
            _ = self.panel().next.grab_focus();
        }
        ControlFlow::Break
    }

    /// Shows the remaining time of a run, if it is limited.
    pub(super) fn show_time(&self) {
        let (time, left) = (&self.panel().time, self.imp().run.borrow().as_ref().and_then(Run::left));
        time.set_visible(left.is_some());
        let Some(left) = left else { return };
        let words = match self.imp().until_start.get() {
            0 => left_words(left),
            seconds => describe::number(seconds),
        };
        if words != time.label() {
            time.set_label(&words);
            if left < LOW_BELOW {
                time.add_css_class("low")
            } else {
                time.remove_css_class("low")
            }
            if WARNINGS.contains(&seconds(left)) {
                self.announce(&words);
            }
        }
    }

    /// Ends a run. `words` describe the result of the last move.
    pub(super) fn end_run(&self, words: &str) {
        let (imp, panel) = (self.imp(), self.panel());
        let Some(run) = imp.run.borrow().clone() else { return };
        let over = self.finish_run(&run);
        if let Some(open) = imp.open.borrow_mut().as_mut() {
            open.stage = Stage::Next;
        }
        panel.search.replace(None);
        if imp.sought.take().is_some() {
            panel.board.set_shown_moves(&[]);
        }
        panel.task.set_label(&over);
        panel.said.set_label(words);
        // An empty clock says why the run has ended.
        let clock = run.left().filter(Duration::is_zero).map(left_words).unwrap_or_default();
        self.announce(&sentences(&[&*clock, words, &*over]));
        self.show_buttons();
        if let Some(entry) = panel.entry.borrow_mut().as_mut() {
            entry.put_down();
        }
        self.show_scene();
    }

    /// Ends a run that goes on, since the user leaves it. Returns its result. It counts like one
    /// that was played to its end.
    pub(super) fn leave_run(&self) -> Option<String> {
        let imp = self.imp();
        let run = imp.run.take().filter(|run| !run.is_over())?;
        imp.clock.stop();
        self.panel().search.replace(None);
        let values = [("run", &*describe::run_name(run.kind())), ("count", &*run.solved().to_string())];
        // Translators: “3-Minute Rush: 12 solved”, said of puzzles
        Some(sentences(&[gettext_f("{run}: {count} solved", &values), self.record_run(&run)]))
    }

    /// Records a run that has ended. Returns its result.
    fn finish_run(&self, run: &Run) -> String {
        let over = gettext_f("Finished: {count} solved.", &[("count", &run.solved().to_string())]);
        sentences(&[over, self.record_run(run)])
    }

    /// Records a run that has ended. Returns that it is the best one, if it is.
    fn record_run(&self, run: &Run) -> String {
        let finished = run.clone();
        let is_best = self.context().services.practice.change(move |practice| practice.finish(&finished));
        if is_best { describe::personal_best() } else { String::new() }
    }
}

/// Returns minutes and seconds, rounded up.
pub(super) fn left_words(left: Duration) -> String {
    describe::clock(Duration::from_secs(seconds(left)))
}

/// Returns the seconds, rounded up.
fn seconds(left: Duration) -> u64 {
    left.as_secs_f64().ceil() as u64
}
