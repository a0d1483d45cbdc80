// SPDX-License-Identifier: GPL-3.0-or-later
//! Endgames to be played out: given numbers of men, to be won or to be held.

use std::cmp::Reverse;
use std::fmt;
use std::ops::ControlFlow;

use morris::{Arrangement, ByColor, Color, PointSet, Position, Rules};
use morris_solved::tablebase::{Tables, Wdl};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

use super::player_rating::RatingScore;
use super::values::{Values, best};

/// Number of moves for which a draw must be held.
pub const MOVES_TO_HOLD: u32 = 20;

morris::with_ids! {
    /// Goal of an endgame.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum EndgameGoal {
        /// Win the game.
        Win = "win",
        /// Do not lose within [`MOVES_TO_HOLD`] moves.
        Draw = "draw",
    }
}

/// An endgame that is offered. The bundled tables contain it and all that follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Endgame {
    /// The goal.
    pub goal: EndgameGoal,
    /// Number of the solver's men, which are white.
    pub own: u8,
    /// Number of the opponent's men.
    pub other: u8,
}

/// Result of an endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndgameRecord {
    /// Whether the goal was reached: without taking back, with it, or not at all.
    pub points: RatingScore,
    /// Number of the solver's moves.
    pub moves: u32,
}

impl Endgame {
    /// All endgames, in the order in which they are offered.
    pub const ALL: [Self; 10] = [
        Self::new(EndgameGoal::Win, 4, 3),
        Self::new(EndgameGoal::Win, 5, 3),
        Self::new(EndgameGoal::Win, 5, 4),
        Self::new(EndgameGoal::Win, 5, 5),
        Self::new(EndgameGoal::Win, 6, 5),
        Self::new(EndgameGoal::Draw, 3, 4),
        Self::new(EndgameGoal::Draw, 3, 5),
        Self::new(EndgameGoal::Draw, 4, 5),
        Self::new(EndgameGoal::Draw, 5, 5),
        Self::new(EndgameGoal::Draw, 5, 6),
    ];

    const fn new(goal: EndgameGoal, own: u8, other: u8) -> Self {
        Self { goal, own, other }
    }

    /// Returns the endgame with this word, if it is offered.
    pub fn of_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|endgame| endgame.to_string() == id)
    }

    /// Returns the value of the positions for the solver.
    pub const fn value(self) -> Wdl {
        match self.goal {
            EndgameGoal::Win => Wdl::Win,
            EndgameGoal::Draw => Wdl::Draw,
        }
    }

    /// Returns the endgame that follows in the list. The first one follows the last one.
    #[must_use]
    pub fn next(self) -> Self {
        let after = Self::ALL.into_iter().skip_while(|&other| other != self).nth(1);
        after.unwrap_or(Self::new(EndgameGoal::Win, 4, 3))
    }

    /// Returns a random position of this endgame. See [`endgame`].
    pub fn find(self, tables: &Tables, seed: u64, go_on: &mut dyn FnMut() -> ControlFlow<()>) -> Option<Position> {
        let men = ByColor { white: self.own.into(), black: self.other.into() };
        endgame(tables, &Rules::STANDARD, men, self.value(), seed, go_on)
    }
}

/// The word for files and actions, such as `win-5-4`.
impl fmt::Display for Endgame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.goal.id(), self.own, self.other)
    }
}

impl EndgameRecord {
    /// Returns the better one of two results: first by points, then by the number of moves.
    #[must_use]
    pub fn better(self, other: Self) -> Self {
        let rank = |record: Self| {
            let points = match record.points {
                RatingScore::Whole => 2,
                RatingScore::Half => 1,
                RatingScore::Nothing => 0,
            };
            (points, Reverse(record.moves))
        };
        if rank(other) > rank(self) { other } else { self }
    }
}

/// Maximum number of random positions that are examined for one endgame.
const MOST_CANDIDATES: usize = 1_000_000;

/// Returns a position with these numbers of men and none in hand. White is to move, the position
/// has the value `value` for White, and White can go wrong. Returns `None` if the search fails or
/// `go_on` stops it.
pub fn endgame(
    tables: &Tables,
    rules: &Rules,
    men: ByColor<usize>,
    value: Wdl,
    seed: u64,
    go_on: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<Position> {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut values = Values::new(tables, rules);
    let mut points: Vec<_> = rules.board.points().collect();
    for _ in 0..MOST_CANDIDATES {
        if go_on().is_break() {
            return None;
        }
        points.shuffle(&mut chance);
        let (white, rest) = points.split_at_checked(men.white)?;
        let black = rest.get(..men.black)?;
        let sets = ByColor { white: set(white), black: set(black) };
        let Ok(position) = Arrangement::new(sets, ByColor::default(), Color::White).check(rules) else { continue };
        if values.of(&position) != Some(value) {
            continue;
        }
        let Some(moves) = values.moves(&position) else { continue };
        if best(&moves).is_some_and(|(_, right)| right.len() < moves.len()) {
            return Some(position);
        }
    }
    None
}

fn set(points: &[morris::Point]) -> PointSet {
    points.iter().fold(PointSet::EMPTY, |set, point| set | point.set())
}
