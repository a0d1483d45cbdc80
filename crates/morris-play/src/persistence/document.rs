// SPDX-License-Identifier: GPL-3.0-or-later
//! TOML texts whose values know their lines.

use std::ops::Range;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::{Allowed, FileError, FileProblem};
use super::forms::Form;
use morris::printable;

/// The key of the format version.
pub(super) const VERSION_KEY: &str = "version";

/// Something wrong in a text, and its line.
#[derive(Debug)]
pub(super) struct Misfit {
    pub line: Option<usize>,
    pub problem: FileProblem,
}

impl From<FileProblem> for Misfit {
    fn from(problem: FileProblem) -> Self {
        Self { line: None, problem }
    }
}

impl Misfit {
    /// The same, in a file.
    pub fn of(self, path: &Path) -> FileError {
        FileError { path: path.to_owned(), line: self.line, problem: self.problem }
    }
}

/// The text in a file's bytes.
pub(super) fn text_of(bytes: &[u8]) -> Result<&str, Misfit> {
    std::str::from_utf8(bytes)
        .map_err(|error| Misfit { line: Some(line_of(bytes, error.valid_up_to())), problem: FileProblem::NoText })
}

fn line_of(text: &[u8], offset: usize) -> usize {
    1 + text.iter().take(offset).filter(|&&byte| byte == b'\n').count()
}

fn line_ends(text: &str) -> Vec<usize> {
    text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at).collect()
}

/// A TOML text that says its format version.
pub(super) struct Document<'t> {
    text: &'t str,
    /// Where the lines end: one looks them up for every value.
    line_ends: Vec<usize>,
    table: DeTable<'t>,
}

impl<'t> Document<'t> {
    /// Takes a text apart. `newest` is the newest format version that is known.
    pub fn parse(text: &'t str, newest: i64) -> Result<Self, Misfit> {
        let table = DeTable::parse(text).map_err(|error| Misfit {
            line: error.span().map(|span| line_of(text.as_bytes(), span.start)),
            problem: FileProblem::Syntax(printable(&error.message().lines().collect::<Vec<_>>().join(", "))),
        })?;
        let document = Self { text, line_ends: line_ends(text), table: table.into_inner() };
        document.check_version(newest)?;
        Ok(document)
    }

    fn check_version(&self, newest: i64) -> Result<(), Misfit> {
        let value = self.table.get(VERSION_KEY).ok_or(FileProblem::NoVersion)?;
        match integer(value.get_ref()) {
            Some(version) if (1..=newest).contains(&version) => Ok(()),
            Some(found) => Err(self.top().misfit(value, FileProblem::Version { found, known: newest })),
            None => Err(self.top().misfit(value, FileProblem::NoVersion)),
        }
    }

    /// The keys that stand in no section.
    pub fn top(&self) -> Section<'_> {
        Section { text: self.text, line_ends: &self.line_ends, table: &self.table }
    }
}

/// The keys of a section.
#[derive(Clone, Copy)]
pub(super) struct Section<'d> {
    text: &'d str,
    line_ends: &'d [usize],
    table: &'d DeTable<'d>,
}

impl<'d> Section<'d> {
    /// The value of a key, if the key is there.
    pub fn get<T>(&self, key: &str, form: &impl Form<T>) -> Result<Option<T>, Misfit> {
        self.table.get(key).map(|value| self.read(key, value, form)).transpose()
    }

    /// The value of a key that has to be there.
    pub fn require<T>(&self, key: &str, form: &impl Form<T>) -> Result<T, Misfit> {
        self.get(key, form)?.ok_or_else(|| FileProblem::Missing(key.to_owned()).into())
    }

    /// The values of a list, each with its line, if the key is there.
    pub fn list<T>(&self, key: &str, form: &impl Form<T>) -> Result<Option<Vec<(usize, T)>>, Misfit> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let DeValue::Array(items) = value.get_ref() else {
            return Err(self.misfit(value, self.wrong(key, value, form.allowed())));
        };
        let read = |item| Ok((self.line(item), self.read(key, item, form)?));
        items.iter().map(read).collect::<Result<_, _>>().map(Some)
    }

    /// The section of this name, if it is there.
    pub fn section(&self, name: &str) -> Result<Option<Self>, Misfit> {
        let Some(value) = self.table.get(name) else { return Ok(None) };
        match value.get_ref() {
            DeValue::Table(table) => Ok(Some(Self { table, ..*self })),
            _ => Err(self.misfit(value, self.wrong(name, value, Allowed::Section))),
        }
    }

    /// The keys, and the line of each.
    pub fn keys(&self) -> impl Iterator<Item = (&'d str, usize)> {
        self.table.keys().map(|key| (key.get_ref().as_ref(), self.line(key)))
    }

    /// The line of a key's value.
    pub fn line_of(&self, key: &str) -> Option<usize> {
        self.table.get(key).map(|value| self.line(value))
    }

    fn read<T>(&self, key: &str, value: &Spanned<DeValue<'_>>, form: &impl Form<T>) -> Result<T, Misfit> {
        let wrong = || self.misfit(value, self.wrong(key, value, form.allowed()));
        form.read(value.get_ref()).ok_or_else(wrong)
    }

    fn wrong(&self, key: &str, value: &Spanned<DeValue<'_>>, allowed: Allowed) -> FileProblem {
        FileProblem::Value { key: key.to_owned(), found: self.shown(value.span()), allowed }
    }

    /// What stands at a place, shortened to its first line.
    fn shown(&self, span: Range<usize>) -> String {
        let text = self.text.get(span).unwrap_or_default();
        match text.split_once('\n') {
            Some((first, _)) => printable(&format!("{}…", first.trim_end())),
            None => printable(text),
        }
    }

    fn misfit<T>(&self, value: &Spanned<T>, problem: FileProblem) -> Misfit {
        Misfit { line: Some(self.line(value)), problem }
    }

    fn line<T>(&self, value: &Spanned<T>) -> usize {
        1 + self.line_ends.partition_point(|&end| end < value.span().start)
    }
}

/// A whole number that fits.
pub(super) fn integer(value: &DeValue<'_>) -> Option<i64> {
    value.as_integer().and_then(|number| i64::from_str_radix(number.as_str(), number.radix()).ok())
}
