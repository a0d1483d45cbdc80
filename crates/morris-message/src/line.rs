// SPDX-License-Identifier: GPL-3.0-or-later
//! Lines: their words, and how they are found in a text.

use std::fmt;

use morris::{Rules, escape};

use crate::color_choice::ColorChoice;
use crate::error::LineError;
use crate::keys::{PublicKey, are_letters};
use crate::limits::{LAST_NUMBER, MAX_TEXT_BYTES};
use crate::player_name::PlayerName;
use crate::turn::Turn;
use crate::version::Version;

/// Scheme of a line as a link.
const SCHEME: &str = "nine-mens-morris:";
/// Beginning of the word with a key.
const KEY: &str = "key=";
const ACCEPT: &str = "accept";
const WHOLE: &str = "whole";
/// Punctuation that may touch the beginning or the end of a line. The quotation marks of a file
/// with lines are not among it.
const OPENING: [char; 7] = ['`', '*', '<', '(', '[', '“', '«'];
const CLOSING: [char; 13] = ['`', '*', '>', ')', ']', '”', '»', '.', ',', ';', ':', '!', '?'];
/// Number of letters of the name of a game, of a key, and of check letters.
const GAME_LETTERS: usize = 13;
const CHECK_LETTERS: usize = 8;

/// A line of a game by message, as it is written. Only a [`MessageGame`](crate::MessageGame) knows
/// whether it is genuine.
///
/// ```
/// use morris_message::{Line, LineKind};
///
/// let mail = "> nmm2 mfrggzdfmztwq standard 12\n> a4-a7xd2 k5xw4ylf\n-- \nAnn";
/// let line = Line::parse(mail)?;
/// assert_eq!((line.kind(), line.game()), (LineKind::Turn, "mfrggzdfmztwq"));
/// assert_eq!(line.to_string(), "nmm2 mfrggzdfmztwq standard 12 a4-a7xd2 k5xw4ylf");
/// assert_eq!(Line::parse(&line.link()), Ok(line));
/// # Ok::<(), morris_message::LineError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The words, with a space between them.
    text: String,
    version: Version,
    game: String,
    rules: Rules,
    content: Content,
}

/// Kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// Offers a game.
    Invitation,
    /// Accepts an invitation.
    Acceptance,
    /// Says what a player does.
    Turn,
    /// Holds the whole game.
    Whole,
}

/// The part of a line that depends on its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Invitation { color: ColorChoice, name: PlayerName, key: PublicKey },
    Acceptance { name: PlayerName, key: PublicKey },
    Turn { number: u32, turn: Turn },
    Whole(Whole),
}

/// A whole game in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Whole {
    /// Name and key of the player who accepted.
    pub name: PlayerName,
    pub key: PublicKey,
    /// Number of the last line. It tells a resignation out of turn from others.
    pub number: u32,
    /// Letters of the position at the end.
    pub position: String,
    /// The turns with their words.
    pub turns: Vec<(Turn, String)>,
}

impl Line {
    /// Finds the line in a text: a message, a mail, or a link. White space, quotation marks (`>`)
    /// at the beginning of a row, breaks between words, punctuation that touches the line, and
    /// other text before the line or in the rows after it do not matter. Of several lines of a
    /// game, as in an answer that quotes an older one, it is the newest.
    ///
    /// # Errors
    /// Returns what is wrong with the line or, if there are several, with the longest.
    pub fn parse(text: &str) -> Result<Self, LineError> {
        if text.len() > MAX_TEXT_BYTES {
            return Err(LineError::TooLong);
        }
        let mut rest = words(text);
        let mut newest: Option<Self> = None;
        let (mut longest, mut wrong) = (0, LineError::NoLine);
        // This takes linear time: only a name can be such a word within a line.
        while let Some((start, _)) = rest.find(|(word, _)| is_start(word)) {
            let mut words = Words { rest: rest.clone(), taken: vec![start] };
            match words.line() {
                Ok(line) if newest.as_ref().is_none_or(|other| line.is_newer_than(other)) => newest = Some(line),
                Err(error) if words.taken.len() > longest => (longest, wrong) = (words.taken.len(), error),
                _ => {}
            }
        }
        let line = newest.ok_or(wrong)?;
        if line.key().is_some_and(PublicKey::is_weak) { Err(LineError::WeakKey) } else { Ok(line) }
    }

    fn is_newer_than(&self, other: &Self) -> bool {
        let age = |line: &Self| match &line.content {
            Content::Invitation { .. } => (None, 0),
            Content::Acceptance { .. } => (None, 1),
            Content::Turn { number, .. } => (Some(*number), 0),
            Content::Whole(whole) => (Some(whole.number), 1),
        };
        self.game == other.game && age(self) > age(other)
    }

    /// Returns the version of the format.
    pub const fn version(&self) -> Version {
        self.version
    }

    /// Returns the name of the game: 13 letters.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Returns the rules of the game, which are a preset.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the kind of the line.
    pub const fn kind(&self) -> LineKind {
        match self.content {
            Content::Invitation { .. } => LineKind::Invitation,
            Content::Acceptance { .. } => LineKind::Acceptance,
            Content::Turn { .. } => LineKind::Turn,
            Content::Whole(_) => LineKind::Whole,
        }
    }

    /// Returns the name in an invitation, an acceptance, or a whole game, which names the player
    /// who accepted.
    pub const fn name(&self) -> Option<&PlayerName> {
        match &self.content {
            Content::Invitation { name, .. }
            | Content::Acceptance { name, .. }
            | Content::Whole(Whole { name, .. }) => Some(name),
            Content::Turn { .. } => None,
        }
    }

    /// Returns the key in an invitation, an acceptance, or a whole game.
    const fn key(&self) -> Option<PublicKey> {
        match self.content {
            Content::Invitation { key, .. } | Content::Acceptance { key, .. } | Content::Whole(Whole { key, .. }) => {
                Some(key)
            }
            Content::Turn { .. } => None,
        }
    }

    /// Returns the color that the player of an invitation wants.
    pub const fn color(&self) -> Option<ColorChoice> {
        match self.content {
            Content::Invitation { color, .. } => Some(color),
            _ => None,
        }
    }

    /// Returns the line as a link, which has no spaces: `nine-mens-morris:nmm2/…`.
    pub fn link(&self) -> String {
        SCHEME.to_owned() + &self.text.replace(' ', "/")
    }

    /// Returns the beginning that all lines of the game share.
    pub(crate) fn head(&self) -> String {
        head(self.version, &self.game, &self.rules)
    }

    pub(crate) fn check_same_game(&self, other: &Self) -> Result<(), LineError> {
        if other.game != self.game {
            Err(LineError::OtherGame)
        } else if other.head() != self.head() {
            Err(LineError::Forged)
        } else {
            Ok(())
        }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) const fn content(&self) -> &Content {
        &self.content
    }

    /// Returns the line without its check letters and the space before them, and the check letters.
    /// An invitation has none.
    pub(crate) fn body_and_check(&self) -> (&str, &str) {
        self.text.rsplit_once(' ').unwrap_or_default()
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn head(version: Version, game: &str, rules: &Rules) -> String {
    format!("{} {game} {rules}", version.id())
}

pub(crate) fn invitation(game: &str, rules: &Rules, color: ColorChoice, name: &PlayerName, key: PublicKey) -> String {
    format!("{} {color} {} {KEY}{key}", head(Version::Two, game, rules), name.word())
}

/// Returns the text of an acceptance without its check letters.
pub(crate) fn acceptance(head: &str, name: &PlayerName, key: PublicKey) -> String {
    format!("{head} {ACCEPT} {} {KEY}{key}", name.word())
}

/// Returns the text of a turn without its check letters.
pub(crate) fn turn(head: &str, number: u32, word: &str) -> String {
    format!("{head} {number} {word}")
}

/// Returns the text of a whole game without its check letters.
pub(crate) fn whole(head: &str, whole: &Whole) -> String {
    let Whole { name, key, number, position, turns } = whole;
    let words: String = turns.iter().map(|(_, word)| format!(" {word}")).collect();
    let start = format!("{head} {WHOLE} {} {KEY}{key}", name.word());
    format!("{start} {number} {position} {}{words}", turns.len())
}

/// Returns the words of a text, each with whether it begins a row. A link counts as its words.
fn words(text: &str) -> impl Iterator<Item = (&str, bool)> + Clone {
    let rows = text.split(['\n', '\r', '\u{2028}', '\u{2029}']);
    rows.flat_map(|row| {
        let row = row.trim_start_matches(|letter| letter == '>' || is_space(letter));
        row.split(is_space).filter(|word| !word.is_empty()).enumerate().flat_map(|(index, word)| {
            let bare = word.trim_start_matches(OPENING);
            let word = if is_start(bare) || bare.starts_with(SCHEME) { bare } else { word };
            let link = word.strip_prefix(SCHEME);
            let parts = link.unwrap_or(word).split(move |letter| letter == '/' && link.is_some());
            parts.filter(|part| !part.is_empty()).enumerate().map(move |(part, word)| (word, index + part == 0))
        })
    })
}

/// Returns `true` for white space, also that of no width, which some chats put into a text.
fn is_space(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '\u{200b}' | '\u{2060}' | '\u{feff}')
}

/// Returns `true` for the first word of a line, also of one that a newer program writes.
fn is_start(word: &str) -> bool {
    word.strip_prefix("nmm")
        .is_some_and(|version| matches!(version.len(), 1..=4) && version.bytes().all(|digit| digit.is_ascii_digit()))
}

/// The words of a text, read one by one.
struct Words<'t, W> {
    rest: W,
    /// The words of the line so far.
    taken: Vec<&'t str>,
}

impl<'t, W: Iterator<Item = (&'t str, bool)>> Words<'t, W> {
    /// Reads a line after its first word.
    fn line(&mut self) -> Result<Line, LineError> {
        let version = Version::ALL.into_iter().find(|version| self.taken == [version.id()]);
        let version = version.ok_or(LineError::Newer)?;
        let game =
            self.expect("the name of a game", |word| are_letters(word, GAME_LETTERS).then(|| word.to_owned()))?;
        let rules = self.expect("the id of rules", |word| word.parse::<Rules>().ok())?;
        let content = self.content(version, &rules)?;
        self.expect_end()?;
        Ok(Line { text: self.taken.join(" "), version, game, rules, content })
    }

    fn next(&mut self) -> Result<&'t str, LineError> {
        let (word, _) = self.rest.next().ok_or(LineError::CutShort)?;
        self.taken.push(word);
        Ok(word)
    }

    /// Reads a word. `what` describes it in errors.
    fn expect<T>(&mut self, what: &'static str, read: impl FnOnce(&'t str) -> Option<T>) -> Result<T, LineError> {
        let word = self.next()?;
        read(word).ok_or_else(|| LineError::Word { what, found: escape(word) })
    }

    fn name(&mut self) -> Result<PlayerName, LineError> {
        self.expect("a name", PlayerName::read_word)
    }

    fn key(&mut self) -> Result<PublicKey, LineError> {
        self.expect("a key", read_key)
    }

    fn check(&mut self) -> Result<String, LineError> {
        self.expect("eight check letters", read_check)
    }

    /// Reads the last word of a line, which punctuation may follow.
    fn expect_last<T>(&mut self, what: &'static str, read: impl FnOnce(&'t str) -> Option<T>) -> Result<T, LineError> {
        let value = self.expect(what, |word| read(word.trim_end_matches(CLOSING)))?;
        if let Some(last) = self.taken.last_mut() {
            *last = last.trim_end_matches(CLOSING);
        }
        Ok(value)
    }

    fn number(&mut self) -> Result<u32, LineError> {
        self.expect("a number", number)
    }

    fn turn(&mut self, version: Version, rules: &Rules) -> Result<(Turn, String), LineError> {
        self.expect("a move", |word| Some((Turn::read_word(word, rules.board, version)?, word.to_owned())))
    }

    fn content(&mut self, version: Version, rules: &Rules) -> Result<Content, LineError> {
        let word = self.next()?;
        let content = match word {
            ACCEPT => Content::Acceptance { name: self.name()?, key: self.key()? },
            WHOLE => Content::Whole(self.whole(version, rules)?),
            _ => match (word.parse(), number(word)) {
                (Ok(color), _) => {
                    let name = self.name()?;
                    return Ok(Content::Invitation { color, name, key: self.expect_last("a key", read_key)? });
                }
                (_, Some(number)) => Content::Turn { number, turn: self.turn(version, rules)?.0 },
                _ => return Err(LineError::Word { what: "a number", found: escape(word) }),
            },
        };
        self.expect_last("eight check letters", read_check)?;
        Ok(content)
    }

    fn whole(&mut self, version: Version, rules: &Rules) -> Result<Whole, LineError> {
        let (name, key) = (self.name()?, self.key()?);
        let number = self.number()?;
        let position = self.check()?;
        let count = self.number()?;
        let turns = (0..count).map(|_| self.turn(version, rules)).collect::<Result<_, _>>()?;
        Ok(Whole { name, key, number, position, turns })
    }

    /// Checks that no word follows in the same row.
    fn expect_end(&mut self) -> Result<(), LineError> {
        match self.rest.next() {
            Some((word, false)) => Err(LineError::TooManyWords(escape(word))),
            _ => Ok(()),
        }
    }
}

fn read_key(word: &str) -> Option<PublicKey> {
    PublicKey::read(word.strip_prefix(KEY)?)
}

fn read_check(word: &str) -> Option<String> {
    are_letters(word, CHECK_LETTERS).then(|| word.to_owned())
}

/// Reads a number from 1 to [`LAST_NUMBER`] or, for a resignation out of turn, one more.
fn number(word: &str) -> Option<u32> {
    let is_plain = word.len() <= 4 && !word.starts_with('0') && word.bytes().all(|digit| digit.is_ascii_digit());
    word.parse().ok().filter(|&number| is_plain && number <= LAST_NUMBER + 1)
}
