// SPDX-License-Identifier: GPL-3.0-or-later
//! Moves that some rules put between the others: to wait, to remove a man and nothing else, to let
//! the other side out.

use super::{Blocked, ByColor, Color, Memory, Move, Position, RemovalWhilePlacing, Rules};

/// What a side has to do that may not place, slide or fly as it likes.
///
/// ```
/// use morris::{Interlude, Position, Rules};
///
/// let shax: Rules = "shax".parse()?;
/// let placed = Position::parse("WBB/BBW/WWW/BWWBBW/BBW/BBB/WWW w 0 0 0 remove=2", &shax)?;
/// assert_eq!(placed.interlude(&shax), Some(Interlude::Remove));
/// assert_eq!(placed.legal_moves(&shax).len(), 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Interlude {
    /// It does nothing, since the other side moves first: [`Move::WAIT`].
    Wait,
    /// It removes one man by a move of its own: [`Move::remove`].
    Remove,
    /// It moves so that the other side, which is blocked, has a move again; a mill removes nothing.
    LetOut,
}

impl Position {
    /// What the side to move has to do, if it may not place, slide or fly as it likes.
    #[must_use]
    #[inline]
    pub fn interlude(&self, rules: &Rules) -> Option<Interlude> {
        if rules.have_interludes() { self.find_interlude(rules) } else { None }
    }

    #[cold]
    fn find_interlude(&self, rules: &Rules) -> Option<Interlude> {
        let memory = self.memory();
        if self.decided(rules).is_some() {
            None
        } else if memory.removals > 0 {
            Some(Interlude::Remove)
        } else if memory.let_out.is_some() {
            Some(Interlude::LetOut)
        } else {
            let second_to_remove = memory.first_mill.is_some() && self.all_placed();
            (second_to_remove || self.can_be_let_out(rules)).then_some(Interlude::Wait)
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

    /// Calls `visit` with each move of an interlude.
    #[cold]
    pub(super) fn for_each_move_of(&self, interlude: Interlude, rules: &Rules, mut visit: impl FnMut(Move)) {
        match interlude {
            Interlude::Wait => visit(Move::WAIT),
            Interlude::Remove => self.removal_sets(1, rules).into_iter().for_each(|set| visit(Move::remove(set))),
            Interlude::LetOut => self.for_each_way_out(rules, visit),
        }
    }

    /// What is remembered of interludes after a move that leaves so many men in hand.
    pub(super) fn remember_interlude(&self, mv: Move, hand: ByColor<u8>, rules: &Rules, memory: &mut Memory) {
        let (us, them) = (self.side(), self.side().other());
        let Memory { first_mill, removals, .. } = *self.memory();
        let blocked = mv == Move::WAIT && first_mill.is_none() && removals == 0;
        memory.let_out = blocked.then_some(us);
        memory.removals = removals.saturating_sub(1);
        if rules.while_placing != RemovalWhilePlacing::OneEach {
            return;
        }
        if mv.is_placement() && first_mill.is_none() && self.closes_mill(us, mv, rules) {
            memory.first_mill = Some(us);
        }
        let placed_last = mv.is_placement() && hand == ByColor::default();
        if placed_last {
            memory.first_mill = memory.first_mill.or(Some(Color::Black));
        }
        let begins = memory.first_mill == Some(them) && (placed_last || mv == Move::WAIT);
        if begins && hand == ByColor::default() {
            (memory.first_mill, memory.removals) = (None, 2);
        }
    }
}
