// SPDX-License-Identifier: GPL-3.0-or-later
//! Changes of the whole board that keep the value of every position: mirroring, turning, exchanging
//! the inner and the outer ring, and swapping the colors.

use super::{Arrangement, Board, ByColor, Game, Memory, Move, Outcome, Point, Position, Rules, Symmetry};

crate::with_ids! {
    /// A change of the whole board that keeps the value of every position.
    ///
    /// ```
    /// use morris::{Position, Rules, Transformation};
    ///
    /// let rules = Rules::STANDARD;
    /// assert_eq!(Transformation::of(rules.board), Transformation::ALL);
    /// let corner = Position::parse("W../.../.../....../.../.../... b 8 9", &rules)?;
    /// let turned = Transformation::TurnRight.position(&corner, &rules);
    /// assert_eq!(turned, Some(Position::parse("..W/.../.../....../.../.../... b 8 9", &rules)?));
    /// # Ok::<(), morris::PositionError>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Transformation {
        /// Exchanges left and right.
        Mirror = "mirror",
        /// Turns the board by the smallest possible angle, counterclockwise.
        TurnLeft = "turn-left",
        /// Turns the board by the smallest possible angle, clockwise.
        TurnRight = "turn-right",
        /// Exchanges the inner and the outer ring.
        InsideOut = "inside-out",
        /// Exchanges the colors of all men, in hand too, and of the side to move.
        SwapColors = "swap-colors",
    }
}

/// Tolerance for coordinates of the picture.
const TOLERANCE: f64 = 0.01;
/// Maximum number of turns that lead back to the start.
const MOST_TURNS: u8 = 12;

impl Transformation {
    /// Returns the transformations that a board allows. The colors can always be swapped, but not
    /// in every position: see [`Self::position`].
    pub fn of(board: &Board) -> Vec<Self> {
        Self::ALL.into_iter().filter(|kind| *kind == Self::SwapColors || kind.symmetry(board).is_some()).collect()
    }

    /// Returns the transformation that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self {
            Self::TurnLeft => Self::TurnRight,
            Self::TurnRight => Self::TurnLeft,
            Self::Mirror | Self::InsideOut | Self::SwapColors => self,
        }
    }

    /// Returns the symmetry of the board, or `None` if the board does not have it or the colors are
    /// swapped.
    pub fn symmetry(self, board: &Board) -> Option<&'static Symmetry> {
        match self {
            Self::Mirror => board.motion(|(x, y)| (-x, y)),
            Self::TurnLeft => board.turn(1.0),
            Self::TurnRight => board.turn(-1.0),
            Self::InsideOut => board.symmetry_where(|(x, y), (to_x, to_y)| {
                // The same direction from the middle.
                (x * to_y - y * to_x).abs() < TOLERANCE && x * to_x + y * to_y > -TOLERANCE
            }),
            Self::SwapColors => None,
        }
    }

    /// Returns the image of a position. Returns `None` if the board does not have the symmetry, or
    /// if the colors cannot be swapped, because White is the first to place a man.
    pub fn position(self, position: &Position, rules: &Rules) -> Option<Position> {
        match self {
            Self::SwapColors => Arrangement::from(*position).with_colors_swapped().check(rules).ok(),
            _ => Some(position.image(self.symmetry(rules.board)?, rules)),
        }
    }

    /// Returns the image of a move.
    pub fn mv(self, mv: Move, board: &Board) -> Option<Move> {
        if self == Self::SwapColors { Some(mv) } else { Some(mv.image(self.symmetry(board)?)) }
    }

    /// Returns the image of a game with the same cursor, also of its moves taken back. Returns
    /// `None` where [`Self::position`] does.
    pub fn game(self, game: &Game) -> Option<Game> {
        let rules = game.rules();
        let mut image = Game::from_position(*rules, self.position(game.start(), rules)?);
        for &mv in game.moves() {
            image.play(self.mv(mv, rules.board)?).ok()?;
        }
        let mut end = game.clone();
        end.go_to(game.moves().len());
        if let Some(outcome) = end.outcome() {
            image.declare(self.outcome(outcome));
        }
        image.go_to(game.cursor());
        Some(image)
    }

    /// Returns the image of the end of a game.
    pub const fn outcome(self, outcome: Outcome) -> Outcome {
        match (self, outcome) {
            (Self::SwapColors, Outcome::Win { winner, reason }) => Outcome::Win { winner: winner.other(), reason },
            _ => outcome,
        }
    }
}

impl Board {
    /// Returns the first symmetry but the identity that takes each point to a place with this
    /// relation. Places are relative to the middle of the board.
    fn symmetry_where(&self, relation: impl Fn((f64, f64), (f64, f64)) -> bool) -> Option<&'static Symmetry> {
        let points: Vec<_> = self.points().collect();
        let count = points.len() as f64;
        let sum =
            points.iter().map(|&point| self.place(point)).fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
        let at = |point: Point| {
            let (x, y) = self.place(point);
            (x - sum.0 / count, y - sum.1 / count)
        };
        let fits = |symmetry: &&Symmetry| points.iter().all(|&point| relation(at(point), at(symmetry[point.index()])));
        self.symmetries().iter().skip(1).find(fits)
    }

    /// Returns the symmetry that moves the picture like this.
    fn motion(&self, image: impl Fn((f64, f64)) -> (f64, f64)) -> Option<&'static Symmetry> {
        self.symmetry_where(|from, to| {
            let (x, y) = image(from);
            (x - to.0).abs() < TOLERANCE && (y - to.1).abs() < TOLERANCE
        })
    }

    /// Returns the rotation by the smallest angle. A `sign` of 1 turns counterclockwise, -1
    /// clockwise.
    fn turn(&self, sign: f64) -> Option<&'static Symmetry> {
        (2..=MOST_TURNS).rev().find_map(|turns| {
            let (sin, cos) = (sign * std::f64::consts::TAU / f64::from(turns)).sin_cos();
            self.motion(|(x, y)| (x * cos - y * sin, x * sin + y * cos))
        })
    }

    /// Returns the image of a set of lines, bit by bit.
    fn lines_image(&self, symmetry: &Symmetry, set: u32) -> u32 {
        let image_of = |line| self.lines().position(|other| other == Self::map(symmetry, line));
        let images = self.lines().enumerate().filter(|(number, _)| set >> number & 1 != 0);
        images.filter_map(|(_, line)| image_of(line)).fold(0, |images, number| images | 1 << number)
    }
}

impl Move {
    /// Returns the image of the move under a symmetry.
    #[must_use]
    pub fn image(self, symmetry: &Symmetry) -> Self {
        let point = |point: Point| symmetry[point.index()];
        Self { from: self.from.map(point), to: self.to.map(point), removed: Board::map(symmetry, self.removed) }
    }
}

impl Position {
    /// Returns the image of the position under a symmetry of the board.
    #[must_use]
    pub fn image(&self, symmetry: &Symmetry, rules: &Rules) -> Self {
        Self::from_arrangement(Arrangement::from(*self).image(symmetry, rules.board))
    }
}

impl Arrangement {
    fn image(self, symmetry: &Symmetry, board: &Board) -> Self {
        let point = |point: Point| symmetry[point.index()];
        let Memory { blocked, paid, last_mill, first_mill, removals, let_out } = self.memory;
        let memory = Memory {
            blocked: ByColor::from_fn(|color| Board::map(symmetry, blocked[color])),
            paid: ByColor::from_fn(|color| board.lines_image(symmetry, paid[color])),
            last_mill: ByColor::from_fn(|color| last_mill[color].map(|(from, to)| (point(from), point(to)))),
            first_mill,
            removals,
            let_out,
        };
        Self { men: ByColor::from_fn(|color| Board::map(symmetry, self.men[color])), memory, ..self }
    }

    fn with_colors_swapped(self) -> Self {
        let Memory { blocked, paid, last_mill, first_mill, removals, let_out } = self.memory;
        let memory = Memory {
            blocked: blocked.swapped(),
            paid: paid.swapped(),
            last_mill: last_mill.swapped(),
            first_mill: first_mill.map(super::Color::other),
            removals,
            let_out: let_out.map(super::Color::other),
        };
        Self { men: self.men.swapped(), hand: self.hand.swapped(), side: self.side.other(), memory, ..self }
    }
}
