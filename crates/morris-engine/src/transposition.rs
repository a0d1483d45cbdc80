// SPDX-License-Identifier: GPL-3.0-or-later
//! The transposition table: what the search found out about positions, shared by its threads
//! without a lock.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::{array, iter};

use bytemuck::allocation::try_zeroed_slice_box;

use super::packed_move::PackedMove;

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
    /// It is this.
    Exact,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) mv: Option<PackedMove>,
    pub(super) value: i16,
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

/// Where the table keeps a node.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub(super) key: u64,
    pub(super) symmetry: usize,
}

/// Whether a search may use what earlier ones found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TtReuse {
    /// It may: quicker and stronger.
    Used,
    /// It may not: the same request gives the same answer.
    Forgotten,
}

/// Two entries of two words: the key mixed with the data, and the data.
///
/// The mixing (Hyatt and Mann 2002) makes a half-written entry look like another position's.
const WORDS_IN_BUCKET: usize = 4;
/// A line of the cache has so many.
const WORDS_IN_LINE: usize = 8;
const BYTES_IN_BUCKET: usize = WORDS_IN_BUCKET * size_of::<u64>();

/// What was stored in a bucket, and for which key it was asked.
pub(super) struct Bucket {
    key: u64,
    words: [u64; WORDS_IN_BUCKET],
}

/// Generations are counted in seven bits.
const MOST_GENERATION: u8 = 127;

/// The transposition table.
pub(super) struct TranspositionTable {
    words: Box<[AtomicU64]>,
    /// So many words lie before the first bucket, so that no bucket lies on two lines of the cache.
    before: usize,
    buckets: usize,
    /// The number of this search and that of the oldest one whose entries are used; 0 is that of
    /// empty entries.
    generation: u8,
    oldest: u8,
}

impl TranspositionTable {
    /// A table of at most so many MiB, at least one bucket; half as much, and half of that, as long
    /// as the system has no room for it. The system gives it page by page as they are first used,
    /// so that it costs neither time nor memory at once.
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

    /// The size in bytes.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.words)
    }

    /// Begins another search.
    pub(super) fn next_search(&mut self, earlier: TtReuse) {
        if self.generation == MOST_GENERATION {
            // There may not be room for both.
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

    /// Fetches what is stored where the position with this key belongs. It may take as long as many
    /// nodes: whoever has something else to do does it before asking [`Self::read`].
    #[inline]
    pub(super) fn fetch(&self, key: u64) -> Bucket {
        let bucket = self.bucket(key);
        Bucket { key, words: array::from_fn(|index| bucket[index].load(Relaxed)) }
    }

    /// Has what is stored for a position come near, for whoever will [`Self::fetch`] it a little
    /// later: a search waited for it a third of its time (`perf record` of `nmm bench`). Does
    /// nothing where there is no such instruction.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            #[expect(
                unsafe_code,
                reason = "no safe function gives this hint, which reads nothing; 0.87 of the time: see lib.rs"
            )]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(self.bucket(key).as_ptr().cast());
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of the position that a bucket was fetched for.
    #[inline]
    pub(super) fn read(&self, bucket: &Bucket) -> Option<Entry> {
        bucket.words.chunks_exact(2).find_map(|words| {
            (words[0] ^ words[1] == bucket.key && generation(words[1]) >= self.oldest).then(|| unpack(words[1]))
        })
    }

    /// What is known of the position with this key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        self.read(&self.fetch(key))
    }

    /// Keeps an entry in place of the same position's or of the least useful one.
    #[inline]
    pub(super) fn put(&self, key: u64, entry: Entry) {
        let bucket = self.bucket(key);
        let first = bucket[1].load(Relaxed);
        let same = bucket[0].load(Relaxed) ^ first == key;
        // The first place is for deep entries of this search, the second takes everything.
        let deep = generation(first) != self.generation || entry.depth >= unpack(first).depth;
        let place = if same || deep { &bucket[..2] } else { &bucket[2..] };
        let data = pack(entry, self.generation);
        place[0].store(key ^ data, Relaxed);
        place[1].store(data, Relaxed);
    }
}

/// Asks the system for huge pages: with small ones nearly every look into the table also waits for
/// where its page lies.
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
            reason = "advice on memory that is our own and changes nothing in it; 0.98 of the time: see lib.rs"
        )]
        let advised = unsafe { madvise(start.wrapping_add(before).cast_mut().cast(), bytes, Advice::LinuxHugepage) };
        // A system without them has small ones.
        advised.unwrap_or_default();
    }
    #[cfg(not(target_os = "linux"))]
    let _ = words;
}

/// The move in 32 bits, the value in 16, the depth and the generation in 7 each, the bound in 2.
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
    fn keeps_what_it_was_given_until_told_to_forget() {
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
