// SPDX-License-Identifier: GPL-3.0-or-later
//! What somebody has practiced, as a file.
//!
//! ```text
//! version = 1
//! shown = ["9f2c…"]                                        keys of puzzles, the last one last
//!
//! [rating]
//! all = { rating = 1512.3, deviation = 88.1, volatility = 0.06, tried = 31, solved = 20 }
//! fork = { … }                                             and so for each theme
//!
//! [days]
//! 2026-11-22 = { points = "whole", version = 1 }
//!
//! [records]
//! rush-3 = 12
//!
//! [[cards]]
//! due = "2026-11-25"
//! step = 1
//! puzzle = "…"                                             its line of text
//! ```

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use super::error::{FileError, FileProblem, Located, WriteError};
use super::file_actor::OnDisk;
use super::files::{self, MAX_FILE_BYTES};
use super::lock::{Lock, Patience};
use super::toml_text::{Document, VERSION_KEY, text_of};
use morris::escape_path;
use morris_teach::puzzles::{
    Card, DailyResult, PlayerRating, Practice, Progress, Puzzle, PuzzleKey, RatingScore, RunKind, Theme,
};

/// The format version that is written.
const VERSION: i64 = 1;

/// The first line of the file.
const HEAD: &str = "# Nine Men's Morris practice";

/// Where the rating for all puzzles stands among those for themes.
const ALL: &str = "all";

/// The ending of a file beside it, in which a program left what it could not write there before it
/// ended.
const LEFT: &str = "left";

/// The file of what somebody has practiced. Several programs may have it open: each change is made
/// to what stands there at that moment, while the folder is locked, so that nothing of the others
/// is lost. Where another one holds the lock to the end of the program, what was practiced is left
/// in a file beside it, `practice.toml.left-4711`, and taken in by the next.
pub struct PracticeFile {
    path: PathBuf,
    /// What was read or written last.
    last: Practice,
    /// What could not be written yet, in order.
    unwritten: Vec<PracticeChange>,
    /// How many changes were written.
    written: u64,
}

/// A change of what was practiced. It is made again where it could not be written.
pub type PracticeChange = Box<dyn Fn(&mut Practice) + Send>;

/// What reading gave.
pub struct LoadedPractice {
    /// What was practiced; where the file says nothing usable, nothing.
    pub practice: Practice,
    /// Where to change it.
    pub file: PracticeFile,
    /// What is wrong in the file.
    pub problems: Vec<FileError>,
    /// The new name of a file that could not be used at all.
    pub set_aside: Option<PathBuf>,
}

/// What stands in the file.
#[derive(Default)]
struct Content {
    practice: Practice,
    /// All keys, so that those of other versions are kept.
    keys: Table,
    problems: Vec<FileError>,
}

impl PracticeFile {
    /// The file in the folder of the user's data, beside that of the saved games.
    #[must_use]
    pub fn beside(saves: &Path) -> PathBuf {
        saves.with_file_name("practice.toml")
    }

    /// Reads what was practiced. There need not be a file. One that cannot be used at all gets
    /// another name, unless another program holds the folder; a value that cannot be used is
    /// reported and left out, and the file gets another name before the next one is written.
    #[must_use]
    pub fn load(path: &Path) -> LoadedPractice {
        let (Content { mut practice, problems, .. }, set_aside) = match read(path) {
            Ok(content) => (content, None),
            Err(located) => {
                let problems = vec![located.of(path)];
                (Content { problems, ..Content::default() }, set_aside(path))
            }
        };
        left_behind(path).into_iter().for_each(|(_, left)| practice.take_in(left));
        let file = Self { path: path.to_owned(), last: practice.clone(), unwritten: Vec::new(), written: 0 };
        LoadedPractice { practice, file, problems, set_aside }
    }

    /// Changes what stands in the file now, in one step, and says what stands there then. A file
    /// that can no longer be used gets another name, and what was known before is changed.
    ///
    /// # Errors
    /// Why not, also if another program holds the folder; then the old file still stands.
    pub fn change(&mut self, change: impl FnOnce(&mut Practice)) -> Result<Practice, WriteError> {
        let practice = self.change_within(Patience::Usual, change)?;
        self.last.clone_from(&practice);
        Ok(practice)
    }

    /// The same for the end of the program. Where another one holds the folder, what was practiced
    /// is left beside the file.
    ///
    /// # Errors
    /// Why not.
    pub fn change_at_last(&mut self, change: impl Fn(&mut Practice)) -> Result<(), WriteError> {
        match self.change_within(Patience::Short, &change) {
            Err(WriteError::File { source, .. }) if source.kind() == ErrorKind::ResourceBusy => {
                let read = read(&self.path).map(|content| content.practice);
                let mut practice = read.unwrap_or_else(|_| self.last.clone());
                change(&mut practice);
                let place = files::place(&self.path)?;
                // Another program may leave one at the same moment.
                let beside = files::with_ending(&place, LEFT, rand::random_range(1_000..1_000_000_000));
                files::write_text(&beside, &text(&practice, &Table::new()))
            }
            changed => changed.map(drop),
        }
    }

    fn change_within(&self, patience: Patience, change: impl FnOnce(&mut Practice)) -> Result<Practice, WriteError> {
        let place = files::place(&self.path)?;
        let _lock =
            lock(&self.path, patience).map_err(|source| WriteError::File { path: self.path.clone(), source })?;
        let read = read(&self.path);
        let understood = read.as_ref().is_ok_and(|content| content.problems.is_empty());
        let content = read.unwrap_or_else(|_| Content { practice: self.last.clone(), ..Content::default() });
        let Content { mut practice, keys, .. } = content;
        let left = left_behind(&self.path);
        left.iter().for_each(|(_, left)| practice.take_in(left.clone()));
        change(&mut practice);
        if !understood && !files::is_missing(&self.path) {
            files::set_aside(&self.path)?;
        }
        files::write_text(&place, &text(&practice, &keys))?;
        for (path, _) in left {
            // To take it in once more changes nothing.
            fs::remove_file(&path).unwrap_or_else(|error| tracing::warn!("{}: {error}", escape_path(&path)));
        }
        Ok(practice)
    }
}

/// What could not be written is tried again with the next change, and at the end. It tells what
/// stands in the file, after how many changes.
impl OnDisk for PracticeFile {
    type Job = PracticeChange;
    type News = Result<(Practice, u64), WriteError>;
    const NAME: &'static str = "practice";

    fn work(&mut self, jobs: Vec<PracticeChange>, tell: &mut dyn FnMut(Self::News)) {
        let mut changes = std::mem::take(&mut self.unwritten);
        changes.extend(jobs);
        let written = self.change(|practice| changes.iter().for_each(|change| change(practice)));
        match &written {
            Ok(_) => self.written += changes.len() as u64,
            Err(_) => self.unwritten = changes,
        }
        tell(written.map(|practice| (practice, self.written)));
    }

    fn end(&mut self) {
        let changes = std::mem::take(&mut self.unwritten);
        if !changes.is_empty() {
            let written = self.change_at_last(|practice| changes.iter().for_each(|change| change(practice)));
            written.unwrap_or_else(|error| tracing::error!("{error}"));
        }
    }
}

/// Keeps other programs from the file as long as it lives. The folder is locked, since the file is
/// replaced.
fn lock(path: &Path, patience: Patience) -> io::Result<Option<Lock>> {
    // A folder that cannot be opened: rather without than not at all.
    let folder = path.parent().and_then(|folder| File::open(folder).ok());
    folder.map(|folder| Lock::take(folder, patience)).transpose()
}

/// Gives a file that cannot be used another name, and says which. Another program may have done so
/// in the meantime.
fn set_aside(path: &Path) -> Option<PathBuf> {
    let _lock = lock(path, Patience::Usual).ok()?;
    read(path).is_err().then(|| files::set_aside(path).ok()).flatten()
}

/// What other programs left beside the file, each with its path.
fn left_behind(path: &Path) -> Vec<(PathBuf, Practice)> {
    let Ok(place) = files::target(path) else { return Vec::new() };
    let (Some(folder), Some(name)) = (place.parent(), place.file_name()) else { return Vec::new() };
    let begin = format!("{}.{LEFT}-", name.to_string_lossy());
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let left = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(&begin));
    let whole = |path: &Path| read(path).ok().filter(|content| content.problems.is_empty());
    left.filter_map(|entry| Some((entry.path(), whole(&entry.path())?.practice))).collect()
}

fn read(path: &Path) -> Result<Content, Located> {
    let bytes = match files::read(path, MAX_FILE_BYTES) {
        Err(FileProblem::Unreadable(error)) if error.kind() == ErrorKind::NotFound => return Ok(Content::default()),
        result => result?,
    };
    let text = text_of(&bytes)?;
    let mut document = Document::parse(text, VERSION)?;
    let mut problems = Vec::new();
    let keys: Keys = document.read_leniently(&mut problems)?;
    let practice = keys.into_practice(&mut problems);
    let problems = problems.into_iter().map(|located| located.of(path)).collect();
    Ok(Content { practice, keys: text.parse().unwrap_or_default(), problems })
}

/// The text of what was practiced, with the keys of other versions among those that stood there.
fn text(practice: &Practice, kept: &Table) -> String {
    let mut keys = Table::try_from(Keys::of(practice)).unwrap_or_default();
    for section in SECTIONS {
        // Words of another version in our sections stay as well.
        let (Some(Value::Table(kept)), Some(Value::Table(ours))) = (kept.get(section), keys.get_mut(section)) else {
            continue;
        };
        let unknown = |key: &str| match section {
            "rating" => key != ALL && key.parse::<Theme>().is_err(),
            _ => RunKind::ALL.iter().all(|kind| kind.id() != key),
        };
        let more = kept.iter().filter(|(key, _)| unknown(key));
        ours.extend(more.map(|(key, value)| (key.clone(), value.clone())));
    }
    let mut table = kept.clone();
    table.insert(VERSION_KEY.to_owned(), Value::Integer(VERSION));
    table.extend(keys);
    format!("{HEAD}\n{table}")
}

/// The sections whose keys are words of ours.
const SECTIONS: [&str; 2] = ["rating", "records"];

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Keys {
    shown: Vec<String>,
    rating: BTreeMap<String, RatingKeys>,
    days: BTreeMap<String, DayKeys>,
    records: BTreeMap<String, u32>,
    /// Each by itself, so that one that cannot be used takes no other with it.
    cards: Vec<Value>,
}

#[derive(Serialize, Deserialize)]
struct RatingKeys {
    rating: f64,
    deviation: f64,
    volatility: f64,
    tried: u32,
    solved: u32,
}

#[derive(Serialize, Deserialize)]
struct DayKeys {
    points: String,
    version: u32,
}

#[derive(Serialize, Deserialize)]
struct CardKeys {
    due: String,
    step: u8,
    puzzle: String,
}

const POINTS: [(RatingScore, &str); 3] =
    [(RatingScore::Whole, "whole"), (RatingScore::Half, "half"), (RatingScore::Nothing, "nothing")];

impl Keys {
    fn of(practice: &Practice) -> Self {
        let Practice { all, themes, repetition, days, records, shown } = practice;
        let ratings = themes.iter().map(|(theme, progress)| (theme.id(), progress));
        let points = |points| POINTS.iter().find(|(of, _)| *of == points).map_or("", |(_, word)| word).to_owned();
        Self {
            shown: shown.iter().map(|PuzzleKey(key)| format!("{key:016x}")).collect(),
            rating: [(ALL, all)].into_iter().chain(ratings).map(|(id, it)| (id.to_owned(), it.into())).collect(),
            days: days
                .iter()
                .map(|(day, it)| (day.to_string(), DayKeys { points: points(it.points), version: it.version }))
                .collect(),
            records: records.iter().map(|(kind, &most)| (kind.id().to_owned(), most)).collect(),
            cards: repetition
                .cards()
                .iter()
                .filter_map(|Card { puzzle, due, step }| {
                    let keys = CardKeys { due: due.to_string(), step: *step, puzzle: puzzle.to_string() };
                    Value::try_from(keys).ok()
                })
                .collect(),
        }
    }

    /// What the keys say; words that mean nothing here are left out, but those that cannot be are
    /// told.
    fn into_practice(self, problems: &mut Vec<Located>) -> Practice {
        let mut practice = Practice::default();
        let mut wrong = |key: &str, found: &str, allowed: &str| {
            let (key, found) = (key.to_owned(), morris::escape(found));
            problems.push(FileProblem::Value { key, found, allowed: allowed.to_owned() }.into());
        };
        for key in &self.shown {
            match u64::from_str_radix(key, 16) {
                Ok(key) => practice.shown.push_back(PuzzleKey(key)),
                Err(_) => wrong("shown", key, "16 digits"),
            }
        }
        for (id, keys) in self.rating {
            match (keys.progress(), id.parse::<Theme>()) {
                (None, _) => wrong("rating", &id, "numbers that can be"),
                (Some(progress), _) if id == ALL => practice.all = progress,
                (Some(progress), Ok(theme)) => _ = practice.themes.insert(theme, progress),
                (Some(_), Err(_)) => {}
            }
        }
        for (day, DayKeys { points: word, version }) in self.days {
            let points = POINTS.iter().find(|(_, known)| *known == word).map(|&(points, _)| points);
            match (day.parse::<Date>(), points) {
                (Ok(day), Some(points)) => _ = practice.days.insert(day, DailyResult { points, version }),
                (Err(_), _) => wrong("days", &day, "a date"),
                (_, None) => wrong("points", &word, "whole, half, nothing"),
            }
        }
        for (id, most) in self.records {
            let kind = RunKind::ALL.into_iter().find(|kind| kind.id() == id);
            practice.records.extend(kind.map(|kind| (kind, most)));
        }
        for card in self.cards {
            let CardKeys { due, step, puzzle } = match card.clone().try_into() {
                Ok(keys) => keys,
                Err(_) => {
                    wrong("cards", &card.to_string(), "a date due, a number step and a puzzle");
                    continue;
                }
            };
            match (due.parse::<Date>(), Puzzle::parse(&puzzle)) {
                (Ok(due), Ok(puzzle)) => practice.repetition.insert(Card { puzzle, due, step }),
                (Err(_), _) => wrong("due", &due, "a date"),
                (_, Err(error)) => wrong("puzzle", &puzzle, &error.to_string()),
            }
        }
        practice
    }
}

impl RatingKeys {
    /// The progress, if its numbers can be.
    fn progress(&self) -> Option<Progress> {
        let Self { rating, deviation, volatility, tried, solved } = *self;
        let may_be = (-10_000.0..=10_000.0).contains(&rating)
            && (1.0..=1_000.0).contains(&deviation)
            && (0.0..=1.0).contains(&volatility);
        let rating = PlayerRating { rating, deviation, volatility };
        may_be.then_some(Progress { rating, tried, solved })
    }
}

impl From<&Progress> for RatingKeys {
    fn from(progress: &Progress) -> Self {
        let Progress { rating: PlayerRating { rating, deviation, volatility }, tried, solved } = *progress;
        Self { rating, deviation, volatility, tried, solved }
    }
}
