// SPDX-License-Identifier: GPL-3.0-or-later
//! Move generation. Every rule about legal moves and refusals is implemented here, once. Also
//! contains perft.

use super::{
    CaptureBetween, Color, FirstPlacement, ForcedMove, Goal, IllegalMove, MillProtection, MillReuse, Move, Phase,
    Placing, PlacingRemovals, Point, PointSet, Position, Removals, Rules,
};

/// Maximum number of men that a move removes.
pub const MAX_REMOVED: u32 = 3;

impl Position {
    /// Returns the position after a move.
    pub fn play(&self, mv: Move, rules: &Rules) -> Result<Self, IllegalMove> {
        self.check(mv, rules)?;
        Ok(self.play_unchecked(mv, rules))
    }

    /// Checks whether a move is legal.
    pub fn check(&self, mv: Move, rules: &Rules) -> Result<(), IllegalMove> {
        self.check_without_removal(mv, rules)?;
        let (due, pairs) = (self.removals_due(mv, rules), self.pairs_between(mv, rules));
        if !pairs.is_empty() {
            let others = mv.removed - self.men(self.side().other());
            return match others.first() {
                _ if self.removals_of(mv, rules).contains(&mv.removed) => Ok(()),
                Some(point) if due > 0 => Err(IllegalMove::NotOpposing(point)),
                _ => Err(IllegalMove::PairMissing),
            };
        }
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

    /// Returns the reason why these men, one of which is in a mill, may not be removed.
    fn protected(&self, removed: PointSet, rules: &Rules) -> IllegalMove {
        let free = self.removable(self.side(), rules);
        (removed - free).first().or(removed.first()).map_or(IllegalMove::RemovalMissing, IllegalMove::Protected)
    }

    /// Checks whether the path of a move's man is legal. The removal is not checked.
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
            Some(from) if !self.flies(self.side(), rules) && !rules.board.neighbors(from).contains(to) => {
                Err(IllegalMove::NotJoined(from, to))
            }
            Some(from) if !self.reach(from, rules).contains(to) => Err(IllegalMove::StraightBack(to)),
            from if forced_move == Some(ForcedMove::Unblock) && (from.is_none() || !self.lets_out(mv, rules)) => {
                Err(IllegalMove::StillBlocked)
            }
            _ => Ok(()),
        }
    }

    /// Returns all legal moves. Empty if the game is over by the number of men, by a mill or by
    /// blocking.
    pub fn legal_moves(&self, rules: &Rules) -> Vec<Move> {
        let mut moves = Vec::with_capacity(32);
        self.for_each_move(rules, |mv| moves.push(mv));
        moves
    }

    /// Calls `visit` with each legal move, ordered by origin, then target, then the men removed.
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
                if rules.capture_between != CaptureBetween::Never {
                    self.removals_of(mv, rules).into_iter().for_each(|removed| visit(mv.removing(removed)));
                } else if !closing.contains(to) || !self.closes_mill(self.side(), mv, rules) {
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

    /// Counts the legal moves without visiting each one, where the rules allow it.
    #[inline]
    pub fn count_moves(&self, rules: &Rules) -> u64 {
        self.count_moves_closing(self.closing_points(rules), rules)
    }

    /// Counts the legal moves, if these are the closing points.
    #[inline]
    fn count_moves_closing(&self, closing: PointSet, rules: &Rules) -> u64 {
        if !rules.mills_remove_one() || rules.have_forced_moves() {
            let mut moves = 0;
            self.for_each_move(rules, |_| moves += 1);
            return moves;
        }
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

    /// Returns the points where a man from the hand closes a mill. A man from the board closes no
    /// mill elsewhere.
    #[inline]
    fn closing_points(&self, rules: &Rules) -> PointSet {
        rules.board.closing_points(self.men(self.side()))
    }

    /// Returns `true` if the side to move has a legal move. Assumes that it has enough men.
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

    /// Returns `true` if the side to move can place, slide or fly. Assumes that it has enough men.
    pub(super) fn has_own_move(&self, rules: &Rules) -> bool {
        let phase = self.phase(self.side(), rules);
        phase == Phase::Placing && !self.places(rules).is_empty()
            || (phase != Phase::Placing || rules.placing == Placing::OrMove)
                && self.men(self.side()).any(|from| !self.reach(from, rules).is_empty())
    }

    /// Returns the points where the man on `from` may go. Empty if it does not belong to the side
    /// to move or if a man must be placed.
    #[inline]
    pub fn targets(&self, from: Point, rules: &Rules) -> PointSet {
        let phase = self.phase(self.side(), rules);
        let placing = phase == Phase::Placing && rules.placing == Placing::First;
        if placing || !self.men(self.side()).contains(from) || self.decided(rules).is_some() {
            return PointSet::EMPTY;
        }
        let reach = self.reach(from, rules);
        match self.forced_move(rules) {
            None => reach,
            Some(ForcedMove::Pass | ForcedMove::RemoveOnly) => PointSet::EMPTY,
            Some(ForcedMove::Unblock) => reach.filter(|&to| self.lets_out(Move::slide(from, to), rules)).collect(),
        }
    }

    /// Calls `visit` with the origin and target of each legal slide and flight. `forced_move` is
    /// that of the side to move, which must not be to pass or to remove.
    pub(super) fn for_each_slide(
        &self,
        forced_move: Option<ForcedMove>,
        rules: &Rules,
        mut visit: impl FnMut(Point, Point),
    ) {
        if forced_move == Some(ForcedMove::Unblock) {
            return self.for_each_way_out(rules, |mv| {
                mv.from.zip(mv.to).into_iter().for_each(|(from, to)| visit(from, to));
            });
        }
        self.for_each_reach(rules, |from, reach| {
            from.into_iter().for_each(|from| reach.for_each(|to| visit(from, to)));
        });
    }

    /// Returns the points where a man may be placed. Empty if none is in hand, if the game is over,
    /// or during a forced move.
    pub fn placements(&self, rules: &Rules) -> PointSet {
        let none = self.hand(self.side()) == 0 || self.decided(rules).is_some() || self.forced_move(rules).is_some();
        if none { PointSet::EMPTY } else { self.places(rules) }
    }

    /// Returns the men that `mv` still may and must remove, in addition to those it already names.
    pub fn removable_after(&self, mv: Move, rules: &Rules) -> PointSet {
        self.removals_left(mv, rules).0
    }

    /// Returns the men that `mv` still may and must remove, and how many of them at most.
    pub(super) fn removals_left(&self, mv: Move, rules: &Rules) -> (PointSet, u8) {
        let sets = self.removals_of(mv, rules).into_iter().filter(|set| set.contains_all(mv.removed));
        sets.map(|set| set - mv.removed)
            .fold((PointSet::EMPTY, 0), |(men, most), set| (men | set, most.max(set.len() as u8)))
    }

    /// Returns the men that `by` may remove when it closes a mill.
    #[inline]
    pub fn removable(&self, by: Color, rules: &Rules) -> PointSet {
        may_be_removed(self.men(by.other()), rules)
    }

    /// Returns `true` if the move of a man of `color` closes a mill.
    #[inline]
    pub fn closes_mill(&self, color: Color, mv: Move, rules: &Rules) -> bool {
        let stay = mv.from.map_or(self.men(color), |from| self.men(color) - from.set());
        mv.to.is_some_and(|to| rules.board.in_mill(stay, to))
    }

    /// Returns the number of men that a move of the side to move removes, if that number of men may
    /// be removed.
    #[inline]
    pub fn removals_due(&self, mv: Move, rules: &Rules) -> u32 {
        if mv.to.is_none() {
            return u32::from(self.memory().removals > 0);
        }
        if self.closes_mill(self.side(), mv, rules) { self.removals_of_mill(mv, rules) } else { 0 }
    }

    /// Returns the number of men that a move removes if it closes a mill.
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

    /// Returns the lines that a move of the side to move closes. Bit `i` is line `i` of the board.
    pub(super) fn lines_closed(&self, mv: Move, rules: &Rules) -> u32 {
        let Some(to) = mv.to else { return 0 };
        let men = self.without(mv.from) | to.set();
        let closed = |line: &PointSet| line.contains(to) && men.contains_all(*line);
        (0..)
            .zip(rules.board.lines())
            .filter(|(_, line)| closed(line))
            .fold(0, |lines, (number, _)| lines | 1 << number)
    }

    /// Returns the sets of men that a move may remove when it removes `due` men one after the
    /// other. Each set occurs once, whatever the order of removal. A set is smaller if no more men
    /// may be removed.
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

    /// Returns the sets of men that a move may remove, all at once. Not empty.
    fn removals_of(&self, mv: Move, rules: &Rules) -> Vec<PointSet> {
        let mut sets = self.removal_sets(self.removals_due(mv, rules), rules);
        let pairs = self.pairs_between(mv, rules);
        if !pairs.is_empty() {
            let in_pairs = pairs.iter().fold(PointSet::EMPTY, |men, &pair| men | pair);
            sets.retain(|&set| !set.is_empty() && (set & in_pairs).is_empty());
            sets.extend(pairs);
        }
        sets
    }

    /// Returns the pairs of opposing men that a move comes between, of which it may remove one.
    pub fn pairs_between(&self, mv: Move, rules: &Rules) -> Vec<PointSet> {
        let (Some(to), CaptureBetween::Both) = (mv.to, rules.capture_between) else { return Vec::new() };
        if self.memory().let_out.is_some() {
            return Vec::new();
        }
        let around = self.men(self.side().other()) & rules.board.neighbors(to);
        let ends = rules.board.lines().filter(|line| line.contains(to)).map(|line| line - to.set());
        ends.filter(|&pair| around.contains_all(pair)).collect()
    }

    /// Returns the points where a man may be placed, if one is in hand.
    #[inline]
    fn places(&self, rules: &Rules) -> PointSet {
        let places = self.empty(rules) - self.memory().blocked_points();
        if rules.first_point == FirstPlacement::NotCenter && self.occupied().is_empty() {
            return places - rules.board.center().map_or(PointSet::EMPTY, Point::set);
        }
        places
    }

    /// Returns the points where a man of the side to move may go.
    #[inline]
    fn reach(&self, from: Point, rules: &Rules) -> PointSet {
        let free = self.empty(rules) - self.memory().blocked_points();
        let reach = if self.flies(self.side(), rules) { free } else { free & rules.board.neighbors(from) };
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

    /// Returns the men of the side to move without the moving man, if it comes from the board.
    #[inline]
    fn without(&self, from: Option<Point>) -> PointSet {
        self.men(self.side()) - from.map_or(PointSet::EMPTY, Point::set)
    }

    /// Calls `visit` with each man that may move and the points where it may go. A man in hand is
    /// visited first, with `None` as its origin.
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
        // A single call of `visit`, so that the compiler inlines it into the loop.
        loop {
            visit(from, reach);
            from = movers.next();
            let Some(from) = from else { return };
            reach = self.reach(from, rules);
        }
    }
}

/// Returns those of a side's men that may be removed.
#[inline]
fn may_be_removed(men: PointSet, rules: &Rules) -> PointSet {
    if rules.from_mills == MillProtection::None {
        return men;
    }
    let free = men - rules.board.in_mills(men);
    if free.is_empty() && rules.from_mills == MillProtection::WhileOthersLeft { men } else { free }
}

/// Counts the sequences of `depth` moves from `position`. Draws by repetition and quiet plies are
/// ignored, a finished game has no further moves, and a pass does not count as a move. The last
/// ply is counted in bulk.
///
/// ```
/// use morris::{Position, Rules, perft};
///
/// let start = Position::start(&Rules::STANDARD);
/// assert_eq!(perft(&start, &Rules::STANDARD, 3), 24 * 23 * 22);
/// ```
pub fn perft(position: &Position, rules: &Rules, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ if position.forced_move(rules) == Some(ForcedMove::Pass) => {
            perft(&position.play_unchecked(Move::PASS, rules), rules, depth)
        }
        1 => position.count_moves(rules),
        2 => count_two_plies(position, rules),
        _ => {
            let mut count = 0;
            position.for_each_move(rules, |mv| {
                count += perft(&position.play_unchecked(mv, rules), rules, depth - 1);
            });
            count
        }
    }
}

/// Counts the sequences of two moves. The compiler sees that nothing reads the hashes of the
/// positions between them, and a move that removes no man leaves the other side its closing points.
fn count_two_plies(position: &Position, rules: &Rules) -> u64 {
    let closing = rules.board.closing_points(position.men(position.side().other()));
    let mut count = 0;
    position.for_each_move(rules, |mv| {
        let next = position.play_unchecked(mv, rules);
        count += match next.forced_move(rules) {
            Some(ForcedMove::Pass) => perft(&next, rules, 1),
            _ if mv.removed.is_empty() => next.count_moves_closing(closing, rules),
            _ => next.count_moves(rules),
        };
    });
    count
}
