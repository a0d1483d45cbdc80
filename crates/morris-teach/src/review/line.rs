// SPDX-License-Identifier: GPL-3.0-or-later
//! How a position goes on when neither side gives value away.

use std::ops::ControlFlow;

use super::values::GoOn;
use morris::{Move, Position, Rules};
use morris_engine::{Limits, Request, Score, Searcher, Strength};
use morris_solved::tablebase::{ProbeResult, Prober, Wdl};

/// So many positions are searched for the way to the next removal.
const NODES: u64 = 10_000;
/// A line is no longer than this, in plies; one that holds a draw ends sooner.
const MOST_PLIES: usize = 15;
const PLIES_OF_DRAW: usize = 3;

/// What the engine thinks of a position after others.
pub(super) struct Opinion {
    pub score: Score,
    /// The moves that it expects; none if there is no move.
    pub moves: Vec<Move>,
}

/// Asks the engine about the last of these positions; `None` if there is no move.
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

/// The moves of the last of these positions whose value is known, and is `value`, each with what is
/// known of it.
pub(super) fn keeping(prober: &mut Prober<'_>, positions: &[Position], value: Wdl) -> Vec<(Move, ProbeResult)> {
    let legal = positions.last().map(|position| position.legal_moves(prober.rules())).unwrap_or_default();
    let known = legal.into_iter().filter_map(|mv| Some((mv, prober.move_value(positions, mv)?)));
    known.filter(|(_, known)| known.value == value).collect()
}

/// The shortest way on from the last of these positions that tables or engine see, to the next man
/// that its side to move removes or the end of the game; a few plies where nobody wins. Neither
/// side gives value away: the line ends where it is not known.
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

/// The quickest win or the slowest loss, where all distances are known; a move that wins at once in
/// any case.
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
