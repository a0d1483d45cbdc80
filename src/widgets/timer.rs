// SPDX-License-Identifier: GPL-3.0-or-later
//! One-shot and repeating timers.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use glib::{ControlFlow, SourceId};

/// A timer with at most one pending callback. It ends when it is dropped.
#[derive(Debug, Default)]
pub struct Timer(Rc<RefCell<Option<SourceId>>>);

impl Timer {
    /// Calls `act` once after a time. Replaces a pending callback.
    pub fn start(&self, time: Duration, act: impl FnOnce() + 'static) {
        let own = Rc::clone(&self.0);
        self.put(glib::timeout_add_local_once(time, move || {
            // The source has ended already: GLib warns if it is removed again.
            _ = own.take();
            act();
        }));
    }

    /// Calls `act` at this interval until it breaks. Replaces a pending callback. `act` must not
    /// start the same timer.
    pub fn repeat(&self, time: Duration, mut act: impl FnMut() -> ControlFlow + 'static) {
        let own = Rc::clone(&self.0);
        self.put(glib::timeout_add_local(time, move || {
            let go_on = act();
            if go_on.is_break() {
                _ = own.take();
            }
            go_on
        }));
    }

    pub fn stop(&self) {
        if let Some(source) = self.0.take() {
            source.remove();
        }
    }

    pub fn runs(&self) -> bool {
        self.0.borrow().is_some()
    }

    fn put(&self, source: SourceId) {
        self.stop();
        self.0.replace(Some(source));
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.stop();
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Returns how often the callback ran within a short time.
    fn counted(begin: impl FnOnce(&Timer, &Rc<Cell<u32>>)) -> u32 {
        let (count, timer) = (Rc::new(Cell::new(0)), Timer::default());
        begin(&timer, &count);
        glib::MainContext::default().block_on(glib::timeout_future(Duration::from_millis(50)));
        assert!(!timer.runs());
        count.get()
    }

    fn once(count: &Rc<Cell<u32>>) -> impl FnOnce() + 'static {
        let count = Rc::clone(count);
        move || count.set(count.get() + 1)
    }

    #[gtk::test]
    fn of_two_the_later_counts() {
        let two = counted(|timer, count| {
            timer.start(Duration::ZERO, once(count));
            timer.start(Duration::from_millis(1), once(count));
            assert!(timer.runs());
        });
        assert_eq!(two, 1);
    }

    #[gtk::test]
    fn stopped_or_orphaned_timers_do_not_fire() {
        let stopped = counted(|timer, count| {
            timer.start(Duration::ZERO, once(count));
            timer.stop();
            Timer::default().start(Duration::ZERO, once(count));
        });
        assert_eq!(stopped, 0);
    }

    #[gtk::test]
    fn again_and_again_until_it_breaks() {
        let beats = counted(|timer, count| {
            let count = Rc::clone(count);
            timer.repeat(Duration::from_millis(1), move || {
                count.set(count.get() + 1);
                if count.get() < 3 { ControlFlow::Continue } else { ControlFlow::Break }
            });
        });
        assert_eq!(beats, 3);
    }
}
