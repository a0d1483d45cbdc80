// SPDX-License-Identifier: GPL-3.0-or-later
//! The file of a small game: a head, and the sectors in the order of solving, each compressed by
//! itself.
//!
//! | bytes | what (numbers with the lowest byte first) |
//! |---|---|
//! | 0–7 | magic |
//! | 8–9 | version of the format |
//! | 10–11 | length of the rules |
//! | 12– | the rules: all their choices but the draws, as text |
//! | then 4 | checksum of all before |
//!
//! A sector has four bytes for its length, four for the checksum of length and codes, and its
//! codes, a byte for a slot, packed by zstd. Checksums are CRC-32. While a game is being solved its
//! file has another name, and sectors are appended.

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
/// What the name of a table ends with.
const EXTENSION: &str = "game";
/// And what is being made has this at the end besides.
const UNFINISHED: &str = "unfinished";
/// How much zstd tries.
const COMPRESSION: i32 = 12;
/// No more of a file is read: three times the slots that a game can have, and nothing is much
/// larger for being packed.
const MOST_BYTES: u64 = 128 << 20;

/// The rules as a file names them: all choices but the draws.
pub(super) fn rules_text(rules: &Rules) -> String {
    format!("{:?}", without_draws(rules))
}

/// The name of the file of a game: `six.game`; for rules without a name of their own with a number
/// that they give.
#[must_use]
pub fn game_file_name(rules: &Rules) -> String {
    let named = Rules::PRESETS.into_iter().find(|preset| without_draws(preset) == without_draws(rules));
    let stem = named.map_or_else(
        || format!("{}-{:08x}", rules.board.id(), crc32fast::hash(rules_text(rules).as_bytes())),
        |preset| preset.id().to_owned(),
    );
    format!("{stem}.{EXTENSION}")
}

/// Whether a game was begun to be solved in a folder, and not ended.
#[must_use]
pub fn is_begun(folder: &Path, rules: &Rules) -> bool {
    unfinished(&folder.join(game_file_name(rules))).is_file()
}

/// Removes the tables of all small games in a folder, and what was begun; what else lies there
/// stays.
///
/// # Errors
/// The first file that cannot be removed.
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

/// Takes so many bytes off the front.
fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (front, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(front)
}

fn take_u32(bytes: &mut &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(take(bytes, 4)?.try_into().ok()?))
}

/// Takes off the head, which is that of a game by these rules. Other rules are named as they stand
/// there.
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

/// The rules that a sound head names, by their id if they have one.
fn other_rules(bytes: &[u8]) -> Option<String> {
    let length = u16::from_le_bytes(bytes.get(10..12)?.try_into().ok()?);
    let (head, mut rest) = bytes.split_at_checked(12 + usize::from(length))?;
    let is_sound = take_u32(&mut rest)? == crc32fast::hash(head);
    let text = String::from_utf8_lossy(&head[12..]);
    let named = Rules::PRESETS.into_iter().find(|preset| rules_text(preset) == text);
    is_sound.then(|| named.map_or_else(|| text.into_owned(), |preset| preset.id().to_owned()))
}

/// Takes off a sector's packed codes; `None` if they are damaged.
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

/// Checks a whole file, without unpacking it, and says how many bytes it has.
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

/// Reads a whole file: the codes of all sectors.
pub(super) fn load(path: &Path, layout: &Layout) -> Result<Vec<Vec<u8>>, TableErrorKind> {
    let bytes = read(path)?;
    let packed = packed_sectors(&bytes, &layout.rules, layout.sectors.len())?;
    let unpacked = packed.into_iter().zip(&layout.sectors).zip(0..).map(|((packed, &sector), number)| {
        unpack(packed, layout.slots(sector)).ok_or(TableErrorKind::DamagedBlock(number))
    });
    unpacked.collect()
}

/// A table that is being made; nobody else can work at it meanwhile.
pub(super) struct Unfinished {
    path: PathBuf,
    file: File,
}

/// The same with the codes of the sectors that are whole.
type Begun = (Unfinished, Vec<Vec<u8>>);

impl Unfinished {
    /// Opens what was begun in a folder, with the sectors that are whole, or begins anew; `None` if
    /// the table is there.
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

    /// Reads what is whole, and cuts off what is not. What does not begin as a table does is not
    /// ours, and stays; so does what was begun by other rules.
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

    /// Gives the file its name, when all sectors are there.
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
