// SPDX-License-Identifier: GPL-3.0-or-later
//! What a position is worth before any search.

use super::Score;
use super::evaluate::evaluate;
use super::node::Node;
use super::tables::Tables;
use crate::game::{Position, Rules};

/// The evaluation of a position for the side to move, without a search.
#[must_use]
pub fn static_value(position: &Position, rules: &Rules) -> Score {
    let tables = Tables::new(rules);
    Score::Value(evaluate(&Node::new(position, &tables), &tables))
}
