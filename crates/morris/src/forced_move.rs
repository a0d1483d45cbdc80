// SPDX-License-Identifier: GPL-3.0-or-later
//! Forced moves, which some rules insert between ordinary moves. A side passes, only removes a
//! man, or lets the blocked side out.

use super::{Blocked, ByColor, Color, Memory, Move, PlacingRemovals, Position, Rules};

/// Restricted move of a side that may not place, slide or fly freely.
///
/// ```
/// use morris::{ForcedMove, Position, Rules};
///
/// let shax: Rules = "shax".parse()?;
/// let placed = Position::parse("WBB/BBW/WWW/BWWBBW/BBW/BBB/WWW w 0 0 0 remove=2", &shax)?;
/// assert_eq!(placed.forced_move(&shax), Some(ForcedMove::RemoveOnly));
/// assert_eq!(placed.legal_moves(&shax).len(), 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ForcedMove {
    /// The side does nothing, because the other side moves first: [`Move::PASS`].
    Pass,
    /// The side removes one man and does nothing else: [`Move::remove`].
    RemoveOnly,
    /// The side moves so that the blocked opponent has a move again. A mill removes nothing.
    Unblock,
}

impl Position {
    /// Returns the forced move of the side to move, or `None` if it may place, slide or fly freely.
    #[inline]
    pub fn forced_move(&self, rules: &Rules) -> Option<ForcedMove> {
        if rules.have_forced_moves() { self.find_forced_move(rules) } else { None }
    }

    #[cold]
    fn find_forced_move(&self, rules: &Rules) -> Option<ForcedMove> {
        let memory = self.memory();
        if self.decided(rules).is_some() {
            None
        } else if memory.removals > 0 {
            Some(ForcedMove::RemoveOnly)
        } else if memory.let_out.is_some() {
            Some(ForcedMove::Unblock)
        } else {
            let second_to_remove = memory.first_mill.is_some() && self.all_placed();
            (second_to_remove || self.can_be_let_out(rules)).then_some(ForcedMove::Pass)
        }
    }

    fn all_placed(&self) -> bool {
        Color::BOTH.into_iter().all(|color| self.hand(color) == 0)
    }

    /// Returns `true` if the side to move is blocked and the other side has a move that lets it
    /// out.
    fn can_be_let_out(&self, rules: &Rules) -> bool {
        rules.blocked == Blocked::MustBeLetOut && !self.has_own_move(rules) && {
            let mut found = false;
            self.with_side(self.side().other()).for_each_way_out(rules, |_| found = true);
            found
        }
    }

    /// Calls `visit` with each slide or flight after which the other side has a move.
    pub(super) fn for_each_way_out(&self, rules: &Rules, mut visit: impl FnMut(Move)) {
        self.for_each_reach(rules, |from, reach| {
            let slides = reach.filter_map(|to| Some(Move::slide(from?, to)));
            slides.filter(|&mv| self.lets_out(mv, rules)).for_each(&mut visit);
        });
    }

    /// Returns `true` if the other side can place, slide or fly after this move.
    pub(super) fn lets_out(&self, mv: Move, rules: &Rules) -> bool {
        self.play_unchecked(mv, rules).has_own_move(rules)
    }

    /// Calls `visit` with each legal move of this kind.
    #[cold]
    pub(super) fn for_each_move_of(&self, forced_move: ForcedMove, rules: &Rules, mut visit: impl FnMut(Move)) {
        match forced_move {
            ForcedMove::Pass => visit(Move::PASS),
            ForcedMove::RemoveOnly => self.removal_sets(1, rules).into_iter().for_each(|set| visit(Move::remove(set))),
            ForcedMove::Unblock => self.for_each_way_out(rules, visit),
        }
    }

    /// Updates the memory of forced moves after a move. `hand` is the number of men in hand after
    /// the move.
    pub(super) fn remember_forced_move(&self, mv: Move, hand: ByColor<u8>, rules: &Rules, memory: &mut Memory) {
        let (us, them) = (self.side(), self.side().other());
        let Memory { first_mill, removals, .. } = *self.memory();
        let blocked = mv == Move::PASS && first_mill.is_none() && removals == 0;
        memory.let_out = blocked.then_some(us);
        memory.removals = removals.saturating_sub(1);
        if rules.while_placing != PlacingRemovals::OneEach {
            return;
        }
        if mv.is_placement() && first_mill.is_none() && self.closes_mill(us, mv, rules) {
            memory.first_mill = Some(us);
        }
        let placed_last = mv.is_placement() && hand == ByColor::default();
        if placed_last {
            memory.first_mill = memory.first_mill.or(Some(Color::Black));
        }
        let begins = memory.first_mill == Some(them) && (placed_last || mv == Move::PASS);
        if begins && hand == ByColor::default() {
            (memory.first_mill, memory.removals) = (None, 2);
        }
    }
}
