// SPDX-License-Identifier: GPL-3.0-or-later
//! Output of a tournament while it is played and at its end.

use std::io::{self, Write};
use std::process::ExitCode;

use morris::Color;

use super::fixtures::Fixture;
use super::games::GameResult;
use super::json;
use super::players::Entrant;
use super::standings::Standings;
use crate::output::Format;

/// Maximum number of failures that are listed.
const MOST_FAILURES: usize = 20;

/// The results so far.
pub struct Report {
    standings: Standings,
    games: usize,
    /// Number of games left to play in each round.
    left: Vec<usize>,
    /// Number of rounds that are complete.
    whole: usize,
    failures: usize,
    /// The first failures, in words.
    listed: Vec<String>,
    format: Format,
}

impl Report {
    /// Prints the number of games that were played before.
    pub fn new(entrants: &[Entrant], fixtures: &[Fixture], played: &[GameResult], format: Format) -> io::Result<Self> {
        let mut left = vec![0; fixtures.last().map_or(0, |fixture| fixture.round as usize)];
        fixtures.iter().for_each(|fixture| left[fixture.round as usize - 1] += 1);
        let standings = Standings::new(entrants.iter().map(|entrant| entrant.name.as_str()));
        let mut report = Self { standings, games: 0, left, whole: 0, failures: 0, listed: Vec::new(), format };
        played.iter().for_each(|result| report.count(result));
        if !played.is_empty() && format == Format::Text {
            writeln!(io::stdout(), "{} of {} games were played before", played.len(), fixtures.len())?;
        }
        Ok(report)
    }

    fn count(&mut self, result: &GameResult) {
        self.standings.count(result);
        self.games += 1;
        self.left[result.round as usize - 1] -= 1;
        self.whole += self.left[self.whole..].iter().take_while(|left| **left == 0).count();
        if result.failed.is_some() {
            self.failures += 1;
            if self.listed.len() < MOST_FAILURES {
                self.listed.push(in_words(result, ""));
            }
        }
    }

    /// Prints a result, and the table if it completes a round that is not the last.
    pub fn add(&mut self, result: &GameResult) -> io::Result<()> {
        let mut output = io::stdout().lock();
        if self.format == Format::Json {
            self.count(result);
            writeln!(output, "{}", json::game(result))?;
            return output.flush();
        }
        let score = match result.winner {
            Some(Color::White) => "  1-0",
            Some(Color::Black) => "  0-1",
            None => "  1/2",
        };
        writeln!(output, "{}", in_words(result, score))?;
        let before = self.whole;
        self.count(result);
        if (before + 1..self.left.len()).contains(&self.whole) {
            write!(output, "\nAfter round {} of {}:\n{}\n", self.whole, self.left.len(), self.standings)?;
        }
        output.flush()
    }

    /// Prints the final table and the failures of players.
    pub fn end(&self) -> io::Result<ExitCode> {
        let mut output = io::stdout().lock();
        if self.format == Format::Json {
            writeln!(output, "{}", json::table(&self.standings))?;
            return Ok(if self.failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        write!(output, "\nAfter {} games:\n{}", self.games, self.standings)?;
        if self.failures == 0 {
            return Ok(ExitCode::SUCCESS);
        }
        writeln!(output, "\n{} times a player failed:", self.failures)?;
        self.listed.iter().try_for_each(|failure| writeln!(output, "  {failure}"))?;
        Ok(ExitCode::FAILURE)
    }
}

/// Formats a game and the way it ended in one line.
fn in_words(result: &GameResult, score: &str) -> String {
    let GameResult { round, names, end, .. } = result;
    format!("round {round}: {} - {}{score}  {end}", names.white, names.black)
}
