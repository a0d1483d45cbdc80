// SPDX-License-Identifier: GPL-3.0-or-later
//! How well the computer plays, in words.

use gettextrs::gettext;

use crate::i18n::{gettext_f, ngettext_f};
use morris_play::setup::{FixedDepth, Level, Skill};

/// What a choice is called, with the number of a level.
#[must_use]
pub fn skill(skill: Skill) -> String {
    let Skill::Level(level) = skill else { return skill_name(skill) };
    let number = level.number().to_string();
    // Translators: a level of the computer: “3 · Learner”
    gettext_f("{number} · {name}", &[("number", &number), ("name", &level_name(level))])
}

/// What a choice is called.
#[must_use]
pub fn skill_name(skill: Skill) -> String {
    match skill {
        Skill::Level(level) => level_name(level),
        Skill::Depth(depth) => depth_name(depth),
        Skill::Perfect => gettext("Perfect"),
    }
}

/// What perfect play is, and what it needs.
#[must_use]
pub fn perfect_play() -> String {
    gettext(
        "Never gives away a draw or a win where a table holds the position, and is a Master elsewhere. Without any mistake once all tables are made in the settings.",
    )
}

fn depth_name(depth: FixedDepth) -> String {
    let plies = depth.plies();
    let count = plies.to_string();
    // Translators: how the computer plays: it always looks so many plies (moves of one side) ahead
    ngettext_f("{count} ply ahead", "{count} plies ahead", plies.into(), &[("count", &count)])
}

/// What the level is called.
fn level_name(level: Level) -> String {
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
