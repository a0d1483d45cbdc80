// SPDX-License-Identifier: GPL-3.0-or-later
//! Writing a table: beside its place, then into it, so that a name never stands for half a table.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use zstd::bulk::Compressor;

use super::header::{ENTRY, Header};
use super::{Kind, Summaries, TableError, file_name};
use crate::tablebase::TableId;

/// What is being written has this at the end of its name.
const UNFINISHED: &str = ".unfinished";

/// How many blocks are compressed at a time.
const AT_A_TIME: usize = 256;

/// How small a table is to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tablebase) enum Effort {
    /// It is to be kept.
    Small,
    /// It takes gigabytes and does not last.
    Quick,
    /// It does not last, and may be large.
    Least,
}

impl Effort {
    /// How much zstd tries: 12 takes half as long for 15 in 1,000 more, 13 six tenths for 6 (461 blocks of five sectors); 19 took
    /// twice as long for 3 in 1,000 less.
    const fn level(self) -> i32 {
        match self {
            Self::Small => 15,
            Self::Quick => 3,
            Self::Least => 1,
        }
    }
}

/// Writes a table into a folder.
pub(in crate::tablebase) fn write(
    folder: &Path,
    subject: impl Into<TableId>,
    kind: Kind,
    summaries: impl Into<Summaries>,
    bytes: &[u8],
) -> Result<(), TableError> {
    let mut writer = Writer::new(folder, subject.into(), kind, Effort::Small)?;
    writer.push(bytes)?;
    writer.finish(summaries)
}

/// A table that is being written, from the first slot to the last.
pub(in crate::tablebase) struct Writer {
    path: PathBuf,
    file: BufWriter<File>,
    header: Header,
    effort: Effort,
    /// The list of the blocks that are written.
    list: Vec<u8>,
    /// What is to be compressed.
    waiting: Vec<u8>,
}

impl Writer {
    pub(in crate::tablebase) fn new(
        folder: &Path,
        subject: TableId,
        kind: Kind,
        effort: Effort,
    ) -> Result<Self, TableError> {
        let path = folder.join(file_name(subject, kind));
        let header = Header {
            kind,
            subject,
            slots: subject.slots(),
            block_slots: kind.block_slots(),
            summaries: Summaries::default(),
            body: 0,
            list_checksum: 0,
        };
        let create = || {
            let mut file = BufWriter::new(File::create(unfinished(&path))?);
            file.seek(SeekFrom::Start(header.body_start()))?;
            Ok(file)
        };
        let file = create().map_err(|error: io::Error| TableError::new(&path, error))?;
        Ok(Self { path, file, header, effort, list: Vec::new(), waiting: Vec::new() })
    }

    /// Adds the next slots, packed.
    pub(in crate::tablebase) fn push(&mut self, mut bytes: &[u8]) -> Result<(), TableError> {
        let full = self.block_bytes() * AT_A_TIME;
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(full - self.waiting.len()));
            self.waiting.extend(now);
            bytes = later;
            if self.waiting.len() == full {
                self.compress().map_err(|error| TableError::new(&self.path, error))?;
            }
        }
        Ok(())
    }

    /// Writes the head and gives the file its name, when all slots were pushed.
    pub(in crate::tablebase) fn finish(mut self, summaries: impl Into<Summaries>) -> Result<(), TableError> {
        self.header.summaries = summaries.into();
        let path = self.path.clone();
        self.finish_file().map_err(|error| TableError::new(&path, error))
    }

    fn finish_file(mut self) -> io::Result<()> {
        self.compress()?;
        debug_assert_eq!((self.list.len() / ENTRY) as u64, self.header.blocks());
        self.header.list_checksum = crc32fast::hash(&self.list);
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&self.header.to_bytes())?;
        self.file.write_all(&self.list)?;
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        fs::rename(unfinished(&self.path), &self.path)?;
        File::open(self.path.parent().unwrap_or(Path::new(".")))?.sync_all()
    }

    const fn block_bytes(&self) -> usize {
        self.header.block_slots as usize / self.header.kind.per_byte() as usize
    }

    /// Compresses and writes what is waiting.
    fn compress(&mut self) -> io::Result<()> {
        let level = self.effort.level();
        let blocks: Vec<Vec<u8>> = self
            .waiting
            .par_chunks(self.block_bytes())
            .map_init(
                || compressor(level),
                |compressor, block| compressor.as_mut().map_err(|error| other(error))?.compress(block),
            )
            .collect::<io::Result<_>>()?;
        for block in blocks {
            self.header.body += block.len() as u64;
            let end =
                u32::try_from(self.header.body).map_err(|_| io::Error::other("the table is larger than 4 GiB"))?;
            self.list.extend(end.to_le_bytes());
            self.list.extend(crc32fast::hash(&block).to_le_bytes());
            self.file.write_all(&block)?;
        }
        self.waiting.clear();
        Ok(())
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Nothing is there any more if it was finished.
        let _finished = fs::remove_file(unfinished(&self.path));
    }
}

fn unfinished(path: &Path) -> PathBuf {
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(UNFINISHED);
    unfinished.into()
}

fn compressor(level: i32) -> io::Result<Compressor<'static>> {
    let mut compressor = Compressor::new(level)?;
    // Length and checksum stand in the file's own lists.
    compressor.include_contentsize(false)?;
    compressor.include_checksum(false)?;
    compressor.include_dictid(false)?;
    Ok(compressor)
}

fn other(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), error.to_string())
}

/// Removes what an interrupted solver left behind.
pub(in crate::tablebase) fn remove_leftovers(folder: &Path) -> io::Result<()> {
    for subject in TableId::all() {
        for kind in [Kind::Values, Kind::Distances] {
            match fs::remove_file(unfinished(&folder.join(file_name(subject, kind)))) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
    }
    Ok(())
}
