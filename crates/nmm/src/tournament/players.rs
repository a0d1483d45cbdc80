// SPDX-License-Identifier: GPL-3.0-or-later
//! The players of a tournament.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use morris_players::PlayerSpec;

use crate::output::Done;
use crate::path_check::why;
use crate::stderr::print_error;
use morris::{escape, escape_path};

/// Programs that start files with these extensions. Other files are started directly.
const STARTED_BY: [(&str, &str); 3] = [("py", "python3"), ("jar", "java -jar"), ("java", "java")];

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Unique name in the table.
    pub name: String,
    pub player: PlayerSpec,
}

/// All players, in the order in which they are named.
#[derive(Debug)]
pub struct Entrants {
    pub all: Vec<Entrant>,
    /// Whether a folder of programs is among the arguments.
    pub from_folder: bool,
}

impl Entrants {
    /// Reads players, `NAME=PLAYER`, and folders with programs. Prints skipped files of a folder on
    /// standard error.
    ///
    /// # Errors
    /// Returns an error if a text is not a player, a folder cannot be read, two players have the
    /// same name, or there are fewer than two players.
    pub fn read(texts: &[String]) -> Done<Self> {
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
            return Err(EntrantsError::SameName(escape(&twice.name)).into());
        }
        if all.len() < 2 {
            return Err(EntrantsError::Few.into());
        }
        Ok(Self { all, from_folder })
    }
}

/// Reads `NAME=PLAYER`, or a player whose name is its text.
fn named(text: &str) -> Done<Entrant> {
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

/// Returns the programs of a folder, named after their files. Files whose names begin with a dot
/// are skipped. Anything else that is not a program, such as a folder, is reported.
fn in_folder(folder: &Path) -> Done<Vec<Entrant>> {
    let failed = |error| EntrantsError::Folder { folder: folder.to_owned(), error };
    let files = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>).map_err(failed)?;
    let mut files: Vec<_> = files.into_iter().map(|file| file.path()).collect();
    files.sort();
    let mut found = Vec::new();
    for path in files {
        let is_hidden = path.file_name().is_none_or(|name| name.as_encoded_bytes().starts_with(b"."));
        // Python's cache folder is skipped without a message.
        if is_hidden || path.ends_with("__pycache__") {
            continue;
        }
        // A broken link is not a program, but it is reported, since the user may expect a player
        // there.
        let data = fs::metadata(&path).ok().filter(Metadata::is_file);
        match data.and_then(|data| command(&path, data.permissions().mode() & 0o111 != 0)) {
            Some(command) => found.push((path, command)),
            None => print_error(&format!("{} is left out: it is not a program", escape_path(&path))),
        }
    }
    let mut stems = BTreeMap::<_, usize>::new();
    found.iter().for_each(|(path, _)| *stems.entry(path.file_stem().map(ToOwned::to_owned)).or_default() += 1);
    let entrants = found.iter().map(|(path, command)| {
        // Files that differ only in their extension keep it in their names.
        let is_alone = stems[&path.file_stem().map(ToOwned::to_owned)] == 1;
        let name = if is_alone { path.file_stem() } else { path.file_name() };
        let name = name.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let player = PlayerSpec::Program { speech: None, command: command.clone() };
        Entrant { name: escape(&name), player }
    });
    Ok(entrants.collect())
}

/// Returns the command that starts a file, if it is a program by its extension or its permissions.
fn command(path: &Path, is_executable: bool) -> Option<String> {
    // A relative path of a single component gets `./`, so that the file is not looked up in `PATH`.
    let path_text = if path.components().count() == 1 { Path::new(".").join(path) } else { path.to_owned() };
    let quoted = shell_words::quote(path_text.to_str()?).into_owned();
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let starter = STARTED_BY.iter().find(|(of, _)| *of == ending).map(|(_, starter)| starter);
    starter.map(|starter| format!("{starter} {quoted}")).or_else(|| is_executable.then_some(quoted))
}

/// Error that leaves a tournament without players.
#[derive(Debug, thiserror::Error)]
pub enum EntrantsError {
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
