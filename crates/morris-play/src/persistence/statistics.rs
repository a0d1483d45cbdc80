// SPDX-License-Identifier: GPL-3.0-or-later
//! The statistics file, which has one line for each finished game and only grows.
//!
//! A line is written at once while the file is locked, so two windows do not disturb each other.
//! Each line ends with a mark. A line without it was cut off, for example because the program was
//! killed. The next writer ends such a line, and readers skip it. Later versions may add columns
//! after the known ones, which are ignored. A separate line says since when games are counted.
//! Games that ended earlier and have no line were forgotten.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::slice;

use jiff::{RoundMode, SignedDuration, Timestamp, TimestampRound, Unit};
use rustix::fs::OFlags;

use super::assistance::HelpUsed;
use super::entry::SaveId;
use super::error::{FileError, Located, WriteError};
use super::files;
use super::lock::{Lock, Patience};
use super::saved_game::{SavedGame, end_of_words};
use crate::setup::{GameSetup, Player, Skill};
use morris::{Color, Game, Outcome, Position, Rules, escape, escape_path, names};
use morris_engine::{FixedDepth, Level, Rating};

/// First line of the file.
const HEAD: &str = "# Nine Men's Morris statistics 1: \
                    game, end, rules, opponent, colour, result, reason, plies, accuracy, aids";

/// Beginning of the line that says since when games are counted.
const SINCE: &str = "# since ";

/// Text of a field whose value is unknown or missing.
const NOTHING: &str = "-";

/// End of every complete line.
const MARK: &str = "\t.";

/// Maximum size of the file in bytes. This is enough for some hundred thousand games.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// A finished game in the statistics.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishedGame {
    /// Name of the game's save. A game that ends again after an undo counts once.
    pub game: String,
    /// Time of the end, in whole seconds.
    pub end: Timestamp,
    /// Rules of the game.
    pub rules: Rules,
    /// Opponent of the person.
    pub opponent: OpponentKind,
    /// Color of the person, or `None` for a game between two persons.
    pub color: Option<Color>,
    /// Outcome of the game.
    pub outcome: Outcome,
    /// Number of moves of both sides.
    pub plies: usize,
    /// Accuracy of the person from 0 to 100, or `None` without a review.
    pub accuracy: Option<f64>,
    /// Aids that the person used, or `None` if they are unknown.
    pub aids: Option<HelpUsed>,
}

/// Kind of opponent.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OpponentKind {
    /// Another person.
    Person,
    /// The engine at a level from 1 to 10.
    Level(u8),
    /// The engine at a rating between two levels that suited the person.
    Rating(Rating),
    /// The engine at a fixed depth in plies.
    Depth(u8),
    /// The engine playing perfectly.
    Perfect,
    /// The external program of this name.
    Program(String),
    /// The friend of this name, in a game by message.
    Friend(String),
}

impl FinishedGame {
    /// Creates the entry of a game. Returns `None` if the game is not over, if no person played, or
    /// if it began in a position that was set up, since its result says little about a player.
    pub fn of(id: &SaveId, setup: &GameSetup, game: &Game, end: Timestamp, aids: Option<HelpUsed>) -> Option<Self> {
        let color = setup.only_person();
        if !setup.has_person() || *game.start() != Position::start(game.rules()) {
            return None;
        }
        let whole_seconds = TimestampRound::new().smallest(Unit::Second).mode(RoundMode::Trunc);
        Some(Self {
            game: id.to_string(),
            // The end must not be later than now, since newer saves are found by comparison with
            // it.
            end: end.round(whole_seconds).unwrap_or(end),
            rules: *game.rules(),
            opponent: OpponentKind::of(&setup.players[color.map_or(Color::White, Color::other)]),
            color,
            outcome: game.outcome()?,
            plies: game.cursor(),
            accuracy: None,
            aids,
        })
    }

    /// Creates the entry of a saved game.
    pub fn of_save(id: &SaveId, saved: &SavedGame) -> Option<Self> {
        Self::of(id, &saved.setup, &saved.game, saved.saved, saved.aids)
    }

    /// Returns the person's points: 1, ½ or 0. Returns `None` for a game between two persons.
    pub fn points(&self) -> Option<f64> {
        let color = self.color?;
        Some(self.outcome.winner().map_or(0.5, |winner| f64::from(winner == color)))
    }

    /// Returns `true` if both entries describe the same end of the same game. A copied save of the
    /// game counts as the same if it ended at the same moment.
    pub(crate) fn is_same_end(&self, other: &Self) -> bool {
        let moment = self.end.duration_since(other.end).abs() <= SAME_MOMENT;
        let end = |game: &Self| (game.rules, game.outcome, game.plies);
        end(self) == end(other) && (self.game == other.game || moment)
    }

    fn fields(&self) -> [String; 10] {
        let used = self.aids.map(|aids| match aids.words() {
            words if words.is_empty() => NOTHING.to_owned(),
            words => words.join(","),
        });
        [
            plain(&self.game),
            self.end.to_string(),
            self.rules.line(),
            self.opponent.text(),
            self.color.map_or(NOTHING, color_word).to_owned(),
            self.outcome.result().to_owned(),
            self.outcome.reason().to_owned(),
            self.plies.to_string(),
            self.accuracy.map_or_else(|| NOTHING.to_owned(), |accuracy| format!("{accuracy:.1}")),
            used.unwrap_or_else(|| "?".to_owned()),
        ]
    }

    /// Parses a line. Returns `None` if it is not understood.
    fn parse(line: &str) -> Option<Self> {
        let mut fields = line.strip_suffix(MARK)?.split('\t');
        let mut next = || fields.next();
        let (game, end, rules, opponent, color) = (next()?, next()?, next()?, next()?, next()?);
        let (result, reason, plies, accuracy, aids) = (next()?, next()?, next()?, next()?, next()?);
        Some(Self {
            game: game.to_owned(),
            end: end.parse().ok()?,
            rules: Rules::read_line(rules).ok()?,
            opponent: OpponentKind::parse(opponent)?,
            color: match color {
                NOTHING => None,
                word => Some(Color::BOTH.into_iter().find(|&color| color_word(color) == word)?),
            },
            outcome: end_of_words(result, reason)?,
            plies: plies.parse().ok()?,
            accuracy: match accuracy {
                NOTHING => None,
                number => Some(number.parse().ok().filter(|number| (0.0..=100.0).contains(number))?),
            },
            aids: match aids {
                "?" => None,
                NOTHING => Some(HelpUsed::default()),
                words => Some(HelpUsed::of_words(words.split(','))?),
            },
        })
    }
}

/// Maximum difference between the times of the same end, which are kept in whole seconds.
pub(super) const SAME_MOMENT: SignedDuration = SignedDuration::from_secs(1);

const fn color_word(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// Escapes a text so that it fits into one field of one line.
fn plain(text: &str) -> String {
    escape(&text.replace(['\t', '\n', '\r'], " "))
}

impl OpponentKind {
    fn of(player: &Player) -> Self {
        if let Some(seat) = player.seat() {
            return Self::Program(plain(&seat.program));
        }
        if let Player::Friend { name } = player {
            return Self::Friend(plain(name.as_deref().unwrap_or_default()));
        }
        match player.skill() {
            None => Self::Person,
            Some(Skill::Level(level)) => Self::Level(level.number()),
            Some(Skill::Rating(rating)) => Self::Rating(rating),
            Some(Skill::Depth(depth)) => Self::Depth(depth.plies()),
            Some(Skill::Perfect) => Self::Perfect,
        }
    }

    /// Returns the word in the file, such as `level:5`.
    pub fn text(&self) -> String {
        match self {
            Self::Person => "person".to_owned(),
            Self::Level(level) => format!("level:{level}"),
            Self::Rating(rating) => format!("rating:{}", rating.points()),
            Self::Depth(plies) => format!("depth:{plies}"),
            Self::Perfect => "perfect".to_owned(),
            Self::Program(name) => format!("program:{}", plain(name)),
            Self::Friend(name) => format!("friend:{}", plain(name)),
        }
    }

    /// Returns the opponent under which games are counted. All ratings that suited the person count
    /// as one opponent.
    #[must_use]
    pub fn counted(&self) -> Self {
        match self {
            Self::Rating(_) => Self::Rating(Rating::FIRST),
            other => other.clone(),
        }
    }

    fn parse(text: &str) -> Option<Self> {
        match text.split_once(':') {
            None if text == "person" => Some(Self::Person),
            None if text == "perfect" => Some(Self::Perfect),
            Some(("level", number)) => Level::new(number.parse().ok()?).map(|level| Self::Level(level.number())),
            Some(("rating", points)) => Rating::new(points.parse().ok()?).map(Self::Rating),
            Some(("depth", plies)) => FixedDepth::new(plies.parse().ok()?).map(|depth| Self::Depth(depth.plies())),
            Some(("program", name)) => Some(Self::Program(names::kept(name).unwrap_or_default())),
            Some(("friend", name)) => Some(Self::Friend(names::kept(name).unwrap_or_default())),
            _ => None,
        }
    }
}

/// The file of finished games.
#[derive(Clone, Debug)]
pub struct StatisticsFile {
    path: PathBuf,
    patience: Patience,
}

/// Contents of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// The games, in the order in which they first ended.
    pub games: Vec<FinishedGame>,
    /// Number of lines that were not understood, since they were cut off or belong to another
    /// version. They remain in the file.
    pub unreadable: usize,
    /// Time at which the last game ended or at which counting began, whichever is later. A game
    /// that was saved since then and has no line must still be counted. `None` if the file gives
    /// neither.
    pub counted_until: Option<Timestamp>,
}

impl StatisticsFile {
    /// Returns the file in the user's data folder, beside the folder of saved games.
    pub fn beside(saves: &Path) -> Self {
        Self { path: saves.with_file_name("statistics.tsv"), patience: Patience::default() }
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Limits all following waits for other programs to a short time.
    pub(super) fn hurry(&mut self) {
        self.patience = Patience::Short;
    }

    /// Creates the file from earlier games in one step. Does nothing if the file exists. Must be
    /// called before the first game is appended.
    pub fn fill(&self, games: impl IntoIterator<Item = FinishedGame>) -> Result<(), WriteError> {
        if !files::is_missing(&self.path) {
            return Ok(());
        }
        files::write_new(&self.path, games.into_iter().fold(head(), |text, game| text + &line(&game)))
    }

    /// Appends a game. Creates the file if there is none.
    pub fn append(&self, game: &FinishedGame) -> Result<(), WriteError> {
        self.append_all(slice::from_ref(game))
    }

    /// Appends several games at once.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written. None of the games then counts.
    pub(super) fn append_all(&self, games: &[FinishedGame]) -> Result<(), WriteError> {
        self.locked(|file| {
            let end = file.seek(SeekFrom::End(0))?;
            let mut text = String::new();
            if end == 0 {
                text = format!("{HEAD}\n");
            } else {
                let mut last = [0];
                file.seek(SeekFrom::Start(end - 1))?;
                file.read_exact(&mut last)?;
                // Ends a line that was cut off.
                if last != [b'\n'] {
                    text.push('\n');
                }
            }
            text.extend(games.iter().map(line));
            file.write_all(text.as_bytes())?;
            file.sync_data()
        })
    }

    /// Forgets all games. Saved games are not counted again.
    pub fn reset(&self) -> Result<(), WriteError> {
        self.locked(|file| {
            file.set_len(0)?;
            file.write_all(head().as_bytes())?;
            file.sync_data()
        })
    }

    /// Reads all games. The file may be missing.
    pub fn read(&self) -> Result<Statistics, FileError> {
        if files::is_missing(&self.path) {
            return Ok(Statistics::default());
        }
        let bytes = files::read(&self.path, MOST_BYTES).map_err(|problem| Located::from(problem).of(&self.path))?;
        // A line may have been cut off within a character.
        let statistics = Statistics::parse(&String::from_utf8_lossy(&bytes));
        if statistics.unreadable > 0 {
            let path = escape_path(&self.path);
            tracing::warn!("{path}: lines that were not understood and are kept: {}", statistics.unreadable);
        }
        Ok(statistics)
    }

    /// Runs `work` on the file while no other program accesses it.
    fn locked(&self, work: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), WriteError> {
        let place = files::place(&self.path)?;
        // If another program has put a pipe in the place of the file, opening it must not block.
        let flags = OFlags::NONBLOCK.bits() as i32;
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true).mode(files::MODE).custom_flags(flags);
        let lock = options.open(&place).and_then(|file| Lock::take(file, self.patience));
        let done = lock.and_then(|mut lock| work(&mut lock.0));
        done.map_err(|source| WriteError::File { path: self.path.clone(), source })
    }
}

/// Returns the beginning of a file in which games are counted from now on.
fn head() -> String {
    format!("{HEAD}\n{SINCE}{}\n", Timestamp::now())
}

fn line(game: &FinishedGame) -> String {
    game.fields().join("\t") + MARK + "\n"
}

impl Statistics {
    fn parse(text: &str) -> Self {
        let (mut statistics, mut places) = (Self::default(), HashMap::new());
        for line in text.lines().filter(|line| !line.is_empty()) {
            if line.starts_with('#') {
                let since = line.strip_prefix(SINCE).and_then(|moment| moment.parse().ok());
                statistics.counted_until = statistics.counted_until.max(since);
                continue;
            }
            let Some(game) = FinishedGame::parse(line) else {
                statistics.unreadable += 1;
                continue;
            };
            statistics.counted_until = statistics.counted_until.max(Some(game.end));
            let next = statistics.games.len();
            let place = *places.entry(game.game.clone()).or_insert(next);
            match statistics.games.get_mut(place) {
                Some(known) => *known = game,
                None => statistics.games.push(game),
            }
        }
        statistics
    }

    /// Returns the games as comma-separated values, with a header line.
    pub fn csv(&self) -> String {
        let names = HEAD.split_once(": ").map_or("", |(_, names)| names).replace(", ", ",");
        let quoted = |field: String| {
            if field.contains([',', '"']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
        };
        let line = |game: &FinishedGame| game.fields().map(quoted).join(",") + "\n";
        self.games.iter().map(line).fold(names + "\n", |text, line| text + &line)
    }
}
