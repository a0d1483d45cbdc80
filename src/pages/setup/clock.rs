// SPDX-License-Identifier: GPL-3.0-or-later
//! The clock in the setup of a game: none, one of the usual ones, or a custom one.

use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use crate::text::describe;
use crate::text::i18n::ngettext_f;
use crate::widgets::spin_numbers::speak_language;
use morris_play::setup::Clock;

use super::{CLOCKS, SetupPage};

/// Index of the custom clock in the list, after none and the usual ones.
const OWN: u32 = CLOCKS.len() as u32 + 1;

fn offered() -> impl Iterator<Item = Clock> {
    CLOCKS.into_iter().map(|(minutes, seconds)| clock(minutes, seconds))
}

const fn clock(minutes: u64, seconds: u64) -> Clock {
    Clock { time: Duration::from_secs(minutes * 60), increment: Duration::from_secs(seconds) }
}

impl SetupPage {
    pub(super) fn list_clocks(&self) {
        [&self.imp().minutes, &self.imp().seconds].into_iter().for_each(|spin| speak_language(spin));
        let named =
            CLOCKS.map(|(minutes, seconds)| format!("{} + {}", describe::number(minutes), describe::number(seconds)));
        // Translators: an answer to “Clock”
        let none = gettext("None");
        // Translators: an answer to “Clock”: one whose times are chosen below
        let words: gtk::StringList = [none].into_iter().chain(named).chain([gettext("Custom")]).collect();
        self.imp().clock_row.set_model(Some(&words));
    }

    pub(super) fn clock(&self) -> Option<Clock> {
        let imp = self.imp();
        let count = |spin: &gtk::SpinButton| u64::try_from(spin.value_as_int()).unwrap_or_default();
        match imp.clock_row.selected() {
            0 => None,
            OWN => Some(clock(count(&imp.minutes), count(&imp.seconds))),
            index => offered().nth(index as usize - 1),
        }
    }

    pub(super) fn set_clock(&self, clock: Option<Clock>) {
        let imp = self.imp();
        let place = clock.map(|clock| offered().position(|other| other == clock));
        if let Some(clock) = clock {
            imp.minutes.set_value((clock.time.as_secs_f64() / 60.0).round());
            imp.seconds.set_value(clock.increment.as_secs_f64());
        }
        imp.clock_row.set_selected(match place {
            None => 0,
            Some(None) => OWN,
            Some(Some(index)) => index as u32 + 1,
        });
    }

    /// Describes a clock, and shows the rows of a custom one.
    pub(super) fn show_clock(&self, clock: Option<Clock>) {
        let imp = self.imp();
        let own = imp.clock_row.selected() == OWN;
        // The rows below show a custom clock.
        imp.clock_row.set_subtitle(&clock.filter(|_| !own).map(words).unwrap_or_default());
        [&imp.minutes_row, &imp.seconds_row].iter().for_each(|row| row.set_visible(own));
    }
}

fn words(Clock { time, increment }: Clock) -> String {
    let (minutes, seconds) = (time.as_secs() / 60, increment.as_secs());
    let minutes = ngettext_f("{count} minute", "{count} minutes", minutes, &[]);
    if seconds == 0 {
        return minutes;
    }
    // Translators: the increment of a clock: what a player gets back after each move
    let more = ngettext_f("{count} second per move", "{count} seconds per move", seconds, &[]);
    format!("{minutes} + {more}")
}
