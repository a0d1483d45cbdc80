// SPDX-License-Identifier: GPL-3.0-or-later
//! Whether the tables in some folders are others than before.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::{Kind, Subject, Tables, file_name};

/// Which tables lie in some folders: their names, and of each how long it is, when it was written and as which file. Two
/// that are equal mean that there is no need to open the tables anew.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fingerprint(Vec<Mark>);

/// A file as the folder knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Mark {
    path: PathBuf,
    length: u64,
    /// In seconds and nanoseconds.
    written: (i64, i64),
    /// The device and the number there: a table that replaces another is another file.
    file: (u64, u64),
}

impl Tables {
    /// What lies in some folders under the names of tables. Looks at no file's content, and takes less than a millisecond
    /// for three folders.
    #[must_use]
    pub fn fingerprint(folders: impl IntoIterator<Item = impl AsRef<Path>>) -> Fingerprint {
        let marks = folders.into_iter().flat_map(|folder| marks(folder.as_ref()));
        Fingerprint(marks.collect())
    }
}

fn marks(folder: &Path) -> Vec<Mark> {
    let names = Subject::all().flat_map(|subject| [Kind::Values, Kind::Distances].map(|kind| file_name(subject, kind)));
    names.filter_map(|name| mark(folder.join(name))).collect()
}

fn mark(path: PathBuf) -> Option<Mark> {
    let data = fs::metadata(&path).ok()?;
    let (written, file) = ((data.mtime(), data.mtime_nsec()), (data.dev(), data.ino()));
    Some(Mark { path, length: data.len(), written, file })
}
