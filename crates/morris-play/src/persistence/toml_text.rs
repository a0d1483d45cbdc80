// SPDX-License-Identifier: GPL-3.0-or-later
//! TOML documents with a format version, and their errors with line and key.

use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue, Deserializer, Error};

use super::error::{FileProblem, Located};
use morris::escape;

pub(super) const VERSION_KEY: &str = "version";

/// Description of a value that must be a section.
pub(super) const SECTION: &str = "a section of keys";

/// Decodes the bytes of a file as UTF-8.
pub(super) fn text_of(bytes: &[u8]) -> Result<&str, Located> {
    std::str::from_utf8(bytes).map_err(|error| {
        let read = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let line = 1 + read.iter().filter(|&&byte| byte == b'\n').count();
        Located { line: Some(line), problem: FileProblem::NoText }
    })
}

type Key<'t> = Spanned<DeString<'t>>;
type Value<'t> = Spanned<DeValue<'t>>;

/// A parsed document.
pub(super) struct Document<'t> {
    text: &'t str,
    /// Offsets of the line ends, since a line is looked up for every value.
    line_ends: Vec<usize>,
    pub table: DeTable<'t>,
}

impl<'t> Document<'t> {
    /// Parses a document. `newest` is the newest known format version.
    pub fn parse(text: &'t str, newest: i64) -> Result<Self, Located> {
        let document = Self::of_any_version(text)?;
        document.check_version(newest)?;
        Ok(document)
    }

    /// Parses a document that need not have a version.
    pub(crate) fn of_any_version(text: &'t str) -> Result<Self, Located> {
        let line_ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at).collect();
        let mut document = Self { text, line_ends, table: DeTable::new() };
        let table = DeTable::parse(text).map_err(|error| Located {
            line: error.span().map(|span| document.line(span.start)),
            problem: FileProblem::Syntax(escape(&error.message().lines().collect::<Vec<_>>().join(", "))),
        })?;
        document.table = table.into_inner();
        Ok(document)
    }

    fn check_version(&self, newest: i64) -> Result<(), Located> {
        let value = self.table.get(VERSION_KEY).ok_or(FileProblem::NoVersion)?;
        let found = value.get_ref().as_integer().map(|number| i64::from_str_radix(number.as_str(), number.radix()));
        let problem = match found {
            Some(Ok(version)) if (1..=newest).contains(&version) => return Ok(()),
            Some(Ok(found)) if found > newest => FileProblem::Version { found, known: newest },
            _ => FileProblem::NoVersion,
        };
        Err(Located { line: Some(self.line(value.span().start)), problem })
    }

    /// Deserializes the values of these keys, all of which must be valid. Other keys are ignored at
    /// no cost.
    pub fn read<T: DeserializeOwned>(&self, keys: &[&str]) -> Result<T, Located> {
        let known = self.table.iter().filter(|(key, _)| keys.contains(&key.get_ref().as_ref()));
        let known = known.map(|(key, value)| (key.clone(), value.clone())).collect();
        T::deserialize(self.deserializer(known)).map_err(|error| self.problem(&error, self.find(&error)))
    }

    /// Deserializes the whole document. A key with an invalid value is removed, reported, and then
    /// treated as missing.
    pub(crate) fn read_leniently<T: DeserializeOwned>(&mut self, problems: &mut Vec<Located>) -> Result<T, Located> {
        loop {
            let error = match T::deserialize(self.deserializer(self.table.clone())) {
                Ok(value) => return Ok(value),
                Err(error) => error,
            };
            let place = self.find(&error);
            let problem = self.problem(&error, place);
            let path = place.map(|place| (place.section.map(str::to_owned), place.key.to_owned()));
            match path {
                Some((section, key)) if self.remove(section.as_deref(), &key) => problems.push(problem),
                _ => return Err(problem),
            }
        }
    }

    fn deserializer(&self, table: DeTable<'t>) -> Deserializer<'t> {
        Deserializer::from(Spanned::new(0..self.text.len(), table))
    }

    fn remove(&mut self, section: Option<&str>, key: &str) -> bool {
        let table = match section {
            Some(section) => self.table.get_mut(section).and_then(|section| match section.get_mut() {
                DeValue::Table(table) => Some(table),
                _ => None,
            }),
            None => Some(&mut self.table),
        };
        table.is_some_and(|table| table.remove(key).is_some())
    }

    /// Returns the innermost key, at most one section deep, to whose value an error refers.
    fn find(&self, error: &Error) -> Option<KeyLocation<'_, 't>> {
        let at = error.span()?.start;
        let in_sections = self.table.iter().filter_map(|(section, value)| {
            let (key, value) = find_in(value.get_ref().as_table()?, at)?;
            Some(KeyLocation { section: Some(section.get_ref().as_ref()), key, value })
        });
        let at_top = find_in(&self.table, at).map(|(key, value)| KeyLocation { section: None, key, value });
        in_sections.into_iter().next().or(at_top)
    }

    fn problem(&self, error: &Error, place: Option<KeyLocation<'_, 't>>) -> Located {
        match place {
            Some(place) => self.not_allowed(place.key, place.value.span(), allowed(error.message())),
            None => Located { line: None, problem: FileProblem::Syntax(escape(error.message())) },
        }
    }

    /// Creates the problem of a value that is not allowed. `key` may be preceded by the name of its
    /// section.
    pub(crate) fn not_allowed(&self, key: &str, value: Range<usize>, allowed: String) -> Located {
        let line = Some(self.line(value.start));
        let key = key.rsplit('.').next().unwrap_or(key).to_owned();
        Located { line, problem: FileProblem::Value { key, found: self.first_line(value), allowed } }
    }

    /// Returns the text of a span, shortened to its first line.
    fn first_line(&self, span: Range<usize>) -> String {
        let text = self.text.get(span).unwrap_or_default();
        match text.split_once('\n') {
            Some((first, _)) => escape(&format!("{}…", first.trim_end())),
            None => escape(text),
        }
    }

    /// Returns the line of an offset, counted from 1.
    pub fn line(&self, offset: usize) -> usize {
        1 + self.line_ends.partition_point(|&end| end < offset)
    }
}

/// Location of a value that is not allowed.
#[derive(Clone, Copy)]
struct KeyLocation<'d, 't> {
    section: Option<&'d str>,
    key: &'d str,
    value: &'d Value<'t>,
}

fn find_in<'d, 't>(table: &'d DeTable<'t>, at: usize) -> Option<(&'d str, &'d Value<'t>)> {
    let holds = |(key, value): &(&Key<'_>, &Value<'_>)| key.span().contains(&at) || value.span().contains(&at);
    table.iter().find(holds).map(|(key, value)| (key.get_ref().as_ref(), value))
}

/// Extracts the allowed values from an error. Our own errors contain nothing else. Those of serde
/// begin with the value found.
fn allowed(message: &str) -> String {
    match message.rsplit_once("expected ") {
        Some((_, "a boolean")) => "true or false".to_owned(),
        Some((_, "a string")) => "a text".to_owned(),
        Some((_, words)) if words.contains('`') => {
            words.trim_start_matches("one of ").replace("` or `", "`, `").replace('`', "")
        }
        Some((_, words)) => words.to_owned(),
        None => message.to_owned(),
    }
}
