// SPDX-License-Identifier: GPL-3.0-or-later
//! Search for the symmetries of a board: all permutations of its points that preserve edges and
//! lines.

use std::collections::HashSet;

use super::{Board, MAX_POINTS, Point, PointSet, Symmetry};

impl Board {
    /// Finds all symmetries, in the order that [`Self::symmetries`] documents. Files depend on this
    /// order.
    pub(super) fn find_symmetries(&self) -> Vec<Symmetry> {
        let mut search = SymmetrySearch {
            board: self,
            order: self.by_nearness(),
            lines: self.lines().collect(),
            symmetry: std::array::from_fn(Point::at),
            found: Vec::new(),
        };
        search.assign(0, PointSet::EMPTY);
        let mut found = search.found;
        found.sort_by_cached_key(|symmetry| (self.as_turn(symmetry), *symmetry));
        found
    }

    /// Returns the points in search order: each point except the first of a connected part is a
    /// neighbor of an earlier one.
    fn by_nearness(&self) -> Vec<Point> {
        let (mut order, mut seen) = (Vec::new(), PointSet::EMPTY);
        while let Some(start) = (self.points() - seen).first() {
            let mut next = order.len();
            order.push(start);
            seen |= start.set();
            while next < order.len() {
                let new = self.neighbors(order[next]) - seen;
                seen |= new;
                order.extend(new);
                next += 1;
            }
        }
        order
    }

    fn lines_at(&self, point: Point) -> usize {
        self.lines().filter(|line| line.contains(point)).count()
    }

    /// Returns whether a symmetry is not one of the eight of the square, and the number of the
    /// square's symmetry closest to it. In the number, 1 mirrors left and right, 2 top and bottom,
    /// 4 columns and rows, applied in this order.
    fn as_turn(&self, symmetry: &Symmetry) -> (bool, usize) {
        let places: Vec<_> = self.points().map(|point| self.place(point)).collect();
        let least = |of: fn(&(f64, f64)) -> f64| places.iter().map(of).fold(f64::INFINITY, f64::min);
        let most = |of: fn(&(f64, f64)) -> f64| places.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let middle = ((least(|p| p.0) + most(|p| p.0)) / 2.0, (least(|p| p.1) + most(|p| p.1)) / 2.0);
        let strays = |number: usize| {
            let moved = |point: &Point| {
                let at = |point: Point| (self.place(point).0 - middle.0, self.place(point).1 - middle.1);
                let (mut x, mut y) = at(*point);
                if number & 1 != 0 {
                    x = -x;
                }
                if number & 2 != 0 {
                    y = -y;
                }
                if number & 4 != 0 {
                    (x, y) = (y, x);
                }
                let image = at(symmetry[point.index()]);
                (image.0 - x).abs() + (image.1 - y).abs() > 0.01
            };
            self.points().filter(moved).count()
        };
        let (strays, number) = (0..8).map(|number| (strays(number), number)).min().unwrap_or_default();
        (strays > 0, number)
    }
}

/// A backtracking search that assigns images to the points one by one.
struct SymmetrySearch<'a> {
    board: &'a Board,
    order: Vec<Point>,
    lines: HashSet<PointSet>,
    symmetry: [Point; MAX_POINTS],
    found: Vec<Symmetry>,
}

impl SymmetrySearch<'_> {
    /// Tries all possible images for the points of the search order from index `next` on.
    fn assign(&mut self, next: usize, used: PointSet) {
        let board = self.board;
        let Some(&point) = self.order.get(next) else {
            if self.lines.iter().all(|&line| self.lines.contains(&Board::map(&self.symmetry, line))) {
                self.found.push(self.symmetry);
            }
            return;
        };
        for image in board.points() - used {
            let same_edges = self.order[..next].iter().all(|&before| {
                let image_before = self.symmetry[before.index()];
                board.neighbors(point).contains(before) == board.neighbors(image).contains(image_before)
            });
            if same_edges && board.lines_at(point) == board.lines_at(image) {
                self.symmetry[point.index()] = image;
                self.assign(next + 1, used | image.set());
            }
        }
        self.symmetry[point.index()] = point;
    }
}
