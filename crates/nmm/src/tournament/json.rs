// SPDX-License-Identifier: GPL-3.0-or-later
//! The games and the table of a tournament as JSON.

use morris::Color;
use serde_json::{Value, json};

use super::games::GameResult;
use super::standings::Standings;

/// Returns a game.
pub fn game(result: &GameResult) -> Value {
    let word = match result.winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    };
    let failed = result.failed.map(|color| &result.names[color]);
    let (white, black) = (&result.names.white, &result.names.black);
    json!({ "round": result.round, "white": white, "black": black, "result": word, "failed": failed, "end": result.end })
}

/// Returns the table, the best player first.
pub fn table(standings: &Standings) -> Value {
    let rows = standings.in_order().into_iter().map(|(_, row)| {
        json!({
            "player": row.name,
            "points": f64::from(row.halves) / 2.0,
            "sonneborn_berger": row.quarters as f64 / 4.0,
            "wins": row.wins,
            "draws": row.draws,
            "losses": row.losses,
            "failures": row.failures,
        })
    });
    json!({ "table": rows.collect::<Vec<_>>() })
}
