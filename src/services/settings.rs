// SPDX-License-Identifier: GPL-3.0-or-later
//! The settings as all parts of the program share them.

use std::cell::RefCell;

use gtk::prelude::*;

use morris_play::persistence::Settings;

use super::listeners::Listeners;

/// What the user has chosen, and who follows it.
#[derive(Default)]
pub struct SharedSettings {
    current: RefCell<Settings>,
    /// They hear first, with the settings before and after: saving, and what the application itself follows.
    before_pages: Listeners<(Settings, Settings)>,
    changed: Listeners<Settings>,
}

impl SharedSettings {
    /// Settings that were read.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self { current: RefCell::new(settings), ..Self::default() }
    }

    /// Looks at what the user has chosen. Nothing may be changed meanwhile.
    pub fn read<T>(&self, look: impl FnOnce(&Settings) -> T) -> T {
        look(&self.current.borrow())
    }

    /// All that the user has chosen.
    #[must_use]
    pub fn get(&self) -> Settings {
        self.current.borrow().clone()
    }

    /// Changes the settings: they are saved and take effect at once.
    pub fn change(&self, change: impl FnOnce(&mut Settings)) {
        let old = self.get();
        let mut new = old.clone();
        change(&mut new);
        if new == old {
            return;
        }
        self.current.replace(new.clone());
        self.before_pages.call(|| (old.clone(), new.clone()));
        self.changed.call(|| self.get());
    }

    /// Calls `react` with the settings before and after each change, before any page hears of it.
    pub fn connect_first(&self, react: impl Fn(&Settings, &Settings) + 'static) {
        self.before_pages.connect(move |(old, new)| react(old, new));
    }

    /// Calls `react` after each change, as long as `widget` lives.
    pub fn connect_for<W: IsA<gtk::Widget>>(&self, widget: &W, react: impl Fn(&W, &Settings) + 'static) {
        self.changed.connect_for(widget, react);
    }
}
