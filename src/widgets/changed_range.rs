// SPDX-License-Identifier: GPL-3.0-or-later
//! The part in which two lists differ.

/// The part of a list that changes: `added` items replace `removed` ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChangedRange {
    /// Number of items before it that stay.
    pub first: usize,
    /// Number of items that it had.
    pub removed: usize,
    /// Number of items that it has now.
    pub added: usize,
}

impl ChangedRange {
    /// Compares two lists. Items at the start and at the end for which `is_same` is true stay.
    pub fn between<A, B>(old: &[A], new: &[B], is_same: impl Fn(&A, &B) -> bool) -> Self {
        let same = |(old, new): &(&A, &B)| is_same(old, new);
        let first = old.iter().zip(new).take_while(same).count();
        let (old, new) = (&old[first..], &new[first..]);
        let last = old.iter().rev().zip(new.iter().rev()).take_while(same).count();
        Self { first, removed: old.len() - last, added: new.len() - last }
    }

    pub const fn is_empty(self) -> bool {
        self.removed == 0 && self.added == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_range_has_only_the_differences() {
        for (old, new, (first, removed, added)) in [
            ("abcd", "abcd", (4, 0, 0)),
            ("abcd", "abxcd", (2, 0, 1)),
            ("abcd", "ad", (1, 2, 0)),
            ("aaa", "aa", (2, 1, 0)),
            ("abcd", "axyd", (1, 2, 2)),
            ("", "ab", (0, 0, 2)),
        ] {
            let range = ChangedRange::between(old.as_bytes(), new.as_bytes(), |old, new| old == new);
            assert_eq!(range, ChangedRange { first, removed, added }, "{old} → {new}");
        }
    }
}
