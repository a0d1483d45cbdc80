// SPDX-License-Identifier: GPL-3.0-or-later
//! Shows the progress of a long command on standard error.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use morris_solved::Progress;

/// A line that is rewritten four times a second on a terminal, and otherwise a new line every ten
/// seconds.
pub struct ProgressLine {
    started: Instant,
    written: Option<Instant>,
    terminal: bool,
    /// Work that follows, in the same units.
    later: u64,
}

impl ProgressLine {
    /// Starts measuring the time of a task. Nothing is written yet.
    pub fn start() -> Self {
        Self { started: Instant::now(), written: None, terminal: io::stderr().is_terminal(), later: 0 }
    }

    /// Returns `true` if standard error is a terminal. Elsewhere, tasks of seconds need no progress
    /// line.
    pub const fn is_watched(&self) -> bool {
        self.terminal
    }

    /// Includes work that follows in the time that is left. It is given in units of this work.
    pub const fn will_go_on(&mut self, later: u64) {
        self.later = later;
    }

    /// Returns the time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Shows the share of `all` that is done, and the current item.
    pub fn show(&mut self, done: u64, all: u64, now: &str) {
        let pause = if self.terminal { Duration::from_millis(250) } else { Duration::from_secs(10) };
        if self.written.is_some_and(|written| written.elapsed() < pause) {
            return;
        }
        self.written = Some(Instant::now());
        let share = done as f64 / all.max(1) as f64;
        let left = match share {
            share if share > 0.0 => {
                let left = all.saturating_sub(done).saturating_add(self.later) as f64 / done as f64;
                format!(", {} left", duration(self.elapsed().mul_f64(left)))
            }
            _ => String::new(),
        };
        self.write(&format!("{:5.1} %  {now}; {} over{left}", share * 100.0, duration(self.elapsed())));
    }

    /// Shows the progress of a solver.
    pub fn follow(&mut self, progress: Progress) -> ControlFlow<()> {
        if let Some(at) = progress.at {
            self.show(progress.done, progress.all, &at.to_string());
        }
        ControlFlow::Continue(())
    }

    /// Clears the line on a terminal.
    pub fn finish(&mut self) {
        if self.terminal {
            self.write("");
        }
    }

    fn write(&self, text: &str) {
        let mut error = io::stderr();
        // A closed standard error is not an error: the reader does not want the text.
        let _unread = if self.terminal {
            write!(error, "\r\x1b[K{text}").and_then(|()| error.flush())
        } else {
            writeln!(error, "{text}")
        };
    }
}

fn duration(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..100 => format!("{seconds} s"),
        seconds @ 100..6000 => format!("{} min", seconds.div_ceil(60)),
        seconds => format!("{:.1} h", seconds as f64 / 3600.0),
    }
}
