// SPDX-License-Identifier: GPL-3.0-or-later
//! The files of earlier versions.

use morris::Rules;
use morris_play::persistence::{OneSwitch, Pace, Settings, StyleId, Words};
use morris_play::setup::{Begins, NamedRules, NewGameOptions, Opponent};

use super::{Case, unusual, version_1};
use crate::lost_lines;

#[test]
fn first_version_is_read_forever() {
    let case = Case::with(version_1());
    let mut loaded = case.load();
    assert_eq!(case.problems(&loaded), Vec::<String>::new());
    assert_eq!(loaded.settings, unusual());
    loaded.file.save(&unusual()).unwrap();
    assert_eq!(lost_lines(&version_1(), &case.text()), Vec::<&str>::new());
}

/// Returns the settings in the file of 1.0.0, all of which differ from the default.
fn of_1_0_0() -> Settings {
    let own = Rules::read_line("seven,quiet=never").unwrap();
    let earlier = unusual();
    Settings {
        board_style: StyleId("slate".to_owned()),
        men_style: StyleId("wood".to_owned()),
        values: true,
        warn: true,
        watch_pace: Pace::Four,
        turn_board: true,
        solve_men: 12,
        solve_placing: true,
        solve_rules: Rules::TWELVE,
        solve_paused: true,
        choice: NewGameOptions {
            opponent: Opponent::Friend,
            suits_you: true,
            begins: Begins::Loser,
            you_began: true,
            you_won: true,
            names: ["Ada".to_owned(), "Bert “2”".to_owned()],
            rules: own,
            rules_name: Some("At home".to_owned()),
            ..earlier.choice
        },
        own_rules: vec![NamedRules { name: "At home".to_owned(), rules: own }],
        ..earlier
    }
}

/// Returns the settings in the file of 1.1.0. All that are newer than 1.0.0 differ from the
/// default, and the rules have all choices that are newer.
fn of_1_1_0() -> Settings {
    let choices = "goal=misere,least_men=2,flying_counts=board-and-hand,capture_between=both";
    let own = Rules::read_line(&format!("standard,{choices}")).unwrap();
    let earlier = of_1_0_0();
    Settings {
        words: Words::Full,
        one_switch: OneSwitch::Scan,
        scan_step: 3500,
        opened_table: true,
        // 1.0.0 knows neither this game nor such a low window.
        solve_rules: Rules::read_line("laskertotal").unwrap(),
        height: 360,
        choice: NewGameOptions { rules: own, rules_name: Some("Give away".to_owned()), ..earlier.choice },
        own_rules: vec![NamedRules { name: "Give away".to_owned(), rules: own }],
        ..earlier
    }
}

#[test]
fn settings_of_each_release_are_read_forever() {
    for (text, settings) in [
        (include_str!("../data/settings-1-of-1.0.0.toml"), of_1_0_0()),
        (include_str!("../data/settings-1-of-1.1.0.toml"), of_1_1_0()),
    ] {
        let case = Case::with(text);
        let loaded = case.load();
        assert_eq!(case.problems(&loaded), Vec::<String>::new());
        assert_eq!(loaded.settings, settings);
        // A new file has no line from the old one.
        let new = Case::new();
        new.load().file.save(&settings).unwrap();
        assert_eq!(lost_lines(text, &new.text()), Vec::<&str>::new());
    }
}
