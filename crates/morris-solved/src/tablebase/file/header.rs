// SPDX-License-Identifier: GPL-3.0-or-later
//! Header of a table's file, and the list of its blocks.
//!
//! | bytes | content (numbers are little-endian) |
//! |---|---|
//! | 0–7 | magic |
//! | 8–9 | version of the format |
//! | 10 | kind: 0 values, 1 distances |
//! | 11, 12 | for a sector: men of the side to move and of the other side; otherwise 0 |
//! | 13 | for a ply of the placing phase: 1 more than its placements; otherwise 0 |
//! | 16–31 | id of the board's or, for a ply, the game's rules: `standard`, `twelve`, `eleven`; then zeros |
//! | 32–39 | slots |
//! | 40–43 | slots per block |
//! | 48–79 | positions, wins, draws, losses, each counted once up to symmetry |
//! | 80, 81 | longest win and longest loss, plies to the end or the next removal, 0 in the placing phase |
//! | 88–95 | total length of the blocks |
//! | 96–99 | checksum of the list of blocks |
//! | 100–115 | in values of a sector where the side to move has more men: wins and losses of its mirror |
//! | 116, 117 | longest win and longest loss of the mirror |
//! | 124–127 | checksum of the bytes 0–123 |
//!
//! The other bytes are zero. The list of blocks follows, with eight bytes for each block: its end,
//! counted from the start of the blocks, and its checksum. Then come the blocks, each compressed
//! separately. Checksums are CRC-32, so every changed bit of the file is noticed.
//!
//! Version 2 is still read. It stores values in blocks of 65,536 slots and has no data about
//! mirrors.

use std::ops::Add;

use super::TableErrorKind;
use crate::tablebase::{BoardKind, PlacingGame, PlacingPly, Sector, TableId};

pub(super) const MAGIC: [u8; 8] = *b"\x89NMM\r\n\x1a\n";
const VERSION: u16 = 3;
/// Oldest version that can be read.
const OLDEST: u16 = 2;
/// Length of the header in bytes.
pub(super) const LENGTH: usize = 128;
const SUMMED: usize = LENGTH - 4;
/// Length of an entry in the list of blocks, in bytes.
pub(super) const ENTRY: usize = 8;

/// Kind of data that a file stores for its slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Win, draw or loss, with two bits for each slot.
    Values,
    /// Plies to the end or the next removal, with one byte for each slot. 0 for draws.
    Distances,
}

impl Kind {
    pub(super) const fn per_byte(self) -> u64 {
        match self {
            Self::Values => crate::tablebase::wdl::PER_BYTE as u64,
            Self::Distances => 1,
        }
    }

    /// Returns the number of slots in a block of newly written files.
    pub(super) const fn block_slots(self) -> u32 {
        self.block_slots_in(VERSION)
    }

    const fn block_slots_in(self, version: u16) -> u32 {
        match self {
            Self::Values if version == OLDEST => 1 << 16,
            Self::Values => 1 << 15,
            Self::Distances => 1 << 13,
        }
    }
}

/// Contents of a table. Positions that are symmetric to each other count once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Number of positions.
    pub positions: u64,
    /// Number of positions that the side to move wins.
    pub wins: u64,
    /// Number of drawn positions.
    pub draws: u64,
    /// Number of positions that the side to move loses.
    pub losses: u64,
    /// Longest win: plies to the end or the next removal with best play. 0 in the placing phase.
    pub longest_win: u8,
    /// Longest loss, counted in the same way.
    pub longest_loss: u8,
}

impl Add for Summary {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            positions: self.positions + other.positions,
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            longest_win: self.longest_win.max(other.longest_win),
            longest_loss: self.longest_loss.max(other.longest_loss),
        }
    }
}

/// Contents of a table, and of the mirror sector that it also covers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::tablebase) struct Summaries {
    pub(in crate::tablebase) own: Summary,
    /// Contents of the mirror, for a sector where the side to move has more men. The mirror has no
    /// separate table.
    pub(in crate::tablebase) mirror: Option<Summary>,
}

impl From<Summary> for Summaries {
    fn from(own: Summary) -> Self {
        Self { own, mirror: None }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) kind: Kind,
    pub(super) subject: TableId,
    pub(super) slots: u64,
    pub(super) block_slots: u32,
    pub(super) summaries: Summaries,
    pub(super) body: u64,
    pub(super) list_checksum: u32,
}

impl Header {
    pub(super) const fn blocks(&self) -> u64 {
        self.slots.div_ceil(self.block_slots as u64)
    }

    /// Returns the unpacked size of a block in bytes.
    pub(super) fn block_bytes(&self, block: u64) -> usize {
        let slots = (self.slots - block * u64::from(self.block_slots)).min(self.block_slots.into());
        usize::try_from(slots.div_ceil(self.kind.per_byte())).expect("a block is small")
    }

    /// Returns the number of bytes in the file before the blocks.
    pub(super) const fn body_start(&self) -> u64 {
        LENGTH as u64 + self.blocks() * ENTRY as u64
    }

    pub(super) fn to_bytes(self) -> [u8; LENGTH] {
        let mut bytes = [0; LENGTH];
        let mut put = |start: usize, field: &[u8]| bytes[start..start + field.len()].copy_from_slice(field);
        put(0, &MAGIC);
        put(8, &VERSION.to_le_bytes());
        let subject = match self.subject {
            TableId::Sector(sector) => [sector.mover(), sector.other(), 0],
            TableId::Placing(ply) => [0, 0, ply.placements() + 1],
        };
        put(10, &[self.kind as u8]);
        put(11, &subject);
        put(16, id(self.subject).as_bytes());
        put(32, &self.slots.to_le_bytes());
        put(40, &self.block_slots.to_le_bytes());
        let Summary { positions, wins, draws, losses, longest_win, longest_loss } = self.summaries.own;
        for (start, count) in (48..).step_by(8).zip([positions, wins, draws, losses]) {
            put(start, &count.to_le_bytes());
        }
        put(80, &[longest_win, longest_loss]);
        put(88, &self.body.to_le_bytes());
        put(96, &self.list_checksum.to_le_bytes());
        if let Some(Summary { wins, losses, longest_win, longest_loss, .. }) = self.summaries.mirror {
            put(100, &wins.to_le_bytes());
            put(108, &losses.to_le_bytes());
            put(116, &[longest_win, longest_loss]);
        }
        let checksum = crc32fast::hash(&bytes[..SUMMED]);
        bytes[SUMMED..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    pub(super) fn read(file: &[u8]) -> Result<Self, TableErrorKind> {
        if !file.starts_with(&MAGIC) {
            return Err(TableErrorKind::Foreign);
        }
        let bytes =
            file.get(..LENGTH).ok_or(TableErrorKind::Length { expected: LENGTH as u64, found: file.len() as u64 })?;
        if crc32fast::hash(&bytes[..SUMMED]) != u32_at(bytes, SUMMED) {
            return Err(TableErrorKind::DamagedHead);
        }
        let version = u16::from_le_bytes([bytes[8], bytes[9]]);
        if !(OLDEST..=VERSION).contains(&version) {
            return Err(TableErrorKind::Version(version));
        }
        let rules = String::from_utf8_lossy(&bytes[16..32]).trim_end_matches('\0').to_owned();
        if !TableId::all().any(|table| id(table) == rules) {
            return Err(TableErrorKind::Rules(rules));
        }
        let mut header = Self {
            kind: if bytes[10] == 0 { Kind::Values } else { Kind::Distances },
            subject: subject(bytes, &rules).ok_or(TableErrorKind::DamagedHead)?,
            slots: u64_at(bytes, 32),
            block_slots: u32_at(bytes, 40),
            summaries: Summaries {
                own: Summary {
                    positions: u64_at(bytes, 48),
                    wins: u64_at(bytes, 56),
                    draws: u64_at(bytes, 64),
                    losses: u64_at(bytes, 72),
                    longest_win: bytes[80],
                    longest_loss: bytes[81],
                },
                mirror: None,
            },
            body: u64_at(bytes, 88),
            list_checksum: u32_at(bytes, 96),
        };
        // Blocks of another size would take untested paths in unpacking, caching and counting.
        let block_slots = header.kind.block_slots_in(version);
        let Summary { positions, wins, draws, losses, .. } = header.summaries.own;
        let sound = header.slots == header.subject.slots()
            && header.block_slots == block_slots
            && bytes[10] < 2
            // Other counts would not fit into sums over all tables.
            && [positions, wins, draws, losses].into_iter().all(|count| count <= header.slots);
        if sound && version > OLDEST && header.has_mirror() {
            header.summaries.mirror = Some(header.mirror(bytes).ok_or(TableErrorKind::DamagedHead)?);
        }
        if sound { Ok(header) } else { Err(TableErrorKind::DamagedHead) }
    }

    /// Returns `true` if the table also covers the mirror of its sector.
    fn has_mirror(&self) -> bool {
        self.kind == Kind::Values && self.subject.sector().is_some_and(|sector| sector.mirror().is_looked_ahead())
    }

    /// Returns the contents of the mirror from the bytes of the header. The mirror has the same
    /// number of positions.
    fn mirror(&self, bytes: &[u8]) -> Option<Summary> {
        let (positions, wins, losses) = (self.summaries.own.positions, u64_at(bytes, 100), u64_at(bytes, 108));
        let draws = positions.checked_sub(wins)?.checked_sub(losses)?;
        Some(Summary { positions, wins, draws, losses, longest_win: bytes[116], longest_loss: bytes[117] })
    }
}

/// Returns the id of the rules that denote the board of a sector or the game of a ply.
const fn id(subject: TableId) -> &'static str {
    match subject {
        TableId::Sector(sector) => sector.board_kind().id(),
        TableId::Placing(ply) => ply.game().id(),
    }
}

fn subject(bytes: &[u8], rules: &str) -> Option<TableId> {
    let game = || PlacingGame::ALL.iter().find(|game| game.id() == rules);
    match bytes[11..14] {
        [mover, other, 0] => Sector::on(BoardKind::of_id(rules)?, mover, other).map(TableId::from),
        [0, 0, next] => PlacingPly::new(*game()?, next - 1).map(TableId::from),
        _ => None,
    }
}

pub(super) fn u32_at(bytes: &[u8], start: usize) -> u32 {
    u32::from_le_bytes(bytes[start..start + 4].try_into().expect("four bytes"))
}

fn u64_at(bytes: &[u8], start: usize) -> u64 {
    u64::from_le_bytes(bytes[start..start + 8].try_into().expect("eight bytes"))
}
