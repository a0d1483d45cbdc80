// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm match`: has two players play many games and tells how much better one of them is.

mod arguments;
mod log;
mod report;
mod statistics;
mod tournament;

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::process::ExitCode;

use morris_engine::{Level, Strength};
use morris_play::protocol::{ParsePlayerError, PlayerSpec};

pub use arguments::Arguments;
use arguments::{Levels, SprtError};
use log::{Log, LogError};
use report::summary;
use statistics::Verdict;
use tournament::{Colors, TournamentError};

/// What a level shall score against the one below.
const WANTED: RangeInclusive<f64> = 0.65..=0.90;

pub fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    match play(arguments) {
        // Whoever asked has seen enough.
        Err(Error::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        result => result,
    }
}

fn play(arguments: &Arguments) -> Result<ExitCode, Error> {
    let log = arguments.log.as_deref().map(Log::open).transpose()?;
    if arguments.ladder {
        return play_ladder(arguments, log.as_ref());
    }
    let (colors, first, second) = match (&arguments.first, &arguments.second, &arguments.white, &arguments.black) {
        (Some(first), Some(second), ..) => (Colors::Change, first, second),
        (.., Some(white), Some(black)) => (Colors::Stay, white, black),
        _ => return Err(Error::NoPlayers),
    };
    let (first, second) = (first.as_ref().map_err(Clone::clone)?, second.as_ref().map_err(Clone::clone)?);
    let tournament = tournament::Tournament { sprt: arguments.sprt()?, ..arguments.tournament(colors, first, second) };
    let results = tournament.play(log.as_ref())?;
    report::print(&tournament, &results)?;
    let accepted = tournament.sprt.is_none_or(|sprt| sprt.verdict(&results.score) == Verdict::Accepted);
    Ok(if results.failures() == 0 && accepted { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Plays the steps from the lowest on and prints each as it comes; succeeds if all are as wanted.
fn play_ladder(arguments: &Arguments, log: Option<&Log>) -> Result<ExitCode, Error> {
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

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("a match wants --first and --second, --white and --black, or --ladder")]
    NoPlayers,
    #[error(transparent)]
    Sprt(#[from] SprtError),
    #[error(transparent)]
    Unreadable(#[from] ParsePlayerError),
    #[error(transparent)]
    Log(#[from] LogError),
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    #[error("standard output cannot be written: {0}")]
    Output(#[from] io::Error),
}
