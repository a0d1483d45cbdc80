// SPDX-License-Identifier: GPL-3.0-or-later
//! How values stand in files, both ways.

use std::ops::RangeInclusive;
use std::time::Duration;

use jiff::Timestamp;
use toml::de::DeValue;
use toml::{Table, Value};

use super::document::integer;
use super::error::Allowed;
use crate::setup::{Clock, FixedDepth, Guest, Level, Player, Skill};
use morris::{ByColor, Rules};

/// The longest time in a file: a week.
const MOST_SECONDS: u64 = 7 * 24 * 60 * 60;

/// The word for "not any".
const NONE: &str = "none";

/// How a value of one kind stands in a file.
pub(super) trait Form<T> {
    /// The value, if it is allowed.
    fn read(&self, value: &DeValue<'_>) -> Option<T>;
    /// The inverse.
    fn write(&self, value: &T) -> Value;
    /// What is allowed.
    fn allowed(&self) -> Allowed;
}

/// Yes or no.
pub(super) struct Flag;

impl Form<bool> for Flag {
    fn read(&self, value: &DeValue<'_>) -> Option<bool> {
        value.as_bool()
    }
    fn write(&self, value: &bool) -> Value {
        Value::Boolean(*value)
    }
    fn allowed(&self) -> Allowed {
        Allowed::Flag
    }
}

/// A whole number in a range.
pub(super) struct Number<T>(pub RangeInclusive<T>);

impl<T: Copy + PartialOrd + Into<i64> + TryFrom<i64>> Form<T> for Number<T> {
    fn read(&self, value: &DeValue<'_>) -> Option<T> {
        integer(value).and_then(|number| T::try_from(number).ok()).filter(|number| self.0.contains(number))
    }
    fn write(&self, value: &T) -> Value {
        Value::Integer((*value).into())
    }
    fn allowed(&self) -> Allowed {
        Allowed::Range { least: (*self.0.start()).into(), most: (*self.0.end()).into() }
    }
}

/// A time in whole milliseconds.
pub(super) struct Milliseconds(pub RangeInclusive<u32>);

impl Form<Duration> for Milliseconds {
    fn read(&self, value: &DeValue<'_>) -> Option<Duration> {
        Number(self.0.clone()).read(value).map(|number| Duration::from_millis(number.into()))
    }
    fn write(&self, value: &Duration) -> Value {
        Value::Integer(i64::try_from(value.as_millis()).unwrap_or(i64::MAX))
    }
    fn allowed(&self) -> Allowed {
        Number(self.0.clone()).allowed()
    }
}

/// One of some words.
pub(super) struct Words<T: 'static>(pub &'static [(&'static str, T)]);

impl<T: Copy + PartialEq> Form<T> for Words<T> {
    fn read(&self, value: &DeValue<'_>) -> Option<T> {
        let text = value.as_str()?;
        self.0.iter().find(|(word, _)| *word == text).map(|&(_, value)| value)
    }
    fn write(&self, value: &T) -> Value {
        self.0.iter().find(|(_, other)| other == value).map_or("", |&(word, _)| word).into()
    }
    fn allowed(&self) -> Allowed {
        Allowed::Words(self.0.iter().map(|&(word, _)| word).collect())
    }
}

/// Any text.
pub(super) struct Text;

impl Form<String> for Text {
    fn read(&self, value: &DeValue<'_>) -> Option<String> {
        value.as_str().map(str::to_owned)
    }
    fn write(&self, value: &String) -> Value {
        value.as_str().into()
    }
    fn allowed(&self) -> Allowed {
        Allowed::Text
    }
}

/// A move; what it says is looked at later.
pub(super) struct Turn;

impl Form<String> for Turn {
    fn read(&self, value: &DeValue<'_>) -> Option<String> {
        Text.read(value)
    }
    fn write(&self, value: &String) -> Value {
        Text.write(value)
    }
    fn allowed(&self) -> Allowed {
        Allowed::Turns
    }
}

/// The code of a language such as `de` or `pt_BR`; none for the system's.
pub(super) struct Language;

impl Language {
    const SYSTEM: &str = "system";
    const MOST_LETTERS: usize = 20;
}

impl Form<Option<String>> for Language {
    fn read(&self, value: &DeValue<'_>) -> Option<Option<String>> {
        let code = value.as_str()?;
        if code == Self::SYSTEM {
            return Some(None);
        }
        let letters = code.chars().all(|letter| letter.is_ascii_alphanumeric() || "_@-".contains(letter));
        let fits = letters && (2..=Self::MOST_LETTERS).contains(&code.len());
        fits.then(|| Some(code.to_owned()))
    }
    fn write(&self, value: &Option<String>) -> Value {
        value.as_deref().unwrap_or(Self::SYSTEM).into()
    }
    fn allowed(&self) -> Allowed {
        Allowed::Language
    }
}

/// A moment, to the millisecond.
pub(super) struct Date;

impl Form<Timestamp> for Date {
    fn read(&self, value: &DeValue<'_>) -> Option<Timestamp> {
        value.as_datetime().and_then(|date| date.to_string().parse().ok())
    }
    fn write(&self, value: &Timestamp) -> Value {
        let date = to_milliseconds(*value).to_string().parse();
        date.map_or_else(|_| Value::String(value.to_string()), Value::Datetime)
    }
    fn allowed(&self) -> Allowed {
        Allowed::Date
    }
}

/// The moment without the part below a millisecond.
pub(super) fn to_milliseconds(moment: Timestamp) -> Timestamp {
    Timestamp::from_millisecond(moment.as_millisecond()).unwrap_or(moment)
}

/// Rules by their id.
pub(super) struct RulesId;

impl Form<Rules> for RulesId {
    fn read(&self, value: &DeValue<'_>) -> Option<Rules> {
        value.as_str().and_then(|id| id.parse().ok())
    }
    fn write(&self, value: &Rules) -> Value {
        value.id().into()
    }
    fn allowed(&self) -> Allowed {
        Allowed::Words(Rules::PRESETS.iter().map(Rules::id).collect())
    }
}

/// How well the computer plays: the number of a level, `{ depth = 6 }` or `"perfect"`.
pub(super) struct SkillForm;

impl SkillForm {
    const DEPTH: &str = "depth";
    const PERFECT: &str = "perfect";
}

impl Form<Skill> for SkillForm {
    fn read(&self, value: &DeValue<'_>) -> Option<Skill> {
        let small = |value| integer(value).and_then(|number| u8::try_from(number).ok());
        if let Some(table) = value.as_table() {
            let depth = small(table.get(Self::DEPTH)?.get_ref())?;
            return FixedDepth::new(depth).map(Skill::Depth);
        }
        match value.as_str() {
            Some(word) => (word == Self::PERFECT).then_some(Skill::Perfect),
            None => small(value).and_then(Level::new).map(Skill::Level),
        }
    }
    fn write(&self, value: &Skill) -> Value {
        match value {
            Skill::Level(level) => Value::Integer(level.number().into()),
            Skill::Depth(depth) => table([(Self::DEPTH, Value::Integer(depth.plies().into()))]),
            Skill::Perfect => Self::PERFECT.into(),
        }
    }
    fn allowed(&self) -> Allowed {
        Allowed::Skill { level: Level::LAST.number(), depth: FixedDepth::LAST.plies() }
    }
}

/// Who plays: `"person"`, `{ level = 3 }`, `{ level = "perfect" }`, `{ depth = 6 }` or
/// `{ program = "name", called = "what it calls itself" }`.
pub(super) struct PlayerForm;

impl PlayerForm {
    const PERSON: &str = "person";
    const LEVEL: &str = "level";
    const PROGRAM: &str = "program";
    const CALLED: &str = "called";
}

impl Form<Player> for PlayerForm {
    fn read(&self, value: &DeValue<'_>) -> Option<Player> {
        let Some(table) = value.as_table() else { return (value.as_str()? == Self::PERSON).then_some(Player::Person) };
        if let Some(program) = table.get(Self::PROGRAM) {
            let called = match table.get(Self::CALLED) {
                Some(called) => Some(Text.read(called.get_ref())?),
                None => None,
            };
            return Some(Player::Program(Guest { program: Text.read(program.get_ref())?, called }));
        }
        let skill = table.get(Self::LEVEL).map_or(value, |level| level.get_ref());
        SkillForm.read(skill).map(Player::Computer)
    }
    fn write(&self, value: &Player) -> Value {
        match value {
            Player::Person => Self::PERSON.into(),
            Player::Computer(skill @ Skill::Depth(_)) => SkillForm.write(skill),
            Player::Computer(skill) => table([(Self::LEVEL, SkillForm.write(skill))]),
            Player::Program(Guest { program, called }) => {
                let called = called.as_ref().map(|called| (Self::CALLED.to_owned(), Text.write(called)));
                let keys = [(Self::PROGRAM.to_owned(), Text.write(program))].into_iter().chain(called);
                Value::Table(keys.collect())
            }
        }
    }
    fn allowed(&self) -> Allowed {
        Allowed::Player { level: Level::LAST.number(), depth: FixedDepth::LAST.plies() }
    }
}

/// A time in seconds, to the millisecond.
pub(super) struct Seconds;

impl Form<Duration> for Seconds {
    fn read(&self, value: &DeValue<'_>) -> Option<Duration> {
        let seconds = match value {
            DeValue::Float(number) => number.as_str().parse().ok()?,
            // Exact: far more than a week fits into the mantissa.
            value => integer(value)? as f64,
        };
        let time = Duration::try_from_secs_f64(seconds).ok().filter(|&time| time <= most_time())?;
        // Rounds away what the binary fraction adds.
        Some(Duration::from_millis((time.as_micros() as u64 + 500) / 1000))
    }
    fn write(&self, value: &Duration) -> Value {
        let milliseconds = (*value).min(most_time()).as_millis() as i64;
        match milliseconds % 1000 {
            0 => Value::Integer(milliseconds / 1000),
            _ => Value::Float(milliseconds as f64 / 1000.0),
        }
    }
    fn allowed(&self) -> Allowed {
        Allowed::Seconds { most: MOST_SECONDS }
    }
}

const fn most_time() -> Duration {
    Duration::from_secs(MOST_SECONDS)
}

/// A clock: `{ time = 300, increment = 5 }` in seconds, or `"none"`.
pub(super) struct ClockForm;

impl Form<Option<Clock>> for ClockForm {
    fn read(&self, value: &DeValue<'_>) -> Option<Option<Clock>> {
        let Some(table) = value.as_table() else { return (value.as_str()? == NONE).then_some(None) };
        let seconds = |key| Seconds.read(table.get(key)?.get_ref());
        Some(Some(Clock { time: seconds("time")?, increment: seconds("increment")? }))
    }
    fn write(&self, value: &Option<Clock>) -> Value {
        value.map_or(NONE.into(), |Clock { time, increment }| {
            table([("time", Seconds.write(&time)), ("increment", Seconds.write(&increment))])
        })
    }
    fn allowed(&self) -> Allowed {
        Allowed::Clock
    }
}

/// The time left: `{ white = 300, black = 287.5 }` in seconds.
pub(super) struct Remaining;

impl Form<ByColor<Duration>> for Remaining {
    fn read(&self, value: &DeValue<'_>) -> Option<ByColor<Duration>> {
        let table = value.as_table()?;
        let seconds = |key| Seconds.read(table.get(key)?.get_ref());
        Some(ByColor { white: seconds("white")?, black: seconds("black")? })
    }
    fn write(&self, value: &ByColor<Duration>) -> Value {
        table([("white", Seconds.write(&value.white)), ("black", Seconds.write(&value.black))])
    }
    fn allowed(&self) -> Allowed {
        Allowed::Remaining
    }
}

pub(super) fn table<const N: usize>(keys: [(&str, Value); N]) -> Value {
    Value::Table(Table::from_iter(keys.map(|(key, value)| (key.to_owned(), value))))
}
