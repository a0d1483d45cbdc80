// SPDX-License-Identifier: GPL-3.0-or-later
//! Rows: what members and rooms write to each other. Each has one spelling.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use morris::{ByColor, Rules};
use morris_message::{LAST_NUMBER, Line, LineKind, PlayerName};
use zeroize::Zeroizing;

use crate::limits::{MAX_LONG_ROW_BYTES, MAX_ROW_BYTES, MAX_TIME};

/// Number of a member of a room. The program that hosts the room has 0.
pub type MemberId = u32;

/// Number of a table of a room, which the host chooses.
pub type TableId = u32;

/// Number of letters of the name of a game or of a room.
const NAME_LETTERS: usize = 13;

/// What a member writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemberRow {
    /// The name of the member, which is the first row after the handshake.
    Name(PlayerName),
    /// A line of a game of this member.
    Line(Line),
    /// Thinking time for the own line with this number, right before it.
    Spent(Spent),
    /// Asks for all lines of a game, from the first on.
    Want(String),
    /// Asks for no more lines of a game.
    Not(String),
    /// Plays this own game no longer in the room, because the two programs disagree.
    Part(String),
    /// Is ready to play at this table or, without a number, at any.
    Ready(Option<TableId>),
    /// Calls the person who directs the room.
    Call,
    /// Is still here.
    Ping,
    /// Leaves the room for good.
    Bye,
}

/// What a room writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomRow {
    /// The number of the member who reads this, and the 32 bytes of the key by which it returns, as
    /// letters. It is the first row after the handshake.
    Welcome(MemberId, ReturnKey),
    /// A line of a game, and the member who wrote it.
    Line(MemberId, Line),
    /// Checked thinking time, right before its line.
    Spent(Spent),
    /// Time that both sides of a game have left.
    Left {
        /// Name of the game.
        game: String,
        /// Time left, as of now. In a row, a day stands for any longer time.
        left: ByColor<Duration>,
    },
    /// A member of the room.
    Member {
        /// Number of the member.
        id: MemberId,
        /// Whether it is connected.
        presence: Presence,
        /// Name of the member, which no other member has.
        name: PlayerName,
    },
    /// A member who has left the room for good.
    Gone(MemberId),
    /// A table, new or changed.
    Table(Table),
    /// Number of watchers of a game: the members who want it and do not play it.
    Watchers {
        /// Name of the game.
        game: String,
        /// Number of watchers.
        count: u32,
    },
    /// A player of this game plays it no longer in the room. Its clocks are stopped, and it can go
    /// on by message.
    Part(String),
    /// The room is full. No row follows.
    Full,
    /// The room is closed for good. No row follows.
    Closed,
    /// A row about this game was refused.
    Refused(Refusal, String),
    /// Answers `ping`.
    Pong,
}

/// Thinking time for one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spent {
    /// Name of the game.
    pub game: String,
    /// Number of the line.
    pub number: u32,
    /// Time since it was the player's turn. In a row, a day stands for any longer time.
    pub time: Duration,
}

/// Whether a member is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Connected.
    Here,
    /// Not connected, or silent, for this time, up to a day. After a restart of the room, the time
    /// starts again. The clocks of its games are stopped.
    Away(Duration),
}

/// Who may watch a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Watching {
    /// All members.
    Open,
    /// No one.
    Closed,
}

/// A table: who plays whom, and by what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Number of the table.
    pub id: TableId,
    /// Name of its game, once White has written the invitation.
    pub game: Option<String>,
    /// Players.
    pub players: ByColor<MemberId>,
    /// Rules, a preset.
    pub rules: Rules,
    /// Clock, if there is one.
    pub clock: Option<Clock>,
    /// Who may watch.
    pub watching: Watching,
}

/// Clock of a table, in whole seconds up to a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time of each side at the start.
    pub time: Duration,
    /// Time that a side gains with each of its moves.
    pub increment: Duration,
}

/// Key by which a member returns to a room without a code.
#[derive(Clone, PartialEq, Eq)]
pub struct ReturnKey(pub(crate) Zeroizing<[u8; 32]>);

/// Why a row was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The line is not one of a game of this member, not in its place, or cannot be played.
    Line,
    /// A line before this one is missing in the room. The invitation and the whole game help.
    Missing,
    /// There is no such game.
    Game,
    /// The players let no one watch.
    Watch,
}

const REFUSALS: [(&str, Refusal); 4] =
    [("line", Refusal::Line), ("missing", Refusal::Missing), ("game", Refusal::Game), ("watch", Refusal::Watch)];

/// A row that cannot be read. It ends the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a row cannot be read")]
pub struct RowError;

impl FromStr for MemberRow {
    type Err = RowError;

    fn from_str(row: &str) -> Result<Self, RowError> {
        let (word, rest) = first_word(row)?;
        let mut words = Words::of(rest);
        let read = match word {
            "name" => Self::Name(words.name()?),
            "line" => return line(row, rest).map(Self::Line),
            "spent" => Self::Spent(words.spent()?),
            "want" => Self::Want(words.game()?),
            "not" => Self::Not(words.game()?),
            "part" => Self::Part(words.game()?),
            "ready" => Self::Ready(words.optional(Words::number)?),
            "call" => Self::Call,
            "ping" => Self::Ping,
            "bye" => Self::Bye,
            _ => return Err(RowError),
        };
        words.end(read, row)
    }
}

impl fmt::Display for MemberRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "name {}", name.word()),
            Self::Line(line) => write!(f, "line {line}"),
            Self::Spent(spent) => write!(f, "{spent}"),
            Self::Want(game) => write!(f, "want {game}"),
            Self::Not(game) => write!(f, "not {game}"),
            Self::Part(game) => write!(f, "part {game}"),
            Self::Ready(table) => write!(f, "ready {}", OrDash(table.as_ref())),
            Self::Call => f.write_str("call"),
            Self::Ping => f.write_str("ping"),
            Self::Bye => f.write_str("bye"),
        }
    }
}

impl FromStr for RoomRow {
    type Err = RowError;

    fn from_str(row: &str) -> Result<Self, RowError> {
        let (word, rest) = first_word(row)?;
        let mut words = Words::of(rest);
        let read = match word {
            "welcome" => Self::Welcome(words.number()?, words.key()?),
            "line" => {
                let (member, rest) = rest.split_once(' ').ok_or(RowError)?;
                return Ok(Self::Line(number(member)?, line(row, rest)?));
            }
            "spent" => Self::Spent(words.spent()?),
            "left" => Self::Left { game: words.game()?, left: ByColor { white: words.time()?, black: words.time()? } },
            "member" => words.member()?,
            "gone" => Self::Gone(words.number()?),
            "table" => Self::Table(words.table()?),
            "watchers" => Self::Watchers { game: words.game()?, count: words.number()? },
            "part" => Self::Part(words.game()?),
            "full" => Self::Full,
            "closed" => Self::Closed,
            "refused" => Self::Refused(words.refusal()?, words.game()?),
            "pong" => Self::Pong,
            _ => return Err(RowError),
        };
        words.end(read, row)
    }
}

impl fmt::Display for RoomRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Welcome(id, key) => write!(f, "welcome {id} {}", crate::letters::write(&*key.0)),
            Self::Line(id, line) => write!(f, "line {id} {line}"),
            Self::Spent(spent) => write!(f, "{spent}"),
            Self::Left { game, left } => write!(f, "left {game} {} {}", millis(left.white), millis(left.black)),
            Self::Member { id, presence: Presence::Here, name } => write!(f, "member {id} here {}", name.word()),
            Self::Member { id, presence: Presence::Away(time), name } => {
                write!(f, "member {id} away {} {}", name.word(), millis(*time))
            }
            Self::Gone(id) => write!(f, "gone {id}"),
            Self::Table(table) => write!(f, "{table}"),
            Self::Watchers { game, count } => write!(f, "watchers {game} {count}"),
            Self::Part(game) => write!(f, "part {game}"),
            Self::Full => f.write_str("full"),
            Self::Closed => f.write_str("closed"),
            Self::Refused(why, game) => {
                let word = REFUSALS.iter().find(|(_, other)| other == why).map_or("", |(word, _)| word);
                write!(f, "refused {word} {game}")
            }
            Self::Pong => f.write_str("pong"),
        }
    }
}

impl fmt::Display for Spent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "spent {} {} {}", self.game, self.number, millis(self.time))
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, game, players: ByColor { white, black }, rules, clock, watching } = self;
        let watching = if *watching == Watching::Open { "open" } else { "closed" };
        let (game, clock) = (OrDash(game.as_ref()), OrDash(clock.as_ref()));
        write!(f, "table {id} {game} {white} {black} {rules} {clock} {watching}")
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.time.as_secs(), self.increment.as_secs())
    }
}

impl FromStr for Table {
    type Err = RowError;

    /// Reads the row of a table.
    fn from_str(row: &str) -> Result<Self, RowError> {
        if let RoomRow::Table(table) = row.parse()? { Ok(table) } else { Err(RowError) }
    }
}

impl FromStr for Clock {
    type Err = RowError;

    /// Reads a clock such as `300+5`.
    fn from_str(word: &str) -> Result<Self, RowError> {
        let (time, increment) = word.split_once('+').ok_or(RowError)?;
        let seconds = |word| Ok(Duration::from_secs(number(word)?.into())).and_then(in_a_day);
        Ok(Self { time: seconds(time)?, increment: seconds(increment)? })
    }
}

impl ReturnKey {
    pub(crate) fn random() -> Self {
        Self(Zeroizing::new(rand::random()))
    }

    /// Reads the letters of a key.
    pub(crate) fn read(letters: &str) -> Option<Self> {
        crate::letters::read(letters).map(|bytes| Self(Zeroizing::new(bytes)))
    }
}

/// Does not print the key.
impl fmt::Debug for ReturnKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ReturnKey(…)")
    }
}

/// A value, or `-`.
struct OrDash<'v, T>(Option<&'v T>);

impl<T: fmt::Display> fmt::Display for OrDash<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(value) => value.fmt(f),
            None => f.write_str("-"),
        }
    }
}

fn first_word(row: &str) -> Result<(&str, &str), RowError> {
    if row.len() > MAX_LONG_ROW_BYTES { Err(RowError) } else { Ok(row.split_once(' ').unwrap_or((row, ""))) }
}

/// Reads the line at the end of a row. Only one with a whole game may be long.
fn line(row: &str, text: &str) -> Result<Line, RowError> {
    let line = Line::parse(text).map_err(|_| RowError)?;
    let fits = row.len() <= MAX_ROW_BYTES || line.kind() == LineKind::Whole;
    if fits && line.to_string() == text { Ok(line) } else { Err(RowError) }
}

fn number(word: &str) -> Result<u32, RowError> {
    let is_plain = word.bytes().all(|digit| digit.is_ascii_digit()) && (word == "0" || !word.starts_with('0'));
    word.parse().ok().filter(|_| is_plain && word.len() <= 9).ok_or(RowError)
}

/// Returns a time as a row names it. A day stands for any longer time.
fn millis(time: Duration) -> u128 {
    time.min(MAX_TIME).as_millis()
}

fn in_a_day(time: Duration) -> Result<Duration, RowError> {
    if time <= MAX_TIME { Ok(time) } else { Err(RowError) }
}

/// Returns `true` for the name of a game or of a room.
pub(crate) fn is_name_of_game(word: &str) -> bool {
    word.len() == NAME_LETTERS && word.bytes().all(|letter| matches!(letter, b'a'..=b'z' | b'2'..=b'7'))
}

/// The words of a row after the first one.
struct Words<'t>(std::str::Split<'t, char>);

impl<'t> Words<'t> {
    fn of(rest: &'t str) -> Self {
        Self(if rest.len() > MAX_ROW_BYTES { "" } else { rest }.split(' '))
    }

    fn next(&mut self) -> Result<&'t str, RowError> {
        self.0.next().ok_or(RowError)
    }

    fn number(&mut self) -> Result<u32, RowError> {
        number(self.next()?)
    }

    fn time(&mut self) -> Result<Duration, RowError> {
        in_a_day(Duration::from_millis(self.number()?.into()))
    }

    fn game(&mut self) -> Result<String, RowError> {
        Ok(self.next()?.to_owned()).and_then(|word| if is_name_of_game(&word) { Ok(word) } else { Err(RowError) })
    }

    fn name(&mut self) -> Result<PlayerName, RowError> {
        PlayerName::read_word(self.next()?).ok_or(RowError)
    }

    fn key(&mut self) -> Result<ReturnKey, RowError> {
        ReturnKey::read(self.next()?).ok_or(RowError)
    }

    fn optional<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, RowError>) -> Result<Option<T>, RowError> {
        let mut rest = self.0.clone();
        if rest.next() != Some("-") {
            return read(self).map(Some);
        }
        self.0 = rest;
        Ok(None)
    }

    fn spent(&mut self) -> Result<Spent, RowError> {
        let (game, number) = (self.game()?, self.number()?);
        let fits = (1..=LAST_NUMBER + 1).contains(&number);
        if fits { Ok(Spent { game, number, time: self.time()? }) } else { Err(RowError) }
    }

    fn member(&mut self) -> Result<RoomRow, RowError> {
        let (id, word, name) = (self.number()?, self.next()?, self.name()?);
        let presence = if word == "here" { Presence::Here } else { Presence::Away(self.time()?) };
        Ok(RoomRow::Member { id, presence, name })
    }

    fn refusal(&mut self) -> Result<Refusal, RowError> {
        let word = self.next()?;
        REFUSALS.iter().find(|(other, _)| *other == word).map(|&(_, why)| why).ok_or(RowError)
    }

    fn table(&mut self) -> Result<Table, RowError> {
        Ok(Table {
            id: self.number()?,
            game: self.optional(Self::game)?,
            players: ByColor { white: self.number()?, black: self.number()? },
            rules: self.next()?.parse().map_err(|_| RowError)?,
            clock: self.optional(|words| words.next()?.parse())?,
            watching: match self.next()? {
                "open" => Watching::Open,
                "closed" => Watching::Closed,
                _ => return Err(RowError),
            },
        })
    }

    /// Returns what was read, if it is spelled like this.
    fn end<T: fmt::Display>(self, read: T, row: &str) -> Result<T, RowError> {
        if read.to_string() == row { Ok(read) } else { Err(RowError) }
    }
}
