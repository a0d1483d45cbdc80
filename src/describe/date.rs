// SPDX-License-Identifier: GPL-3.0-or-later
//! Dates in words.

use gettextrs::gettext;
use jiff::Timestamp;

use crate::i18n::gettext_f;

/// A day in microseconds.
const DAY: i64 = 24 * 60 * 60 * 1_000_000;

/// A moment of the past, in the time zone of the user and as the language of the window writes it: “Today, 14:05”.
#[must_use]
pub fn moment(moment: Timestamp) -> String {
    let local = glib::DateTime::from_unix_local(moment.as_second());
    let words = local.and_then(|local| Ok((day(&local)?, local.format("%R")?)));
    // Beyond the years that GLib knows.
    let Ok((day, time)) = words else { return moment.to_string() };
    // Translators: a date or “Today”, and a time such as 14:05
    gettext_f("{day}, {time}", &[("day", &day), ("time", &time)])
}

fn day(local: &glib::DateTime) -> Result<String, glib::BoolError> {
    let now = glib::DateTime::now_local()?;
    let is = |other: &glib::DateTime| local.ymd() == other.ymd();
    if is(&now) {
        Ok(gettext("Today"))
    } else if is(&now.add(glib::TimeSpan(-DAY))?) {
        Ok(gettext("Yesterday"))
    } else {
        // Translators: a date in numbers as your language writes it: %d is the day, %m the month, %Y the year
        // xgettext:no-c-format
        local.format(&gettext("%Y-%m-%d")).map(Into::into)
    }
}
