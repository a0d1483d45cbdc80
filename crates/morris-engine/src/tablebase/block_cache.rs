// SPDX-License-Identifier: GPL-3.0-or-later
//! The blocks that a thread unpacked last.

use std::cell::RefCell;

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
pub(super) fn with<T>(
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
