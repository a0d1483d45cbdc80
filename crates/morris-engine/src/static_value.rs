// SPDX-License-Identifier: GPL-3.0-or-later
//! What positions are worth before any search.

use super::Score;
use super::evaluation::{count_terms, evaluate};
use super::lookups::Lookups;
use super::node::{Node, Side};
use super::patterns::PatternClasses;
use super::term::TermCounts;
use morris::{Position, Rules};

/// The evaluation of positions by one set of rules, without a search.
pub struct Evaluator {
    tables: Lookups,
}

impl Evaluator {
    /// An evaluator for positions by these rules.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        Self { tables: Lookups::new(rules) }
    }

    /// What a position is worth for the side to move.
    #[must_use]
    pub fn value(&self, position: &Position) -> Score {
        Score::Value(evaluate(&Node::new(position, &self.tables), &self.tables))
    }

    /// The terms of a position: those of the side to move, and those of the other side.
    #[must_use]
    pub fn terms(&self, position: &Position) -> [TermCounts; 2] {
        let node = Node::new(position, &self.tables);
        let count = |us: &Side, them: &Side| {
            let mut counts = TermCounts::default();
            let add = |term, count| counts[term as usize] += count;
            count_terms(us, them, node.empty(&self.tables), &self.tables, add);
            counts
        };
        [count(&node.us, &node.them), count(&node.them, &node.us)]
    }

    /// What the patterns of a position look like; `None` where they add nothing.
    #[must_use]
    pub fn patterns(&self, position: &Position) -> Option<PatternClasses> {
        self.tables.patterns?.classes(&Node::new(position, &self.tables), &self.tables)
    }
}
