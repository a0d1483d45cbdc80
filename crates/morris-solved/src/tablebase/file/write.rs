// SPDX-License-Identifier: GPL-3.0-or-later
//! Writer of tables. It writes to a temporary file and renames it, so that a table's name never
//! denotes an incomplete table.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Seek, SeekFrom, Write};
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rustix::fs::{FlockOperation, OFlags, flock};
use zstd::bulk::Compressor;

use super::checkpoint::{self, Checkpoint, PartsDone};
use super::header::{ENTRY, Header, u32_at};
use super::read::TableFile;
use super::{Kind, Summaries, TableError, TableErrorKind, file_name};
use crate::tablebase::{BoardKind, TableId};

/// Suffix of the name while a table is being written.
const UNFINISHED: &str = ".unfinished";

/// Maximum number of men of the bundled sectors, which `build-aux/endgame-tables` makes.
const SHIPPED_MEN: u8 = 11;

/// Number of blocks that are compressed at a time.
const AT_A_TIME: usize = if cfg!(test) { 8 } else { 256 };

/// Trade-off between the size of a table and the time to compress it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tablebase) enum Effort {
    /// For tables that are bundled with the program.
    Smallest,
    /// For tables that are kept.
    Small,
    /// For temporary tables of several gigabytes.
    Quick,
    /// For temporary tables that may be large.
    Least,
}

impl Effort {
    /// Returns the effort for a table of values that is kept. Most such tables are large, and zstd
    /// takes a considerable part of the time.
    pub(in crate::tablebase) fn to_keep(subject: TableId) -> Self {
        let is_shipped = match subject {
            TableId::Sector(sector) => sector.board_kind() == BoardKind::Plain && sector.men() <= SHIPPED_MEN,
            TableId::Placing(ply) => ply <= ply.game().last_kept(),
        };
        if is_shipped { Self::Smallest } else { Self::Small }
    }

    /// Returns the compression level of zstd. Compared to level 15 on 461 blocks of five sectors,
    /// level 13 takes 60 % of the time and 0.6 % more space, level 12 takes 50 % and 1.5 %, and
    /// level 19 takes 200 % and saves 0.3 %.
    const fn level(self) -> i32 {
        match self {
            Self::Smallest => 15,
            Self::Small => 13,
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
    let subject = subject.into();
    let effort = match kind {
        Kind::Values => Effort::to_keep(subject),
        // They are never bundled, and zstd would take two thirds of the time.
        Kind::Distances => Effort::Small,
    };
    let mut writer = Writer::new(folder, subject, kind, effort)?;
    writer.push(bytes)?;
    writer.finish(summaries)
}

/// A table that is being written, from the first slot to the last.
pub(in crate::tablebase) struct Writer {
    path: PathBuf,
    file: BufWriter<File>,
    header: Header,
    effort: Effort,
    /// List of the blocks written so far.
    list: Vec<u8>,
    /// Slots that wait for compression.
    waiting: Vec<u8>,
    /// Whether the file is to stay: it has its final name, and a file with the temporary name
    /// belongs to another writer, or it has a checkpoint to continue from.
    stays: bool,
}

impl Writer {
    pub(in crate::tablebase) fn new(
        folder: &Path,
        subject: TableId,
        kind: Kind,
        effort: Effort,
    ) -> Result<Self, TableError> {
        let mut writer = Self::open(folder, subject, kind, effort)?;
        writer.go_to(0).map_err(|error| TableError::new(&writer.path, error))?;
        Ok(writer)
    }

    /// Continues a table after its last checkpoint, or begins it. Also returns the parts that are
    /// written.
    pub(in crate::tablebase) fn resume(
        folder: &Path,
        subject: TableId,
        kind: Kind,
        effort: Effort,
    ) -> Result<(Self, PartsDone), TableError> {
        let mut writer = Self::open(folder, subject, kind, effort)?;
        let found = Checkpoint::read(&writer.path).filter(|found| writer.has(found));
        let body = found.as_ref().map_or(0, |found| found.body);
        writer.stays = found.is_some();
        writer.go_to(body).map_err(|error| TableError::new(&writer.path, error))?;
        let Some(Checkpoint { done, list, waiting, .. }) = found else { return Ok((writer, PartsDone::default())) };
        (writer.list, writer.waiting) = (list, waiting);
        Ok((writer, done))
    }

    /// Opens the file of an unfinished table as it is, and locks it.
    fn open(folder: &Path, subject: TableId, kind: Kind, effort: Effort) -> Result<Self, TableError> {
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
        let place = unfinished(&path);
        let file = open_unfinished(&place).map_err(|kind| TableError::new(&place, kind))?;
        lock(&file, &place).map_err(|error| TableError::new(&path, error))?;
        let file = BufWriter::new(file);
        Ok(Self { path, file, header, effort, list: Vec::new(), waiting: Vec::new(), stays: false })
    }

    /// Removes what is in the file after `body` bytes of blocks, and goes there.
    fn go_to(&mut self, body: u64) -> io::Result<()> {
        self.header.body = body;
        let file = self.file.get_mut();
        let end = self.header.body_start() + body;
        file.set_len(if body == 0 { 0 } else { end })?;
        file.seek(SeekFrom::Start(end)).map(drop)
    }

    /// Returns `true` if the file has all blocks of a checkpoint, undamaged.
    fn has(&self, found: &Checkpoint) -> bool {
        let ends: Vec<_> = found.list.chunks_exact(ENTRY).map(|entry| u64::from(u32_at(entry, 0))).collect();
        let begins = || [0].into_iter().chain(ends.iter().copied());
        let follow = begins().zip(&ends).all(|(begin, end)| begin <= *end);
        let is_like_this = found.level == self.effort.level() as u8
            && found.list.len() % ENTRY == 0
            && follow
            && begins().next_back() == Some(found.body);
        let is_right = |number: usize| {
            let begin = number.checked_sub(1).map_or(0, |before| ends[before]);
            let mut block = vec![0; (ends[number] - begin) as usize];
            let read = self.file.get_ref().read_exact_at(&mut block, self.header.body_start() + begin);
            read.is_ok() && crc32fast::hash(&block) == u32_at(&found.list[number * ENTRY..], 4)
        };
        is_like_this && (0..ends.len()).into_par_iter().all(is_right)
    }

    /// Notes which parts are written, so that another run or another machine can continue from
    /// here.
    pub(in crate::tablebase) fn checkpoint(&mut self, done: PartsDone) -> Result<(), TableError> {
        let checkpoint = Checkpoint {
            level: self.effort.level() as u8,
            done,
            body: self.header.body,
            list: self.list.clone(),
            waiting: self.waiting.clone(),
        };
        let mut write = || {
            self.file.flush()?;
            self.file.get_ref().sync_data()?;
            checkpoint.write(&self.path)
        };
        let written = write().map_err(|error: io::Error| TableError::new(&self.path, error));
        self.stays |= written.is_ok();
        written
    }

    /// Appends the next slots, packed.
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

    /// Writes the header and gives the file its final name. All slots must have been pushed.
    pub(in crate::tablebase) fn finish(mut self, summaries: impl Into<Summaries>) -> Result<(), TableError> {
        self.complete(summaries)?;
        self.name()
    }

    /// Writes the header. All slots must have been pushed. Returns the table, which has no name
    /// yet, for reading.
    pub(in crate::tablebase) fn complete(&mut self, summaries: impl Into<Summaries>) -> Result<TableFile, TableError> {
        self.header.summaries = summaries.into();
        self.write_head().map_err(|error| TableError::new(&self.path, error))?;
        TableFile::open_at(unfinished(&self.path), self.header.subject, self.header.kind)
    }

    fn write_head(&mut self) -> io::Result<()> {
        self.compress()?;
        debug_assert_eq!((self.list.len() / ENTRY) as u64, self.header.blocks());
        self.header.list_checksum = crc32fast::hash(&self.list);
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&self.header.to_bytes())?;
        self.file.write_all(&self.list)?;
        self.file.flush()?;
        self.file.get_ref().sync_all()
    }

    /// Gives a complete table its final name.
    pub(in crate::tablebase) fn name(mut self) -> Result<(), TableError> {
        let mut name = || {
            fs::rename(unfinished(&self.path), &self.path)?;
            self.stays = true;
            File::open(self.path.parent().unwrap_or(Path::new(".")))?.sync_all()
        };
        name().map_err(|error: io::Error| TableError::new(&self.path, error))
    }

    const fn block_bytes(&self) -> usize {
        self.header.block_slots as usize / self.header.kind.per_byte() as usize
    }

    /// Compresses and writes the waiting slots.
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
        if !self.stays {
            let _left_to_the_next = fs::remove_file(unfinished(&self.path));
        }
    }
}

fn unfinished(path: &Path) -> PathBuf {
    checkpoint::with_suffix(path, UNFINISHED)
}

/// Opens or creates the regular file of an unfinished table. Any other kind of file is not opened,
/// and links are not followed, because their target would be overwritten.
pub(crate) fn open_unfinished(place: &Path) -> Result<File, TableErrorKind> {
    if fs::symlink_metadata(place).is_ok_and(|data| !data.is_file()) {
        return Err(TableErrorKind::NoFile);
    }
    // The file may have been replaced since the check.
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32;
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).custom_flags(flags);
    let file = options.open(place)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(TableErrorKind::NoFile) }
}

/// Locks the file, so that another solver cannot write the same table at the same time.
pub(crate) fn lock(file: &File, place: &Path) -> io::Result<()> {
    let which = |data: Metadata| (data.dev(), data.ino());
    // Best effort: not all file systems support locks.
    let is_taken = flock(file, FlockOperation::NonBlockingLockExclusive) == Err(rustix::io::Errno::WOULDBLOCK);
    // The previous owner may have just finished, so that the file is now the table itself.
    if is_taken || fs::symlink_metadata(place).map(which).ok() != file.metadata().map(which).ok() {
        return Err(io::Error::new(ErrorKind::ResourceBusy, "another solver is making it"));
    }
    Ok(())
}

fn compressor(level: i32) -> io::Result<Compressor<'static>> {
    let mut compressor = Compressor::new(level)?;
    // Length and checksum are in the file's own lists.
    compressor.include_contentsize(false)?;
    compressor.include_checksum(false)?;
    compressor.include_dictid(false)?;
    Ok(compressor)
}

fn other(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), error.to_string())
}

/// Removes the files that an interrupted solver left behind, except those that it can continue
/// from.
pub(in crate::tablebase) fn remove_leftovers(folder: &Path) -> Result<(), TableError> {
    remove_all(folder, |table| if checkpoint::path(table).exists() { Leftovers::Stay } else { Leftovers::Go })
}

/// Removes the files of all tables in a folder that are not finished.
///
/// # Errors
/// Returns the first file that cannot be removed.
pub fn remove_unfinished(folder: &Path) -> Result<(), TableError> {
    remove_all(folder, |_| Leftovers::Go)
}

/// Removes a table that may be missing.
pub(in crate::tablebase) fn remove_table(
    folder: &Path,
    subject: impl Into<TableId>,
    kind: Kind,
) -> Result<(), TableError> {
    remove(&folder.join(file_name(subject, kind)))
}

/// Removes the files of an unfinished table that is not needed any more.
pub(in crate::tablebase) fn remove_unfinished_table(
    folder: &Path,
    subject: TableId,
    kind: Kind,
) -> Result<(), TableError> {
    remove_unfinished_beside(&folder.join(file_name(subject, kind)))
}

fn remove_unfinished_beside(table: &Path) -> Result<(), TableError> {
    remove(&unfinished(table))?;
    checkpoint::paths(table).iter().try_for_each(|path| remove(path))
}

pub(in crate::tablebase) fn remove_checkpoint(folder: &Path, subject: TableId, kind: Kind) -> Result<(), TableError> {
    remove(&checkpoint::path(&folder.join(file_name(subject, kind))))
}

pub(in crate::tablebase) fn has_checkpoint(folder: &Path, subject: TableId, kind: Kind) -> bool {
    checkpoint::path(&folder.join(file_name(subject, kind))).exists()
}

/// Returns the size of a table's file in bytes, or 0 if there is none.
pub(in crate::tablebase) fn size(folder: &Path, subject: TableId, kind: Kind) -> u64 {
    length(&folder.join(file_name(subject, kind)))
}

/// Returns the size of the file of an unfinished table in bytes, or 0 if there is none.
pub(in crate::tablebase) fn unfinished_size(folder: &Path, subject: TableId, kind: Kind) -> u64 {
    length(&unfinished(&folder.join(file_name(subject, kind))))
}

fn length(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |data| data.len())
}

/// Treatment of the files of an unfinished table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leftovers {
    Stay,
    Go,
}

fn remove_all(folder: &Path, of: impl Fn(&Path) -> Leftovers) -> Result<(), TableError> {
    for subject in TableId::all() {
        for kind in [Kind::Values, Kind::Distances] {
            let table = folder.join(file_name(subject, kind));
            if of(&table) == Leftovers::Go {
                remove_unfinished_beside(&table)?;
            }
        }
    }
    Ok(())
}

/// Removes a file that may be missing.
fn remove(path: &Path) -> Result<(), TableError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(TableError::new(path, error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::tablebase::{PlacingGame, Sector};

    const SECTOR: &str = "3-3";

    fn begin(folder: &Path) -> Result<Writer, TableError> {
        Writer::new(folder, SECTOR.parse::<Sector>().unwrap().into(), Kind::Values, Effort::Least)
    }

    fn end(mut writer: Writer) -> Result<(), TableError> {
        writer.push(&vec![0; SECTOR.parse::<Sector>().unwrap().slots().div_ceil(4) as usize])?;
        writer.finish(Summaries::default())
    }

    fn refused(folder: &Path) -> String {
        begin(folder).err().unwrap().to_string()
    }

    #[test]
    fn shipped_tables_are_packed_best() {
        let sector = |name: &str| TableId::from(name.parse::<Sector>().unwrap());
        for shipped in [sector("6-5"), sector("8-3"), PlacingGame::Nine.last_kept().into()] {
            assert_eq!(Effort::to_keep(shipped), Effort::Smallest, "{shipped}");
        }
        for made_here in [sector("6-6"), sector("9-3"), sector("twelve-5-4"), PlacingGame::Nine.last_offered().into()] {
            assert_eq!(Effort::to_keep(made_here), Effort::Small, "{made_here}");
        }
    }

    #[test]
    fn two_do_not_write_one_table() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let table = || TableFile::open(folder, SECTOR.parse::<Sector>().unwrap(), Kind::Values);
        let first = begin(folder).unwrap();
        let busy = format!("{}: another solver is making it", folder.join("3-3.values").display());
        assert_eq!(refused(folder), busy);
        end(first).unwrap();
        table().unwrap();
        // A late drop does not remove the file that the next writer has begun.
        let again = begin(folder).unwrap();
        assert!(table().is_ok() && folder.join("3-3.values.unfinished").exists());
        drop(again);
        assert_eq!(fs::read_dir(folder).unwrap().count(), 1);
    }

    #[test]
    fn a_file_that_got_its_name_before_the_lock_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let [begun, named] = ["six.game.unfinished", "six.game"].map(|name| folder.path().join(name));
        let file = open_unfinished(&begun).unwrap();
        fs::rename(&begun, named).unwrap();
        assert_eq!(lock(&file, &begun).unwrap_err().kind(), ErrorKind::ResourceBusy);
    }

    #[test]
    fn foreign_file_in_place_of_an_unfinished_one_is_refused_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let (begun, other) = (folder.join("3-3.values.unfinished"), folder.join("other"));
        fs::write(&other, "notes").unwrap();
        let pipe = || rustix::fs::mkfifoat(rustix::fs::CWD, &begun, rustix::fs::Mode::RWXU).unwrap();
        let puts: [&dyn Fn(); 3] =
            [&|| symlink(&other, &begun).unwrap(), &|| symlink("/dev/null", &begun).unwrap(), &pipe];
        for put in puts {
            put();
            assert_eq!(refused(folder), format!("{}: this is not a file", begun.display()));
            fs::remove_file(&begun).unwrap();
        }
        assert_eq!(fs::read_to_string(&other).unwrap(), "notes");
    }
}
