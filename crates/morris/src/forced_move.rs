// SPDX-License-Identifier: GPL-3.0-or-later
//! Moves that some rules put between the others: to wait, to remove a man and nothing else, to let
//! the other side out.

use super::{Blocked, ByColor, Color, Memory, Move, PlacingRemovals, Position, Rules};

/// What a side has to do that may not place, slide or fly as it likes.
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
    /// It does nothing, since the other side moves first: [`Move::PASS`].
    Pass,
    /// It removes one man by a move of its own: [`Move::remove`].
    RemoveOnly,
    /// It moves so that the other side, which is blocked, has a move again; a mill removes nothing.
    Unblock,
}

impl Position {
    /// What the side to move has to do, if it may not place, slide or fly as it likes.
    #[must_use]
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

    /// Whether the side to move is blocked, and the other has a move that gives it a way out.
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

    /// Whether the other side has a move after this one.
    pub(super) fn lets_out(&self, mv: Move, rules: &Rules) -> bool {
        self.play_unchecked(mv, rules).has_own_move(rules)
    }

    /// Calls `visit` with each move of a forced move.
    #[cold]
    pub(super) fn for_each_move_of(&self, forced_move: ForcedMove, rules: &Rules, mut visit: impl FnMut(Move)) {
        match forced_move {
            ForcedMove::Pass => visit(Move::PASS),
            ForcedMove::RemoveOnly => self.removal_sets(1, rules).into_iter().for_each(|set| visit(Move::remove(set))),
            ForcedMove::Unblock => self.for_each_way_out(rules, visit),
        }
    }

    /// What is remembered of forced moves after a move that leaves so many men in hand.
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
