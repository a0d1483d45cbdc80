// SPDX-License-Identifier: GPL-3.0-or-later
//! The user's settings for the program.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::thread;
use std::time::Duration;

use morris::Rules;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::setup::{NamedRules, NewGameOptions, Program};
use crate::values::{ByKey, or_allowed, within, word};

/// Ranges of the numeric settings.
pub mod limits {
    use super::RangeInclusive;

    /// Volume in percent.
    pub(crate) const VOLUME: RangeInclusive<u8> = 0..=100;
    /// Thinking time of the strongest level in milliseconds.
    pub const THINKING_TIME: RangeInclusive<u32> = 100..=60_000;
    /// Memory of the search in MiB.
    pub const MEMORY: RangeInclusive<u32> = 1..=16_384;
    /// Number of threads of the search.
    pub const THREADS: RangeInclusive<u8> = 1..=64;
    /// Time between two steps of the scan in milliseconds.
    pub const SCAN_STEP: RangeInclusive<u32> = 300..=10_000;
    /// Maximum number of men in positions to be solved, or 0 to solve none.
    pub(crate) const SOLVE_MEN: RangeInclusive<u8> = 0..=18;
    /// Width of the window in pixels.
    pub const WIDTH: RangeInclusive<u16> = 360..=16_384;
    /// Height of the window in pixels.
    pub const HEIGHT: RangeInclusive<u16> = 480..=16_384;
}

/// The user's settings for the program. The serialized names are those of the keys in the file with
/// their sections, such as `sound.on`. A missing key has the value in [`Settings::default`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Whether sounds are played.
    #[serde(rename = "sound.on")]
    pub sound: bool,
    /// Volume in percent.
    #[serde(rename = "sound.volume", deserialize_with = "volume")]
    pub volume: u8,
    /// Language code such as `de`, or `None` for the language of the system.
    #[serde(rename = "look.language", with = "language")]
    pub language: Option<String>,
    /// Style of the board.
    #[serde(rename = "look.board")]
    pub board_style: StyleId,
    /// Style of the men, or [`StyleId::of_board`] for those that belong to the board.
    #[serde(rename = "look.men")]
    pub men_style: StyleId,
    /// Whether the board shows coordinates.
    #[serde(rename = "look.coordinates")]
    pub coordinates: bool,
    /// Speed at which men move.
    #[serde(rename = "look.animation", deserialize_with = "word")]
    pub animation: Animation,
    /// Whether legal targets are marked.
    #[serde(rename = "look.targets")]
    pub targets: bool,
    /// Whether the board is turned after each move of a game between two persons, so that the side
    /// to move is at the bottom.
    #[serde(rename = "look.turn_board")]
    pub turn_board: bool,
    /// Whether the program starts in full screen.
    #[serde(rename = "window.full_screen")]
    pub full_screen: bool,
    /// Thinking time of the strongest level for a move, in whole milliseconds.
    #[serde(rename = "engine.thinking_time_ms", with = "thinking_time")]
    pub thinking_time: Duration,
    /// Memory of the search in MiB.
    #[serde(rename = "engine.memory_mib", deserialize_with = "memory")]
    pub memory: u32,
    /// Number of threads of the search.
    #[serde(rename = "engine.threads", deserialize_with = "threads")]
    pub threads: u8,
    /// Whether every legal move is marked with its value if that is known.
    #[serde(rename = "look.values")]
    pub values: bool,
    /// Whether a person is warned before a move that gives value away.
    #[serde(rename = "play.warn")]
    pub warn: bool,
    /// Time for a move in a game between computers that the user watches.
    #[serde(rename = "play.watch_pace_ms")]
    pub watch_pace: Pace,
    /// How many words announcements to a screen reader have.
    #[serde(rename = "access.words", deserialize_with = "word")]
    pub words: Words,
    /// How a player with a single switch reaches the points of the board.
    #[serde(rename = "access.one_switch", deserialize_with = "word")]
    pub one_switch: OneSwitch,
    /// Time between two steps of the scan, in whole milliseconds.
    #[serde(rename = "access.scan_step_ms", with = "scan_step")]
    pub scan_step: Duration,
    /// Maximum number of men in the positions to be solved, from 6 to 18, or 0 to solve none.
    #[serde(rename = "engine.solve_men", deserialize_with = "solve_men")]
    pub solve_men: u8,
    /// Whether the placing phase is solved, too, after all other positions.
    #[serde(rename = "engine.solve_placing")]
    pub solve_placing: bool,
    /// Rules of the game whose positions are solved.
    #[serde(rename = "engine.solve_rules")]
    pub solve_rules: Rules,
    /// Whether solving is paused.
    #[serde(rename = "engine.solve_paused")]
    pub solve_paused: bool,
    /// Whether the game page shows its sidebar.
    #[serde(rename = "window.sidebar")]
    pub sidebar: bool,
    /// Width of the window in pixels when it is neither maximized nor in full screen.
    #[serde(rename = "window.width", deserialize_with = "width")]
    pub width: u16,
    /// Height of the window in pixels, likewise.
    #[serde(rename = "window.height", deserialize_with = "height")]
    pub height: u16,
    /// Whether the window is maximized.
    #[serde(rename = "window.maximized")]
    pub maximized: bool,
    /// Options of the last game.
    #[serde(rename = "game")]
    pub choice: NewGameOptions,
    /// External programs that can play, with different names.
    #[serde(rename = "programs.known", deserialize_with = "programs")]
    pub programs: Vec<Program>,
    /// Custom rules of the user, with different names.
    #[serde(rename = "rules.own", deserialize_with = "own_rules")]
    pub own_rules: Vec<NamedRules>,
}

/// Id of a style of the board or of the men, such as `slate`. The crate that paints them knows the
/// existing styles.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StyleId(pub String);

impl Default for StyleId {
    fn default() -> Self {
        Self("wood".to_owned())
    }
}

impl StyleId {
    /// Word in the file for the men that belong to the board.
    pub(super) const OF_BOARD: &'static str = "board";

    /// Returns the id for the men that belong to the board.
    #[must_use]
    pub fn of_board() -> Self {
        Self(Self::OF_BOARD.to_owned())
    }
}

/// Speed at which men move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Animation {
    /// Men move at once.
    Off,
    /// Half of the normal time.
    Fast,
    /// About 200 ms.
    #[default]
    Normal,
    /// Twice the normal time.
    Slow,
}

/// How many words announcements to a screen reader have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Words {
    /// A move by its notation alone, and only points with a piece.
    Short,
    /// Sentences.
    #[default]
    Normal,
    /// Sentences with what the side to move can do, and empty lines of the board, too.
    Full,
}

/// How a player with a single switch reaches the points of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OneSwitch {
    /// Not at all: arrow keys go from point to point, and Tab leaves the board.
    #[default]
    Off,
    /// Tab goes through the points that can be chosen.
    Tab,
    /// The focus moves by itself, and one key chooses.
    Scan,
}

/// Time for a move in a game between computers that the user watches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pace {
    /// Half a second.
    Half,
    /// A second.
    #[default]
    One,
    /// Two seconds.
    Two,
    /// Four seconds.
    Four,
}

impl Pace {
    /// All values, the shortest first.
    pub const ALL: [Self; 4] = [Self::Half, Self::One, Self::Two, Self::Four];

    /// Returns the time.
    #[must_use]
    pub const fn time(self) -> Duration {
        Duration::from_millis(self.milliseconds())
    }

    const fn milliseconds(self) -> u64 {
        match self {
            Self::Half => 500,
            Self::One => 1000,
            Self::Two => 2000,
            Self::Four => 4000,
        }
    }
}

impl Serialize for Pace {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.milliseconds().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Pace {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let found = u64::deserialize(deserializer).ok();
        let known = Self::ALL.into_iter().find(|pace| Some(pace.milliseconds()) == found);
        known.ok_or_else(|| D::Error::custom("500, 1000, 2000, 4000"))
    }
}

impl Default for Settings {
    /// Returns the settings for a first start on this machine. The search has one thread per
    /// processor core.
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self {
            sound: true,
            volume: 70,
            language: None,
            board_style: StyleId::default(),
            men_style: StyleId::of_board(),
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
            watch_pace: Pace::default(),
            words: Words::default(),
            one_switch: OneSwitch::default(),
            scan_step: Duration::from_secs(2),
            solve_men: 0,
            solve_placing: false,
            solve_rules: Rules::default(),
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
    /// Returns the time between two steps of the scan, if the focus moves by itself.
    #[must_use]
    pub fn scan(&self) -> Option<Duration> {
        (self.one_switch == OneSwitch::Scan).then_some(self.scan_step)
    }

    /// Removes custom rules of the user. If they are chosen for the next game, that game returns to
    /// the standard rules, since the name would no longer refer to any rules.
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

/// Reads programs with different names, none of which is empty.
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
    use super::{Deserializer, Duration, limits, within_milliseconds};

    pub(super) use super::milliseconds as serialize;

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        within_milliseconds(deserializer, limits::THINKING_TIME)
    }
}

mod scan_step {
    use super::{Deserializer, Duration, limits, within_milliseconds};

    pub(super) use super::milliseconds as serialize;

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        within_milliseconds(deserializer, limits::SCAN_STEP)
    }
}

fn milliseconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX).serialize(serializer)
}

fn within_milliseconds<'de, D: Deserializer<'de>>(
    deserializer: D, range: RangeInclusive<u32>,
) -> Result<Duration, D::Error> {
    within(deserializer, range).map(|milliseconds| Duration::from_millis(milliseconds.into()))
}

/// Language code such as `de` or `pt_BR`, or `"system"`.
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
