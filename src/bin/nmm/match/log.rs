// SPDX-License-Identifier: GPL-3.0-or-later
//! The games of a match as game texts.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use nine_mens_morris::game::GameText;

use super::Error;
use super::tournament::Played;

/// A file that games are added to.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: File,
}

impl Log {
    pub fn open(path: &Path) -> Result<Self, Error> {
        match OpenOptions::new().create(true).append(true).open(path) {
            Ok(file) => Ok(Self { path: path.to_owned(), file }),
            Err(source) => Err(Error::Log { path: path.to_owned(), source }),
        }
    }

    pub fn add(&self, game: &Played) -> Result<(), Error> {
        let mut text = GameText::new(game.record.clone());
        let tags = [
            ("Event", "nmm match".to_owned()),
            ("Round", (game.number + 1).to_string()),
            ("White", game.names.white.clone()),
            ("Black", game.names.black.clone()),
        ];
        text.tags.extend(tags.map(|(name, value)| (name.to_owned(), value)));
        text.comments.insert(game.record.cursor(), game.ending.to_string());
        // One write for each game, so that a broken match leaves whole games.
        let text = format!("{text}\n");
        (&self.file).write_all(text.as_bytes()).map_err(|source| Error::Log { path: self.path.clone(), source })
    }
}
