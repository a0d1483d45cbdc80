// SPDX-License-Identifier: GPL-3.0-or-later
//! The file of the settings.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use toml::de::{DeString, DeTable, DeValue};
use toml::{Spanned, Table, Value};

use super::error::{FileError, FileProblem, Located, WriteError};
use super::file_actor::OnDisk;
use super::files::{self, MAX_FILE_BYTES};
use super::lock::{Lock, Patience};
use super::settings::{Settings, StyleId};
use super::toml_text::{Document, SECTION, VERSION_KEY, text_of};
use morris::{escape, escape_path};

/// Format version that is written.
const VERSION: i64 = 1;

/// First line of the file.
const HEAD: &str = "# Nine Men's Morris settings";

/// Names of the style of the board and of that of the men in [`Settings`].
const STYLE_KEYS: [&str; 2] = ["look.board", "look.men"];

/// Maximum number of unknown keys that the log names.
const MOST_UNKNOWN: usize = 20;

/// The file of the settings, with the parts of it that [`Settings`] does not hold.
#[derive(Debug)]
pub struct SettingsFile {
    path: PathBuf,
    /// All keys that were read, so that those of other versions are kept.
    kept: Table,
    /// Settings that were last read or written, by their [`names`]. A value that still equals these
    /// was not changed by this program.
    known: Table,
    /// Ids of the existing styles, or `None` to accept any.
    styles: Option<Styles>,
}

/// Ids of the existing styles.
#[derive(Clone, Copy, Debug)]
pub struct Styles {
    /// Styles of the board.
    pub boards: &'static [&'static str],
    /// Styles of the men.
    pub men: &'static [&'static str],
}

/// Result of loading the settings.
#[derive(Debug)]
pub struct LoadedSettings {
    /// The settings, which are the default if the file is unusable.
    pub settings: Settings,
    /// The file, for saving.
    pub file: SettingsFile,
    /// Problems in the file.
    pub problems: Vec<FileError>,
    /// New path of a file that was completely unusable and has been renamed.
    pub set_aside: Option<PathBuf>,
}

impl SettingsFile {
    /// Loads the settings. The file may be missing. A completely unusable file is renamed. An
    /// unusable value is reported and replaced by its default, and the file is renamed before the
    /// next one is written.
    pub fn load(path: &Path) -> LoadedSettings {
        Self::loaded(path, None)
    }

    /// Loads the settings as [`Self::load`] does, but accepts only these styles.
    pub fn load_with_styles(path: &Path, styles: Styles) -> LoadedSettings {
        Self::loaded(path, Some(styles))
    }

    fn loaded(path: &Path, styles: Option<Styles>) -> LoadedSettings {
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

    /// Reads the settings and the problems in the file. Returns `None` if there is no file.
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
        problems.extend(self.refuse_styles(&mut document));
        let settings = document.read_leniently(&mut problems)?;
        Ok(Some((settings, problems)))
    }

    /// Removes unknown styles from the document. Returns a problem for each, which lists the
    /// existing styles.
    fn refuse_styles(&self, document: &mut Document<'_>) -> Vec<Located> {
        let Some(Styles { boards, men }) = self.styles else { return Vec::new() };
        let men = [men, &[StyleId::OF_BOARD]].concat();
        let allowed = STYLE_KEYS.into_iter().zip([boards, &men]);
        allowed.filter_map(|(key, styles)| refuse_style(document, key, styles)).collect()
    }

    /// Writes the settings that were changed since they were last read or written. Other settings
    /// keep the values in the file, which another program may have changed. If information in the
    /// file would be lost, the file is renamed first.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written. The old file then remains.
    pub fn save(&mut self, settings: &Settings) -> Result<(), WriteError> {
        let ours = names(settings);
        let _lock = self.lock()?;
        let (merged, mut is_lost) = match self.read(|_, _, _| {}) {
            Ok(Some((theirs, problems))) => (self.merged(names(&theirs), &ours), !problems.is_empty()),
            Ok(None) => (ours.clone(), false),
            Err(_) => (ours.clone(), true),
        };
        let mut text = self.text(merged.clone());
        if !files::fits(&text) {
            // Together with the unknown keys, the file would be too large to be read back.
            self.kept = Table::new();
            is_lost = true;
            text = self.text(merged);
        }
        if is_lost && !files::is_missing(&self.path) {
            let aside = files::set_aside(&self.path)?;
            tracing::warn!("{} is now {}", escape_path(&self.path), escape_path(&aside));
        }
        files::write_text(&self.path, &text, files::MODE)?;
        self.known = ours;
        Ok(())
    }

    fn lock(&self) -> Result<Option<Lock>, WriteError> {
        let failed = |source| WriteError::File { path: self.path.clone(), source };
        Lock::folder(files::folder_of(&files::place(&self.path)?), Patience::Usual).map_err(failed)
    }

    /// Merges the settings of another program with the changes made here.
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

/// Of several waiting settings only the latest are written.
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

/// Removes a style from the document unless it is one of these.
fn refuse_style(document: &mut Document<'_>, key: &str, styles: &[&str]) -> Option<Located> {
    let value = document.table.get(key)?;
    if value.get_ref().as_str().is_some_and(|id| styles.contains(&id)) {
        return None;
    }
    let problem = document.not_allowed(key, value.span(), styles.join(", "));
    document.table.remove(key);
    Some(problem)
}

/// Sections of the file by name, with their keys.
type Sections = BTreeMap<String, Table>;

/// Returns the values of [`Settings`] by name. Serialization leaves no field out. A name is either
/// a key with its section, such as `sound.on`, or a whole section.
fn names(settings: &Settings) -> Table {
    Table::try_from(settings).unwrap_or_default()
}

/// Sorts values with [`names`] into the sections of the file.
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

/// Reduces the document to the known keys, under their names in [`Settings`]. Returns a problem for
/// each value that should be a section.
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

/// Logs unknown keys. They may belong to another version or be misspelled, and they are kept.
fn log_unknown_keys(document: &Document<'_>, known: &Sections, path: &Path) {
    let path = escape_path(path);
    let mut unknown = unknown_keys(document, known);
    for (key, line) in unknown.by_ref().take(MOST_UNKNOWN) {
        tracing::warn!("{path}, line {line}: “{}” is unknown", escape(&key));
    }
    let more = unknown.count();
    if more > 0 {
        tracing::warn!("{path}: {more} more keys are unknown");
    }
}

/// Returns the keys that belong to no setting, with their lines.
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
