// SPDX-License-Identifier: GPL-3.0-or-later
//! The folder of tournaments, with a file for each.

use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use morris_club::{FileTextError, Tournament};

use super::error::{FileError, FileProblem, Located, StoreError, WriteError};
use super::file_actor::OnDisk;
use super::files::{self, MAX_FILE_BYTES, hash, read_text};
use super::lock::{Lock, Patience};

const EXTENSION: &str = "toml";
/// Ending of deleted files, after the extension.
const DELETED: &str = "deleted";
/// Maximum length of the name of a new file without its extension, in characters.
const LONGEST_NAME: usize = 60;
/// Age after which a deleted tournament is removed for good.
const LIFE_OF_DELETED: Duration = Duration::from_secs(24 * 60 * 60);

/// Name of the file of a tournament, without its extension. It stays when the tournament gets
/// another name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TournamentId(String);

impl TournamentId {
    /// Returns the id with this text, if no path but a plain name results from it.
    pub fn new(text: &str) -> Option<Self> {
        let is_plain = !text.is_empty() && !text.starts_with('.') && !text.contains(['/', '\0']);
        is_plain.then(|| Self(text.to_owned()))
    }

    fn of_file(path: &Path) -> Option<Self> {
        let is_one = path.extension().is_some_and(|extension| extension == EXTENSION);
        is_one.then(|| Self::new(path.file_stem()?.to_str()?)).flatten()
    }

    /// Returns the id that a tournament with this name gets if it is free.
    fn of_name(name: &str, number: usize) -> Self {
        let kept = |letter: char| if letter.is_alphanumeric() { letter } else { ' ' };
        let words: String = name.chars().map(kept).take(LONGEST_NAME).collect();
        let words = words.split_whitespace().collect::<Vec<_>>().join("-");
        let words = if words.is_empty() { "tournament".to_owned() } else { words };
        Self(if number > 1 { format!("{words}-{number}") } else { words })
    }
}

impl fmt::Display for TournamentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A file in the folder of tournaments.
#[derive(Debug)]
pub struct ListedTournament {
    /// Name of the file.
    pub id: TournamentId,
    /// The tournament, or why it cannot be read.
    pub tournament: Result<Arc<Tournament>, FileError>,
}

/// The folder of tournaments, and the only access to it.
///
/// A file is only overwritten if it is as this value has read or written it. If another program has
/// changed it since, the change is refused. All functions block on the disk.
#[derive(Debug)]
pub struct TournamentFiles {
    folder: PathBuf,
    /// Hashes of the files as they were read or written.
    known: HashMap<TournamentId, u64>,
}

/// Work with the folder. The thread of the folder does it in order.
pub type TournamentJob = Box<dyn FnOnce(&mut TournamentFiles) + Send>;

impl TournamentFiles {
    /// Returns the folder beside the one of saved games. Accesses no file.
    pub fn beside(saves: &Path) -> Self {
        Self { folder: saves.with_file_name("tournaments"), known: HashMap::new() }
    }

    /// Returns the path of a tournament.
    pub fn path(&self, id: &TournamentId) -> PathBuf {
        self.folder.join(format!("{id}.{EXTENSION}"))
    }

    /// Returns all tournaments, the one that was changed last first. Removes what was deleted a day
    /// ago.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be listed. A missing folder is empty.
    pub fn list(&self) -> Result<Vec<ListedTournament>, StoreError> {
        files::remove_stale_files(&self.folder);
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(source) => return Err(StoreError::Folder { path: self.folder.clone(), source }),
            Ok(entries) => entries.flatten().map(|entry| entry.path()),
        };
        let mut found = Vec::new();
        for path in entries {
            if let Some(id) = TournamentId::of_file(&path) {
                let changed = fs::metadata(&path).and_then(|data| data.modified()).ok();
                let tournament = read(&path).map(|(tournament, _)| Arc::new(tournament));
                found.push((changed, ListedTournament { id, tournament }));
            } else if is_old_deleted(&path) {
                // What cannot be removed now is removed another time.
                let _ = fs::remove_file(&path);
            }
        }
        found.sort_by(|(one, a), (other, b)| other.cmp(one).then_with(|| a.id.cmp(&b.id)));
        Ok(found.into_iter().map(|(_, listed)| listed).collect())
    }

    /// Reads a tournament.
    pub fn load(&mut self, id: &TournamentId) -> Result<Tournament, StoreError> {
        let (tournament, hash) = read(&self.path(id))?;
        self.known.insert(id.clone(), hash);
        Ok(tournament)
    }

    /// Creates the file of a new tournament, with a name that is free.
    pub fn create(&mut self, tournament: &Tournament) -> Result<TournamentId, StoreError> {
        let _lock = self.lock()?;
        let name = &tournament.settings().name;
        let mut ids = (1..).map(|number| TournamentId::of_name(name, number));
        let is_free = |id: &TournamentId| {
            let path = self.path(id);
            files::is_free(&path) && files::is_free(&deleted(&path))
        };
        let id = ids.find(is_free).unwrap_or_else(|| TournamentId::of_name(name, 1));
        self.write(&id, tournament)?;
        Ok(id)
    }

    /// Replaces a tournament in one step. Returns when it is on the disk.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written, or if another program has changed it. The
    /// file is then unchanged.
    pub fn save(&mut self, id: &TournamentId, tournament: &Tournament) -> Result<(), StoreError> {
        let _lock = self.lock()?;
        self.check(id)?;
        self.write(id, tournament)
    }

    /// Renames the file, so that [`Self::restore`] can bring it back.
    pub fn delete(&mut self, id: &TournamentId) -> Result<(), StoreError> {
        let path = self.path(id);
        rename(&path, &deleted(&path))
    }

    /// Brings a deleted tournament back.
    ///
    /// # Errors
    /// Returns an error if it is gone.
    pub fn restore(&mut self, id: &TournamentId) -> Result<(), StoreError> {
        let path = self.path(id);
        rename(&deleted(&path), &path)
    }

    /// Renames a file that is not a tournament, if it still is none, and returns the new path. A
    /// tournament of a newer program stays.
    pub fn set_aside(&mut self, id: &TournamentId) -> Result<Option<PathBuf>, StoreError> {
        let _lock = self.lock()?;
        let path = self.path(id);
        match read(&path) {
            Ok(_) => Ok(None),
            Err(error) if matches!(error.problem, FileProblem::Version { .. }) => Ok(None),
            Err(_) => Ok(Some(files::set_aside(&path)?)),
        }
    }

    /// Checks that no other program has changed a file.
    fn check(&self, id: &TournamentId) -> Result<(), StoreError> {
        let path = self.path(id);
        let on_disk = files::read(&path, MAX_FILE_BYTES).ok().map(|bytes| hash(&bytes));
        match on_disk == self.known.get(id).copied() {
            true => Ok(()),
            false => Err(StoreError::Continued { path }),
        }
    }

    fn write(&mut self, id: &TournamentId, tournament: &Tournament) -> Result<(), StoreError> {
        let text = tournament.to_text();
        files::write_text(&self.path(id), &text, files::MODE)?;
        self.known.insert(id.clone(), hash(text.as_bytes()));
        Ok(())
    }

    /// Locks the folder against other programs as long as the result lives. Creates it if
    /// necessary.
    fn lock(&self) -> Result<Option<Lock>, WriteError> {
        let failed = |source| WriteError::Folder { path: self.folder.clone(), source };
        fs::create_dir_all(&self.folder).map_err(failed)?;
        Lock::folder(&self.folder, Patience::Usual).map_err(failed)
    }
}

impl OnDisk for TournamentFiles {
    type Job = TournamentJob;
    type News = ();
    const NAME: &'static str = "tournaments";

    fn work(&mut self, jobs: Vec<TournamentJob>, _: &mut dyn FnMut(())) {
        for job in jobs {
            // The thread goes on after a panic, so that later changes are written.
            if catch_unwind(AssertUnwindSafe(|| job(self))).is_err() {
                tracing::error!("work on a tournament has panicked");
            }
        }
    }
}

fn rename(from: &Path, to: &Path) -> Result<(), StoreError> {
    let failed = |source| WriteError::Move { from: from.to_owned(), to: to.to_owned(), source };
    Ok(fs::rename(from, to).map_err(failed)?)
}

fn deleted(path: &Path) -> PathBuf {
    files::with_ending(path, DELETED, 1)
}

fn is_old_deleted(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == DELETED) && files::is_older(path, LIFE_OF_DELETED)
}

/// Reads a tournament and the hash of its file.
fn read(path: &Path) -> Result<(Tournament, u64), FileError> {
    let text = read_text(path)?;
    let tournament = Tournament::from_text(&text).map_err(|error| located(error).of(path))?;
    Ok((tournament, hash(text.as_bytes())))
}

/// Returns the error of a text as one of a file.
fn located(error: FileTextError) -> Located {
    match error {
        FileTextError::TooLong => FileProblem::TooLarge { most: MAX_FILE_BYTES }.into(),
        FileTextError::Newer { found } => FileProblem::Version { found, known: 1 }.into(),
        FileTextError::NoVersion => FileProblem::NoVersion.into(),
        FileTextError::Syntax { line, message } => Located { line: Some(line), problem: FileProblem::Syntax(message) },
        FileTextError::CutShort | FileTextError::Change(_) => FileProblem::Syntax(error.to_string()).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morris_club::{Change, Format, Settings};

    fn evening() -> Tournament {
        let mut tournament = Tournament::new(Settings::new("Club: an evening?", Format::Swiss { rounds: 2 })).unwrap();
        for name in ["Ann", "Bob", "Cem", "Dora"] {
            tournament.change(&Change::Add { name: name.to_owned(), program: None }).unwrap();
        }
        tournament
    }

    fn files_in(home: &Path) -> TournamentFiles {
        TournamentFiles::beside(&home.join("saves"))
    }

    #[test]
    fn tournament_is_there_at_the_next_start_and_can_be_deleted_and_restored() {
        let home = tempfile::tempdir().unwrap();
        let mut files = files_in(home.path());
        assert!(files.list().unwrap().is_empty());
        let mut tournament = evening();
        let id = files.create(&tournament).unwrap();
        assert_eq!(id.to_string(), "Club-an-evening");
        assert_eq!(files.create(&tournament).unwrap().to_string(), "Club-an-evening-2");
        tournament.change(&Change::Pair).unwrap();
        files.save(&id, &tournament).unwrap();
        let mut other = files_in(home.path());
        assert_eq!(other.load(&id).unwrap(), tournament);
        assert_eq!(other.list().unwrap().len(), 2);
        other.delete(&id).unwrap();
        assert_eq!(other.list().unwrap().len(), 1);
        other.restore(&id).unwrap();
        assert_eq!(other.load(&id).unwrap(), tournament);
    }

    #[test]
    fn change_of_another_program_is_never_lost() {
        let home = tempfile::tempdir().unwrap();
        let (mut one, mut other) = (files_in(home.path()), files_in(home.path()));
        let mut tournament = evening();
        let id = one.create(&tournament).unwrap();
        other.load(&id).unwrap();
        tournament.change(&Change::Pair).unwrap();
        other.save(&id, &tournament).unwrap();
        assert!(matches!(one.save(&id, &evening()), Err(StoreError::Continued { .. })));
        assert_eq!(one.load(&id).unwrap(), tournament);
        one.save(&id, &evening()).unwrap();
        other.delete(&id).unwrap();
        assert!(matches!(one.save(&id, &tournament), Err(StoreError::Continued { .. })), "it is deleted");
    }

    #[test]
    fn broken_file_is_set_aside_and_one_of_a_newer_program_stays() {
        let home = tempfile::tempdir().unwrap();
        let mut files = files_in(home.path());
        let id = files.create(&evening()).unwrap();
        assert_eq!(files.set_aside(&id).unwrap(), None, "it is whole");
        let text = evening().to_text();
        fs::write(files.path(&id), text.replace("version = 1", "version = 2")).unwrap();
        let problem = |files: &mut TournamentFiles| match files.load(&id) {
            Err(StoreError::Read(error)) => Some(error.problem),
            _ => None,
        };
        assert!(matches!(problem(&mut files), Some(FileProblem::Version { found: 2, .. })));
        assert_eq!(files.set_aside(&id).unwrap(), None);
        fs::write(files.path(&id), &text[..text.len() - 10]).unwrap();
        assert!(matches!(problem(&mut files), Some(FileProblem::Syntax(_))));
        let aside = files.set_aside(&id).unwrap().unwrap();
        assert!(aside.ends_with("Club-an-evening.toml.broken") && files.list().unwrap().is_empty());
    }

    #[test]
    fn id_is_a_plain_name() {
        assert!(["", "../other", ".hidden", "a/b"].into_iter().all(|text| TournamentId::new(text).is_none()));
        assert_eq!(TournamentId::of_name("/../", 1).to_string(), "tournament");
        assert_eq!(TournamentId::of_name("Über alles", 3).to_string(), "Über-alles-3");
    }
}
