// SPDX-License-Identifier: GPL-3.0-or-later
//! All tables of a folder, the blocks that a thread unpacked last, and what they tell of a
//! position.

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

/// The tables of one or more folders, open for probing; shared by all threads.
///
/// Opening reads only the heads and the lists of blocks. A damaged file is refused by name and the
/// others are used. A file that turns out to be damaged later, or cannot be read any more, is
/// logged once, and from then on its table is absent.
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
    /// Opens what there is in a folder, and says which files it refused. No folder is no tables;
    /// what is there but is no folder is refused itself.
    #[must_use]
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

    /// Whether there are tables of what games by these rules come to.
    #[must_use]
    pub fn are_of(&self, rules: &Rules) -> bool {
        let there = || self.values.iter().flatten().filter(|table| !table.is_damaged());
        BoardKind::of(rules)
            .is_some_and(|board_kind| there().any(|table| table.file.subject().board_kind() == board_kind))
    }

    /// What the table of a sector or a ply holds, if it is there, or those that a sector is looked
    /// ahead into.
    #[must_use]
    pub fn summary(&self, subject: impl Into<TableId>) -> Option<Summary> {
        let subject = subject.into();
        table(&self.values, subject)
            .map(|table| table.file.summary())
            .or_else(|| self.mirror_summary(subject.sector()?))
    }

    /// What the table of a sector's mirror says of it, if it can be looked ahead from.
    fn mirror_summary(&self, sector: Sector) -> Option<Summary> {
        let there = |sector: Sector| table(&self.values, sector.into());
        let removal = sector.after_removal().is_none_or(|after| there(after).is_some());
        there(sector.mirror())?.file.mirror_summary().filter(|_| removal)
    }

    /// The value of a position: from its table, or else from the positions after each move. `None`
    /// if the tables for that are not there, or it is played by other rules.
    #[must_use]
    pub fn value(&self, position: &Position, rules: &Rules) -> Option<Wdl> {
        let subject = subject(position, rules)?;
        let side = position.side();
        let men = [position.men(side), position.men(side.other())];
        match table(&self.values, subject) {
            Some(table) => table.value(men),
            None => self.look_ahead(subject, men),
        }
    }

    /// The value of a position whose table is not there.
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
        // Whether nobody has such positions, or their table is not there, is not the same.
        let removal = match removal {
            Some(men) => Some(part(men)?),
            None => None,
        };
        look_ahead(men, kind, &part(quiet)?, removal.as_ref())
    }

    /// How many plies it takes to the end or the next removal, if one side wins: the winner takes
    /// as few as it can, the loser as many. `None` as for [`Self::value`], for a draw, and where
    /// the distances are absent.
    #[must_use]
    pub fn distance(&self, position: &Position, rules: &Rules) -> Option<u8> {
        if self.value(position, rules)? == Wdl::Draw {
            return None;
        }
        let side = position.side();
        table(&self.distances, subject(position, rules)?)?.distance([position.men(side), position.men(side.other())])
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

    /// The positions with so many men, if it holds any.
    fn part(&self, men: MenCount) -> Option<Part<'_>> {
        let (part, index) = self.parts.iter().find(|(part, _)| part.men == men)?;
        Some(Part {
            table: self,
            start: part.start,
            index: index.get_or_init(|| Index::on(self.file.subject().board_kind(), men)),
        })
    }

    /// Where the position with these men of the side to move and of the other is.
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

/// The positions of a table with so many men.
struct Part<'a> {
    table: &'a Table,
    /// The first of their slots.
    start: u64,
    index: &'a Index,
}

impl Part<'_> {
    /// Reads what stands for a slot from its block.
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

/// What a position belongs to, if there are tables for the rules.
fn subject(position: &Position, rules: &Rules) -> Option<TableId> {
    let sector = || Sector::under(position, rules).map(TableId::from);
    let ply = || PlacingPly::of(position).filter(|_| PlacingPly::are_played_by(rules)).map(TableId::from);
    sector().or_else(ply)
}

fn table(tables: &[Option<Table>], subject: TableId) -> Option<&Table> {
    tables.get(subject.number())?.as_ref().filter(|table| !table.is_damaged())
}

/// Checks that there is a folder which can be looked into.
///
/// # Errors
/// Why it cannot.
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

/// How many groups of places a thread has for blocks.
const GROUPS: usize = 1 << 9;
/// How many blocks a group keeps, the last used first: 16 MB of values in all.
const PLACES: usize = 4;

/// An unpacked block, and of which table.
struct CachedBlock {
    table: u32,
    block: u64,
    bytes: Vec<u8>,
}

thread_local! {
    static CACHE: RefCell<Vec<Vec<CachedBlock>>> = const { RefCell::new(Vec::new()) };
}

/// Reads from a block of a table; unpacks it first if this thread does not have it. `None` if it
/// cannot be unpacked.
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

/// The group where a block may be kept.
fn group(table: u32, block: u64) -> usize {
    // Neighbors in one table must not push each other out; tables are spread by Fibonacci hashing.
    let start = u64::from(table).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    (start + block) as usize % GROUPS
}
