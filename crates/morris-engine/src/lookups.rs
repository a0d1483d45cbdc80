// SPDX-License-Identifier: GPL-3.0-or-later
//! Lookup tables of the search, built from a board and a set of rules.

use super::evaluation::patterns::{Lanes, lanes};
use super::evaluation::shapes::{Shapes, Stages};
use super::evaluation::terms::{GENERAL, WeightSet};
use super::evaluation::weights;
use super::packed_move::Image;
use morris::{Board, Color, Flying, FullBoard, Placing, QuietReset, Rules, zobrist};

/// Number of symmetries that are used. On boards with fewer, the identity fills the rest.
pub(super) const SYMMETRIES: usize = 16;

/// Space for all five-bit indices, so that indexing needs no bounds check.
const ROOM: usize = 32;

/// Keys of one item under each symmetry. The identity comes first.
pub(super) type Keys = [u64; SYMMETRIES];

/// Lookup tables for a board and a set of rules.
///
/// The state of a side's lines is one word. Two bits for each line count the side's men on it.
/// Adding a man is one addition ([`Self::lines_through`]), and finding the lines with two men takes
/// three operations for all lines together.
pub(super) struct Lookups {
    pub(super) rules: Rules,
    pub(super) points: u32,
    neighbors: [u32; ROOM],
    /// Neighbors of the points of a set, by the four bytes of the set.
    near: [[u32; 256]; 4],
    /// For each point, a one in the field of each line through it.
    lines_through: [u64; ROOM],
    line_points: [u32; ROOM],
    /// A one in the field of every line.
    pub(super) all_lines: u64,
    /// Points with at least three and with at least four neighbors.
    pub(super) crossings: [u32; 2],
    /// Largest number of men with which a side flies, or 0 if men never fly.
    pub(super) flies_with: u8,
    pub(super) counts_placements: bool,
    /// Whether men may move while some are in hand.
    pub(super) moves_while_placing: bool,
    pub(super) full_board_draws: bool,
    pub(super) weights: &'static WeightSet,
    /// Values of the shapes, if they are known for the rules and enabled.
    pub(super) shapes: Option<&'static Shapes>,
    /// Stages that the shapes distinguish.
    pub(super) stages: Stages,
    /// For each point, a man's contribution to the numbers of the patterns. Zero if there are no
    /// patterns.
    lanes: [Lanes; ROOM],
    men_keys: [[Keys; ROOM]; 2],
    hand_keys: [[u64; zobrist::MAX_MEN + 1]; 2],
    pub(super) side_key: u64,
    /// Image and preimage of each point under each symmetry. The "nowhere" of
    /// [`PackedMove`](super::packed_move::PackedMove) maps to itself.
    images: [Image; SYMMETRIES],
    origins: [Image; SYMMETRIES],
}

impl Lookups {
    pub(super) fn new(rules: &Rules) -> Self {
        let board = rules.board;
        let mut lookups = Self {
            rules: *rules,
            points: board.points().bits(),
            neighbors: [0; ROOM],
            near: [[0; 256]; 4],
            lines_through: [0; ROOM],
            line_points: [0; ROOM],
            all_lines: 0,
            crossings: [0; 2],
            flies_with: match rules.flying {
                Flying::Never => 0,
                Flying::With(men) => men,
            },
            counts_placements: rules.draws.counted_from == QuietReset::Removal,
            moves_while_placing: rules.placing == Placing::OrMove,
            full_board_draws: rules.full_board == FullBoard::Draws,
            weights: weights::fitted_to(rules).unwrap_or(&GENERAL),
            shapes: Shapes::fitted_to(rules),
            stages: Stages::new(|count, hand| hand == 0 && rules.flying.includes(count)),
            lanes: [Lanes::default(); ROOM],
            men_keys: [[[0; SYMMETRIES]; ROOM]; 2],
            hand_keys: Color::BOTH.map(|color| std::array::from_fn(|count| zobrist::hand(color, count as u8))),
            side_key: zobrist::side(Color::White) ^ zobrist::side(Color::Black),
            images: [std::array::from_fn(|index| index as u8); SYMMETRIES],
            origins: [std::array::from_fn(|index| index as u8); SYMMETRIES],
        };
        lookups.fill_lines(board);
        lookups.fill_neighbors(board);
        lookups.fill_symmetries(board);
        if lookups.shapes.is_some() {
            board.points().into_iter().for_each(|point| lookups.lanes[point.index()] = lanes(point.index()));
        }
        lookups
    }

    fn fill_lines(&mut self, board: &Board) {
        for (number, line) in board.lines().enumerate() {
            self.all_lines |= 1 << (2 * number);
            self.line_points[number] = line.bits();
            for point in line {
                self.lines_through[point.index()] |= 1 << (2 * number);
            }
        }
    }

    fn fill_neighbors(&mut self, board: &Board) {
        for point in board.points() {
            let neighbors = board.neighbors(point);
            self.neighbors[point.index()] = neighbors.bits();
            for (least, crossings) in [3, 4].into_iter().zip(&mut self.crossings) {
                if neighbors.len() >= least {
                    *crossings |= point.set().bits();
                }
            }
            for byte in 0..256 {
                if byte >> (point.index() % 8) & 1 != 0 {
                    self.near[point.index() / 8][byte] |= neighbors.bits();
                }
            }
        }
    }

    fn fill_symmetries(&mut self, board: &Board) {
        for number in 0..SYMMETRIES {
            let symmetry = &board.symmetries()[if number < board.symmetries().len() { number } else { 0 }];
            for point in board.points() {
                let image = symmetry[point.index()];
                self.images[number][point.index()] = image.index() as u8;
                self.origins[number][image.index()] = point.index() as u8;
                for color in Color::BOTH {
                    self.men_keys[color as usize][point.index()][number] = zobrist::man(color, image);
                }
            }
        }
    }

    #[inline]
    pub(super) const fn neighbors(&self, point: usize) -> u32 {
        self.neighbors[point % ROOM]
    }

    /// Returns the neighbors of the points of a set.
    #[inline]
    pub(super) const fn near(&self, set: u32) -> u32 {
        self.near[0][(set & 255) as usize]
            | self.near[1][(set >> 8 & 255) as usize]
            | self.near[2][(set >> 16 & 255) as usize]
            | self.near[3][(set >> 24) as usize]
    }

    /// Returns a one in the field of each line through a point.
    #[inline]
    pub(super) const fn lines_through(&self, point: usize) -> u64 {
        self.lines_through[point % ROOM]
    }

    /// Returns the contribution of a man on a point to the numbers of the patterns.
    #[inline]
    pub(super) const fn lanes(&self, point: usize) -> &Lanes {
        &self.lanes[point % ROOM]
    }

    /// Returns the points of the lowest line of a non-empty set of lines.
    #[inline]
    pub(super) const fn first_line(&self, lines: u64) -> u32 {
        self.line_points[lines.trailing_zeros() as usize / 2 % ROOM]
    }

    /// Returns the points of each line of a set.
    #[inline]
    pub(super) fn lines(&self, mut lines: u64) -> impl Iterator<Item = u32> {
        std::iter::from_fn(move || {
            (lines != 0).then(|| {
                let line = self.first_line(lines);
                lines &= lines - 1;
                line
            })
        })
    }

    #[inline]
    pub(super) fn points_of(&self, lines: u64) -> u32 {
        self.lines(lines).fold(0, |points, line| points | line)
    }

    #[inline]
    pub(super) const fn man_keys(&self, color: Color, point: usize) -> &Keys {
        &self.men_keys[color as usize][point % ROOM]
    }

    #[inline]
    pub(super) const fn hand_key(&self, color: Color, count: u8) -> u64 {
        self.hand_keys[color as usize][count as usize]
    }

    pub(super) const fn image(&self, symmetry: usize) -> &Image {
        &self.images[symmetry % SYMMETRIES]
    }

    /// Returns the preimage of each point under a symmetry.
    pub(super) const fn origin(&self, symmetry: usize) -> &Image {
        &self.origins[symmetry % SYMMETRIES]
    }
}

#[inline]
pub(super) fn indices(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let index = set.trailing_zeros() as usize;
            set &= set - 1;
            index
        })
    })
}
