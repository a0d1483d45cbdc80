// SPDX-License-Identifier: GPL-3.0-or-later
//! Reader of tables. Each block is read by its position in the file and checked when it is
//! unpacked.
//!
//! Files are read rather than mapped into memory. If a mapped file shrinks or its disk fails, the
//! next access kills the program. A failed read returns an error, and the table is given up.
//! Reading costs a system call for each unpacked block, and unpacked blocks are cached (see
//! `tables`). Measured with `nmm bench` on the bundled tables, mapped and read in alternation,
//! medians of six: opening took 1.6 ms mapped and 1.1 ms read. A first probe took 8.7 and 6.8 µs
//! (read needs no page faults), a later one 54 and 57 ns. Peak memory was 38 and 34 MB.

use std::cell::RefCell;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rustix::fs::OFlags;
use zstd::bulk::Decompressor;
use zstd::zstd_safe::compress_bound;

use super::header::{ENTRY, Header, LENGTH, u32_at};
use super::{Kind, Summary, TableError, TableErrorKind, file_name};
use crate::tablebase::{TableId, wdl};

/// An open table file.
pub(in crate::tablebase) struct TableFile {
    path: PathBuf,
    file: File,
    header: Header,
    list: Vec<Entry>,
}

/// An entry in the list of blocks.
struct Entry {
    /// End of the block, counted from the start of the blocks.
    end: u32,
    checksum: u32,
}

impl TableFile {
    /// Opens the file of a table in a folder. Checks header, list of blocks and length, but no
    /// block.
    pub(in crate::tablebase) fn open(
        folder: &Path,
        subject: impl Into<TableId>,
        kind: Kind,
    ) -> Result<Self, TableError> {
        let subject = subject.into();
        Self::open_at(folder.join(file_name(subject, kind)), subject, kind)
    }

    /// Opens a file that should have a table, whatever its name.
    pub(in crate::tablebase) fn open_at(path: PathBuf, subject: TableId, kind: Kind) -> Result<Self, TableError> {
        let refuse = |kind| TableError::new(&path, kind);
        let (file, length) = open(&path).map_err(refuse)?;
        let header = Header::read(&head(&file, length).map_err(|error| refuse(error.into()))?).map_err(refuse)?;
        check_length(&header, length).map_err(refuse)?;
        let found = file_name(header.subject, header.kind);
        let expected = file_name(subject, kind);
        if found != expected {
            return Err(refuse(TableErrorKind::Misnamed { expected, found }));
        }
        let list = list(&file, &header).map_err(refuse)?;
        Ok(Self { path, file, header, list })
    }

    pub(in crate::tablebase) fn summary(&self) -> Summary {
        self.header.summaries.own
    }

    /// Returns the contents of the mirror sector, if the table covers it.
    pub(in crate::tablebase) fn mirror_summary(&self) -> Option<Summary> {
        self.header.summaries.mirror
    }

    pub(in crate::tablebase) fn subject(&self) -> TableId {
        self.header.subject
    }

    pub(in crate::tablebase) fn block_slots(&self) -> u64 {
        self.header.block_slots.into()
    }

    fn blocks(&self) -> u64 {
        self.header.blocks()
    }

    pub(in crate::tablebase) fn block(&self, block: u64) -> Result<Vec<u8>, TableError> {
        let damaged = || TableErrorKind::DamagedBlock(block);
        let unpack = || {
            let number = usize::try_from(block).map_err(|_| damaged())?;
            let entry = self.list.get(number).ok_or_else(damaged)?;
            let begin = number.checked_sub(1).map_or(0, |before| self.list[before].end);
            let start = self.header.body_start() + u64::from(begin);
            let packed = Packed { start, length: (entry.end - begin) as usize, checksum: entry.checksum };
            let bytes = packed.unpack(&self.file, self.header.block_bytes(block))?.ok_or_else(damaged)?;
            let sound = self.header.kind == Kind::Distances || wdl::all_are_values(&bytes);
            if sound { Ok(bytes) } else { Err(damaged()) }
        };
        unpack().map_err(|kind| TableError::new(&self.path, kind))
    }

    pub(in crate::tablebase) fn all(&self) -> Result<Vec<u8>, TableError> {
        self.range(0, self.header.slots)
    }

    /// Unpacks `slots` slots. The first slot must be the first in its byte.
    pub(in crate::tablebase) fn range(&self, start: u64, slots: u64) -> Result<Vec<u8>, TableError> {
        let per_byte = self.header.kind.per_byte();
        let per_block = self.block_slots() / per_byte;
        let (start, end) = (start / per_byte, (start + slots).div_ceil(per_byte));
        let first_block = start / per_block;
        let skipped = (start % per_block) as usize;
        let mut bytes = vec![0; (end - start) as usize + skipped];
        let blocks = bytes.par_chunks_mut(per_block as usize).enumerate();
        blocks.try_for_each(|(block, bytes)| {
            bytes.copy_from_slice(&self.block(first_block + block as u64)?[..bytes.len()]);
            Ok(())
        })?;
        bytes.drain(..skipped);
        Ok(bytes)
    }

    /// Checks all blocks.
    pub(in crate::tablebase) fn check(&self) -> Result<(), TableError> {
        (0..self.blocks()).into_par_iter().try_for_each(|block| self.block(block).map(drop))
    }
}

/// A block as stored in the file.
struct Packed {
    start: u64,
    length: usize,
    checksum: u32,
}

/// Buffers that a thread reuses to read and unpack blocks. Creating a decompressor takes longer
/// than unpacking a block with it.
#[derive(Default)]
struct Tools {
    packed: Vec<u8>,
    decompressor: Option<Decompressor<'static>>,
}

impl Packed {
    /// Reads the block and unpacks it to `length` bytes. Returns `None` if it is damaged.
    fn unpack(&self, file: &File, length: usize) -> io::Result<Option<Vec<u8>>> {
        thread_local! {
            static TOOLS: RefCell<Tools> = RefCell::default();
        }
        TOOLS.with_borrow_mut(|Tools { packed, decompressor }| {
            packed.resize(self.length, 0);
            file.read_exact_at(packed, self.start)?;
            if crc32fast::hash(packed) != self.checksum {
                return Ok(None);
            }
            let mut tool = decompressor.take().map_or_else(Decompressor::new, Ok)?;
            let bytes = tool.decompress(packed, length).ok().filter(|bytes| bytes.len() == length);
            *decompressor = Some(tool);
            Ok(bytes)
        })
    }
}

/// Opens a regular file and returns its length. Any other kind of file is not opened at all: a pipe
/// would block until a writer appears, and some devices react to being opened.
pub(crate) fn open(path: &Path) -> Result<(File, u64), TableErrorKind> {
    if !fs::metadata(path)?.is_file() {
        return Err(TableErrorKind::NoFile);
    }
    // The file may have been replaced since the check.
    let flags = OFlags::NONBLOCK.bits() as i32;
    let file = OpenOptions::new().read(true).custom_flags(flags).open(path)?;
    let data = file.metadata()?;
    if data.is_file() { Ok((file, data.len())) } else { Err(TableErrorKind::NoFile) }
}

/// Reads the header, or as much of it as exists.
fn head(file: &File, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; LENGTH.min(length.try_into().unwrap_or(LENGTH))];
    file.read_exact_at(&mut bytes, 0)?;
    Ok(bytes)
}

fn check_length(header: &Header, found: u64) -> Result<(), TableErrorKind> {
    let expected = header.body_start().saturating_add(header.body);
    if found == expected { Ok(()) } else { Err(TableErrorKind::Length { expected, found }) }
}

/// Reads the list of blocks of a file whose length has been checked. Checks that the blocks follow
/// one another.
fn list(file: &File, header: &Header) -> Result<Vec<Entry>, TableErrorKind> {
    let length = usize::try_from(header.body_start()).map_err(|_| TableErrorKind::DamagedHead)? - LENGTH;
    let mut bytes = vec![0; length];
    file.read_exact_at(&mut bytes, LENGTH as u64)?;
    if crc32fast::hash(&bytes) != header.list_checksum {
        return Err(TableErrorKind::DamagedList);
    }
    let entry = |bytes: &[u8]| Entry { end: u32_at(bytes, 0), checksum: u32_at(bytes, 4) };
    let list: Vec<_> = bytes.chunks_exact(ENTRY).map(entry).collect();
    // No block is larger than an incompressible one.
    let most = compress_bound(header.block_bytes(0)) as u64;
    let follows =
        |before: u32, end: u32| u64::from(end).checked_sub(before.into()).is_some_and(|length| length <= most);
    let ends = || list.iter().map(|entry| entry.end);
    let begins = [0].into_iter().chain(ends());
    let whole = begins.zip(ends()).all(|(begin, end)| follows(begin, end));
    if whole && ends().next_back().map_or(0, u64::from) == header.body {
        Ok(list)
    } else {
        Err(TableErrorKind::DamagedList)
    }
}
