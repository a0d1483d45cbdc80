// SPDX-License-Identifier: GPL-3.0-or-later
//! Who takes part in a tournament.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use morris_players::{ParsePlayerError, PlayerSpec};

use crate::path_check::why;
use crate::stderr::print_error;
use morris::{escape, escape_path};

/// What starts a file with such an ending; others start by themselves.
const STARTED_BY: [(&str, &str); 3] = [("py", "python3"), ("jar", "java -jar"), ("java", "java")];

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// What the table calls it; no two have the same.
    pub name: String,
    pub player: PlayerSpec,
}

/// Everybody who takes part, in the order in which they are named.
#[derive(Debug)]
pub struct Entrants {
    pub all: Vec<Entrant>,
    /// Whether a folder of programs is among them.
    pub from_folder: bool,
}

impl Entrants {
    /// Reads players, `NAME=PLAYER`, and folders with programs. What is left out of a folder is
    /// said on standard error.
    ///
    /// # Errors
    /// What is no player, and names that two have.
    pub fn read(texts: &[String]) -> Result<Self, EntrantsError> {
        let (mut all, mut from_folder) = (Vec::new(), false);
        for text in texts {
            if Path::new(text).is_dir() {
                all.extend(in_folder(Path::new(text))?);
                from_folder = true;
            } else {
                all.push(named(text)?);
            }
        }
        let mut names = BTreeSet::new();
        if let Some(twice) = all.iter().find(|entrant| !names.insert(entrant.name.as_str())) {
            return Err(EntrantsError::SameName(escape(&twice.name)));
        }
        if all.len() < 2 {
            return Err(EntrantsError::Few);
        }
        Ok(Self { all, from_folder })
    }
}

/// Reads `NAME=PLAYER`, or a player, which is then called as it is written.
fn named(text: &str) -> Result<Entrant, EntrantsError> {
    let is_name =
        |name: &str| !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || "_-.".contains(letter));
    match text.split_once('=') {
        Some((name, player)) if is_name(name) => Ok(Entrant { name: name.to_owned(), player: player.parse()? }),
        _ => {
            let player: PlayerSpec = text.parse()?;
            Ok(Entrant { name: player.to_string(), player })
        }
    }
}

/// The programs of a folder by the names of their files. Folders are no programs, and what begins
/// with a point is passed over.
fn in_folder(folder: &Path) -> Result<Vec<Entrant>, EntrantsError> {
    let failed = |error| EntrantsError::Folder { folder: folder.to_owned(), error };
    let files = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>).map_err(failed)?;
    let mut files: Vec<_> = files.into_iter().map(|file| file.path()).collect();
    files.sort();
    let mut found = Vec::new();
    for path in files {
        let is_hidden = path.file_name().is_none_or(|name| name.as_encoded_bytes().starts_with(b"."));
        // What Python keeps beside its programs is nobody's.
        if is_hidden || path.ends_with("__pycache__") {
            continue;
        }
        // A link that leads nowhere is no program, but somebody may count on it.
        let data = fs::metadata(&path).ok().filter(Metadata::is_file);
        match data.and_then(|data| command(&path, data.permissions().mode() & 0o111 != 0)) {
            Some(command) => found.push((path, command)),
            None => print_error(&format!("{} is left out: it is not a program", escape_path(&path))),
        }
    }
    let mut stems = BTreeMap::<_, usize>::new();
    found.iter().for_each(|(path, _)| *stems.entry(path.file_stem().map(ToOwned::to_owned)).or_default() += 1);
    let entrants = found.iter().map(|(path, command)| {
        // Files that differ in their ending alone keep it.
        let is_alone = stems[&path.file_stem().map(ToOwned::to_owned)] == 1;
        let name = if is_alone { path.file_stem() } else { path.file_name() };
        let name = name.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let player = PlayerSpec::Program { speech: None, command: command.clone() };
        Entrant { name: escape(&name), player }
    });
    Ok(entrants.collect())
}

/// What starts a file, if it is a program: by its ending, or because it may be executed.
fn command(path: &Path, is_executable: bool) -> Option<String> {
    // In a folder that is named by nothing but its name, too, the file is not looked for among the
    // system's programs.
    let path_text = if path.components().count() == 1 { Path::new(".").join(path) } else { path.to_owned() };
    let quoted = shell_words::quote(path_text.to_str()?).into_owned();
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let starter = STARTED_BY.iter().find(|(of, _)| *of == ending).map(|(_, starter)| starter);
    starter.map(|starter| format!("{starter} {quoted}")).or_else(|| is_executable.then_some(quoted))
}

/// Why a tournament has no players.
#[derive(Debug, thiserror::Error)]
pub enum EntrantsError {
    #[error(transparent)]
    Unreadable(#[from] ParsePlayerError),
    #[error("{}: {}", folder.display(), why(folder, error))]
    Folder { folder: PathBuf, error: io::Error },
    #[error("two players have the name “{0}”: rename one with NAME=PLAYER")]
    SameName(String),
    #[error("a tournament needs two players or more")]
    Few,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_have_names() {
        let read = |text| named(text).map(|entrant| (entrant.name, entrant.player.to_string())).ok();
        let both = |name: &str, player: &str| Some((name.to_owned(), player.to_owned()));
        assert_eq!(read("level:3"), both("level:3", "level:3"));
        assert_eq!(read("anna=python3 anna.py"), both("anna", "python3 anna.py"));
        assert_eq!(read("http://127.0.0.1:5000/?a=b"), read("http://127.0.0.1:5000/?a=b"));
        assert_eq!(read("./x --depth=3"), both("./x --depth=3", "./x --depth=3"));
        assert_eq!((read("anna="), read("level:11"), read("=x")), (None, None, both("=x", "=x")));
    }

    #[test]
    fn programs_are_started_by_their_endings() {
        let started = |path: &str, is_executable| command(Path::new(path), is_executable);
        assert_eq!(started("all/anna.py", false).unwrap(), "python3 all/anna.py");
        assert_eq!(started("all/bert b.java", true).unwrap(), "java 'all/bert b.java'");
        assert_eq!(started("carl", true).unwrap(), "./carl");
        assert_eq!((started("notes.txt", false), started("all/dora.cpp", false)), (None, None));
    }
}
