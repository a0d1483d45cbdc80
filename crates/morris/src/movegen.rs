// SPDX-License-Identifier: GPL-3.0-or-later
//! Which moves are legal, how many, and why others are not: every rule about moves stands here,
//! once. And how many ways of playing on there are, the measure of it all.

use super::{
    Color, FirstPlacement, ForcedMove, Goal, IllegalMove, MillProtection, MillReuse, Move, Phase, Placing,
    PlacingRemovals, Point, PointSet, Position, Removals, Rules,
};

/// The most men that a move removes.
pub const MAX_REMOVED: u32 = 3;

impl Position {
    /// The position after a move.
    ///
    /// # Errors
    /// Why the move is not legal.
    pub fn play(&self, mv: Move, rules: &Rules) -> Result<Self, IllegalMove> {
        self.check(mv, rules)?;
        Ok(self.play_unchecked(mv, rules))
    }

    /// Whether a move is legal.
    ///
    /// # Errors
    /// The first reason why not.
    pub fn check(&self, mv: Move, rules: &Rules) -> Result<(), IllegalMove> {
        self.check_without_removal(mv, rules)?;
        let due = self.removals_due(mv, rules);
        if due == 0 {
            return match self.closes_mill(self.side(), mv, rules) {
                _ if mv.removed.is_empty() => Ok(()),
                true => Err(IllegalMove::MillWithoutRemoval),
                false => Err(IllegalMove::NoMill),
            };
        }
        let sets = self.removal_sets(due, rules);
        let most = sets.iter().map(|set| set.len()).max().unwrap_or_default();
        let others = mv.removed - self.men(self.side().other());
        match (mv.removed.len(), others.first()) {
            _ if sets.contains(&mv.removed) => Ok(()),
            (found, _) if found > most.max(1) => Err(IllegalMove::TooManyRemoved(most as u8)),
            (_, Some(point)) => Err(IllegalMove::NotOpposing(point)),
            (0, _) if mv.to.is_none() => Err(IllegalMove::MustRemove),
            (found, _) if found < most && sets.iter().any(|set| set.contains_all(mv.removed)) => {
                Err(IllegalMove::RemovalMissing)
            }
            _ => Err(self.protected(mv.removed, rules)),
        }
    }

    /// Why these men may not be removed, one of which stands in a mill.
    fn protected(&self, removed: PointSet, rules: &Rules) -> IllegalMove {
        let free = self.removable(self.side(), rules);
        (removed - free).first().or(removed.first()).map_or(IllegalMove::RemovalMissing, IllegalMove::Protected)
    }

    /// Whether a move is legal as far as its man goes, whatever it removes.
    ///
    /// # Errors
    /// The first reason why not.
    pub fn check_without_removal(&self, mv: Move, rules: &Rules) -> Result<(), IllegalMove> {
        let points = rules.board.points();
        if self.decided(rules).is_some() {
            return Err(IllegalMove::GameOver);
        }
        if let Some(off) = [mv.from, mv.to].into_iter().flatten().find(|&point| !points.contains(point)) {
            return Err(IllegalMove::OffBoard(off));
        }
        let forced_move = self.forced_move(rules);
        let to = match (forced_move, mv.to) {
            (Some(ForcedMove::Pass), _) if mv == Move::PASS => return Ok(()),
            (Some(ForcedMove::RemoveOnly), None) if mv.from.is_none() => return Ok(()),
            (Some(ForcedMove::Pass), _) => return Err(IllegalMove::MustPass),
            (Some(ForcedMove::RemoveOnly), _) => return Err(IllegalMove::MustRemove),
            (_, None) => return Err(IllegalMove::NothingMoved),
            (_, Some(to)) => to,
        };
        let phase = self.phase(self.side(), rules);
        match mv.from {
            None if phase != Phase::Placing => Err(IllegalMove::NoneInHand),
            Some(_) if phase == Phase::Placing && rules.placing == Placing::First => Err(IllegalMove::MustPlace),
            Some(from) if !self.men(self.side()).contains(from) => Err(IllegalMove::NotOwn(from)),
            _ if self.occupied().contains(to) => Err(IllegalMove::Occupied(to)),
            _ if self.memory().blocked_points().contains(to) => Err(IllegalMove::BlockedPoint(to)),
            None if !self.places(rules).contains(to) => Err(IllegalMove::CenterFirst(to)),
            Some(from) if phase != Phase::Flying && !rules.board.neighbors(from).contains(to) => {
                Err(IllegalMove::NotJoined(from, to))
            }
            Some(from) if !self.reach(from, phase, rules).contains(to) => Err(IllegalMove::StraightBack(to)),
            from if forced_move == Some(ForcedMove::Unblock) && (from.is_none() || !self.lets_out(mv, rules)) => {
                Err(IllegalMove::StillBlocked)
            }
            _ => Ok(()),
        }
    }

    /// All legal moves; none if the game is over by men or by blocking.
    #[must_use]
    pub fn legal_moves(&self, rules: &Rules) -> Vec<Move> {
        let mut moves = Vec::with_capacity(32);
        self.for_each_move(rules, |mv| moves.push(mv));
        moves
    }

    /// Calls `visit` with each legal move: by the man's origin, then its target, then the men
    /// removed.
    #[inline]
    pub fn for_each_move(&self, rules: &Rules, mut visit: impl FnMut(Move)) {
        if let Some(forced_move) = self.forced_move(rules) {
            return self.for_each_move_of(forced_move, rules, visit);
        }
        let closing = self.closing_points(rules);
        let remove_one = rules.mills_remove_one();
        let removable = if closing.is_empty() { PointSet::EMPTY } else { self.removable(self.side(), rules) };
        self.for_each_reach(rules, |from, reach| {
            for to in reach {
                let mv = Move { from, to: Some(to), removed: PointSet::EMPTY };
                if !closing.contains(to) || !self.closes_mill(self.side(), mv, rules) {
                    visit(mv);
                } else if remove_one && !removable.is_empty() {
                    removable.for_each(|point| visit(mv.removing(point.set())));
                } else {
                    let sets = self.removal_sets(self.removals_of_mill(mv, rules), rules);
                    sets.into_iter().for_each(|removed| visit(mv.removing(removed)));
                }
            }
        });
    }

    /// How many legal moves there are, counted in bulk.
    #[must_use]
    #[inline]
    pub fn count_moves(&self, rules: &Rules) -> u64 {
        if !rules.mills_remove_one() || rules.have_forced_moves() {
            let mut moves = 0;
            self.for_each_move(rules, |_| moves += 1);
            return moves;
        }
        let closing = self.closing_points(rules);
        let (mut moves, mut mills) = (0, 0);
        self.for_each_reach(rules, |from, reach| {
            moves += reach.len() as u64;
            let reach = reach & closing;
            mills += match from {
                None => reach.len() as u64,
                Some(from) => {
                    reach.filter(|&to| self.closes_mill(self.side(), Move::slide(from, to), rules)).count() as u64
                }
            };
        });
        if mills == 0 {
            return moves;
        }
        let removable = self.removable(self.side(), rules).len().max(1) as u64;
        moves + mills * (removable - 1)
    }

    /// The points on which a man from the hand closes a mill; one from the board closes none
    /// elsewhere.
    #[inline]
    fn closing_points(&self, rules: &Rules) -> PointSet {
        rules.board.closing_points(self.men(self.side()))
    }

    /// Whether the side to move has a legal move, men enough supposed.
    #[must_use]
    pub(super) fn has_move(&self, rules: &Rules) -> bool {
        match self.forced_move(rules) {
            None => self.has_own_move(rules),
            Some(ForcedMove::Pass | ForcedMove::RemoveOnly) => true,
            Some(ForcedMove::Unblock) => {
                let mut found = false;
                self.for_each_way_out(rules, |_| found = true);
                found
            }
        }
    }

    /// Whether the side to move can place, slide or fly, men enough supposed.
    pub(super) fn has_own_move(&self, rules: &Rules) -> bool {
        let phase = self.phase(self.side(), rules);
        phase == Phase::Placing && !self.places(rules).is_empty()
            || (phase != Phase::Placing || rules.placing == Placing::OrMove)
                && self.men(self.side()).any(|from| !self.reach(from, phase, rules).is_empty())
    }

    /// Where the man on `from` may go; nowhere if it is not the side to move's or a man must be
    /// placed.
    #[must_use]
    #[inline]
    pub fn targets(&self, from: Point, rules: &Rules) -> PointSet {
        let phase = self.phase(self.side(), rules);
        let placing = phase == Phase::Placing && rules.placing == Placing::First;
        if placing || !self.men(self.side()).contains(from) || self.decided(rules).is_some() {
            return PointSet::EMPTY;
        }
        let reach = self.reach(from, phase, rules);
        match self.forced_move(rules) {
            None => reach,
            Some(ForcedMove::Pass | ForcedMove::RemoveOnly) => PointSet::EMPTY,
            Some(ForcedMove::Unblock) => reach.filter(|&to| self.lets_out(Move::slide(from, to), rules)).collect(),
        }
    }

    /// Where a man may be placed; nowhere if none is in hand or the game is over.
    #[must_use]
    pub fn placements(&self, rules: &Rules) -> PointSet {
        let none = self.hand(self.side()) == 0 || self.decided(rules).is_some() || self.forced_move(rules).is_some();
        if none { PointSet::EMPTY } else { self.places(rules) }
    }

    /// The men of whom a move that has removed what it says may, and must, still remove one.
    #[must_use]
    pub fn removable_after(&self, mv: Move, rules: &Rules) -> PointSet {
        let sets = self.removal_sets(self.removals_due(mv, rules), rules);
        let more = sets.into_iter().filter(|set| set.contains_all(mv.removed));
        more.fold(PointSet::EMPTY, |more, set| more | set) - mv.removed
    }

    /// The men that `by` may remove when it closes a mill.
    #[must_use]
    #[inline]
    pub fn removable(&self, by: Color, rules: &Rules) -> PointSet {
        may_be_removed(self.men(by.other()), rules)
    }

    /// Whether a man of `color` that comes from `from` closes a mill on `to`.
    #[must_use]
    #[inline]
    pub fn closes_mill(&self, color: Color, mv: Move, rules: &Rules) -> bool {
        let stay = mv.from.map_or(self.men(color), |from| self.men(color) - from.set());
        mv.to.is_some_and(|to| rules.board.in_mill(stay, to))
    }

    /// How many men a move of the side to move removes, if there are so many that may be.
    #[must_use]
    #[inline]
    pub fn removals_due(&self, mv: Move, rules: &Rules) -> u32 {
        if mv.to.is_none() {
            return u32::from(self.memory().removals > 0);
        }
        if self.closes_mill(self.side(), mv, rules) { self.removals_of_mill(mv, rules) } else { 0 }
    }

    /// The same of a move that closes a mill.
    fn removals_of_mill(&self, mv: Move, rules: &Rules) -> u32 {
        let placed = mv.from.is_none();
        let waits = matches!(rules.while_placing, PlacingRemovals::Never | PlacingRemovals::OneEach);
        if rules.goal == Goal::FirstMill || placed && waits || self.memory().let_out.is_some() {
            return 0;
        }
        let mut lines = self.lines_closed(mv, rules);
        if rules.reforming == MillReuse::EachLineOnce {
            lines &= !self.memory().paid[self.side()];
        }
        lines.count_ones().min(if rules.removals == Removals::PerMill { MAX_REMOVED } else { 1 })
    }

    /// The lines that a move of the side to move closes, bit `i` for line `i` of the board.
    pub(super) fn lines_closed(&self, mv: Move, rules: &Rules) -> u32 {
        let Some(to) = mv.to else { return 0 };
        let men = self.without(mv.from) | to.set();
        let closed = |line: &PointSet| line.contains(to) && men.contains_all(*line);
        (0..)
            .zip(rules.board.lines())
            .filter(|(_, line)| closed(line))
            .fold(0, |lines, (number, _)| lines | 1 << number)
    }

    /// The sets of men that a move may remove that has to remove so many, one after the other; each
    /// only once, whatever the order. Where no more may be removed a set has fewer.
    #[cold]
    pub(super) fn removal_sets(&self, due: u32, rules: &Rules) -> Vec<PointSet> {
        let men = self.men(self.side().other());
        let mut sets = vec![PointSet::EMPTY];
        for _ in 0..due {
            let mut next = Vec::new();
            for set in sets {
                let more = may_be_removed(men - set, rules);
                let one_more = more.map(|point| set | point.set()).chain(more.is_empty().then_some(set));
                next.extend(one_more);
            }
            next.sort_unstable();
            next.dedup();
            sets = next;
        }
        sets
    }

    /// Where a man may be placed, if one is in hand.
    #[inline]
    fn places(&self, rules: &Rules) -> PointSet {
        let places = self.empty(rules) - self.memory().blocked_points();
        if rules.first_point == FirstPlacement::NotCenter && self.occupied().is_empty() {
            return places - rules.board.center().map_or(PointSet::EMPTY, Point::set);
        }
        places
    }

    /// Where a man of the side to move may go that may move, in the phase of its side.
    #[inline]
    fn reach(&self, from: Point, phase: Phase, rules: &Rules) -> PointSet {
        let free = self.empty(rules) - self.memory().blocked_points();
        let reach = if phase == Phase::Flying { free } else { free & rules.board.neighbors(from) };
        if rules.reforming == MillReuse::NotStraightBack { self.without_way_back(from, reach, rules) } else { reach }
    }

    #[cold]
    fn without_way_back(&self, from: Point, reach: PointSet, rules: &Rules) -> PointSet {
        match self.memory().last_mill[self.side()] {
            Some((back, here)) if here == from && self.closes_mill(self.side(), Move::slide(from, back), rules) => {
                reach - back.set()
            }
            _ => reach,
        }
    }

    /// The men of the side to move without the one that moves, if it comes from the board.
    #[inline]
    fn without(&self, from: Option<Point>) -> PointSet {
        self.men(self.side()) - from.map_or(PointSet::EMPTY, Point::set)
    }

    /// Calls `visit` with each man that may move, and one for those in hand, and where it may go.
    #[inline]
    pub(super) fn for_each_reach(&self, rules: &Rules, mut visit: impl FnMut(Option<Point>, PointSet)) {
        if self.decided(rules).is_some() {
            return;
        }
        let phase = self.phase(self.side(), rules);
        let placing = phase == Phase::Placing;
        let stay = placing && rules.placing == Placing::First;
        let mut movers = if stay { PointSet::EMPTY } else { self.men(self.side()) };
        let (mut from, mut reach) = (None, if placing { self.places(rules) } else { PointSet::EMPTY });
        // One place that visits, so that it is compiled into the loop.
        loop {
            visit(from, reach);
            from = movers.next();
            let Some(from) = from else { return };
            reach = self.reach(from, phase, rules);
        }
    }
}

/// Those of a side's men that may be removed.
#[inline]
fn may_be_removed(men: PointSet, rules: &Rules) -> PointSet {
    if rules.from_mills == MillProtection::None {
        return men;
    }
    let free = men - rules.board.in_mills(men);
    if free.is_empty() && rules.from_mills == MillProtection::WhileOthersLeft { men } else { free }
}

/// How many ways of playing `depth` moves there are from `position`; draws are left out, and a
/// finished game goes no further, and to wait is no move. The last ply is counted in bulk.
///
/// ```
/// use morris::{Position, Rules, perft};
///
/// let start = Position::start(&Rules::STANDARD);
/// assert_eq!(perft(&start, &Rules::STANDARD, 3), 24 * 23 * 22);
/// ```
#[must_use]
pub fn perft(position: &Position, rules: &Rules, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ if position.forced_move(rules) == Some(ForcedMove::Pass) => {
            perft(&position.play_unchecked(Move::PASS, rules), rules, depth)
        }
        1 => position.count_moves(rules),
        _ => {
            let mut count = 0;
            position.for_each_move(rules, |mv| {
                count += perft(&position.play_unchecked(mv, rules), rules, depth - 1);
            });
            count
        }
    }
}
