// SPDX-License-Identifier: GPL-3.0-or-later
//! The file of a tournament, and the one beside it with the state before the last change.

use std::fs;
use std::path::{Path, PathBuf};

use morris_club::{MAX_FILE_TEXT_BYTES, Tournament};
use morris_play::persistence::{LockedFile, read_text, write_file};

use super::error::Error;
use crate::output::Done;

/// A tournament with its file, which is locked.
pub struct ClubFile {
    file: LockedFile,
    pub tournament: Tournament,
}

impl ClubFile {
    /// Creates the file of a new tournament. It replaces nothing but what an older one left beside
    /// it.
    pub fn create(path: &Path, tournament: &Tournament) -> Done {
        LockedFile::create(path, &tournament.to_text())?;
        let before = Self::open(path)?.before();
        if before.exists() { remove(before) } else { Ok(()) }
    }

    pub fn open(path: &Path) -> Done<Self> {
        let file = LockedFile::open(path, MAX_FILE_TEXT_BYTES as u64)?;
        let tournament = read(file.text(), path)?;
        Ok(Self { file, tournament })
    }

    /// Writes the state before the change beside the file, and then the file.
    pub fn save(&self, changed: &Tournament) -> Done {
        write_file(&self.before(), self.file.text())?;
        Ok(self.file.replace(&changed.to_text())?)
    }

    /// Goes back to the state before the last change, and returns it.
    pub fn undo(&self) -> Done<Tournament> {
        let path = self.before();
        if !path.exists() {
            return Err(Error::NothingToUndo.into());
        }
        let text = read_text(&path)?;
        let tournament = read(&text, &path)?;
        self.file.replace(&text)?;
        remove(path)?;
        Ok(tournament)
    }

    fn before(&self) -> PathBuf {
        let mut name = self.file.path().as_os_str().to_owned();
        name.push(".before");
        name.into()
    }
}

fn remove(path: PathBuf) -> Done {
    Ok(fs::remove_file(&path).map_err(|source| Error::Remove { path, source })?)
}

fn read(text: &str, path: &Path) -> Done<Tournament> {
    Ok(Tournament::from_text(text).map_err(|source| Error::Text { path: path.to_owned(), source })?)
}
