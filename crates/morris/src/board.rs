// SPDX-License-Identifier: GPL-3.0-or-later
//! Boards as data: points, neighbors, lines and symmetries.

use std::fmt;

use super::{MAX_POINTS, Point, PointSet};

/// The most lines that meet in a point: in the center of a cross of five by five.
const MAX_LINES_AT_A_POINT: usize = 6;
/// The most lines and the most rows of a board.
const MAX_LINES: usize = 32;
const MAX_ROWS: usize = 16;

/// A set that no set of men contains: fills the places of lines that a point does not have.
const NEVER: u64 = u64::MAX;

/// A permutation of the points: entry `i` is where point `i` goes. Points that the board does not
/// have stay.
pub type Symmetry = [Point; MAX_POINTS];

/// Where the points of a board lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Layout {
    /// On a square grid: the letter of a name is the column, the number the row from below.
    Grid,
    /// On rings, each a polygon with so many corners: the letter is the place on the ring, corners
    /// and middles of sides in turn, and the number is the ring, the outer first.
    Polygon(u8),
}

/// A board as it stands in the table: names in words.
pub(super) struct BoardData {
    pub(super) id: &'static str,
    pub(super) layout: Layout,
    /// The points by index, in the rows of the position line.
    pub(super) rows: &'static str,
    /// The edges, each as its two ends.
    pub(super) edges: &'static str,
    /// The lines that make mills, each as its three points.
    pub(super) lines: &'static str,
}

/// A board: where men can stand, where they can go, and what makes a mill. Edges and lines are not
/// the same thing.
///
/// ```
/// use morris::{PLAIN_24, PointSet, RING_16};
///
/// let d6 = PLAIN_24.point("d6").unwrap();
/// assert_eq!(PLAIN_24.neighbors(d6).len(), 4);
/// assert_eq!(PLAIN_24.lines().count(), 16);
/// assert_eq!((RING_16.points().len(), RING_16.symmetries().len()), (16, 16));
///
/// let line = PLAIN_24.lines().next().unwrap();
/// let man = line.first().unwrap();
/// assert!(PLAIN_24.in_mill(line, man) && !PLAIN_24.in_mill(PointSet::EMPTY, man));
/// ```
pub struct Board {
    id: &'static str,
    layout: Layout,
    names: [&'static str; MAX_POINTS],
    points: PointSet,
    rows: [usize; MAX_ROWS],
    row_count: usize,
    /// The highest letter and the highest number of a name, counted from 1.
    grid: (u8, u8),
    lines: [PointSet; MAX_LINES],
    line_count: usize,
    neighbors: [PointSet; MAX_POINTS],
    /// For each point the other two points of each line through it, as bits.
    partners: [[u64; 3]; MAX_POINTS],
    /// The same of further lines through it.
    further_partners: [[u64; MAX_LINES_AT_A_POINT - 3]; MAX_POINTS],
    /// Whether more than three lines meet in some point.
    crowded: bool,
    symmetries: fn() -> &'static [Symmetry],
}

impl fmt::Debug for Board {
    /// The id: the tables would bury what else is shown.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Board").field(&self.id).finish()
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Board {}

impl Board {
    /// Makes the tables. `symmetries` says what [`Self::find_symmetries`] found, once.
    pub(super) const fn build(data: &BoardData, symmetries: fn() -> &'static [Symmetry]) -> Self {
        let mut board = Self {
            id: data.id,
            layout: data.layout,
            names: [""; MAX_POINTS],
            points: PointSet::EMPTY,
            rows: [0; MAX_ROWS],
            row_count: 0,
            grid: (0, 0),
            lines: [PointSet::EMPTY; MAX_LINES],
            line_count: 0,
            neighbors: [PointSet::EMPTY; MAX_POINTS],
            partners: [[NEVER; 3]; MAX_POINTS],
            further_partners: [[NEVER; MAX_LINES_AT_A_POINT - 3]; MAX_POINTS],
            crowded: false,
            symmetries,
        };
        board.read_rows(data.rows);
        board.read_edges(data.edges);
        board.read_lines(data.lines);
        assert!(board.points.len() < MAX_POINTS, "a full set is no set of men, and 63 stands for no point");
        board
    }

    const fn read_rows(&mut self, text: &'static str) {
        let (mut at, mut index) = (0, 0);
        while at < text.len() {
            let word = word(text, at);
            at += word.len() + 1;
            if word.as_bytes()[0] == b'/' {
                self.row_count += 1;
                continue;
            }
            self.names[index] = word;
            self.rows[self.row_count] += 1;
            let (column, row) = (word.as_bytes()[0] - b'a' + 1, word.as_bytes()[1] - b'0');
            self.grid = (larger(self.grid.0, column), larger(self.grid.1, row));
            self.points = self.points.union(Point::at(index).set());
            index += 1;
        }
        self.row_count += 1;
    }

    const fn read_edges(&mut self, text: &'static str) {
        let mut at = 0;
        while at < text.len() {
            let (a, b) = (self.read_point(text, at), self.read_point(text, at + word(text, at).len() + 1));
            self.neighbors[a] = self.neighbors[a].union(Point::at(b).set());
            self.neighbors[b] = self.neighbors[b].union(Point::at(a).set());
            at += self.names[a].len() + self.names[b].len() + 2;
        }
    }

    const fn read_lines(&mut self, text: &'static str) {
        let mut at = 0;
        while at < text.len() {
            let (mut ends, mut line, mut end) = ([0; 3], PointSet::EMPTY, 0);
            while end < 3 {
                ends[end] = self.read_point(text, at);
                line = line.union(Point::at(ends[end]).set());
                at += self.names[ends[end]].len() + 1;
                end += 1;
            }
            self.lines[self.line_count] = line;
            self.line_count += 1;
            while end > 0 {
                end -= 1;
                self.add_partners(ends[end], line);
            }
        }
    }

    const fn add_partners(&mut self, point: usize, line: PointSet) {
        let partners = line.to_u64() & !(1 << point);
        let mut place = 0;
        while place < 3 && self.partners[point][place] != NEVER {
            place += 1;
        }
        if place < 3 {
            self.partners[point][place] = partners;
            return;
        }
        self.crowded = true;
        while self.further_partners[point][place - 3] != NEVER {
            place += 1;
        }
        self.further_partners[point][place - 3] = partners;
    }

    /// The index of the point whose name begins at a place of a text.
    const fn read_point(&self, text: &'static str, at: usize) -> usize {
        let mut index = 0;
        while !same(self.names[index], word(text, at)) {
            index += 1;
        }
        index
    }

    /// The name in lists of boards. It never changes.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        self.id
    }

    /// Where its points lie.
    #[must_use]
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// All points of the board.
    #[must_use]
    #[inline]
    pub const fn points(&self) -> PointSet {
        self.points
    }

    /// What a point is called here; empty if there is no such point.
    #[must_use]
    pub const fn name(&self, point: Point) -> &'static str {
        self.names[point.index()]
    }

    /// The point with this name, in capitals or not.
    #[must_use]
    pub fn point(&self, name: &str) -> Option<Point> {
        self.points.into_iter().find(|&point| self.name(point).eq_ignore_ascii_case(name))
    }

    /// Where a point lies: on a grid in steps from the lower left corner, on polygons in rings from
    /// the middle.
    ///
    /// # Panics
    /// If the board has no such point.
    #[must_use]
    pub fn place(&self, point: Point) -> (f64, f64) {
        let name = self.name(point).as_bytes();
        let letter = f64::from(name[0] - b'a');
        match self.layout {
            Layout::Grid => (letter, f64::from(name[1] - b'1')),
            Layout::Polygon(corners) => {
                let step = std::f64::consts::TAU / f64::from(corners);
                let corner = |number: f64| {
                    let angle = std::f64::consts::FRAC_PI_2 - step / 2.0 + number * step;
                    (angle.cos(), angle.sin())
                };
                let (a, b) = (corner((letter / 2.0).floor()), corner((letter / 2.0).ceil()));
                let radius = self.rings_within(point) + 1.0;
                (radius * (a.0 + b.0) / 2.0, radius * (a.1 + b.1) / 2.0)
            }
        }
    }

    /// Where a point is drawn, in steps to the right and upwards from the middle of the picture.
    /// Rings are drawn so far apart that men have room on the inmost one.
    ///
    /// # Panics
    /// If the board has no such point.
    #[must_use]
    pub fn place_from_middle(&self, point: Point) -> (f64, f64) {
        let (x, y) = self.place(point);
        match self.layout {
            Layout::Grid => (x - middle_of(self.grid.0), y - middle_of(self.grid.1)),
            Layout::Polygon(corners) => {
                let within = self.rings_within(point);
                let scale = ring_radius(corners, within) / (within + 1.0);
                let (_, bottom, top) = self.ring_extent(corners);
                (x * scale, y * scale - (bottom + top) / 2.0)
            }
        }
    }

    /// From the middle of the picture to its outermost points, in steps.
    #[must_use]
    pub fn radius(&self) -> f64 {
        match self.layout {
            Layout::Grid => middle_of(larger(self.grid.0, self.grid.1)),
            Layout::Polygon(corners) => {
                let (half_width, bottom, top) = self.ring_extent(corners);
                half_width.max((top - bottom) / 2.0)
            }
        }
    }

    /// How many rings lie within that of a point.
    fn rings_within(&self, point: Point) -> f64 {
        f64::from(self.grid.1 - (self.name(point).as_bytes()[1] - b'0'))
    }

    /// How far the outer ring reaches as it is drawn: to either side, down (negative) and up, from
    /// its center, in steps.
    fn ring_extent(&self, corners: u8) -> (f64, f64, f64) {
        let radius = ring_radius(corners, f64::from(self.grid.1 - 1));
        let step = std::f64::consts::TAU / f64::from(corners);
        let angles = (0..corners).map(|number| std::f64::consts::FRAC_PI_2 + step * (f64::from(number) - 0.5));
        let extent = |(wide, bottom, top): (f64, f64, f64), angle: f64| {
            let (y, x) = angle.sin_cos();
            (wide.max(x.abs() * radius), bottom.min(y * radius), top.max(y * radius))
        };
        angles.fold((0.0, 0.0, 0.0), extent)
    }

    /// The letters of the columns, each with its place to the right of the middle, in steps; none
    /// where points lie on rings.
    pub fn columns(&self) -> impl Iterator<Item = (char, f64)> + use<> {
        marks('a', self.grid.0, self.layout)
    }

    /// The digits of the rows from below, each with its place above the middle, in steps; none
    /// where points lie on rings.
    pub fn ranks(&self) -> impl Iterator<Item = (char, f64)> + use<> {
        marks('1', self.grid.1, self.layout)
    }

    /// The point in the middle, if there is one.
    #[must_use]
    pub fn center(&self) -> Option<Point> {
        let (mut x, mut y) = (0.0, 0.0);
        for place in self.points.map(|point| self.place(point)) {
            (x, y) = (x + place.0, y + place.1);
        }
        let count = self.points.len() as f64;
        self.points.into_iter().find(|&point| self.place(point) == (x / count, y / count))
    }

    /// The lengths of the rows of the position line, from the top of the picture.
    #[must_use]
    pub fn rows(&self) -> &[usize] {
        &self.rows[..self.row_count]
    }

    /// The lines, each as a set of three points.
    pub fn lines(&self) -> impl Iterator<Item = PointSet> + '_ {
        self.lines[..self.line_count].iter().copied()
    }

    /// The points that an edge joins to `point`.
    #[must_use]
    #[inline]
    pub const fn neighbors(&self, point: Point) -> PointSet {
        self.neighbors[point.index()]
    }

    /// The edges, each once, the lower index first.
    pub fn edges(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        self.points.flat_map(|a| self.neighbors(a).filter(move |&b| a < b).map(move |b| (a, b)))
    }

    /// Whether a man on `point` stands in a mill together with `men` (which may or may not contain
    /// `point`).
    #[must_use]
    #[inline]
    pub const fn in_mill(&self, men: PointSet, point: Point) -> bool {
        let missing = !men.to_u64();
        any_filled(missing, &self.partners[point.index()]) || self.crowded && self.in_further_mill(missing, point)
    }

    #[cold]
    const fn in_further_mill(&self, missing: u64, point: Point) -> bool {
        any_filled(missing, &self.further_partners[point.index()])
    }

    /// Those of `men` that stand in a mill.
    #[must_use]
    #[inline]
    pub fn in_mills(&self, men: PointSet) -> PointSet {
        let mills = self.lines().filter(|&line| men.contains_all(line));
        mills.fold(PointSet::EMPTY, |mills, line| mills | line)
    }

    /// The points, with a man or without, on which one more man closes a mill with `men`.
    #[must_use]
    #[inline]
    pub(super) fn closing_points(&self, men: PointSet) -> PointSet {
        self.lines().map(|line| line - men).fold(PointSet::EMPTY, |points, missing| {
            if missing.to_u64() & missing.to_u64().wrapping_sub(1) == 0 { points | missing } else { points }
        })
    }

    /// The permutations of the points that keep edges and lines. The first is the identity; the
    /// rotations and mirrors of the square come before what no rotation of the picture shows.
    #[must_use]
    pub fn symmetries(&self) -> &'static [Symmetry] {
        (self.symmetries)()
    }

    /// The image of a set under a symmetry.
    #[must_use]
    pub fn map(symmetry: &Symmetry, set: PointSet) -> PointSet {
        set.map(|point| symmetry[point.index()]).collect()
    }
}

/// Between neighboring points of the inmost ring, and between the middles of neighboring rings'
/// sides, in steps.
const RING_STEP: f64 = 0.86;

/// From the middle to the corners of a ring with so many within it, as it is drawn, in steps.
fn ring_radius(corners: u8, within: f64) -> f64 {
    let half_turn = std::f64::consts::PI / f64::from(corners);
    let to_side = RING_STEP / half_turn.tan() + RING_STEP * within;
    to_side / half_turn.cos()
}

fn marks(first: char, count: u8, layout: Layout) -> impl Iterator<Item = (char, f64)> {
    let count = if layout == Layout::Grid { count } else { 0 };
    (0..count).map(move |number| (char::from(first as u8 + number), f64::from(number) - middle_of(count)))
}

/// The middle of so many places that are numbered from 0.
fn middle_of(count: u8) -> f64 {
    (f64::from(count) - 1.0) / 2.0
}

const fn larger(a: u8, b: u8) -> u8 {
    if a > b { a } else { b }
}

/// Whether nothing of one of three sets is missing.
#[inline]
const fn any_filled(missing: u64, sets: &[u64; 3]) -> bool {
    missing & sets[0] == 0 || missing & sets[1] == 0 || missing & sets[2] == 0
}

/// The word of letters and digits, or the sign, that begins at a place of a text.
const fn word(text: &'static str, at: usize) -> &'static str {
    let (_, rest) = text.as_bytes().split_at(at);
    let mut length = 1;
    while length < rest.len() && rest[length].is_ascii_alphanumeric() {
        length += 1;
    }
    let (word, _) = rest.split_at(length);
    match std::str::from_utf8(word) {
        Ok(word) => word,
        Err(_) => panic!("names are plain letters"),
    }
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut index = 0;
    while index < a.len() && index < b.len() && a[index] == b[index] {
        index += 1;
    }
    index == a.len() && index == b.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO_TRIANGLES: BoardData = BoardData {
        id: "two",
        layout: Layout::Polygon(3),
        rows: "a1 b1 c1 d1 e1 f1 / a2 b2 c2 d2 e2 f2",
        edges: "a1-b1 b1-c1 c1-d1 d1-e1 e1-f1 a1-f1 a2-b2 b2-c2 c2-d2 d2-e2 e2-f2 a2-f2 b1-b2 d1-d2 f1-f2",
        lines: "a1-b1-c1 c1-d1-e1 e1-f1-a1 a2-b2-c2 c2-d2-e2 e2-f2-a2",
    };

    /// The rings of a board count from its inmost, however many there are.
    #[test]
    fn a_board_of_two_rings_lies_as_the_inner_two_of_three() {
        let two = Board::build(&TWO_TRIANGLES, || &[]);
        let three = &crate::POLYGON_3;
        for letter in 'a'..='f' {
            for (ring, same) in [(1, 2), (2, 3)] {
                let [a, b] = [(&two, ring), (three, same)].map(|(board, ring)| {
                    let point = board.point(&format!("{letter}{ring}")).unwrap();
                    (board.place(point), board.place_from_middle(point).0)
                });
                assert_eq!(a, b, "{letter}{ring}");
            }
        }
        assert!((two.radius() - three.radius() * 2.0 / 3.0).abs() > 1e-9 && two.radius() < three.radius());
        let lowest = two.points().map(|point| two.place_from_middle(point).1).fold(f64::MAX, f64::min);
        let highest = two.points().map(|point| two.place_from_middle(point).1).fold(f64::MIN, f64::max);
        assert!((lowest + highest).abs() < 1e-9, "the picture has its middle in the middle");
    }
}
