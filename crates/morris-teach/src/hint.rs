// SPDX-License-Identifier: GPL-3.0-or-later
//! The reason for a move that is recommended to a person: what it does on the board. Each reason is
//! proven by the legal moves and needs no tables, so none of them is an opinion.

use crate::review::{forks, lines_closed, mobility};
use morris::{
    Blocked, Color, Goal, MillReuse, Move, Outcome, Phase, PlacingRemovals, Point, PointSet, Position, Rules,
};
use morris_engine::threats;

/// What a recommended move does. The first that is proven is used, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HintReason {
    /// The move wins the game.
    Wins,
    /// The move closes a mill. After it, the opponent cannot close a line that it could have closed
    /// next.
    ClosesAndStopsMill,
    /// The move closes a mill.
    ClosesMill,
    /// The move comes between two opposing men and removes both.
    TakesPair,
    /// It is the only legal move, apart from the removal.
    OnlyMove,
    /// The opponent cannot close a line that it could have closed next.
    StopsMill,
    /// The side can close two more lines with its next move, and no reply prevents both.
    PreparesTwoMills,
    /// The move opens a mill, which can be closed again after every reply.
    OpensMill,
    /// After every legal move, the opponent can close a mill.
    CannotStop,
    /// The side can close one more line with its next move, if nothing happens.
    PreparesMill,
    /// There is no mill to close or stop, and the move leaves the opponent fewer ways to move.
    Blocks,
    /// There is no mill to close or stop, and the move gives its side more ways to move.
    MakesRoom,
    /// There is no mill to close or stop, and the man goes to a crossing with room around it.
    TakesCrossing,
    /// There is no mill to close or stop, and the man is placed on a line that until now had only
    /// men of the opponent.
    SpoilsLine,
    /// There is no mill to close or stop, and the opponent cannot close one after the move.
    Safe,
    /// None of these. Only a search can tell why the move is good.
    LooksAhead,
}

/// Number of edges from which a point is called a crossing.
const CROSSING: usize = 4;
/// Number of edges of a crossing that must lead to an empty point.
const ROOM: usize = 3;

impl HintReason {
    /// Returns the reason for a legal move.
    ///
    /// ```
    /// use morris::{Position, Rules};
    /// use morris_teach::hint::HintReason;
    ///
    /// let rules = Rules::STANDARD;
    /// let position = Position::parse("WW./.../.../....../.../.../BB. w 7 7", &rules)?;
    /// let reason = |mv: &str| HintReason::of(&position, mv.parse().unwrap(), &rules);
    /// assert_eq!(reason("g7xa1"), HintReason::ClosesAndStopsMill);
    /// assert_eq!(reason("g1"), HintReason::StopsMill);
    /// # Ok::<(), morris::PositionError>(())
    /// ```
    pub fn of(position: &Position, mv: Move, rules: &Rules) -> Self {
        let after = position.play_unchecked(mv, rules);
        let over = after.outcome(rules);
        if over.and_then(Outcome::winner) == Some(position.side()) {
            return Self::Wins;
        }
        if position.pairs_between(mv, rules).contains(&mv.removed) {
            return Self::TakesPair;
        }
        if rules.goal == Goal::Misere {
            return Self::LooksAhead;
        }
        let closes = position.closes_mill(position.side(), mv, rules);
        let case = Case::new(position, mv, &after, rules).filter(|_| over.is_none() && mv.to.is_some());
        match case {
            Some(case) => case.reason(),
            None if closes => Self::ClosesMill,
            None => Self::LooksAhead,
        }
    }
}

/// Returns the line that a reason for a legal move is about, if it is about one.
pub fn line_of(position: &Position, mv: Move, reason: HintReason, rules: &Rules) -> Option<PointSet> {
    let after = position.play_unchecked(mv, rules);
    let case = Case::new(position, mv, &after, rules);
    let of_case = |find: fn(&Case<'_>) -> Option<PointSet>| case.as_ref().and_then(find);
    match reason {
        HintReason::Wins | HintReason::ClosesMill | HintReason::ClosesAndStopsMill => {
            lines_closed(position, mv, rules).next()
        }
        HintReason::StopsMill => of_case(|case| {
            let [before, after] = &case.theirs;
            before.iter().find(|line| !after.contains(line)).copied()
        }),
        HintReason::OpensMill => of_case(|case| case.opened()),
        HintReason::PreparesMill | HintReason::PreparesTwoMills => of_case(|case| {
            let ([before, after], mills) = (&case.own, case.mills());
            after.iter().find(|line| !before.contains(line) && !mills.contains(line)).copied()
        }),
        _ => None,
    }
}

/// Returns the lines that a side could close with its next move, if it were to move. `None` if the
/// rules remember too much to tell that.
pub fn closable_lines(position: &Position, color: Color, rules: &Rules) -> Option<Vec<PointSet>> {
    let mut lines = Vec::new();
    match whose(position, color, rules) {
        Some(turned) => turned.for_each_move(rules, |mv| lines.extend(lines_closed(&turned, mv, rules))),
        // Without other memory than of forced moves, the men alone tell it.
        None if rules.reforming != MillReuse::NotStraightBack => {
            lines.extend(threats(position, color, rules).map(|threat| threat.line));
        }
        None => return None,
    }
    lines.sort_unstable();
    lines.dedup();
    Some(lines)
}

/// Returns the position with this side to move. `None` if the rules have forced moves, since a pass
/// would mean something then.
fn whose(position: &Position, color: Color, rules: &Rules) -> Option<Position> {
    let forced = rules.while_placing == PlacingRemovals::OneEach || rules.blocked == Blocked::MustBeLetOut;
    let turned = || if position.side() == color { *position } else { position.play_unchecked(Move::PASS, rules) };
    (!forced).then(turned)
}

/// Returns `true` if the side to move can close a mill.
pub(crate) fn can_close(position: &Position, rules: &Rules) -> bool {
    position.legal_moves(rules).into_iter().any(|mv| position.closes_mill(position.side(), mv, rules))
}

/// A recommended move, and the lines that each side can close before and after it.
struct Case<'a> {
    rules: &'a Rules,
    position: &'a Position,
    mv: Move,
    /// Point to which the man goes.
    to: Point,
    after: &'a Position,
    own: [Vec<PointSet>; 2],
    theirs: [Vec<PointSet>; 2],
}

type Proof<'a> = fn(&Case<'a>) -> bool;

impl<'a> Case<'a> {
    fn new(position: &'a Position, mv: Move, after: &'a Position, rules: &'a Rules) -> Option<Self> {
        let (own, them) = (position.side(), position.side().other());
        let lines = |color| Some([closable_lines(position, color, rules)?, closable_lines(after, color, rules)?]);
        Some(Self { rules, position, mv, to: mv.to?, after, own: lines(own)?, theirs: lines(them)? })
    }

    fn reason(&self) -> HintReason {
        let urgent: [(HintReason, Proof<'a>); 8] = [
            (HintReason::ClosesAndStopsMill, |case| case.closes() && case.stops()),
            (HintReason::ClosesMill, Self::closes),
            (HintReason::OnlyMove, Self::is_only),
            (HintReason::StopsMill, Self::stops),
            (HintReason::PreparesTwoMills, Self::prepares_two),
            (HintReason::OpensMill, Self::opens),
            (HintReason::CannotStop, Self::cannot_stop),
            (HintReason::PreparesMill, |case| case.prepared(case.mills()) > 0),
        ];
        let calm: [(HintReason, Proof<'a>); 5] = [
            (HintReason::Blocks, |case| case.changes_ways(case.position.side().other()) < 0),
            (HintReason::MakesRoom, |case| case.changes_ways(case.position.side()) > 0),
            (HintReason::TakesCrossing, Self::takes_crossing),
            (HintReason::SpoilsLine, Self::spoils_line),
            (HintReason::Safe, |_| true),
        ];
        let calm = calm.into_iter().filter(|_| self.is_calm());
        let proven = urgent.into_iter().chain(calm).find(|(_, proof)| proof(self));
        proven.map_or(HintReason::LooksAhead, |(reason, _)| reason)
    }

    fn side(&self) -> Color {
        self.position.side()
    }

    fn closes(&self) -> bool {
        self.position.closes_mill(self.side(), self.mv, self.rules)
    }

    fn stops(&self) -> bool {
        let [before, after] = &self.theirs;
        before.iter().any(|line| !after.contains(line))
    }

    fn is_only(&self) -> bool {
        let path = self.mv.without_removal();
        self.position.legal_moves(self.rules).into_iter().all(|mv| mv.without_removal() == path)
    }

    /// Returns the mills of the side to move before the move.
    fn mills(&self) -> Vec<PointSet> {
        let men = self.position.men(self.side());
        self.rules.board.lines().filter(|&line| men.contains_all(line)).collect()
    }

    /// Returns the number of lines that can be closed after the move, but not before, and are not
    /// among these.
    fn prepared(&self, other_than: Vec<PointSet>) -> usize {
        let [before, after] = &self.own;
        after.iter().filter(|line| !before.contains(line) && !other_than.contains(line)).count()
    }

    fn prepares_two(&self) -> bool {
        self.prepared(Vec::new()) >= 2 && forks(self.position, self.mv, self.rules)
    }

    fn opens(&self) -> bool {
        self.opened().is_some()
    }

    /// Returns a mill that the move opens and that can be closed again after every reply.
    fn opened(&self) -> Option<PointSet> {
        let opened = |line: &PointSet| self.mv.from.is_some_and(|from| line.contains(from));
        self.mills().into_iter().filter(opened).find(|&line| self.closes_again(line))
    }

    /// Returns `true` if the side can close a line after every reply.
    fn closes_again(&self, line: PointSet) -> bool {
        self.after.legal_moves(self.rules).into_iter().all(|reply| {
            let next = self.after.play_unchecked(reply, self.rules);
            let closes = |mv| lines_closed(&next, mv, self.rules).any(|closed| closed == line);
            next.outcome(self.rules).is_none() && next.legal_moves(self.rules).into_iter().any(closes)
        })
    }

    fn cannot_stop(&self) -> bool {
        self.position.legal_moves(self.rules).into_iter().all(|mv| {
            let after = self.position.play_unchecked(mv, self.rules);
            after.outcome(self.rules).is_none() && can_close(&after, self.rules)
        })
    }

    /// Returns `true` if no mill could be closed before the move, and the opponent can close none
    /// after it.
    fn is_calm(&self) -> bool {
        self.own[0].is_empty() && self.theirs.iter().all(Vec::is_empty) && !can_close(self.after, self.rules)
    }

    /// Returns by how much the move changes the number of moves of a side that moves along lines.
    fn changes_ways(&self, color: Color) -> i32 {
        let moves = |position: &Position| position.phase(color, self.rules) == Phase::Moving;
        let ways = |position: &Position| mobility(position, color, self.rules) as i32;
        let counts = moves(self.position) && moves(self.after) && self.rules.reforming != MillReuse::NotStraightBack;
        if counts { ways(self.after) - ways(self.position) } else { 0 }
    }

    fn takes_crossing(&self) -> bool {
        let around = self.rules.board.neighbors(self.to);
        let free = around & self.after.empty(self.rules);
        let flies = self.after.phase(self.side(), self.rules) == Phase::Flying;
        around.len() >= CROSSING && free.len() >= ROOM && !flies
    }

    fn spoils_line(&self) -> bool {
        let [own, theirs] = [self.side(), self.side().other()].map(|color| self.position.men(color));
        let spoils = |line: PointSet| line.contains(self.to) && (line & own).is_empty() && !(line & theirs).is_empty();
        self.mv.from.is_none() && self.rules.board.lines().any(spoils)
    }
}

#[cfg(test)]
#[path = "hint_tests.rs"]
mod tests;
