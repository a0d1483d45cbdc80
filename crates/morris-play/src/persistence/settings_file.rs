// SPDX-License-Identifier: GPL-3.0-or-later
//! The settings as a file.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use toml::de::{DeString, DeTable, DeValue};
use toml::{Spanned, Table, Value};

use super::error::{FileError, FileProblem, Located, WriteError};
use super::files::{self, MAX_FILE_BYTES};
use super::settings::Settings;
use super::toml_text::{Document, SECTION, VERSION_KEY, text_of};
use morris::{printable, printable_path};

/// The format version that is written.
const VERSION: i64 = 1;

/// The first line of the file.
const HEAD: &str = "# Nine Men's Morris settings";

/// The log names no more keys that are not known.
const MOST_UNKNOWN: usize = 20;

/// The file of the settings, and what of it the settings do not hold.
#[derive(Debug)]
pub struct SettingsFile {
    path: PathBuf,
    /// All that was read, so that keys of other versions are kept.
    kept: Table,
    /// Whether a file stands under the name that says something which the settings do not hold: it must not be lost.
    in_the_way: bool,
}

/// What reading the settings gave.
#[derive(Debug)]
pub struct LoadedSettings {
    /// The settings; where the file says nothing usable, the default.
    pub settings: Settings,
    /// Where to save them.
    pub file: SettingsFile,
    /// What is wrong in the file.
    pub problems: Vec<FileError>,
    /// The new name of a file that could not be used at all.
    pub set_aside: Option<PathBuf>,
}

impl SettingsFile {
    /// Reads the settings. There need not be a file. One that cannot be used at all gets another name; a value that
    /// cannot be used is reported and has its default, and the file gets another name before the next one is written.
    #[must_use]
    pub fn load(path: &Path) -> LoadedSettings {
        path.parent().into_iter().for_each(files::remove_stale_files);
        let mut file = Self { path: path.to_owned(), kept: Table::new(), in_the_way: false };
        match file.read() {
            Ok((settings, problems)) => {
                file.in_the_way = !problems.is_empty();
                LoadedSettings { settings, file, problems, set_aside: None }
            }
            Err(located) => {
                let set_aside = files::set_aside(path);
                file.in_the_way = set_aside.is_err();
                LoadedSettings {
                    settings: Settings::default(),
                    file,
                    problems: vec![located.of(path)],
                    set_aside: set_aside.ok(),
                }
            }
        }
    }

    fn read(&mut self) -> Result<(Settings, Vec<FileError>), Located> {
        let bytes = match files::read(&self.path, MAX_FILE_BYTES) {
            Err(FileProblem::Unreadable(error)) if error.kind() == ErrorKind::NotFound => {
                return Ok((Settings::default(), Vec::new()));
            }
            result => result?,
        };
        let text = text_of(&bytes)?;
        let mut document = Document::parse(text, VERSION)?;
        self.kept = text.parse().unwrap_or_default();
        let known = in_sections(&Settings::default());
        log_unknown_keys(&document, &known, &self.path);
        let mut problems = name_keys(&mut document, &known);
        let settings = document.read_leniently(&mut problems)?;
        Ok((settings, problems.into_iter().map(|located| located.of(&self.path)).collect()))
    }

    /// Writes the settings.
    ///
    /// # Errors
    /// Why not; then the old file still stands.
    pub fn save(&mut self, settings: &Settings) -> Result<(), WriteError> {
        let text = self.fitting_text(settings);
        if self.in_the_way && !files::is_free(&self.path) {
            files::set_aside(&self.path)?;
        }
        self.in_the_way = false;
        files::write_text(&self.path, &text)
    }

    /// The text; without the keys that are not known, where it could not be read back with them: then the old file gets
    /// another name, too.
    fn fitting_text(&mut self, settings: &Settings) -> String {
        let text = self.text(settings);
        if files::fits(&text) {
            return text;
        }
        self.kept = Table::new();
        self.in_the_way = true;
        self.text(settings)
    }

    fn text(&self, settings: &Settings) -> String {
        let mut table = self.kept.clone();
        table.insert(VERSION_KEY.to_owned(), Value::Integer(VERSION));
        for (section, keys) in in_sections(settings) {
            match table.get_mut(&section) {
                Some(Value::Table(kept)) => kept.extend(keys),
                _ => _ = table.insert(section, Value::Table(keys)),
            }
        }
        format!("{HEAD}\n{table}")
    }
}

/// The names in [`Settings`], which leaves none out when it is written: those of keys with their section, such as
/// `sound.on`, and those of whole sections.
fn names(settings: &Settings) -> Table {
    Table::try_from(settings).unwrap_or_default()
}

/// The sections of the file, and the keys of each.
fn in_sections(settings: &Settings) -> BTreeMap<String, Table> {
    let mut sections: BTreeMap<String, Table> = BTreeMap::new();
    for (name, value) in names(settings) {
        match (name.split_once('.'), value) {
            (Some((section, key)), value) => {
                sections.entry(section.to_owned()).or_default().insert(key.to_owned(), value);
            }
            (None, Value::Table(keys)) => _ = sections.insert(name, keys),
            (None, _) => {}
        }
    }
    sections
}

/// Leaves the known keys of a text, under their names in [`Settings`]; says what should be a section and is none.
fn name_keys(document: &mut Document<'_>, known: &BTreeMap<String, Table>) -> Vec<Located> {
    let (mut named, mut problems, names) = (DeTable::new(), Vec::new(), names(&Settings::default()));
    for (section, value) in std::mem::take(&mut document.table) {
        let Some(known) = known.get(section.get_ref().as_ref()) else { continue };
        let (name, span) = (section.get_ref(), value.span());
        match value.into_inner() {
            DeValue::Table(keys) if names.contains_key(name.as_ref()) => {
                named.insert(section, Spanned::new(span, DeValue::Table(keys)));
            }
            DeValue::Table(keys) => {
                let keys = keys.into_iter().filter(|(key, _)| known.contains_key(key.get_ref().as_ref()));
                let with_section = |key: &Spanned<DeString<'_>>| format!("{name}.{}", key.get_ref());
                named.extend(keys.map(|(key, value)| (Spanned::new(key.span(), with_section(&key).into()), value)));
            }
            _ => problems.push(document.not_allowed(name, span, SECTION.to_owned())),
        }
    }
    document.table = named;
    problems
}

/// Keys of another version, or misspelt ones, are kept; the log tells about them.
fn log_unknown_keys(document: &Document<'_>, known: &BTreeMap<String, Table>, path: &Path) {
    let path = printable_path(path);
    let mut unknown = unknown_keys(document, known);
    for (key, line) in unknown.by_ref().take(MOST_UNKNOWN) {
        tracing::warn!("{path}, line {line}: “{}” is not known", printable(&key));
    }
    let more = unknown.count();
    if more > 0 {
        tracing::warn!("{path}: {more} more keys are not known");
    }
}

/// The keys that no setting has, and the line of each.
fn unknown_keys(document: &Document<'_>, known: &BTreeMap<String, Table>) -> impl Iterator<Item = (String, usize)> {
    let names = document.table.iter().filter(|(name, _)| name.get_ref() != VERSION_KEY);
    names.flat_map(|(name, value)| match (known.get(name.get_ref().as_ref()), value.get_ref()) {
        (Some(known), DeValue::Table(keys)) => {
            let unknown = keys.keys().filter(|key| !known.contains_key(key.get_ref().as_ref()));
            let unknown = unknown.map(|key| (format!("{}.{}", name.get_ref(), key.get_ref()), key));
            unknown.map(|(words, key)| (words, document.line(key.span().start))).collect()
        }
        _ => vec![(name.get_ref().to_string(), document.line(name.span().start))],
    })
}
