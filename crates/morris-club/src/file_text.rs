// SPDX-License-Identifier: GPL-3.0-or-later
//! A tournament as the text of a file.

use std::collections::BTreeSet;

use morris::escape;
use serde::{Deserialize, Serialize};
use toml::{Spanned, Table, Value};

use crate::change::MOST_CORRECTIONS;
use crate::error::{ChangeError, MOST_ENTRANTS};
use crate::meeting::{EXTRA_GAMES, EXTRA_MATCHES, Meeting};
use crate::settings::Settings;
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
#[expect(missing_docs, reason = "the messages say it")]
pub enum FileTextError {
    #[error("it is larger than {MAX_FILE_TEXT_BYTES} bytes")]
    TooLong,
    #[error("“version” is {found}, and this program knows {VERSION}: a newer one has written it")]
    Newer { found: i64 },
    #[error("“version” is missing: not a tournament of this program")]
    NoVersion,
    #[error("its end is missing, the line {END}")]
    CutShort,
    #[error("line {line}: {message}")]
    Syntax { line: usize, message: String },
    #[error(transparent)]
    Change(#[from] ChangeError),
}

/// The keys of a file besides those of the settings.
const KEYS: [&str; 6] = ["version", "lots", "player", "round", "correction", "end"];

/// A file in the order of its keys.
#[derive(Serialize)]
struct Written<'a> {
    version: i64,
    #[serde(flatten)]
    settings: &'a Settings,
    #[serde(skip_serializing_if = "Vec::is_empty", with = "from_one")]
    lots: Vec<usize>,
    #[serde(flatten)]
    other: &'a Table,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    player: &'a [Entrant],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    round: &'a [Round],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    correction: &'a [Correction],
}

#[derive(Deserialize)]
struct Lists {
    #[serde(default, with = "from_one")]
    lots: Vec<usize>,
    #[serde(default)]
    player: Vec<Spanned<Entrant>>,
    #[serde(default)]
    round: Vec<Spanned<Round>>,
    #[serde(default)]
    correction: Vec<Spanned<Correction>>,
}

impl Tournament {
    /// Returns the tournament as the text of a file.
    pub fn to_text(&self) -> String {
        let Self { settings, entrants: player, rounds: round, corrections: correction, lots, other } = self;
        let lots = lots.clone();
        let written = Written { version: VERSION, settings, lots, other, player, round, correction };
        let text = toml::to_string(&written).expect("TOML can hold texts, numbers below the limit, and lists of them");
        format!("{HEAD}\n{text}\n{END}\n")
    }

    /// Reads the text of a file.
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
        let settings: Settings = toml::from_str(text).map_err(syntax)?;
        let known = Table::try_from(&settings).map_err(|error| wrong(text, 0, &error.to_string()))?;
        other.retain(|key, _| !known.contains_key(key) && !KEYS.contains(&key));
        let lists: Lists = toml::from_str(text).map_err(syntax)?;
        let mut tournament = Self { other, ..Self::new(settings)? };
        tournament.add_lists(lists, text)?;
        Ok(tournament)
    }

    /// Adds the lists of a file, each item only if it can be.
    fn add_lists(&mut self, lists: Lists, text: &str) -> Result<(), FileTextError> {
        let check = |is_valid: bool, start: usize, message: &str| match is_valid {
            true => Ok(()),
            false => Err(wrong(text, start, message)),
        };
        for entrant in lists.player {
            let is_valid = self.is_entrant(entrant.get_ref());
            check(is_valid, entrant.span().start, "the player has a wrong name or program, or is one too many")?;
            self.entrants.push(entrant.into_inner());
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
        Ok(self.set_lots(&lists.lots)?)
    }

    fn is_entrant(&self, Entrant { name, program, .. }: &Entrant) -> bool {
        let is_program = program.as_ref().is_none_or(|player| player.chars().count() <= LONGEST_PROGRAM);
        is_program && self.checked(name, None).as_ref() == Ok(name) && self.entrants.len() < MOST_ENTRANTS
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
        let mut all = all.chain(round.byes.iter().chain(&round.absent).copied());
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
