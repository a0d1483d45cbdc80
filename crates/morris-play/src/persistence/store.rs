// SPDX-License-Identifier: GPL-3.0-or-later
//! The folder of saved games.

use std::collections::HashMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use jiff::Timestamp;

use super::assistance::HelpUsed;
use super::deleted::{self, Deleted, Deletions, Restored};
use super::entry::{Entry, ReadGames, SaveId, Summary};
use super::error::{FileError, FileProblem, Located, StoreError, WriteError};
use super::files::{self, MAX_FILE_BYTES, hash};
use super::lock::{Lock, Patience};
use super::review_marks::Notes;
use super::saved_game::{SavedGame, SavedKind};
use morris::names;

/// The folder of saved games, and the only access to it.
///
/// A store overwrites only files that it has read or written itself. If another program has since
/// changed a game, that game is kept, and the one to be saved permanently gets another id. A game
/// by message gets none, since two saves of it could hold different lines of one turn: it is
/// refused. A broken file is renamed.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    /// The lock is held while a file changes, and then also that of the folder.
    known: Mutex<Known>,
    /// Games that were listed last.
    listed: Mutex<ReadGames>,
}

#[derive(Debug, Default)]
struct Known {
    /// Games that the store has read or written.
    games: HashMap<SaveId, KnownGame>,
    /// Ids under which another program's game was found, with the ids under which the games are now
    /// saved.
    moved: HashMap<SaveId, SaveId>,
    deletions: Deletions,
}

#[derive(Debug)]
struct KnownGame {
    /// Hash of the bytes of the file.
    hash: u64,
    /// Name in the file.
    name: Option<String>,
    /// Name that the session playing the game knows.
    known_name: Option<String>,
}

/// Additional result of a successful save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// Nothing else happened.
    Plainly,
    /// A broken file was in the way and has been renamed to this path.
    Beside(PathBuf),
    /// Another program had changed the game. That game is kept, and this one now has this id.
    Under(SaveId),
    /// The comments and variations of an imported text were left out, since the save would
    /// otherwise be too large to be read back. The inner value is the other result.
    WithoutComments(Box<Self>),
}

impl Store {
    /// Creates a store for a folder, which may be missing. Accesses no file.
    pub fn open(folder: PathBuf) -> Self {
        Self { folder, known: Mutex::default(), listed: Mutex::default() }
    }

    /// Returns the path of the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Permanently removes games that were deleted a day ago, except by programs that still run,
    /// and the temporary files of killed programs. Intended for the start of the program.
    pub fn tidy(&self) {
        files::remove_stale_files(&self.folder);
        let files = self.list_files().unwrap_or_default();
        let deleted: Vec<_> = files.iter().filter(|path| deleted::is_deleted(path)).collect();
        if !deleted.is_empty() {
            // Another program may be deleting a game. A later start removes what this one cannot.
            let Ok(_locks) = self.lock_to_change() else { return };
            deleted.into_iter().for_each(|path| deleted::remove_old(path));
        }
    }

    /// Returns all games and broken files. The newest game comes first, and broken files come last.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be listed. A missing folder is empty.
    pub fn list(&self) -> Result<Vec<Entry>, StoreError> {
        // Locked until the end: of two lists at the same time, the second reads no file again.
        let mut read = self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        let mut entries = read.entries(&self.list_files()?);
        entries.sort_by(|a, b| b.age_key().cmp(&a.age_key()));
        Ok(entries)
    }

    /// Returns the entry of an id.
    pub fn entry(&self, id: &SaveId) -> Entry {
        Entry::read(id.clone(), &self.path(id))
    }

    /// Returns the newest game that the user can continue, or else the newest game by message that
    /// waits for the friend: that is where the answer is pasted.
    pub fn latest_unfinished(&self) -> Result<Option<Arc<Summary>>, StoreError> {
        let games = self.list()?.into_iter().filter_map(summary_of);
        let unfinished = games.filter(|game| game.can_be_continued() || game.waits_for_friend());
        Ok(unfinished.min_by_key(|game| !game.can_be_continued()))
    }

    /// Returns the save of the game by message with this name, the newest if it was copied.
    pub fn message_game(&self, game: &str) -> Result<Option<SaveId>, StoreError> {
        let holds = |path: &PathBuf| {
            // Most saves are not parsed, because they do not contain the name.
            let bytes = files::read(path, MAX_FILE_BYTES).ok()?;
            bytes.windows(game.len().max(1)).any(|part| part == game.as_bytes()).then_some(())?;
            let saved = SavedGame::from_bytes(&bytes, path).ok()?;
            let is_it = saved.message.is_some_and(|message| message.invitation().game() == game);
            is_it.then_some((saved.saved, SaveId::of_file(path)?))
        };
        let saves = self.list_files()?;
        let newest = saves.iter().filter(|path| SaveId::of_file(path).is_some()).filter_map(holds).max();
        Ok(newest.map(|(_, id)| id))
    }

    /// Loads the newest analysis that does not belong to a game.
    pub fn latest_analysis(&self) -> Result<Option<(SaveId, SavedGame)>, StoreError> {
        let mut saves = self.list()?.into_iter().filter_map(summary_of);
        let latest = saves.find(|summary| summary.kind == SavedKind::Analysis);
        latest.map(|summary| Ok((summary.id.clone(), self.load(&summary.id)?))).transpose()
    }

    /// Returns the games that were saved at or after a moment, the oldest first. Files that were
    /// last written earlier are not read.
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

    /// Loads a game and replays its moves.
    pub fn load(&self, id: &SaveId) -> Result<SavedGame, StoreError> {
        let mut known = self.lock();
        let (game, hash) = self.read(id)?;
        known.moved.remove(id);
        known.games.insert(id.clone(), KnownGame { hash, name: game.name.clone(), known_name: game.name.clone() });
        Ok(game)
    }

    /// Saves a game in place of the earlier save under this id. Creates the folder if necessary. A
    /// game that was renamed in the list keeps the new name until it is saved under another name
    /// than before, since the session that plays it does not know of the new name.
    ///
    /// # Errors
    /// Returns an error if the game cannot be written, if it would be too large to be read back, or
    /// if another program has continued it and it is by message. The earlier save is then
    /// unchanged.
    pub fn save(&self, id: &SaveId, game: &SavedGame) -> Result<Saved, StoreError> {
        // Best effort: writing reports a folder that cannot be created.
        _ = fs::create_dir_all(&self.folder);
        let (mut known, _lock) = self.lock_to_change()?;
        let id = &known.id_now(id);
        let renamed = known.games.get(id).filter(|known| known.known_name == game.name).map(|known| known.name.clone());
        let name = renamed.unwrap_or_else(|| game.name.clone());
        self.write(id, &SavedGame { name, ..game.clone() }, game.name.clone(), &mut known)
    }

    /// Returns whether this store has deleted a game, which was neither restored nor saved since.
    pub fn is_deleted(&self, id: &SaveId) -> bool {
        let known = self.lock();
        let id = known.id_now(id);
        known.deletions.has(&id) && files::is_missing(&self.path(&id))
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
        let FittingText { text, mode, is_whole } = self.fitting_text(id, game)?;
        let done = match self.conflict(id, game, known.games.get(id).map(|known| known.hash)) {
            None => Saved::Plainly,
            Some(Conflict::Broken) => Saved::Beside(files::set_aside(&self.path(id))?),
            Some(Conflict::Game) => Saved::Under(self.free_id(id)),
            Some(Conflict::Continued) => return Err(StoreError::Continued { path: self.path(id) }),
        };
        let place = if let Saved::Under(new) = &done { new } else { id };
        files::write_text(&self.path(place), &text, mode)?;
        if place != id {
            known.games.remove(id);
            known.moved.insert(id.clone(), place.clone());
        }
        let written = KnownGame { hash: hash(text.as_bytes()), name: game.name.clone(), known_name };
        known.games.insert(place.clone(), written);
        Ok(if is_whole { done } else { Saved::WithoutComments(Box::new(done)) })
    }

    /// Returns the text of a game. Comments and variations are left out if the text would be too
    /// large with them.
    fn fitting_text(&self, id: &SaveId, game: &SavedGame) -> Result<FittingText, WriteError> {
        let (text, mode) = game.to_private_text();
        if files::fits(&text) {
            return Ok(FittingText { text, mode, is_whole: true });
        }
        let shorter = game.without_comments().map(|game| game.to_private_text().0).filter(|text| files::fits(text));
        shorter.map(|text| FittingText { text, mode, is_whole: false }).ok_or_else(|| self.too_large(id))
    }

    fn too_large(&self, id: &SaveId) -> WriteError {
        WriteError::TooLarge { path: self.path(id), most: MAX_FILE_BYTES }
    }

    /// Returns the conflict of a game with the file under its id, unless it is the file that this
    /// store knows.
    fn conflict(&self, id: &SaveId, game: &SavedGame, known: Option<u64>) -> Option<Conflict> {
        let path = self.path(id);
        let bytes = match files::read(&path, MAX_FILE_BYTES) {
            Ok(bytes) if known == Some(hash(&bytes)) => return None,
            Ok(bytes) => bytes,
            Err(_) if files::is_missing(&path) => return None,
            Err(_) => return Some(Conflict::Broken),
        };
        let Ok(other) = SavedGame::from_bytes(&bytes, &path) else { return Some(Conflict::Broken) };
        match (&other.message, &game.message) {
            // Only what is not part of the lines differs.
            (Some(other), Some(this)) if other == this => None,
            (Some(other), Some(this)) if other.invitation() == this.invitation() => Some(Conflict::Continued),
            _ => Some(Conflict::Game),
        }
    }

    /// Returns the first id with an appended number that is free.
    fn free_id(&self, id: &SaveId) -> SaveId {
        let mut numbered = (2..).filter_map(|number| {
            let path = id.numbered_path(&self.folder, number);
            files::is_free(&path).then(|| SaveId::of_file(&path)).flatten()
        });
        numbered.next().unwrap_or_default()
    }

    /// Changes the name of a game, after shortening and cleaning it. An empty name removes the
    /// name.
    pub fn rename(&self, id: &SaveId, name: &str) -> Result<(), StoreError> {
        let name = names::kept(name);
        self.change(id, |game| Ok(Some(SavedGame { name, ..game.clone() }))).map(|_| ())
    }

    /// Loads a game for a review. If the game is not over and has moves, the review counts as a
    /// hint from then on, unless the game closes aids.
    pub fn load_for_review(&self, id: &SaveId) -> Result<SavedGame, StoreError> {
        self.change(id, |game| {
            let outcome = game.game.outcome();
            let helps = outcome.is_none() && game.game.cursor() > 0 && !game.setup.closes_aids(outcome);
            let aids = game.aids.filter(|aids| !aids.hint && helps);
            Ok(aids.map(|aids| SavedGame { aids: Some(HelpUsed { hint: true, ..aids }), ..game.clone() }))
        })
    }

    /// Writes new notes into a saved game, also if this store has given it a new id, and changes
    /// nothing else. Returns the game. A review that does not fit, or whose game has been deleted,
    /// is not an error, since the program can make it again.
    ///
    /// # Errors
    /// Returns an error if the game cannot be read or written, or if a tree does not fit or its
    /// game has been deleted. The game is unchanged then.
    pub fn save_notes(&self, id: &SaveId, notes: &Notes) -> Result<Option<SavedGame>, StoreError> {
        let id = &self.lock().id_now(id);
        let is_review = notes.tree.is_none();
        let changed = self.change(id, |saved| match saved.with_notes(notes).filter(|changed| changed != saved) {
            Some(changed) if files::fits(&changed.to_private_text().0) => Ok(Some(changed)),
            Some(_) if !is_review => Err(self.too_large(id)),
            _ => Ok(None),
        });
        match changed {
            Err(StoreError::Read(FileError { problem: FileProblem::Unreadable(error), .. }))
                if is_review && error.kind() == ErrorKind::NotFound =>
            {
                Ok(None)
            }
            changed => changed.map(Some),
        }
    }

    /// Changes a game if `change` returns a new one, and returns the result. The name that the
    /// session knows is unchanged. If another program has changed the game, the session still does
    /// not know.
    fn change(
        &self,
        id: &SaveId,
        change: impl FnOnce(&SavedGame) -> Result<Option<SavedGame>, WriteError>,
    ) -> Result<SavedGame, StoreError> {
        let (mut known, _lock) = self.lock_to_change()?;
        let (game, hash) = self.read(id)?;
        let before = known.games.remove(id);
        let known_name = before.as_ref().map_or_else(|| game.name.clone(), |known| known.known_name.clone());
        known.games.insert(id.clone(), KnownGame { hash, name: game.name.clone(), known_name: known_name.clone() });
        let written = change(&game).map_err(StoreError::from).and_then(|changed| match changed {
            Some(changed) => self.write(id, &changed, known_name, &mut known).map(|_| changed),
            None => Ok(game),
        });
        if let Some(before) = before.filter(|before| before.hash != hash) {
            known.games.insert(id.clone(), before);
        }
        written
    }

    /// Deletes a game or a broken file. It can be restored as long as this store lives.
    pub fn delete(&self, id: &SaveId) -> Result<Deleted, StoreError> {
        let (mut known, _lock) = self.lock_to_change()?;
        Ok(known.deletions.delete(id, &self.path(id))?)
    }

    /// Restores a deleted game. If another game has taken its id, it gets a new one.
    ///
    /// # Errors
    /// Returns an error if the file cannot be renamed. The game can still be restored.
    pub fn restore(&self, deleted: &Deleted) -> Result<Restored, StoreError> {
        let (mut known, _lock) = self.lock_to_change()?;
        Ok(known.deletions.restore(deleted, &self.folder)?)
    }

    /// Restores the game that this store deleted last, and then the one before.
    pub fn restore_last(&self) -> Result<Restored, StoreError> {
        let (mut known, lock) = self.lock_to_change()?;
        if let Some(last) = known.deletions.last().cloned() {
            return Ok(known.deletions.restore(&last, &self.folder)?);
        }
        drop((known, lock));
        let is_any_deleted = self.list_files()?.iter().any(|path| deleted::is_deleted(path));
        Ok(if is_any_deleted { Restored::TooLate } else { Restored::Nothing })
    }

    /// Renames a broken file, which removes it from the list, and returns its new path.
    pub fn set_aside(&self, id: &SaveId) -> Result<PathBuf, StoreError> {
        let _locks = self.lock_to_change()?;
        Ok(files::set_link_aside(&self.path(id))?)
    }

    /// Returns the path of a game's file.
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

    /// Locks the folder against other programs too, so that none of them changes a file between the
    /// check for a conflict and the write.
    fn lock_to_change(&self) -> Result<(MutexGuard<'_, Known>, Option<Lock>), WriteError> {
        let known = self.lock();
        let lock = Lock::folder(&self.folder, Patience::Usual);
        Ok((known, lock.map_err(|source| WriteError::File { path: self.folder.clone(), source })?))
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// Returns the id under which a game is now saved.
    fn id_now(&self, id: &SaveId) -> SaveId {
        std::iter::successors(Some(id), |id| self.moved.get(*id)).last().unwrap_or(id).clone()
    }
}

fn summary_of(entry: Entry) -> Option<Arc<Summary>> {
    match entry {
        Entry::Game(summary) => Some(summary),
        Entry::Broken(_) => None,
    }
}

/// The text of a game that fits into a file.
struct FittingText {
    text: String,
    mode: u32,
    /// Whether nothing is left out.
    is_whole: bool,
}

/// Kind of file that conflicts with a save.
enum Conflict {
    /// A readable game.
    Game,
    /// The same game by message with other lines.
    Continued,
    /// Anything else.
    Broken,
}
