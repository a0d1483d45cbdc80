// SPDX-License-Identifier: GPL-3.0-or-later
//! Rows of the settings page. Each has its words, and shows and changes one setting.

use std::ops::RangeInclusive;
use std::rc::Rc;
use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::{gettext, pgettext};
use glib::value::{FromValue, Value};

use crate::compat::accessible_names::set_accessible_name;
use crate::services::{Services, SharedSettings};
use crate::text::language;
use crate::widgets::spin_numbers::speak_language;
use morris_play::persistence::{Animation, OneSwitch, Settings, Words, limits};

use super::{SettingsPage, coach_row};

impl SettingsPage {
    pub(super) fn add_rows(&self, services: &Services) {
        let settings = Rows(&services.settings);
        self.add_general(&settings);
        let (coach_row, coach) = switch_row(&gettext("Coach at Level 1"), "");
        coach_row::connect(&coach, &services.practice);
        self.add_game(&settings, coach_row);
        self.add_access(&settings);
        self.add_advanced(&settings);
    }

    fn add_general(&self, settings: &Rows<'_>) {
        // Translators: the language of the desktop
        let system = gettext("System");
        let languages: Vec<_> = std::iter::once(system.as_str()).chain(language::offered().map(|it| it.name)).collect();
        settings.choice(&self.imp().language_row, &languages, language_index, choose_language);
        let (full_screen_row, full_screen) = switch_row(&gettext("Fullscreen"), "");
        self.connect_full_screen(&full_screen, settings.0);
        let sound_row = settings.switch(&gettext("Sound Effects"), "", |settings| &mut settings.sound);
        for row in [sound_row, settings.volume(), full_screen_row] {
            self.imp().general.add(&row);
        }
    }

    fn add_game(&self, settings: &Rows<'_>, coach_row: adw::ActionRow) {
        for row in [
            settings.switch(&gettext("Show Possible Moves"), "", |settings| &mut settings.targets),
            settings
                .switch(&gettext("Show Move Values"), &gettext("Win, draw, or loss"), |settings| &mut settings.values),
            settings.switch(
                &gettext("Warn About Mistakes"),
                &gettext("Ask before you throw away a win or draw"),
                |settings| &mut settings.warn,
            ),
            coach_row,
            settings.switch(&gettext("Coordinates"), "", |settings| &mut settings.coordinates),
            settings.switch(&gettext("Flip After Each Move"), &gettext("In two-player games"), |settings| {
                &mut settings.turn_board
            }),
        ] {
            self.imp().game.add(&row);
        }
        // Translators: how fast pieces move on the board
        let speeds = [
            (Animation::Off, gettext("Off")),
            (Animation::Fast, gettext("Fast")),
            (Animation::Normal, gettext("Normal")),
            (Animation::Slow, gettext("Slow")),
        ];
        let animation_row =
            settings.options((&gettext("Animation Speed"), ""), speeds, |settings| &mut settings.animation);
        self.imp().game.add(&animation_row);
    }

    fn add_access(&self, settings: &Rows<'_>) {
        let access = &self.imp().access;
        let words = [
            // Translators: how many words a screen reader gets
            (Words::Short, gettext("Short")),
            (Words::Normal, pgettext("announcements", "Normal")),
            (Words::Full, gettext("Full")),
        ];
        let title = (&*gettext("Announcements"), &*gettext("Words for a screen reader"));
        access.add_row(&settings.options(title, words, |settings| &mut settings.words));
        let ways = [
            (OneSwitch::Off, pgettext("one-switch play", "Off")),
            // Translators: a way to play with few keys
            (OneSwitch::Tab, gettext("Tab and Enter")),
            // Translators: a way to play with one key: the focus moves by itself
            (OneSwitch::Scan, gettext("Scanning")),
        ];
        let title = (&*gettext("One-Switch Play"), &*gettext("Reach points without arrow keys"));
        access.add_row(&settings.options(title, ways, |settings| &mut settings.one_switch));
        access.add_row(&settings.number(
            (&gettext("Scanning Speed"), &gettext("Seconds per step")),
            (in_seconds(limits::SCAN_STEP), 0.1),
            |settings| f64::from(settings.scan_step) / 1000.0,
            |settings, value| settings.scan_step = (value * 1000.0).round() as u32,
        ));
    }

    fn add_advanced(&self, settings: &Rows<'_>) {
        let imp = self.imp();
        for row in [
            settings.number(
                (&gettext("Thinking Time of Level 10"), &gettext("Maximum seconds per move")),
                (in_seconds(limits::THINKING_TIME), 0.5),
                |settings| settings.thinking_time.as_secs_f64(),
                |settings, value| settings.thinking_time = Duration::from_millis((value * 1000.0).round() as u64),
            ),
            settings.number(
                (&gettext("Memory"), &gettext("Used by the computer player, in MiB")),
                (limits::MEMORY, 16.0),
                |settings| settings.memory.into(),
                |settings, value| settings.memory = value as u32,
            ),
            settings.number(
                (&gettext("Threads"), &gettext("Processor cores the computer player may use")),
                (limits::THREADS, 1.0),
                |settings| settings.threads.into(),
                |settings, value| settings.threads = value as u8,
            ),
        ] {
            imp.advanced_row.add_row(&row);
        }
        imp.advanced_row.add_row(&*imp.tables_row);
    }

    /// Connects the switch for full screen. It shows the state of the window, no matter what
    /// changed it. Only a change by the user also sets the state for the next start.
    fn connect_full_screen(&self, switch: &gtk::Switch, shared: &Rc<SharedSettings>) {
        let pressed = switch.connect_active_notify(glib::clone!(
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
        switch.connect_root_notify(move |switch| {
            let Some(window) = switch.root().and_downcast::<gtk::Window>() else { return };
            show_full_screen(switch, &window, &pressed);
            window.connect_fullscreened_notify(glib::clone!(
                #[weak]
                switch,
                #[strong]
                pressed,
                move |window| show_full_screen(&switch, window, &pressed)
            ));
        });
    }
}

/// Shows whether the window is in full screen. The handler `pressed` is blocked, since this is not
/// a change by the user.
fn show_full_screen(switch: &gtk::Switch, window: &gtk::Window, pressed: &glib::SignalHandlerId) {
    switch.block_signal(pressed);
    switch.set_active(window.is_fullscreen());
    switch.unblock_signal(pressed);
}

/// Makes widgets show settings and change them.
struct Rows<'a>(&'a Rc<SharedSettings>);

impl Rows<'_> {
    /// Connects a property of an object in a row.
    fn connect<T: for<'v> FromValue<'v> + Into<Value> + 'static>(
        &self,
        row: &impl IsA<gtk::Widget>,
        (object, property): (&impl IsA<glib::Object>, &'static str),
        get: impl Fn(&Settings) -> T + 'static,
        set: impl Fn(&mut Settings, T) + 'static,
    ) {
        let shown = object.downgrade();
        let show = move |settings: &Settings| {
            if let Some(object) = shown.upgrade() {
                object.set_property(property, get(settings));
            }
        };
        show(&self.0.get());
        self.0.connect_for(row, move |_, settings| show(settings));
        let shared = Rc::clone(self.0);
        object.connect_notify_local(Some(property), move |object, _| {
            let value = object.property::<T>(property);
            shared.change(|settings| set(settings, value));
        });
    }

    fn switch(&self, title: &str, subtitle: &str, field: fn(&mut Settings) -> &mut bool) -> adw::ActionRow {
        let (row, switch) = switch_row(title, subtitle);
        let get = move |settings: &Settings| *field(&mut settings.clone());
        self.connect(&row, (&switch, "active"), get, move |settings, on| *field(settings) = on);
        row
    }

    fn choice(&self, row: &adw::ComboRow, values: &[&str], get: fn(&Settings) -> u32, set: fn(&mut Settings, u32)) {
        row.set_model(Some(&gtk::StringList::new(values)));
        self.connect(row, (row, "selected"), get, set);
    }

    fn options<T: Copy + PartialEq + 'static, const N: usize>(
        &self,
        (title, subtitle): (&str, &str),
        options: [(T, String); N],
        field: fn(&mut Settings) -> &mut T,
    ) -> adw::ComboRow {
        let row = adw::ComboRow::builder().title(title).subtitle(subtitle).build();
        row.set_model(Some(&gtk::StringList::from_iter(options.iter().map(|(_, words)| words.clone()))));
        let values = options.map(|(value, _)| value);
        let get = move |settings: &Settings| {
            let chosen = *field(&mut settings.clone());
            values.iter().position(|&value| value == chosen).unwrap_or_default() as u32
        };
        let set = move |settings: &mut Settings, selected: u32| {
            if let Some(&value) = values.get(selected as usize) {
                *field(settings) = value;
            }
        };
        self.connect(&row, (&row, "selected"), get, set);
        row
    }

    fn number(
        &self,
        (title, subtitle): (&str, &str),
        (range, step): (RangeInclusive<impl Into<f64> + Copy>, f64),
        get: fn(&Settings) -> f64,
        set: fn(&mut Settings, f64),
    ) -> adw::ActionRow {
        let spin = gtk::SpinButton::builder().digits((step < 1.0).into()).width_chars(5).build();
        speak_language(&spin);
        spin.set_range((*range.start()).into(), (*range.end()).into());
        spin.set_increments(step, step * 4.0);
        self.connect(&spin, (&spin.adjustment(), "value"), get, set);
        let row = adw::ActionRow::builder().focusable(false).build();
        fill(&row, (title, subtitle), &spin);
        row.set_activatable_widget(Some(&spin));
        row
    }

    /// Returns the row of the volume, which is insensitive while sounds are off.
    fn volume(&self) -> adw::ActionRow {
        let adjustment = gtk::Adjustment::new(0.0, 0.0, 100.0, 5.0, 10.0, 0.0);
        let volume = gtk::Scale::builder().adjustment(&adjustment).width_request(180).build();
        let (row, title) = (adw::ActionRow::builder().focusable(false).build(), gettext("Volume"));
        set_accessible_name(&volume, &title);
        fill(&row, (&title, ""), &volume);
        let set = |settings: &mut Settings, value: f64| settings.volume = value as u8;
        self.connect(&volume, (&adjustment, "value"), |settings| settings.volume.into(), set);
        // A screen reader asks the slider itself.
        for part in [row.upcast_ref::<gtk::Widget>(), volume.upcast_ref()] {
            self.connect(&row, (part, "sensitive"), |settings| settings.sound, |_, _| {});
        }
        row
    }
}

fn switch_row(title: &str, subtitle: &str) -> (adw::ActionRow, gtk::Switch) {
    let switch = gtk::Switch::builder().focusable(false).build();
    let row = adw::ActionRow::builder().accessible_role(gtk::AccessibleRole::Checkbox).build();
    fill(&row, (title, subtitle), &switch);
    row.set_activatable_widget(Some(&switch));
    (row, switch)
}

fn fill(row: &adw::ActionRow, (title, subtitle): (&str, &str), widget: &impl IsA<gtk::Widget>) {
    row.set_title(title);
    row.set_subtitle(subtitle);
    widget.set_valign(gtk::Align::Center);
    row.add_suffix(widget);
}

fn in_seconds(milliseconds: RangeInclusive<u32>) -> RangeInclusive<f64> {
    f64::from(*milliseconds.start()) / 1000.0..=f64::from(*milliseconds.end()) / 1000.0
}

/// Selects a row of the languages. The first row is the language of the system.
fn choose_language(settings: &mut Settings, selected: u32) {
    let language = (selected as usize).checked_sub(1).and_then(|index| language::offered().nth(index));
    settings.language = language.map(|it| it.code.to_owned());
}

/// Returns the row of the selected language. A language that is not available counts as that of the
/// system.
fn language_index(settings: &Settings) -> u32 {
    let code = settings.language.as_deref();
    let index = language::offered().position(|it| Some(it.code) == code);
    index.map_or(0, |index| index as u32 + 1)
}
