// SPDX-License-Identifier: GPL-3.0-or-later
//! A tournament as the text of a file.

use std::collections::BTreeSet;

use morris::names::{LONGEST_TYPED, kept};
use morris::{Rules, escape};
use serde::Deserialize;
use toml::{Spanned, Table, Value};

use crate::change::MOST_CORRECTIONS;
use crate::meeting::{EXTRA_GAMES, EXTRA_MATCHES, GameScore, Meeting, Side};
use crate::settings::{
    Absence, Clock, Format, KnockOut, Level, LimitError, MOST_ENTRANTS, Order, Scoring, Settings, TieBreak, of_word,
    word_of,
};
use crate::tournament::{Bye, Correction, Entrant, Place, Round, Tournament};

/// First line of the file.
const HEAD: &str = "# Nine Men's Morris tournament";
/// Last line of the file, so that a truncated file is never taken for a complete one.
const END: &str = "[end]";
const VERSION: i64 = 1;

/// Maximum size of the text of a tournament, in bytes.
pub const MAX_FILE_TEXT_BYTES: usize = 1024 * 1024;
/// Maximum length of the player of a program, in characters.
const LONGEST_PROGRAM: usize = 1_000;

const ORDERS: [(Order, &str); 2] = [(Order::Berger, "berger"), (Order::Slide, "slide")];
const LEVELS: [(Level, &str); 2] = [(Level::Seed, "seed"), (Level::Lot, "lot")];
const ABSENCES: [(Absence, &str); 2] = [(Absence::Nothing, "nothing"), (Absence::Draws, "draws")];
const BYES: [(Bye, &str); 2] = [(Bye::Bye, "bye"), (Bye::Absent, "absent")];

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
    #[error("its end is missing, the line “{END}”")]
    CutShort,
    /// The text is not TOML with the right keys.
    #[error("line {line}: {message}")]
    Syntax {
        /// Line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// A value cannot be.
    #[error("line {line}: “{found}” is not {what}")]
    Value {
        /// Line, from 1.
        line: usize,
        /// The value.
        found: String,
        /// What it should be.
        what: &'static str,
    },
    /// The settings pass a limit.
    #[error(transparent)]
    Limit(#[from] LimitError),
}

/// The keys of a file. Unknown ones are read apart.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Keys {
    name: Spanned<String>,
    rules: Spanned<String>,
    format: Spanned<FormatKeys>,
    r#match: MatchKeys,
    points: Spanned<String>,
    ties: Vec<Spanned<String>>,
    absence: Option<Spanned<String>>,
    #[serde(default)]
    no_help: bool,
    lots: Option<Spanned<Vec<usize>>>,
    #[serde(default)]
    players: Vec<Spanned<PlayerKeys>>,
    #[serde(default)]
    round: Vec<Spanned<RoundKeys>>,
    #[serde(default)]
    correction: Vec<Spanned<CorrectionKeys>>,
}

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
const PLAYER_KEYS: [&str; 5] = ["name", "program", "joined", "left", "absent"];
const ROUND_KEYS: [&str; 3] = ["meetings", "byes", "exchanged"];
const CORRECTION_KEYS: [&str; 5] = ["when", "round", "table", "old", "new"];

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct FormatKeys {
    swiss: Option<usize>,
    round_robin: Option<String>,
    cycles: Option<u8>,
    groups: Option<u8>,
    advance: Option<u8>,
    knock_out: Option<String>,
    third: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MatchKeys {
    games: u8,
    clock: Option<ClockKeys>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClockKeys {
    time: u32,
    increment: u32,
}

#[derive(Deserialize)]
struct PlayerKeys {
    name: String,
    program: Option<Value>,
    joined: Option<usize>,
    left: Option<usize>,
    #[serde(default)]
    absent: Vec<usize>,
}

#[derive(Deserialize)]
struct RoundKeys {
    meetings: Vec<Spanned<String>>,
    #[serde(default)]
    byes: Vec<Spanned<String>>,
    #[serde(default)]
    exchanged: Vec<usize>,
}

#[derive(Deserialize)]
struct CorrectionKeys {
    when: String,
    round: usize,
    table: usize,
    old: String,
    new: String,
}

impl Tournament {
    /// Returns the tournament as the text of a file.
    #[must_use]
    pub fn to_text(&self) -> String {
        let Settings { name, rules, format, ties, scoring, absence, no_help, .. } = &self.settings;
        let words = ties.iter().map(|tie| word_of(&TieBreak::ALL, tie));
        let numbers = |list: &[usize]| Value::from(list.iter().map(|at| number(at + 1)).collect::<Vec<_>>());
        let lines = [
            Some(("version", Value::from(VERSION))),
            Some(("name", name.as_str().into())),
            Some(("rules", rules.line().into())),
            Some(("format", format_value(format).into())),
            Some(("match", match_value(&self.settings).into())),
            Some(("points", word_of(&Scoring::ALL, scoring).into())),
            Some(("ties", words.collect::<Vec<_>>().into())),
            (*absence != Absence::Nothing).then(|| ("absence", word_of(&ABSENCES, absence).into())),
            no_help.then(|| ("no-help", true.into())),
            (!self.lots.is_empty()).then(|| ("lots", numbers(&self.lots))),
        ];
        let known = lines.into_iter().flatten().map(|(key, value)| (key.to_owned(), value));
        let mut text = format!("{HEAD}\n{}", text_of(known.chain(self.other.clone())));
        text += &format!("players = {}\n", in_lines(self.entrants.iter().map(|entrant| Value::from(entrant.table()))));
        for round in &self.rounds {
            text += &format!(
                "\n[[round]]\nmeetings = {}\n",
                in_lines(round.meetings.iter().map(|each| each.text().into()))
            );
            let bye = |(entrant, bye): &(usize, Bye)| format!("{} {}", entrant + 1, word_of(&BYES, bye));
            if !round.byes.is_empty() {
                text += &format!("byes = {}\n", Value::from(round.byes.iter().map(bye).collect::<Vec<_>>()));
            }
            if !round.exchanged.is_empty() {
                text += &format!("exchanged = {}\n", numbers(&round.exchanged));
            }
            text += &text_of(round.other.clone());
        }
        for correction in &self.corrections {
            text += &format!("\n[[correction]]\n{}", text_of(correction.table()));
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
        let reader = Reader { text };
        let all: Table = toml::from_str(text).map_err(|error| reader.syntax(&error))?;
        match all.get("version").and_then(Value::as_integer) {
            Some(VERSION) => {}
            Some(found) if found > VERSION => return Err(FileTextError::Newer { found }),
            _ => return Err(FileTextError::NoVersion),
        }
        if !all.contains_key("end") {
            return Err(FileTextError::CutShort);
        }
        let keys: Keys = toml::from_str(text).map_err(|error| reader.syntax(&error))?;
        reader.tournament(keys, all)
    }
}

/// Returns lines of keys with values.
fn text_of(keys: impl IntoIterator<Item = (String, Value)>) -> String {
    let key = |key: &str| match !key.is_empty()
        && key.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-".contains(letter))
    {
        true => key.to_owned(),
        false => Value::from(key).to_string(),
    };
    keys.into_iter().map(|(name, value)| format!("{} = {value}\n", key(&name))).collect()
}

/// Returns a list with one value in each line.
fn in_lines(values: impl Iterator<Item = Value>) -> String {
    let lines: String = values.map(|value| format!("    {value},\n")).collect();
    if lines.is_empty() { "[]".to_owned() } else { format!("[\n{lines}]") }
}

fn number(number: usize) -> Value {
    Value::from(i64::try_from(number).unwrap_or(i64::MAX))
}

fn table<const N: usize>(keys: [Option<(&str, Value)>; N]) -> Table {
    keys.into_iter().flatten().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn format_value(format: &Format) -> Table {
    let knock_out = |choices: &KnockOut| {
        let third = choices.third.then(|| ("third", true.into()));
        [Some(("knock-out", word_of(&LEVELS, &choices.level).into())), third]
    };
    match format {
        Format::RoundRobin { cycles, order } => {
            table([Some(("round-robin", word_of(&ORDERS, order).into())), Some(("cycles", number((*cycles).into())))])
        }
        Format::Swiss { rounds } => table([Some(("swiss", number(*rounds)))]),
        Format::KnockOut(choices) => table(knock_out(choices)),
        Format::Groups { size, advance, then } => {
            let groups = [Some(("groups", number((*size).into()))), Some(("advance", number((*advance).into())))];
            table(groups).into_iter().chain(table(knock_out(then))).collect()
        }
    }
}

fn match_value(settings: &Settings) -> Table {
    let clock = |Clock { time, increment }: Clock| {
        let keys = [Some(("time", Value::from(i64::from(time)))), Some(("increment", i64::from(increment).into()))];
        ("clock", table(keys).into())
    };
    table([Some(("games", number(settings.games.into()))), settings.clock.map(clock)])
}

impl Entrant {
    fn table(&self) -> Table {
        let program = |player: &String| if *player == self.name { true.into() } else { player.as_str().into() };
        let absent: Vec<_> = self.absent.iter().map(|round| number(round + 1)).collect();
        let keys = table([
            Some(("name", self.name.as_str().into())),
            self.program.as_ref().map(|player| ("program", program(player))),
            (self.joined > 0).then(|| ("joined", number(self.joined + 1))),
            self.left.map(|round| ("left", number(round + 1))),
            (!absent.is_empty()).then(|| ("absent", absent.into())),
        ]);
        keys.into_iter().chain(self.other.clone()).collect()
    }
}

impl Correction {
    fn table(&self) -> Table {
        let keys = table([
            Some(("when", self.when.as_str().into())),
            Some(("round", number(self.at.round + 1))),
            Some(("table", number(self.at.table + 1))),
            Some(("old", letters(&self.old).into())),
            Some(("new", letters(&self.new).into())),
        ]);
        keys.into_iter().chain(self.other.clone()).collect()
    }
}

/// Returns the letters of results, with a point for an open game.
pub(crate) fn letters(games: &[Option<GameScore>]) -> String {
    let letter = |score: &GameScore| GameScore::ALL.iter().find(|(known, _)| known == score).map(|(_, letter)| *letter);
    games.iter().map(|score| score.as_ref().and_then(letter).unwrap_or('.')).collect()
}

/// Reads the letters of results, with a point for an open game.
#[must_use]
pub fn games_of_letters(text: &str) -> Option<Vec<Option<GameScore>>> {
    let known = |letter: char| GameScore::ALL.iter().find(|(_, known)| *known == letter).map(|(score, _)| Some(*score));
    text.chars().map(|letter| if letter == '.' { Some(None) } else { known(letter) }).collect()
}

impl Meeting {
    /// Returns the text of a meeting, such as `1-9 wd`.
    fn text(&self) -> String {
        let lot = self.lot.map(|side| format!(" lot={}", self.on(side) + 1)).unwrap_or_default();
        format!("{}-{} {}{lot}", self.first + 1, self.second + 1, letters(&self.games))
    }

    fn read(text: &str, entrants: usize) -> Option<Self> {
        let mut words = text.split(' ');
        let (first, second) = words.next()?.split_once('-')?;
        let (first, second) = (index(first, entrants)?, index(second, entrants)?);
        let games = games_of_letters(words.next()?)?;
        let lot = match words.next() {
            None => None,
            Some(word) => Some(match index(word.strip_prefix("lot=")?, entrants)? {
                lot if lot == first => Side::First,
                lot if lot == second => Side::Second,
                _ => return None,
            }),
        };
        (first != second && words.next().is_none()).then_some(Self { first, second, games, lot })
    }
}

/// Reads a number from 1 as one from 0 and below `end`.
fn index(text: &str, end: usize) -> Option<usize> {
    let number = text.parse::<usize>().ok()?.checked_sub(1)?;
    (number < end).then_some(number)
}

/// Removes known keys from a table.
fn unknown(value: Option<Value>, known: &[&str]) -> Table {
    let Some(Value::Table(table)) = value else { return Table::new() };
    table.into_iter().filter(|(key, _)| !known.contains(&key.as_str())).collect()
}

/// Removes a list from a table.
fn list(table: &mut Table, key: &str) -> std::vec::IntoIter<Value> {
    match table.remove(key) {
        Some(Value::Array(list)) => list.into_iter(),
        _ => Vec::new().into_iter(),
    }
}

/// Reads keys, with the text for the lines of errors.
struct Reader<'t> {
    text: &'t str,
}

impl Reader<'_> {
    fn line(&self, offset: usize) -> usize {
        1 + self.text.bytes().take(offset).filter(|&byte| byte == b'\n').count()
    }

    fn syntax(&self, error: &toml::de::Error) -> FileTextError {
        let line = self.line(error.span().map_or(0, |span| span.start));
        let message = error.message().lines().collect::<Vec<_>>().join(", ");
        FileTextError::Syntax { line, message: escape(&message) }
    }

    /// Creates the error of a value that is not `what`.
    fn no<T>(&self, what: &'static str, value: &Spanned<T>) -> FileTextError {
        let found = self.text.get(value.span()).unwrap_or_default().lines().next().unwrap_or_default();
        FileTextError::Value { line: self.line(value.span().start), found: escape(found.trim_matches('"')), what }
    }

    fn word<T: Copy>(&self, all: &[(T, &str)], word: &Spanned<String>, what: &'static str) -> Result<T, FileTextError> {
        of_word(all, word.get_ref()).ok_or_else(|| self.no(what, word))
    }

    fn tournament(&self, keys: Keys, mut all: Table) -> Result<Tournament, FileTextError> {
        let [mut players, mut rounds, mut corrections] =
            ["players", "round", "correction"].map(|key| list(&mut all, key));
        let mut tournament = Tournament::new(self.settings(&keys)?)?;
        for keys in &keys.players {
            let entrant = self.entrant(keys, &tournament)?;
            tournament.entrants.push(Entrant { other: unknown(players.next(), &PLAYER_KEYS), ..entrant });
        }
        for keys in &keys.round {
            if tournament.round_count().is_none_or(|count| tournament.rounds.len() >= count) {
                return Err(self.no("a round of this format, which has fewer", keys));
            }
            let round = self.round(keys, &tournament)?;
            tournament.rounds.push(Round { other: unknown(rounds.next(), &ROUND_KEYS), ..round });
        }
        for keys in keys.correction.iter().take(MOST_CORRECTIONS) {
            let correction = self.correction(keys, &tournament)?;
            tournament
                .corrections
                .push(Correction { other: unknown(corrections.next(), &CORRECTION_KEYS), ..correction });
        }
        if let Some(lots) = &keys.lots {
            let order = self.indexes(lots.get_ref(), tournament.entrants.len());
            tournament.lots = order.ok_or_else(|| self.no("an order of players", lots))?;
        }
        tournament.other = unknown(Some(all.into()), &KEYS);
        Ok(tournament)
    }

    fn settings(&self, keys: &Keys) -> Result<Settings, FileTextError> {
        let ties = keys.ties.iter().map(|tie| self.word(&TieBreak::ALL, tie, "a tie-break"));
        let rules = Rules::read_line(keys.rules.get_ref()).map_err(|_| self.no("known rules", &keys.rules))?;
        let absence = keys.absence.as_ref().map(|word| self.word(&ABSENCES, word, "nothing or draws"));
        Ok(Settings {
            name: kept(keys.name.get_ref()).ok_or_else(|| self.no("a name", &keys.name))?,
            rules,
            format: format(keys.format.get_ref()).ok_or_else(|| self.no("a format", &keys.format))?,
            games: keys.r#match.games,
            clock: keys.r#match.clock.as_ref().map(|clock| Clock { time: clock.time, increment: clock.increment }),
            scoring: self.word(&Scoring::ALL, &keys.points, "2-1-0, 1-0.5-0, or match")?,
            ties: ties.collect::<Result<_, _>>()?,
            absence: absence.transpose()?.unwrap_or_default(),
            no_help: keys.no_help,
        })
    }

    fn entrant(&self, keys: &Spanned<PlayerKeys>, before: &Tournament) -> Result<Entrant, FileTextError> {
        let wrong = || self.no("a player", keys);
        let PlayerKeys { name, program, joined, left, absent } = keys.get_ref();
        let is_name = kept(name).as_ref() == Some(name) && name.chars().count() <= LONGEST_TYPED;
        if !is_name || before.find(name).is_some() || before.entrants.len() >= MOST_ENTRANTS {
            return Err(wrong());
        }
        let program = match program {
            None | Some(Value::Boolean(false)) => None,
            Some(Value::Boolean(true)) => Some(name.clone()),
            Some(Value::String(player)) if player.chars().count() <= LONGEST_PROGRAM => Some(player.clone()),
            Some(_) => return Err(wrong()),
        };
        let round = |number: usize| number.checked_sub(1).filter(|round| *round < 2 * MOST_ENTRANTS).ok_or_else(wrong);
        Ok(Entrant {
            name: name.clone(),
            program,
            joined: joined.map_or(Ok(0), round)?,
            left: left.map(round).transpose()?,
            absent: absent
                .iter()
                .map(|&number| round(number))
                .collect::<Result<BTreeSet<_>, _>>()?
                .into_iter()
                .collect(),
            other: Table::new(),
        })
    }

    /// Reads different numbers from 1.
    fn indexes(&self, numbers: &[usize], end: usize) -> Option<Vec<usize>> {
        let different: BTreeSet<_> = numbers.iter().collect();
        let indexes = numbers.iter().map(|number| number.checked_sub(1).filter(|index| *index < end));
        if different.len() == numbers.len() { indexes.collect() } else { None }
    }

    fn round(&self, keys: &Spanned<RoundKeys>, before: &Tournament) -> Result<Round, FileTextError> {
        let RoundKeys { meetings, byes, exchanged } = keys.get_ref();
        let (entrants, is_knock_out) = (before.entrants.len(), before.is_knock_out(before.rounds.len()));
        let mut seated = BTreeSet::new();
        let mut round = Round::default();
        for text in meetings {
            let meeting = Meeting::read(text.get_ref(), entrants).filter(|meeting| {
                let is_free = seated.insert(meeting.first) && seated.insert(meeting.second);
                is_free && fits(meeting, before.settings.games.into(), is_knock_out)
            });
            round.meetings.push(meeting.ok_or_else(|| self.no("a meeting", text))?);
        }
        for text in byes {
            let words = text.get_ref().split_once(' ');
            let bye = words.and_then(|(entrant, bye)| Some((index(entrant, entrants)?, of_word(&BYES, bye)?)));
            let bye = bye.filter(|(entrant, _)| seated.insert(*entrant));
            round.byes.push(bye.ok_or_else(|| self.no("a bye", text))?);
        }
        round.exchanged = self.indexes(exchanged, entrants).ok_or_else(|| self.no("a round", keys))?;
        Ok(round)
    }

    fn correction(&self, keys: &Spanned<CorrectionKeys>, of: &Tournament) -> Result<Correction, FileTextError> {
        let CorrectionKeys { when, round, table, old, new } = keys.get_ref();
        let at = || {
            let at = Place { round: round.checked_sub(1)?, table: table.checked_sub(1)? };
            of.meeting(at).map(|_| at)
        };
        let correction = at().zip(games_of_letters(old).zip(games_of_letters(new)));
        let (at, (old, new)) = correction.ok_or_else(|| self.no("a correction", keys))?;
        Ok(Correction { when: kept(when).unwrap_or_default(), at, old, new, other: Table::new() })
    }
}

/// Returns `true` if a meeting has as many games as it can have.
fn fits(meeting: &Meeting, games: usize, is_knock_out: bool) -> bool {
    let further = meeting.games.len().checked_sub(games);
    let is_level = Meeting::balance(&meeting.games) == 0 && !meeting.is_open();
    let most = if is_knock_out { EXTRA_MATCHES } else { 0 };
    further.is_some_and(|further| further % EXTRA_GAMES == 0 && further / EXTRA_GAMES <= most)
        && (meeting.lot.is_none() || is_knock_out && is_level)
}

fn format(keys: &FormatKeys) -> Option<Format> {
    let FormatKeys { swiss, round_robin, cycles, groups, advance, knock_out, third } = keys;
    let then = |word: &str| Some(KnockOut { level: of_word(&LEVELS, word)?, third: third.unwrap_or_default() });
    match (swiss, round_robin, groups, knock_out) {
        (Some(rounds), None, None, None) => Some(Format::Swiss { rounds: *rounds }),
        (None, Some(order), None, None) => {
            Some(Format::RoundRobin { cycles: cycles.unwrap_or(1), order: of_word(&ORDERS, order)? })
        }
        (None, None, None, Some(level)) => Some(Format::KnockOut(then(level)?)),
        (None, None, Some(size), Some(level)) => {
            Some(Format::Groups { size: *size, advance: (*advance)?, then: then(level)? })
        }
        _ => None,
    }
}
