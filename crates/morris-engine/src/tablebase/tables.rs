// SPDX-License-Identifier: GPL-3.0-or-later
//! All tables of a folder, the blocks that a thread unpacked last, and what they tell of a position.

use std::cell::RefCell;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::{fmt, fs, io};

use super::file::{Kind, Summary, TableError, TableFile};
use super::men_count::MenCount;
use super::placing_ply::MenBlock;
use super::{Index, PlacingPly, Sector, TableId, Wdl, wdl};
use crate::whole_game::{GameTable, GameTables};
use morris::{Position, Rules};

/// The tables of one or more folders, open for probing; shared by all threads.
///
/// Opening reads only the heads and the lists of blocks. A damaged file is refused by name and the others are used. A file
/// that turns out to be damaged later, or cannot be read any more, is logged once, and from then on its table is absent.
#[derive(Default)]
pub struct Tables {
    values: Vec<Option<Table>>,
    distances: Vec<Option<Table>>,
    games: GameTables,
}

/// One table, open for probing.
struct Table {
    file: TableFile,
    /// Tells the blocks of different tables apart in the threads' caches.
    id: u32,
    /// The positions by numbers of men, with the numbering made at the first probe.
    parts: Vec<(MenBlock, OnceLock<Index>)>,
    damaged: AtomicBool,
}

impl Tables {
    /// Opens what there is in a folder, and says which files it refused. No folder is no tables; what is there but is no
    /// folder is refused itself.
    #[must_use]
    pub fn open(folder: &Path) -> (Self, Vec<TableError>) {
        if let Err(error) = look_into(folder) {
            return (Self::none(), vec![error]);
        }
        let (games, mut refused) = GameTables::open(folder);
        let mut open = |kind| {
            let mut tables: Vec<_> = (0..TableId::COUNT).map(|_| None).collect();
            for subject in TableId::all() {
                tables[subject.number()] = opened(TableFile::open(folder, subject, kind), &mut refused);
            }
            tables
        };
        let tables = Self { values: open(Kind::Values), distances: open(Kind::Distances), games };
        (tables, refused)
    }

    /// No tables.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Opens what there is in several folders; where two have the same table the first counts.
    #[must_use]
    pub fn open_all(folders: impl IntoIterator<Item = impl AsRef<Path>>) -> (Self, Vec<TableError>) {
        folders.into_iter().fold((Self::none(), Vec::new()), |(all, mut refused), folder| {
            let (tables, more) = Self::open(folder.as_ref());
            refused.extend(more);
            (all.or(tables), refused)
        })
    }

    /// These tables, and those of `other` that are missing here.
    #[must_use]
    fn or(self, other: Self) -> Self {
        let merge = |mine: Vec<Option<Table>>, others: Vec<Option<Table>>| {
            let (mut mine, mut others) = (mine.into_iter(), others.into_iter());
            (0..TableId::COUNT).map(|_| mine.next().flatten().or(others.next().flatten())).collect()
        };
        Self {
            values: merge(self.values, other.values),
            distances: merge(self.distances, other.distances),
            games: self.games.or(other.games),
        }
    }

    /// The table of a whole game, if it is a small one and solved; reads it the first time.
    #[must_use]
    pub fn game(&self, rules: &Rules) -> Option<Arc<GameTable>> {
        self.games.game(rules)
    }

    /// The small games with a name whose tables are there, and their sizes in bytes.
    #[must_use]
    pub fn games(&self) -> &[(Rules, u64)] {
        self.games.there()
    }

    /// Whether there are no tables of values; those of whole games are not counted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.iter().flatten().all(Table::is_damaged)
    }

    /// What the table of a sector or a ply holds, if it is there.
    #[must_use]
    pub fn summary(&self, subject: impl Into<TableId>) -> Option<Summary> {
        table(&self.values, subject.into()).map(|table| table.file.summary())
    }

    /// The value of a position; `None` if its table is not there, or it is played by other rules.
    #[must_use]
    pub fn value(&self, position: &Position, rules: &Rules) -> Option<Wdl> {
        let (table, slot) = self.find(&self.values, position, rules)?;
        let (at, slots) = (slot, table.file.block_slots());
        table.with_block(at / slots, |block| wdl::unpack(block, (at % slots) as usize))
    }

    /// How many plies it takes to the end or the next removal, if one side wins: the winner takes as few as it can,
    /// the loser as many. `None` as for [`Self::value`], for a draw, and where the distances are absent.
    #[must_use]
    pub fn distance(&self, position: &Position, rules: &Rules) -> Option<u8> {
        if self.value(position, rules)? == Wdl::Draw {
            return None;
        }
        let (table, slot) = self.find(&self.distances, position, rules)?;
        let slots = table.file.block_slots();
        table.with_block(slot / slots, |block| block[(slot % slots) as usize])
    }

    /// Checks every block of every table: reads them whole.
    ///
    /// # Errors
    /// The first damaged block of each table that has one.
    pub fn check(&self) -> Result<(), Vec<TableError>> {
        let tables = self.values.iter().chain(&self.distances).flatten();
        let damaged: Vec<_> = tables.filter_map(|table| table.file.check().err()).collect();
        if damaged.is_empty() { Ok(()) } else { Err(damaged) }
    }

    fn find<'a>(&self, tables: &'a [Option<Table>], position: &Position, rules: &Rules) -> Option<(&'a Table, u64)> {
        let sector = || Sector::of(position).filter(|_| Sector::are_played_by(rules)).map(TableId::from);
        let ply = || PlacingPly::of(position).filter(|_| PlacingPly::are_played_by(rules)).map(TableId::from);
        let table = table(tables, sector().or_else(ply)?)?;
        let side = position.side();
        let (mover, other) = (position.men(side), position.men(side.other()));
        let counts = MenCount { mover: mover.len() as u8, other: other.len() as u8 };
        let (part, index) = table.parts.iter().find(|(part, _)| part.men == counts)?;
        Some((table, part.start + index.get_or_init(|| Index::of(counts)).slot(mover, other)))
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |tables: &[Option<Table>]| tables.iter().flatten().count();
        f.debug_struct("Tables")
            .field("values", &count(&self.values))
            .field("distances", &count(&self.distances))
            .finish()
    }
}

impl Table {
    fn new(file: TableFile) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let parts = match file.subject() {
            TableId::Sector(sector) => vec![MenBlock { men: sector.into(), start: 0 }],
            TableId::Placing(ply) => ply.parts(),
        };
        let parts = parts.into_iter().map(|part| (part, OnceLock::new())).collect();
        Self { file, id: NEXT.fetch_add(1, Relaxed), parts, damaged: AtomicBool::new(false) }
    }

    fn is_damaged(&self) -> bool {
        self.damaged.load(Relaxed)
    }

    /// Reads from a block, unpacked; `None` if it is damaged.
    #[inline]
    fn with_block<T>(&self, block: u64, read: impl FnOnce(&[u8]) -> T) -> Option<T> {
        with_block(self.id, block, || self.unpack(block), read)
    }

    #[cold]
    fn unpack(&self, block: u64) -> Option<Vec<u8>> {
        let failed = |error: &TableError| {
            if !self.damaged.swap(true, Relaxed) {
                tracing::error!("{error}: the table is not used any more");
            }
        };
        self.file.block(block).inspect_err(failed).ok()
    }
}

fn table(tables: &[Option<Table>], subject: TableId) -> Option<&Table> {
    tables.get(subject.number())?.as_ref().filter(|table| !table.is_damaged())
}

/// Whether a folder can be looked into, if there is one.
fn look_into(folder: &Path) -> Result<(), TableError> {
    match fs::metadata(folder.join(".")) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(TableError::new(folder, error)),
        _ => Ok(()),
    }
}

fn opened(file: Result<TableFile, TableError>, refused: &mut Vec<TableError>) -> Option<Table> {
    match file {
        Ok(file) => Some(Table::new(file)),
        Err(error) if error.is_missing() => None,
        Err(error) => {
            refused.push(error);
            None
        }
    }
}

/// How many groups of places a thread has for blocks.
const GROUPS: usize = 1 << 8;
/// How many blocks a group keeps, the last used first: 16 MB of values in all.
const PLACES: usize = 4;

/// An unpacked block, and of which table.
struct Place {
    table: u32,
    block: u64,
    bytes: Vec<u8>,
}

thread_local! {
    static CACHE: RefCell<Vec<Vec<Place>>> = const { RefCell::new(Vec::new()) };
}

/// Reads from a block of a table; unpacks it first if this thread does not have it. `None` if it cannot be unpacked.
fn with_block<T>(
    table: u32,
    block: u64,
    unpack: impl FnOnce() -> Option<Vec<u8>>,
    read: impl FnOnce(&[u8]) -> T,
) -> Option<T> {
    CACHE.with_borrow_mut(|cache| {
        if cache.is_empty() {
            cache.resize_with(GROUPS, Vec::new);
        }
        let group = &mut cache[group(table, block)];
        match group.iter().position(|place| (place.table, place.block) == (table, block)) {
            Some(0) => {}
            Some(place) => group[..=place].rotate_right(1),
            None => {
                let bytes = unpack()?;
                group.truncate(PLACES - 1);
                group.insert(0, Place { table, block, bytes });
            }
        }
        Some(read(&group[0].bytes))
    })
}

/// The group where a block may be kept.
fn group(table: u32, block: u64) -> usize {
    // Neighbours in one table must not push each other out; tables are spread by Fibonacci hashing.
    let start = u64::from(table).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    (start + block) as usize % GROUPS
}
