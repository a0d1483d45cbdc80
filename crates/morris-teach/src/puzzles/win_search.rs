// SPDX-License-Identifier: GPL-3.0-or-later
//! Search for the number of moves to a win, using the values of the tables, which contain no
//! distances.

use std::collections::HashMap;

use morris::{Move, Position};
use morris_solved::tablebase::Wdl;

use super::values::Values;

/// Maximum length of a win, in moves of the winner.
pub(super) const MOST_OWN: u8 = 4;

pub(super) struct Quickest {
    /// Number of the winner's moves.
    pub own: u8,
    /// First moves of such wins.
    pub moves: Vec<Move>,
}

/// A search with a limited number of positions.
pub(super) struct WinSearch<'v, 'a> {
    values: &'v mut Values<'a>,
    /// Number of positions that may still be visited.
    nodes: u64,
    /// For positions with the winner to move, the greatest number of moves known not to win and the
    /// least number known to win.
    known: HashMap<Position, (u8, u8)>,
}

/// Stands for a win that no searched number of moves achieves.
const NEVER: u8 = u8::MAX;

impl<'v, 'a> WinSearch<'v, 'a> {
    pub(super) fn new(values: &'v mut Values<'a>, nodes: u64) -> Self {
        Self { values, nodes, known: HashMap::new() }
    }

    /// Returns the quickest win of the side to move within `most` of its moves. Returns `None` if
    /// there is none, or if the search exceeds its limit.
    pub(super) fn quickest(&mut self, position: &Position, most: u8) -> Option<Quickest> {
        for own in 1..=most {
            let mut moves = Vec::new();
            for mv in position.legal_moves(self.values.rules) {
                let after = position.play_unchecked(mv, self.values.rules);
                if self.loses_in(&after, own - 1)? {
                    moves.push(mv);
                }
            }
            if !moves.is_empty() {
                return Some(Quickest { own, moves });
            }
        }
        None
    }

    /// Returns the replies that resist the longest and the number of the winner's moves they take,
    /// if the side to move loses within `most` moves of the winner.
    pub(super) fn longest(&mut self, position: &Position, most: u8) -> Option<(u8, Vec<Move>)> {
        let (mut longest, mut moves) = (0, Vec::new());
        for mv in position.legal_moves(self.values.rules) {
            let after = position.play_unchecked(mv, self.values.rules);
            let mut own = None;
            for tried in 1..=most {
                if self.wins_in(&after, tried)? {
                    own = Some(tried);
                    break;
                }
            }
            let own = own?;
            if own > longest {
                (longest, moves) = (own, Vec::new());
            }
            if own == longest {
                moves.push(mv);
            }
        }
        (!moves.is_empty()).then_some((longest, moves))
    }

    fn visit(&mut self) -> Option<()> {
        self.nodes = self.nodes.checked_sub(1)?;
        Some(())
    }

    /// Returns whether the side to move wins within `own` of its moves, or `None` if the search
    /// exceeds its limit.
    pub(super) fn wins_in(&mut self, position: &Position, own: u8) -> Option<bool> {
        if own == 0 || position.outcome(self.values.rules).is_some() {
            return Some(false);
        }
        let (not, won) = self.known.get(position).copied().unwrap_or((0, NEVER));
        if own >= won || own <= not {
            return Some(own >= won);
        }
        let mut moves = position.legal_moves(self.values.rules);
        moves.sort_by_key(|mv| mv.removed.is_empty());
        let mut found = false;
        for mv in moves {
            let after = position.play_unchecked(mv, self.values.rules);
            if self.loses_in(&after, own - 1)? {
                found = true;
                break;
            }
        }
        self.known.insert(*position, if found { (not, own) } else { (own, won) });
        Some(found)
    }

    /// Returns whether the side to move loses at once or within `own` moves of the other side, or
    /// `None` if the search exceeds its limit.
    fn loses_in(&mut self, position: &Position, own: u8) -> Option<bool> {
        self.visit()?;
        let rules = self.values.rules;
        if let Some(over) = position.outcome(rules) {
            return Some(over.winner() == Some(position.side().other()));
        }
        if own == 0 || self.values.of(position)? != Wdl::Loss {
            return Some(false);
        }
        for mv in position.legal_moves(rules) {
            self.visit()?;
            if !self.wins_in(&position.play_unchecked(mv, rules), own)? {
                return Some(false);
            }
        }
        Some(true)
    }
}
