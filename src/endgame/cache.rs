// SPDX-License-Identifier: GPL-3.0-or-later
//! The blocks that a thread unpacked last.

use std::cell::RefCell;

/// How many blocks a thread keeps: 8 MB of values.
const PLACES: usize = 1 << 10;

/// An unpacked block, and of which table.
struct Place {
    table: u32,
    block: u64,
    bytes: Vec<u8>,
}

thread_local! {
    static CACHE: RefCell<Vec<Option<Place>>> = const { RefCell::new(Vec::new()) };
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
            cache.resize_with(PLACES, || None);
        }
        let place = &mut cache[home(table, block)];
        if !matches!(place, Some(place) if (place.table, place.block) == (table, block)) {
            *place = Some(Place { table, block, bytes: unpack()? });
        }
        place.as_ref().map(|place| read(&place.bytes))
    })
}

/// The one place where a block may be kept.
fn home(table: u32, block: u64) -> usize {
    // Neighbours in one table must not push each other out; tables are spread by Fibonacci hashing.
    let start = u64::from(table).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    (start + block) as usize % PLACES
}
