// SPDX-License-Identifier: GPL-3.0-or-later
//! What a window can set.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::engine::{EngineOptions, FixedDepth, Level, Skill};
use crate::game::Rules;
use crate::protocol::shown;

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

/// The settings of our engine as a program of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Memory, threads, and the time of the strongest level for a turn.
    pub engine: EngineOptions,
    /// How well to play where `go` sets no other limit than time; `None` for full strength.
    pub skill: Option<Skill>,
    /// The rules.
    pub rules: Rules,
    /// Decides among equal turns; `None` for chance.
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
            skill: None,
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
            spin("Memory", engine.memory_mib as u128, MEMORY),
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

    /// Sets an option; capitals and spaces in its name do not matter, and `Hash` is another name for `Memory`.
    ///
    /// # Errors
    /// Why not; then nothing changes.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let milliseconds = Duration::from_millis;
        match name.to_lowercase().replace(' ', "").as_str() {
            "memory" | "hash" => self.engine.memory_mib = number("Memory", value, MEMORY)? as usize,
            "threads" => self.engine.threads = number("Threads", value, THREADS)? as usize,
            "level" => self.skill = Level::new(number("Level", value, LEVEL)? as u8).map(Skill::Level),
            "depth" => self.skill = FixedDepth::new(number("Depth", value, DEPTH)? as u8).map(Skill::Depth),
            "perfect" => self.skill = flag("Perfect", value)?.then_some(Skill::Perfect),
            "thinkingtime" => self.engine.thinking_time = milliseconds(number("ThinkingTime", value, MILLISECONDS)?),
            "rules" => self.rules = rules(value)?,
            "seed" => self.seed = Some(number("Seed", value, SEED)?).filter(|&seed| seed != 0),
            "moveoverhead" => self.overhead = milliseconds(number("MoveOverhead", value, OVERHEAD)?),
            _ => return Err(OptionError::Unknown(shown(name))),
        }
        Ok(())
    }
}

fn number(name: &'static str, value: &str, range: RangeInclusive<u64>) -> Result<u64, OptionError> {
    value.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| OptionError::Value {
        name,
        value: shown(value),
        expected: format!("a number from {} to {}", range.start(), range.end()),
    })
}

fn flag(name: &'static str, value: &str) -> Result<bool, OptionError> {
    let expected = || "true or false".to_owned();
    value.to_lowercase().parse().map_err(|_| OptionError::Value { name, value: shown(value), expected: expected() })
}

fn rules(value: &str) -> Result<Rules, OptionError> {
    value.to_lowercase().parse().map_err(|_| OptionError::Value {
        name: "Rules",
        value: shown(value),
        expected: format!("one of {}", Rules::PRESETS.map(|rules| rules.to_string()).join(", ")),
    })
}
