// SPDX-License-Identifier: GPL-3.0-or-later
//! What a window can set.

use std::ops::RangeInclusive;
use std::time::Duration;

use morris::{Rules, printable};
use morris_engine::{EngineOptions, FixedDepth, Level, Skill};

const MEMORY: RangeInclusive<u64> = 1..=4096;
const THREADS: RangeInclusive<u64> = 1..=64;
/// Nought stands for full strength.
const LEVEL: RangeInclusive<u64> = 0..=Level::LAST.number() as u64;
/// Nought stands for no fixed depth.
const DEPTH: RangeInclusive<u64> = 0..=FixedDepth::LAST.plies() as u64;
const MILLISECONDS: RangeInclusive<u64> = 1..=600_000;
const OVERHEAD: RangeInclusive<u64> = 0..=10_000;
/// Nought stands for chance.
const SEED: RangeInclusive<u64> = 0..=u64::MAX;

/// One line is told and nothing is thought while the other side does.
const WITHOUT_EFFECT: [&str; 2] = ["MultiPV", "Ponder"];

/// Reads rules as a person says them: their id, with changes, or the path of a file, whose form those know who keep such
/// files. An error says why the file cannot be used, if it is about a file.
pub type ReadRules = fn(&str) -> Result<Rules, Option<String>>;

/// The settings of our engine as a program of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Memory, threads, and the time of the strongest level for a move.
    pub engine: EngineOptions,
    /// The level, if one is set.
    pub level: Option<Level>,
    /// The fixed depth, if one is set; it counts before the level.
    pub depth: Option<FixedDepth>,
    /// Whether to play perfectly, as far as there are tables; it counts before both.
    pub perfect: bool,
    /// The rules.
    pub rules: Rules,
    /// Decides among equal moves; `None` for chance.
    pub seed: Option<u64>,
    /// What the way to the window costs.
    pub overhead: Duration,
}

/// Why an option cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// An unknown name.
    #[error("there is no option “{0}”")]
    Unknown(String),
    /// A file that cannot be used.
    #[error("option {name}: {reason}")]
    File {
        /// The name.
        name: &'static str,
        /// Why.
        reason: String,
    },
    /// A value that cannot be.
    #[error("option {name} cannot be “{value}”; it is {expected}")]
    Value {
        /// The name.
        name: &'static str,
        /// The value.
        value: String,
        /// What it can be.
        expected: String,
    },
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

impl Options {
    /// The lines that tell a window what can be set.
    #[must_use]
    pub fn lines() -> Vec<String> {
        let Self { engine, rules, overhead, .. } = Self::default();
        let spin = |name, default: u128, range: RangeInclusive<u64>| {
            format!("option name {name} type spin default {default} min {} max {}", range.start(), range.end())
        };
        let ids: String = Rules::PRESETS.iter().map(|rules| format!(" var {rules}")).collect();
        vec![
            spin("Hash", engine.memory_mib as u128, MEMORY),
            spin("Threads", engine.threads as u128, THREADS),
            spin("Level", 0, LEVEL),
            spin("Depth", 0, DEPTH),
            "option name Perfect type check default false".to_owned(),
            "option name Tables type string default <empty>".to_owned(),
            spin("ThinkingTime", engine.thinking_time.as_millis(), MILLISECONDS),
            format!("option name Rules type combo default {rules}{ids}"),
            spin("Seed", 0, SEED),
            spin("MoveOverhead", overhead.as_millis(), OVERHEAD),
        ]
    }

    /// How well to play where `go` sets no other limit than time; `None` for full strength.
    #[must_use]
    pub fn skill(&self) -> Option<Skill> {
        let perfect = self.perfect.then_some(Skill::Perfect);
        perfect.or(self.depth.map(Skill::Depth)).or(self.level.map(Skill::Level))
    }

    /// The name of an option that other engines have and windows set unasked, where there is no such thing here.
    #[must_use]
    pub fn without_effect(name: &str) -> Option<&'static str> {
        WITHOUT_EFFECT.into_iter().find(|known| known.eq_ignore_ascii_case(name))
    }

    /// Sets an option; capitals and spaces in its name do not matter, and `Memory` is another name for `Hash`.
    ///
    /// # Errors
    /// Why not; then nothing changes.
    pub fn set(&mut self, name: &str, value: &str, read_rules: ReadRules) -> Result<(), OptionError> {
        let milliseconds = Duration::from_millis;
        match name.to_lowercase().replace(' ', "").as_str() {
            "hash" | "memory" => self.engine.memory_mib = number("Hash", value, MEMORY)? as usize,
            "threads" => self.engine.threads = number("Threads", value, THREADS)? as usize,
            "level" => self.level = Level::new(number("Level", value, LEVEL)? as u8),
            "depth" => self.depth = FixedDepth::new(number("Depth", value, DEPTH)? as u8),
            "perfect" => self.perfect = flag("Perfect", value)?,
            "thinkingtime" => self.engine.thinking_time = milliseconds(number("ThinkingTime", value, MILLISECONDS)?),
            "rules" => self.rules = rules(value, read_rules)?,
            "seed" => self.seed = Some(number("Seed", value, SEED)?).filter(|&seed| seed != 0),
            "moveoverhead" => self.overhead = milliseconds(number("MoveOverhead", value, OVERHEAD)?),
            _ => return Err(OptionError::Unknown(printable(name))),
        }
        Ok(())
    }
}

fn number(name: &'static str, value: &str, range: RangeInclusive<u64>) -> Result<u64, OptionError> {
    value.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| OptionError::Value {
        name,
        value: printable(value),
        expected: format!("a number from {} to {}", range.start(), range.end()),
    })
}

fn flag(name: &'static str, value: &str) -> Result<bool, OptionError> {
    let expected = || "true or false".to_owned();
    value.to_lowercase().parse().map_err(|_| OptionError::Value { name, value: printable(value), expected: expected() })
}

/// Rules by their id, with changes, or in a file.
fn rules(value: &str, read: ReadRules) -> Result<Rules, OptionError> {
    let said = Rules::read_line(&value.to_lowercase()).or_else(|_| read(value));
    said.map_err(|reason| match reason {
        Some(reason) => OptionError::File { name: "Rules", reason },
        None => {
            let ids = Rules::PRESETS.map(|rules| rules.to_string()).join(", ");
            let expected = format!("one of {ids}, or the path of a file of rules");
            OptionError::Value { name: "Rules", value: printable(value), expected }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All orders in which these can be set, with a nought or false at the end of some.
    #[test]
    fn perfect_counts_before_depth_and_depth_before_level_in_any_order() {
        let set = |options: &mut Options, (name, value): (&str, &str)| options.set(name, value, |_| Err(None)).unwrap();
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
