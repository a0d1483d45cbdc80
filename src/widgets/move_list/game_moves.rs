// SPDX-License-Identifier: GPL-3.0-or-later
//! The moves of a game in the list.

use super::move_mark::MoveMark;
use super::move_row::{Branch, ListedMove};
use crate::widgets::changed_range::ChangedRange;
use morris::{Board, Color, Game, Move};

/// The moves of a game.
#[derive(Default)]
pub struct GameMoves {
    board: Option<&'static Board>,
    moves: Vec<Move>,
    /// Marks beside the moves: one entry for each move, or none at all.
    pub marks: Vec<Option<MoveMark>>,
    pub black_first: bool,
}

impl GameMoves {
    pub fn listed(&self, index: usize) -> Option<ListedMove> {
        let place = index + usize::from(self.black_first);
        Some(ListedMove {
            depth: index + 1,
            number: place / 2 + 1,
            side: if place % 2 == 0 { Color::White } else { Color::Black },
            mv: *self.moves.get(index)?,
            board: self.board?,
            mark: self.marks.get(index).copied().flatten(),
            branch: Branch::default(),
            comment: String::new(),
            current: false,
        })
    }

    /// Takes over the played moves of a game, and returns which have changed.
    pub fn follow(&mut self, game: &Game) -> ChangedRange {
        let (moves, board, black_first) = (game.played(), game.rules().board, game.start().side() == Color::Black);
        let is_other = (self.board, self.black_first) != (Some(board), black_first);
        let same = self.moves.iter().zip(moves).take_while(|(known, mv)| !is_other && known == mv).count();
        let range = ChangedRange { first: same, removed: self.moves.len() - same, added: moves.len() - same };
        self.moves.truncate(same);
        self.moves.extend_from_slice(&moves[same..]);
        (self.board, self.black_first) = (Some(board), black_first);
        range
    }
}
