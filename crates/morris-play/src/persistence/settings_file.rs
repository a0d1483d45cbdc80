// SPDX-License-Identifier: GPL-3.0-or-later
//! The settings as a file.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::document::{Document, Misfit, Section, VERSION_KEY, text_of};
use super::error::{FileError, FileProblem, WriteError};
use super::forms::{ClockForm, Flag, Form, Language, Milliseconds, Number, RulesId, SkillForm, Text, Words};
use super::program_form::{Programs, Watched};
use super::{Animation, BoardStyle, MOST_BYTES, Settings, atomic, limits};
use crate::setup::{Begins, Opponent};
use morris::{printable, printable_path};

/// The format version that is written.
const VERSION: i64 = 1;

/// The first line of the file.
const HEAD: &str = "# Nine Men's Morris settings";

const BOARD_STYLES: Words<BoardStyle> = Words(&[("wood", BoardStyle::Wood)]);
const ANIMATIONS: Words<Animation> = Words(&[
    ("off", Animation::Off),
    ("fast", Animation::Fast),
    ("normal", Animation::Normal),
    ("slow", Animation::Slow),
]);
const OPPONENTS: Words<Opponent> = Words(&[
    ("person", Opponent::Person),
    ("computer", Opponent::Computer),
    ("program", Opponent::Program),
    ("watch", Opponent::Watch),
]);
const BEGINS: Words<Begins> =
    Words(&[("you", Begins::You), ("opponent", Begins::Opponent), ("random", Begins::Random)]);

/// The log names no more keys that are not known.
const MOST_UNKNOWN: usize = 20;

/// Something that goes through all keys: to read them or to write them.
trait Visitor {
    /// The keys that follow stand in this section.
    fn section(&mut self, name: &'static str);
    /// A key, its field, and the form of its value.
    fn key<T>(&mut self, key: &'static str, field: &mut T, form: impl Form<T>);
}

/// Every key of the file: the one list for reading and for writing.
fn visit(settings: &mut Settings, keys: &mut impl Visitor) {
    keys.section("sound");
    keys.key("on", &mut settings.sound, Flag);
    keys.key("volume", &mut settings.volume, Number(limits::VOLUME));
    keys.section("look");
    keys.key("language", &mut settings.language, Language);
    keys.key("board", &mut settings.board_style, BOARD_STYLES);
    keys.key("coordinates", &mut settings.coordinates, Flag);
    keys.key("animation", &mut settings.animation, ANIMATIONS);
    keys.key("targets", &mut settings.targets, Flag);
    keys.key("values", &mut settings.values, Flag);
    keys.section("window");
    keys.key("width", &mut settings.window.width, Number(limits::WIDTH));
    keys.key("height", &mut settings.window.height, Number(limits::HEIGHT));
    keys.key("maximized", &mut settings.maximized, Flag);
    keys.key("full_screen", &mut settings.full_screen, Flag);
    keys.key("sidebar", &mut settings.sidebar, Flag);
    keys.section("engine");
    keys.key("thinking_time_ms", &mut settings.thinking_time, Milliseconds(limits::THINKING_TIME));
    keys.key("memory_mib", &mut settings.memory, Number(limits::MEMORY));
    keys.key("threads", &mut settings.threads, Number(limits::THREADS));
    keys.key("solve_men", &mut settings.solve_men, Number(limits::SOLVE_MEN));
    keys.key("solve_paused", &mut settings.solve_paused, Flag);
    keys.section("game");
    keys.key("opponent", &mut settings.choice.opponent, OPPONENTS);
    keys.key("level", &mut settings.choice.skill, SkillForm);
    keys.key("second_level", &mut settings.choice.second_skill, SkillForm);
    keys.key("begins", &mut settings.choice.begins, BEGINS);
    keys.key("rules", &mut settings.choice.rules, RulesId);
    keys.key("clock", &mut settings.choice.clock, ClockForm);
    keys.key("program", &mut settings.choice.program, Text);
    keys.key("watched", &mut settings.choice.watched, Watched);
    keys.section("programs");
    keys.key("known", &mut settings.programs, Programs);
}

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
        path.parent().into_iter().for_each(atomic::sweep);
        let mut file = Self { path: path.to_owned(), kept: Table::new(), in_the_way: false };
        match file.read() {
            Ok((settings, problems)) => {
                file.in_the_way = !problems.is_empty();
                LoadedSettings { settings, file, problems, set_aside: None }
            }
            Err(misfit) => {
                let set_aside = atomic::set_aside(path);
                file.in_the_way = set_aside.is_err();
                LoadedSettings {
                    settings: Settings::default(),
                    file,
                    problems: vec![misfit.of(path)],
                    set_aside: set_aside.ok(),
                }
            }
        }
    }

    fn read(&mut self) -> Result<(Settings, Vec<FileError>), Misfit> {
        let mut settings = Settings::default();
        let bytes = match atomic::read(&self.path, MOST_BYTES) {
            Err(FileProblem::Unreadable(error)) if error.kind() == ErrorKind::NotFound => {
                return Ok((settings, Vec::new()));
            }
            result => result?,
        };
        let text = text_of(&bytes)?;
        let document = Document::parse(text, VERSION)?;
        self.kept = text.parse().unwrap_or_default();
        let mut reader = Reader::new(document.top());
        visit(&mut settings, &mut reader);
        reader.look_for_unknown_keys(&self.path);
        Ok((settings, reader.problems.into_iter().map(|misfit| misfit.of(&self.path)).collect()))
    }

    /// Writes the settings.
    ///
    /// # Errors
    /// Why not; then the old file still stands.
    pub fn save(&mut self, settings: &Settings) -> Result<(), WriteError> {
        let text = self.fitting_text(settings);
        if self.in_the_way && !atomic::is_free(&self.path) {
            atomic::set_aside(&self.path)?;
        }
        self.in_the_way = false;
        atomic::write_text(&self.path, &text)
    }

    /// The text; without the keys that are not known, where it could not be read back with them: then the old file gets
    /// another name, too.
    fn fitting_text(&mut self, settings: &Settings) -> String {
        let text = self.text(settings);
        if atomic::fits(&text) {
            return text;
        }
        self.kept = Table::new();
        self.in_the_way = true;
        self.text(settings)
    }

    fn text(&self, settings: &Settings) -> String {
        let mut writer = Writer { table: self.kept.clone(), section: "" };
        writer.table.insert(VERSION_KEY.to_owned(), Value::Integer(VERSION));
        visit(&mut settings.clone(), &mut writer);
        format!("{HEAD}\n{}", writer.table)
    }
}

/// Reads keys into the settings.
struct Reader<'d> {
    top: Section<'d>,
    section: Option<Section<'d>>,
    section_name: &'static str,
    known: Vec<(&'static str, &'static str)>,
    problems: Vec<Misfit>,
}

impl<'d> Reader<'d> {
    fn new(top: Section<'d>) -> Self {
        Self { top, section: None, section_name: "", known: Vec::new(), problems: Vec::new() }
    }

    /// Keys of another version, or misspelt ones, are kept; the log tells about them.
    fn look_for_unknown_keys(&self, path: &Path) {
        let path = printable_path(path);
        let mut unknown = self.unknown_keys();
        for (key, line) in unknown.by_ref().take(MOST_UNKNOWN) {
            tracing::warn!("{path}, line {line}: “{}” is not known", printable(&key));
        }
        let more = unknown.count();
        if more > 0 {
            tracing::warn!("{path}: {more} more keys are not known");
        }
    }

    fn unknown_keys(&self) -> impl Iterator<Item = (String, usize)> {
        self.top.keys().filter(|&(name, _)| name != VERSION_KEY).flat_map(|(name, line)| match self.top.section(name) {
            Ok(Some(section)) => {
                let unknown = section.keys().filter(|(key, _)| !self.known.contains(&(name, key)));
                unknown.map(|(key, line)| (format!("{name}.{key}"), line)).collect()
            }
            _ => vec![(name.to_owned(), line)],
        })
    }
}

impl Visitor for Reader<'_> {
    fn section(&mut self, name: &'static str) {
        self.section_name = name;
        self.section = self.top.section(name).unwrap_or_else(|misfit| {
            self.problems.push(misfit);
            None
        });
    }

    fn key<T>(&mut self, key: &'static str, field: &mut T, form: impl Form<T>) {
        self.known.push((self.section_name, key));
        match self.section.map(|section| section.get(key, &form)) {
            Some(Ok(Some(value))) => *field = value,
            Some(Err(misfit)) => self.problems.push(misfit),
            Some(Ok(None)) | None => {}
        }
    }
}

/// Writes the settings over what was read.
struct Writer {
    table: Table,
    section: &'static str,
}

impl Visitor for Writer {
    fn section(&mut self, name: &'static str) {
        self.section = name;
        if !self.table.get(name).is_some_and(Value::is_table) {
            self.table.insert(name.to_owned(), Value::Table(Table::new()));
        }
    }

    fn key<T>(&mut self, key: &'static str, field: &mut T, form: impl Form<T>) {
        if let Some(Value::Table(section)) = self.table.get_mut(self.section) {
            section.insert(key.to_owned(), form.write(field));
        }
    }
}
