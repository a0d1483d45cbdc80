// SPDX-License-Identifier: GPL-3.0-or-later
//! States of slots while a sector is solved: one byte each, and a mark for slots that were just
//! decided.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use crate::tablebase::Wdl;
use crate::tablebase::index::ABREAST;
use crate::tablebase::wdl::PER_BYTE;

/// The slot is a win.
pub(super) const WIN: u8 = 0x80;
/// A move with a removal leads to a draw, so the slot is not a loss.
pub(super) const ESCAPE: u8 = 0x40;
/// The slot is a loss because no move exists, and this has not been propagated yet. The number is
/// larger than any number of moves.
pub(super) const BLOCKED: u8 = 0x3f;
// The bits below count the moves without a removal that do not yet lead to a win of the other side.
// At most there are 54, of three flying men with 18 empty points. So 0 is a loss, and slots that
// remain when nothing changes any more are draws.

/// Data to keep of each sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The values only.
    Values,
    /// The values and the distances.
    ValuesAndDistances,
}

/// Whether other threads may change the same row at the same time. Exclusive changes do not lock
/// the bus, which makes a move within a row about twice as fast.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Shared,
    Alone,
}

/// All slots of one sector.
pub(super) struct States {
    columns: usize,
    bytes: Vec<AtomicU8>,
    /// Slots that were decided and are not yet propagated to their predecessors.
    pub(super) marks: Marks,
    /// Round in which each slot was decided.
    rounds: Option<Vec<AtomicU8>>,
}

impl States {
    /// Returns the number of bytes that a sector takes.
    pub(super) fn memory(rows: usize, columns: usize) -> u64 {
        (rows * columns) as u64 + Marks::memory(rows, columns)
    }

    pub(super) fn new(rows: usize, columns: usize, keep: Keep) -> Self {
        let bytes = || (0..rows * columns).into_par_iter().map(|_| AtomicU8::new(0)).collect();
        let rounds = Some(keep).filter(|keep| *keep == Keep::ValuesAndDistances).map(|_| bytes());
        Self { columns, bytes: bytes(), marks: Marks::new(rows, columns), rounds }
    }

    pub(super) fn byte(&self, row: usize, column: usize) -> u8 {
        self.bytes[row * self.columns + column].load(Relaxed)
    }

    pub(super) fn set(&self, row: usize, column: usize, byte: u8) {
        self.bytes[row * self.columns + column].store(byte, Relaxed);
    }

    #[inline]
    pub(super) fn row(&self, row: usize) -> RowStates<'_> {
        RowStates { bytes: &self.bytes[row * self.columns..][..self.columns], marks: self.marks.row(row) }
    }

    /// Stores the round in which a slot was decided, if rounds are kept.
    pub(super) fn note_round(&self, row: usize, column: usize, round: u8) {
        if let Some(rounds) = &self.rounds {
            rounds[row * self.columns + column].store(round, Relaxed);
        }
    }

    /// Returns the value of a slot. Valid when nothing changes any more.
    #[inline]
    pub(super) fn value(&self, row: usize, column: usize) -> Wdl {
        value(self.byte(row, column))
    }

    /// Returns the round in which each slot was decided, in the order of the slots, if rounds are
    /// kept. 0 for draws.
    pub(super) fn rounds(&self) -> Option<Vec<u8>> {
        let rounds = self.rounds.as_ref()?;
        let mut ordered = vec![0; rounds.len()];
        ordered.par_chunks_mut(self.columns * ABREAST).zip(rounds.par_chunks(self.columns * ABREAST)).for_each(
            |(ordered, rows)| {
                let height = rows.len() / self.columns;
                for (number, round) in rows.iter().enumerate() {
                    ordered[number % self.columns * height + number / self.columns] = round.load(Relaxed);
                }
            },
        );
        Some(ordered)
    }

    /// Packs the values of all slots in their order, and passes them to `take` in portions.
    pub(super) fn pack<E>(&self, mut take: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let group = self.columns * ABREAST;
        for bytes in self.bytes.chunks(PACKED_AT_A_TIME.div_ceil(group) * group) {
            let mut packed = vec![0; bytes.len().div_ceil(PER_BYTE)];
            packed.par_chunks_mut(self.columns).zip(bytes.par_chunks(group)).for_each(|(packed, rows)| {
                let height = rows.len() / self.columns;
                for (number, byte) in rows.iter().enumerate() {
                    let slot = number % self.columns * height + number / self.columns;
                    packed[slot / PER_BYTE] |= value(byte.load(Relaxed)).bits() << (slot % PER_BYTE * 2);
                }
            });
            take(&packed)?;
        }
        Ok(())
    }
}

/// The slots of a row, which are updated by their successors.
pub(super) struct RowStates<'a> {
    bytes: &'a [AtomicU8],
    marks: RowMarks<'a>,
}

impl RowStates<'_> {
    /// Records that a move leads to a loss of the other side.
    #[inline]
    pub(super) fn wins(&self, column: usize, access: Access) {
        let byte = &self.bytes[column];
        let before = byte.load(Relaxed);
        if before & WIN != 0 {
            return;
        }
        let before = match access {
            Access::Shared => byte.fetch_or(WIN, Relaxed),
            Access::Alone => {
                byte.store(before | WIN, Relaxed);
                before
            }
        };
        if before & WIN == 0 {
            self.marks.set(column, access);
        }
    }

    /// Records that a move with a removal leads to a draw.
    #[inline]
    pub(super) fn escapes(&self, column: usize) {
        let byte = &self.bytes[column];
        if byte.load(Relaxed) & (ESCAPE | WIN) == 0 {
            byte.fetch_or(ESCAPE, Relaxed);
        }
    }

    /// Records that a move without a removal leads to a win of the other side.
    #[inline]
    pub(super) fn one_less(&self, column: usize, access: Access) {
        let byte = &self.bytes[column];
        let before = byte.load(Relaxed);
        if before & WIN != 0 {
            return;
        }
        let before = match access {
            Access::Shared => byte.fetch_sub(1, Relaxed),
            Access::Alone => {
                byte.store(before - 1, Relaxed);
                before
            }
        };
        if before == 1 {
            self.marks.set(column, access);
        }
    }
}

/// Approximate number of slots packed at a time.
const PACKED_AT_A_TIME: usize = 1 << 24;

#[inline]
fn value(byte: u8) -> Wdl {
    match byte {
        0 => Wdl::Loss,
        byte if byte & WIN != 0 => Wdl::Win,
        _ => Wdl::Draw,
    }
}

/// A mark for each slot, and a flag for each row with marks.
pub(super) struct Marks {
    words: Vec<AtomicU64>,
    rows: Vec<AtomicBool>,
    words_per_row: usize,
}

impl Marks {
    /// Returns the number of bytes that the marks of a sector take.
    pub(super) fn memory(rows: usize, columns: usize) -> u64 {
        (rows * (columns.div_ceil(64) * 8 + 1)) as u64
    }

    pub(super) fn new(rows: usize, columns: usize) -> Self {
        let words_per_row = columns.div_ceil(64);
        Self {
            words: (0..rows * words_per_row).into_par_iter().map(|_| AtomicU64::new(0)).collect(),
            rows: (0..rows).map(|_| AtomicBool::new(false)).collect(),
            words_per_row,
        }
    }

    #[inline]
    pub(super) fn set(&self, row: usize, column: usize, access: Access) {
        self.row(row).set(column, access);
    }

    #[inline]
    fn row(&self, row: usize) -> RowMarks<'_> {
        RowMarks { words: &self.words[row * self.words_per_row..][..self.words_per_row], any: &self.rows[row] }
    }

    pub(super) fn columns(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        let any = self.rows[row].load(Relaxed);
        let words = self.row(row).words.iter().take(if any { usize::MAX } else { 0 });
        words.enumerate().flat_map(|(place, word)| {
            let mut bits = word.load(Relaxed);
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
                bits &= bits - 1;
                Some(place * 64 + bit)
            })
        })
    }

    /// Returns `true` if there is any mark.
    pub(super) fn any(&self) -> bool {
        self.rows.iter().any(|row| row.load(Relaxed))
    }

    pub(super) fn clear(&mut self) {
        for (row, words) in self.rows.iter_mut().zip(self.words.chunks_mut(self.words_per_row)) {
            if std::mem::take(row.get_mut()) {
                words.iter_mut().for_each(|word| *word.get_mut() = 0);
            }
        }
    }
}

struct RowMarks<'a> {
    words: &'a [AtomicU64],
    any: &'a AtomicBool,
}

impl RowMarks<'_> {
    #[inline]
    fn set(&self, column: usize, access: Access) {
        let word = &self.words[column / 64];
        let bit = 1 << (column % 64);
        match access {
            Access::Shared => {
                word.fetch_or(bit, Relaxed);
            }
            Access::Alone => word.store(word.load(Relaxed) | bit, Relaxed),
        }
        if !self.any.load(Relaxed) {
            self.any.store(true, Relaxed);
        }
    }
}
