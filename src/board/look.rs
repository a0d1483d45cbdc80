// SPDX-License-Identifier: GPL-3.0-or-later
//! Current styles of board and men, and tone: one for the whole program, followed by every widget
//! that uses them.

use std::cell::Cell;
use std::sync::OnceLock;

use glib::subclass::Signal;
use gtk::gdk;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

use morris_paint::style::Tone;
use morris_paint::{BoardStyle, Look, MenStyle};
use morris_play::persistence::Settings;

use super::to_gdk::rgba;

const CHANGED: &str = "changed";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    pub board: BoardStyle,
    pub men: MenStyle,
}

impl Chosen {
    pub fn of(settings: &Settings) -> Self {
        let board = BoardStyle::of_id(&settings.board_style.0).unwrap_or_default();
        Self { board, men: MenStyle::of_id(&settings.men_style.0).unwrap_or(board.men()) }
    }

    pub const fn look(self, tone: Tone) -> Look {
        Look::new(self.board, tone).with_men(self.men)
    }
}

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct LookManager {
        pub chosen: Cell<Chosen>,
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
        if let Some(settings) = gtk::Settings::default() {
            let manager = manager.clone();
            settings.connect_gtk_cursor_theme_size_notify(move |_| manager.emit_by_name::<()>(CHANGED, &[]));
        }
        manager
    };
}

impl Default for LookManager {
    fn default() -> Self {
        MANAGER.with(Clone::clone)
    }
}

impl LookManager {
    /// Returns the current look. The desktop sets the tone, and its high-contrast setting overrides
    /// the chosen styles.
    pub fn look(&self) -> Look {
        let desktop = adw::StyleManager::default();
        let tone = if desktop.is_dark() { Tone::Dark } else { Tone::Light };
        let in_contrast = || Look::new(BoardStyle::high_contrast(), tone);
        if desktop.is_high_contrast() { in_contrast() } else { self.imp().chosen.get().look(tone) }
    }

    pub fn choose(&self, chosen: Chosen) {
        if self.imp().chosen.replace(chosen) != chosen {
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

pub fn current() -> Look {
    LookManager::default().look()
}

/// Returns the colors of charts in the look of the program: light, middle, and dark.
pub fn shades() -> [gdk::RGBA; 3] {
    current().shades().map(|hex| rgba(hex, 1.0))
}

/// Returns the colors of values in the look of the program: win, draw, and loss.
pub fn value_colors() -> [gdk::RGBA; 3] {
    let palette = current().palette();
    [palette.win, palette.draw, palette.loss].map(|hex| rgba(hex, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use morris_play::persistence::StyleId;

    fn chosen(board: &str, men: &str) -> [&'static str; 2] {
        let [board_style, men_style] = [board, men].map(|id| StyleId(id.to_owned()));
        let Chosen { board, men } = Chosen::of(&Settings { board_style, men_style, ..Settings::default() });
        [board.id(), men.id()]
    }

    #[test]
    fn the_board_has_its_own_men_unless_others_are_chosen() {
        assert_eq!(Chosen::of(&Settings::default()), Chosen::default());
        assert_eq!(chosen("slate", "board"), ["slate", "ivory"]);
        assert_eq!(chosen("slate", "wax"), ["slate", "wax"]);
        assert_eq!(chosen("jade", "jade"), ["wood", "wood"]);
    }
}
