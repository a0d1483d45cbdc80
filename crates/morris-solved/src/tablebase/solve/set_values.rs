// SPDX-License-Identifier: GPL-3.0-or-later
//! Values for all sets of points of a row, 64 sets to a word, so that the effect of a placement or
//! a removal is computed for 64 sets at once.

use super::row::{Row, for_each_bit};
use crate::tablebase::Wdl;

/// Number of points that distinguish the sets of one word. They number the bits of the word.
const LOW_POINTS: usize = 6;
const LOW: u32 = (1 << LOW_POINTS) - 1;

/// For each of these points, the bits of a word whose sets lack it.
const LACKING: [u64; LOW_POINTS] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// Values of sets, initially losses. For 64 sets there are two words: the wins, and the values
/// other than losses.
pub(super) struct SetValues(Vec<[u64; 2]>);

impl SetValues {
    /// Creates the values for all sets of `points` points.
    pub(super) fn new(points: usize) -> Self {
        Self(vec![[0; 2]; 1 << points.saturating_sub(LOW_POINTS)])
    }

    /// Creates the values of some sets. Ascending order is fastest, because a word then need not be
    /// read again.
    pub(super) fn collect(points: usize, values: impl Iterator<Item = (u32, Wdl)>) -> Self {
        let mut all = Self::new(points);
        let (mut place, mut word) = (0, [0; 2]);
        for (set, value) in values {
            if set >> LOW_POINTS != place {
                all.0[place as usize] = word;
                place = set >> LOW_POINTS;
                word = all.0[place as usize];
            }
            word[0] |= u64::from(value == Wdl::Win) << (set & LOW);
            word[1] |= u64::from(value != Wdl::Loss) << (set & LOW);
        }
        all.0[place as usize] = word;
        all
    }

    #[inline]
    pub(super) fn get(&self, set: u32) -> Wdl {
        match self.0[(set >> LOW_POINTS) as usize].map(|word| word >> (set & LOW) & 1) {
            [1, _] => Wdl::Win,
            [_, 1] => Wdl::Draw,
            _ => Wdl::Loss,
        }
    }

    /// Returns the best value of placing one more man in each set. `closed` has the values of the
    /// sets in which the man closes a mill, `quiet` those of the others. Both are from the view of
    /// the side that places the man.
    pub(super) fn before_placements(row: &Row, quiet: &Self, closed: &Self) -> Self {
        let mut best = Self::new(row.count);
        let mills: Vec<_> = (0..row.count).map(|to| AnyOf::new(row.partners(to))).collect();
        for (word, (quiet, closed)) in quiet.0.iter().zip(&closed.0).enumerate() {
            // If there are few men, few words have any value.
            if quiet[1] | closed[1] == 0 {
                continue;
            }
            let after = |to: usize| {
                let in_mills = mills[to].within(word);
                [0, 1].map(|which| quiet[which] & !in_mills | closed[which] & in_mills)
            };
            for (to, lacking) in LACKING.iter().enumerate().take(row.count) {
                best.0[word].iter_mut().zip(after(to)).for_each(|(best, after)| *best |= after >> (1 << to) & lacking);
            }
            for_each_bit(word as u32, |high| {
                let after = after(high + LOW_POINTS);
                best.0[word & !(1 << high)].iter_mut().zip(after).for_each(|(best, after)| *best |= after);
            });
        }
        best
    }

    /// Returns the best value of removing a man from each set of `men` men. Men in mills may only
    /// be removed if there are no others. `left` has the values of the sets without the man, from
    /// the view of the side that removes it. Sets of other sizes have no meaningful value.
    pub(super) fn before_removals(row: &Row, men: u8, left: &Self) -> Self {
        let mut best = Self::new(row.count);
        let mills: Vec<_> = (0..row.count).map(|man| AnyOf::new(row.partners(man))).collect();
        let lines = AnyOf::new(row.lines());
        let rest = u32::from(men).saturating_sub(LOW_POINTS as u32)..=u32::from(men);
        let words = best.0.iter_mut().enumerate();
        for (word, best) in words.filter(|(word, _)| rest.contains(&word.count_ones())) {
            // Returns the values of the sets without the man, and the sets that contain the man.
            let low = |man: usize| (left.0[word].map(|left| (left & LACKING[man]) << (1 << man)), !LACKING[man]);
            let high = |man: usize| (left.0[word & !(1 << (man - LOW_POINTS))], u64::MAX);
            let mut of_all = [0; 2];
            let mut add = |left: [u64; 2]| of_all.iter_mut().zip(left).for_each(|(all, left)| *all |= left);
            (0..row.count.min(LOW_POINTS)).for_each(|man| add(low(man).0));
            for_each_bit(word as u32, |point| add(high(point + LOW_POINTS).0));
            // Few sets have a mill.
            if lines.within(word) != 0 {
                let (mut of_free, mut any_free) = ([0; 2], 0);
                let mut remove = |man: usize, (left, standing): ([u64; 2], u64)| {
                    let free = standing & !mills[man].within(word);
                    any_free |= free;
                    of_free.iter_mut().zip(left).for_each(|(of_free, left)| *of_free |= left & free);
                };
                (0..row.count.min(LOW_POINTS)).for_each(|man| remove(man, low(man)));
                for_each_bit(word as u32, |point| remove(point + LOW_POINTS, high(point + LOW_POINTS)));
                of_all = [0, 1].map(|which| of_free[which] | of_all[which] & !any_free);
            }
            *best = of_all;
        }
        best
    }
}

/// The sets of points of a row that contain a mill, one bit for each.
pub(super) struct WithMill(Vec<u64>);

impl WithMill {
    pub(super) fn new(row: &Row) -> Self {
        let lines = AnyOf::new(row.lines());
        let words = 0..1_usize << row.count.saturating_sub(LOW_POINTS);
        Self(words.map(|word| lines.within(word)).collect())
    }

    #[inline]
    pub(super) fn contains(&self, set: u32) -> bool {
        self.0[(set >> LOW_POINTS) as usize] >> (set & LOW) & 1 != 0
    }
}

/// Sets that contain at least one of several lines, or the other two points of a line through a
/// point.
struct AnyOf(Vec<Contained>);

impl AnyOf {
    fn new(lines: impl Iterator<Item = u32>) -> Self {
        Self(lines.map(Contained::new).collect())
    }

    /// Returns these sets within one word.
    #[inline]
    fn within(&self, word: usize) -> u64 {
        self.0.iter().fold(0, |all, line| all | line.within(word))
    }
}

/// Sets that contain certain points: in the words whose index has all bits of `words`, the bits of
/// `bits`.
struct Contained {
    words: usize,
    bits: u64,
}

impl Contained {
    fn new(points: u32) -> Self {
        Self { words: (points >> LOW_POINTS) as usize, bits: containing(points & LOW) }
    }

    /// Returns these sets within one word.
    #[inline]
    fn within(&self, word: usize) -> u64 {
        if word & self.words == self.words { self.bits } else { 0 }
    }
}

/// Returns the bits of a word whose sets contain all these points.
fn containing(points: u32) -> u64 {
    let mut bits = u64::MAX;
    for_each_bit(points, |point| bits &= !LACKING[point]);
    bits
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tablebase::BoardKind;
    use morris::PointSet;

    /// Returns rows with at least nine men of the larger side, on either board.
    fn any_row() -> impl Strategy<Value = Row> {
        let points = proptest::sample::subsequence((0..24).collect::<Vec<_>>(), 9..=22);
        (points, any::<bool>()).prop_map(|(points, diagonal)| {
            let larger = points.into_iter().fold(0, |men, point: u32| men | 1 << point);
            Row::of_lines(larger, (if diagonal { BoardKind::Diagonal } else { BoardKind::Plain }).board())
        })
    }

    /// Number of made-up values. It is a prime, so that sets that differ in one point hardly ever
    /// share a value.
    const VALUES: usize = 1_021;

    fn of<T: Copy>(set: u32, values: &[T]) -> T {
        values[set as usize % VALUES]
    }

    fn any_value() -> impl Strategy<Value = Wdl> {
        prop_oneof![Just(Wdl::Loss), Just(Wdl::Draw), Just(Wdl::Win)]
    }

    proptest! {
        // A case has up to 32,768 sets.
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn each_set_has_the_best_of_its_placements(
            row in any_row(),
            values in proptest::collection::vec([any_value(), any_value()], VALUES),
        ) {
            let sets = || 0..1_u32 << row.count;
            let [quiet, closed] =
                [0, 1].map(|which| SetValues::collect(row.count, sets().map(|set| (set, of(set, &values)[which]))));
            let best = SetValues::before_placements(&row, &quiet, &closed);
            for set in sets() {
                let worth = |to: usize| {
                    let [of_quiet, of_closed] = of(set | 1 << to, &values);
                    if row.partners(to).any(|partners| set & partners == partners) { of_closed } else { of_quiet }
                };
                let one_by_one = (0..row.count).filter(|to| set >> to & 1 == 0).map(worth).max();
                prop_assert_eq!(best.get(set), one_by_one.unwrap_or(Wdl::Loss));
            }
        }

        #[test]
        fn each_set_has_the_best_of_its_removals(
            row in any_row(),
            values in proptest::collection::vec(any_value(), VALUES),
        ) {
            let sets = || 0..1_u32 << row.count;
            let left = SetValues::collect(row.count, sets().map(|set| (set, of(set, &values))));
            let best: Vec<_> = (0..=row.count as u8).map(|men| SetValues::before_removals(&row, men, &left)).collect();
            let with_mill = WithMill::new(&row);
            for set in sets() {
                let mills = row.lines().filter(|line| set & line == *line).fold(0, |mills, line| mills | line);
                let removable = if set & !mills == 0 { set } else { set & !mills };
                let left = PointSet::from_bits(removable).map(|man| of(set & !man.set().bits(), &values));
                prop_assert_eq!(best[set.count_ones() as usize].get(set), left.max().unwrap_or(Wdl::Loss));
                prop_assert_eq!(with_mill.contains(set), mills != 0);
            }
        }
    }
}
