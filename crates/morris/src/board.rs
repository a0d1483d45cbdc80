// SPDX-License-Identifier: GPL-3.0-or-later
//! Boards as data: points, neighbours, lines and symmetries.

use super::point::POINTS;
use super::{Point, PointSet};

/// The most lines that meet in a point (a corner with a diagonal lies on three).
const MOST_LINES_AT_A_POINT: usize = 3;

/// A set that no set of men contains: fills the places of lines that a point does not have.
const NEVER: u32 = 1 << 31;

/// A permutation of the points: entry `i` is where point `i` goes.
pub type Symmetry = [Point; POINTS];

/// A board: where men can stand, where they can go, and what makes a mill.
#[derive(Debug)]
pub struct Board {
    points: PointSet,
    lines: &'static [[u8; 3]],
    neighbours: [PointSet; POINTS],
    /// For each point the other two points of each line through it, as bits.
    partners: [[u32; MOST_LINES_AT_A_POINT]; POINTS],
    symmetries: [Symmetry; 16],
}

impl PartialEq for Board {
    /// Boards are the same if they have the same lines.
    fn eq(&self, other: &Self) -> bool {
        self.lines == other.lines
    }
}

impl Eq for Board {}

/// The board of nine men's morris: 24 points, 32 edges, 16 lines.
pub static PLAIN_24: Board = Board::build(&[
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [9, 10, 11],
    [12, 13, 14],
    [15, 16, 17],
    [18, 19, 20],
    [21, 22, 23],
    [0, 9, 21],
    [3, 10, 18],
    [6, 11, 15],
    [1, 4, 7],
    [16, 19, 22],
    [8, 12, 17],
    [5, 13, 20],
    [2, 14, 23],
]);

impl Board {
    /// Makes the tables from the lines, each named from one end to the other.
    const fn build(lines: &'static [[u8; 3]]) -> Self {
        let mut points = PointSet::EMPTY;
        let mut neighbours = [PointSet::EMPTY; POINTS];
        let mut partners = [[NEVER; MOST_LINES_AT_A_POINT]; POINTS];
        let mut count = [0; POINTS];
        let mut index = 0;
        while index < lines.len() {
            let [a, b, c] = [lines[index][0] as usize, lines[index][1] as usize, lines[index][2] as usize];
            let (sa, sb, sc) = (Point::at(a).set(), Point::at(b).set(), Point::at(c).set());
            let line = sa.union(sb).union(sc);
            points = points.union(line);
            neighbours[a] = neighbours[a].union(sb);
            neighbours[b] = neighbours[b].union(sa).union(sc);
            neighbours[c] = neighbours[c].union(sb);
            let mut end = 0;
            while end < 3 {
                let point = lines[index][end] as usize;
                partners[point][count[point]] = line.bits() & !(1 << point);
                count[point] += 1;
                end += 1;
            }
            index += 1;
        }
        Self { points, lines, neighbours, partners, symmetries: ring_symmetries() }
    }

    /// All points of the board.
    #[must_use]
    pub const fn points(&self) -> PointSet {
        self.points
    }

    /// The lines, each as a set of three points.
    pub fn lines(&self) -> impl Iterator<Item = PointSet> + '_ {
        self.lines.iter().map(|line| PointSet::from_bits(line.iter().fold(0, |bits, &point| bits | 1 << point)))
    }

    /// The points that an edge joins to `point`.
    #[must_use]
    #[inline]
    pub const fn neighbours(&self, point: Point) -> PointSet {
        self.neighbours[point.index()]
    }

    /// The edges, each once, the lower index first.
    pub fn edges(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        self.points.flat_map(|a| self.neighbours(a).filter(move |&b| a < b).map(move |b| (a, b)))
    }

    /// Whether a man on `point` stands in a mill together with `men` (which may or may not contain `point`).
    #[must_use]
    #[inline]
    pub const fn in_mill(&self, men: PointSet, point: Point) -> bool {
        let partners = &self.partners[point.index()];
        let men = men.bits();
        men & partners[0] == partners[0] || men & partners[1] == partners[1] || men & partners[2] == partners[2]
    }

    /// The mills of `men` that go through `point`, all their points together.
    #[must_use]
    pub fn mills_through(&self, men: PointSet, point: Point) -> PointSet {
        self.lines()
            .filter(|line| line.contains(point) && men.contains_all(*line))
            .fold(PointSet::EMPTY, |mills, line| mills | line)
    }

    /// Those of `men` that stand in a mill.
    #[must_use]
    #[inline]
    pub fn in_mills(&self, men: PointSet) -> PointSet {
        men.filter(|&man| self.in_mill(men, man)).collect()
    }

    /// The 16 symmetries: the 8 of the square, times swapping the inner and the outer ring. The first is the identity.
    #[must_use]
    pub const fn symmetries(&self) -> &[Symmetry; 16] {
        &self.symmetries
    }

    /// The image of a set under a symmetry.
    #[must_use]
    pub fn map(symmetry: &Symmetry, set: PointSet) -> PointSet {
        set.map(|point| symmetry[point.index()]).collect()
    }
}

/// The point in a column and a row counted from the middle (−3 to 3).
const fn at_offset(x: i8, y: i8) -> Point {
    let mut index = 0;
    while index < POINTS {
        let point = Point::at(index);
        if point.file() as i8 - 3 == x && point.rank() as i8 - 3 == y {
            return point;
        }
        index += 1;
    }
    panic!("no point there")
}

const fn ring_symmetries() -> [Symmetry; 16] {
    let mut symmetries = [[Point::at(0); POINTS]; 16];
    let mut number = 0;
    while number < 16 {
        let mut index = 0;
        while index < POINTS {
            let point = Point::at(index);
            let (mut x, mut y) = (point.file() as i8 - 3, point.rank() as i8 - 3);
            if number & 1 != 0 {
                x = -x;
            }
            if number & 2 != 0 {
                y = -y;
            }
            if number & 4 != 0 {
                (x, y) = (y, x);
            }
            if number & 8 != 0 {
                // The ring, 1 to 3, is the greater distance from the middle.
                let ring = if x.abs() > y.abs() { x.abs() } else { y.abs() };
                (x, y) = (x / ring * (4 - ring), y / ring * (4 - ring));
            }
            symmetries[number][index] = at_offset(x, y);
            index += 1;
        }
        number += 1;
    }
    symmetries
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_plain_board_has_the_shape_of_the_rules() {
        let board = &PLAIN_24;
        assert_eq!(board.points(), PointSet::ALL);
        assert_eq!(board.edges().count(), 32);
        assert_eq!(board.lines().count(), 16);
        for point in Point::all() {
            assert_eq!(board.lines().filter(|line| line.contains(point)).count(), 2, "{point}");
            for other in board.neighbours(point) {
                assert!(board.neighbours(other).contains(point));
            }
        }
        let names = |text: &str| board.neighbours(text.parse().unwrap()).to_string();
        assert_eq!(names("d6"), "d7 b6 f6 d5");
        assert_eq!(names("a1"), "a4 d1");
        assert_eq!(names("e4"), "e5 f4 e3");
    }

    #[test]
    fn there_are_sixteen_symmetries_that_keep_edges_and_lines() {
        let board = &PLAIN_24;
        let lines: HashSet<_> = board.lines().collect();
        let distinct: HashSet<_> = board.symmetries().iter().collect();
        assert_eq!(distinct.len(), 16);
        for symmetry in board.symmetries() {
            assert!(board.lines().all(|line| lines.contains(&Board::map(symmetry, line))));
            for (a, b) in board.edges() {
                assert!(board.neighbours(symmetry[a.index()]).contains(symmetry[b.index()]));
            }
        }
        assert!(Point::all().all(|point| board.symmetries()[0][point.index()] == point));
    }
}
