// SPDX-License-Identifier: GPL-3.0-or-later
//! What the user has chosen for the whole program.

use std::collections::BTreeSet;
use std::thread;
use std::time::Duration;

use morris::Rules;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::setup::{NamedRules, NewGameOptions, Program};
use crate::values::{ByKey, or_allowed, within, word};

/// The ranges of the settings that are numbers.
pub mod limits {
    use std::ops::RangeInclusive;

    /// Volume, in percent.
    pub(crate) const VOLUME: RangeInclusive<u8> = 0..=100;
    /// Thinking time of the strongest level, in milliseconds.
    pub const THINKING_TIME: RangeInclusive<u32> = 100..=60_000;
    /// Memory for the search, in MiB.
    pub const MEMORY: RangeInclusive<u32> = 1..=16_384;
    /// Threads of the search.
    pub const THREADS: RangeInclusive<u8> = 1..=64;
    /// The most men of the positions to be solved; 0 for none.
    pub(crate) const SOLVE_MEN: RangeInclusive<u8> = 0..=18;
    /// Width of the window, in pixels.
    pub const WIDTH: RangeInclusive<u16> = 360..=16_384;
    /// Height of the window, in pixels.
    pub const HEIGHT: RangeInclusive<u16> = 480..=16_384;
}

/// What the user has chosen for the whole program. A key of the file is named here with its
/// section, as in `sound.on`; what the file does not say is as in [`Settings::default`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Whether sounds are played.
    #[serde(rename = "sound.on")]
    pub sound: bool,
    /// How loud, in percent.
    #[serde(rename = "sound.volume", deserialize_with = "volume")]
    pub volume: u8,
    /// The code of the language, such as `de`; `None` for the system's.
    #[serde(rename = "look.language", with = "language")]
    pub language: Option<String>,
    /// How the board looks.
    #[serde(rename = "look.board")]
    pub board_style: StyleId,
    /// Whether the board shows coordinates.
    #[serde(rename = "look.coordinates")]
    pub coordinates: bool,
    /// How fast men move.
    #[serde(rename = "look.animation", deserialize_with = "word")]
    pub animation: Animation,
    /// Whether legal targets are marked.
    #[serde(rename = "look.targets")]
    pub targets: bool,
    /// Whether the board turns after each move of two people, so that who is to move sits below.
    #[serde(rename = "look.turn_board")]
    pub turn_board: bool,
    /// Whether the program starts in full screen.
    #[serde(rename = "window.full_screen")]
    pub full_screen: bool,
    /// How long the strongest level thinks about a move; whole milliseconds.
    #[serde(rename = "engine.thinking_time_ms", with = "thinking_time")]
    pub thinking_time: Duration,
    /// Memory for the search, in MiB.
    #[serde(rename = "engine.memory_mib", deserialize_with = "memory")]
    pub memory: u32,
    /// Threads of the search.
    #[serde(rename = "engine.threads", deserialize_with = "threads")]
    pub threads: u8,
    /// Whether every legal move is marked with its value, as far as that is known.
    #[serde(rename = "look.values")]
    pub values: bool,
    /// Whether a person is warned before a move that gives value away.
    #[serde(rename = "play.warn")]
    pub warn: bool,
    /// All positions with at most so many men are to be solved, 6 to 18; 0 for none.
    #[serde(rename = "engine.solve_men", deserialize_with = "solve_men")]
    pub solve_men: u8,
    /// Whether the placing phase is to be solved, too, once all positions after it are.
    #[serde(rename = "engine.solve_placing")]
    pub solve_placing: bool,
    /// Whether solving rests.
    #[serde(rename = "engine.solve_paused")]
    pub solve_paused: bool,
    /// Whether the game page shows its sidebar.
    #[serde(rename = "window.sidebar")]
    pub sidebar: bool,
    /// The width of the window when it is neither maximized nor in full screen, in pixels.
    #[serde(rename = "window.width", deserialize_with = "width")]
    pub width: u16,
    /// Its height, in pixels.
    #[serde(rename = "window.height", deserialize_with = "height")]
    pub height: u16,
    /// Whether the window is maximized.
    #[serde(rename = "window.maximized")]
    pub maximized: bool,
    /// How the last game was set up.
    #[serde(rename = "game")]
    pub choice: NewGameOptions,
    /// The outside programs that can play, by different names.
    #[serde(rename = "programs.known", deserialize_with = "programs")]
    pub programs: Vec<Program>,
    /// The rules that a person has put together, by different names.
    #[serde(rename = "rules.own", deserialize_with = "own_rules")]
    pub own_rules: Vec<NamedRules>,
}

/// The id of a style of the board, such as `slate`. Which there are is known where boards are
/// painted.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StyleId(pub String);

impl Default for StyleId {
    fn default() -> Self {
        Self("wood".to_owned())
    }
}

/// How fast men move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Animation {
    /// At once.
    Off,
    /// In half the time.
    Fast,
    /// In about 200 ms.
    #[default]
    Normal,
    /// In twice the time.
    Slow,
}

impl Default for Settings {
    /// For a first start on this machine: as many threads as it has cores.
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self {
            sound: true,
            volume: 70,
            language: None,
            board_style: StyleId::default(),
            coordinates: true,
            animation: Animation::default(),
            targets: true,
            turn_board: false,
            full_screen: false,
            thinking_time: Duration::from_secs(2),
            memory: 64,
            threads: u8::try_from(cores).unwrap_or(u8::MAX).min(*limits::THREADS.end()),
            values: false,
            warn: false,
            solve_men: 0,
            solve_placing: false,
            solve_paused: false,
            sidebar: true,
            width: 1040,
            height: 720,
            maximized: false,
            choice: NewGameOptions::default(),
            programs: Vec::new(),
            own_rules: Vec::new(),
        }
    }
}

impl Settings {
    /// Removes a person's own rules. Where they are the choice for the next game, that is by the
    /// usual rules again: a name that leads nowhere any more would not say what is played.
    pub fn remove_own_rules(&mut self, name: &str) {
        self.own_rules.retain(|own| own.name != name);
        if self.choice.rules_name.as_deref() == Some(name) {
            (self.choice.rules, self.choice.rules_name) = (Rules::default(), None);
        }
    }
}

fn volume<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    within(deserializer, limits::VOLUME)
}

fn memory<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    within(deserializer, limits::MEMORY)
}

fn threads<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    within(deserializer, limits::THREADS)
}

fn solve_men<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    within(deserializer, limits::SOLVE_MEN)
}

fn width<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    within(deserializer, limits::WIDTH)
}

fn height<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    within(deserializer, limits::HEIGHT)
}

/// Programs with different names, none of them empty.
fn programs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Program>, D::Error> {
    let program = "{ name = \"…\", speaks = \"competition\", \"uci\" or \"classroom\", command = \"…\" }";
    let allowed = format!("a list of different programs, each {program}");
    let programs: Vec<ByKey<Program>> = or_allowed(deserializer, &allowed)?;
    let programs: Vec<_> = programs.into_iter().map(|ByKey(program)| program).collect();
    let names = programs.iter().map(|program: &Program| program.name.as_str());
    if are_different_names(names) { Ok(programs) } else { Err(D::Error::custom(allowed)) }
}

fn own_rules<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<NamedRules>, D::Error> {
    let allowed = "a list of different sets of rules, each { name = \"…\", rules = \"twelve,men=9\" }";
    let own: Vec<ByKey<NamedRules>> = or_allowed(deserializer, allowed)?;
    let own: Vec<_> = own.into_iter().map(|ByKey(rules)| rules).collect();
    let names = own.iter().map(|rules: &NamedRules| rules.name.as_str());
    if are_different_names(names) { Ok(own) } else { Err(D::Error::custom(allowed)) }
}

fn are_different_names<'a>(names: impl Iterator<Item = &'a str>) -> bool {
    let mut seen = BTreeSet::new();
    names.into_iter().all(|name| !name.trim().is_empty() && seen.insert(name))
}

mod thinking_time {
    use super::{Deserializer, Duration, Serialize, Serializer, limits, within};

    pub(super) fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        i64::try_from(time.as_millis()).unwrap_or(i64::MAX).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        within(deserializer, limits::THINKING_TIME).map(|milliseconds| Duration::from_millis(milliseconds.into()))
    }
}

/// The code of a language such as `de` or `pt_BR`, or `"system"`.
mod language {
    use super::{Deserialize, Deserializer, Error, Serialize, Serializer};

    const SYSTEM: &str = "system";
    const MOST_LETTERS: usize = 20;

    pub(super) fn serialize<S: Serializer>(code: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
        code.as_deref().unwrap_or(SYSTEM).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
        let code = String::deserialize(deserializer).ok().filter(|code| is_code(code));
        let allowed = "\"system\" or the code of a language such as \"de\"";
        let code = code.ok_or_else(|| D::Error::custom(allowed))?;
        Ok((code != SYSTEM).then_some(code))
    }

    fn is_code(text: &str) -> bool {
        let letters = text.chars().all(|letter| letter.is_ascii_alphanumeric() || "_@-".contains(letter));
        letters && (2..=MOST_LETTERS).contains(&text.len())
    }
}
