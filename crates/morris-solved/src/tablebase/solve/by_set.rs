// SPDX-License-Identifier: GPL-3.0-or-later
//! What sets of points come to, by two tables: one for the sets of the low points, one for those of
//! the high ones.

/// What each set of some points comes to.
pub(super) struct BySet<T> {
    low: Vec<T>,
    high: Vec<T>,
    low_points: usize,
}

impl<T: Copy + Default> BySet<T> {
    /// The tables, from what each point comes to, and how two are taken together; nothing comes to
    /// the default.
    pub(super) fn new(of_points: &[T], add: impl Fn(T, T) -> T) -> Self {
        let table = |of_points: &[T]| {
            let mut table = vec![T::default(); 1 << of_points.len()];
            for set in 1..table.len() {
                table[set] = add(table[set & (set - 1)], of_points[set.trailing_zeros() as usize]);
            }
            table
        };
        let (low, high) = of_points.split_at(of_points.len().div_ceil(2));
        Self { low: table(low), high: table(high), low_points: low.len() }
    }

    /// What its low points come to and what its high ones do, still to be taken together.
    #[inline]
    pub(super) fn halves(&self, set: u32) -> [T; 2] {
        [self.low[(set & ((1 << self.low_points) - 1)) as usize], self.high[(set >> self.low_points) as usize]]
    }
}
