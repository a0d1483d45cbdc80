// SPDX-License-Identifier: GPL-3.0-or-later
//! The file by which a room or a place in one is found again after the program has ended.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use morris_play::persistence::PrivateFile;
use morris_room::MAX_KEPT_BYTES;

/// The newest connection that has changed a file. An earlier room ends on its own thread, so it may
/// want to forget its file when the file is already that of the next room.
pub type Newest = Arc<Mutex<u64>>;

/// A file that only the user may read, for one connection. It is locked from its first use on.
pub struct Kept {
    path: PathBuf,
    file: Option<PrivateFile>,
    newest: Newest,
    connection: u64,
}

impl Kept {
    pub fn new(path: PathBuf, newest: &Newest) -> Self {
        Self { path, file: None, newest: Arc::clone(newest), connection: 0 }
    }

    /// Uses the file for the connection with this number.
    pub fn of(self, connection: u64) -> Self {
        Self { connection, ..self }
    }

    /// Returns the text of the file, or `None` if it cannot be used. This waits for the disk.
    pub fn text(&mut self) -> Option<String> {
        self.open();
        self.file.as_ref().map(|file| file.text().to_owned())
    }

    /// Writes the file unless a newer connection has changed it, or returns why it cannot. This
    /// waits for the disk.
    pub fn keep(&mut self, text: &str) -> Result<(), String> {
        let newest = Arc::clone(&self.newest);
        let mut newest = newest.lock().unwrap_or_else(PoisonError::into_inner);
        if *newest > self.connection {
            return Ok(());
        }
        *newest = self.connection;
        _ = self.path.parent().map(fs::create_dir_all);
        self.open();
        let written = match &self.file {
            Some(file) => file.replace(text),
            None => PrivateFile::create(&self.path, text),
        };
        self.open();
        written.map_err(|error| error.to_string())
    }

    /// Removes the file unless a newer connection has changed it. This waits for the disk.
    pub fn forget(&mut self) {
        self.file = None;
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        if *newest <= self.connection {
            *newest = self.connection;
            _ = fs::remove_file(&self.path);
        }
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
        let kept = || Kept::new(path.clone(), &Newest::default());
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

    #[test]
    fn the_end_of_a_room_leaves_the_file_of_the_next_one() {
        let folder = tempfile::tempdir().unwrap();
        let (path, newest) = (folder.path().join("room"), Newest::default());
        let [mut first, mut second] = [1, 2].map(|connection| Kept::new(path.clone(), &newest).of(connection));
        first.keep("one").unwrap();
        second.forget();
        second.keep("two").unwrap();
        first.forget();
        first.keep("late").unwrap();
        assert_eq!(second.text().as_deref(), Some("two"));
        drop(second);
        assert_eq!(Kept::new(path, &newest).text().as_deref(), Some("two"));
    }
}
