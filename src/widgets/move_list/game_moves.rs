// SPDX-License-Identifier: GPL-3.0-or-later
//! The moves of a game in the list.

use super::move_mark::MoveMark;
use super::move_row::{Branch, LEAST_DIGITS, ListedMove, Place, RowContent};
use crate::widgets::changed_range::ChangedRange;
use morris::{Board, Color, Game, Move};

#[derive(Default)]
pub struct GameMoves {
    board: Option<&'static Board>,
    moves: Vec<Move>,
    /// Marks beside the moves: one entry for each move, or none at all.
    pub marks: Vec<Option<MoveMark>>,
    pub black_first: bool,
}

impl GameMoves {
    pub fn row(&self, row: usize) -> Option<RowContent> {
        let moves = [0, 1].map(|column| self.listed((2 * row + column).checked_sub(usize::from(self.black_first))?));
        let digits = self.rows().to_string().len().max(LEAST_DIGITS);
        moves.iter().any(Option::is_some).then_some(RowContent { digits, moves })
    }

    fn listed(&self, index: usize) -> Option<ListedMove> {
        let Place { row, column } = self.place(index);
        Some(ListedMove {
            target: u32::try_from(index + 1).unwrap_or(u32::MAX),
            depth: index + 1,
            number: row + 1,
            side: Color::BOTH[column],
            mv: *self.moves.get(index)?,
            board: self.board?,
            mark: self.marks.get(index).copied().flatten(),
            branch: Branch::default(),
            comment: String::new(),
            current: false,
        })
    }

    /// Returns the place of a move. White's first one is in the first column.
    pub fn place(&self, index: usize) -> Place {
        let place = index + usize::from(self.black_first);
        Place { row: place / 2, column: place % 2 }
    }

    fn rows(&self) -> usize {
        self.moves.len().checked_sub(1).map_or(0, |last| self.place(last).row + 1)
    }

    /// Takes over the played moves of a game, and returns which rows have changed.
    pub fn follow(&mut self, game: &Game) -> ChangedRange {
        let (moves, board, black_first) = (game.played(), game.rules().board, game.start().side() == Color::Black);
        let is_other = (self.board, self.black_first) != (Some(board), black_first);
        let same = self.moves.iter().zip(moves).take_while(|(known, mv)| !is_other && known == mv).count();
        let (before, differs) = (self.rows(), moves.len() > same || self.moves.len() > same);
        self.moves.truncate(same);
        self.moves.extend_from_slice(&moves[same..]);
        (self.board, self.black_first) = (Some(board), black_first);
        let first = if differs { self.place(same).row } else { before };
        ChangedRange { first, removed: before.saturating_sub(first), added: self.rows().saturating_sub(first) }
    }
}
