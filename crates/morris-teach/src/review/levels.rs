// SPDX-License-Identifier: GPL-3.0-or-later
//! Levels of the computer that find a move that keeps the value, as a measure of its difficulty.

use std::ops::ControlFlow;
use std::time::Duration;

use super::values::GoOn;
use morris::{Move, Position, Rules};
use morris_engine::{EngineOptions, Level, Request, Searcher, Strength};

/// Maximum number of polls of a search. The search polls about every thousand positions.
const MOST_POLLS: u32 = 19;

/// Returns the levels that play one of these moves, with at most 20,000 positions searched and
/// without tables of solved positions. The oversights of a level depend only on the position, so
/// the result is reproducible. Returns `None` if `go_on` stops it.
pub(super) fn levels_that_find(
    rules: &Rules,
    positions: &[Position],
    right: &[Move],
    go_on: &mut GoOn<'_>,
) -> Option<Vec<Level>> {
    // The clock stands still, so only nodes count.
    let options = EngineOptions { memory_mib: 1, ..EngineOptions::default() };
    let mut searcher = Searcher::timed_by(options, || Duration::ZERO);
    let mut found = Vec::new();
    for level in Level::all() {
        if go_on().is_break() {
            return None;
        }
        let request = Request {
            seed: positions.last().map_or(0, Position::hash),
            ..Request::new(*rules, positions.to_vec(), Strength::Level(level))
        };
        let mut polls = 0;
        let interrupt = || {
            polls += 1;
            if polls > MOST_POLLS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let best = searcher.think(&request, interrupt, |_| {});
        if best.is_some_and(|best| right.contains(&best.mv)) {
            found.push(level);
        }
    }
    Some(found)
}
