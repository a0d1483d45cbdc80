// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the real program in a real window. Each test is a scenario of `tests/window/`. A Python
//! program plays it with mouse, keyboard, and the data for screen readers, on its own display and
//! bus and in its own home folder.

use std::path::Path;
use std::process::Command;

/// Python of the system, which has the GLib bindings.
const PYTHON: &str = "/usr/bin/python3";
/// Maximum number of seconds of a scenario. On a quiet machine, none takes more than a minute.
const LONGEST: &str = "400";

fn play(scenario: &str, pages: &str) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/window/run.py");
    let program = env!("CARGO_BIN_EXE_nine-mens-morris");
    // `-B` keeps Python from writing compiled files next to the sources.
    let mut limited = Command::new("timeout");
    limited.args(["--foreground", LONGEST, PYTHON, "-B"]).arg(script).args([program, scenario]);
    let played = limited.args(pages.split_whitespace()).output().unwrap();
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
    first_start: MainMenu GamePage;
    an_evening: SetupPage GamePage PausePage;
    actions_of_the_icon: MainMenu;
    moving: GamePage;
    after_a_menu: GamePage MainMenu SavedGamesPage;
    win_and_rematch: GamePage;
    quit_in_dialogs: GamePage;
    six_men: SetupPage HowToPlay;
    own_rules: RulesPage;
    rules_page_by_keys: RulesPage;
    main_menu_at_sizes: MainMenu;
    down_from_play_now: MainMenu;
    pages_have_few_words: SetupPage RulesPage SettingsPage StatisticsPage AnalysisPage;
    review: AnalysisPage;
    hints: GamePage;
    coach: GamePage;
    warned: GamePage;
    solve_more: AnalysisPage SettingsPage;
    analysis: AnalysisPage;
    analysis_by_mouse: AnalysisPage;
    analysis_editor: AnalysisPage;
    analysis_values: AnalysisPage;
    own_analysis: AnalysisPage;
    lessons: HowToPlay;
    strategy: HowToPlay;
    help_pages: HelpPage;
    puzzles: PuzzlePage PracticePage;
    endgame: EndgamePage;
    rush: PuzzlePage;
    openings: PuzzlePage PracticePage GamePage;
    judgment: JudgmentPage;
    statistics: StatisticsPage;
    saved_review: SavedGamesPage;
    suits_you: SetupPage;
    two_computers: GamePage;
    watched_at_a_pace: GamePage;
    killed: GamePage;
    full_screen: SettingsPage;
    numbers_of_a_language: SettingsPage;
    long_game: GamePage;
    languages: SettingsPage;
    right_to_left: GamePage;
    started_in_another_language: SetupPage;
    broken_settings: MainMenu;
    wrong_setting: MainMenu;
    held_files:;
    no_room_for_files: MainMenu;
    board_styles: SettingsPage;
    sounds_are_recorded: GamePage;
    sounds_survive_their_server: GamePage;
    saved_games: SavedGamesPage;
    files_of_older_versions: SavedGamesPage PracticePage StatisticsPage SettingsPage;
    search_hides_an_open_menu: SavedGamesPage;
    club_evening: TournamentsPage TournamentPage;
    own_save_opened:;
    all_deleted: SavedGamesPage;
    solving: SettingsPage;
    values: GamePage;
    broken_saves: SavedGamesPage;
    position: AnalysisPage;
    other_programs: GamePage;
    unreadable: MainMenu;
    several_files:;
    no_game: MainMenu;
    friends_by_mouse: GamePage;
    table_in_this_network: NetworkPage;
    room_of_a_tournament: NetworkPage;
    table_without_watchers: NetworkPage;
    guest_watches_another_table: NetworkPage;
    win_is_claimed: GamePage;
    friends_by_keys: SetupPage;
    friend_survives_a_kill: GamePage;
    friend_of_another_program: GamePage;
    line_starts_the_program: GamePage;
    line_as_picture: GamePage;
    program_of_the_command_line: GamePage;
    program_that_crashes: GamePage;
    program_that_thinks: GamePage;
    programs_that_cannot_play: GamePage;
    unknown_program:;
    program_of_the_set_up: SetupPage;
    program_is_tested: SetupPage;
    program_that_is_not_there: SetupPage;
    last_program_removed: SetupPage;
    review_in_another_language: AnalysisPage;
    undone_in_another_language: SavedGamesPage;
    numbers_of_choices: PracticePage RulesPage;
    tab_through_pages: MainMenu SavedGamesPage SettingsPage PracticePage PuzzlePage EndgamePage JudgmentPage HowToPlay HelpPage;
    tab_through_set_up: SetupPage;
    tab_through_network: SetupPage NetworkPage;
    tab_through_game: GamePage AnalysisPage PausePage;
    contrast_of_text_light: MainMenu;
    contrast_of_text_dark: MainMenu;
    current_move_in_high_contrast: GamePage;
    narrow_german: MainMenu;
    strangers_names: SavedGamesPage;
    current_move_in_sight: GamePage;
    hidden_sidebar_enlarges_the_board: GamePage;
    slow_typing: GamePage;
    keyboard_of_another_script: GamePage PausePage;
    values_without_effect: GamePage;
    looking_back_stays: GamePage;
    through_the_moves: GamePage;
    shortcuts_are_found: MainMenu;
    game_menu_is_short: GamePage;
    dragging_lights_targets: GamePage;
    board_turns: GamePage;
    names_of_people: SetupPage;
    picture_of_the_board: GamePage;
    arrows_and_rings: GamePage;
    keys_that_can_do_nothing: GamePage;
    menu_of_past_choices: GamePage;
    access_keys: GamePage;
    access_keys_of_other_letters:;
    one_switch: MainMenu GamePage;
    window_after_a_switch: SettingsPage;
    set_up_reports: SetupPage;
    toggles_report: HowToPlay;
    switches_report: SettingsPage;
    fields_report: RulesPage;
    expanders_report: SetupPage;
    focus_reports_once: SetupPage;
    returning_focus_reports_once: GamePage;
    submenus_report: GamePage;
    pages_make_no_flood: PausePage;
    keys_on_every_page: PausePage;
    escape_goes_back_one_level: HowToPlay;
    messages_move_nothing: AnalysisPage;
    orca_speaks_a_game:;
    orca_speaks_a_tournament:;
    orca_speaks_about_a_friend:;
    orca_speaks_a_draw_with_a_friend:;
    orca_speaks_at_a_table:;
    orca_names_everything:;
    orca_speaks_another_language:;
    late_orca_speaks_it:;
    monkey_with_hands:;
    monkey_with_actions:;
    monkey_with_both:;
    faults_of_gtk:;
}
