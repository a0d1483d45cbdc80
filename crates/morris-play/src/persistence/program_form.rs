// SPDX-License-Identifier: GPL-3.0-or-later
//! How outside programs stand in the settings.

use std::collections::{BTreeMap, BTreeSet};

use toml::de::{DeTable, DeValue};
use toml::{Table, Value};

use super::error::Allowed;
use super::forms::{Form, Text, Words, table};
use crate::setup::{Program, ProtocolKind};
use morris::ByColor;

const SPEECHES: Words<ProtocolKind> = Words(&[
    ("competition", ProtocolKind::Competition),
    ("uci", ProtocolKind::Uci),
    ("classroom", ProtocolKind::Classroom),
]);

/// An outside program: `{ name = "…", speaks = "uci", command = "…", options = { Threads = "2" } }`.
struct ProgramForm;

impl Form<Program> for ProgramForm {
    fn read(&self, value: &DeValue<'_>) -> Option<Program> {
        let keys = value.as_table()?;
        let text = |key| Text.read(keys.get(key)?.get_ref());
        Some(Program {
            name: text("name").filter(|name| !name.trim().is_empty())?,
            speech: SPEECHES.read(keys.get("speaks")?.get_ref())?,
            command: text("command")?,
            options: keys
                .get("options")
                .map_or(Some(BTreeMap::new()), |options| read_options(options.get_ref().as_table()?))?,
        })
    }
    fn write(&self, value: &Program) -> Value {
        let options = value.options.iter().map(|(name, value)| (name.clone(), Text.write(value)));
        let options = Value::Table(options.collect());
        table([
            ("name", Text.write(&value.name)),
            ("speaks", SPEECHES.write(&value.speech)),
            ("command", Text.write(&value.command)),
            ("options", options),
        ])
    }
    fn allowed(&self) -> Allowed {
        Allowed::Program
    }
}

fn read_options(keys: &DeTable<'_>) -> Option<BTreeMap<String, String>> {
    keys.iter().map(|(name, value)| Some((name.get_ref().to_string(), Text.read(value.get_ref())?))).collect()
}

/// Outside programs with different names.
pub(super) struct Programs;

impl Form<Vec<Program>> for Programs {
    fn read(&self, value: &DeValue<'_>) -> Option<Vec<Program>> {
        let list = value.as_array()?.iter().map(|program| ProgramForm.read(program.get_ref()));
        let programs: Vec<_> = list.collect::<Option<_>>()?;
        let names: BTreeSet<_> = programs.iter().map(|program| &program.name).collect();
        (names.len() == programs.len()).then_some(programs)
    }
    fn write(&self, value: &Vec<Program>) -> Value {
        Value::Array(value.iter().map(|program| ProgramForm.write(program)).collect())
    }
    fn allowed(&self) -> Allowed {
        Allowed::Programs
    }
}

/// The programs that are watched: `{ white = "name" }`; a colour left out is our engine's.
pub(super) struct Watched;

impl Form<ByColor<Option<String>>> for Watched {
    fn read(&self, value: &DeValue<'_>) -> Option<ByColor<Option<String>>> {
        let keys = value.as_table()?;
        let name = |key| match keys.get(key) {
            Some(name) => Text.read(name.get_ref()).map(Some),
            None => Some(None),
        };
        Some(ByColor { white: name("white")?, black: name("black")? })
    }
    fn write(&self, value: &ByColor<Option<String>>) -> Value {
        let named = [("white", &value.white), ("black", &value.black)].into_iter();
        let named = named.filter_map(|(key, name)| Some((key.to_owned(), Text.write(name.as_ref()?))));
        Value::Table(named.collect::<Table>())
    }
    fn allowed(&self) -> Allowed {
        Allowed::Watched
    }
}
