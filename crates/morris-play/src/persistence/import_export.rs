// SPDX-License-Identifier: GPL-3.0-or-later
//! Import and export of games: saved games of this program and the text formats, which are detected
//! automatically.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::error::{FileError, FileProblem, Located};
use super::files::{self, MAX_FILE_BYTES};
use super::saved_game::{SavedGame, is_head};
use crate::setup::{GameSetup, Player, Skill};
use morris::{ByColor, GameTree, Pgn, Rules, names};
use morris_players::{CannotHold, Format, GameInText, ParseFormatError};

/// Format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileFormat {
    /// A saved game of this program.
    Save,
    /// A text of this or another program.
    Text(Format),
}

/// Contents of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A saved game of this program.
    Save(Box<SavedGame>),
    /// A game or a position, with the format of its text.
    Text(Box<GameInText>, Format),
}

impl From<Format> for FileFormat {
    fn from(format: Format) -> Self {
        Self::Text(format)
    }
}

impl FileFormat {
    /// Returns all formats.
    pub fn all() -> impl Iterator<Item = Self> {
        std::iter::once(Self::Save).chain(Format::ALL.map(Self::Text))
    }

    /// Returns the format that a text has, or was most likely meant to have.
    pub fn of(text: &str) -> Self {
        let is_save = is_head(text) || head_lines(text).any(|line| line.starts_with("version ="));
        if is_save { Self::Save } else { Self::Text(Format::of(text)) }
    }

    /// Returns the extension of files in this format.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Save => "toml",
            Self::Text(format) => format.ending(),
        }
    }
}

/// Returns the lines at the beginning of a text that may belong to a saved game. Lines after any
/// other line may be a comment of a game text.
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
    /// Reads a text in the given format, or in the detected one. `rules` apply to a text that names
    /// none. `path` appears in errors.
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
                // An error in a format that was only guessed would be misleading.
                Err(_) if format.is_none() && !found.is_meant_by(text, rules) => {
                    Err(Located::from(FileProblem::NoGame).of(path))
                }
                Err(error) => Err(Located::from(FileProblem::Text(error)).of(path)),
            },
        }
    }

    /// Writes the contents in a format.
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

    /// Returns the parts that a format for games cannot hold and that are left out. Returns none
    /// for formats of positions, since they are not expected to hold a game.
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
            (GamePart::Rules, is_list && *pgn.rules() != Rules::default()),
            (GamePart::Tags, is_list && pgn.tags.iter().any(is_told)),
            (GamePart::Comments, is_list && pgn.tree.has_comments()),
            (GamePart::Glyphs, is_list && pgn.tree.has_glyphs()),
            (GamePart::Variations, is_list && pgn.tree.has_variations()),
            (GamePart::TakenBack, save.is_some_and(|save| save.game.moves().len() > save.game.cursor())),
            (GamePart::Clock, save.is_some_and(|save| save.setup.clock.is_some())),
            (GamePart::Aids, save.is_some_and(|save| save.aids.is_some())),
        ];
        parts.into_iter().filter(|(_, is_there)| *is_there).map(|(part, _)| part).collect()
    }

    /// Returns the game in the form of a text format.
    pub fn into_text(self) -> GameInText {
        match self {
            Self::Save(game) => in_text(&game),
            Self::Text(game, _) => *game,
        }
    }
}

morris::with_ids! {
    /// A part of a game that a format may be unable to hold.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum GamePart {
        /// Rules of the game. A text without rules is read by the standard rules.
        Rules = "rules",
        /// Values of tags. A date alone does not count, since every saved game has one.
        Tags = "tags",
        /// Comments.
        Comments = "comments",
        /// Glyphs such as `$2`.
        Glyphs = "glyphs",
        /// Variations, with their comments and glyphs.
        Variations = "variations",
        /// Moves that were taken back and can be redone.
        TakenBack = "moves taken back",
        /// The clock, and the time left on it.
        Clock = "clock",
        /// Aids that the players used.
        Aids = "aids",
    }
}

/// Tag that every saved game receives.
const DATE: &str = "Date";
const RULES_NAME: &str = "RulesName";

/// Returns a saved game as a text, with tags for the properties that tags can hold.
fn in_text(saved: &SavedGame) -> GameInText {
    let mut pgn = saved.text();
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

/// Returns the day of a moment in a time zone, in the form of the date tag.
fn day(moment: Timestamp, place: TimeZone) -> String {
    moment.to_zoned(place).strftime("%Y.%m.%d").to_string()
}

impl SavedGame {
    /// Returns the game as a text: the tree of the notes with all moves of the game, and the tags.
    pub fn text(&self) -> Pgn {
        let mut notes = self.notes.clone().unwrap_or_else(|| Pgn::new(&self.game));
        if notes.tree.follow(&self.game) { notes } else { Pgn::new(&self.game) }
    }

    /// Returns the tree of the game, with all its moves.
    pub fn tree(&self) -> GameTree {
        self.text().tree
    }

    /// Returns the game with another tree. The game that can be continued stays the same.
    #[must_use]
    pub fn with_tree(&self, tree: GameTree) -> Self {
        let tags = self.notes.as_ref().map(|notes| notes.tags.clone()).unwrap_or_default();
        Self { notes: Some(Pgn { tree, tags }), ..self.clone() }
    }
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

/// Creates a saved game between two persons. The tags provide its name and theirs.
pub fn from_pgn(text: &Pgn) -> SavedGame {
    let game = text.game();
    let rules_name = tag(text, RULES_NAME).filter(|_| game.rules().preset().is_none());
    let person = |color| Player::person(&tag(text, color).unwrap_or_default());
    let players = ByColor { white: person("White"), black: person("Black") };
    let setup = GameSetup { players, rules_name, ..GameSetup::between_persons(*game.rules()) };
    let has_notes = !text.tags.is_empty() || text.tree != GameTree::from_game(&game);
    let notes = has_notes.then(|| text.clone());
    SavedGame { name: name(text), notes, ..SavedGame::now(setup, game, None) }
}

/// Returns the event, or the names of the players.
fn name(text: &Pgn) -> Option<String> {
    tag(text, "Event").or_else(|| Some(format!("{} – {}", tag(text, "White")?, tag(text, "Black")?)))
}

/// Returns the value of a tag as a name, if it has one.
fn tag(text: &Pgn, name: &str) -> Option<String> {
    text.tags.get(name).filter(|value| !is_empty(value)).and_then(|value| names::kept(value))
}

/// Returns `true` if the value of a tag is empty or unknown.
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
    fn unreadable_text_is_not_a_game_or_has_a_fault() {
        let said = |text: &str, format| {
            Content::read(text, format, &Rules::STANDARD, Path::new("bad.txt")).unwrap_err().to_string()
        };
        let none = "bad.txt: is not a game or position of nine men's morris";
        for text in ["this is a text", "root:x:0:0:root:/root:/bin/bash\n", "12/11/2020 rain"] {
            assert_eq!(said(text, None), none);
        }
        // With an explicit format, the error is about that format.
        assert!(
            said("this is a text", Some(Format::Pgn.into()))
                .starts_with("bad.txt: line 1, column 1: “this” is not a move")
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
