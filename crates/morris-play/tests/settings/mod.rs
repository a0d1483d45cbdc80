// SPDX-License-Identifier: GPL-3.0-or-later
//! The file of the settings.

mod meanwhile;
mod releases;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use morris::{ByColor, Color, Rules};
use morris_play::persistence::{Animation, Folders, LoadedSettings, Pace, Settings, SettingsFile, StyleId, Styles};
use morris_play::setup::{
    Begins, Clock, FixedDepth, Level, NamedRules, NewGameOptions, Opponent, Player, Program, ProtocolKind, Skill,
};
use proptest::prelude::*;
use tempfile::TempDir;

struct Case {
    home: TempDir,
    path: PathBuf,
}

impl Case {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("config/settings.toml");
        Self { home, path }
    }

    /// Creates a file with this text.
    fn with(text: impl AsRef<[u8]>) -> Self {
        let case = Self::new();
        fs::create_dir(case.path.parent().unwrap()).unwrap();
        fs::write(&case.path, text).unwrap();
        case
    }

    fn load(&self) -> LoadedSettings {
        SettingsFile::load(&self.path)
    }

    /// Returns the messages of all problems, without the folder.
    fn problems(&self, loaded: &LoadedSettings) -> Vec<String> {
        let folder = format!("{}/", self.path.parent().unwrap().display());
        loaded.problems.iter().map(|problem| problem.to_string().replace(&folder, "")).collect()
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.path).unwrap()
    }
}

fn version_1() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/settings-1.toml")).unwrap()
}

/// Returns the settings in the file of version 1, all of which differ from the default.
fn unusual() -> Settings {
    Settings {
        sound: false,
        volume: 35,
        language: Some("pt_BR".to_owned()),
        coordinates: false,
        animation: Animation::Slow,
        targets: false,
        full_screen: true,
        thinking_time: Duration::from_millis(12_500),
        memory: 512,
        threads: 3,
        sidebar: false,
        width: 640,
        height: 900,
        maximized: true,
        choice: NewGameOptions {
            opponent: Opponent::Watch,
            skill: Skill::Level(Level::new(7).unwrap()),
            // Newer than the file.
            suits_you: false,
            second_skill: Skill::Level(Level::LAST),
            begins: Begins::Random,
            you_began: false,
            you_won: false,
            names: Default::default(),
            rules: Rules::COMPO,
            rules_name: None,
            clock: Some(Clock { time: Duration::from_secs(600), increment: Duration::from_millis(2500) }),
            program: "My mill".to_owned(),
            watched: ByColor { white: None, black: Some("My mill".to_owned()) },
        },
        programs: vec![
            Program {
                name: "My mill".to_owned(),
                speech: ProtocolKind::Uci,
                command: "./mill --quiet".to_owned(),
                options: BTreeMap::from([("Threads".to_owned(), "2".to_owned())]),
            },
            Program {
                name: "The class".to_owned(),
                speech: ProtocolKind::Classroom,
                command: "http://127.0.0.1:5000".to_owned(),
                options: BTreeMap::new(),
            },
        ],
        // Newer than the file.
        ..Settings::default()
    }
}

#[test]
fn unknown_pace_is_reported_once_and_replaced() {
    let case = Case::with("version = 1\n[play]\nwatch_pace_ms = 700\n");
    let loaded = case.load();
    assert_eq!(loaded.settings.watch_pace, Pace::One);
    let told = "settings.toml, line 3: “watch_pace_ms” cannot be 700; allowed is 500, 1000, 2000, 4000";
    assert_eq!(case.problems(&loaded), [told]);
}

#[test]
fn without_a_file_there_are_defaults_and_no_problem() {
    let case = Case::new();
    let mut loaded = case.load();
    assert_eq!((loaded.settings.clone(), loaded.problems.len(), loaded.set_aside), (Settings::default(), 0, None));
    assert!(!case.path.exists(), "reading writes nothing");
    loaded.file.save(&loaded.settings).unwrap();
    assert_eq!(case.load().settings, Settings::default());
}

#[test]
fn every_way_of_playing_is_kept() {
    let case = Case::with(version_1());
    let mut loaded = case.load();
    loaded.settings.choice.skill = Skill::Depth(FixedDepth::LAST);
    loaded.settings.choice.second_skill = Skill::Perfect;
    loaded.file.save(&loaded.settings).unwrap();
    assert!(case.text().contains("second_level = \"perfect\"\n"), "{}", case.text());
    let again = case.load();
    assert_eq!((again.settings, again.problems.len()), (loaded.settings, 0));
}

#[test]
fn two_programs_cannot_have_one_name() {
    let case = Case::with(version_1().replace("The class", "My mill"));
    let loaded = case.load();
    assert_eq!(loaded.settings.programs, []);
    assert!(
        case.problems(&loaded)[0].contains("allowed is a list of different programs"),
        "{:?}",
        case.problems(&loaded)
    );
}

#[test]
fn a_value_that_cannot_be_has_its_default_and_the_rest_is_kept() {
    let text = version_1()
        .replace("volume = 35", "volume = 300")
        .replace("animation = \"slow\"", "animation = \"wild\"")
        .replace("level = 7", "level = 0")
        .replace("language = \"pt_BR\"", "language = \"../../etc\"")
        .replace("rules = \"compo\"", "rules = [\"a\",\n\"b\"]");
    let case = Case::with(&text);
    let mut loaded = case.load();
    let mut problems = case.problems(&loaded);
    problems.sort();
    let ids = Rules::PRESETS.map(|rules| rules.to_string()).join(", ");
    assert_eq!(
        problems,
        [
            "settings.toml, line 11: “level” cannot be 0; allowed is 1 to 10, { depth = 1 to 20 }, { rating = 110 to 1800 } or \"perfect\"",
            &format!("settings.toml, line 14: “rules” cannot be [\"a\",…; allowed is {ids}"),
            "settings.toml, line 26: “animation” cannot be \"wild\"; allowed is off, fast, normal, slow",
            "settings.toml, line 29: “language” cannot be \"../../etc\"; allowed is \"system\" or the code of a language \
             such as \"de\"",
            "settings.toml, line 49: “volume” cannot be 300; allowed is 0 to 100",
        ]
    );
    let default = Settings::default();
    let choice = NewGameOptions { skill: default.choice.skill, rules: default.choice.rules, ..unusual().choice };
    let expected = Settings {
        volume: default.volume,
        animation: default.animation,
        language: default.language,
        choice,
        ..unusual()
    };
    assert_eq!(loaded.settings, expected);
    assert_eq!(loaded.set_aside, None);
    loaded.file.save(&expected).unwrap();
    let mut again = case.load();
    assert_eq!((&again.settings, again.problems.len()), (&expected, 0));
    again.file.save(&expected).unwrap();
    let aside: Vec<_> = fs::read_dir(case.path.parent().unwrap()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(aside.len(), 2, "the file with the mistakes is set aside once: {aside:?}");
    assert_eq!(fs::read_to_string(case.path.with_extension("toml.broken")).unwrap(), text);
}

/// The styles that there are in these tests.
const STYLES: Styles = Styles { boards: &["wood", "slate"], men: &["wood", "ivory"] };

#[test]
fn men_are_chosen_apart_from_the_board_and_belong_to_it_otherwise() {
    let case = Case::with("version = 1\n\n[look]\nboard = \"slate\"\n");
    let load = || SettingsFile::load_with_styles(&case.path, STYLES);
    let mut loaded = load();
    assert_eq!((&loaded.settings.men_style, loaded.problems.len()), (&StyleId::of_board(), 0));
    loaded.settings.men_style = StyleId("ivory".to_owned());
    loaded.file.save(&loaded.settings).unwrap();
    assert!(case.text().contains("men = \"ivory\"\n"), "{}", case.text());
    assert_eq!(load().settings, loaded.settings);
    loaded.settings.men_style = StyleId::of_board();
    loaded.file.save(&loaded.settings).unwrap();
    assert_eq!((load().settings, load().problems.len()), (loaded.settings, 0));
    // An unknown style is reported once, and the board keeps its own men.
    let case = Case::with("version = 1\n\n[look]\nboard = \"slate\"\nmen = \"jade\"\n");
    let loaded = SettingsFile::load_with_styles(&case.path, STYLES);
    assert_eq!(
        case.problems(&loaded),
        ["settings.toml, line 5: “men” cannot be \"jade\"; allowed is wood, ivory, board"]
    );
    let board_style = StyleId("slate".to_owned());
    assert_eq!(loaded.settings, Settings { board_style, ..Settings::default() });
}

#[test]
fn a_style_of_the_board_that_there_is_not_has_its_default() {
    let text = "version = 1\n\n[look]\nboard = \"jade\"\ncoordinates = false\n";
    let case = Case::with(text);
    let load = || SettingsFile::load_with_styles(&case.path, STYLES);
    let mut loaded = load();
    let expected = Settings { coordinates: false, ..Settings::default() };
    assert_eq!(loaded.settings, expected);
    assert_eq!(case.problems(&loaded), ["settings.toml, line 4: “board” cannot be \"jade\"; allowed is wood, slate"]);
    // If all styles are accepted, the value is kept.
    assert_eq!(case.load().settings.board_style, StyleId("jade".to_owned()));
    loaded.settings.board_style = StyleId("slate".to_owned());
    loaded.file.save(&loaded.settings).unwrap();
    assert_eq!(load().settings, loaded.settings);
    fs::write(&case.path, "version = 1\n\n[look]\nboard = 3\n").unwrap();
    assert_eq!(load().settings, Settings::default());
    assert_eq!(case.problems(&load()).len(), 1);
}

#[test]
fn a_section_that_is_none_is_reported() {
    let case = Case::with("version = 1\nsound = 5\n[look]\ncoordinates = false\n");
    let mut loaded = case.load();
    assert_eq!(case.problems(&loaded), ["settings.toml, line 2: “sound” cannot be 5; allowed is a section of keys"]);
    assert_eq!(loaded.settings, Settings { coordinates: false, ..Settings::default() });
    loaded.file.save(&loaded.settings).unwrap();
    assert!(case.load().problems.is_empty());
}

#[test]
fn list_is_not_a_table_of_keys() {
    for (section, key, list) in [
        ("game", "clock", "[300, 5]"),
        ("game", "watched", "[\"mill\", \"mill\"]"),
        ("programs", "known", "[[\"mill\", \"uci\", \"./mill\"]]"),
    ] {
        let case = Case::with(format!("version = 1\n[{section}]\n{key} = {list}\n"));
        let loaded = case.load();
        assert_eq!(loaded.settings, Settings::default());
        let problems = case.problems(&loaded);
        let words = format!("settings.toml, line 3: “{key}” cannot be {list}; allowed is ");
        assert!(problems.len() == 1 && problems[0].starts_with(&words), "{problems:?}");
    }
}

/// The value does not matter either, even one that 64 bits cannot hold.
#[test]
fn an_unknown_key_beside_known_ones_does_not_matter() {
    let case = Case::with("version = 1\n[game.clock]\ntime = 5\nincrement = 1\nlater = 99999999999999999999\n");
    let loaded = case.load();
    assert_eq!(case.problems(&loaded), Vec::<String>::new());
    let clock = Clock { time: Duration::from_secs(5), increment: Duration::from_secs(1) };
    assert_eq!(loaded.settings.choice.clock, Some(clock));
}

#[test]
fn unknown_keys_are_kept() {
    let case =
        Case::with("version = 1\nshiny = true\n[sound]\nvolume = 5\necho = \"long\"\n[future.deep]\nkey = [1]\n");
    let mut loaded = case.load();
    assert_eq!((loaded.settings.volume, loaded.problems.len()), (5, 0));
    loaded.file.save(&Settings { volume: 6, ..loaded.settings }).unwrap();
    let text = case.text();
    for kept in ["shiny = true", "echo = \"long\"", "[future.deep]\nkey = [1]", "volume = 6"] {
        assert!(text.contains(kept), "{kept}\n{text}");
    }
}

#[test]
fn a_file_that_cannot_be_used_is_set_aside() {
    let cases = [
        ("version = 1\n[sound\nvolume = 5\n", "settings.toml, line 2: "),
        ("", "settings.toml: “version” is missing: not a file of this program"),
        (
            "version = 2\n",
            "settings.toml, line 1: has format version 2; this program knows 1: a newer one has written it",
        ),
        ("version = 1\n# \u{0}\n", "settings.toml, line 2: "),
    ];
    for (text, complaint) in cases {
        let case = Case::with(text);
        let aside = case.path.with_extension("toml.broken");
        let mut loaded = case.load();
        assert_eq!((&loaded.settings, loaded.set_aside.as_ref()), (&Settings::default(), Some(&aside)));
        let problems = case.problems(&loaded);
        assert!(problems.len() == 1 && problems[0].starts_with(complaint), "{problems:?}");
        loaded.file.save(&unusual()).unwrap();
        assert_eq!(fs::read_to_string(&aside).unwrap(), text, "nothing is lost");
        assert_eq!(case.load().settings, unusual());
        // A second file does not replace the first.
        fs::write(&case.path, "again").unwrap();
        assert_eq!(case.load().set_aside, Some(case.path.with_extension("toml.broken-2")));
        assert_eq!(fs::read_to_string(&aside).unwrap(), text);
    }
    let case = Case::with([0x80, 0xff]);
    assert_eq!(case.problems(&case.load()), ["settings.toml, line 1: is not text"]);
}

#[test]
fn a_folder_in_place_of_the_file_is_set_aside() {
    let case = Case::new();
    fs::create_dir_all(case.path.join("something")).unwrap();
    let mut loaded = case.load();
    assert_eq!(case.problems(&loaded), ["settings.toml: is not a file"]);
    assert!(case.path.with_extension("toml.broken").join("something").is_dir());
    loaded.file.save(&unusual()).unwrap();
    assert_eq!(case.load().settings, unusual());
}

#[test]
fn a_place_that_cannot_be_written_is_an_error() {
    let case = Case::new();
    fs::write(case.home.path().join("config"), "in the way").unwrap();
    let mut loaded = case.load();
    assert_eq!((&loaded.settings, loaded.set_aside.as_ref()), (&Settings::default(), None));
    assert_eq!(case.problems(&loaded), ["settings.toml: cannot be read: Not a directory (os error 20)"]);
    loaded.file.save(&unusual()).unwrap_err();
    assert_eq!(fs::read_to_string(case.home.path().join("config")).unwrap(), "in the way");
    // The file is written as soon as this is possible.
    fs::remove_file(case.home.path().join("config")).unwrap();
    loaded.file.save(&unusual()).unwrap();
    assert_eq!(case.load().settings, unusual());
}

#[test]
fn file_that_the_user_has_closed_to_others_stays_closed() {
    let case = Case::with(version_1());
    fs::set_permissions(&case.path, fs::Permissions::from_mode(0o600)).unwrap();
    let mut loaded = case.load();
    loaded.file.save(&Settings { volume: 1, ..loaded.settings }).unwrap();
    assert_eq!(fs::metadata(&case.path).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_link_stays_a_link() {
    let case = Case::with("");
    let real = case.home.path().join("elsewhere.toml");
    fs::write(&real, version_1()).unwrap();
    fs::remove_file(&case.path).unwrap();
    symlink(&real, &case.path).unwrap();
    let mut loaded = case.load();
    loaded.file.save(&Settings { volume: 1, ..loaded.settings }).unwrap();
    assert!(case.path.is_symlink());
    assert!(fs::read_to_string(&real).unwrap().contains("volume = 1\n"));
}

#[test]
fn a_link_that_leads_nowhere_is_followed_and_stays() {
    let case = Case::with("");
    let real = case.home.path().join("dotfiles/nmm/settings.toml");
    fs::remove_file(&case.path).unwrap();
    symlink("../dotfiles/nmm/settings.toml", &case.path).unwrap();
    let mut loaded = case.load();
    assert!(loaded.problems.is_empty() && loaded.set_aside.is_none());
    loaded.file.save(&unusual()).unwrap();
    assert!(case.path.is_symlink() && real.is_file());
    assert_eq!(case.load().settings, unusual());
    // An unusable target of a link is renamed in its own folder.
    fs::write(&real, "version = 1\n[sound\n").unwrap();
    let mut loaded = case.load();
    assert_eq!(loaded.set_aside, Some(real.with_extension("toml.broken")));
    loaded.file.save(&unusual()).unwrap();
    assert!(case.path.is_symlink());
    assert_eq!(case.load().settings, unusual());
}

#[test]
fn the_places_are_those_of_the_desktop() {
    // Environment variables belong to the whole process, so this test starts another one.
    let said = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "settings::print_the_places", "--ignored", "--nocapture"])
        .env("XDG_CONFIG_HOME", "/somewhere/config")
        .env("XDG_DATA_HOME", "/somewhere/share")
        .output()
        .unwrap();
    let said = String::from_utf8(said.stdout).unwrap();
    let places = "/somewhere/config/nine-mens-morris/settings.toml /somewhere/share/nine-mens-morris/saves\n";
    assert!(said.contains(places), "{said}");
}

#[test]
#[ignore = "a part of another test, which sets variables for it"]
fn print_the_places() {
    let folders = Folders::of_user().unwrap();
    println!("{} {}", folders.settings.display(), folders.saves.display());
}

fn any_settings() -> impl Strategy<Value = Settings> {
    let flags = any::<[bool; 10]>();
    let animation = prop::sample::select(vec![Animation::Off, Animation::Fast, Animation::Normal, Animation::Slow]);
    let language = prop::option::of("[a-z]{2}(_[A-Z]{2})?");
    let numbers = (0..=100_u8, 100..=60_000_u64, 1..=16_384_u32, 1..=64_u8, 360..=16_384_u16, 480..=16_384_u16);
    let own = Rules::read_line("six,men=5,flying=3").unwrap();
    let rules = prop::sample::select(Rules::PRESETS.into_iter().chain([own]).collect::<Vec<_>>());
    let clock = prop::option::of((0..=604_800_000_u64, 0..=604_800_000_u64));
    (flags, animation, language, numbers, rules, 1..=10_u8, clock).prop_map(
        |(flags, animation, language, (volume, time, memory, threads, width, height), rules, level, clock)| {
            let [
                sound,
                coordinates,
                targets,
                full_screen,
                sidebar,
                maximized,
                values,
                warn,
                solve_placing,
                solve_paused,
            ] = flags;
            let milliseconds = Duration::from_millis;
            let clock = clock.map(|(time, step)| Clock { time: milliseconds(time), increment: milliseconds(step) });
            Settings {
                watch_pace: Pace::ALL[usize::from(level) % Pace::ALL.len()],
                sound,
                volume,
                language,
                board_style: StyleId::default(),
                men_style: if targets { StyleId::of_board() } else { StyleId("ivory".to_owned()) },
                coordinates,
                animation,
                targets,
                full_screen,
                thinking_time: milliseconds(time),
                memory,
                threads,
                values,
                warn,
                solve_men: volume % 19,
                solve_placing,
                solve_rules: rules,
                solve_paused,
                sidebar,
                width,
                height,
                maximized,
                programs: unusual().programs,
                own_rules: vec![NamedRules { name: "At home".to_owned(), rules }],
                choice: NewGameOptions {
                    rules,
                    clock,
                    you_began: sidebar,
                    you_won: coordinates,
                    names: [if warn { format!("{volume} \"Ann\"") } else { String::new() }, String::new()],
                    rules_name: targets.then(|| "As at home".to_owned()),
                    suits_you: coordinates,
                    skill: Skill::Level(Level::new(level).unwrap()),
                    ..NewGameOptions::default()
                },
                ..Settings::default()
            }
        },
    )
}

/// Also a setting that no other test names is read, with another value than its default.
#[test]
fn every_switch_and_number_is_read_and_written() {
    let case = Case::new();
    case.load().file.save(&Settings::default()).unwrap();
    let other = |line: &str| {
        let (key, value) = line.split_once(" = ")?;
        let other = match (key, value.parse::<i64>()) {
            (_, Err(_)) => (!value.parse::<bool>().ok()?).to_string(),
            ("version", _) => return None,
            ("watch_pace_ms", Ok(pace)) => (2 * pace).to_string(),
            (_, Ok(number)) => (number + if number > 1 { -1 } else { 1 }).to_string(),
        };
        Some(format!("{key} = {other}"))
    };
    let changed: Vec<_> = case.text().lines().map(|line| other(line).unwrap_or_else(|| line.to_owned())).collect();
    assert!(changed.iter().filter(|line| !case.text().contains(*line)).count() > 20, "{changed:?}");
    let changed = changed.join("\n") + "\n";
    fs::write(&case.path, &changed).unwrap();
    let loaded = case.load();
    assert_eq!(case.problems(&loaded), Vec::<String>::new());
    fs::remove_file(&case.path).unwrap();
    case.load().file.save(&loaded.settings).unwrap();
    assert_eq!(case.text(), changed);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_settings_are_read_as_they_were_written(others in any_settings(), settings in any_settings()) {
        let case = Case::new();
        case.load().file.save(&others).unwrap();
        case.load().file.save(&settings).unwrap();
        let loaded = case.load();
        prop_assert_eq!(case.problems(&loaded), Vec::<String>::new());
        prop_assert_eq!(loaded.settings, settings);
    }
}

/// Custom rules are still found by the shortened name in the options. Programs are found by their
/// full names, since saved games contain these.
#[test]
fn too_long_names_are_cut_and_still_found() {
    let (long, cut) = ("W".repeat(3_000), "W".repeat(100));
    let case = Case::with(format!(
        "version = 1\n[game]\nopponent = \"program\"\nprogram = \"{long}\"\nnames = [\"{long}\", \"\"]\nrules_name = \"{long}\"\n\
         [programs]\nknown = [{{ name = \"{long}\", speaks = \"uci\", command = \"x\" }}]\n\
         [rules]\nown = [{{ name = \"{long}\", rules = \"six\" }}]\n"
    ));
    let loaded = case.load();
    assert_eq!(case.problems(&loaded), Vec::<String>::new());
    let Settings { choice, programs, own_rules, .. } = loaded.settings;
    assert_eq!((own_rules[0].name.as_str(), choice.rules_name.as_ref()), (cut.as_str(), Some(&cut)));
    assert_eq!((programs[0].name.as_str(), choice.program.as_str()), (long.as_str(), long.as_str()));
    let people = NewGameOptions { opponent: Opponent::Person, ..choice }.game(Color::White).players;
    assert_eq!(people.white, Player::Named(cut));
}

#[test]
fn removed_own_rules_are_not_offered() {
    let own = |name: &str| NamedRules { name: name.to_owned(), rules: "six".parse().unwrap() };
    let mut settings = Settings { own_rules: vec![own("At home"), own("At school")], ..Settings::default() };
    (settings.choice.rules, settings.choice.rules_name) = ("six".parse().unwrap(), Some("At home".to_owned()));
    settings.remove_own_rules("At school");
    assert_eq!((settings.own_rules.len(), settings.choice.rules_name.as_deref()), (1, Some("At home")));
    settings.remove_own_rules("At home");
    assert!(settings.own_rules.is_empty());
    assert_eq!((settings.choice.rules, settings.choice.rules_name), (Rules::STANDARD, None));
}
