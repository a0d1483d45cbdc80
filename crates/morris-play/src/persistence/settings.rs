// SPDX-License-Identifier: GPL-3.0-or-later
//! The user's settings for the program.

use std::collections::BTreeSet;
use std::thread;
use std::time::Duration;

use morris::Rules;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::setup::{NamedRules, NewGameOptions, Program};
use crate::values::{ByKey, or_allowed, within, word};

/// Defines [`Settings`] by rows: the key in the file with its section, such as `sound.on`, the
/// field, its default, and the range of a number.
macro_rules! settings {
    ($($(#[$about:meta])* $key:literal $field:ident: $kind:ty = $default:expr $(, in $limit:ident $range:expr)?;)*) => {
        /// The user's settings for the program. The serialized names are the keys in the file. A
        /// missing key has the value in [`Settings::default`].
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default)]
        pub struct Settings {
            $($(#[$about])* #[serde(rename = $key)] pub $field: $kind,)*
        }

        impl Default for Settings {
            /// Returns the settings for a first start on this machine. The search has one thread
            /// per processor core.
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        /// Ranges of the numeric settings.
        pub mod limits {
            use super::{Deserializer, within};
            use std::ops::RangeInclusive;

            /// Thinking time of the strongest level in milliseconds.
            pub const THINKING_TIME: RangeInclusive<u32> = 100..=60_000;
            $($(
                #[doc = concat!("Range of `", $key, "`.")]
                pub const $limit: RangeInclusive<$kind> = $range;

                pub(super) fn $field<'de, D: Deserializer<'de>>(deserializer: D) -> Result<$kind, D::Error> {
                    within(deserializer, $limit)
                }
            )?)*
        }
    };
}

settings! {
    /// Whether sounds are played.
    "sound.on" sound: bool = true;
    /// Volume in percent.
    #[serde(deserialize_with = "limits::volume")]
    "sound.volume" volume: u8 = 70, in VOLUME 0..=100;
    /// Language code such as `de`, or `None` for the language of the system.
    #[serde(with = "language")]
    "look.language" language: Option<String> = None;
    /// Style of the board.
    "look.board" board_style: StyleId = StyleId::default();
    /// Style of the men, or [`StyleId::of_board`] for those that belong to the board.
    "look.men" men_style: StyleId = StyleId::of_board();
    /// Whether the board shows coordinates.
    "look.coordinates" coordinates: bool = true;
    /// Speed at which men move.
    #[serde(deserialize_with = "word")]
    "look.animation" animation: Animation = Animation::default();
    /// Whether legal targets are marked.
    "look.targets" targets: bool = true;
    /// Whether the board is turned after each move of a game between two persons, so that the side
    /// to move is at the bottom.
    "look.turn_board" turn_board: bool = false;
    /// Whether the program starts in full screen.
    "window.full_screen" full_screen: bool = false;
    /// Thinking time of the strongest level for a move, in whole milliseconds.
    #[serde(with = "thinking_time")]
    "engine.thinking_time_ms" thinking_time: Duration = Duration::from_secs(2);
    /// Memory of the search in MiB.
    #[serde(deserialize_with = "limits::memory")]
    "engine.memory_mib" memory: u32 = 64, in MEMORY 1..=16_384;
    /// Number of threads of the search.
    #[serde(deserialize_with = "limits::threads")]
    "engine.threads" threads: u8 = cores(), in THREADS 1..=64;
    /// Whether every legal move is marked with its value if that is known.
    "look.values" values: bool = false;
    /// Whether a person is warned before a move that gives value away.
    "play.warn" warn: bool = false;
    /// Time for a move in a game between computers that the user watches.
    "play.watch_pace_ms" watch_pace: Pace = Pace::default();
    /// How many words announcements to a screen reader have.
    #[serde(deserialize_with = "word")]
    "access.words" words: Words = Words::default();
    /// How a player with a single switch reaches the points of the board.
    #[serde(deserialize_with = "word")]
    "access.one_switch" one_switch: OneSwitch = OneSwitch::default();
    /// Time between two steps of the scan in milliseconds.
    #[serde(deserialize_with = "limits::scan_step")]
    "access.scan_step_ms" scan_step: u32 = 2000, in SCAN_STEP 300..=10_000;
    /// Maximum number of men in the positions to be solved, from 6 to 18, or 0 to solve none.
    #[serde(deserialize_with = "limits::solve_men")]
    "engine.solve_men" solve_men: u8 = 0, in SOLVE_MEN 0..=18;
    /// Whether the placing phase is solved, too, after all other positions.
    "engine.solve_placing" solve_placing: bool = false;
    /// Rules of the game whose positions are solved.
    "engine.solve_rules" solve_rules: Rules = Rules::default();
    /// Whether solving is paused.
    "engine.solve_paused" solve_paused: bool = false;
    /// Whether the game page shows its sidebar.
    "window.sidebar" sidebar: bool = true;
    /// Width of the window in pixels when it is neither maximized nor in full screen.
    #[serde(deserialize_with = "limits::width")]
    "window.width" width: u16 = 1040, in WIDTH 360..=16_384;
    /// Height of the window in pixels, likewise.
    #[serde(deserialize_with = "limits::height")]
    "window.height" height: u16 = 720, in HEIGHT 360..=16_384;
    /// Whether the window is maximized.
    "window.maximized" maximized: bool = false;
    /// Whether the user knows what others see of a table in this network.
    "window.opened_table" opened_table: bool = false;
    /// Options of the last game.
    "game" choice: NewGameOptions = NewGameOptions::default();
    /// External programs that can play, with different names.
    #[serde(deserialize_with = "programs")]
    "programs.known" programs: Vec<Program> = Vec::new();
    /// Custom rules of the user, with different names.
    #[serde(deserialize_with = "own_rules")]
    "rules.own" own_rules: Vec<NamedRules> = Vec::new();
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
    Half = 500,
    /// A second.
    #[default]
    One = 1000,
    /// Two seconds.
    Two = 2000,
    /// Four seconds.
    Four = 4000,
}

impl Pace {
    /// All values, the shortest first.
    pub const ALL: [Self; 4] = [Self::Half, Self::One, Self::Two, Self::Four];

    /// Returns the time.
    pub const fn time(self) -> Duration {
        Duration::from_millis(self.milliseconds())
    }

    const fn milliseconds(self) -> u64 {
        self as u64
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

impl Settings {
    /// Returns the time between two steps of the scan, if the focus moves by itself.
    pub fn scan(&self) -> Option<Duration> {
        (self.one_switch == OneSwitch::Scan).then(|| Duration::from_millis(self.scan_step.into()))
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

/// Returns the number of processor cores, as far as the search can use them.
fn cores() -> u8 {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    u8::try_from(cores).unwrap_or(u8::MAX).min(*limits::THREADS.end())
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
    use super::{Deserializer, Duration, Serialize, Serializer, limits, within};

    pub(super) fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        i64::try_from(time.as_millis()).unwrap_or(i64::MAX).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        within(deserializer, limits::THINKING_TIME).map(|milliseconds| Duration::from_millis(milliseconds.into()))
    }
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
