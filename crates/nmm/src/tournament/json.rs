// SPDX-License-Identifier: GPL-3.0-or-later
//! The games and the table of a tournament as JSON.

use morris::Outcome;
use morris_club::Points;
use serde_json::{Value, json};

use super::games::GameResult;
use super::standings::Standings;

/// Returns a game.
pub fn game(result: &GameResult) -> Value {
    let word = Outcome::result_of(result.winner);
    let failed = result.failed.map(|color| &result.names[color]);
    let (white, black) = (&result.names.white, &result.names.black);
    json!({ "round": result.round, "white": white, "black": black, "result": word, "failed": failed, "end": result.end })
}

/// Returns the table, the best player first.
pub fn table(standings: &Standings) -> Value {
    let number = |points: Points| points.quarters() as f64 / 4.0;
    let rows = standings.rows().into_iter().map(|(name, failures, row)| {
        json!({
            "player": name,
            "points": number(row.points),
            "sonneborn_berger": number(row.ties[0].unwrap_or_default()),
            "wins": row.total.wins,
            "draws": row.total.draws,
            "losses": row.total.losses,
            "failures": failures,
        })
    });
    json!({ "table": rows.collect::<Vec<_>>() })
}
