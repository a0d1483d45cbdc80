// SPDX-License-Identifier: GPL-3.0-or-later
//! What positions are worth before any search.

use super::Score;
use super::evaluation::{count_terms, evaluate, shapes};
use super::fast_node::{FastNode, Side};
use super::lookups::Lookups;
use super::node::Node;
use super::patterns::PatternClasses;
use super::plain_node::PlainNode;
use super::term::TermCounts;
use morris::{Position, Rules};

/// The evaluation of positions by one set of rules, without a search.
pub struct Evaluator {
    rules: Rules,
    /// Where the terms are counted: under rules by which moves are the classic ones.
    tables: Option<Lookups>,
}

impl Evaluator {
    /// An evaluator for positions by these rules.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        Self { rules: *rules, tables: FastNode::plays(rules).then(|| Lookups::new(rules)) }
    }

    /// What a position is worth for the side to move.
    #[must_use]
    pub fn value(&self, position: &Position) -> Score {
        Score::Value(match &self.tables {
            Some(tables) => evaluate(&FastNode::new(position, tables), tables),
            None => PlainNode::new(position, &self.rules).evaluate(&self.rules),
        })
    }

    /// The terms of a position: those of the side to move, and those of the other side. None are counted where moves are
    /// not the classic ones.
    #[must_use]
    pub fn terms(&self, position: &Position) -> [TermCounts; 2] {
        let Some(tables) = &self.tables else { return [TermCounts::default(); 2] };
        let node = FastNode::new(position, tables);
        let count = |us: &Side, them: &Side| {
            let mut counts = TermCounts::default();
            let add = |term, count| counts[term as usize] += count;
            count_terms(us, them, node.empty(tables), tables, add);
            counts
        };
        [count(&node.us, &node.them), count(&node.them, &node.us)]
    }

    /// What the patterns of a position look like; `None` where they add nothing.
    #[must_use]
    pub fn patterns(&self, position: &Position) -> Option<PatternClasses> {
        let tables = self.tables.as_ref()?;
        let node = FastNode::new(position, tables);
        let (patterns, stage) = shapes(&node, tables)?;
        Some(patterns.classes(stage, [node.us.men, node.them.men]))
    }
}
