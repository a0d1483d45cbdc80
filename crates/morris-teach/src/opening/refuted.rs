// SPDX-License-Identifier: GPL-3.0-or-later
//! Published opening moves that lose, as the tables show.

use morris::{Move, Position, Rules};
use morris_solved::tablebase::Tables;

use super::drill::decision;
use crate::puzzles::Puzzle;

/// A published move that loses, although other moves hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefutedMove {
    /// Word for files and translations.
    pub id: &'static str,
    position: &'static str,
    mv: &'static str,
}

impl RefutedMove {
    /// All such moves, from the plainest to the least plain.
    pub const ALL: [Self; 5] = [
        Self::new("crossings-pair", ".../.B./.../.B..W./.../.W./... w 7 7 0", "f6"),
        Self::new("crossings-mirrored-pair", ".W./B.W/.../....W./.../.../.B. b 6 7 0", "b4"),
        Self::new("three-corners", "W.W/BB./.../....../.../.../... w 7 7 0", "a1"),
        Self::new("mill-left-open", ".../.BB/.../.B..W./.../.WW/... w 6 6 0", "d1"),
        Self::new("second-rank-after-mill", ".../..B/.../.B..W./.../WWW/... b 5 6 0", "b6"),
    ];

    /// Returns the move with this word.
    pub fn named(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|refuted| refuted.id == id)
    }

    const fn new(id: &'static str, position: &'static str, mv: &'static str) -> Self {
        Self { id, position, mv }
    }

    /// Returns the position before the move, and the move. A test reads all of them.
    pub fn position_and_move(self) -> Option<(Position, Move)> {
        Some((Position::parse(self.position, &Rules::STANDARD).ok()?, self.mv.parse().ok()?))
    }

    /// Returns the position after the move, with the side to move that wins.
    pub fn after(self) -> Option<Position> {
        let (position, mv) = self.position_and_move()?;
        position.play(mv, &Rules::STANDARD).ok()
    }

    /// Returns the position after the move as a puzzle, in which every move that wins is right.
    /// Returns `None` if the tables do not have the values.
    pub fn puzzle(self, tables: &Tables) -> Option<Puzzle> {
        let puzzle = decision(tables, &self.after()?, None)?;
        Some(Puzzle { mistake: self.position_and_move(), ..puzzle })
    }
}
