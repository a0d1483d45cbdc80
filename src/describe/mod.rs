// SPDX-License-Identifier: GPL-3.0-or-later
//! Translated words for what the layers below say in enums.

mod arrangement;
mod date;
mod file;
mod format;
mod level;
mod moves;
mod number;
mod outcome;
mod player;
pub mod point;
mod program;
mod refusal;
mod rules;
mod score;
mod status;

pub use arrangement::arrangement_error;
pub use date::moment;
pub use file::{file_error, file_problem, solve_error, store_error, table_error, write_error};
pub use format::{cannot_hold, file_format_name, format_error};
pub use level::{perfect_play, skill, skill_name};
pub use moves::{hint, last_move, window_title};
pub use number::{decimal, parse_decimal, size};
pub use outcome::{outcome_reason, outcome_title};
pub use player::{pairing, player_name};
pub use program::{player_error, speech, speech_summary};
pub use refusal::{engine_failure, refusal, unavailable};
pub use rules::{rules_name, rules_summary};
pub use score::score;
pub use status::{status, to_move};

use gettextrs::gettext;

use morris::Color;

/// The side, as the subject of a sentence.
#[must_use]
pub fn side_name(side: Color) -> String {
    match side {
        // Translators: the player of the light men, as the subject of a sentence: “White is thinking…”
        Color::White => gettext("White"),
        // Translators: the player of the dark men, as the subject of a sentence: “Black is thinking…”
        Color::Black => gettext("Black"),
    }
}
