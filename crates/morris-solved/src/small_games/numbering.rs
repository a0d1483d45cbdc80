// SPDX-License-Identifier: GPL-3.0-or-later
//! Numbering of positions within a sector, on a small board.

use morris::{Board, PointSet};

/// Maximum number of points of a numbered board.
pub(super) const MOST_POINTS: usize = 20;
/// Number of bits in an entry of `classes` that hold the symmetry.
const SYMMETRY_BITS: u32 = 5;

/// Numbering of the positions on a board. Each set of men of the side to move, up to symmetry, has
/// a row. Within the row, each set of the other side's men among the remaining points has a slot.
///
/// If a symmetry preserves the men of a row, several slots belong to the same position. The first
/// of them is used.
pub(super) struct Numbering {
    points: u32,
    /// For each symmetry and each byte of a set, the images of all values of that byte.
    images: Vec<[[u32; 256]; 3]>,
    /// For each set, its row among the sets of its size, and a symmetry that maps it to the row's
    /// representative.
    classes: Vec<u32>,
    /// For each size, the representatives of the rows, and the symmetries that preserve them as
    /// bits.
    rows: Vec<Vec<(u32, u32)>>,
    /// Binomial coefficients: `choose[n][k]` is the number of ways to choose `k` of `n`.
    choose: [[u32; MOST_POINTS + 1]; MOST_POINTS + 1],
}

impl Numbering {
    /// Creates the numbering of a board of at most [`MOST_POINTS`] points.
    pub(super) fn new(board: &Board) -> Self {
        let points = board.points().len();
        let symmetries = board.symmetries();
        let image = |symmetry: &_, set: u32| Board::map(symmetry, PointSet::from_bits(set)).bits();
        let images = symmetries.iter().map(|symmetry| {
            let board = (1_u32 << points) - 1;
            [0, 8, 16].map(|shift| std::array::from_fn(|byte| image(symmetry, (byte as u32) << shift & board)))
        });
        let mut choose = [[0; MOST_POINTS + 1]; MOST_POINTS + 1];
        for of in 0..=MOST_POINTS {
            choose[of][0] = 1;
            for taken in 1..=of {
                choose[of][taken] = choose[of - 1][taken - 1] + choose[of - 1][taken];
            }
        }
        let mut made = Self {
            points: points as u32,
            images: images.collect(),
            classes: vec![u32::MAX; 1 << points],
            rows: vec![Vec::new(); points + 1],
            choose,
        };
        made.find_rows();
        made
    }

    fn find_rows(&mut self) {
        let inverses: Vec<_> = (0..self.images.len()).map(|symmetry| self.inverse(symmetry)).collect();
        for set in 0..1_u32 << self.points {
            if self.classes[set as usize] != u32::MAX {
                continue;
            }
            let (mut kept, row) = (0, self.rows[set.count_ones() as usize].len() as u32);
            for (symmetry, inverse) in inverses.iter().enumerate().rev() {
                let image = self.map(symmetry, set);
                self.classes[image as usize] = row << SYMMETRY_BITS | *inverse as u32;
                kept |= u32::from(image == set) << symmetry;
            }
            self.rows[set.count_ones() as usize].push((set, kept));
        }
    }

    fn inverse(&self, symmetry: usize) -> usize {
        let undoes = |&inverse: &usize| {
            (0..self.points).all(|point| self.map(inverse, self.map(symmetry, 1 << point)) == 1 << point)
        };
        (0..self.images.len()).find(undoes).expect("the symmetries are a group")
    }

    #[inline]
    fn map(&self, symmetry: usize, set: u32) -> u32 {
        let [low, middle, high] = &self.images[symmetry];
        low[(set & 255) as usize] | middle[(set >> 8 & 255) as usize] | high[(set >> 16) as usize & 255]
    }

    /// Returns the number of rows for `mover` men of the side to move.
    pub(super) fn rows(&self, mover: u8) -> usize {
        self.rows[usize::from(mover)].len()
    }

    /// Returns the number of slots in a row, given the number of men of each side.
    pub(super) fn columns(&self, [mover, other]: [u8; 2]) -> usize {
        self.choose[self.points as usize - usize::from(mover)][usize::from(other)] as usize
    }

    /// Returns the slot of a position, given the men of the side to move and those of the other
    /// side.
    #[inline]
    pub(super) fn slot(&self, mover: PointSet, other: PointSet) -> usize {
        let (mover, other) = (mover.bits(), other.bits());
        let class = self.classes[mover as usize];
        let row = (class >> SYMMETRY_BITS) as usize;
        let (own, kept) = self.rows[mover.count_ones() as usize][row];
        let image = self.map((class & ((1 << SYMMETRY_BITS) - 1)) as usize, other);
        let mut column = self.column(own, image);
        let mut kept = kept & (kept - 1);
        while kept != 0 {
            column = column.min(self.column(own, self.map(kept.trailing_zeros() as usize, image)));
            kept &= kept - 1;
        }
        let columns = self.choose[(self.points - mover.count_ones()) as usize][other.count_ones() as usize];
        row * columns as usize + column as usize
    }

    /// Returns the index of a set among the sets of its size that do not overlap the row's men.
    #[inline]
    fn column(&self, own: u32, mut set: u32) -> u32 {
        let (mut column, mut nth) = (0, 1);
        while set != 0 {
            let below = (set & set.wrapping_neg()) - 1;
            column += self.choose[(below & !own).count_ones() as usize][nth];
            nth += 1;
            set &= set - 1;
        }
        column
    }

    /// Calls `visit` with each position of a row in the order of its slots: the men of the side to
    /// move and those of the other side. A slot whose position belongs to an earlier slot gives
    /// `None`.
    pub(super) fn for_each_in_row(&self, men: [u8; 2], row: usize, mut visit: impl FnMut(Option<[PointSet; 2]>)) {
        let (own, kept) = self.rows[usize::from(men[0])][row];
        let others = kept & (kept - 1);
        let size = usize::from(men[1]);
        let free: Vec<u32> = (0..self.points).filter(|point| own >> point & 1 == 0).collect();
        let mut places: Vec<usize> = (0..size).collect();
        for column in 0..self.columns(men) as u32 {
            let set = places.iter().fold(0, |set, &place| set | 1 << free[place]);
            let twin = |symmetry: u32| {
                others >> symmetry & 1 != 0 && self.column(own, self.map(symmetry as usize, set)) < column
            };
            let first = others == 0 || !(0..self.images.len() as u32).any(twin);
            visit(first.then(|| [own, set].map(PointSet::from_bits)));
            // Advances to the next set in order: the lowest man with room moves up, and those below
            // it return to their start.
            let next = (0..size).find(|&nth| nth + 1 == size || places[nth] + 1 < places[nth + 1]);
            let Some(next) = next else { continue };
            places[next] += 1;
            (0..next).for_each(|nth| places[nth] = nth);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morris::{CROSS_17, DIAG_9, PLAIN_9, RING_16};

    #[test]
    fn slots_and_positions_are_inverse_and_symmetric_ones_share_a_slot() {
        for (board, sizes) in [(&PLAIN_9, 0..=4), (&DIAG_9, 0..=4), (&RING_16, 3..=4), (&CROSS_17, 2..=3)] {
            let numbering = Numbering::new(board);
            for men in sizes.clone().flat_map(|mover| sizes.clone().map(move |other| [mover, other])) {
                let (mut slot, mut seen) = (0, 0);
                for row in 0..numbering.rows(men[0]) {
                    numbering.for_each_in_row(men, row, |sets| {
                        if let Some([mover, other]) = sets {
                            assert_eq!((mover & other).len() + usize::from(men[0] - mover.len() as u8), 0);
                            let images = board
                                .symmetries()
                                .iter()
                                .map(|symmetry| (Board::map(symmetry, mover), Board::map(symmetry, other)));
                            let images: std::collections::HashSet<_> = images.collect();
                            assert!(images.iter().all(|&(mover, other)| numbering.slot(mover, other) == slot));
                            seen += images.len();
                        }
                        slot += 1;
                    });
                }
                assert_eq!(slot, numbering.rows(men[0]) * numbering.columns(men));
                let choose = |of: usize, taken: u8| numbering.choose[of][usize::from(taken)] as usize;
                let points = numbering.points as usize;
                assert_eq!(seen, choose(points, men[0]) * choose(points - usize::from(men[0]), men[1]), "{men:?}");
            }
        }
    }
}
