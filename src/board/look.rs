// SPDX-License-Identifier: GPL-3.0-or-later
//! Current board style and tone: one for the whole program, followed by every widget that uses
//! them.

use std::cell::Cell;
use std::sync::OnceLock;

use glib::subclass::Signal;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

use morris_paint::style::Tone;
use morris_paint::{BoardStyle, Look};
use morris_play::persistence::Settings;

const CHANGED: &str = "changed";

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct LookManager {
        pub chosen: Cell<BoardStyle>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for LookManager {
        const NAME: &'static str = "NmmLookManager";
        type Type = super::LookManager;
    }

    impl ObjectImpl for LookManager {
        fn signals() -> &'static [Signal] {
            static SIGNALS: OnceLock<[Signal; 1]> = OnceLock::new();
            SIGNALS.get_or_init(|| [Signal::builder(CHANGED).build()])
        }
    }
}

glib::wrapper! {
    /// Holds the chosen style and emits a signal when the look changes.
    pub struct LookManager(ObjectSubclass<imp::LookManager>);
}

thread_local! {
    static MANAGER: LookManager = {
        let manager: LookManager = glib::Object::new();
        let desktop = adw::StyleManager::default();
        for property in ["dark", "high-contrast"] {
            let manager = manager.clone();
            desktop.connect_notify_local(Some(property), move |_, _| manager.emit_by_name::<()>(CHANGED, &[]));
        }
        manager
    };
}

impl Default for LookManager {
    /// Returns the single instance.
    fn default() -> Self {
        MANAGER.with(Clone::clone)
    }
}

impl LookManager {
    /// Returns the current look. The desktop sets the tone, and its high-contrast setting overrides
    /// the chosen style.
    #[must_use]
    pub fn look(&self) -> Look {
        let desktop = adw::StyleManager::default();
        let style = if desktop.is_high_contrast() { BoardStyle::high_contrast() } else { self.imp().chosen.get() };
        Look::new(style, if desktop.is_dark() { Tone::Dark } else { Tone::Light })
    }

    /// Chooses a style for the whole program.
    pub fn choose(&self, style: BoardStyle) {
        if self.imp().chosen.replace(style) != style {
            self.emit_by_name::<()>(CHANGED, &[]);
        }
    }

    /// Calls `react` when the look changes, as long as `object` lives. The handler is disconnected
    /// when `object` is dropped.
    pub fn follow<O: IsA<glib::Object>>(&self, object: &O, react: impl Fn(&O) + 'static) {
        let watched = object.upcast_ref::<glib::Object>();
        let changed = glib::closure_local!(
            #[watch]
            watched,
            move |_: Self| react(watched.downcast_ref().expect("it is the same object"))
        );
        self.connect_closure(CHANGED, false, changed);
    }
}

/// Returns the style named in the settings.
#[must_use]
pub fn chosen_style(settings: &Settings) -> BoardStyle {
    BoardStyle::of_id(&settings.board_style.0).unwrap_or_default()
}

/// Returns the look of the program.
#[must_use]
pub fn current() -> Look {
    LookManager::default().look()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_of_the_settings_is_a_style() {
        assert_eq!(BoardStyle::of_id(&Settings::default().board_style.0), Some(BoardStyle::default()));
    }
}
