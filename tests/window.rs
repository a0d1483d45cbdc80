// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the real program in a real window. Each test is a scenario of `tests/window/`. A Python
//! program plays it with mouse, keyboard, and the data for screen readers, on its own display and
//! bus and in its own home folder.

use std::path::Path;
use std::process::Command;

/// Python of the system, which has the GLib bindings.
const PYTHON: &str = "/usr/bin/python3";

fn play(scenario: &str, pages: &str) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/window/run.py");
    let program = env!("CARGO_BIN_EXE_nine-mens-morris");
    // `-B` keeps Python from writing compiled files next to the sources.
    let played =
        Command::new(PYTHON).arg("-B").arg(script).args([program, scenario]).args(pages.split_whitespace()).output();
    let played = played.unwrap_or_else(|error| panic!("{PYTHON}: {error}"));
    assert!(played.status.success(), "{scenario}:\n{}", String::from_utf8_lossy(&played.stderr));
}

/// Rows of scenarios, each with the pages that it is about. It fails if it does not show them.
/// `build-aux/test --changed` chooses scenarios by them.
macro_rules! scenarios {
    ($($name:ident: $($page:ident)*;)*) => {
        $(
            #[test]
            fn $name() {
                play(stringify!($name), stringify!($($page)*));
            }
        )*
    };
}

scenarios! {
    first_start
    an_evening
    actions_of_the_icon
    moving
    after_a_menu
    win_and_rematch
    quit_in_dialogs
    six_men
    own_rules
    rules_page_by_keys
    main_menu_at_sizes
    down_from_play_now
    pages_have_few_words
    review
    hints
    coach
    warned
    solve_more
    analysis
    analysis_by_mouse
    analysis_editor
    analysis_values
    own_analysis
    lessons
    strategy
    help_pages
    puzzles
    endgame
    rush
    judgment
    statistics
    saved_review
    suits_you
    two_computers
    watched_at_a_pace
    killed
    full_screen
    numbers_of_a_language
    long_game
    languages
    right_to_left
    begun_in_another_language
    broken_settings
    wrong_setting
    held_files
    no_room_for_files
    board_styles
    sounds_are_heard
    sounds_survive_their_server
    saved_games
    search_hides_an_open_menu
    own_save_opened
    all_deleted
    solving
    values
    broken_saves
    position
    other_programs
    unreadable
    several_files
    no_game
    friends_by_mouse
    friends_by_keys
    friend_survives_a_kill
    friend_of_another_program
    line_starts_the_program
    line_as_picture
    program_of_the_command_line
    program_that_crashes
    program_that_thinks
    programs_that_cannot_play
    unknown_program
    program_of_the_set_up
    program_is_tested
    program_that_is_not_there
    last_program_removed
    review_in_another_language
    undone_in_another_language
    numbers_of_choices
    tab_through_pages
    tab_through_set_up
    tab_through_game
    contrast_of_text_light
    contrast_of_text_dark
    current_move_in_high_contrast
    narrow_german
    strangers_names
    names_of_one_word
    current_move_in_sight
    sidebar_off_is_no_loss
    slow_typing
    values_without_effect
    looking_back_stays
    through_the_moves
    shortcuts_are_found
    game_menu_is_short
    dragging_lights_targets
    board_turns
    names_of_people
    picture_of_the_board
    arrows_and_rings
    keys_that_can_do_nothing
    menu_of_things_past
    access_keys
    access_keys_of_other_letters
    window_after_a_switch
    set_up_tells
    toggles_tell
    switches_tell
    fields_tell
    expanders_tell
    focus_tells_once
    focus_that_returns_tells_once
    submenus_tell
    pages_make_no_flood
    keys_on_every_page
    escape_goes_back_one_level
    messages_move_nothing
    orca_tells_a_game
    orca_tells_of_a_friend
    orca_tells_what_a_friend_asks
    orca_names_everything
    orca_tells_in_another_language
    orca_that_is_late_hears_it
    monkey_with_hands
    monkey_with_actions
    monkey_with_both
    faults_of_gtk
}
