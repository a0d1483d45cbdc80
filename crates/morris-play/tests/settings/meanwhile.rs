// SPDX-License-Identifier: GPL-3.0-or-later
//! Changes that other programs make to the file while this one runs.

use std::fs;

use morris_play::persistence::Settings;
use morris_play::setup::{Level, NewGameOptions, Skill};

use super::{Case, unusual, version_1};
use crate::write_when_free;

/// Another program is an editor or a second window. Each writer changes only its own settings.
#[test]
fn changes_of_another_program_are_kept() {
    let case = Case::with(version_1());
    let mut loaded = case.load();
    let mut settings = loaded.settings;
    let edited = version_1().replace("volume = 35", "volume = 50").replace("level = 7", "level = 3");
    fs::write(&case.path, edited.clone() + "[future]\nkey = 1\n").unwrap();
    settings.width = 800;
    loaded.file.save(&settings).unwrap();
    let skill = |level| Skill::Level(Level::new(level).unwrap());
    let choice = NewGameOptions { skill: skill(3), ..unusual().choice };
    let expected = Settings { width: 800, volume: 50, choice, ..unusual() };
    assert_eq!(case.load().settings, expected);
    assert!(case.text().contains("[future]\nkey = 1\n"), "{}", case.text());
    // Settings changed by both have the value that was written last. All options of a game count as
    // one setting.
    settings.volume = 20;
    settings.choice.clock = None;
    loaded.file.save(&settings).unwrap();
    let expected = Settings { volume: 20, choice: NewGameOptions { clock: None, ..unusual().choice }, ..expected };
    assert_eq!(case.load().settings, expected);
}

#[test]
fn mistakes_that_came_meanwhile_are_set_aside() {
    for (text, kept) in [("version = 1\n[sound]\nvolume = 300\non = true\n", true), ("version = 1\n[sound\n", false)] {
        let case = Case::with(version_1());
        let mut loaded = case.load();
        fs::write(&case.path, text).unwrap();
        loaded.file.save(&Settings { width: 800, ..loaded.settings }).unwrap();
        assert_eq!(fs::read_to_string(case.path.with_extension("toml.broken")).unwrap(), text);
        let now = case.load();
        assert_eq!((now.settings.width, now.settings.sound, now.problems.len()), (800, kept, 0));
    }
}

#[test]
fn a_file_that_was_removed_meanwhile_is_written_whole() {
    let case = Case::with(version_1());
    let mut loaded = case.load();
    fs::remove_file(&case.path).unwrap();
    loaded.file.save(&Settings { width: 800, ..loaded.settings }).unwrap();
    assert_eq!(case.load().settings, Settings { width: 800, ..unusual() });
}

/// A change that could not be written remains to be written.
#[test]
fn a_change_is_kept_until_it_is_written() {
    let case = Case::with(version_1());
    let mut loaded = case.load();
    let folder = case.path.parent().unwrap().to_owned();
    let moved = case.home.path().join("moved");
    fs::rename(&folder, &moved).unwrap();
    fs::write(&folder, "in the way").unwrap();
    let settings = Settings { volume: 7, ..loaded.settings };
    loaded.file.save(&settings).unwrap_err();
    fs::remove_file(&folder).unwrap();
    fs::rename(&moved, &folder).unwrap();
    loaded.file.save(&settings).unwrap();
    assert_eq!(case.load().settings.volume, 7);
}

/// Both write at once, as two windows do at the end of a session.
#[test]
fn changes_of_two_programs_at_once_are_both_kept() {
    let case = Case::with(version_1());
    std::thread::scope(|scope| {
        for is_width in [true, false] {
            let mut loaded = case.load();
            scope.spawn(move || {
                for value in 700..750 {
                    let Settings { width, height, .. } = &mut loaded.settings;
                    *if is_width { width } else { height } = value;
                    write_when_free(|| loaded.file.save(&loaded.settings));
                }
            });
        }
    });
    let settings = case.load().settings;
    assert_eq!((settings.width, settings.height), (749, 749));
}
