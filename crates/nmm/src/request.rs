// SPDX-License-Identifier: GPL-3.0-or-later
//! What the commands ask our engine.

use std::time::Duration;

use morris::{Position, Rules};
use morris_engine::{Limits, Request, RequestId, Strength};

/// Asks for the best move after these positions within limits: without a clock, without chance, all moves allowed.
pub fn request(rules: Rules, positions: &[Position], limits: Limits) -> Request {
    Request {
        ticket: RequestId(0),
        rules,
        positions: positions.to_vec(),
        among: Vec::new(),
        strength: Strength::Limits(limits),
        seed: 0,
        at_least: Duration::ZERO,
        clock: None,
    }
}
