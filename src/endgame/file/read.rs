// SPDX-License-Identifier: GPL-3.0-or-later
//! Reading a table: mapped into memory, each block checked when it is unpacked.

use std::cell::RefCell;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use memmap2::Mmap;
use rayon::prelude::*;
use zstd::bulk::Decompressor;

use super::header::{ENTRY, Header, LENGTH, u32_at};
use super::{Kind, Summary, TableError, TableErrorKind, file_name};
use crate::endgame::{Subject, value};

/// The file of a table, open.
pub(in crate::endgame) struct TableFile {
    path: PathBuf,
    map: Mmap,
    header: Header,
}

impl TableFile {
    /// Opens the file of some positions in a folder; checks head, list of blocks and length, but no block.
    pub(in crate::endgame) fn open(folder: &Path, subject: impl Into<Subject>, kind: Kind) -> Result<Self, TableError> {
        let subject = subject.into();
        let path = folder.join(file_name(subject, kind));
        let refuse = |kind| TableError::new(&path, kind);
        let map = map(&path).map_err(|error| refuse(error.into()))?;
        let header = Header::read(&map).map_err(refuse)?;
        check_frame(&map, &header).map_err(refuse)?;
        let found = file_name(header.subject, header.kind);
        let expected = file_name(subject, kind);
        if found != expected {
            return Err(refuse(TableErrorKind::Misnamed { expected, found }));
        }
        Ok(Self { path, map, header })
    }

    pub(in crate::endgame) fn summary(&self) -> Summary {
        self.header.summary
    }

    pub(in crate::endgame) fn subject(&self) -> Subject {
        self.header.subject
    }

    /// How many slots a block has.
    pub(in crate::endgame) fn block_slots(&self) -> u64 {
        self.header.block_slots.into()
    }

    fn blocks(&self) -> u64 {
        self.header.blocks()
    }

    /// Unpacks a block.
    pub(in crate::endgame) fn block(&self, block: u64) -> Result<Vec<u8>, TableError> {
        self.unpack(block).ok_or_else(|| TableError::new(&self.path, TableErrorKind::DamagedBlock(block)))
    }

    fn unpack(&self, block: u64) -> Option<Vec<u8>> {
        let number = usize::try_from(block).ok()?;
        let packed = self.map.get(place(&self.map, &self.header, number)?)?;
        let list = &self.map[LENGTH + number * ENTRY..];
        if crc32fast::hash(packed) != u32_at(list, 4) {
            return None;
        }
        let length = self.header.block_bytes(block);
        let bytes = decompress(packed, length)?;
        let sound = bytes.len() == length && (self.header.kind == Kind::Distances || value::all_are_values(&bytes));
        sound.then_some(bytes)
    }

    /// Unpacks all blocks.
    pub(in crate::endgame) fn all(&self) -> Result<Vec<u8>, TableError> {
        self.range(0, self.header.slots)
    }

    /// Unpacks so many slots; the first must be the first of a byte.
    pub(in crate::endgame) fn range(&self, start: u64, slots: u64) -> Result<Vec<u8>, TableError> {
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
    pub(in crate::endgame) fn check(&self) -> Result<(), TableError> {
        (0..self.blocks()).into_par_iter().try_for_each(|block| self.block(block).map(drop))
    }
}

/// Unpacks a block. Making a decompressor takes longer than unpacking a block with it: each thread keeps one.
fn decompress(packed: &[u8], length: usize) -> Option<Vec<u8>> {
    thread_local! {
        static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
    }
    DECOMPRESSOR.with_borrow_mut(|kept| {
        let mut decompressor = kept.take().or_else(|| Decompressor::new().ok())?;
        let bytes = decompressor.decompress(packed, length).ok()?;
        *kept = Some(decompressor);
        Some(bytes)
    })
}

/// Maps a file into memory. A probe reads some hundred bytes from anywhere in 400 MB: mapped, the system keeps what is
/// needed and a block is there without a call.
#[allow(unsafe_code)]
fn map(path: &Path) -> io::Result<Mmap> {
    let file = File::open(path)?;
    // SAFETY: the bytes must not change while they are mapped. Tables are never written in place: a new one is made
    // beside the old one and takes its name, and the old one lives on for whoever has it open.
    unsafe { Mmap::map(&file) }
}

/// Checks the list of blocks and the length.
fn check_frame(map: &[u8], header: &Header) -> Result<(), TableErrorKind> {
    let (found, start) = (map.len() as u64, header.body_start());
    let expected = start.saturating_add(header.body);
    if found != expected {
        return Err(TableErrorKind::Length { expected, found });
    }
    let list = &map[LENGTH..usize::try_from(start).expect("shorter than the file")];
    if crc32fast::hash(list) == header.list_checksum { Ok(()) } else { Err(TableErrorKind::DamagedList) }
}

/// Where a block lies in the file.
fn place(map: &[u8], header: &Header, number: usize) -> Option<Range<usize>> {
    let end_of = |number: usize| u32_at(&map[LENGTH + number * ENTRY..], 0) as usize;
    let start = usize::try_from(header.body_start()).ok()?;
    let begin = number.checked_sub(1).map_or(0, end_of);
    Some(start + begin..start + end_of(number))
}
