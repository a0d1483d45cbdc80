// SPDX-License-Identifier: GPL-3.0-or-later
//! Deleted games. The program that deletes them can restore them as long as it runs.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use morris::escape_path;
use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, UTIME_NOW, UTIME_OMIT, utimensat};

use super::entry::SaveId;
use super::error::WriteError;
use super::files;
use super::lock::{Lock, Patience};

/// Extension that is appended to the file name of a deleted game.
const DELETED: &str = "deleted";

/// Time after which a start of the program removes a deleted game.
const DELETED_LIFE: Duration = Duration::from_secs(24 * 60 * 60);

/// Maximum number of deleted games that are locked, since each keeps a file open. Other programs
/// may remove further ones after [`DELETED_LIFE`].
const MOST_LOCKED: usize = 100;

/// A deleted game that can be restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deleted {
    id: SaveId,
    path: PathBuf,
}

/// Result of restoring a deleted game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Restored {
    /// The game is back, and now has this id.
    As(SaveId),
    /// The file is gone, or another run of the program deleted the game.
    TooLate,
    /// There is no deleted game.
    Nothing,
}

/// The games that this program has deleted and not restored, the last one at the end. A lock keeps
/// other programs from removing a file.
#[derive(Debug, Default)]
pub(super) struct Deletions(Vec<(Deleted, Option<Lock>)>);

impl Deleted {
    /// Returns the id that the game had.
    pub const fn id(&self) -> &SaveId {
        &self.id
    }
}

impl Deletions {
    /// Renames the file of a game, which removes it from the list.
    pub fn delete(&mut self, id: &SaveId, path: &Path) -> Result<Deleted, WriteError> {
        let path = files::move_aside(path, |number| files::with_ending(path, DELETED, number))?;
        // The time until final removal counts from now, not from the time of saving.
        let now = Timestamps {
            last_access: Timespec { tv_sec: 0, tv_nsec: UTIME_OMIT },
            last_modification: Timespec { tv_sec: 0, tv_nsec: UTIME_NOW },
        };
        utimensat(CWD, &path, &now, AtFlags::SYMLINK_NOFOLLOW)
            .unwrap_or_else(|error| tracing::warn!("{}: {error}", escape_path(&path)));
        let file = files::open(&path).ok().filter(|_| self.0.len() < MOST_LOCKED);
        let lock = file.and_then(|file| Lock::take(file, Patience::None).ok());
        let deleted = Deleted { id: id.clone(), path };
        self.0.push((deleted.clone(), lock));
        Ok(deleted)
    }

    /// Returns whether a game with this id was deleted and not restored.
    pub fn has(&self, id: &SaveId) -> bool {
        self.0.iter().any(|(deleted, _)| deleted.id == *id)
    }

    /// Returns the game that was deleted last.
    pub fn last(&self) -> Option<&Deleted> {
        self.0.last().map(|(deleted, _)| deleted)
    }

    /// Restores a deleted game in this folder. If another game has taken its id, it gets a new one.
    pub fn restore(&mut self, deleted: &Deleted, folder: &Path) -> Result<Restored, WriteError> {
        let Some(place) = self.0.iter().rposition(|(other, _)| other == deleted) else { return Ok(Restored::Nothing) };
        let restored = match files::move_aside(&deleted.path, |number| deleted.id.numbered_path(folder, number)) {
            Ok(path) => Restored::As(SaveId::of_file(&path).unwrap_or_else(|| deleted.id.clone())),
            Err(WriteError::Move { source, .. }) if source.kind() == ErrorKind::NotFound => Restored::TooLate,
            Err(error) => return Err(error),
        };
        self.0.remove(place);
        Ok(restored)
    }
}

/// Returns `true` if this is the file of a deleted game.
pub(super) fn is_deleted(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let inner = path.file_stem().and_then(|name| SaveId::of_file(Path::new(name)));
    inner.is_some() && ending.split('-').next() == Some(DELETED)
}

/// Permanently removes a deleted game if a day has passed and no running program can restore it.
pub(super) fn remove_old(path: &Path) {
    let is_locked = || files::open(path).is_ok_and(|file| Lock::take(file, Patience::None).is_err());
    if files::is_older(path, DELETED_LIFE) && !is_locked() {
        fs::remove_file(path).unwrap_or_else(|error| tracing::warn!("{}: {error}", escape_path(path)));
    }
}
