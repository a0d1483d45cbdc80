// SPDX-License-Identifier: GPL-3.0-or-later
//! File of a small game: a [header](super::head), and the sectors in the order of solving, each
//! compressed separately.
//!
//! A sector consists of four bytes for its length, four for the checksum of length and codes, and
//! its codes, one byte for each slot, packed with zstd. Numbers are little-endian, and checksums
//! are CRC-32. While a game is being solved, its file has another name and sectors are appended.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::head::{self, EXTENSION, MAGIC, game_file_name, game_path};
use super::layout::Layout;
use super::sector::GameSector;
use crate::tablebase::{SolveError, TableError, TableErrorKind, lock, open, open_unfinished};
use morris::Rules;

/// Additional extension of an unfinished table.
const UNFINISHED: &str = "unfinished";
const COMPRESSION: i32 = 12;
/// Maximum number of bytes that is read from a file. This is three times the number of slots that a
/// game can have, and packing hardly ever makes data larger.
const MOST_BYTES: u64 = 128 << 20;

/// Returns `true` if a folder contains the unfinished table of a game.
pub fn is_unfinished(folder: &Path, rules: &Rules) -> bool {
    unfinished(&folder.join(game_file_name(rules))).is_file()
}

/// Removes the tables of all small games from a folder, finished or not. Other files are left
/// alone.
///
/// # Errors
/// Returns the first file that could not be removed. Removes nothing if another solver is making
/// one of them.
pub fn remove_tables(folder: &Path) -> Result<(), TableError> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    let ends = |path: &Path, extension: &str| path.extension().is_some_and(|found| found == extension);
    let is_unfinished =
        |path: &PathBuf| ends(path, UNFINISHED) && path.file_stem().is_some_and(|stem| ends(stem.as_ref(), EXTENSION));
    let found = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let paths: Vec<_> = found.filter(|path| ends(path, EXTENSION) || is_unfinished(path)).collect();
    let refuse = |path: &Path, error: io::Error| TableError { path: path.to_owned(), kind: error.into() };
    // No solver works on what cannot be opened, such as a link.
    let unfinished = paths.iter().filter(|path| is_unfinished(path));
    let opened: Vec<_> = unfinished.filter_map(|path| Some((path, open_unfinished(path).ok()?))).collect();
    opened.iter().try_for_each(|(path, file)| lock(file, path).map_err(|error| refuse(path, error)))?;
    paths.iter().try_for_each(|path| fs::remove_file(path).map_err(|error| refuse(path, error)))
}

fn unfinished(path: &Path) -> PathBuf {
    path.with_extension(format!("{EXTENSION}.{UNFINISHED}"))
}

fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (front, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(front)
}

fn take_u32(bytes: &mut &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(take(bytes, 4)?.try_into().ok()?))
}

/// Takes off a sector's packed codes. Returns `None` if they are damaged.
fn take_packed<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = take_u32(bytes)?;
    let checksum = take_u32(bytes)?;
    let packed = take(bytes, length as usize)?;
    (checksum_of(packed) == checksum).then_some(packed)
}

fn checksum_of(packed: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&(packed.len() as u32).to_le_bytes());
    hasher.update(packed);
    hasher.finalize()
}

fn unpack(packed: &[u8], slots: usize) -> Option<Vec<u8>> {
    zstd::bulk::decompress(packed, slots).ok().filter(|codes| codes.len() == slots)
}

fn read(path: &Path) -> Result<Vec<u8>, TableErrorKind> {
    let (file, _length) = open(path)?;
    Ok(read_from(&file)?)
}

fn read_from(file: &File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(MOST_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Checks a whole file without unpacking it. Returns its length in bytes.
pub(super) fn check(path: &Path, rules: &Rules) -> Result<u64, TableErrorKind> {
    let bytes = read(path)?;
    packed_sectors(&bytes, rules, GameSector::all(rules).len())?;
    Ok(bytes.len() as u64)
}

fn packed_sectors<'a>(mut bytes: &'a [u8], rules: &Rules, sectors: usize) -> Result<Vec<&'a [u8]>, TableErrorKind> {
    let found = bytes.len() as u64;
    head::check(&mut bytes, rules)?;
    let packed = (0..sectors as u64).map(|number| take_packed(&mut bytes).ok_or(TableErrorKind::DamagedBlock(number)));
    let packed = packed.collect::<Result<_, _>>()?;
    let expected = found - bytes.len() as u64;
    if bytes.is_empty() { Ok(packed) } else { Err(TableErrorKind::Length { expected, found }) }
}

/// Reads a whole file and returns the codes of all sectors.
pub(super) fn load(path: &Path, layout: &Layout) -> Result<Vec<Vec<u8>>, TableErrorKind> {
    let bytes = read(path)?;
    let packed = packed_sectors(&bytes, &layout.rules, layout.sectors.len())?;
    let unpacked = packed.into_iter().zip(&layout.sectors).zip(0..).map(|((packed, &sector), number)| {
        unpack(packed, layout.slots(sector)).ok_or(TableErrorKind::DamagedBlock(number))
    });
    unpacked.collect()
}

/// A table under construction. A lock keeps others from working on it.
pub(super) struct Unfinished {
    path: PathBuf,
    file: File,
}

/// A table under construction, and the codes of its complete sectors.
type Reopened = (Unfinished, Vec<Vec<u8>>);

impl Unfinished {
    /// Opens the unfinished table in a folder, with its complete sectors, or creates a new one.
    /// Returns `None` if the finished table exists.
    pub(super) fn open(folder: &Path, layout: &Layout) -> Result<Option<Reopened>, SolveError> {
        let path = game_path(folder, &layout.rules);
        match load(&path, layout) {
            Ok(_) => return Ok(None),
            Err(TableErrorKind::Io(error)) if error.kind() == ErrorKind::NotFound => {}
            Err(TableErrorKind::OldFlying { .. }) => {}
            Err(kind) => return Err(TableError { path, kind }.into()),
        }
        let path = folder.join(game_file_name(&layout.rules));
        fs::create_dir_all(folder).map_err(|error| TableError { path: folder.to_owned(), kind: error.into() })?;
        let place = unfinished(&path);
        let refuse = |kind| TableError { path: place.clone(), kind };
        let file = open_unfinished(&place).map_err(refuse)?;
        lock(&file, &place).map_err(|_| SolveError::Busy(folder.to_owned()))?;
        let mut made = Self { path, file };
        let solved = made.solved(layout).map_err(refuse)?;
        Ok(Some((made, solved)))
    }

    /// Reads the complete sectors and cuts off an incomplete one. A file that does not begin like a
    /// table belongs to another program, so it is left alone. So is an unfinished table of other
    /// rules.
    fn solved(&mut self, layout: &Layout) -> Result<Vec<Vec<u8>>, TableErrorKind> {
        let bytes = read_from(&self.file)?;
        if !bytes.starts_with(&MAGIC) && !MAGIC.starts_with(&bytes) {
            return Err(TableErrorKind::Foreign);
        }
        let mut rest = bytes.as_slice();
        let mut solved = Vec::new();
        match head::check(&mut rest, &layout.rules) {
            Ok(()) => {}
            Err(TableErrorKind::Rules(rules)) => return Err(TableErrorKind::Rules(rules)),
            Err(_) => {
                self.file.set_len(0)?;
                self.file.seek(SeekFrom::Start(0))?;
                self.file.write_all(&head::head(&layout.rules))?;
                return Ok(solved);
            }
        }
        let mut whole = bytes.len() - rest.len();
        for &sector in &layout.sectors {
            let codes = take_packed(&mut rest).and_then(|packed| unpack(packed, layout.slots(sector)));
            let Some(codes) = codes else { break };
            solved.push(codes);
            whole = bytes.len() - rest.len();
        }
        self.file.set_len(whole as u64)?;
        self.file.seek(SeekFrom::Start(whole as u64))?;
        Ok(solved)
    }

    /// Appends the next sector.
    pub(super) fn push(&mut self, codes: &[u8]) -> Result<(), SolveError> {
        let mut write = || {
            let packed = zstd::bulk::compress(codes, COMPRESSION)?;
            let mut record = (packed.len() as u32).to_le_bytes().to_vec();
            record.extend(checksum_of(&packed).to_le_bytes());
            record.extend(packed);
            self.file.write_all(&record)
        };
        write().map_err(|error: io::Error| self.error(error))
    }

    /// Gives the file its final name, once all sectors are written.
    pub(super) fn finish(self) -> Result<(), SolveError> {
        let finish = || {
            self.file.sync_all()?;
            fs::rename(unfinished(&self.path), &self.path)?;
            File::open(self.path.parent().unwrap_or(Path::new(".")))?.sync_all()
        };
        finish().map_err(|error| self.error(error))
    }

    fn error(&self, error: io::Error) -> SolveError {
        TableError { path: unfinished(&self.path), kind: error.into() }.into()
    }
}
