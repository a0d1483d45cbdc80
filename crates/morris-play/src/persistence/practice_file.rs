// SPDX-License-Identifier: GPL-3.0-or-later
//! The user's practice record as a file.
//!
//! ```text
//! version = 1
//! shown = ["9f2c…"]                                        keys of puzzles, the last one last
//!
//! [rating]
//! all = { rating = 1512.3, deviation = 88.1, volatility = 0.06, tried = 31, solved = 20 }
//! fork = { … }                                             and so for each theme
//! judgment = { … }                                         questions whether a move is a mistake
//!
//! [days]
//! 2026-11-22 = { points = "whole", easy = "whole", version = 1 }      the best, and each grade
//!
//! [records]
//! rush-3 = 12
//!
//! [coach]
//! games = 2                                                finished games that could have a coach
//! speaks = "first-games"                                   or always, never
//!
//! [endgames]
//! win-5-4 = { points = "whole", moves = 14 }
//!
//! [openings]
//! center-mill-5 = { due = "2026-11-25", step = 1 }         decisions, by the moves before them
//!
//! [[cards]]
//! due = "2026-11-25"
//! step = 1
//! puzzle = "…"                                             its line of text
//! ```

use std::collections::BTreeMap;
use std::fs;
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
use morris_teach::coach::{CoachChoice, FIRST_GAMES};
use morris_teach::opening::LineCard;
use morris_teach::puzzles::{
    Card, DailyGrade, DailyResult, Endgame, EndgameRecord, LineDue, MOST_SHOWN, PlayerRating, Practice, Progress,
    Puzzle, PuzzleKey, RatingScore, RunKind, Theme,
};

/// Format version that is written.
const VERSION: i64 = 1;

/// First line of the file.
const HEAD: &str = "# Nine Men's Morris practice";

/// Key of the rating for all puzzles, among the keys for themes.
const ALL: &str = "all";

/// Key of the rating for questions whether a move is a mistake. Older versions keep it like a theme
/// that they do not know.
const JUDGMENT: &str = "judgment";

/// Extension of the files beside it, in which programs saved changes that they could not write
/// before they ended.
const LEFT: &str = "left";

/// The file of the practice record. Several programs may use it at once. Each change applies to the
/// current contents of the file while the folder is locked, so no change of another program is
/// lost. If another program holds the lock until this one ends, the record is saved in a file
/// beside it, such as `practice.toml.left-4711`. The next program merges that file.
pub struct PracticeFile {
    path: PathBuf,
    /// Record that was last read or written.
    last: Practice,
    /// Changes that could not be written yet, in order.
    unwritten: Vec<PracticeChange>,
    /// Number of changes written.
    written: u64,
}

/// A change of the practice record. It is applied again if it could not be written.
pub type PracticeChange = Box<dyn Fn(&mut Practice) + Send>;

/// Result of loading the practice record.
pub struct LoadedPractice {
    /// The record, which is empty if the file is unusable.
    pub practice: Practice,
    /// The file, for changes.
    pub file: PracticeFile,
    /// Problems in the file.
    pub problems: Vec<FileError>,
    /// New path of a file that was completely unusable and has been renamed.
    pub set_aside: Option<PathBuf>,
}

#[derive(Default)]
struct Content {
    practice: Practice,
    /// All keys, so that those of other versions are kept.
    keys: Table,
    problems: Vec<FileError>,
}

impl PracticeFile {
    /// Returns the path of the file in the user's data folder, beside the folder of saved games.
    pub fn beside(saves: &Path) -> PathBuf {
        saves.with_file_name("practice.toml")
    }

    /// Loads the practice record. The file may be missing. A completely unusable file is renamed
    /// unless another program holds the folder. An unusable value is reported and left out, and the
    /// file is renamed before the next one is written.
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

    /// Changes the current contents of the file in one step, and returns the new contents. A file
    /// that has become unusable is renamed, and the change then applies to the record that was last
    /// read or written.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written, also if another program holds the folder.
    /// The old file then remains.
    pub fn change(&mut self, change: impl FnOnce(&mut Practice)) -> Result<Practice, WriteError> {
        let practice = self.change_within(Patience::Usual, change)?;
        self.last.clone_from(&practice);
        Ok(practice)
    }

    /// Changes the contents at the end of the program. If another program holds the folder, the
    /// changed record is saved beside the file.
    pub fn change_at_last(&mut self, change: impl Fn(&mut Practice)) -> Result<(), WriteError> {
        match self.change_within(Patience::Short, &change) {
            Err(WriteError::File { source, .. }) if source.kind() == ErrorKind::ResourceBusy => {
                let read = read(&self.path).map(|content| content.practice);
                let mut practice = read.unwrap_or_else(|_| self.last.clone());
                change(&mut practice);
                let place = files::place(&self.path)?;
                // Another program may save one at the same moment.
                let beside = files::with_ending(&place, LEFT, rand::random_range(1_000..1_000_000_000));
                files::write_text(&beside, &text(&practice, &Table::new()), files::MODE)
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
        files::write_text(&place, &text(&practice, &keys), files::MODE)?;
        for (path, _) in left {
            // Merging the file again would change nothing.
            fs::remove_file(&path).unwrap_or_else(|error| tracing::warn!("{}: {error}", escape_path(&path)));
        }
        Ok(practice)
    }
}

/// Changes that could not be written are tried again with the next change and at the end. Each
/// report gives the contents of the file and the number of changes written.
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

/// Locks the file against other programs as long as the result lives. The folder is locked, since
/// the file is replaced.
fn lock(path: &Path, patience: Patience) -> io::Result<Option<Lock>> {
    path.parent().map_or(Ok(None), |folder| Lock::folder(folder, patience))
}

/// Renames a file that cannot be used, and returns its new path. Another program may have done so
/// in the meantime.
fn set_aside(path: &Path) -> Option<PathBuf> {
    let _lock = lock(path, Patience::Usual).ok()?;
    read(path).is_err().then(|| files::set_aside(path).ok()).flatten()
}

/// Returns the records that other programs saved beside the file, each with its path.
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

/// Returns the text of a record, with the keys of other versions from the old file.
fn text(practice: &Practice, kept: &Table) -> String {
    let mut keys = Table::try_from(Keys::of(practice)).unwrap_or_default();
    for section in SECTIONS {
        // Keys of other versions in known sections are kept, too.
        let (Some(Value::Table(kept)), Some(Value::Table(ours))) = (kept.get(section), keys.get_mut(section)) else {
            continue;
        };
        let unknown = |key: &str| match section {
            "rating" => ![ALL, JUDGMENT].contains(&key) && key.parse::<Theme>().is_err(),
            "coach" => !["games", "speaks"].contains(&key),
            "endgames" => Endgame::of_id(key).is_none(),
            "openings" => LineCard::of_id(key).is_none(),
            _ => RunKind::of_id(key).is_none(),
        };
        let more = kept.iter().filter(|(key, _)| unknown(key));
        ours.extend(more.map(|(key, value)| (key.clone(), value.clone())));
    }
    let mut table = kept.clone();
    table.insert(VERSION_KEY.to_owned(), Value::Integer(VERSION));
    table.extend(keys);
    format!("{HEAD}\n{table}")
}

/// Sections whose keys are words that may differ between versions.
const SECTIONS: [&str; 5] = ["rating", "records", "endgames", "openings", "coach"];

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Keys {
    shown: Vec<String>,
    rating: BTreeMap<String, RatingKeys>,
    days: BTreeMap<String, DayKeys>,
    records: BTreeMap<String, u32>,
    coach: CoachKeys,
    endgames: BTreeMap<String, EndgameKeys>,
    /// Read one by one, so that an unusable one does not affect others.
    openings: BTreeMap<String, Value>,
    /// The same.
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
    /// A file of an older program has none of the grades.
    easy: Option<String>,
    medium: Option<String>,
    hard: Option<String>,
    version: u32,
}

/// A file of an older program has none of these.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct CoachKeys {
    games: u32,
    speaks: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct EndgameKeys {
    points: String,
    moves: u32,
}

#[derive(Serialize, Deserialize)]
struct LineKeys {
    due: String,
    step: u8,
}

#[derive(Serialize, Deserialize)]
struct CardKeys {
    due: String,
    step: u8,
    puzzle: String,
}

impl Keys {
    fn of(practice: &Practice) -> Self {
        let Practice { all, themes, repetition, days, records, endgames, shown, coach, judgment, lines } = practice;
        let themes = themes.iter().map(|(theme, progress)| (theme.id(), progress));
        let judgment = Some((JUDGMENT, judgment)).filter(|(_, judgment)| judgment.tried > 0);
        let ratings = [(ALL, all)].into_iter().chain(themes).chain(judgment);
        let points = |points: RatingScore| points.id().to_owned();
        Self {
            shown: shown.iter().map(|PuzzleKey(key)| format!("{key:016x}")).collect(),
            rating: ratings.map(|(id, it)| (id.to_owned(), it.into())).collect(),
            days: days
                .iter()
                .map(|(day, it)| {
                    let [easy, medium, hard] = it.grades.map(|grade| grade.map(points));
                    (day.to_string(), DayKeys { points: points(it.best()), easy, medium, hard, version: it.version })
                })
                .collect(),
            records: records.iter().map(|(kind, &most)| (kind.id().to_owned(), most)).collect(),
            coach: CoachKeys { games: coach.games, speaks: Some(coach.choice.id().to_owned()) },
            endgames: endgames
                .iter()
                .map(|(endgame, it)| (endgame.to_string(), EndgameKeys { points: points(it.points), moves: it.moves }))
                .collect(),
            openings: lines
                .iter()
                .filter_map(|(card, LineDue { due, step })| {
                    let keys = LineKeys { due: due.to_string(), step: *step };
                    Some((card.to_string(), Value::try_from(keys).ok()?))
                })
                .collect(),
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

    /// Converts the keys to a record. Unknown words are left out. Invalid values are left out and
    /// reported.
    fn into_practice(self, problems: &mut Vec<Located>) -> Practice {
        let mut practice = Practice::default();
        let mut wrong = |key: &str, found: &str, allowed: &str| {
            let (key, found) = (key.to_owned(), morris::escape(found));
            problems.push(FileProblem::Value { key, found, allowed: allowed.to_owned() }.into());
        };
        let skipped = self.shown.len().saturating_sub(MOST_SHOWN);
        for key in self.shown.iter().skip(skipped) {
            match u64::from_str_radix(key, 16) {
                Ok(key) => practice.shown.push_back(PuzzleKey(key)),
                Err(_) => wrong("shown", key, "16 digits"),
            }
        }
        for (id, keys) in self.rating {
            match (keys.progress(), id.parse::<Theme>()) {
                (None, _) => wrong("rating", &id, "numbers that can be"),
                // Written before the first rated puzzle, maybe by a version with another beginning.
                (Some(progress), _) if progress.tried == 0 => {}
                (Some(progress), _) if id == ALL => practice.all = progress,
                (Some(progress), _) if id == JUDGMENT => practice.judgment = progress,
                (Some(progress), Ok(theme)) => _ = practice.themes.insert(theme, progress),
                (Some(_), Err(_)) => {}
            }
        }
        for (day, DayKeys { points: word, easy, medium, hard, version }) in self.days {
            let words = [easy, medium, hard];
            words
                .iter()
                .flatten()
                .filter(|word| RatingScore::of_id(word).is_none())
                .for_each(|word| wrong("days", word, SCORES));
            let mut grades = words.map(|word| word.and_then(|word| RatingScore::of_id(&word)));
            match (day.parse::<Date>(), RatingScore::of_id(&word)) {
                (Ok(day), Some(points)) => {
                    let has_none = grades.iter().all(Option::is_none);
                    if let Some(medium) = grades.get_mut(DailyGrade::Medium as usize).filter(|_| has_none) {
                        // It had one puzzle a day, of middle difficulty.
                        *medium = Some(points);
                    }
                    practice.days.insert(day, DailyResult { grades, version });
                }
                (Err(_), _) => wrong("days", &day, "a date"),
                (_, None) => wrong("points", &word, SCORES),
            }
        }
        for (id, most) in self.records {
            practice.records.extend(RunKind::of_id(&id).map(|kind| (kind, most)));
        }
        practice.coach.games = self.coach.games.min(FIRST_GAMES);
        if let Some(word) = self.coach.speaks {
            match CoachChoice::of_id(&word) {
                Some(choice) => practice.coach.choice = choice,
                None => wrong("speaks", &word, "first-games, always, never"),
            }
        }
        for (id, EndgameKeys { points: word, moves }) in self.endgames {
            match (Endgame::of_id(&id), RatingScore::of_id(&word)) {
                (Some(endgame), Some(points)) => _ = practice.endgame_played(endgame, EndgameRecord { points, moves }),
                (Some(_), None) => wrong("points", &word, SCORES),
                // Another version offers it.
                (None, _) => {}
            }
        }
        for (id, value) in self.openings {
            // Another version may have other decisions.
            let Some(card) = LineCard::of_id(&id) else { continue };
            let keys = value.clone().try_into().ok();
            match keys.and_then(|LineKeys { due, step }| Some(LineDue { due: due.parse().ok()?, step })) {
                Some(line) => _ = practice.lines.insert(card, line),
                None => wrong("openings", &value.to_string(), "a date due and a number step"),
            }
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

/// Words for scores, as problems name them.
const SCORES: &str = "whole, half, nothing";

impl RatingKeys {
    /// Returns the progress, or `None` if one of its numbers cannot be. Older versions wrote
    /// numbers without limit, so those are brought into their ranges.
    fn progress(&self) -> Option<Progress> {
        let Self { rating, deviation, volatility, tried, solved } = *self;
        let can_be =
            rating.is_finite() && [deviation, volatility].iter().all(|number| (0.0..=f64::MAX).contains(number));
        let rating = PlayerRating { rating, deviation, volatility }.bounded();
        can_be.then_some(Progress { rating, tried, solved })
    }
}

impl From<&Progress> for RatingKeys {
    fn from(progress: &Progress) -> Self {
        let Progress { rating: PlayerRating { rating, deviation, volatility }, tried, solved } = *progress;
        Self { rating, deviation, volatility, tried, solved }
    }
}
