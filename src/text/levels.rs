// SPDX-License-Identifier: GPL-3.0-or-later
//! Text for each level: one row for each row of [`PROFILES`](morris_engine::PROFILES).

use gettextrs::gettext;

use morris_play::setup::Level;

pub struct LevelWords {
    /// Id of its profile.
    id: &'static str,
    pub name: fn() -> String,
    pub promise: fn() -> String,
}

/// All levels, the weakest first. What they promise about beginners is measured with novices: see
/// `docs/levels.md`.
const LEVELS: &[LevelWords] = &[
    LevelWords {
        id: "first-game",
        // Translators: the lowest of ten playing strengths of the computer
        name: || gettext("Newcomer"),
        promise: || gettext("For your first game"),
    },
    LevelWords { id: "beginner", name: || gettext("Beginner"), promise: || gettext("A fair match for most beginners") },
    LevelWords { id: "learner", name: || gettext("Learner"), promise: || gettext("Beats most beginners") },
    LevelWords { id: "casual", name: || gettext("Casual"), promise: || gettext("Thinks ahead but slips up sometimes") },
    LevelWords {
        id: "practised",
        name: || gettext("Experienced"),
        promise: || gettext("Thinks further ahead, rarely slips up"),
    },
    LevelWords {
        id: "club-player",
        // Translators: a playing strength: who plays in a club
        name: || gettext("Club Player"),
        promise: || gettext("Makes few mistakes"),
    },
    LevelWords { id: "strong", name: || gettext("Strong Player"), promise: || gettext("Knows strong formations") },
    LevelWords { id: "very-strong", name: || gettext("Very Strong Player"), promise: || gettext("Hard to beat") },
    LevelWords { id: "expert", name: || gettext("Expert"), promise: || gettext("Very hard to beat") },
    LevelWords {
        id: "master",
        // Translators: the highest of ten playing strengths of the computer
        name: || gettext("Master"),
        promise: || gettext("Thinks as long as Settings allow"),
    },
];

pub fn row(level: Level) -> &'static LevelWords {
    LEVELS.iter().find(|row| row.id == level.profile().id).expect("a test holds that each level has its row")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_has_its_row() {
        let ids: Vec<_> = Level::all().map(|level| level.profile().id).collect();
        assert_eq!(LEVELS.iter().map(|row| row.id).collect::<Vec<_>>(), ids);
    }
}
