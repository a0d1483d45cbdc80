// SPDX-License-Identifier: GPL-3.0-or-later
//! The games of a tournament in their folder: what was played stays played.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use morris::{ByColor, Color, Outcome, Pgn, Rules, escape_path};
use morris_play::persistence::{WriteError, read_text, write_file};
use morris_players::Ending;

use crate::path_check::why;
use crate::referee::PlayedGame;
use crate::stderr::print_error;

/// What the games of tournaments say they belong to.
const EVENT: &str = "nmm tournament";
/// The tag that says which side failed.
const FAILED: &str = "Failed";
/// Names of files keep so many characters of a player's name.
const MOST_NAME: usize = 40;
/// And so many bytes: two of them, round, number and ending fit into the 255 that a name of a file
/// may have.
const MOST_NAME_BYTES: usize = 100;

/// A game as the table counts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// From 1.
    pub round: u32,
    pub names: ByColor<String>,
    /// `None` for a draw.
    pub winner: Option<Color>,
    /// Who could not play to the end.
    pub failed: Option<Color>,
    /// How it ended, in words.
    pub end: String,
}

impl GameResult {
    /// The result of a game that was just played.
    pub fn of(played: &PlayedGame, round: u32) -> Self {
        let failed = match &played.ending {
            Ending::Failure { color, .. } => Some(*color),
            Ending::Board(_) | Ending::Plies(_) => None,
        };
        let end = played.ending.to_string();
        Self { round, names: played.names.clone(), winner: played.ending.winner(), failed, end }
    }

    /// The result that a game text tells, if it is one of a tournament and over.
    fn read(text: &Pgn) -> Option<Self> {
        let tag = |name: &str| text.tags.get(name).cloned();
        let outcome = text.game.outcome()?;
        let side = |name: String| [Color::White, Color::Black].into_iter().find(|color| color.to_string() == name);
        Some(Self {
            round: tag("Round")?.parse().ok()?,
            names: ByColor { white: tag("White")?, black: tag("Black")? },
            winner: Outcome::winner(outcome),
            failed: tag(FAILED).and_then(side),
            end: text.comments.last_key_value().map(|(_, words)| words.clone()).unwrap_or_default(),
        })
    }
}

/// The folder of the games, a file each.
#[derive(Debug)]
pub struct GamesFolder(PathBuf);

impl GamesFolder {
    /// Opens a folder, or makes it, and reads what was played.
    ///
    /// # Errors
    /// The folder cannot be read, or has games by other rules.
    pub fn open(path: &Path, rules: &Rules) -> Result<(Self, Vec<GameResult>), GamesError> {
        let failed = |error| GamesError::Folder { folder: path.to_owned(), error };
        fs::create_dir_all(path).map_err(failed)?;
        let files = fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<_>>>).map_err(failed)?;
        let mut files: Vec<_> = files.into_iter().map(|file| file.path()).collect();
        files.retain(|file| file.extension().is_some_and(|ending| ending == "pgn"));
        files.sort();
        let mut results = Vec::new();
        for file in files {
            results.extend(read(&file, rules)?);
        }
        Ok((Self(path.to_owned()), results))
    }

    /// Writes a game in one step, under a name that is free.
    ///
    /// # Errors
    /// Why not.
    pub fn add(&self, played: &PlayedGame, result: &GameResult) -> Result<(), GamesError> {
        let mut text = Pgn::new(played.game.clone());
        let tags = [
            ("Event", EVENT.to_owned()),
            ("Round", result.round.to_string()),
            ("White", result.names.white.clone()),
            ("Black", result.names.black.clone()),
        ];
        text.tags.extend(tags.map(|(name, value)| (name.to_owned(), value)));
        text.tags.extend(result.failed.map(|color| (FAILED.to_owned(), color.to_string())));
        text.comments.insert(played.game.cursor(), result.end.clone());
        Ok(write_file(&self.free_name(result), text.to_string() + "\n")?)
    }

    fn free_name(&self, result: &GameResult) -> PathBuf {
        let GameResult { round, names, .. } = result;
        let stem = format!("round-{round:02}-{}-{}", in_file_name(&names.white), in_file_name(&names.black));
        let further = (2..).map(|number: u64| format!("{stem}-{number}.pgn"));
        let names = std::iter::once(format!("{stem}.pgn")).chain(further);
        let mut paths = names.map(|name| self.0.join(name));
        paths.find(|path| fs::symlink_metadata(path).is_err()).unwrap_or_else(|| self.0.join("game.pgn"))
    }
}

/// A name as part of the name of a file.
fn in_file_name(name: &str) -> String {
    let plain = |letter: char| if letter.is_alphanumeric() || "_.-".contains(letter) { letter } else { '_' };
    let mut kept: String = name.chars().take(MOST_NAME).map(plain).collect();
    while kept.len() > MOST_NAME_BYTES {
        kept.pop();
    }
    kept
}

/// The result in a file; `None` for a file that is no game of a tournament, or no whole one.
fn read(file: &Path, rules: &Rules) -> Result<Option<GameResult>, GamesError> {
    let text = read_text(file).map_err(|error| error.to_string());
    let pgn = text.and_then(|text| text.parse::<Pgn>().map_err(|error| format!("{}: {error}", escape_path(file))));
    let pgn = match pgn {
        Ok(pgn) => pgn,
        Err(words) => {
            print_error(&format!("{words}; it is left out"));
            return Ok(None);
        }
    };
    if pgn.tags.get("Event").is_none_or(|event| event != EVENT) {
        return Ok(None);
    }
    if pgn.game.rules() != rules {
        let (said, asked) = (pgn.game.rules().line(), rules.line());
        return Err(GamesError::OtherRules { file: file.to_owned(), said, asked });
    }
    Ok(GameResult::read(&pgn))
}

/// Why the games cannot be kept.
// Not named source: only that nobody reads standard output any more is no error.
#[derive(Debug, thiserror::Error)]
pub enum GamesError {
    #[error("{}: {}", folder.display(), why(folder, error))]
    Folder { folder: PathBuf, error: io::Error },
    #[error("{} was played by the rules {said}, not {asked}: name another folder", file.display())]
    OtherRules { file: PathBuf, said: String, asked: String },
    #[error(transparent)]
    Write(#[from] WriteError),
}
