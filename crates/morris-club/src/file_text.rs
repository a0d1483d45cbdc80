// SPDX-License-Identifier: GPL-3.0-or-later
//! A tournament as the text of a file.

use std::collections::BTreeSet;

use morris::names::{LONGEST_TYPED, kept};
use morris::{Rules, escape};
use serde::{Deserialize, Serialize};
use toml::{Spanned, Table, Value};

use crate::change::MOST_CORRECTIONS;
use crate::meeting::{EXTRA_GAMES, EXTRA_MATCHES, Meeting};
use crate::settings::{
    Absence, Clock, Format, KnockOut, Level, LimitError, MOST_ENTRANTS, Order, Scoring, Settings, TieBreak,
};
use crate::tournament::{Correction, Entrant, Round, Tournament};
use crate::words::from_one;

/// First line of the file.
const HEAD: &str = "# Nine Men's Morris tournament";
/// Last line of the file, so that a truncated file is never taken for a complete one.
const END: &str = "[end]";
const VERSION: i64 = 1;

/// Maximum size of the text of a tournament, in bytes.
pub const MAX_FILE_TEXT_BYTES: usize = 1024 * 1024;
/// Maximum length of the player of a program, in characters.
const LONGEST_PROGRAM: usize = 1_000;

/// Why a text is not a tournament.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileTextError {
    /// The text is longer than [`MAX_FILE_TEXT_BYTES`].
    #[error("it is larger than {MAX_FILE_TEXT_BYTES} bytes")]
    TooLong,
    /// A newer program has written the file.
    #[error("“version” is {found}, and this program knows {VERSION}: a newer one has written it")]
    Newer {
        /// Version of the file.
        found: i64,
    },
    /// The version is missing, so this is another file.
    #[error("“version” is missing: not a tournament of this program")]
    NoVersion,
    /// The end of the text is missing.
    #[error("its end is missing, the line {END}")]
    CutShort,
    /// The text is not TOML with the right keys and values.
    #[error("line {line}: {message}")]
    Syntax {
        /// Line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// The settings pass a limit.
    #[error(transparent)]
    Limit(#[from] LimitError),
}

/// The known keys of a file, in their order.
const KEYS: [&str; 14] = [
    "version",
    "name",
    "rules",
    "format",
    "match",
    "points",
    "ties",
    "absence",
    "no-help",
    "lots",
    "players",
    "round",
    "correction",
    "end",
];

/// The keys of the settings.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Head {
    name: String,
    rules: String,
    format: FormatKeys,
    r#match: MatchKeys,
    points: Scoring,
    ties: Vec<TieBreak>,
    #[serde(skip_serializing_if = "Option::is_none")]
    absence: Option<Absence>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    no_help: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "from_one")]
    lots: Vec<usize>,
}

/// The lists of a file.
#[derive(Deserialize)]
struct Lists {
    #[serde(default)]
    players: Vec<Spanned<Entrant>>,
    #[serde(default)]
    round: Vec<Spanned<Round>>,
    #[serde(default)]
    correction: Vec<Spanned<Correction>>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct FormatKeys {
    swiss: Option<usize>,
    round_robin: Option<Order>,
    cycles: Option<u8>,
    groups: Option<u8>,
    advance: Option<u8>,
    knock_out: Option<Level>,
    third: Option<bool>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MatchKeys {
    games: u8,
    clock: Option<Clock>,
}

impl Tournament {
    /// Returns the tournament as the text of a file.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut head = table(&Head::of(self));
        head.insert("version".to_owned(), VERSION.into());
        let known = KEYS.into_iter().filter_map(|key| head.remove_entry(key));
        let mut text = format!("{HEAD}\n{}", lines(known.collect::<Vec<_>>()));
        text += &lines(self.other.clone());
        let players: String =
            self.entrants.iter().map(|entrant| format!("    {},\n", Value::from(table(entrant)))).collect();
        text += &format!("players = [\n{players}]\n");
        for round in &self.rounds {
            text += &format!("\n[[round]]\n{}", lines(table(round)));
        }
        for correction in &self.corrections {
            text += &format!("\n[[correction]]\n{}", lines(table(correction)));
        }
        format!("{text}\n{END}\n")
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// Returns what is wrong with the text.
    pub fn from_text(text: &str) -> Result<Self, FileTextError> {
        if text.len() > MAX_FILE_TEXT_BYTES {
            return Err(FileTextError::TooLong);
        }
        let syntax = |error: toml::de::Error| wrong(text, error.span().map_or(0, |span| span.start), error.message());
        let mut other: Table = toml::from_str(text).map_err(syntax)?;
        match other.get("version").and_then(Value::as_integer) {
            Some(VERSION) => {}
            Some(found) if found > VERSION => return Err(FileTextError::Newer { found }),
            _ => return Err(FileTextError::NoVersion),
        }
        if !other.contains_key("end") {
            return Err(FileTextError::CutShort);
        }
        other.retain(|key, _| !KEYS.contains(&key));
        let head: Head = toml::from_str(text).map_err(syntax)?;
        let lists: Lists = toml::from_str(text).map_err(syntax)?;
        let lots = head.lots.clone();
        let mut tournament = Self { other, ..Self::new(head.settings().map_err(|message| wrong(text, 0, message))?)? };
        tournament.add_lists(lists, text)?;
        tournament.set_lots(&lots).map_err(|error| wrong(text, 0, &error.to_string()))?;
        Ok(tournament)
    }

    /// Adds the lists of a file, each item only if it can be.
    fn add_lists(&mut self, lists: Lists, text: &str) -> Result<(), FileTextError> {
        let check = |is_valid: bool, start: usize, message: &str| match is_valid {
            true => Ok(()),
            false => Err(wrong(text, start, message)),
        };
        for entrant in lists.players {
            let start = entrant.span().start;
            let entrant = entrant.into_inner().completed();
            check(self.is_entrant(&entrant), start, "the player has a wrong name or program, or is one too many")?;
            self.entrants.push(entrant);
        }
        for round in lists.round {
            check(self.has_room(), round.span().start, "the format has fewer rounds")?;
            check(self.is_round(round.get_ref()), round.span().start, "the round has a player or a game too many")?;
            self.rounds.push(round.into_inner());
        }
        for correction in lists.correction.into_iter().take(MOST_CORRECTIONS) {
            let is_valid = self.meeting(correction.get_ref().at).is_some();
            check(is_valid, correction.span().start, "the correction is of no meeting")?;
            self.corrections.push(correction.into_inner());
        }
        Ok(())
    }

    fn is_entrant(&self, entrant: &Entrant) -> bool {
        let Entrant { name, program, .. } = entrant;
        let is_name = kept(name).as_ref() == Some(name) && name.chars().count() <= LONGEST_TYPED;
        let is_program = program.as_ref().is_none_or(|player| player.chars().count() <= LONGEST_PROGRAM);
        is_name && is_program && self.find(name).is_none() && self.entrants.len() < MOST_ENTRANTS
    }

    /// Returns `true` if the format has a further round.
    fn has_room(&self) -> bool {
        let fits = self.settings.check_field(self.entrants.len()).is_ok();
        fits && self.round_count().is_some_and(|count| self.rounds.len() < count)
    }

    /// Returns `true` if a round can be the next.
    fn is_round(&self, round: &Round) -> bool {
        let is_knock_out = self.is_knock_out(self.rounds.len());
        let mut seated = BTreeSet::new();
        let all = round.meetings.iter().flat_map(|meeting| [meeting.first, meeting.second]);
        let mut all = all.chain(round.byes.iter().map(|(entrant, _)| *entrant));
        let games = usize::from(self.settings.games);
        let known = |entrant: usize| entrant < self.entrants.len();
        all.all(|entrant| known(entrant) && seated.insert(entrant))
            && round.exchanged.iter().all(|&entrant| known(entrant))
            && round.meetings.iter().all(|meeting| fits(meeting, games, is_knock_out))
    }
}

/// Returns `true` if a meeting has as many games as it can have.
fn fits(meeting: &Meeting, games: usize, is_knock_out: bool) -> bool {
    let further = meeting.games.len().checked_sub(games);
    let is_level = Meeting::balance(&meeting.games) == 0 && !meeting.is_open();
    let most = if is_knock_out { EXTRA_GAMES * EXTRA_MATCHES } else { 0 };
    further.is_some_and(|further| further % EXTRA_GAMES == 0 && further <= most)
        && (meeting.lot.is_none() || is_knock_out && is_level)
}

/// Creates the error at a byte of a text.
fn wrong(text: &str, start: usize, message: &str) -> FileTextError {
    let line = 1 + text.bytes().take(start).filter(|&byte| byte == b'\n').count();
    FileTextError::Syntax { line, message: escape(&message.lines().collect::<Vec<_>>().join(", ")) }
}

fn table(value: &impl Serialize) -> Table {
    Table::try_from(value).expect("TOML can hold texts, numbers, and lists of them")
}

/// Returns a line for each key.
fn lines(keys: impl IntoIterator<Item = (String, Value)>) -> String {
    let is_bare = |letter: char| letter.is_ascii_alphanumeric() || "_-".contains(letter);
    let key = |key: String| match !key.is_empty() && key.chars().all(is_bare) {
        true => key,
        false => Value::from(key).to_string(),
    };
    keys.into_iter().map(|(name, value)| format!("{} = {value}\n", key(name))).collect()
}

impl Head {
    fn of(tournament: &Tournament) -> Self {
        let Settings { name, rules, format, games, clock, scoring, ties, absence, no_help } =
            tournament.settings.clone();
        Self {
            name,
            rules: rules.line(),
            format: FormatKeys::of(format),
            r#match: MatchKeys { games, clock },
            points: scoring,
            ties,
            absence: (absence != Absence::default()).then_some(absence),
            no_help,
            lots: tournament.lots.clone(),
        }
    }

    fn settings(self) -> Result<Settings, &'static str> {
        Ok(Settings {
            name: kept(&self.name).ok_or("the name is empty")?,
            rules: Rules::read_line(&self.rules).map_err(|_| "the rules are unknown")?,
            format: self.format.format().ok_or("the format is none of this program")?,
            games: self.r#match.games,
            clock: self.r#match.clock,
            scoring: self.points,
            ties: self.ties,
            absence: self.absence.unwrap_or_default(),
            no_help: self.no_help,
        })
    }
}

impl FormatKeys {
    fn of(format: Format) -> Self {
        let knock_out = |KnockOut { level, third }: KnockOut| Self {
            knock_out: Some(level),
            third: third.then_some(true),
            ..Self::default()
        };
        match format {
            Format::Swiss { rounds } => Self { swiss: Some(rounds), ..Self::default() },
            Format::RoundRobin { cycles, order } => {
                Self { round_robin: Some(order), cycles: Some(cycles), ..Self::default() }
            }
            Format::KnockOut(choices) => knock_out(choices),
            Format::Groups { size, advance, then } => {
                Self { groups: Some(size), advance: Some(advance), ..knock_out(then) }
            }
        }
    }

    fn format(self) -> Option<Format> {
        let then = |level: Level| KnockOut { level, third: self.third.unwrap_or_default() };
        match (self.swiss, self.round_robin, self.groups, self.knock_out) {
            (Some(rounds), None, None, None) => Some(Format::Swiss { rounds }),
            (None, Some(order), None, None) => Some(Format::RoundRobin { cycles: self.cycles.unwrap_or(1), order }),
            (None, None, None, Some(level)) => Some(Format::KnockOut(then(level))),
            (None, None, Some(size), Some(level)) => {
                Some(Format::Groups { size, advance: self.advance?, then: then(level) })
            }
            _ => None,
        }
    }
}
