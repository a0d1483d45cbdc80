// SPDX-License-Identifier: GPL-3.0-or-later
//! Facts of a board: mills that can be closed, double mills, forks, mobility. None of them needs
//! the value of a position.

use morris::{Color, Move, Outcome, Phase, Point, PointSet, Position, Rules};

/// Returns the legal moves that close a mill, each with its possible removals.
pub(crate) fn mill_moves(position: &Position, rules: &Rules) -> Vec<Move> {
    let mut moves = position.legal_moves(rules);
    moves.retain(|&mv| position.closes_mill(position.side(), mv, rules));
    moves
}

/// Returns the lines that a move closes for the side that plays it.
pub fn lines_closed<'a>(position: &Position, mv: Move, rules: &'a Rules) -> impl Iterator<Item = PointSet> + use<'a> {
    let stay = mv.from.map_or(PointSet::EMPTY, Point::set);
    let men = (position.men(position.side()) - stay) | mv.to.map_or(PointSet::EMPTY, Point::set);
    rules.board.lines().filter(move |&line| men.contains_all(line) && mv.to.is_some_and(|to| line.contains(to)))
}

/// Returns `true` if a move takes a man out of a mill, which is open then.
pub(crate) fn opens_mill(position: &Position, mv: Move, rules: &Rules) -> bool {
    mv.from.is_some_and(|from| rules.board.in_mill(position.men(position.side()) - from.set(), from))
}

/// Returns the men of a side that can move back and forth between two mills and close one with
/// every move, as long as the opponent does not interfere. Such a man is in a mill, next to a point
/// where it closes another line. Flying sides have no double mills, because they do not need that
/// shape.
pub fn double_mills(position: &Position, color: Color, rules: &Rules) -> PointSet {
    if position.flies(color, rules) {
        return PointSet::EMPTY;
    }
    let (men, empty) = (position.men(color), position.empty(rules));
    let goes_between = |man: &Point| {
        let others = men - man.set();
        let closes = |to| rules.board.in_mill(others, to);
        closes(*man) && (rules.board.neighbors(*man) & empty).into_iter().any(closes)
    };
    men.filter(goes_between).collect()
}

/// Returns the points where the side that has just moved threatens to close a mill with its next
/// move.
pub(crate) fn threatened_points(position: &Position, rules: &Rules) -> PointSet {
    let by = position.side().other();
    morris_engine::threats(position, by, rules).map(|threat| threat.gap).collect()
}

/// Returns `true` if a move threatens two or more mills that no single man stops: no reply prevents
/// all mills, removes a man, or ends the game.
pub fn forks(position: &Position, mv: Move, rules: &Rules) -> bool {
    let after = position.play_unchecked(mv, rules);
    let gaps = threatened_points(&after, rules);
    if gaps.len() < 2 || after.outcome(rules).is_some() {
        return false;
    }
    let stops = |reply: &Move| {
        !reply.removed.is_empty() || {
            let next = after.play_unchecked(*reply, rules);
            next.outcome(rules).is_some() || mill_moves(&next, rules).is_empty()
        }
    };
    !after.legal_moves(rules).iter().any(stops)
}

/// Returns `true` if the opponent can close a mill after a move, and if the side that moves can
/// close one next, whatever is removed.
pub fn has_spare_mill(position: &Position, mv: Move, rules: &Rules) -> bool {
    let after = position.play_unchecked(mv, rules);
    let closes_next = |reply: &Move| {
        let next = after.play_unchecked(*reply, rules);
        next.outcome(rules).is_none() && !mill_moves(&next, rules).is_empty()
    };
    let replies = if after.outcome(rules).is_none() { mill_moves(&after, rules) } else { Vec::new() };
    !replies.is_empty() && replies.iter().all(closes_next)
}

/// Returns the ways in which the side to move closes a mill by force within `most` of its moves.
/// Each move but the last threatens a mill, whatever the reply, and no reply closes a mill. The
/// result is the smallest number of moves and the first moves of all such ways, or `None` if
/// none exists.
///
/// # Errors
/// Returns [`TooMany`] if the search exceeds its limit of positions.
pub(crate) fn forced_mills(position: &Position, rules: &Rules, most: u8) -> Result<Option<(u8, Vec<Move>)>, TooMany> {
    let mut left = MOST_LOOKED_AT;
    for moves in 1..=most {
        let mut first = Vec::new();
        for mv in position.legal_moves(rules) {
            if forces(position, mv, rules, moves, &mut left)? {
                first.push(mv);
            }
        }
        if !first.is_empty() {
            return Ok(Some((moves, first)));
        }
    }
    Ok(None)
}

/// The search would exceed its limit of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are too many positions to examine")]
pub struct TooMany;

/// Maximum number of positions in a search for forced mills.
const MOST_LOOKED_AT: u32 = 20_000;

/// Returns `true` if a move is the first of at most `moves` moves that close a mill by force.
fn forces(position: &Position, mv: Move, rules: &Rules, moves: u8, left: &mut u32) -> Result<bool, TooMany> {
    *left = left.checked_sub(1).ok_or(TooMany)?;
    if position.closes_mill(position.side(), mv, rules) {
        return Ok(true);
    }
    let after = position.play_unchecked(mv, rules);
    if moves <= 1 || after.outcome(rules).is_some() || threatened_points(&after, rules).is_empty() {
        return Ok(false);
    }
    for reply in after.legal_moves(rules) {
        let next = after.play_unchecked(reply, rules);
        let stops = after.closes_mill(after.side(), reply, rules) || next.outcome(rules).is_some();
        if stops || !can_force(&next, rules, moves - 1, left)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns `true` if the side to move closes a mill by force within `moves` moves.
fn can_force(position: &Position, rules: &Rules, moves: u8, left: &mut u32) -> Result<bool, TooMany> {
    let legal = position.legal_moves(rules);
    if legal.iter().any(|&mv| position.closes_mill(position.side(), mv, rules)) {
        return Ok(true);
    }
    for mv in legal {
        if moves > 1 && forces(position, mv, rules, moves, left)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Counts the moves of a side, whichever side is to move, not counting different removals
/// separately. Men in hand may go to every empty point.
pub fn mobility(position: &Position, color: Color, rules: &Rules) -> usize {
    let (men, empty) = (position.men(color), position.empty(rules));
    match position.phase(color, rules) {
        Phase::Placing => empty.len(),
        Phase::Flying => men.len() * empty.len(),
        Phase::Moving => men.map(|man| (rules.board.neighbors(man) & empty).len()).sum(),
    }
}

/// Returns `true` if a move removes a man and so lets the other side fly.
pub(crate) fn frees_to_fly(position: &Position, mv: Move, rules: &Rules) -> bool {
    let them = position.side().other();
    let flies = |position: &Position| position.flies(them, rules);
    !mv.removed.is_empty() && !flies(position) && flies(&position.play_unchecked(mv, rules))
}

/// Returns the legal moves with which the side to move wins at once.
pub(crate) fn winning_moves(position: &Position, rules: &Rules) -> Vec<Move> {
    let mut moves = position.legal_moves(rules);
    let won = |mv: Move| position.play_unchecked(mv, rules).outcome(rules).and_then(Outcome::winner);
    moves.retain(|&mv| won(mv) == Some(position.side()));
    moves
}
