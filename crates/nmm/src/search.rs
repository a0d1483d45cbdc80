// SPDX-License-Identifier: GPL-3.0-or-later
//! Requests to our engine.

use morris::{Position, Rules};
use morris_engine::{Limits, Request, Strength};

/// Creates a request for the best move after these positions within limits, without a clock or
/// randomness and with all moves allowed.
pub fn request(rules: Rules, positions: &[Position], limits: Limits) -> Request {
    Request::new(rules, positions.to_vec(), Strength::Limits(limits))
}
