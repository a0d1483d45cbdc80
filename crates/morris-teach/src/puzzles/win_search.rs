// SPDX-License-Identifier: GPL-3.0-or-later
//! Proves in how few moves a won game ends: a search over the values of the tables, which say no
//! distances.

use std::collections::HashMap;

use morris::{Move, Position};
use morris_solved::tablebase::Wdl;

use super::values::Values;

/// The longest win that is looked for, in moves of the winner.
pub(super) const MOST_OWN: u8 = 4;

/// The quickest way to win.
pub(super) struct Quickest {
    /// In so many moves of one's own.
    pub own: u8,
    /// The first moves that do it.
    pub moves: Vec<Move>,
}

/// A search that gives up after so many positions.
pub(super) struct WinSearch<'v, 'a> {
    values: &'v mut Values<'a>,
    /// How many positions it may still visit.
    nodes: u64,
    /// Of positions with the winner to move: not won in so many moves, and won in so many.
    known: HashMap<Position, (u8, u8)>,
}

/// Won in no number of moves that is looked for.
const NEVER: u8 = u8::MAX;

impl<'v, 'a> WinSearch<'v, 'a> {
    pub(super) fn new(values: &'v mut Values<'a>, nodes: u64) -> Self {
        Self { values, nodes, known: HashMap::new() }
    }

    /// The quickest win of the side to move within `most` moves of its own; `None` if there is
    /// none, or if it would take too many positions to say.
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

    /// The replies that hold out the longest where the side to move loses within `most` moves of
    /// the winner, and how many those take.
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

    /// Whether the side to move wins within `own` moves of its own.
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

    /// Whether the side to move loses, at once or within `own` moves of the other side.
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
