// SPDX-License-Identifier: GPL-3.0-or-later
//! Connects the rows of the settings page to the settings.

use std::ops::RangeInclusive;
use std::rc::Rc;
use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use crate::services::SharedSettings;
use crate::text::language;
use crate::widgets::spin_numbers::speak_language;
use morris_play::persistence::{Animation, Settings, limits};

use super::SettingsPage;
use super::style_tiles::{self, Part};

/// Values of the row of animation speeds, in order.
const ANIMATIONS: [Animation; 4] = [Animation::Off, Animation::Fast, Animation::Normal, Animation::Slow];

impl SettingsPage {
    /// Fills the rows with their values and ranges.
    pub(super) fn fill(&self) {
        let imp = self.imp();
        // Translators: the language of the desktop
        let system = gettext("System");
        let languages: Vec<_> = std::iter::once(system.as_str()).chain(language::offered().map(|it| it.name)).collect();
        imp.language_row.set_model(Some(&gtk::StringList::new(&languages)));
        // Translators: how fast pieces move on the board
        let speeds = [gettext("Off"), gettext("Fast"), gettext("Normal"), gettext("Slow")];
        imp.animation_row.set_model(Some(&gtk::StringList::from_iter(speeds)));
        let seconds = |limit: &u32| f64::from(*limit) / 1000.0;
        let time = limits::THINKING_TIME;
        [&imp.thinking_time, &imp.memory, &imp.threads].into_iter().for_each(|spin| speak_language(spin));
        set_range(&imp.thinking_time, seconds(time.start())..=seconds(time.end()), 0.5);
        set_range(&imp.memory, f64::from(*limits::MEMORY.start())..=f64::from(*limits::MEMORY.end()), 16.0);
        set_range(&imp.threads, f64::from(*limits::THREADS.start())..=f64::from(*limits::THREADS.end()), 1.0);
    }

    /// Shows the settings. Rows that show the same value already do not change.
    pub(super) fn show(&self, settings: &Settings) {
        let imp = self.imp();
        imp.language_row.set_selected(language_index(settings));
        imp.sound.set_active(settings.sound);
        imp.volume_row.set_sensitive(settings.sound);
        // A screen reader asks the slider itself.
        imp.volume.set_sensitive(settings.sound);
        imp.volume.set_value(settings.volume.into());
        style_tiles::show(&imp.boards, Part::Board, settings);
        style_tiles::show(&imp.men, Part::Men, settings);
        imp.coordinates.set_active(settings.coordinates);
        imp.targets.set_active(settings.targets);
        imp.values.set_active(settings.values);
        imp.warn.set_active(settings.warn);
        imp.turn_board.set_active(settings.turn_board);
        imp.animation_row.set_selected(animation_index(settings));
        imp.thinking_time.set_value(settings.thinking_time.as_secs_f64());
        imp.memory.set_value(settings.memory.into());
        imp.threads.set_value(settings.threads.into());
    }

    /// Makes every row change its setting.
    pub(super) fn connect_rows(&self, shared: &Rc<SharedSettings>) {
        let imp = self.imp();
        let settings = Rc::clone(shared);
        imp.language_row.connect_selected_notify(move |row| choose_language(&settings, row.selected()));
        connect_switch(shared, &imp.sound, |settings, on| settings.sound = on);
        connect_switch(shared, &imp.coordinates, |settings, on| settings.coordinates = on);
        connect_switch(shared, &imp.targets, |settings, on| settings.targets = on);
        connect_switch(shared, &imp.values, |settings, on| settings.values = on);
        connect_switch(shared, &imp.warn, |settings, on| settings.warn = on);
        connect_switch(shared, &imp.turn_board, |settings, on| settings.turn_board = on);
        self.connect_full_screen(shared);
        let settings = Rc::clone(shared);
        imp.volume.connect_value_changed(move |scale| {
            let volume = scale.value();
            settings.change(|settings| settings.volume = volume as u8);
        });
        let settings = Rc::clone(shared);
        imp.animation_row.connect_selected_notify(move |row| {
            let animation = ANIMATIONS.get(row.selected() as usize).copied().unwrap_or_default();
            settings.change(|settings| settings.animation = animation);
        });
        connect_spin(shared, &imp.thinking_time, |settings, value| {
            settings.thinking_time = Duration::from_millis((value * 1000.0).round() as u64);
        });
        connect_spin(shared, &imp.memory, |settings, value| settings.memory = value as u32);
        connect_spin(shared, &imp.threads, |settings, value| settings.threads = value as u8);
    }

    /// Connects the switch for full screen. It shows the state of the window, no matter what
    /// changed it. Only a change by the user also sets the state for the next start.
    fn connect_full_screen(&self, shared: &Rc<SharedSettings>) {
        let pressed = self.imp().full_screen.connect_active_notify(glib::clone!(
            #[strong(rename_to = settings)]
            shared,
            move |switch| {
                let on = switch.is_active();
                settings.change(|settings| settings.full_screen = on);
                if let Some(window) = switch.root().and_downcast::<gtk::Window>() {
                    window.set_fullscreened(on);
                }
            }
        ));
        let pressed = Rc::new(pressed);
        self.connect_root_notify(move |page| {
            let Some(window) = page.root().and_downcast::<gtk::Window>() else { return };
            show_full_screen(page, &window, &pressed);
            window.connect_fullscreened_notify(glib::clone!(
                #[weak]
                page,
                #[strong]
                pressed,
                move |window| show_full_screen(&page, window, &pressed)
            ));
        });
    }
}

/// Shows whether the window is in full screen. The handler `pressed` is blocked, since this is not
/// a change by the user.
fn show_full_screen(page: &SettingsPage, window: &gtk::Window, pressed: &glib::SignalHandlerId) {
    let switch = page.imp().full_screen.get();
    switch.block_signal(pressed);
    switch.set_active(window.is_fullscreen());
    switch.unblock_signal(pressed);
}

/// Selects a row of the languages. The first row is the language of the system.
fn choose_language(settings: &Rc<SharedSettings>, selected: u32) {
    let language = (selected as usize).checked_sub(1).and_then(|index| language::offered().nth(index));
    let language = language.map(|it| it.code.to_owned());
    settings.change(|settings| settings.language = language);
}

/// Returns the row of the selected language. A language that is not available counts as that of the
/// system.
fn language_index(settings: &Settings) -> u32 {
    let code = settings.language.as_deref();
    let index = language::offered().position(|it| Some(it.code) == code);
    index.map_or(0, |index| index as u32 + 1)
}

/// Returns the row of the selected speed.
fn animation_index(settings: &Settings) -> u32 {
    ANIMATIONS.iter().position(|&animation| animation == settings.animation).unwrap_or_default() as u32
}

fn connect_switch(shared: &Rc<SharedSettings>, switch: &gtk::Switch, set: impl Fn(&mut Settings, bool) + 'static) {
    let shared = Rc::clone(shared);
    switch.connect_active_notify(move |switch| {
        shared.change(|settings| set(settings, switch.is_active()));
    });
}

fn connect_spin(shared: &Rc<SharedSettings>, spin: &gtk::SpinButton, set: impl Fn(&mut Settings, f64) + 'static) {
    let shared = Rc::clone(shared);
    spin.connect_value_changed(move |spin| {
        shared.change(|settings| set(settings, spin.value()));
    });
}

fn set_range(spin: &gtk::SpinButton, range: RangeInclusive<f64>, step: f64) {
    spin.set_range(*range.start(), *range.end());
    spin.set_increments(step, step * 4.0);
}
