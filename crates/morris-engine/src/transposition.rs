// SPDX-License-Identifier: GPL-3.0-or-later
//! Transposition table: results of the search by position, shared by its threads without a lock.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::{array, iter};

use bytemuck::allocation::try_zeroed_slice_box;

use super::packed_move::PackedMove;

/// Relation of a stored value to the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true value is at least the stored one.
    Lower,
    /// The true value is at most the stored one.
    Upper,
    /// The true value is the stored one.
    Exact,
}

/// Stored result for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) mv: Option<PackedMove>,
    pub(super) value: i16,
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

/// Location of a node in the table.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub(super) key: u64,
    pub(super) symmetry: usize,
}

/// Whether a search may use results of earlier searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TtReuse {
    /// Used: faster and stronger.
    Used,
    /// Not used: the same request gives the same answer.
    Forgotten,
}

/// Number of words in a bucket. A bucket has two entries of two words: the key mixed with the data,
/// and the data.
///
/// The mixing (Hyatt and Mann 2002) makes a half-written entry look like an entry of another
/// position.
const WORDS_IN_BUCKET: usize = 4;
const WORDS_IN_LINE: usize = 8;
const BYTES_IN_BUCKET: usize = WORDS_IN_BUCKET * size_of::<u64>();

/// Contents of a bucket, and the key for which it was fetched.
pub(super) struct Bucket {
    key: u64,
    words: [u64; WORDS_IN_BUCKET],
}

/// Highest generation, which has seven bits.
const MOST_GENERATION: u8 = 127;

pub(super) struct TranspositionTable {
    words: Box<[AtomicU64]>,
    /// Number of words before the first bucket, so that no bucket crosses a cache line.
    before: usize,
    buckets: usize,
    /// Generation of this search, and the oldest generation whose entries are used. Generation 0
    /// marks empty entries.
    generation: u8,
    oldest: u8,
}

impl TranspositionTable {
    /// Creates a table of at most `memory_mib` MiB, with at least one bucket. Halves the size until
    /// the system can allocate it. The system provides the memory page by page on first use, so
    /// allocating it takes no time.
    pub(super) fn new(memory_mib: usize) -> Self {
        let buckets = (memory_mib.saturating_mul(1 << 20) / BYTES_IN_BUCKET).max(1);
        Self::with_buckets(buckets)
    }

    fn with_buckets(wanted: usize) -> Self {
        let mut halves = iter::successors(Some(wanted), |&buckets| (buckets > 1).then_some(buckets / 2));
        let made = |buckets: usize| -> Option<(usize, Box<[AtomicU64]>)> {
            Some((buckets, try_zeroed_slice_box(buckets * WORDS_IN_BUCKET + WORDS_IN_LINE).ok()?))
        };
        let (buckets, words) = halves.find_map(made).expect("there is room for a bucket");
        ask_for_huge_pages(&words);
        let before = words.as_ptr().align_offset(WORDS_IN_LINE * size_of::<u64>()).min(WORDS_IN_LINE);
        Self { words, before, buckets, generation: 1, oldest: 1 }
    }

    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.words)
    }

    pub(super) fn next_search(&mut self, earlier: TtReuse) {
        if self.generation == MOST_GENERATION {
            // There may not be enough memory for both.
            self.words = Box::default();
            *self = Self::with_buckets(self.buckets);
        } else {
            self.generation += 1;
        }
        if earlier == TtReuse::Forgotten {
            self.oldest = self.generation;
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let index = ((u128::from(key) * self.buckets as u128) >> 64) as usize * WORDS_IN_BUCKET + self.before;
        &self.words[index..index + WORDS_IN_BUCKET]
    }

    /// Fetches the bucket for the position with this key. A cache miss may take as long as many
    /// nodes, so do other work before calling [`Self::read`].
    #[inline]
    pub(super) fn fetch(&self, key: u64) -> Bucket {
        let bucket = self.bucket(key);
        Bucket { key, words: array::from_fn(|index| bucket[index].load(Relaxed)) }
    }

    /// Prefetches the bucket for a later [`Self::fetch`]. Without prefetching, a search waited for
    /// memory a third of its time (`perf record` of `nmm bench`). Does nothing if the processor has
    /// no such instruction.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            #[expect(
                unsafe_code,
                reason = "no safe function gives this hint, which reads nothing; 0.87 of the time without it"
            )]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(self.bucket(key).as_ptr().cast());
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Returns the entry of the position for which a bucket was fetched.
    #[inline]
    pub(super) fn read(&self, bucket: &Bucket) -> Option<Entry> {
        bucket.words.chunks_exact(2).find_map(|words| {
            (words[0] ^ words[1] == bucket.key && generation(words[1]) >= self.oldest).then(|| unpack(words[1]))
        })
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        self.read(&self.fetch(key))
    }

    /// Stores an entry. It replaces an entry of the same position or the least useful entry.
    #[inline]
    pub(super) fn put(&self, key: u64, entry: Entry) {
        let bucket = self.bucket(key);
        let first = bucket[1].load(Relaxed);
        let same = bucket[0].load(Relaxed) ^ first == key;
        // The first place is for deep entries of this search, the second takes all others.
        let deep = generation(first) != self.generation || entry.depth >= unpack(first).depth;
        let place = if same || deep { &bucket[..2] } else { &bucket[2..] };
        let data = pack(entry, self.generation);
        place[0].store(key ^ data, Relaxed);
        place[1].store(data, Relaxed);
    }
}

/// Requests huge pages from the system. With small pages, nearly every table access also waits for
/// a page table lookup.
fn ask_for_huge_pages(words: &[AtomicU64]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        let page = rustix::param::page_size();
        let start = words.as_ptr().cast::<u8>();
        let before = start.align_offset(page).min(size_of_val(words));
        let bytes = (size_of_val(words) - before) / page * page;
        #[expect(
            unsafe_code,
            reason = "advice on memory that is our own and changes nothing in it; 0.98 of the time without it"
        )]
        let advised = unsafe { madvise(start.wrapping_add(before).cast_mut().cast(), bytes, Advice::LinuxHugepage) };
        // Without support for huge pages, small pages are used.
        advised.unwrap_or_default();
    }
    #[cfg(not(target_os = "linux"))]
    let _ = words;
}

/// Packs an entry: 32 bits for the move, 16 for the value, 7 each for the depth and the generation,
/// and 2 for the bound.
fn pack(entry: Entry, generation: u8) -> u64 {
    u64::from(entry.mv.map_or(0, PackedMove::bits))
        | u64::from(entry.value as u16) << 32
        | u64::from(entry.depth) << 48
        | (entry.bound as u64) << 55
        | u64::from(generation) << 57
}

fn unpack(data: u64) -> Entry {
    let bound = match data >> 55 & 3 {
        0 => Bound::Lower,
        1 => Bound::Upper,
        _ => Bound::Exact,
    };
    let depth = (data >> 48 & 127) as u8;
    Entry { mv: PackedMove::read(data as u32), value: (data >> 32) as i16, depth, bound }
}

const fn generation(data: u64) -> u8 {
    (data >> 57) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: Entry = Entry { mv: Some(PackedMove::slide(3, 10)), value: -29_990, depth: 17, bound: Bound::Upper };

    #[test]
    fn keeps_entries_until_cleared() {
        let mut table = TranspositionTable::new(1);
        assert_eq!(table.get(0), None);
        table.put(77, ENTRY);
        assert_eq!(table.get(77), Some(ENTRY));
        table.next_search(TtReuse::Used);
        assert_eq!(table.get(77), Some(ENTRY));
        table.next_search(TtReuse::Forgotten);
        assert_eq!(table.get(77), None);
        for _ in 0..600 {
            table.next_search(TtReuse::Forgotten);
            assert_eq!(table.get(77), None);
        }
    }

    #[test]
    fn a_deep_entry_outlives_shallow_ones() {
        let table = TranspositionTable::new(1);
        table.put(1, ENTRY);
        table.put(2, Entry { depth: 1, ..ENTRY });
        table.put(3, Entry { depth: 2, ..ENTRY });
        assert_eq!(table.get(1), Some(ENTRY));
        assert_eq!(table.get(2), None);
        assert_eq!(table.get(3).map(|entry| entry.depth), Some(2));
    }

    #[test]
    fn keeps_to_its_size() {
        for memory_mib in [1, 3, 16] {
            assert_eq!(TranspositionTable::new(memory_mib).bytes(), (memory_mib << 20) + 64);
        }
        assert!(TranspositionTable::new(0).bytes() <= 128);
    }

    #[test]
    fn takes_less_where_there_is_no_room_for_all() {
        let table = TranspositionTable::new(usize::MAX >> 20);
        table.put(77, ENTRY);
        assert_eq!(table.get(77), Some(ENTRY));
        assert!(table.bytes() < 1 << 62);
    }
}
