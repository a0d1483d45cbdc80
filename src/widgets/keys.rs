// SPDX-License-Identifier: GPL-3.0-or-later
//! Keys that widgets handle themselves. Accelerators of actions are in `shortcuts`.

use glib::translate::IntoGlib;
use gtk::prelude::*;
use gtk::{TextDirection, gdk, glib};

/// Calls `pressed` for each key event that reaches a widget in this phase. A letter of another
/// script that stands for nothing then counts as the one on the same key of a Latin layout, if the
/// user has one, too.
pub fn connect<W: IsA<gtk::Widget>>(
    widget: &W,
    phase: gtk::PropagationPhase,
    pressed: impl Fn(&W, gdk::Key, gdk::ModifierType) -> glib::Propagation + 'static,
) {
    let keys = gtk::EventControllerKey::new();
    keys.set_propagation_phase(phase);
    let weak = widget.downgrade();
    keys.connect_key_pressed(move |_, key, code, state| {
        let Some(widget) = weak.upgrade() else { return glib::Propagation::Proceed };
        match pressed(&widget, with_ascii_digit(key), state) {
            glib::Propagation::Proceed => latin(&widget.display(), key, code)
                .map_or(glib::Propagation::Proceed, |latin| pressed(&widget, latin, state)),
            handled => handled,
        }
    });
    widget.add_controller(keys);
}

/// Replaces a digit of a Persian or Arabic layout.
fn with_ascii_digit(key: gdk::Key) -> gdk::Key {
    let digit = |zero: char| {
        let digit = u32::from(key.to_unicode()?).checked_sub(zero.into())?;
        gdk::Key::from_name(char::from_digit(digit, 10)?.to_string())
    };
    ['۰', '٠'].into_iter().find_map(digit).unwrap_or(key)
}

/// Returns the letter or digit that a key with a letter beyond ASCII has in another layout.
fn latin(display: &gdk::Display, key: gdk::Key, code: u32) -> Option<gdk::Key> {
    key.to_unicode().filter(|letter| !letter.is_ascii())?;
    let plain = display.map_keycode(code)?.into_iter().filter(|(place, _)| place.level() == 0);
    let is_ascii = |key: &gdk::Key| key.to_unicode().is_some_and(|letter| letter.is_ascii_alphanumeric());
    plain.map(|(_, key)| key).find(is_ascii)
}

/// Returns whether this is one of the keys that press a button.
pub fn is_enter(key: gdk::Key) -> bool {
    matches!(key, gdk::Key::Return | gdk::Key::KP_Enter | gdk::Key::ISO_Enter)
}

/// Passes a key to the controllers of a widget. Returns whether one has handled it.
pub fn pass(
    widget: &impl IsA<gtk::Widget>,
    phase: gtk::PropagationPhase,
    (key, state): (gdk::Key, gdk::ModifierType),
) -> bool {
    emit(widget, phase, (key, 0, state))
}

fn emit(
    widget: &impl IsA<gtk::Widget>,
    phase: gtk::PropagationPhase,
    (key, code, state): (gdk::Key, u32, gdk::ModifierType),
) -> bool {
    let controllers = widget.observe_controllers().iter::<glib::Object>().flatten().collect::<Vec<_>>();
    let keys = controllers.into_iter().filter_map(|controller| controller.downcast::<gtk::EventControllerKey>().ok());
    let values: [&dyn ToValue; 3] = [&key.into_glib(), &code, &state];
    keys.filter(|keys| keys.propagation_phase() == phase).any(|keys| keys.emit_by_name("key-pressed", &values))
}

/// Makes Escape close a window.
pub fn close_with_escape(window: &adw::Window) {
    let escape = gtk::ShortcutController::new();
    let trigger = gtk::KeyvalTrigger::new(gdk::Key::Escape, gdk::ModifierType::empty());
    escape.add_shortcut(gtk::Shortcut::new(Some(trigger), Some(gtk::NamedAction::new("window.close"))));
    window.add_controller(escape);
}

/// Returns whether a modifier is held that turns a letter or an arrow key into a command.
pub fn has_command(state: gdk::ModifierType) -> bool {
    state.intersects(gdk::ModifierType::CONTROL_MASK | gdk::ModifierType::ALT_MASK | gdk::ModifierType::SUPER_MASK)
}

/// A step through an ordered list, for example of moves. For arrow keys, back is toward the
/// beginning of a line, which is the right in some languages. On the board, arrow keys follow the
/// screen, since the board is never mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepDirection {
    /// Toward the first.
    Back,
    /// Toward the last.
    Forth,
}

impl StepDirection {
    pub fn of_key(key: gdk::Key, direction: TextDirection) -> Option<Self> {
        match key {
            gdk::Key::Left | gdk::Key::KP_Left => Some(Self::to_the(TextDirection::Ltr, direction)),
            gdk::Key::Right | gdk::Key::KP_Right => Some(Self::to_the(TextDirection::Rtl, direction)),
            _ => None,
        }
    }

    /// Returns the step toward one side: back if lines begin there.
    fn to_the(begin: TextDirection, direction: TextDirection) -> Self {
        if (begin == TextDirection::Rtl) == (direction == TextDirection::Rtl) { Self::Back } else { Self::Forth }
    }

    /// Returns the GTK name of the arrow key of the step.
    pub fn key_name(self, direction: TextDirection) -> &'static str {
        if (self == Self::Back) == (direction == TextDirection::Rtl) { "Right" } else { "Left" }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::*;

    #[gtk::test]
    fn keys_of_other_scripts_count_as_those_of_a_latin_layout() {
        use gdk::Key;
        let widget = gtk::Label::new(None);
        let seen = Rc::new(RefCell::new(Vec::new()));
        let (phase, log, none) = (gtk::PropagationPhase::Bubble, Rc::clone(&seen), gdk::ModifierType::empty());
        connect(&widget, phase, move |_, key, _| {
            log.borrow_mut().push(key);
            // A letter of the language that stands for something.
            if key == Key::Cyrillic_en { glib::Propagation::Stop } else { glib::Propagation::Proceed }
        });
        let code = |key| WidgetExt::display(&widget).map_keyval(key).unwrap()[0].keycode();
        for (key, code, expected) in [
            (Key::Cyrillic_ve, code(Key::d), &[Key::Cyrillic_ve, Key::d][..]),
            (Key::Cyrillic_en, code(Key::y), &[Key::Cyrillic_en]),
            (Key::d, code(Key::d), &[Key::d]),
            (Key::Farsi_4, code(Key::semicolon), &[Key::_4]),
            (Key::Arabic_4, code(Key::semicolon), &[Key::_4]),
            (Key::odiaeresis, code(Key::semicolon), &[Key::odiaeresis]),
            (Key::Left, code(Key::Left), &[Key::Left]),
        ] {
            emit(&widget, phase, (key, code, none));
            assert_eq!(*seen.take(), *expected);
        }
    }

    #[test]
    fn back_is_where_the_words_begin() {
        for (direction, back, forth) in [
            (TextDirection::Ltr, gdk::Key::Left, gdk::Key::Right),
            (TextDirection::Rtl, gdk::Key::Right, gdk::Key::Left),
        ] {
            assert_eq!(StepDirection::of_key(back, direction), Some(StepDirection::Back));
            assert_eq!(StepDirection::of_key(forth, direction), Some(StepDirection::Forth));
            assert_eq!(gdk::Key::from_name(StepDirection::Back.key_name(direction)), Some(back));
            assert_eq!(gdk::Key::from_name(StepDirection::Forth.key_name(direction)), Some(forth));
        }
        assert_eq!(StepDirection::of_key(gdk::Key::Up, TextDirection::Rtl), None);
    }
}
