// SPDX-License-Identifier: GPL-3.0-or-later
//! Continuation of a position in which neither side gives value away.

use std::ops::ControlFlow;

use super::values::GoOn;
use morris::{Move, Position, Rules};
use morris_engine::{Limits, Request, Score, Searcher, Strength};
use morris_solved::tablebase::{ProbeResult, Prober, Wdl};

/// Number of positions searched for the way to the next removal.
const NODES: u64 = 10_000;
/// Maximum length of a line, and of a line that holds a draw, in plies.
const MOST_PLIES: usize = 15;
const PLIES_OF_DRAW: usize = 3;

/// Result of the engine for a position and its history.
pub(super) struct Opinion {
    pub score: Score,
    /// Expected moves. Empty if there is no move.
    pub moves: Vec<Move>,
}

/// Asks the engine about the last of these positions. Returns `None` if there is no move.
pub(super) fn opinion(
    searcher: &mut Searcher,
    rules: &Rules,
    positions: &[Position],
    nodes: u64,
    go_on: &mut GoOn<'_>,
) -> Option<Opinion> {
    let strength = Strength::Limits(Limits { nodes: Some(nodes), ..Limits::default() });
    let request = Request::new(*rules, positions.to_vec(), strength);
    let mut last = None;
    searcher.think(&request, &mut *go_on, |info| last = Some(Opinion { score: info.score, moves: info.pv }))?;
    last
}

/// Returns the moves of the last of these positions that are known to have the value `value`, with
/// their probe results.
pub(super) fn keeping(prober: &mut Prober<'_>, positions: &[Position], value: Wdl) -> Vec<(Move, ProbeResult)> {
    let legal = positions.last().map(|position| position.legal_moves(prober.rules())).unwrap_or_default();
    let known = legal.into_iter().filter_map(|mv| Some((mv, prober.move_value(positions, mv)?)));
    known.filter(|(_, known)| known.value == value).collect()
}

/// Returns the shortest continuation from the last of these positions that tables or engine find,
/// up to the next removal by its side to move or the end of the game. If the position is drawn, the
/// line has a few plies. Neither side gives value away. The line ends where the value is unknown.
pub(super) fn line(prober: &mut Prober<'_>, searcher: &mut Searcher, positions: &[Position]) -> Vec<Move> {
    let rules = prober.rules();
    let (mut positions, mut moves) = (positions.to_vec(), Vec::new());
    let Some(value) = positions.last().and_then(|position| prober.position(position)).map(|known| known.value) else {
        return moves;
    };
    let most = if value == Wdl::Draw { PLIES_OF_DRAW } else { MOST_PLIES };
    let mut expected = Vec::new().into_iter();
    while moves.len() < most && prober.go_on().is_some() {
        let punishes = moves.len() % 2 == 0;
        let kept = keeping(prober, &positions, if punishes { value } else { value.opposite() });
        let mv = match by_distance(&kept, rules, &positions) {
            Some(mv) => mv,
            None => {
                let next = expected.next().or_else(|| {
                    let mut go_on = || prober.go_on().map_or(ControlFlow::Break(()), ControlFlow::Continue);
                    expected = opinion(searcher, rules, &positions, NODES, &mut go_on)?.moves.into_iter();
                    expected.next()
                });
                match next.filter(|next| kept.iter().any(|(mv, _)| mv == next)) {
                    Some(mv) => mv,
                    None => break,
                }
            }
        };
        let Some(position) = positions.last() else { break };
        positions.push(position.play_unchecked(mv, rules));
        moves.push(mv);
        if punishes && !mv.removed.is_empty() {
            break;
        }
    }
    moves
}

/// Returns the quickest win or the slowest loss, if all distances are known. A move that wins at
/// once is returned in any case.
fn by_distance(kept: &[(Move, ProbeResult)], rules: &Rules, positions: &[Position]) -> Option<Move> {
    let position = positions.last()?;
    let wins = |mv: Move| {
        let outcome = position.play_unchecked(mv, rules).outcome(rules);
        outcome.and_then(morris::Outcome::winner) == Some(position.side())
    };
    if let Some(&(mv, _)) = kept.iter().find(|(mv, _)| wins(*mv)) {
        return Some(mv);
    }
    let distances: Vec<_> = kept.iter().map(|&(mv, known)| Some((mv, known.plies?))).collect::<Option<_>>()?;
    match kept.first()?.1.value {
        Wdl::Win => distances.into_iter().min_by_key(|&(_, plies)| plies),
        Wdl::Draw => None,
        Wdl::Loss => distances.into_iter().max_by_key(|&(mv, plies)| (!mv.removed.is_empty(), plies)),
    }
    .map(|(mv, _)| mv)
}
