// SPDX-License-Identifier: GPL-3.0-or-later
//! Each level against its neighbour.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::process::ExitCode;

use morris_engine::{Level, Strength};
use morris_play::protocol::PlayerSpec;

use super::log::Log;
use super::report::summary;
use super::tournament::Colors;
use super::{Arguments, Error};

/// What a level shall score against the one below.
const WANTED: RangeInclusive<f64> = 0.65..=0.90;

/// The levels of a ladder, at least two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    lowest: Level,
    highest: Level,
}

/// Reads `2-5`.
pub fn parse_levels(text: &str) -> Result<Levels, &'static str> {
    let level = |text: &str| text.parse().ok().and_then(Level::new);
    match text.split_once('-').map(|(from, to)| (level(from), level(to))) {
        Some((Some(lowest), Some(highest))) if lowest < highest => Ok(Levels { lowest, highest }),
        _ => Err("two levels from 1 to 10 with - between them, the lower first"),
    }
}

/// Plays the steps from the lowest on and prints each as it comes; succeeds if all are as wanted.
pub fn run(arguments: &Arguments, log: Option<&Log>) -> Result<ExitCode, Error> {
    let mut status = ExitCode::SUCCESS;
    let Levels { lowest, highest } = arguments.levels;
    let levels: Vec<_> = Level::all().filter(|level| (lowest..=highest).contains(level)).collect();
    for step in levels.windows(2) {
        let [lower, higher] = step else { continue };
        let player = |level: &Level| PlayerSpec::Engine(Strength::Level(*level));
        let tournament = arguments.tournament(Colors::Change, &player(higher), &player(lower));
        let score = tournament.play(log)?.score;
        let remark = if WANTED.contains(&score.share()) { "" } else { "  not within 65 % to 90 %" };
        if !remark.is_empty() {
            status = ExitCode::FAILURE;
        }
        writeln!(
            io::stdout(),
            "level {:2} against {:2}: {:3} wins {:3} draws {:3} losses, {}{remark}",
            higher.number(),
            lower.number(),
            score.wins,
            score.draws,
            score.losses,
            summary(&score),
        )?;
    }
    Ok(status)
}
