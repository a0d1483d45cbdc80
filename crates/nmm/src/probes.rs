// SPDX-License-Identifier: GPL-3.0-or-later
//! How long it takes to open the tables and to ask them.

use std::time::{Duration, Instant};

use morris::{Arrangement, ByColor, Color, Position, Rules};
use morris_engine::tablebase::{Index, Sector};

use super::folder::TablesInUse;

/// How many positions of each sector are asked for, each with all positions one move away.
const SAMPLES: u64 = 4;
/// How often each position is asked for when its block is at hand.
const TIMES: u32 = 20;

/// What was measured.
pub struct Probes {
    pub opening: Duration,
    /// The time of a probe, for the first time and later, on average.
    pub first: Duration,
    pub warm: Duration,
}

/// Measures the tables in use; `None` if there are none.
pub fn measure(tables: &TablesInUse) -> Option<Probes> {
    let started = Instant::now();
    let tables = tables.open();
    let opening = started.elapsed();
    let (mut first, mut warm) = (Asked::default(), Asked::default());
    // Sector by sector: the blocks of all together would push each other out.
    for positions in Sector::all().filter(|sector| tables.summary(*sector).is_some()).map(samples) {
        let ask = || positions.iter().filter(|position| tables.value(position, &Rules::STANDARD).is_some()).count();
        first.time(ask);
        warm.time(|| (0..TIMES).map(|_| ask()).sum());
    }
    Some(Probes { opening, first: first.each()?, warm: warm.each()? })
}

/// How long some probes took.
#[derive(Default)]
struct Asked {
    time: Duration,
    probes: usize,
}

impl Asked {
    /// Adds some probes, which are counted.
    fn time(&mut self, probes: impl FnOnce() -> usize) {
        let started = Instant::now();
        self.probes += probes();
        self.time += started.elapsed();
    }

    /// How long one took on average.
    fn each(&self) -> Option<Duration> {
        self.time.checked_div(u32::try_from(self.probes).ok()?)
    }
}

/// Some positions of a sector, and those after each of their turns.
fn samples(sector: Sector) -> Vec<Position> {
    let index = Index::new(sector);
    let position = |sample: u64| {
        let (white, black) = index.men(sample.wrapping_mul(0x9e37_79b9_7f4a_7c15) % index.len());
        let (men, hand) = (ByColor { white, black }, ByColor { white: 0, black: 0 });
        let arrangement = Arrangement { men, hand, side: Color::White, quiet: 0, memory: morris::Memory::default() };
        arrangement.check(&Rules::STANDARD).expect("men of a sector do not overlap")
    };
    let starts: Vec<_> = (1..=SAMPLES).map(position).collect();
    let after = |start: &Position| {
        let moves = start.legal_moves(&Rules::STANDARD).into_iter();
        moves.map(|mv| start.play_unchecked(mv, &Rules::STANDARD)).collect::<Vec<_>>()
    };
    starts.iter().copied().chain(starts.iter().flat_map(after)).collect()
}
