// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm match`: lets two players play many games and measures the difference in their strength.

mod arguments;
mod games;
mod json;
mod log;
mod statistics;

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::process::ExitCode;

use morris_engine::{Level, Strength};
use morris_players::PlayerSpec;

pub use arguments::Arguments;
use arguments::Levels;
use games::{Colors, Match, Results};
use log::Log;
use statistics::{Score, Sprt, Verdict};

use crate::output::{Done, Format};

pub fn run(arguments: &Arguments) -> Done<ExitCode> {
    // Opened only after all other arguments are valid.
    let open_log = || arguments.log.as_deref().map(Log::open).transpose();
    if arguments.ladder {
        return play_ladder(arguments, open_log()?.as_ref());
    }
    let (colors, first, second) = match (&arguments.first, &arguments.second, &arguments.white, &arguments.black) {
        (Some(first), Some(second), ..) => (Colors::Change, first, second),
        (.., Some(white), Some(black)) => (Colors::Stay, white, black),
        _ => return Err(NoPlayers.into()),
    };
    let (first, second) = (first.as_ref().map_err(Clone::clone)?, second.as_ref().map_err(Clone::clone)?);
    let game_match = Match { sprt: arguments.sprt()?, ..arguments.between(colors, first, second)? };
    let mut results = Results::default();
    let played = game_match.play(open_log()?.as_ref(), &mut results);
    // The score of the games played is printed even if the match broke off.
    if played.is_ok() || results.score.games() > 0 {
        match arguments.format {
            Format::Text => print_results(&game_match, &results)?,
            Format::Json => writeln!(io::stdout(), "{}", json::result(&game_match, &results))?,
        }
    }
    played?;
    let accepted = game_match.sprt.is_none_or(|sprt| sprt.verdict(&results.score) == Verdict::Accepted);
    Ok(if results.failures() == 0 && accepted { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Maximum number of failures that are listed.
const MOST_FAILURES: usize = 20;

fn print_results(game_match: &Match, results: &Results) -> io::Result<()> {
    let mut output = io::stdout().lock();
    let Match { first, second, .. } = game_match;
    let score = results.score;
    let reversed = Score { wins: score.losses, losses: score.wins, ..score };
    let names = [first.to_string(), second.to_string()];
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    writeln!(output, "{:width$}  games   wins  draws  losses   score", "")?;
    for (name, Score { wins, draws, losses }) in names.iter().zip([score, reversed]) {
        let share = 100.0 * Score { wins, draws, losses }.share();
        writeln!(output, "{name:width$} {:6} {wins:6} {draws:6} {losses:7} {share:5.1} %", score.games())?;
    }
    writeln!(output, "score {}", summary(&score))?;
    if let Some(sprt) = game_match.sprt {
        writeln!(output, "{}", sprt_line(&sprt, &score))?;
    }
    let average = results.plies as f64 / f64::from(score.games().max(1));
    writeln!(output, "{average:.1} plies a game; the games ended so:")?;
    let mut ends: Vec<_> = results.ends.iter().collect();
    ends.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    for (end, count) in ends {
        writeln!(output, "{count:6}  {end}")?;
    }
    print_failures(&mut output, results)
}

/// Formats a score, such as `72.5 % ± 5.1, Elo +168 ± 41`, with 95 % intervals.
fn summary(score: &Score) -> String {
    let (share, error) = (100.0 * score.share(), 100.0 * score.share_error());
    format!("{share:.1} % ± {error:.1}, Elo {:+.0} ± {:.0} (95 %)", score.elo(), score.elo_error())
}

fn sprt_line(sprt: &Sprt, score: &Score) -> String {
    let verdict = match sprt.verdict(score) {
        Verdict::Accepted => format!("{:+} is accepted", sprt.elo1),
        Verdict::Rejected => format!("{:+} is accepted", sprt.elo0),
        Verdict::Open => "it takes more games".to_owned(),
    };
    let (ratio, bound) = (sprt.log_likelihood_ratio(score), Sprt::bound());
    format!("SPRT of {:+} against {:+}: {ratio:.2} of ± {bound:.2}, {verdict}", sprt.elo1, sprt.elo0)
}

fn print_failures(output: &mut impl Write, results: &Results) -> io::Result<()> {
    if results.failures() == 0 {
        return Ok(());
    }
    writeln!(output, "{:6}  a player failed:", results.failures())?;
    for (number, failure) in results.failed.iter().take(MOST_FAILURES) {
        writeln!(output, "        game {number}: {failure}")?;
    }
    Ok(())
}

/// Range of scores that a level should reach against the one below it.
const WANTED: RangeInclusive<f64> = 0.65..=0.90;

/// Plays the steps from the lowest up and prints each when it ends. Succeeds if all scores are in
/// the wanted range.
fn play_ladder(arguments: &Arguments, log: Option<&Log>) -> Done<ExitCode> {
    let mut status = ExitCode::SUCCESS;
    let Levels { lowest, highest } = arguments.levels;
    let levels: Vec<_> = Level::all().filter(|level| (lowest..=highest).contains(level)).collect();
    for step in levels.windows(2) {
        let [lower, higher] = step else { continue };
        let player = |level: &Level| PlayerSpec::Engine(Strength::Level(*level));
        let step = arguments.between(Colors::Change, &player(higher), &player(lower))?;
        let mut results = Results::default();
        let played = step.play(log, &mut results);
        let score = results.score;
        // A step that broke off is not judged.
        let remark = if played.is_err() || WANTED.contains(&score.share()) { "" } else { "  not within 65 % to 90 %" };
        if !remark.is_empty() {
            status = ExitCode::FAILURE;
        }
        if played.is_ok() || score.games() > 0 {
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
        played?;
    }
    Ok(status)
}

#[derive(Debug, thiserror::Error)]
#[error("a match needs --first and --second, --white and --black, or --ladder")]
struct NoPlayers;
