// SPDX-License-Identifier: GPL-3.0-or-later
//! Finished games, one line each, in a file that only grows.
//!
//! A line is written in one go while the file is locked, so two windows do not disturb each other.
//! Each ends with a mark, so that one which was cut short, as by a program that was killed, is
//! known; the next closes it off, and it is left out when the file is read. Columns that later
//! versions may add stand behind those known here, and are left alone. A line of its own says since
//! when games are counted: those that ended before, and have no line, were forgotten.

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
use super::saved_game::{SavedGame, end_of_words, reason_word};
use crate::setup::{GameSetup, Player, Skill};
use morris::names;
use morris::{Color, Game, Outcome, Position, Rules, escape, escape_path};
use morris_engine::{FixedDepth, Level, Rating};

/// The first line of the file.
const HEAD: &str = "# Nine Men's Morris statistics 1: \
                    game, end, rules, opponent, colour, result, reason, plies, accuracy, aids";

/// What a line begins with that says since when games are counted.
const SINCE: &str = "# since ";

/// What stands where nothing is known, or nothing is to be said.
const NOTHING: &str = "-";

/// What every whole line ends with.
const MARK: &str = "\t.";

/// The file is read up to this size, in bytes: some hundred thousand games.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// A game that is over, as it is counted.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishedGame {
    /// Which: the name of its save. A game that is finished twice, its end taken back, counts once.
    pub game: String,
    /// When it ended, to the second.
    pub end: Timestamp,
    /// The rules.
    pub rules: Rules,
    /// Who sat opposite.
    pub opponent: OpponentKind,
    /// The person's colour; `None` between two persons.
    pub color: Option<Color>,
    /// How it ended.
    pub outcome: Outcome,
    /// How many moves both sides made.
    pub plies: usize,
    /// The person's accuracy, 0 to 100, if a review has said it.
    pub accuracy: Option<f64>,
    /// What the person made use of; `None` if nobody knows.
    pub aids: Option<HelpUsed>,
}

/// Who sat opposite.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OpponentKind {
    /// Another person.
    Person,
    /// Our engine at a level, 1 to 10.
    Level(u8),
    /// Our engine between two levels, as well as suited the person.
    Rating(Rating),
    /// Our engine at a fixed depth, in plies.
    Depth(u8),
    /// Our engine, playing perfectly.
    Perfect,
    /// A program of this name.
    Program(String),
}

impl FinishedGame {
    /// What a game counts; `None` if it is not over, no person played, or it began in a position
    /// that was set up: what becomes of that says little about a player.
    #[must_use]
    pub fn of(id: &SaveId, setup: &GameSetup, game: &Game, end: Timestamp, aids: Option<HelpUsed>) -> Option<Self> {
        let color = setup.only_person();
        if !setup.has_person() || *game.start() != Position::start(game.rules()) {
            return None;
        }
        let whole_seconds = TimestampRound::new().smallest(Unit::Second).mode(RoundMode::Trunc);
        Some(Self {
            game: id.to_string(),
            // Never later than now: the file, and what is newer than it, are compared by it.
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

    /// What a game that is saved counts.
    #[must_use]
    pub fn of_save(id: &SaveId, saved: &SavedGame) -> Option<Self> {
        Self::of(id, &saved.setup, &saved.game, saved.saved, saved.aids)
    }

    /// The person's points: 1, ½ or 0; `None` between two persons.
    #[must_use]
    pub fn points(&self) -> Option<f64> {
        let color = self.color?;
        Some(self.outcome.winner().map_or(0.5, |winner| f64::from(winner == color)))
    }

    /// Whether both are one end of one game, also where a save of it was copied: then it came at
    /// the same moment.
    #[must_use]
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
            reason_word(self.outcome).to_owned(),
            self.plies.to_string(),
            self.accuracy.map_or_else(|| NOTHING.to_owned(), |accuracy| format!("{accuracy:.1}")),
            used.unwrap_or_else(|| "?".to_owned()),
        ]
    }

    /// Reads a line; what is not understood is none.
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

/// Ends are kept to the second.
pub(super) const SAME_MOMENT: SignedDuration = SignedDuration::from_secs(1);

const fn color_word(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// A text in one field of one line.
fn plain(text: &str) -> String {
    escape(&text.replace(['\t', '\n', '\r'], " "))
}

impl OpponentKind {
    fn of(player: &Player) -> Self {
        if let Some(seat) = player.seat() {
            return Self::Program(plain(&seat.program));
        }
        match player.skill() {
            None => Self::Person,
            Some(Skill::Level(level)) => Self::Level(level.number()),
            Some(Skill::Rating(rating)) => Self::Rating(rating),
            Some(Skill::Depth(depth)) => Self::Depth(depth.plies()),
            Some(Skill::Perfect) => Self::Perfect,
        }
    }

    /// The word in the file, such as `level:5`.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Person => "person".to_owned(),
            Self::Level(level) => format!("level:{level}"),
            Self::Rating(rating) => format!("rating:{}", rating.points()),
            Self::Depth(plies) => format!("depth:{plies}"),
            Self::Perfect => "perfect".to_owned(),
            Self::Program(name) => format!("program:{}", plain(name)),
        }
    }

    /// The same for all who are counted together: whoever suits the person is one, however well he
    /// plays.
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

/// What stands in the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// The games, in the order in which they were finished first.
    pub games: Vec<FinishedGame>,
    /// How many lines were not understood: cut short, or of another version. They stay in the file.
    pub unreadable: usize,
    /// When the last game ended, or when counting began if that was later. A game that was saved
    /// since and has no line is still to be counted. `None` where nothing says so.
    pub counted_until: Option<Timestamp>,
}

impl StatisticsFile {
    /// The file in the folder of the user's data, beside that of the saved games.
    #[must_use]
    pub fn beside(saves: &Path) -> Self {
        Self { path: saves.with_file_name("statistics.tsv"), patience: Patience::default() }
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// From now on nothing waits long for other programs.
    pub(super) fn hurry(&mut self) {
        self.patience = Patience::Short;
    }

    /// Makes the file out of games of before, all at once, where there is none yet; else does
    /// nothing. To be called before the first game is appended.
    ///
    /// # Errors
    /// Why not.
    pub fn fill(&self, games: impl IntoIterator<Item = FinishedGame>) -> Result<(), WriteError> {
        if !files::is_missing(&self.path) {
            return Ok(());
        }
        files::write_new(&self.path, games.into_iter().fold(head(), |text, game| text + &line(&game)))
    }

    /// Appends a game; made if there is no file yet.
    ///
    /// # Errors
    /// Why not.
    pub fn append(&self, game: &FinishedGame) -> Result<(), WriteError> {
        self.append_all(slice::from_ref(game))
    }

    /// Appends games, all in one go.
    ///
    /// # Errors
    /// Why not; then none of them counts.
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
                // What was cut short is closed off.
                if last != [b'\n'] {
                    text.push('\n');
                }
            }
            text.extend(games.iter().map(line));
            file.write_all(text.as_bytes())?;
            file.sync_data()
        })
    }

    /// Forgets all games. They do not come back from the saves.
    ///
    /// # Errors
    /// Why not.
    pub fn reset(&self) -> Result<(), WriteError> {
        self.locked(|file| {
            file.set_len(0)?;
            file.write_all(head().as_bytes())?;
            file.sync_data()
        })
    }

    /// Reads all games. There need not be a file.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn read(&self) -> Result<Statistics, FileError> {
        if files::is_missing(&self.path) {
            return Ok(Statistics::default());
        }
        let bytes = files::read(&self.path, MOST_BYTES).map_err(|problem| Located::from(problem).of(&self.path))?;
        // A line may have been cut short within a letter.
        let statistics = Statistics::parse(&String::from_utf8_lossy(&bytes));
        if statistics.unreadable > 0 {
            let path = escape_path(&self.path);
            tracing::warn!("{path}: lines that are not understood, and stay there: {}", statistics.unreadable);
        }
        Ok(statistics)
    }

    /// Does something with the file while no other window does.
    fn locked(&self, work: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), WriteError> {
        let place = files::place(&self.path)?;
        // Another program that holds the file in some other way keeps nothing waiting either.
        let flags = OFlags::NONBLOCK.bits() as i32;
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true).mode(files::MODE).custom_flags(flags);
        let lock = options.open(&place).and_then(|file| Lock::take(file, self.patience));
        let done = lock.and_then(|mut lock| work(&mut lock.0));
        done.map_err(|source| WriteError::File { path: self.path.clone(), source })
    }
}

/// The beginning of a file in which games are counted from now on.
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

    /// The games as comma-separated values, with a line of names first.
    #[must_use]
    pub fn csv(&self) -> String {
        let names = HEAD.split_once(": ").map_or("", |(_, names)| names).replace(", ", ",");
        let quoted = |field: String| {
            if field.contains([',', '"']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
        };
        let line = |game: &FinishedGame| game.fields().map(quoted).join(",") + "\n";
        self.games.iter().map(line).fold(names + "\n", |text, line| text + &line)
    }
}
