// SPDX-License-Identifier: GPL-3.0-or-later
//! The folder of saved games.

use std::collections::HashMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use jiff::Timestamp;
use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, UTIME_NOW, UTIME_OMIT, utimensat};

use super::assistance::HelpUsed;
use super::entry::{Entry, SaveId, Summary};
use super::error::{FileError, FileProblem, Located, StoreError, WriteError};
use super::files::{self, MAX_FILE_BYTES};
use super::saved_game::SavedGame;
use morris::names;
use morris::{Game, escape_path};
use morris_teach::review::Review;

/// The ending of a deleted game's file, behind its own.
const DELETED: &str = "deleted";

/// For so long a deleted game can be brought back, however many windows are opened meanwhile.
const DELETED_LIFE: Duration = Duration::from_secs(24 * 60 * 60);

/// The folder of saved games: the only door to them.
///
/// It overwrites only what it has read or written itself. A game that another program has changed
/// since stays, and the one to be saved gets another name, for good; a broken file gets another
/// name itself.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    /// The lock is held while a file changes.
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    /// What the store has last read or written.
    games: HashMap<SaveId, KnownGame>,
    /// The ids of games that found another one in their place, and under which they are saved
    /// since.
    moved: HashMap<SaveId, SaveId>,
}

#[derive(Debug)]
struct KnownGame {
    /// Of the file's bytes.
    hash: u64,
    /// What it is called.
    name: Option<String>,
    /// What it is called as far as whoever plays it knows.
    known_name: Option<String>,
}

/// What saving did besides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// Nothing.
    Plainly,
    /// A broken file stood there: it now has this name.
    Beside(PathBuf),
    /// Another program had changed the game that stood there: it stays, and from now on this one
    /// has this id.
    Under(SaveId),
    /// The comments and variations of another program's text were left out: with them it could not
    /// be read back. What else was done stands inside.
    WithoutComments(Box<Self>),
}

/// A deleted game that can be brought back.
#[derive(Debug, PartialEq, Eq)]
pub struct Deleted {
    id: SaveId,
    path: PathBuf,
}

impl Deleted {
    /// What its id was.
    #[must_use]
    pub const fn id(&self) -> &SaveId {
        &self.id
    }
}

impl Store {
    /// The saved games of a folder, which need not be there. Touches no file.
    #[must_use]
    pub fn open(folder: PathBuf) -> Self {
        Self { folder, known: Mutex::default() }
    }

    /// Where they lie.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Removes for good what was deleted a day ago, and what writers that were killed left behind;
    /// for the start of the program.
    pub fn tidy(&self) {
        files::remove_stale_files(&self.folder);
        for path in self.list_files().unwrap_or_default() {
            let ending = path.extension().unwrap_or_default().to_string_lossy();
            let inner = path.file_stem().and_then(|name| SaveId::of_file(Path::new(name)));
            let is_deleted = inner.is_some() && ending.split('-').next() == Some(DELETED);
            if is_deleted && files::is_older(&path, DELETED_LIFE) {
                fs::remove_file(&path).unwrap_or_else(|error| tracing::warn!("{}: {error}", escape_path(&path)));
            }
        }
    }

    /// All games and broken files, the newest game first, the broken files last.
    ///
    /// # Errors
    /// If the folder cannot be listed; a missing one is empty.
    pub fn list(&self) -> Result<Vec<Entry>, StoreError> {
        let files = self.list_files()?;
        let mut entries: Vec<_> =
            files.iter().filter_map(|path| Some(Entry::read(SaveId::of_file(path)?, path))).collect();
        entries.sort_by(|a, b| b.age_key().cmp(&a.age_key()));
        Ok(entries)
    }

    /// What stands under an id.
    #[must_use]
    pub fn entry(&self, id: &SaveId) -> Entry {
        Entry::read(id.clone(), &self.path(id))
    }

    /// The newest game that is not over.
    ///
    /// # Errors
    /// If the folder cannot be listed.
    pub fn latest_unfinished(&self) -> Result<Option<Summary>, StoreError> {
        let games = self.list()?.into_iter().filter_map(|entry| match entry {
            Entry::Game(summary) => Some(*summary),
            Entry::Broken(_) => None,
        });
        Ok(games.into_iter().find(|summary| summary.outcome.is_none()))
    }

    /// The games that were saved at a moment or later, the oldest first; those whose files are
    /// older are not even read.
    #[must_use]
    pub(crate) fn saved_since(&self, moment: Timestamp) -> Vec<(SaveId, SavedGame)> {
        let is_older = |path: &Path| {
            let written = fs::metadata(path).and_then(|data| data.modified());
            written.is_ok_and(|written| written < SystemTime::from(moment))
        };
        let files = self.list_files().unwrap_or_else(|error| {
            tracing::warn!("{error}");
            Vec::new()
        });
        let read = |path: &PathBuf| Some((SaveId::of_file(path)?, SavedGame::read(path).ok()?));
        let games = files.iter().filter(|path| !is_older(path)).filter_map(read);
        let mut games: Vec<_> = games.filter(|(_, game)| game.saved >= moment).collect();
        games.sort_by_key(|(_, game)| game.saved);
        games
    }

    /// A game, played through.
    ///
    /// # Errors
    /// What is wrong with its file.
    pub fn load(&self, id: &SaveId) -> Result<SavedGame, StoreError> {
        let mut known = self.lock();
        let (game, hash) = self.read(id)?;
        known.moved.remove(id);
        known.games.insert(id.clone(), KnownGame { hash, name: game.name.clone(), known_name: game.name.clone() });
        Ok(game)
    }

    /// Saves a game in place of what was saved under this id before. The folder is made if it is
    /// missing. A game that was renamed keeps its new name, until it is saved under another one
    /// than before: whoever plays it need not know.
    ///
    /// # Errors
    /// Why not, also if it would be too large to be read back; then what was saved before still is.
    pub fn save(&self, id: &SaveId, game: &SavedGame) -> Result<Saved, StoreError> {
        let mut known = self.lock();
        let id = &known.id_now(id);
        let renamed = known.games.get(id).filter(|known| known.known_name == game.name).map(|known| known.name.clone());
        let name = renamed.unwrap_or_else(|| game.name.clone());
        self.write(id, &SavedGame { name, ..game.clone() }, game.name.clone(), &mut known)
    }

    fn read(&self, id: &SaveId) -> Result<(SavedGame, u64), FileError> {
        let path = self.path(id);
        let bytes = files::read(&path, MAX_FILE_BYTES).map_err(|problem| Located::from(problem).of(&path))?;
        Ok((SavedGame::from_bytes(&bytes, &path)?, hash(&bytes)))
    }

    fn write(
        &self,
        id: &SaveId,
        game: &SavedGame,
        known_name: Option<String>,
        known: &mut Known,
    ) -> Result<Saved, StoreError> {
        let (text, is_whole) = self.fitting_text(id, game)?;
        let done = match self.conflict(id, known.games.get(id).map(|known| known.hash)) {
            None => Saved::Plainly,
            Some(Conflict::Broken) => Saved::Beside(files::set_aside(&self.path(id))?),
            Some(Conflict::Game) => Saved::Under(self.free_id(id)),
        };
        let place = if let Saved::Under(new) = &done { new } else { id };
        files::write_text(&self.path(place), &text)?;
        if place != id {
            known.games.remove(id);
            known.moved.insert(id.clone(), place.clone());
        }
        let written = KnownGame { hash: hash(text.as_bytes()), name: game.name.clone(), known_name };
        known.games.insert(place.clone(), written);
        Ok(if is_whole { done } else { Saved::WithoutComments(Box::new(done)) })
    }

    /// The text of a game, without comments and variations if it is too large with them, and
    /// whether all is in it.
    fn fitting_text(&self, id: &SaveId, game: &SavedGame) -> Result<(String, bool), WriteError> {
        let text = game.to_text();
        if files::fits(&text) {
            return Ok((text, true));
        }
        let shorter = game.without_comments().map(|game| game.to_text()).filter(|text| files::fits(text));
        let too_large = || WriteError::TooLarge { path: self.path(id), most: MAX_FILE_BYTES };
        shorter.map(|text| (text, false)).ok_or_else(too_large)
    }

    /// What stands under an id and is not what this store knows.
    fn conflict(&self, id: &SaveId, known: Option<u64>) -> Option<Conflict> {
        let path = self.path(id);
        match files::read(&path, MAX_FILE_BYTES) {
            Ok(bytes) if known == Some(hash(&bytes)) => None,
            Ok(bytes) if SavedGame::from_bytes(&bytes, &path).is_ok() => Some(Conflict::Game),
            _ if files::is_missing(&path) => None,
            _ => Some(Conflict::Broken),
        }
    }

    /// The first of the names with a number behind it that is not taken.
    fn free_id(&self, id: &SaveId) -> SaveId {
        let mut numbered = (2..).filter_map(|number| {
            let path = id.numbered_path(&self.folder, number);
            files::is_free(&path).then(|| SaveId::of_file(&path)).flatten()
        });
        numbered.next().unwrap_or_default()
    }

    /// Gives a game another name, as names are kept; an empty one takes the name away.
    ///
    /// # Errors
    /// If the game cannot be read or written.
    pub fn rename(&self, id: &SaveId, name: &str) -> Result<(), StoreError> {
        let name = names::kept(name);
        self.change(id, |game| Some(SavedGame { name, ..game.clone() })).map(|_| ())
    }

    /// A game that is to be reviewed. One that is not over has had help from then on, unless no
    /// move has been played.
    ///
    /// # Errors
    /// If the game cannot be read or written.
    pub fn load_for_review(&self, id: &SaveId) -> Result<SavedGame, StoreError> {
        self.change(id, |game| {
            let helps = game.game.outcome().is_none() && game.game.cursor() > 0;
            let aids = game.aids.filter(|aids| !aids.hint && helps)?;
            Some(SavedGame { aids: Some(HelpUsed { hint: true, ..aids }), ..game.clone() })
        })
    }

    /// Writes a review into the game that it is about, and nothing else; one that would be too
    /// large then stays as it is. Gives back what is saved then; nothing where the game was deleted
    /// meanwhile.
    ///
    /// # Errors
    /// If the game cannot be read or written.
    pub fn add_review(&self, id: &SaveId, reviewed: &Game, review: &Review) -> Result<Option<SavedGame>, StoreError> {
        let changed = self.change(id, |saved| {
            let same = saved.game.start() == reviewed.start() && saved.game.played() == reviewed.played();
            let marked = same.then(|| saved.with_review(review))?;
            (marked != *saved && files::fits(&marked.to_text())).then_some(marked)
        });
        match changed {
            Err(StoreError::Read(FileError { problem: FileProblem::Unreadable(error), .. }))
                if error.kind() == ErrorKind::NotFound =>
            {
                Ok(None)
            }
            changed => changed.map(Some),
        }
    }

    /// Changes a game, if `change` wants it, and gives it back. Whoever plays it need not know.
    fn change(
        &self,
        id: &SaveId,
        change: impl FnOnce(&SavedGame) -> Option<SavedGame>,
    ) -> Result<SavedGame, StoreError> {
        let mut known = self.lock();
        let (game, hash) = self.read(id)?;
        let known_name = known.games.get(id).map_or_else(|| game.name.clone(), |known| known.known_name.clone());
        known.games.insert(id.clone(), KnownGame { hash, name: game.name.clone(), known_name: known_name.clone() });
        let Some(changed) = change(&game) else { return Ok(game) };
        self.write(id, &changed, known_name, &mut known)?;
        Ok(changed)
    }

    /// Deletes a game or a broken file, so that it can be brought back for a day.
    ///
    /// # Errors
    /// Why not.
    pub fn delete(&self, id: &SaveId) -> Result<Deleted, StoreError> {
        let _known = self.lock();
        let path = self.path(id);
        let path = files::move_aside(&path, |number| files::with_ending(&path, DELETED, number))?;
        // Its age counts from now on, not from when it was saved.
        let now = Timestamps {
            last_access: Timespec { tv_sec: 0, tv_nsec: UTIME_OMIT },
            last_modification: Timespec { tv_sec: 0, tv_nsec: UTIME_NOW },
        };
        utimensat(CWD, &path, &now, AtFlags::SYMLINK_NOFOLLOW)
            .unwrap_or_else(|error| tracing::warn!("{}: {error}", escape_path(&path)));
        Ok(Deleted { id: id.clone(), path })
    }

    /// Brings back what was deleted; where there is a new game of its name, under another one.
    ///
    /// # Errors
    /// Why not.
    pub fn restore(&self, deleted: &Deleted) -> Result<SaveId, StoreError> {
        let _known = self.lock();
        let path = files::move_aside(&deleted.path, |number| deleted.id.numbered_path(&self.folder, number))?;
        Ok(SaveId::of_file(&path).unwrap_or_else(|| deleted.id.clone()))
    }

    /// Removes for good what was deleted.
    ///
    /// # Errors
    /// Why not.
    pub fn purge(&self, deleted: Deleted) -> Result<(), StoreError> {
        fs::remove_file(&deleted.path).map_err(|source| WriteError::Remove { path: deleted.path, source }.into())
    }

    /// Gives a broken file a name under which it is no longer listed, and says which.
    ///
    /// # Errors
    /// Why not.
    pub fn set_aside(&self, id: &SaveId) -> Result<PathBuf, StoreError> {
        let _known = self.lock();
        Ok(files::set_link_aside(&self.path(id))?)
    }

    /// The file of a game.
    #[must_use]
    pub fn path(&self, id: &SaveId) -> PathBuf {
        id.path(&self.folder)
    }

    fn list_files(&self) -> Result<Vec<PathBuf>, StoreError> {
        let folder = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            result => result,
        };
        let files = folder.and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
        files.map_err(|source| StoreError::Folder { path: self.folder.clone(), source })
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// Under which id a game is saved now.
    fn id_now(&self, id: &SaveId) -> SaveId {
        std::iter::successors(Some(id), |id| self.moved.get(*id)).last().unwrap_or(id).clone()
    }
}

/// What stands where a game is to be saved.
enum Conflict {
    /// A game that can be read.
    Game,
    /// Anything else.
    Broken,
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}
