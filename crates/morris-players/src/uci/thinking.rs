// SPDX-License-Identifier: GPL-3.0-or-later
//! A search of the built-in engine, and its reports to the user interface.

use std::time::Duration;

use crate::tracked_game::TrackedGame;
use morris::Outcome;
use morris_engine::{Info, RequestId, Score};

/// A search in progress.
pub(super) struct Thinking {
    pub id: RequestId,
    /// The game at the time of `go`.
    pub game: TrackedGame,
    pub limit: Limit,
    /// Answer that is not due yet.
    pub answer: Option<String>,
}

/// What ends a search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Limit {
    /// The search ends by itself.
    Bounded,
    /// The search lasts until `stop` and is not answered before.
    Stop,
    /// `stop` has arrived, and the answer is to come.
    Stopped,
}

/// Returns the line about the search so far.
pub(super) fn info_line(info: &Info, game: &TrackedGame) -> String {
    let Info { depth, score, nodes, time, pv } = info;
    let board = game.game().rules().board;
    let words =
        pv.iter().enumerate().map(|(ply, &mv)| if ply == 0 { game.word(mv) } else { board.display(mv).to_string() });
    format!(
        "info depth {depth} score {score} nodes {nodes} nps {nps} time {time} pv {pv}",
        score = score_words(*score),
        nps = nodes_a_second(*nodes, *time),
        time = time.as_millis(),
        pv = words.collect::<Vec<_>>().join(" "),
    )
}

/// Returns the line about a game that is over, from the view of the side to move.
pub(super) fn info_line_after_end(outcome: Outcome) -> String {
    let score = if outcome.winner().is_some() { "mate 0" } else { "draw" };
    format!("info depth 0 score {score} nodes 0 nps 0 time 0")
}

/// Score for a win of unknown length, in hundredths of a man.
const CERTAIN: u16 = 10_000;

fn score_words(score: Score) -> String {
    match score {
        Score::Loss(plies) => format!("mate -{plies}"),
        Score::Value(value) => format!("cp {value}"),
        Score::Draw => "draw".to_owned(),
        Score::Lost => format!("cp -{CERTAIN}"),
        Score::Won => format!("cp {CERTAIN}"),
        Score::Win(plies) => format!("mate {plies}"),
    }
}

fn nodes_a_second(nodes: u64, time: Duration) -> u128 {
    u128::from(nodes) * 1_000_000 / time.as_micros().max(1)
}
