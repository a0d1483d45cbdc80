// SPDX-License-Identifier: GPL-3.0-or-later
//! All tables of a folder, the blocks recently unpacked by each thread, and probing of positions.

use std::cell::RefCell;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::{fmt, fs};

use super::file::{Kind, Summary, TableError, TableFile};
use super::look_ahead::{LookUp, MoveKind, look_ahead};
use super::men_count::MenCount;
use super::placing_ply::MenBlock;
use super::{BoardKind, Index, PlacingPly, Sector, TableId, Wdl, wdl};
use crate::small_games::{GameTable, GameTables};
use morris::{PointSet, Position, Rules};

/// The tables of one or more folders, open for probing. They can be shared by all threads.
///
/// Opening reads only the headers and the lists of blocks, but small games completely. A damaged
/// file is reported by name, and the others are used. A file that turns out to be damaged later, or
/// that can no longer be read, is logged once, and its table is ignored from then on.
#[derive(Default)]
pub struct Tables {
    values: Vec<Option<Table>>,
    distances: Vec<Option<Table>>,
    games: GameTables,
}

/// One table, open for probing.
struct Table {
    file: TableFile,
    /// Distinguishes the blocks of different tables in the threads' caches.
    id: u32,
    /// The parts by numbers of men. The numbering of each is created at the first probe.
    parts: Vec<(MenBlock, OnceLock<Index>)>,
    damaged: AtomicBool,
}

impl Tables {
    /// Opens the tables of a folder. Also returns the files that it refused. A missing folder has
    /// no tables. A path that is not a folder is refused itself.
    pub fn open(folder: &Path) -> (Self, Vec<TableError>) {
        match check_folder(folder) {
            Err(error) if !error.is_missing() => return (Self::none(), vec![error]),
            _ => {}
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

    /// Returns an empty set of tables.
    pub fn none() -> Self {
        Self::default()
    }

    /// Opens the tables of several folders. If two folders have the same table, the first is used.
    pub fn open_all(folders: impl IntoIterator<Item = impl AsRef<Path>>) -> (Self, Vec<TableError>) {
        folders.into_iter().fold((Self::none(), Vec::new()), |(all, mut refused), folder| {
            let (tables, more) = Self::open(folder.as_ref());
            refused.extend(more);
            (all.or(tables), refused)
        })
    }

    /// Adds those tables of `other` that are missing here.
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

    /// Returns the table of a whole game, if it is a small one and solved. Reads it on the first
    /// request.
    pub fn game(&self, rules: &Rules) -> Option<Arc<GameTable>> {
        self.games.game(rules)
    }

    /// Returns the small presets with an existing table, and the sizes of the tables in bytes.
    pub fn games(&self) -> &[(Rules, u64)] {
        self.games.there()
    }

    /// Returns `true` if there are no tables of values. Tables of whole games do not count.
    pub fn is_empty(&self) -> bool {
        self.values.iter().flatten().all(Table::is_damaged)
    }

    /// Returns `true` if there are tables for the positions of games by these rules.
    pub fn are_of(&self, rules: &Rules) -> bool {
        let there = || self.values.iter().flatten().filter(|table| !table.is_damaged());
        BoardKind::of(rules)
            .is_some_and(|board_kind| there().any(|table| table.file.subject().board_kind() == board_kind))
    }

    /// Returns the contents of a table, if it exists, or of a sector that can be looked ahead from.
    pub fn summary(&self, subject: impl Into<TableId>) -> Option<Summary> {
        let subject = subject.into();
        table(&self.values, subject)
            .map(|table| table.file.summary())
            .or_else(|| self.mirror_summary(subject.sector()?))
    }

    /// Returns the share of the points, 0 to 1, that the side with `sector.mover()` men has in the
    /// positions of a sector and of its mirror. A draw is half a point. Returns `None` if a table
    /// is missing.
    ///
    /// ```
    /// use morris_solved::tablebase::Tables;
    ///
    /// let (tables, _) = Tables::open("../../data/endgame".as_ref());
    /// let [more, fewer] = ["6-3", "3-6"].map(|sector| tables.worth(sector.parse().unwrap()).unwrap());
    /// assert!(more > 0.6);
    /// assert!((more + fewer - 1.0).abs() < 1e-9);
    /// ```
    ///
    /// Source: Gévay and Danner, "Calculating Ultrastrong and Extended Solutions for Nine Men's
    /// Morris, Morabaraba, and Lasker Morris" (2016).
    pub fn worth(&self, sector: Sector) -> Option<f64> {
        let [own, mirror] = [self.summary(sector)?, self.summary(sector.mirror())?];
        let points = (own.wins + mirror.losses) as f64 + (own.draws + mirror.draws) as f64 / 2.0;
        Some(points / (own.positions + mirror.positions) as f64)
    }

    /// Returns the contents of a sector that can be looked ahead from, as stored in the table of
    /// its mirror.
    fn mirror_summary(&self, sector: Sector) -> Option<Summary> {
        let there = |sector: Sector| table(&self.values, sector.into());
        let removal = sector.after_removal().is_none_or(|after| there(after).is_some());
        there(sector.mirror())?.file.mirror_summary().filter(|_| removal)
    }

    /// Returns the value of a position, from its table or from the positions after each move.
    /// Returns `None` if the necessary tables are missing or do not apply to the rules.
    pub fn value(&self, position: &Position, rules: &Rules) -> Option<Wdl> {
        let subject = subject(position, rules)?;
        let side = position.side();
        let men = [position.men(side), position.men(side.other())];
        match table(&self.values, subject) {
            Some(table) => table.value(men),
            None => self.look_ahead(subject, men),
        }
    }

    /// Returns the value of a position whose table is missing.
    fn look_ahead(&self, subject: TableId, men: [PointSet; 2]) -> Option<Wdl> {
        let counts = MenCount::of(men);
        let (kind, placed) = match subject {
            TableId::Sector(sector) if sector.is_looked_ahead() => (MoveKind::Move, 0),
            TableId::Placing(ply) if ply.part(counts).is_some() => (MoveKind::Placement, 1),
            _ => return None,
        };
        let part = |men| table(&self.values, subject.after_move(men)?)?.part(men);
        let quiet = MenCount { mover: counts.other, other: counts.mover + placed };
        let removal = quiet.one_less().filter(|&men| subject.after_move(men).is_some());
        // Distinguishes a removal that ends the game from one whose table is missing.
        let removal = match removal {
            Some(men) => Some(part(men)?),
            None => None,
        };
        look_ahead(men, kind, &part(quiet)?, removal.as_ref())
    }

    /// Returns the number of plies to the end or the next removal, if one side wins. The winner
    /// takes the shortest way, the loser the longest. Returns `None` under the conditions of
    /// [`Self::value`], for a draw, and if the distances are missing.
    pub fn distance(&self, position: &Position, rules: &Rules) -> Option<u8> {
        // The value takes longer, and is not needed if there are no distances.
        let distances = table(&self.distances, subject(position, rules)?)?;
        if self.value(position, rules)? == Wdl::Draw {
            return None;
        }
        let side = position.side();
        distances.distance([position.men(side), position.men(side.other())])
    }

    /// Checks every block of every table of a sector or a ply. This reads their files completely.
    /// Those of small games are checked when they are opened.
    ///
    /// # Errors
    /// Returns the first damaged block of each damaged table.
    pub fn check(&self) -> Result<(), Vec<TableError>> {
        let tables = self.values.iter().chain(&self.distances).flatten();
        let damaged: Vec<_> = tables.filter_map(|table| table.file.check().err()).collect();
        if damaged.is_empty() { Ok(()) } else { Err(damaged) }
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

    /// Returns the positions with these numbers of men, if the table has any.
    fn part(&self, men: MenCount) -> Option<Part<'_>> {
        let (part, index) = self.parts.iter().find(|(part, _)| part.men == men)?;
        Some(Part {
            table: self,
            start: part.start,
            index: index.get_or_init(|| Index::on(self.file.subject().board_kind(), men)),
        })
    }

    /// Returns the location of a position, given the men of the side to move and of the other side.
    fn find(&self, [mover, other]: [PointSet; 2]) -> Option<(Part<'_>, u64)> {
        let part = self.part(MenCount::of([mover, other]))?;
        let slot = part.index.slot(mover, other);
        Some((part, slot))
    }

    fn value(&self, men: [PointSet; 2]) -> Option<Wdl> {
        let (part, slot) = self.find(men)?;
        part.value(slot)
    }

    fn distance(&self, men: [PointSet; 2]) -> Option<u8> {
        let (part, slot) = self.find(men)?;
        part.read(slot, |block, place| block[place])
    }

    /// Reads from an unpacked block. Returns `None` if it is damaged.
    #[inline]
    fn with_block<T>(&self, block: u64, read: impl FnOnce(&[u8]) -> T) -> Option<T> {
        with_block(self.id, block, || self.unpack(block), read)
    }

    #[cold]
    fn unpack(&self, block: u64) -> Option<Vec<u8>> {
        let failed = |error: &TableError| {
            if !self.damaged.swap(true, Relaxed) {
                tracing::error!("{error}: the table is no longer used");
            }
        };
        self.file.block(block).inspect_err(failed).ok()
    }
}

/// The positions of a table with the same numbers of men.
struct Part<'a> {
    table: &'a Table,
    /// First slot of these positions.
    start: u64,
    index: &'a Index,
}

impl Part<'_> {
    /// Reads the data of a slot from its block.
    #[inline]
    fn read<T>(&self, slot: u64, read: impl FnOnce(&[u8], usize) -> T) -> Option<T> {
        let (at, slots) = (self.start + slot, self.table.file.block_slots());
        self.table.with_block(at / slots, |block| read(block, (at % slots) as usize))
    }
}

impl LookUp for Part<'_> {
    fn index(&self) -> &Index {
        self.index
    }

    #[inline]
    fn value(&self, slot: u64) -> Option<Wdl> {
        self.read(slot, wdl::unpack)
    }
}

/// Returns the table that a position belongs to, if there are tables for the rules.
fn subject(position: &Position, rules: &Rules) -> Option<TableId> {
    let sector = || Sector::under(position, rules).map(TableId::from);
    let ply = || PlacingPly::of(position, rules).map(TableId::from);
    sector().or_else(ply)
}

fn table(tables: &[Option<Table>], subject: TableId) -> Option<&Table> {
    tables.get(subject.number())?.as_ref().filter(|table| !table.is_damaged())
}

/// Checks that the path is a folder that can be accessed.
pub fn check_folder(folder: &Path) -> Result<(), TableError> {
    fs::metadata(folder.join(".")).map(drop).map_err(|error| TableError::new(folder, error))
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

/// Number of groups of cached blocks for each thread.
const GROUPS: usize = 1 << 9;
/// Number of blocks in a group, the most recently used one first. The cache holds at most 16 MB of
/// values.
const PLACES: usize = 4;

/// An unpacked block and its table.
struct CachedBlock {
    table: u32,
    block: u64,
    bytes: Vec<u8>,
}

thread_local! {
    static CACHE: RefCell<Vec<Vec<CachedBlock>>> = const { RefCell::new(Vec::new()) };
}

/// Reads from a block of a table. Unpacks it first if this thread has not cached it. Returns `None`
/// if it cannot be unpacked.
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
                group.insert(0, CachedBlock { table, block, bytes });
            }
        }
        Some(read(&group[0].bytes))
    })
}

/// Returns the group in which a block is cached.
fn group(table: u32, block: u64) -> usize {
    // Neighboring blocks of one table must not evict each other. Tables are spread by Fibonacci
    // hashing.
    let start = u64::from(table).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    (start + block) as usize % GROUPS
}
