// SPDX-License-Identifier: GPL-3.0-or-later
//! Requests to the computer player.

use morris::Game;
use morris_engine::{Limits, Request, RequestId, Strength};

/// Creates a request for a move at the cursor of a game, without a clock.
pub fn request(id: u64, game: &Game, strength: Strength, seed: u64) -> Request {
    Request { id: RequestId(id), seed, ..Request::new(*game.rules(), game.positions().to_vec(), strength) }
}

pub fn depth(depth: u8) -> Strength {
    Strength::Limits(Limits { depth: Some(depth), ..Limits::default() })
}

pub fn nodes(nodes: u64) -> Strength {
    Strength::Limits(Limits { nodes: Some(nodes), ..Limits::default() })
}
