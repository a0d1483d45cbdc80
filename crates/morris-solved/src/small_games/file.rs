// SPDX-License-Identifier: GPL-3.0-or-later
//! File of a small game: a header, and the sectors in the order of solving, each compressed
//! separately.
//!
//! | bytes | content (numbers are little-endian) |
//! |---|---|
//! | 0–7 | magic |
//! | 8–9 | version of the format |
//! | 10–11 | length of the rules |
//! | 12– | the rules: all choices except the draws, as text |
//! | then 4 | checksum of everything before |
//!
//! A sector consists of four bytes for its length, four for the checksum of length and codes, and
//! its codes, one byte for each slot, packed with zstd. Checksums are CRC-32. While a game is being
//! solved, its file has another name and sectors are appended.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};

use super::layout::{Layout, without_draws};
use super::sector::GameSector;
use crate::tablebase::{SolveError, TableError, TableErrorKind, open, open_unfinished};
use morris::Rules;

const MAGIC: [u8; 8] = *b"\x89NMG\r\n\x1a\n";
const VERSION: u16 = 1;
/// Extension of a table's file name.
const EXTENSION: &str = "game";
/// Additional extension of an unfinished table.
const UNFINISHED: &str = "unfinished";
/// Compression level of zstd.
const COMPRESSION: i32 = 12;
/// Maximum number of bytes that is read from a file. This is three times the number of slots that a
/// game can have, and packing hardly ever makes data larger.
const MOST_BYTES: u64 = 128 << 20;

/// Choices whose names in the code differ from those in files, which the first release wrote.
const FIRST_NAMES: [(&str, &str); 4] = [
    ("from_mills: WhileOthersLeft", "from_mills: IfNoOther"),
    ("from_mills: None", "from_mills: Always"),
    ("from_mills: Full", "from_mills: Never"),
    ("first_point: NotCenter", "first_point: NotCentre"),
];

/// Returns the rules as a file names them: all choices except the draws.
pub(super) fn rules_text(rules: &Rules) -> String {
    let text = format!("{:?}", without_draws(rules));
    FIRST_NAMES.iter().fold(text, |text, (now, first)| text.replace(now, first))
}

/// Returns the file name of a game, such as `six.game`. For rules that are not a preset, the name
/// contains a hash of the rules.
#[must_use]
pub fn game_file_name(rules: &Rules) -> String {
    let named = Rules::PRESETS.into_iter().find(|preset| without_draws(preset) == without_draws(rules));
    let stem = named.map_or_else(
        || format!("{}-{:08x}", rules.board.id(), crc32fast::hash(rules_text(rules).as_bytes())),
        |preset| preset.id().to_owned(),
    );
    format!("{stem}.{EXTENSION}")
}

/// Returns `true` if a folder contains the unfinished table of a game.
#[must_use]
pub fn is_unfinished(folder: &Path, rules: &Rules) -> bool {
    unfinished(&folder.join(game_file_name(rules))).is_file()
}

/// Removes the tables of all small games from a folder, finished or not. Other files are left
/// alone.
///
/// # Errors
/// Returns the first file that could not be removed.
pub fn remove_tables(folder: &Path) -> Result<(), TableError> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    let ends = |path: &Path, extension: &str| path.extension().is_some_and(|found| found == extension);
    let is_table = |path: &PathBuf| {
        ends(path, EXTENSION)
            || ends(path, UNFINISHED) && path.file_stem().is_some_and(|stem| ends(stem.as_ref(), EXTENSION))
    };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_table) {
        fs::remove_file(&path).map_err(|error| TableError { path, kind: error.into() })?;
    }
    Ok(())
}

fn unfinished(path: &Path) -> PathBuf {
    path.with_extension(format!("{EXTENSION}.{UNFINISHED}"))
}

fn head(rules: &Rules) -> Vec<u8> {
    let text = rules_text(rules);
    let mut head = MAGIC.to_vec();
    head.extend(VERSION.to_le_bytes());
    head.extend((text.len() as u16).to_le_bytes());
    head.extend(text.as_bytes());
    head.extend(crc32fast::hash(&head).to_le_bytes());
    head
}

/// Takes `count` bytes off the front.
fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (front, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(front)
}

fn take_u32(bytes: &mut &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(take(bytes, 4)?.try_into().ok()?))
}

/// Takes off the header if it belongs to a game with these rules. An error for other rules names
/// the rules of the file.
fn check_head(bytes: &mut &[u8], rules: &Rules) -> Result<(), TableErrorKind> {
    let expected = head(rules);
    if !bytes.starts_with(&MAGIC) {
        return Err(TableErrorKind::Foreign);
    }
    if bytes.starts_with(&expected) {
        *bytes = &bytes[expected.len()..];
        return Ok(());
    }
    match bytes.get(8..10) {
        Some(version) if version != VERSION.to_le_bytes() => {
            Err(TableErrorKind::Version(u16::from_le_bytes([version[0], version[1]])))
        }
        _ => Err(other_rules(bytes).map_or(TableErrorKind::DamagedHead, TableErrorKind::Rules)),
    }
}

/// Returns the rules that an intact header names, by their id if they are a preset.
fn other_rules(bytes: &[u8]) -> Option<String> {
    let length = u16::from_le_bytes(bytes.get(10..12)?.try_into().ok()?);
    let (head, mut rest) = bytes.split_at_checked(12 + usize::from(length))?;
    let is_sound = take_u32(&mut rest)? == crc32fast::hash(head);
    let text = String::from_utf8_lossy(&head[12..]);
    let named = Rules::PRESETS.into_iter().find(|preset| rules_text(preset) == text);
    is_sound.then(|| named.map_or_else(|| text.into_owned(), |preset| preset.id().to_owned()))
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
    check_head(&mut bytes, rules)?;
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
type Begun = (Unfinished, Vec<Vec<u8>>);

impl Unfinished {
    /// Opens the unfinished table in a folder, with its complete sectors, or creates a new one.
    /// Returns `None` if the finished table exists.
    pub(super) fn open(folder: &Path, layout: &Layout) -> Result<Option<Begun>, SolveError> {
        let path = folder.join(game_file_name(&layout.rules));
        match load(&path, layout) {
            Ok(_) => return Ok(None),
            Err(TableErrorKind::Io(error)) if error.kind() == ErrorKind::NotFound => {}
            Err(kind) => return Err(TableError { path, kind }.into()),
        }
        fs::create_dir_all(folder).map_err(|error| TableError { path: folder.to_owned(), kind: error.into() })?;
        let place = unfinished(&path);
        let refuse = |kind| TableError { path: place.clone(), kind };
        let file = open_unfinished(&place).map_err(refuse)?;
        if flock(&file, FlockOperation::NonBlockingLockExclusive) == Err(rustix::io::Errno::WOULDBLOCK) {
            return Err(SolveError::Busy(folder.to_owned()));
        }
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
        match check_head(&mut rest, &layout.rules) {
            Ok(()) => {}
            Err(TableErrorKind::Rules(rules)) => return Err(TableErrorKind::Rules(rules)),
            Err(_) => {
                self.file.set_len(0)?;
                self.file.seek(SeekFrom::Start(0))?;
                self.file.write_all(&head(&layout.rules))?;
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
