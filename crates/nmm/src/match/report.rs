// SPDX-License-Identifier: GPL-3.0-or-later
//! What came out of a match, as text.

use std::io::{self, Write};

use super::statistics::{Score, Sprt, Verdict};
use super::tournament::{Results, Tournament};

/// So many failures are told one by one.
const MOST_FAILURES: usize = 20;

pub fn print(tournament: &Tournament, results: &Results) -> io::Result<()> {
    let mut output = io::stdout().lock();
    let Tournament { first, second, .. } = tournament;
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
    if let Some(sprt) = tournament.sprt {
        writeln!(output, "{}", test(&sprt, &score))?;
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

/// `72.5 % ± 5.1, Elo +168 ± 41`, 95 % intervals.
pub fn summary(score: &Score) -> String {
    let (share, error) = (100.0 * score.share(), 100.0 * score.share_error());
    format!("{share:.1} % ± {error:.1}, Elo {:+.0} ± {:.0} (95 %)", score.elo(), score.elo_error())
}

fn test(sprt: &Sprt, score: &Score) -> String {
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
