// SPDX-License-Identifier: GPL-3.0-or-later
//! Custom rules of the user, in separate files and in saved games.
//!
//! ```text
//! [custom_rules]
//! base = "twelve"         a preset; what follows differs from it
//! flying = "never"
//! men = 9
//! name = "As at home"     may be left out
//! ```

use std::path::Path;

use toml::de::{DeTable, DeValue};
use toml::{Spanned, Value};

use super::error::{FileError, FileProblem, Located};
use super::files::read_text;
use super::toml_text::{Document, VERSION_KEY};
use morris::{Rules, RulesTextError, names};

/// Name of the section that holds the rules.
const SECTION: &str = "custom_rules";
const BASE: &str = "base";
const NAME: &str = "name";

/// Rules with the name that the user has given to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnRules {
    /// Name of the rules.
    pub name: Option<String>,
    /// The rules, which may equal a preset.
    pub rules: Rules,
}

/// Why a text does not describe rules.
#[derive(Debug, thiserror::Error)]
pub enum OwnRulesError {
    /// The text is neither a preset nor a preset with valid changes.
    #[error(transparent)]
    Line(#[from] RulesTextError),
    /// The text is a path, and the file does not contain rules.
    #[error(transparent)]
    File(#[from] FileError),
}

impl OwnRules {
    /// Reads rules from the command line: the id of a preset, optionally with changes
    /// (`twelve,men=9`), or the path of a file of rules. A path contains a `/` or ends with
    /// `.toml`.
    pub fn said(text: &str) -> Result<Self, OwnRulesError> {
        match Rules::read_line(text) {
            Ok(rules) => Ok(Self { name: None, rules }),
            Err(_) if text.contains('/') || text.ends_with(".toml") => Ok(Self::read(text.as_ref())?),
            Err(error) => Err(error.into()),
        }
    }

    /// Reads a file of rules. It contains the keys of the section, either in the section or at the
    /// top level. A saved game therefore also serves as a file of rules.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        Self::parse(&read_text(path)?).map_err(|located| located.of(path))
    }

    fn parse(text: &str) -> Result<Self, Located> {
        let document = Document::of_any_version(text)?;
        match Self::in_section(&document)? {
            Some(rules) => Ok(rules),
            None => Self::of_table(&document, &document.table, 0),
        }
    }

    /// Reads the rules of a document, if it has the section.
    pub(super) fn in_section(document: &Document<'_>) -> Result<Option<Self>, Located> {
        let Some(section) = document.table.get(SECTION) else { return Ok(None) };
        match section.get_ref() {
            DeValue::Table(table) => Self::of_table(document, table, section.span().start).map(Some),
            _ => Err(document.not_allowed(SECTION, section.span(), super::toml_text::SECTION.to_owned())),
        }
    }

    /// Reads the rules of a saved game with custom rules.
    pub(super) fn required(document: &Document<'_>) -> Result<Self, Located> {
        Self::in_section(document)?.ok_or_else(|| FileProblem::Missing(SECTION.to_owned()).into())
    }

    fn of_table(document: &Document<'_>, table: &DeTable<'_>, start: usize) -> Result<Self, Located> {
        let text = |key: &str, value: &Spanned<DeValue<'_>>| {
            let allowed = || document.not_allowed(key, value.span(), "a text".to_owned());
            value.get_ref().as_str().map(str::to_owned).ok_or_else(allowed)
        };
        let base = table.get(BASE).ok_or_else(|| FileProblem::Missing(BASE.to_owned()))?;
        let preset: Rules = text(BASE, base)?.parse().map_err(|_| {
            let ids = Rules::PRESETS.iter().map(Rules::id).collect::<Vec<_>>();
            document.not_allowed(BASE, base.span(), ids.join(", "))
        })?;
        let mut rules = Rules::builder(preset);
        for (key, value) in table {
            let (key, span) = (key.get_ref().as_ref(), value.span());
            if [BASE, NAME, VERSION_KEY].contains(&key) {
                continue;
            }
            rules = rules.choose(key, &word(value.get_ref())).map_err(|error| match error {
                RulesTextError::Value { allowed, .. } => document.not_allowed(key, span, allowed.into()),
                error => Located { line: Some(document.line(span.start)), problem: error.into() },
            })?;
        }
        let rules = rules.build().map_err(|error| Located {
            line: Some(document.line(start)),
            problem: RulesTextError::from(error).into(),
        })?;
        let name = table.get(NAME).map(|name| text(NAME, name)).transpose()?;
        Ok(Self { name: name.as_deref().and_then(names::kept), rules })
    }

    /// Returns the section with its keys, in one line.
    pub(super) fn line(rules: &Rules, name: Option<&str>) -> (&'static str, String) {
        let base = rules.base();
        let quoted = |text: &str| Value::from(text).to_string();
        let number = |value: String| if value.parse::<u16>().is_ok() { value } else { quoted(&value) };
        let keys = [(BASE, quoted(base.id()))]
            .into_iter()
            .chain(rules.differences(&base).into_iter().map(|(key, value)| (key, number(value))))
            .chain(name.map(|name| (NAME, quoted(name))));
        let keys: Vec<_> = keys.map(|(key, value)| format!("{key} = {value}")).collect();
        (SECTION, format!("{{ {} }}", keys.join(", ")))
    }
}

/// Returns a string or a decimal integer as text. Returns an empty string for other values, which
/// no choice allows.
fn word(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) if number.radix() == 10 => number.as_str().to_owned(),
        _ => String::new(),
    }
}
