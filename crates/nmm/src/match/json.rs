// SPDX-License-Identifier: GPL-3.0-or-later
//! The result of a match as JSON.

use serde_json::{Value, json};

use super::games::{Match, Results};
use super::statistics::Verdict;

/// Returns the result. Wins and losses are those of the first player. Elo is null if it is
/// infinite.
pub fn result(game_match: &Match, results: &Results) -> Value {
    let score = results.score;
    let sprt = game_match.sprt.map(|sprt| {
        let verdict = match sprt.verdict(&score) {
            Verdict::Accepted => "accepted",
            Verdict::Rejected => "rejected",
            Verdict::Open => "open",
        };
        json!({ "elo0": sprt.elo0, "elo1": sprt.elo1, "ratio": sprt.log_likelihood_ratio(&score), "verdict": verdict })
    });
    json!({
        "players": [game_match.first.to_string(), game_match.second.to_string()],
        "rules": game_match.conditions.rules.line(),
        "games": score.games(),
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "share": score.share(),
        "share_error": score.share_error(),
        "elo": finite(score.elo()),
        "elo_error": finite(score.elo_error()),
        "sprt": sprt,
        "plies": results.plies,
        "ends": results.ends,
        "failures": results.failed,
    })
}

fn finite(number: f64) -> Option<f64> {
    Some(number).filter(|number| number.is_finite())
}
