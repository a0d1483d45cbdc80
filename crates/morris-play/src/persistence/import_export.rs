// SPDX-License-Identifier: GPL-3.0-or-later
//! Games that come from and go to other programs: our saves and the text formats, told apart by
//! themselves.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::error::{FileError, FileProblem, Located};
use super::files::{self, MAX_FILE_BYTES};
use super::saved_game::{SavedGame, is_head};
use crate::setup::{GameSetup, Player, Skill};
use morris::names;
use morris::{ByColor, Game, Pgn, Rules, Variation};
use morris_players::{CannotHold, Format, GameInText, ParseFormatError};

/// What a file can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileFormat {
    /// A saved game of this program.
    Save,
    /// A text of this or another program.
    Text(Format),
}

/// What a text holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A saved game of this program.
    Save(Box<SavedGame>),
    /// A game or position, and in which format it was.
    Text(Box<GameInText>, Format),
}

impl From<Format> for FileFormat {
    fn from(format: Format) -> Self {
        Self::Text(format)
    }
}

impl FileFormat {
    /// All formats.
    pub fn all() -> impl Iterator<Item = Self> {
        std::iter::once(Self::Save).chain(Format::ALL.map(Self::Text))
    }

    /// The format that a text has, or most likely was to have.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let is_save = is_head(text) || head_lines(text).any(|line| line.starts_with("version ="));
        if is_save { Self::Save } else { Self::Text(Format::of(text)) }
    }

    /// What a file of this format ends with.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Save => "toml",
            Self::Text(format) => format.ending(),
        }
    }
}

/// The lines that a saved game could begin with: what comes behind others may be a comment of a
/// game text.
fn head_lines(text: &str) -> impl Iterator<Item = &str> {
    let is_key =
        |key: &str| !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    text.trim_start_matches('\u{feff}').lines().take_while(move |line| {
        line.trim().is_empty()
            || line.starts_with('#')
            || line.split_once('=').is_some_and(|(key, _)| is_key(key.trim()))
    })
}

impl fmt::Display for FileFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Save => f.write_str("save"),
            Self::Text(format) => format.fmt(f),
        }
    }
}

impl FromStr for FileFormat {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "save" { Ok(Self::Save) } else { text.parse().map(Self::Text) }
    }
}

impl Content {
    /// Reads a text in a given format, or in the one that it seems to have. `rules` are those of a
    /// text that does not say any; `path` stands in errors.
    ///
    /// # Errors
    /// What cannot be understood, and where.
    pub fn read(text: &str, format: Option<FileFormat>, rules: &Rules, path: &Path) -> Result<Self, FileError> {
        if text.len() as u64 > MAX_FILE_BYTES {
            return Err(Located::from(FileProblem::TooLarge { most: MAX_FILE_BYTES }).of(path));
        }
        match format.unwrap_or_else(|| FileFormat::of(text)) {
            FileFormat::Save => {
                let game = SavedGame::parse(text).map_err(|located| located.of(path))?;
                Ok(Self::Save(Box::new(game)))
            }
            FileFormat::Text(found) => match GameInText::read(text, found, rules) {
                Ok(game) => Ok(Self::Text(Box::new(game), found)),
                // What is wrong with a format that was only guessed leads astray.
                Err(_) if format.is_none() && !found.is_meant_by(text, rules) => {
                    Err(Located::from(FileProblem::NoGame).of(path))
                }
                Err(error) => Err(Located::from(FileProblem::Text(error)).of(path)),
            },
        }
    }

    /// Writes what it holds in a format.
    ///
    /// # Errors
    /// What the format cannot hold; and a text that could not be read back.
    pub fn write(&self, format: FileFormat) -> Result<String, CannotHold> {
        let text = self.text_in(format)?;
        if files::fits(&text) { Ok(text) } else { Err(CannotHold::TooLarge { most: MAX_FILE_BYTES }) }
    }

    fn text_in(&self, format: FileFormat) -> Result<String, CannotHold> {
        match (self, format) {
            (Self::Save(game), FileFormat::Save) => Ok(game.to_text()),
            (Self::Save(game), FileFormat::Text(format)) => in_text(game).write(format),
            (Self::Text(game, _), FileFormat::Save) if game.partial.is_some() => Err(CannotHold::PartialMove),
            (Self::Text(game, _), FileFormat::Save) => Ok(from_pgn(&game.pgn).to_text()),
            (Self::Text(game, _), FileFormat::Text(format)) => game.write(format),
        }
    }

    /// What is left out in a format that holds games and yet has no place for it. Who asks for a
    /// position wants no game.
    #[must_use]
    pub fn left_out(&self, format: FileFormat) -> Vec<GamePart> {
        let is_list = match format {
            FileFormat::Text(Format::Pgn) => false,
            FileFormat::Text(Format::PlayOk) => true,
            _ => return Vec::new(),
        };
        let in_save;
        let (pgn, save) = match self {
            Self::Save(game) => {
                in_save = in_text(game);
                (&in_save.pgn, Some(game))
            }
            Self::Text(game, _) => (&game.pgn, None),
        };
        let is_told = |(name, value): (&String, &String)| name != DATE && !is_empty(value);
        let parts = [
            (GamePart::Rules, is_list && *pgn.game.rules() != Rules::default()),
            (GamePart::Tags, is_list && pgn.tags.iter().any(is_told)),
            (GamePart::Comments, is_list && !pgn.comments.is_empty()),
            (GamePart::Glyphs, is_list && !pgn.glyphs.is_empty()),
            (GamePart::Variations, is_list && !pgn.variations.is_empty()),
            (GamePart::TakenBack, pgn.game.moves().len() > pgn.game.cursor()),
            (GamePart::Clock, save.is_some_and(|save| save.setup.clock.is_some())),
            (GamePart::Aids, save.is_some_and(|save| save.aids.is_some())),
        ];
        parts.into_iter().filter(|(_, is_there)| *is_there).map(|(part, _)| part).collect()
    }

    /// The game as a text says it.
    #[must_use]
    pub fn into_text(self) -> GameInText {
        match self {
            Self::Save(game) => in_text(&game),
            Self::Text(game, _) => *game,
        }
    }
}

/// What a format of games may have no place for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamePart {
    /// Which rules it is played by; a text that does not say any is taken for one of the standard
    /// rules.
    Rules,
    /// What the tags say. A date alone is none: every saved game has one.
    Tags,
    /// Comments.
    Comments,
    /// Glyphs such as `$2`.
    Glyphs,
    /// Variations, with their comments and glyphs.
    Variations,
    /// Moves that were taken back and can be redone.
    TakenBack,
    /// The clock and what is left on it.
    Clock,
    /// What helped the players.
    Aids,
}

impl fmt::Display for GamePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rules => "rules",
            Self::Tags => "tags",
            Self::Comments => "comments",
            Self::Glyphs => "glyphs",
            Self::Variations => "variations",
            Self::TakenBack => "moves taken back",
            Self::Clock => "clock",
            Self::Aids => "aids",
        })
    }
}

/// The tag that every saved game is given.
const DATE: &str = "Date";
/// The tag of what somebody calls rules of his own.
const RULES_NAME: &str = "RulesName";

/// A saved game with what its tags can say.
fn in_text(saved: &SavedGame) -> GameInText {
    let mut pgn = with_notes(saved.game.clone(), saved.notes.as_ref());
    let players = &saved.setup.players;
    let date = day(saved.saved, TimeZone::system());
    let tags = [
        ("Event", saved.name.clone()),
        (DATE, Some(date)),
        ("White", player(&players.white)),
        ("Black", player(&players.black)),
        (RULES_NAME, saved.setup.rules_name.clone()),
    ];
    for (name, value) in tags {
        if let Some(value) = value {
            pgn.tags.entry(name.to_owned()).or_insert(value);
        }
    }
    pgn.into()
}

/// The day that a moment belongs to at a place, as the tag of the date has it.
fn day(moment: Timestamp, place: TimeZone) -> String {
    moment.to_zoned(place).strftime("%Y.%m.%d").to_string()
}

/// A game with what its notes say, as far as it went the same way.
pub(super) fn with_notes(game: Game, notes: Option<&Pgn>) -> Pgn {
    let mut pgn = Pgn::new(game);
    let Some(notes) = notes.filter(|notes| notes.game.start() == pgn.game.start()) else { return pgn };
    let played = pgn.game.played();
    let common = played.iter().zip(notes.game.played()).take_while(|(one, other)| one == other).count();
    let still = |variation: &&Variation| variation.after <= common && variation.after < played.len();
    pgn.variations = notes.variations.iter().filter(still).cloned().collect();
    pgn.comments =
        notes.comments.iter().filter(|(moves, _)| **moves <= common).map(|(n, text)| (*n, text.clone())).collect();
    pgn.glyphs =
        notes.glyphs.iter().filter(|(moves, _)| **moves <= common).map(|(n, glyphs)| (*n, glyphs.clone())).collect();
    pgn.tags = notes.tags.clone();
    pgn
}

fn player(player: &Player) -> Option<String> {
    let computer = |skill| match skill {
        Skill::Level(level) => format!("Computer, level {}", level.number()),
        Skill::Rating(rating) => format!("Computer, rating {}", rating.points()),
        Skill::Depth(depth) => format!("Computer, depth {}", depth.plies()),
        Skill::Perfect => "Computer, perfect".to_owned(),
    };
    player.skill().map(computer).or_else(|| player.name().map(str::to_owned))
}

/// A game between two persons, with the names that its tags give it and them.
#[must_use]
pub fn from_pgn(text: &Pgn) -> SavedGame {
    let game = text.game.clone();
    let rules_name = tag(text, RULES_NAME).filter(|_| game.rules().preset().is_none());
    let person = |color| Player::person(&tag(text, color).unwrap_or_default());
    let players = ByColor { white: person("White"), black: person("Black") };
    let setup = GameSetup { players, rules_name, ..GameSetup::between_persons(*game.rules()) };
    let Pgn { game: _, tags, comments, glyphs, variations } = text;
    let has_notes = !(tags.is_empty() && comments.is_empty() && glyphs.is_empty() && variations.is_empty());
    let notes = has_notes.then(|| text.clone());
    SavedGame { name: name(text), notes, ..SavedGame::now(setup, game, None) }
}

/// The event, or the players.
fn name(text: &Pgn) -> Option<String> {
    tag(text, "Event").or_else(|| Some(format!("{} – {}", tag(text, "White")?, tag(text, "Black")?)))
}

/// What a tag says as a name, if it says anything.
fn tag(text: &Pgn, name: &str) -> Option<String> {
    text.tags.get(name).filter(|value| !is_empty(value)).and_then(|value| names::kept(value))
}

/// Whether a tag says nothing.
fn is_empty(value: &str) -> bool {
    ["", "?"].contains(&value.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_date_is_that_of_the_place() {
        let evening: Timestamp = "2026-12-31T23:30:00Z".parse().unwrap();
        let there = |hours| day(evening, TimeZone::fixed(jiff::tz::offset(hours)));
        assert_eq!([-5, 0, 1].map(there), ["2026.12.31", "2026.12.31", "2027.01.01"]);
    }

    #[test]
    fn what_is_no_game_is_said_to_be_none_and_what_was_meant_to_be_one_is_wrong_somewhere() {
        let said = |text: &str, format| {
            Content::read(text, format, &Rules::STANDARD, Path::new("bad.txt")).unwrap_err().to_string()
        };
        let none = "bad.txt: is not a game or position of nine men's morris";
        for text in ["this is a text", "root:x:0:0:root:/root:/bin/bash\n", "12/11/2020 rain"] {
            assert_eq!(said(text, None), none);
        }
        // Who names the format means it.
        assert!(
            said("this is a text", Some(Format::Pgn.into()))
                .starts_with("bad.txt: line 1, column 1: “this” is no move")
        );
        for (text, place) in [
            ("version = 1\nwhite = 1\n", "bad.txt"),
            ("version = 1\n[[[\n", "bad.txt, line 2"),
            ("[White \"Ada\"]\n\n1. this\n", "bad.txt: line 3, column 4"),
            (".../.../.../...q../.../.../... w 9 9 0", "bad.txt: line 1, column 16"),
            ("1. d6 f4\n2. d9 *\n", "bad.txt: line 2, column 4"),
        ] {
            let said = said(text, None);
            assert!(said.starts_with(place) && said != none, "{said}");
        }
    }

    #[test]
    fn a_comment_makes_no_saved_game() {
        for text in ["1. d6 {so it began\nversion = 3} f4 *", "[Event \"?\"]\n\n1. d6 {\nversion = 3\n} *"] {
            assert_eq!(FileFormat::of(text), FileFormat::Text(Format::Pgn), "{text}");
        }
        for text in ["version = 1\n", "\u{feff}version = 1", "# a game\n\nname = \"A\"\nversion = 2\n[white]\n"] {
            assert_eq!(FileFormat::of(text), FileFormat::Save, "{text}");
        }
    }
}
