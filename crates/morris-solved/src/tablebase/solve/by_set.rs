// SPDX-License-Identifier: GPL-3.0-or-later
//! Functions of point sets by two tables: one for sets of the low points, one for sets of the high
//! points.

/// A function of the sets of some points.
pub(super) struct BySet<T> {
    low: Vec<T>,
    high: Vec<T>,
    low_points: usize,
}

impl<T: Copy + Default> BySet<T> {
    /// Creates the tables from the value of each point and a function that combines two values. The
    /// empty set has the default value.
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

    /// Returns the values of the low points and of the high points of a set. The caller combines
    /// them.
    #[inline]
    pub(super) fn halves(&self, set: u32) -> [T; 2] {
        [self.low[(set & ((1 << self.low_points) - 1)) as usize], self.high[(set >> self.low_points) as usize]]
    }
}
