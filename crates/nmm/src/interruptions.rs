// SPDX-License-Identifier: GPL-3.0-or-later
//! How long the engine takes to answer once it is told to.

use std::ops::RangeInclusive;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use morris::{Position, Rules};
use morris_engine::{Engine, EngineOptions, EventKind, Limits, Request, RequestId, Strength};

/// How many searches are interrupted.
const TIMES: u64 = 200;
/// After how many milliseconds, one after the other.
const AFTER: RangeInclusive<u64> = 1..=8;

/// The time from the word to the answer that 99 of 100 searches of the start keep to.
pub fn measure(options: EngineOptions) -> Duration {
    let (sender, events) = mpsc::channel();
    let engine = Engine::start(move |event| drop(sender.send(event)));
    engine.set_options(options);
    let rules = Rules::STANDARD;
    let interrupted = |number: u64| {
        engine.think(Request {
            ticket: RequestId(number),
            rules,
            positions: vec![Position::start(&rules)],
            among: Vec::new(),
            strength: Strength::Limits(Limits::default()),
            seed: number,
            at_least: Duration::ZERO,
            clock: None,
        });
        thread::sleep(Duration::from_millis(AFTER.start() + number % (AFTER.end() - AFTER.start() + 1)));
        let told = Instant::now();
        engine.move_now();
        events.iter().find(|event| !matches!(event.kind, EventKind::Info(_)));
        told.elapsed()
    };
    let mut times: Vec<_> = (0..TIMES).map(interrupted).collect();
    times.sort();
    times[times.len() * 99 / 100]
}
