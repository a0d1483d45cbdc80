// SPDX-License-Identifier: GPL-3.0-or-later
//! Options of the engine for user interfaces.

use std::ops::RangeInclusive;
use std::time::Duration;

use morris::{Rules, escape};
use morris_engine::{EngineOptions, FixedDepth, Level, Skill};

/// Options that are accepted without effect. The engine reports one line and does not think on the
/// opponent's time.
const WITHOUT_EFFECT: [&str; 2] = ["MultiPV", "Ponder"];

/// Reads rules that a user has entered: their id with changes, or the path of a file. The caller
/// provides this function, since it knows the format of such files. The error is a reason if the
/// text names a file that cannot be used.
pub type ReadRules = fn(&str) -> Result<Rules, Option<String>>;

/// Settings of the engine as a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Memory, threads, and the time per move of the strongest level.
    pub engine: EngineOptions,
    /// Level, if one is set.
    pub level: Option<Level>,
    /// Fixed depth, if one is set. It takes precedence over the level.
    pub depth: Option<FixedDepth>,
    /// Whether to play perfectly as far as tables allow. This takes precedence over both.
    pub perfect: bool,
    /// Rules of the game.
    pub rules: Rules,
    /// Seed that decides among equal moves, or `None` for a random one.
    pub seed: Option<u64>,
    /// Time per move that the connection to the user interface costs.
    pub overhead: Duration,
}

/// Why an option cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum OptionError {
    #[error("there is no option “{0}”")]
    Unknown(String),
    #[error("option {name}: {reason}")]
    File { name: &'static str, reason: String },
    #[error("option {name} cannot be “{value}”; it is {expected}")]
    Value { name: &'static str, value: String, expected: String },
}

impl Default for Options {
    fn default() -> Self {
        Self {
            engine: EngineOptions::default(),
            level: None,
            depth: None,
            perfect: false,
            rules: Rules::default(),
            seed: None,
            overhead: Duration::from_millis(10),
        }
    }
}

/// An option, with its description for the user interface and its effect. Another option is another
/// row of [`OPTIONS`].
struct Row {
    name: &'static str,
    /// Another name for the option, in lower case.
    alias: Option<&'static str>,
    kind: Kind,
}

/// Type of an option, and access to its value in the settings.
enum Kind {
    /// A whole number.
    Spin { range: RangeInclusive<u64>, get: fn(&Options) -> u64, set: fn(&mut Options, u64) },
    /// True or false.
    Check { get: fn(&Options) -> bool, set: fn(&mut Options, bool) },
    /// Rules by their id with changes, or in a file.
    Rules,
    /// Folder of the tables of solved positions, which the server opens.
    Tables,
}

const fn spin(
    name: &'static str,
    range: RangeInclusive<u64>,
    get: fn(&Options) -> u64,
    set: fn(&mut Options, u64),
) -> Row {
    Row { name, alias: None, kind: Kind::Spin { range, get, set } }
}

/// All options, in the order in which they are listed for the user interface.
const OPTIONS: [Row; 10] = [
    Row {
        alias: Some("memory"),
        ..spin("Hash", 1..=4096, |it| it.engine.memory_mib as u64, |it, mib| it.engine.memory_mib = mib as usize)
    },
    spin("Threads", 1..=64, |it| it.engine.threads as u64, |it, threads| it.engine.threads = threads as usize),
    // Zero means full strength.
    spin(
        "Level",
        0..=Level::LAST.number() as u64,
        |it| it.level.map_or(0, Level::number).into(),
        |it, number| it.level = Level::new(number as u8),
    ),
    // Zero means no fixed depth.
    spin(
        "Depth",
        0..=FixedDepth::LAST.plies() as u64,
        |it| it.depth.map_or(0, FixedDepth::plies).into(),
        |it, plies| it.depth = FixedDepth::new(plies as u8),
    ),
    Row {
        name: "Perfect",
        alias: None,
        kind: Kind::Check { get: |it| it.perfect, set: |it, perfect| it.perfect = perfect },
    },
    Row { name: "Tables", alias: None, kind: Kind::Tables },
    spin(
        "ThinkingTime",
        1..=600_000,
        |it| it.engine.thinking_time.as_millis() as u64,
        |it, milliseconds| it.engine.thinking_time = Duration::from_millis(milliseconds),
    ),
    Row { name: "Rules", alias: None, kind: Kind::Rules },
    // Zero means a random seed.
    spin("Seed", 0..=u64::MAX, |it| it.seed.unwrap_or(0), |it, seed| it.seed = Some(seed).filter(|&seed| seed != 0)),
    spin(
        "MoveOverhead",
        0..=10_000,
        |it| it.overhead.as_millis() as u64,
        |it, milliseconds| it.overhead = Duration::from_millis(milliseconds),
    ),
];

impl Row {
    /// Returns the line that describes the option to the user interface.
    fn line(&self, default: &Options) -> String {
        let kind = match &self.kind {
            Kind::Spin { range, get, .. } => {
                format!("spin default {} min {} max {}", get(default), range.start(), range.end())
            }
            Kind::Check { get, .. } => format!("check default {}", get(default)),
            Kind::Rules => {
                let ids: String = Rules::PRESETS.iter().map(|rules| format!(" var {rules}")).collect();
                format!("combo default {}{ids}", default.rules)
            }
            Kind::Tables => "string default <empty>".to_owned(),
        };
        format!("option name {} type {kind}", self.name)
    }

    /// Returns `true` if `name` means this option. Case and spaces do not matter.
    fn is_called(&self, name: &str) -> bool {
        let name = name.to_lowercase().replace(' ', "");
        self.name.to_lowercase() == name || self.alias == Some(&*name)
    }

    fn set(&self, options: &mut Options, value: &str, read_rules: ReadRules) -> Result<Afterwards, OptionError> {
        match &self.kind {
            Kind::Spin { range, set, .. } => set(options, number(self.name, value, range)?),
            Kind::Check { set, .. } => set(options, flag(self.name, value)?),
            Kind::Rules => options.rules = rules(self.name, value, read_rules)?,
            Kind::Tables => return Ok(Afterwards::OpenTables),
        }
        Ok(Afterwards::Nothing)
    }
}

/// Further action of the server after an option is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Afterwards {
    /// Nothing.
    Nothing,
    /// Open the tables in the folder that is the value.
    OpenTables,
}

impl Options {
    /// Returns the lines that describe the options to the user interface.
    pub fn lines() -> impl Iterator<Item = String> {
        let default = Self::default();
        OPTIONS.iter().map(move |option| option.line(&default))
    }

    /// Returns the skill for searches that `go` limits only by time, or `None` for full strength.
    pub fn skill(&self) -> Option<Skill> {
        let perfect = self.perfect.then_some(Skill::Perfect);
        perfect.or(self.depth.map(Skill::Depth)).or(self.level.map(Skill::Level))
    }

    /// Returns the name of an option that other engines have and that has no effect here. User
    /// interfaces set such options unasked.
    pub(crate) fn without_effect(name: &str) -> Option<&'static str> {
        WITHOUT_EFFECT.into_iter().find(|known| known.eq_ignore_ascii_case(name))
    }

    /// Sets an option. Case and spaces in its name do not matter, and `Memory` is another name for
    /// `Hash`.
    ///
    /// # Errors
    /// Returns an error if the name is unknown or the value is invalid. Nothing changes then.
    pub fn set(&mut self, name: &str, value: &str, read_rules: ReadRules) -> Result<Afterwards, OptionError> {
        let option = OPTIONS.iter().find(|option| option.is_called(name));
        option.ok_or_else(|| OptionError::Unknown(escape(name)))?.set(self, value, read_rules)
    }
}

fn number(name: &'static str, value: &str, range: &RangeInclusive<u64>) -> Result<u64, OptionError> {
    value.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| OptionError::Value {
        name,
        value: escape(value),
        expected: format!("a number from {} to {}", range.start(), range.end()),
    })
}

fn flag(name: &'static str, value: &str) -> Result<bool, OptionError> {
    let expected = || "true or false".to_owned();
    value.to_lowercase().parse().map_err(|_| OptionError::Value { name, value: escape(value), expected: expected() })
}

/// Reads rules by their id with changes, or from a file.
fn rules(name: &'static str, value: &str, read: ReadRules) -> Result<Rules, OptionError> {
    let said = Rules::read_line(&value.to_lowercase()).or_else(|_| read(value));
    said.map_err(|reason| match reason {
        Some(reason) => OptionError::File { name, reason },
        None => {
            let ids = Rules::PRESETS.map(|rules| rules.to_string()).join(", ");
            let expected = format!("one of {ids}, or the path of a file of rules");
            OptionError::Value { name, value: escape(value), expected }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The listed bounds are the accepted bounds, and a value that is set is listed as the next
    /// default.
    #[test]
    fn each_option_takes_its_bounds_and_no_more() {
        for option in &OPTIONS {
            let mut options = Options::default();
            let mut set = |value: &str| {
                let result = options.set(&option.name.to_uppercase(), value, |_| Err(None));
                result.map(|afterwards| (afterwards, option.line(&options)))
            };
            match &option.kind {
                Kind::Spin { range, .. } => {
                    for value in [*range.start(), *range.end()] {
                        let line = format!("option name {} type spin default {value} min", option.name);
                        assert!(set(&value.to_string()).unwrap().1.starts_with(&line), "{line}");
                    }
                    let beyond = [i128::from(*range.start()) - 1, i128::from(*range.end()) + 1];
                    assert!(beyond.iter().all(|value| set(&value.to_string()).is_err()), "{}", option.name);
                }
                Kind::Check { .. } => {
                    assert!(set("True").unwrap().1.ends_with(" default true") && set("yes").is_err());
                }
                Kind::Rules => assert!(set("Lasker").unwrap().1.contains(" default lasker var standard ")),
                Kind::Tables => assert_eq!(set("/tmp").unwrap().0, Afterwards::OpenTables),
            }
        }
        assert_eq!(
            Options::default().set("Clear Hash", "", |_| Err(None)),
            Err(OptionError::Unknown("Clear Hash".to_owned()))
        );
    }

    /// All orders in which these can be set, with a zero or false at the end of some.
    #[test]
    fn perfect_counts_before_depth_and_depth_before_level_in_any_order() {
        let set = |options: &mut Options, (name, value): (&str, &str)| {
            options.set(name, value, |_| Err(None)).unwrap();
        };
        let [level, depth, perfect] = [("Level", "5"), ("Depth", "7"), ("Perfect", "true")];
        for order in [
            [level, depth, perfect],
            [level, perfect, depth],
            [depth, level, perfect],
            [depth, perfect, level],
            [perfect, level, depth],
            [perfect, depth, level],
        ] {
            let mut options = Options::default();
            order.into_iter().for_each(|option| set(&mut options, option));
            assert_eq!(options.skill(), Some(Skill::Perfect), "{order:?}");
            set(&mut options, ("Perfect", "false"));
            assert_eq!(options.skill(), FixedDepth::new(7).map(Skill::Depth), "{order:?}");
            set(&mut options, ("Depth", "0"));
            assert_eq!(options.skill(), Level::new(5).map(Skill::Level), "{order:?}");
            set(&mut options, ("Level", "0"));
            assert_eq!(options.skill(), None, "{order:?}");
        }
    }
}
