// SPDX-License-Identifier: GPL-3.0-or-later
//! Boards as data: points, neighbors, lines and symmetries.

use std::fmt;

use super::{MAX_POINTS, Point, PointSet};

/// Maximum number of lines that meet in a point. The center of a cross of five by five has six.
const MAX_LINES_AT_A_POINT: usize = 6;
/// Maximum number of lines of a board, and maximum number of its rows.
const MAX_LINES: usize = 32;
const MAX_ROWS: usize = 16;

/// A set that no set of men contains. It fills the entries of `partners` for lines that a point
/// does not have.
const NEVER: u64 = u64::MAX;

/// A permutation of the points. Entry `i` is the image of point `i`. Points that the board does not
/// have map to themselves.
pub type Symmetry = [Point; MAX_POINTS];

/// Arrangement of a board's points in the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Layout {
    /// On a square grid. The letter of a name is the column, the digit is the row counted from the
    /// bottom.
    Grid,
    /// On rings, each a polygon with this number of corners. The letter of a name is the place on
    /// the ring, where corners and middles of sides alternate. The digit is the ring, counted from
    /// the outermost.
    Polygon(u8),
    /// A grid of three by three whose outer points are drawn on a circle around the middle.
    Wheel,
}

/// A row of the table of boards, with points given by name.
pub(super) struct BoardData {
    pub(super) id: &'static str,
    pub(super) layout: Layout,
    /// Names of the points by index, in the rows of the position line.
    pub(super) rows: &'static str,
    /// Edges, each as its two ends.
    pub(super) edges: &'static str,
    /// Lines that form mills, each as its three points.
    pub(super) lines: &'static str,
}

/// A board: its points, its edges along which men move, and its lines that form mills. Edges and
/// lines are independent of each other.
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
    /// Highest letter and highest digit of a name, counted from 1.
    grid: (u8, u8),
    lines: [PointSet; MAX_LINES],
    line_count: usize,
    neighbors: [PointSet; MAX_POINTS],
    /// For each point, the other two points of each line through it, as bits.
    partners: [[u64; 3]; MAX_POINTS],
    /// Partners on the fourth to sixth line through each point.
    further_partners: [[u64; MAX_LINES_AT_A_POINT - 3]; MAX_POINTS],
    /// Whether more than three lines meet in some point.
    crowded: bool,
    symmetries: fn() -> &'static [Symmetry],
}

impl fmt::Debug for Board {
    /// Prints the id alone: the tables would bury the rest of the output.
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
    /// Builds the tables. `symmetries` returns the result of [`Self::find_symmetries`], which is
    /// computed once.
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
        assert!(board.points.len() < MAX_POINTS, "a full set is never a set of men, and 63 is never a point");
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

    /// Returns the index of the point whose name begins at byte `at` of `text`.
    const fn read_point(&self, text: &'static str, at: usize) -> usize {
        let mut index = 0;
        while !same(self.names[index], word(text, at)) {
            index += 1;
        }
        index
    }

    /// Returns the id of the board, which never changes.
    pub const fn id(&self) -> &'static str {
        self.id
    }

    /// Returns the layout of the points.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns all points of the board.
    #[inline]
    pub const fn points(&self) -> PointSet {
        self.points
    }

    /// Returns the name of a point on this board, or an empty string if the board has no such
    /// point.
    pub const fn name(&self, point: Point) -> &'static str {
        self.names[point.index()]
    }

    /// Returns the point with this name, ignoring case.
    pub fn point(&self, name: &str) -> Option<Point> {
        self.points.into_iter().find(|&point| self.name(point).eq_ignore_ascii_case(name))
    }

    /// Returns the coordinates of a point: on a grid in steps from the lower left corner, on
    /// polygons in rings from the middle.
    ///
    /// # Panics
    /// Panics if the board has no such point.
    pub fn place(&self, point: Point) -> (f64, f64) {
        let name = self.name(point).as_bytes();
        let letter = f64::from(name[0] - b'a');
        match self.layout {
            Layout::Grid | Layout::Wheel => (letter, f64::from(name[1] - b'1')),
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

    /// Returns the coordinates at which a point is drawn, in steps right and up from the middle of
    /// the picture. Rings are spaced so that men fit on the innermost one.
    ///
    /// # Panics
    /// Panics if the board has no such point.
    pub fn place_from_middle(&self, point: Point) -> (f64, f64) {
        let (x, y) = self.place(point);
        match self.layout {
            Layout::Grid => (x - middle_of(self.grid.0), y - middle_of(self.grid.1)),
            Layout::Wheel => {
                let (x, y) = (x - middle_of(self.grid.0), y - middle_of(self.grid.1));
                let distance = x.hypot(y).max(1.0);
                (WHEEL_RADIUS * x / distance, WHEEL_RADIUS * y / distance)
            }
            Layout::Polygon(corners) => {
                let within = self.rings_within(point);
                let scale = ring_radius(corners, within) / (within + 1.0);
                let (_, bottom, top) = self.ring_extent(corners);
                (x * scale, y * scale - (bottom + top) / 2.0)
            }
        }
    }

    /// Returns the places through which an edge is drawn, from end to end, as
    /// [`Self::place_from_middle`] counts them. The rim of a wheel is round.
    pub fn path_from_middle(&self, (from, to): (Point, Point)) -> Vec<(f64, f64)> {
        let ends = [from, to].map(|point| self.place_from_middle(point));
        let [start, end] = ends.map(|(x, y)| y.atan2(x));
        if self.layout != Layout::Wheel || ends.contains(&(0.0, 0.0)) {
            return ends.to_vec();
        }
        let whole = std::f64::consts::TAU;
        let turn = (end - start + whole * 1.5) % whole - whole / 2.0;
        let angles = (0..=RIM_PARTS).map(|part| start + turn * f64::from(part) / f64::from(RIM_PARTS));
        angles.map(|angle| (WHEEL_RADIUS * angle.cos(), WHEEL_RADIUS * angle.sin())).collect()
    }

    /// Returns the distance from the middle of the picture to its outermost points, in steps.
    pub fn radius(&self) -> f64 {
        match self.layout {
            Layout::Grid => middle_of(larger(self.grid.0, self.grid.1)),
            Layout::Wheel => WHEEL_RADIUS,
            Layout::Polygon(corners) => {
                let (half_width, bottom, top) = self.ring_extent(corners);
                half_width.max((top - bottom) / 2.0)
            }
        }
    }

    /// Returns the number of rings inside the ring of a point.
    fn rings_within(&self, point: Point) -> f64 {
        f64::from(self.grid.1 - (self.name(point).as_bytes()[1] - b'0'))
    }

    /// Returns the extent of the outer ring as drawn: to either side, down (negative) and up from
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

    /// Returns the letters of the columns, each with its distance to the right of the middle in
    /// steps. Empty for boards of rings.
    pub fn columns(&self) -> impl Iterator<Item = (char, f64)> + use<> {
        marks('a', self.grid.0, self.layout)
    }

    /// Returns the digits of the rows from the bottom, each with its distance above the middle in
    /// steps. Empty for boards of rings.
    pub fn ranks(&self) -> impl Iterator<Item = (char, f64)> + use<> {
        marks('1', self.grid.1, self.layout)
    }

    /// Returns the point in the middle, if there is one.
    pub fn center(&self) -> Option<Point> {
        let (mut x, mut y) = (0.0, 0.0);
        for place in self.points.map(|point| self.place(point)) {
            (x, y) = (x + place.0, y + place.1);
        }
        let count = self.points.len() as f64;
        self.points.into_iter().find(|&point| self.place(point) == (x / count, y / count))
    }

    /// Returns the lengths of the rows of the position line, from the top of the picture.
    pub fn rows(&self) -> &[usize] {
        &self.rows[..self.row_count]
    }

    /// Returns the lines, each as a set of three points.
    pub fn lines(&self) -> impl Iterator<Item = PointSet> + '_ {
        self.lines[..self.line_count].iter().copied()
    }

    /// Returns the points that share an edge with `point`.
    #[inline]
    pub const fn neighbors(&self, point: Point) -> PointSet {
        self.neighbors[point.index()]
    }

    /// Returns each edge once, the lower index first.
    pub fn edges(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        self.points.flat_map(|a| self.neighbors(a).filter(move |&b| a < b).map(move |b| (a, b)))
    }

    /// Returns `true` if a man on `point` is in a mill together with `men`. It does not matter
    /// whether `men` contains `point`.
    #[inline]
    pub const fn in_mill(&self, men: PointSet, point: Point) -> bool {
        let missing = !men.to_u64();
        any_filled(missing, &self.partners[point.index()]) || self.crowded && self.in_further_mill(missing, point)
    }

    #[cold]
    const fn in_further_mill(&self, missing: u64, point: Point) -> bool {
        any_filled(missing, &self.further_partners[point.index()])
    }

    /// Returns those of `men` that are in a mill.
    #[inline]
    pub fn in_mills(&self, men: PointSet) -> PointSet {
        let mills = self.lines().filter(|&line| men.contains_all(line));
        mills.fold(PointSet::EMPTY, |mills, line| mills | line)
    }

    /// Returns the points, occupied or not, where one more man would close a mill with `men`.
    #[inline]
    pub(super) fn closing_points(&self, men: PointSet) -> PointSet {
        self.lines().map(|line| line - men).fold(PointSet::EMPTY, |points, missing| {
            if missing.to_u64() & missing.to_u64().wrapping_sub(1) == 0 { points | missing } else { points }
        })
    }

    /// Returns the permutations of the points that preserve edges and lines. The identity comes
    /// first. Rotations and reflections of the square come before symmetries that are not motions
    /// of the picture.
    pub fn symmetries(&self) -> &'static [Symmetry] {
        (self.symmetries)()
    }

    /// Returns the image of a set under a symmetry.
    pub fn map(symmetry: &Symmetry, set: PointSet) -> PointSet {
        set.map(|point| symmetry[point.index()]).collect()
    }
}

/// Distance between neighboring points of the innermost ring, and between the sides of neighboring
/// rings, in steps.
const RING_STEP: f64 = 0.86;

/// Distance of the points of a wheel from its middle, in steps.
const WHEEL_RADIUS: f64 = 1.25;
/// Number of straight parts in which the rim of a wheel is drawn from point to point.
const RIM_PARTS: u8 = 8;

/// Returns the distance from the middle to the corners of a ring as drawn, in steps. `within` is
/// the number of rings inside it.
fn ring_radius(corners: u8, within: f64) -> f64 {
    let half_turn = std::f64::consts::PI / f64::from(corners);
    let to_side = RING_STEP / half_turn.tan() + RING_STEP * within;
    to_side / half_turn.cos()
}

fn marks(first: char, count: u8, layout: Layout) -> impl Iterator<Item = (char, f64)> {
    let count = if layout == Layout::Grid { count } else { 0 };
    (0..count).map(move |number| (char::from(first as u8 + number), f64::from(number) - middle_of(count)))
}

/// Returns the middle of `count` places that are numbered from 0.
fn middle_of(count: u8) -> f64 {
    (f64::from(count) - 1.0) / 2.0
}

const fn larger(a: u8, b: u8) -> u8 {
    if a > b { a } else { b }
}

/// Returns `true` if one of the three sets has no missing point.
#[inline]
const fn any_filled(missing: u64, sets: &[u64; 3]) -> bool {
    missing & sets[0] == 0 || missing & sets[1] == 0 || missing & sets[2] == 0
}

/// Returns the token that begins at byte `at`: a word of letters and digits, or a single sign.
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

    /// Ring numbers count from the innermost ring, so a board of two rings matches the inner two of
    /// three.
    #[test]
    fn two_rings_are_the_inner_two_of_three() {
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
