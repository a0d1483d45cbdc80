// SPDX-License-Identifier: GPL-3.0-or-later
//! The settings as a file.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use toml::de::{DeString, DeTable, DeValue};
use toml::{Spanned, Table, Value};

use super::error::{FileError, FileProblem, Located, WriteError};
use super::file_actor::OnDisk;
use super::files::{self, MAX_FILE_BYTES};
use super::settings::Settings;
use super::toml_text::{Document, SECTION, VERSION_KEY, text_of};
use morris::{escape, escape_path};

/// The format version that is written.
const VERSION: i64 = 1;

/// The first line of the file.
const HEAD: &str = "# Nine Men's Morris settings";

/// The name of the style of the board in [`Settings`].
const STYLE_KEY: &str = "look.board";

/// The log names no more keys that are not known.
const MOST_UNKNOWN: usize = 20;

/// The file of the settings, and what of it the settings do not hold.
#[derive(Debug)]
pub struct SettingsFile {
    path: PathBuf,
    /// All that was read, so that keys of other versions are kept.
    kept: Table,
    /// The settings that were read or written last, by their [`names`]: what is as it was then has
    /// not been changed here.
    known: Table,
    /// The styles of the board that there are, by their ids; `None` where any is taken.
    styles: Option<&'static [&'static str]>,
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
    /// Reads the settings. There need not be a file. One that cannot be used at all gets another
    /// name; a value that cannot be used is reported and has its default, and the file gets another
    /// name before the next one is written.
    #[must_use]
    pub fn load(path: &Path) -> LoadedSettings {
        Self::loaded(path, None)
    }

    /// The same, where these are the ids of all styles of the board: another one is a value that
    /// cannot be used.
    #[must_use]
    pub fn load_with_styles(path: &Path, styles: &'static [&'static str]) -> LoadedSettings {
        Self::loaded(path, Some(styles))
    }

    fn loaded(path: &Path, styles: Option<&'static [&'static str]>) -> LoadedSettings {
        if let Some(folder) = path.parent() {
            files::remove_stale_files(folder);
        }
        let mut file = Self { path: path.to_owned(), kept: Table::new(), known: Table::new(), styles };
        let (settings, problems, set_aside) = match file.read(log_unknown_keys) {
            Ok(Some((settings, problems))) => (settings, problems, None),
            Ok(None) => (Settings::default(), Vec::new(), None),
            Err(located) => (Settings::default(), vec![located], files::set_aside(path).ok()),
        };
        file.known = names(&settings);
        let problems = problems.into_iter().map(|located| located.of(path)).collect();
        LoadedSettings { settings, file, problems, set_aside }
    }

    /// What the file says, and what is wrong in it; `None` if there is none.
    fn read(
        &mut self,
        log: impl FnOnce(&Document<'_>, &Sections, &Path),
    ) -> Result<Option<(Settings, Vec<Located>)>, Located> {
        let bytes = match files::read(&self.path, MAX_FILE_BYTES) {
            Err(FileProblem::Unreadable(error)) if error.kind() == ErrorKind::NotFound => return Ok(None),
            result => result?,
        };
        let text = text_of(&bytes)?;
        let mut document = Document::parse(text, VERSION)?;
        self.kept = text.parse().unwrap_or_default();
        let known = in_sections(names(&Settings::default()));
        log(&document, &known, &self.path);
        let mut problems = name_keys(&mut document, &known);
        problems.extend(self.refuse_style(&mut document));
        let settings = document.read_leniently(&mut problems)?;
        Ok(Some((settings, problems)))
    }

    /// Takes a style of the board out that there is not; says which there are.
    fn refuse_style(&self, document: &mut Document<'_>) -> Option<Located> {
        let (styles, value) = (self.styles?, document.table.get(STYLE_KEY)?);
        if value.get_ref().as_str().is_some_and(|id| styles.contains(&id)) {
            return None;
        }
        let problem = document.not_allowed(STYLE_KEY, value.span(), styles.join(", "));
        document.table.remove(STYLE_KEY);
        Some(problem)
    }

    /// Writes the settings that were changed since they were read or written last; the others stay
    /// as they stand in the file now, since somebody else may have changed them there. A file that
    /// says something which is not written again gets another name before.
    ///
    /// # Errors
    /// Why not; then the old file still stands.
    pub fn save(&mut self, settings: &Settings) -> Result<(), WriteError> {
        let ours = names(settings);
        let (merged, mut is_lost) = match self.read(|_, _, _| {}) {
            Ok(Some((theirs, problems))) => (self.merged(names(&theirs), &ours), !problems.is_empty()),
            Ok(None) => (ours.clone(), false),
            Err(_) => (ours.clone(), true),
        };
        let mut text = self.text(merged.clone());
        if !files::fits(&text) {
            // With the keys that are not known it could not be read back.
            self.kept = Table::new();
            is_lost = true;
            text = self.text(merged);
        }
        if is_lost && !files::is_missing(&self.path) {
            let aside = files::set_aside(&self.path)?;
            tracing::warn!("{} is now {}", escape_path(&self.path), escape_path(&aside));
        }
        files::write_text(&self.path, &text)?;
        self.known = ours;
        Ok(())
    }

    /// Settings of somebody else, and what was changed here.
    fn merged(&self, mut theirs: Table, ours: &Table) -> Table {
        let changed = ours.iter().filter(|(name, value)| self.known.get(*name) != Some(value));
        theirs.extend(changed.map(|(name, value)| (name.clone(), value.clone())));
        theirs
    }

    fn text(&self, named: Table) -> String {
        let mut table = self.kept.clone();
        table.insert(VERSION_KEY.to_owned(), Value::Integer(VERSION));
        for (section, keys) in in_sections(named) {
            match table.get_mut(&section) {
                Some(Value::Table(kept)) => kept.extend(keys),
                _ => _ = table.insert(section, Value::Table(keys)),
            }
        }
        format!("{HEAD}\n{table}")
    }
}

/// Of several settings that wait the latest are written.
impl OnDisk for SettingsFile {
    type Job = Settings;
    type News = Result<(), WriteError>;
    const NAME: &'static str = "settings";

    fn work(&mut self, jobs: Vec<Settings>, tell: &mut dyn FnMut(Self::News)) {
        if let Some(settings) = jobs.last() {
            tell(self.save(settings));
        }
    }
}

/// The sections of the file by their names, and the keys of each.
type Sections = BTreeMap<String, Table>;

/// The names in [`Settings`], which leaves none out when it is written: those of keys with their
/// section, such as `sound.on`, and those of whole sections.
fn names(settings: &Settings) -> Table {
    Table::try_from(settings).unwrap_or_default()
}

/// Where values stand in the file, which have [`names`].
fn in_sections(named: Table) -> Sections {
    let mut sections = Sections::new();
    for (name, value) in named {
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

/// Leaves the known keys of a text, under their names in [`Settings`]; says what should be a
/// section and is none.
fn name_keys(document: &mut Document<'_>, known: &Sections) -> Vec<Located> {
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
fn log_unknown_keys(document: &Document<'_>, known: &Sections, path: &Path) {
    let path = escape_path(path);
    let mut unknown = unknown_keys(document, known);
    for (key, line) in unknown.by_ref().take(MOST_UNKNOWN) {
        tracing::warn!("{path}, line {line}: “{}” is not known", escape(&key));
    }
    let more = unknown.count();
    if more > 0 {
        tracing::warn!("{path}: {more} more keys are not known");
    }
}

/// The keys that no setting has, and the line of each.
fn unknown_keys(document: &Document<'_>, known: &Sections) -> impl Iterator<Item = (String, usize)> {
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
