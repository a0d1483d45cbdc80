// SPDX-License-Identifier: GPL-3.0-or-later
//! The file by which a room or a place in one is found again after the program has ended.

use std::fs;
use std::path::PathBuf;

use morris_play::persistence::PrivateFile;
use morris_room::MAX_KEPT_BYTES;

/// A file that only the user may read. It is locked from its first use on.
pub struct Kept {
    path: PathBuf,
    file: Option<PrivateFile>,
}

impl Kept {
    pub const fn new(path: PathBuf) -> Self {
        Self { path, file: None }
    }

    /// Returns the text of the file, or `None` if it cannot be used. This waits for the disk.
    pub fn text(&mut self) -> Option<String> {
        self.open();
        self.file.as_ref().map(|file| file.text().to_owned())
    }

    /// Writes the file, or returns why it cannot. This waits for the disk.
    pub fn keep(&mut self, text: &str) -> Result<(), String> {
        _ = self.path.parent().map(fs::create_dir_all);
        self.open();
        let written = match &self.file {
            Some(file) => file.replace(text),
            None => PrivateFile::create(&self.path, text),
        };
        self.open();
        written.map_err(|error| error.to_string())
    }

    /// Removes the file.
    pub fn forget(&mut self) {
        self.file = None;
        _ = fs::remove_file(&self.path);
    }

    fn open(&mut self) {
        if self.file.is_none() && self.path.exists() {
            let opened = PrivateFile::open(&self.path, MAX_KEPT_BYTES as u64);
            self.file = opened.inspect_err(|error| tracing::warn!("{error}")).ok();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_kept_until_it_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("network/room");
        let kept = || Kept::new(path.clone());
        assert_eq!(kept().text(), None);
        let mut first = kept();
        for text in ["one", "two"] {
            first.keep(text).unwrap();
        }
        drop(first);
        let mut second = kept();
        assert_eq!(second.text().as_deref(), Some("two"));
        second.forget();
        assert_eq!(kept().text(), None);
        fs::remove_dir(folder.path().join("network")).unwrap();
        fs::write(folder.path().join("network"), "").unwrap();
        assert!(kept().keep("three").is_err(), "its folder is a file");
    }
}
