// SPDX-License-Identifier: GPL-3.0-or-later
//! Finds the file in the place of a folder. The error of the system says that there is one, but not
//! which.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Returns the part of the path that exists and is not a folder, starting from the whole path.
pub fn in_the_way(path: &Path) -> Option<PathBuf> {
    path.ancestors().find(|path| fs::metadata(path).is_ok_and(|data| !data.is_dir())).map(Path::to_owned)
}

/// Describes an error with a path, and names the file that is in the way.
pub fn why(path: &Path, error: &io::Error) -> String {
    let no_folder = matches!(error.kind(), ErrorKind::NotADirectory | ErrorKind::AlreadyExists);
    let found = in_the_way(path).filter(|_| no_folder);
    found.map_or_else(|| error.to_string(), |found| NoFolderThere(found).to_string())
}

/// Error for another file in the place of a folder.
#[derive(Debug, thiserror::Error)]
#[error("{} is not a folder", morris::escape_path(.0))]
pub struct NoFolderThere(pub PathBuf);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn obstacles_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let [file, deep] = ["file", "file/in/it"].map(|name| folder.path().join(name));
        fs::write(&file, "").unwrap();
        let words = format!("{} is not a folder", file.display());
        assert_eq!(why(&deep, &fs::create_dir_all(&deep).unwrap_err()), words);
        assert_eq!(why(&file, &fs::create_dir_all(&file).unwrap_err()), words);
        let none = folder.path().join("none/in/it");
        assert_eq!(in_the_way(&none), None);
        assert!(why(&none, &fs::read(&none).unwrap_err()).starts_with("No such file or directory"));
    }
}
