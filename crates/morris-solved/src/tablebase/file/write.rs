// SPDX-License-Identifier: GPL-3.0-or-later
//! Writing a table: beside its place, then into it, so that a name never stands for half a table.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Seek, SeekFrom, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rustix::fs::{FlockOperation, OFlags, flock};
use zstd::bulk::Compressor;

use super::header::{ENTRY, Header};
use super::{Kind, Summaries, TableError, TableErrorKind, file_name};
use crate::tablebase::{BoardKind, PlacingPly, TableId};

/// What is being written has this at the end of its name.
const UNFINISHED: &str = ".unfinished";

/// The sectors with at most so many men come with the program, as `build-aux/endgame-tables` makes
/// them.
const SHIPPED_MEN: u8 = 11;

/// How many blocks are compressed at a time.
const AT_A_TIME: usize = 256;

/// How small a table is to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tablebase) enum Effort {
    /// It comes with the program.
    Smallest,
    /// It is to be kept.
    Small,
    /// It takes gigabytes and does not last.
    Quick,
    /// It does not last, and may be large.
    Least,
}

impl Effort {
    /// That for a table that is to be kept: most of them are large, and zstd takes a good part of
    /// the time.
    pub(in crate::tablebase) fn to_keep(subject: TableId) -> Self {
        let is_shipped = match subject {
            TableId::Sector(sector) => sector.board_kind() == BoardKind::Plain && sector.men() <= SHIPPED_MEN,
            TableId::Placing(ply) => ply <= PlacingPly::LAST_KEPT,
        };
        if is_shipped { Self::Smallest } else { Self::Small }
    }

    /// How much zstd tries. Against level 15, level 13 takes six tenths of the time and 6 in 1,000
    /// more room, 12 half and 15, 19 twice the time and 3 less (461 blocks of five sectors).
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
    let mut writer = Writer::new(folder, subject, kind, Effort::to_keep(subject))?;
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
    /// Whether it has its name already, and what is being written by the old one is somebody
    /// else's.
    named: bool,
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
        let place = unfinished(&path);
        let file = open_unfinished(&place).map_err(|kind| TableError::new(&place, kind))?;
        let begin = || {
            lock(&file, &place)?;
            file.set_len(0)?;
            (&file).seek(SeekFrom::Start(header.body_start()))
        };
        begin().map_err(|error: io::Error| TableError::new(&path, error))?;
        let file = BufWriter::new(file);
        Ok(Self { path, file, header, effort, list: Vec::new(), waiting: Vec::new(), named: false })
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
        self.named = true;
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
        if !self.named {
            let _left_to_the_next = fs::remove_file(unfinished(&self.path));
        }
    }
}

fn unfinished(path: &Path) -> PathBuf {
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(UNFINISHED);
    unfinished.into()
}

/// Opens or makes the regular file of what is being made. What is none is not even opened, nor is a
/// link followed: what it leads to would be written over.
pub(crate) fn open_unfinished(place: &Path) -> Result<File, TableErrorKind> {
    if fs::symlink_metadata(place).is_ok_and(|data| !data.is_file()) {
        return Err(TableErrorKind::NoFile);
    }
    // Another one may have taken its place since.
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32;
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).custom_flags(flags);
    let file = options.open(place)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(TableErrorKind::NoFile) }
}

/// Keeps others from writing the same table, as two steps with the same name would; they might end
/// in each other's midst.
fn lock(file: &File, place: &Path) -> io::Result<()> {
    let which = |data: Metadata| (data.dev(), data.ino());
    // A file system without locks: rather without than not at all.
    let is_taken = flock(file, FlockOperation::NonBlockingLockExclusive) == Err(rustix::io::Errno::WOULDBLOCK);
    // Whoever had it may have ended just now, and it is the table by now.
    if is_taken || fs::symlink_metadata(place).map(which).ok() != file.metadata().map(which).ok() {
        return Err(io::Error::new(ErrorKind::ResourceBusy, "another solver is making it"));
    }
    Ok(())
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
pub(in crate::tablebase) fn remove_leftovers(folder: &Path) -> Result<(), TableError> {
    for subject in TableId::all() {
        for kind in [Kind::Values, Kind::Distances] {
            let place = unfinished(&folder.join(file_name(subject, kind)));
            match fs::remove_file(&place) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(TableError::new(&place, error)),
                _ => {}
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::tablebase::Sector;
    use crate::tablebase::file::TableFile;

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
    fn what_comes_with_the_program_is_packed_the_smallest() {
        let sector = |name: &str| TableId::from(name.parse::<Sector>().unwrap());
        for shipped in [sector("6-5"), sector("8-3"), PlacingPly::LAST_KEPT.into()] {
            assert_eq!(Effort::to_keep(shipped), Effort::Smallest, "{shipped}");
        }
        for made_here in [sector("6-6"), sector("9-3"), sector("twelve-5-4"), PlacingPly::LAST_OFFERED.into()] {
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
        // Nor does one who ends late take away what the next one has begun.
        let again = begin(folder).unwrap();
        assert!(table().is_ok() && folder.join("3-3.values.unfinished").exists());
        drop(again);
        assert_eq!(fs::read_dir(folder).unwrap().count(), 1);
    }

    #[test]
    fn what_is_no_file_in_the_place_of_what_is_begun_is_refused_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let (begun, other) = (folder.join("3-3.values.unfinished"), folder.join("other"));
        fs::write(&other, "notes").unwrap();
        let pipe = || rustix::fs::mkfifoat(rustix::fs::CWD, &begun, rustix::fs::Mode::RWXU).unwrap();
        let puts: [&dyn Fn(); 3] =
            [&|| symlink(&other, &begun).unwrap(), &|| symlink("/dev/null", &begun).unwrap(), &pipe];
        for put in puts {
            put();
            assert_eq!(refused(folder), format!("{}: this is no file", begun.display()));
            fs::remove_file(&begun).unwrap();
        }
        assert_eq!(fs::read_to_string(&other).unwrap(), "notes");
    }
}
