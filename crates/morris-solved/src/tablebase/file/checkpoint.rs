// SPDX-License-Identifier: GPL-3.0-or-later
//! Checkpoints of large tables. After each part that is written, a small file next to the
//! unfinished table says what is needed to go on with it, also on another machine.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::Summary;

const MAGIC: [u8; 8] = *b"\x89NMM\r\ncp";
/// Suffix of the name while a checkpoint is being written.
const NEW: &str = ".new";
/// Length of the fixed fields in bytes.
const HEAD: usize = MAGIC.len() + 1 + 7 * 8;
/// Length of the checksum at the end in bytes.
const CHECKSUM: usize = 4;

/// The parts of a table that are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::tablebase) struct PartsDone {
    /// Number of these parts.
    pub(in crate::tablebase) parts: usize,
    /// Their contents.
    pub(in crate::tablebase) summary: Summary,
}

/// What is needed to go on with a table.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Checkpoint {
    /// Compression level. With another level, the file would not be the same.
    pub(super) level: u8,
    pub(super) done: PartsDone,
    /// Total length of the blocks.
    pub(super) body: u64,
    /// List of the blocks.
    pub(super) list: Vec<u8>,
    /// Slots that do not fill a block yet.
    pub(super) waiting: Vec<u8>,
}

pub(super) fn path(table: &Path) -> PathBuf {
    with_suffix(table, ".checkpoint")
}

/// Returns the path of the checkpoint of a table, and that of one that is being written.
pub(super) fn paths(table: &Path) -> [PathBuf; 2] {
    let path = path(table);
    let new = with_suffix(&path, NEW);
    [path, new]
}

pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

impl Checkpoint {
    /// Reads the checkpoint of a table. Returns `None` if there is none or if it is damaged.
    pub(super) fn read(table: &Path) -> Option<Self> {
        Self::from_bytes(&fs::read(path(table)).ok()?)
    }

    /// Writes the checkpoint in place of an earlier one.
    pub(super) fn write(&self, table: &Path) -> io::Result<()> {
        let [path, new] = paths(table);
        let mut file = File::create(&new)?;
        file.write_all(&self.to_bytes())?;
        file.sync_all()?;
        fs::rename(new, path)
    }

    fn to_bytes(&self) -> Vec<u8> {
        let Summary { positions, wins, draws, losses, .. } = self.done.summary;
        let numbers = [self.done.parts as u64, positions, wins, draws, losses, self.body, self.list.len() as u64];
        let mut bytes = MAGIC.to_vec();
        bytes.push(self.level);
        numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes.extend(&self.list);
        bytes.extend(&self.waiting);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (rest, checksum) = bytes.split_at_checked(bytes.len().checked_sub(CHECKSUM)?)?;
        let sound = rest.starts_with(&MAGIC) && crc32fast::hash(rest).to_le_bytes() == checksum;
        let (head, data) = rest.split_at_checked(HEAD).filter(|_| sound)?;
        let (level, numbers) = head[MAGIC.len()..].split_first()?;
        let numbers: Vec<_> =
            numbers.chunks_exact(8).map(|bytes| u64::from_le_bytes(bytes.try_into().expect("eight bytes"))).collect();
        let [parts, positions, wins, draws, losses, body, list] = numbers[..] else { return None };
        let (list, waiting) = data.split_at_checked(list.try_into().ok()?)?;
        let summary = Summary { positions, wins, draws, losses, ..Summary::default() };
        let done = PartsDone { parts: parts.try_into().ok()?, summary };
        Some(Self { level: *level, done, body, list: list.to_vec(), waiting: waiting.to_vec() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_read_as_written_and_refused_if_a_bit_has_changed() {
        let summary = Summary { positions: 9, wins: 4, draws: 3, losses: 2, ..Summary::default() };
        let done = PartsDone { parts: 7, summary };
        let checkpoint = Checkpoint { level: 3, done, body: 1 << 40, list: vec![1; 16], waiting: vec![2; 5] };
        let folder = tempfile::tempdir().unwrap();
        let table = folder.path().join("a.values");
        assert_eq!(Checkpoint::read(&table), None);
        checkpoint.write(&table).unwrap();
        assert_eq!(Checkpoint::read(&table), Some(checkpoint));
        let whole = fs::read(path(&table)).unwrap();
        for place in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[place] ^= 4;
            assert_eq!(Checkpoint::from_bytes(&damaged), None, "{place}");
            assert_eq!(Checkpoint::from_bytes(&whole[..place]), None, "{place}");
        }
    }
}
