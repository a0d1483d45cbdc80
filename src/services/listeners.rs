// SPDX-License-Identifier: GPL-3.0-or-later
//! Callbacks that listen for changes, most of them as long as a widget lives.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;

use gtk::prelude::*;

/// Breaks once it no longer needs to be called.
type Listener<T> = Rc<dyn Fn(&T) -> ControlFlow<()>>;

/// Callbacks that receive a value at each change.
pub struct Listeners<T>(RefCell<Vec<Listener<T>>>);

impl<T> Default for Listeners<T> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<T: 'static> Listeners<T> {
    /// Calls `react` at each change from now on.
    pub fn connect(&self, react: impl Fn(&T) + 'static) {
        self.add(move |value| {
            react(value);
            ControlFlow::Continue(())
        });
    }

    /// Calls `react` at each change from now on, as long as `widget` lives.
    pub fn connect_for<W: IsA<gtk::Widget>>(&self, widget: &W, react: impl Fn(&W, &T) + 'static) {
        let widget = widget.downgrade();
        self.add(move |value| match widget.upgrade() {
            Some(widget) => {
                react(&widget, value);
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        });
    }

    fn add(&self, listener: impl Fn(&T) -> ControlFlow<()> + 'static) {
        self.0.borrow_mut().push(Rc::new(listener));
    }

    /// Calls all current listeners. `value` is evaluated again for each, since a listener may
    /// change it.
    pub fn call(&self, value: impl Fn() -> T) {
        let listeners = self.0.borrow().clone();
        for listener in listeners {
            if listener(&value()).is_break() {
                self.0.borrow_mut().retain(|other| !Rc::ptr_eq(other, &listener));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn each_listener_gets_the_current_value() {
        let (value, heard) = (Rc::new(Cell::new(1)), Rc::new(RefCell::new(Vec::new())));
        let listeners = Listeners::<i32>::default();
        let (own, note) = (Rc::clone(&value), Rc::clone(&heard));
        listeners.connect(move |&now| {
            own.set(now + 1);
            note.borrow_mut().push(now);
        });
        let note = Rc::clone(&heard);
        listeners.connect(move |&now| note.borrow_mut().push(now));
        listeners.call(|| value.get());
        assert_eq!(*heard.borrow(), [1, 2]);
    }

    #[test]
    fn one_that_breaks_is_not_called_again() {
        let calls = Rc::new(Cell::new(0));
        let (listeners, count) = (Listeners::<()>::default(), Rc::clone(&calls));
        listeners.add(move |()| {
            count.set(count.get() + 1);
            ControlFlow::Break(())
        });
        listeners.call(|| ());
        listeners.call(|| ());
        assert_eq!(calls.get(), 1);
    }
}
