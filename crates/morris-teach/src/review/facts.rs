// SPDX-License-Identifier: GPL-3.0-or-later
//! What a board shows: mills that can be closed, double mills, forks, room to move. Nothing here
//! asks what a position is worth.

use morris::{Color, Move, Outcome, Phase, Point, PointSet, Position, Rules};

/// The legal moves that close a mill, each with what it may remove.
#[must_use]
pub fn mill_moves(position: &Position, rules: &Rules) -> Vec<Move> {
    let mut moves = position.legal_moves(rules);
    moves.retain(|&mv| position.closes_mill(position.side(), mv, rules));
    moves
}

/// The lines that a move closes, for the side that plays it.
pub fn lines_closed<'a>(position: &Position, mv: Move, rules: &'a Rules) -> impl Iterator<Item = PointSet> + use<'a> {
    let stay = mv.from.map_or(PointSet::EMPTY, Point::set);
    let men = (position.men(position.side()) - stay) | mv.to.map_or(PointSet::EMPTY, Point::set);
    rules.board.lines().filter(move |&line| men.contains_all(line) && mv.to.is_some_and(|to| line.contains(to)))
}

/// Whether a move takes a man out of a mill, which is open then.
#[must_use]
pub fn opens_mill(position: &Position, mv: Move, rules: &Rules) -> bool {
    mv.from.is_some_and(|from| rules.board.in_mill(position.men(position.side()) - from.set(), from))
}

/// The men of a side that can go to and fro between two mills, closing one with every move, as long
/// as nobody disturbs it: a man in a mill, beside a point where it closes another line of its side.
/// Flying men need no such shape and have none.
#[must_use]
pub fn double_mills(position: &Position, color: Color, rules: &Rules) -> PointSet {
    if position.phase(color, rules) == Phase::Flying {
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

/// The points on which the side that has just moved threatens to close a mill with its next move,
/// if the other side does not stop it.
#[must_use]
pub fn threatened_points(position: &Position, rules: &Rules) -> PointSet {
    let by = position.side().other();
    morris_engine::threats(position, by, rules).map(|threat| threat.gap).collect()
}

/// Whether a move threatens two mills or more that no one man stops: no reply stands in the way of
/// all of them, removes a man, or ends the game. The reply to be stopped is any that closes a mill.
#[must_use]
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

/// The ways in which the side to move closes a mill by force with no more than so many of its
/// moves: each but the last threatens a mill, whatever the reply, and no reply closes a mill of its
/// own. The quickest number of moves, and the first of them in each such way; nothing where there
/// is none, or where it takes too long to know.
///
/// # Errors
/// [`TooMany`] if it had to look at more positions than are worth it.
pub fn forced_mills(position: &Position, rules: &Rules, most: u8) -> Result<Option<(u8, Vec<Move>)>, TooMany> {
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

/// More positions would have to be looked at than are worth it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is too much to look at")]
pub struct TooMany;

/// So many positions are looked at for mills by force.
const MOST_LOOKED_AT: u32 = 20_000;

/// Whether a move is the first of so many, or fewer, that close a mill by force.
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

/// Whether the side to move closes a mill by force with so many moves or fewer.
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

/// How many ways the men of a side have to go, whoever is to move; what is removed does not count.
/// Men in hand may go to every empty point.
#[must_use]
pub fn mobility(position: &Position, color: Color, rules: &Rules) -> usize {
    let (men, empty) = (position.men(color), position.empty(rules));
    match position.phase(color, rules) {
        Phase::Placing => empty.len(),
        Phase::Flying => men.len() * empty.len(),
        Phase::Moving => men.map(|man| (rules.board.neighbors(man) & empty).len()).sum(),
    }
}

/// Whether a side comes to fly by a move of the other side that removes one of its men.
#[must_use]
pub fn frees_to_fly(position: &Position, mv: Move, rules: &Rules) -> bool {
    let them = position.side().other();
    let flies = |position: &Position| position.phase(them, rules) == Phase::Flying;
    !mv.removed.is_empty() && !flies(position) && flies(&position.play_unchecked(mv, rules))
}

/// The legal moves with which the side to move wins at once.
#[must_use]
pub fn winning_moves(position: &Position, rules: &Rules) -> Vec<Move> {
    let mut moves = position.legal_moves(rules);
    let won = |mv: Move| position.play_unchecked(mv, rules).outcome(rules).and_then(Outcome::winner);
    moves.retain(|&mv| won(mv) == Some(position.side()));
    moves
}
