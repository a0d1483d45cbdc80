// SPDX-License-Identifier: GPL-3.0-or-later
//! Files that only their user may read, such as games by message with their secret keys.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::{fmt, io};

use super::error::{FileError, FileProblem, Located, WriteError};
use super::files::{self, PRIVATE_MODE};
use super::locked_file::LockedFile;

/// Bits of a mode by which users other than the owner can do something with a file.
const OTHERS: u32 = 0o077;

/// A file that only its user may read. No other program of this kind can change it as long as this
/// value lives.
pub struct PrivateFile(LockedFile);

impl PrivateFile {
    /// Creates a file in one step. It never replaces anything, and creates no folder.
    ///
    /// # Errors
    /// Returns an error if the path exists, even as a link, or if the file cannot be written.
    pub fn create(path: &Path, text: &str) -> Result<(), WriteError> {
        LockedFile::create_with(path, text, PRIVATE_MODE)
    }

    /// Opens and locks a file of at most `most` bytes.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or locked, is too large, or is not UTF-8, or if
    /// others can read or change it.
    pub fn open(path: &Path, most: u64) -> Result<Self, FileError> {
        let failed = |source: io::Error| Located::from(FileProblem::Unreadable(source)).of(path);
        let metadata = files::target(path).and_then(fs::metadata).map_err(failed)?;
        if metadata.is_file() && metadata.permissions().mode() & OTHERS != 0 {
            return Err(failed(not_private(path)));
        }
        LockedFile::open_with(path, most, PRIVATE_MODE).map(Self)
    }

    /// Returns the text of the file as it was when it was opened.
    pub fn text(&self) -> &str {
        self.0.text()
    }

    /// Replaces the file in one step.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written. The old file is unchanged then.
    pub fn replace(&self, text: &str) -> Result<(), WriteError> {
        self.0.replace(text)
    }
}

/// Does not print the text.
impl fmt::Debug for PrivateFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PrivateFile").field("path", &self.0.path()).finish_non_exhaustive()
    }
}

fn not_private(path: &Path) -> io::Error {
    // The whole path, since a shortened one would name another file.
    let file = path.display().to_string().replace('\'', r"'\''");
    let words = format!("others can read or change it; protect it with: chmod 600 '{file}'");
    io::Error::new(io::ErrorKind::PermissionDenied, words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn only_the_user_may_read_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        PrivateFile::create(&file, "one").unwrap();
        assert_eq!(mode(&file), 0o600);
        symlink("file", &link).unwrap();
        let opened = PrivateFile::open(&link, 10).unwrap();
        opened.replace("two").unwrap();
        assert_eq!((opened.text(), fs::read_to_string(&file).unwrap().as_str(), mode(&file)), ("one", "two", 0o600));
        assert!(link.is_symlink());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn file_that_others_can_read_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let name = format!("Ann's {}game", "long ".repeat(20));
        let file = folder.path().join(&name);
        PrivateFile::create(&file, "one").unwrap();
        for mode in [0o644, 0o640, 0o604, 0o660] {
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
            let error = PrivateFile::open(&file, 10).unwrap_err().to_string();
            let words = "others can read or change it; protect it with: chmod 600";
            let name = name.replace('\'', r"'\''");
            assert!(error.ends_with(&format!("{words} '{}/{name}'", folder.path().display())), "{error}");
        }
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        assert!(PrivateFile::open(&file, 10).is_ok());
    }

    #[test]
    fn folder_is_not_asked_for_its_mode() {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
        let error = PrivateFile::open(folder.path(), 10).unwrap_err().to_string();
        assert!(!error.contains("chmod"), "{error}");
    }

    #[test]
    fn text_is_not_printed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        PrivateFile::create(&file, "password").unwrap();
        assert!(!format!("{:?}", PrivateFile::open(&file, 10).unwrap()).contains("password"));
    }

    #[test]
    fn nothing_is_replaced_when_a_file_is_created() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link, missing] = ["file", "link", "none/file"].map(|name| folder.path().join(name));
        fs::write(&file, "mine").unwrap();
        symlink("nowhere", &link).unwrap();
        for path in [&file, &link, &missing] {
            assert!(PrivateFile::create(path, "new").is_err());
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
