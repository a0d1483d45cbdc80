// SPDX-License-Identifier: GPL-3.0-or-later
//! Stores the games of a tournament in their folder, from which an interrupted tournament resumes.

use std::path::{Path, PathBuf};
use std::{fs, io};

use morris::{ByColor, Color, Outcome, Pgn, Rules, escape_path};
use morris_play::persistence::{read_text, write_file};
use morris_players::Ending;

use crate::output::Done;
use crate::path_check::why;
use crate::referee::PlayedGame;
use crate::stderr::print_error;

/// Value of the tag `Event` in games of tournaments.
const EVENT: &str = "nmm tournament";
/// Tag with the side that failed.
const FAILED: &str = "Failed";
/// Maximum number of characters of a player's name in the name of a file.
const MOST_NAME: usize = 40;
/// Maximum number of bytes of a player's name in the name of a file. Two of them, round, number,
/// and extension fit into the 255 bytes of a file name.
const MOST_NAME_BYTES: usize = 100;

/// A game as the table counts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Number of the round, from 1.
    pub round: u32,
    pub names: ByColor<String>,
    /// Winner, or `None` for a draw.
    pub winner: Option<Color>,
    /// Side that failed to finish the game.
    pub failed: Option<Color>,
    /// The way the game ended, in words.
    pub end: String,
}

impl GameResult {
    /// Returns the result of a game that has just been played.
    pub fn of(played: &PlayedGame, round: u32) -> Self {
        let failed = match &played.ending {
            Ending::Failure { color, .. } => Some(*color),
            Ending::Board(_) | Ending::Plies(_) => None,
        };
        let end = played.ending.to_string();
        Self { round, names: played.names.clone(), winner: played.ending.winner(), failed, end }
    }

    /// Returns the result in a game text, if it has all tags of a tournament's game and is over.
    fn read(text: &Pgn) -> Option<Self> {
        let tag = |name: &str| text.tags.get(name).cloned();
        let end = text.tree.end();
        let outcome = text.tree.outcome(end)?;
        let side = |name: String| [Color::White, Color::Black].into_iter().find(|color| color.to_string() == name);
        Some(Self {
            round: tag("Round")?.parse().ok()?,
            names: ByColor { white: tag("White")?, black: tag("Black")? },
            winner: Outcome::winner(outcome),
            failed: tag(FAILED).and_then(side),
            end: text.tree.comment(end).to_owned(),
        })
    }
}

/// The folder of the games, with one file for each.
#[derive(Debug)]
pub struct GamesFolder(PathBuf);

impl GamesFolder {
    /// Opens a folder, or creates it, and reads the games played so far.
    pub fn open(path: &Path, rules: &Rules) -> Done<(Self, Vec<GameResult>)> {
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

    /// Writes a game in one step, under a free name.
    pub fn add(&self, played: &PlayedGame, result: &GameResult) -> Done {
        let mut text = Pgn::new(&played.game);
        let tags = [
            ("Event", EVENT.to_owned()),
            ("Round", result.round.to_string()),
            ("White", result.names.white.clone()),
            ("Black", result.names.black.clone()),
        ];
        text.tags.extend(tags.map(|(name, value)| (name.to_owned(), value)));
        text.tags.extend(result.failed.map(|color| (FAILED.to_owned(), color.to_string())));
        text.tree.set_comment(text.tree.end(), &result.end);
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

/// Converts a player's name for use in the name of a file.
fn in_file_name(name: &str) -> String {
    let plain = |letter: char| if letter.is_alphanumeric() || "_.-".contains(letter) { letter } else { '_' };
    let mut kept: String = name.chars().take(MOST_NAME).map(plain).collect();
    while kept.len() > MOST_NAME_BYTES {
        kept.pop();
    }
    kept
}

/// Returns the result in a file, or `None` for a file without a complete game of a tournament.
fn read(file: &Path, rules: &Rules) -> Done<Option<GameResult>> {
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
    if pgn.rules() != rules {
        let (said, asked) = (pgn.rules().line(), rules.line());
        return Err(GamesError::OtherRules { file: file.to_owned(), said, asked }.into());
    }
    Ok(GameResult::read(&pgn))
}

/// Error of storing the games.
// The field is not named `source`, so that a broken pipe in it is not taken for a closed standard
// output, which is not an error.
#[derive(Debug, thiserror::Error)]
pub enum GamesError {
    #[error("{}: {}", folder.display(), why(folder, error))]
    Folder { folder: PathBuf, error: io::Error },
    #[error("{} was played by the rules {said}, not {asked}: name another folder", file.display())]
    OtherRules { file: PathBuf, said: String, asked: String },
}
