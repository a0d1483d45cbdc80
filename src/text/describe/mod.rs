// SPDX-License-Identifier: GPL-3.0-or-later
//! Translated text for the enums of the lower layers. All sentences about them are here and nowhere
//! else.

mod analysis;
mod by_message;
mod choices;
pub mod club;
mod coach;
mod drill;
mod files;
mod game;
mod hint;
mod judgment;
mod numbers;
pub mod point;
mod programs;
mod puzzles;
mod reply;
mod review;
mod rules;
mod setup;
mod spoken;
mod statistics;

pub use analysis::{
    GLYPHS, Glyph, drawn, erased, estimate, explored_move, glyph, glyph_meaning, nesting, numbered_move, value,
};
pub use by_message::{
    Arrival, absence, arrival, friend_declined, invitation, line_error, line_reading, own_turns, parted, room_error,
    safety_phrase, waits_for,
};
pub use choices::{ChoiceRow, Section, board_name, choice_rows};
pub use coach::tip;
pub use drill::{
    decision_reason, due_today, lines_due, point_task, refuted_name, refuted_task, refuted_verdict, wrong_point,
};
pub use files::{
    cannot_hold, file_error, file_format_name, file_problem, format_error, solve_error, store_error, table_error,
    write_error,
};
pub use game::{
    deciding_move, engine_failure, in_hand, last_move, move_number, moves, no_such_point, nothing_played,
    only_in_a_game, outcome_reason, outcome_short, outcome_title, refusal, refusal_in_game, refusal_on_sight, removed,
    result, score, side_name, status, to_move, unavailable,
};
pub use hint::hint;
pub use judgment::{YesNo, answered, question, question_reason, right_in_a_row};
pub use numbers::{clock, clock_with_tenths, decimal, moment, number, parse_decimal, size, today};
pub use programs::{
    address_error, network_in_sandbox, player_error, process_error, readable_files, speech, speech_in_sandbox,
    speech_summary,
};
pub use puzzles::{
    ExerciseAction, WORD_JOINER, analysis_is_closed, answers, days_in_a_row, endgame_name, endgame_record,
    endgame_task, endgame_verdict, flying, grade_name, move_line, own_rating, personal_best, practice_result,
    puzzle_reason, puzzle_task, rating, right_moves, run_name, theme_name, theme_reason, unavailable_in_endgame,
    unavailable_in_puzzle, wrong_move,
};
pub use reply::reply_reason;
pub use review::{
    better, left_opening, levels, mistake, review_summary, reviewed_move, side_review, warning, why, worth,
};
pub use rules::{RulesSection, rules_differences, rules_error, rules_gist, rules_in_words, rules_title, rules_warning};
pub use setup::{
    arrangement_error, level_description, pairing, perfect_play, player_name, program_title, rules_name, rules_summary,
    skill, skill_name, spoken_skill, you_play,
};
pub use spoken::{
    game_title, headline, last_move_and_opening, moves_taken_back, news, piece_put_back, put_back, put_down,
    query_for_key, set_words, short_game_title, side_below, window_title,
};
pub use statistics::{
    adaptive_level, beaten_level, better_level, course, matched_level, opponent, play_level, solved, streak, tally,
    unreadable_games,
};
