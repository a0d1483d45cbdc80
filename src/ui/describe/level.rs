// SPDX-License-Identifier: GPL-3.0-or-later
//! The levels in words.

use gettextrs::gettext;

use crate::engine::Level;

/// What the level is called.
#[must_use]
pub fn level_name(level: Level) -> String {
    match level.number() {
        // Translators: the lowest of ten playing strengths of the computer
        1 => gettext("First game"),
        2 => gettext("Beginner"),
        3 => gettext("Learner"),
        4 => gettext("Casual"),
        5 => gettext("Practised"),
        // Translators: a playing strength: who plays in a club
        6 => gettext("Club player"),
        7 => gettext("Strong"),
        8 => gettext("Very strong"),
        9 => gettext("Expert"),
        // Translators: the highest of ten playing strengths of the computer
        _ => gettext("Master"),
    }
}
