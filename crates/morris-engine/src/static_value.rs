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
pub struct Evaluator(Kind);

/// How positions are evaluated: as the search does it.
enum Kind {
    /// By terms and patterns, where moves are the classic ones.
    Fast(Box<Lookups>),
    Plain(Rules),
}

impl Evaluator {
    /// An evaluator for positions by these rules.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        let fast = || Kind::Fast(Box::new(Lookups::new(rules)));
        Self(if FastNode::plays(rules) { fast() } else { Kind::Plain(*rules) })
    }

    /// What a position is worth for the side to move.
    #[must_use]
    pub fn value(&self, position: &Position) -> Score {
        Score::Value(match &self.0 {
            Kind::Fast(lookups) => evaluate(&FastNode::new(position, lookups), lookups),
            Kind::Plain(rules) => PlainNode::new(position, rules).evaluate(rules),
        })
    }

    /// The terms of a position: those of the side to move, and those of the other side. None are counted where moves are
    /// not the classic ones.
    #[must_use]
    pub fn terms(&self, position: &Position) -> [TermCounts; 2] {
        let Kind::Fast(lookups) = &self.0 else { return [TermCounts::default(); 2] };
        let node = FastNode::new(position, lookups);
        let count = |us: &Side, them: &Side| {
            let mut counts = TermCounts::default();
            let add = |term, count| counts[term as usize] += count;
            count_terms(us, them, node.empty(lookups), lookups, add);
            counts
        };
        [count(&node.us, &node.them), count(&node.them, &node.us)]
    }

    /// What the patterns of a position look like; `None` where they add nothing.
    #[must_use]
    pub fn patterns(&self, position: &Position) -> Option<PatternClasses> {
        let Kind::Fast(lookups) = &self.0 else { return None };
        let node = FastNode::new(position, lookups);
        let (patterns, stage) = shapes(&node, lookups)?;
        Some(patterns.classes(stage, [node.us.men, node.them.men]))
    }
}
