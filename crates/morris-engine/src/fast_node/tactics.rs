// SPDX-License-Identifier: GPL-3.0-or-later
//! Classic moves in the search: implements [`Node`] for [`FastNode`].

use super::{FastNode, change, first_alone};
use crate::evaluation::evaluate;
use crate::lookups::Lookups;
use crate::node::{BLOCK, GenType, MILL, Node};
use crate::packed_move::PackedMove;
use morris::{Color, MIN_MEN, PointSet, Position, Rules};

/// Bonus for each of the opponent's open lines that a removal breaks, and for each own line that it
/// opens.
const BREAKS_LINE: u16 = 20;

/// Data for ranking the moves of a node.
#[derive(Clone, Copy)]
pub(crate) struct Tactics {
    /// Points where the opponent would close a mill.
    threatened: u32,
    /// The opponent's open lines, and the own lines that removing one man would open.
    worth_breaking: u64,
}

impl Node for FastNode {
    type Lookups = Lookups;
    type Tactics = Tactics;
    const STAGED: bool = true;

    fn new(position: &Position, lookups: &Lookups) -> Self {
        Self::new(position, lookups)
    }

    fn rules(lookups: &Lookups) -> &Rules {
        &lookups.rules
    }

    #[inline]
    fn color(&self) -> Color {
        self.color
    }

    #[inline]
    fn quiet(&self) -> u16 {
        self.quiet
    }

    #[inline]
    fn placing(&self) -> bool {
        self.us.hand | self.them.hand != 0
    }

    fn men(&self) -> [PointSet; 2] {
        [self.us.men, self.them.men].map(PointSet::from_bits)
    }

    #[inline]
    fn counts(&self) -> [u8; 2] {
        [self.us.count, self.them.count]
    }

    #[inline]
    fn hands(&self) -> [u8; 2] {
        [self.us.hand, self.them.hand]
    }

    #[inline]
    fn key(&self) -> u64 {
        self.keys[0] ^ self.rest
    }

    #[inline]
    fn shared_key(&self) -> (u64, usize) {
        let (mut least, mut symmetry) = (self.keys[0], 0);
        for (index, &key) in self.keys.iter().enumerate() {
            if key < least {
                (least, symmetry) = (key, index);
            }
        }
        (least ^ self.rest, symmetry)
    }

    #[inline]
    fn to_shared(mv: PackedMove, symmetry: usize, lookups: &Lookups) -> PackedMove {
        mv.mapped(lookups.image(symmetry))
    }

    #[inline]
    fn from_shared(mv: PackedMove, symmetry: usize, lookups: &Lookups) -> PackedMove {
        mv.mapped(lookups.origin(symmetry))
    }

    #[inline]
    fn lost(&self, lookups: &Lookups) -> bool {
        self.us.total() < MIN_MEN || self.blocked(lookups) && !self.draws_by_full_board(lookups)
    }

    #[inline]
    fn drawn(&self, lookups: &Lookups) -> bool {
        self.draws_by_full_board(lookups) || self.quiet_left(lookups) == Some(0)
    }

    #[inline]
    fn quiet_left(&self, lookups: &Lookups) -> Option<u16> {
        lookups.rules.draws.quiet_left([self.us.total(), self.them.total()], self.quiet)
    }

    #[inline]
    fn play(&self, mv: PackedMove, lookups: &Lookups) -> Self {
        self.played::<true>(mv, lookups)
    }

    #[inline]
    fn play_to_judge(&self, mv: PackedMove, lookups: &Lookups) -> Self {
        self.played::<false>(mv, lookups)
    }

    #[inline]
    fn key_after(&self, mv: PackedMove, lookups: &Lookups) -> Option<u64> {
        if !self.placing() {
            let mut key = self.keys[0];
            let rest = self.change_keys(mv, lookups, |by| key ^= by[0]);
            return Some(key ^ rest);
        }
        let mut keys = self.keys;
        let rest = self.change_keys(mv, lookups, |by| change(&mut keys, by));
        let placed = u8::from(mv.origin().is_none());
        let placing = (self.us.hand - placed) | self.them.hand != 0;
        let key = if placing { keys.into_iter().min() } else { keys.into_iter().next() };
        key.map(|key| key ^ rest)
    }

    #[inline]
    fn for_each_move(&self, wanted: GenType, lookups: &Lookups, visit: impl FnMut(PackedMove)) {
        self.for_each_move(wanted, lookups, visit);
    }

    #[inline]
    fn for_each_promising(&self, tactics: Tactics, lookups: &Lookups, mut visit: impl FnMut(PackedMove)) {
        self.for_each_mill(lookups, &mut visit);
        self.for_each_block(tactics.threatened, lookups, visit);
    }

    #[inline]
    fn for_each_quiet(&self, tactics: Tactics, lookups: &Lookups, visit: impl FnMut(PackedMove)) {
        self.for_each_quiet(tactics.threatened, lookups, visit);
    }

    #[inline]
    fn is_legal(&self, mv: PackedMove, lookups: &Lookups) -> bool {
        self.is_legal(mv, lookups)
    }

    #[inline]
    fn is_pseudo_legal(&self, mv: PackedMove, lookups: &Lookups) -> bool {
        let has = |men: u32, point: usize| men >> point & 1 != 0;
        has(self.empty(lookups), mv.target())
            && mv.origin().map_or(self.us.hand > 0, |from| has(self.us.men, from))
            && mv.removed().is_none_or(|removed| has(self.them.men, removed))
    }

    #[inline]
    fn may_close(&self, lookups: &Lookups) -> bool {
        self.us.twos(lookups) & self.them.free_lines(lookups) != 0
    }

    #[inline]
    fn knows_shapes(lookups: &Lookups) -> bool {
        lookups.shapes.is_some()
    }

    #[inline]
    fn evaluate(&self, lookups: &Lookups) -> i32 {
        evaluate(self, lookups)
    }

    #[inline]
    fn tactics(&self, lookups: &Lookups) -> Tactics {
        let open = self.them.twos(lookups) & self.us.free_lines(lookups);
        let worth_breaking = open | self.us.twos(lookups) & !self.them.free_lines(lookups);
        Tactics { threatened: lookups.points_of(open) & !self.them.men, worth_breaking }
    }

    #[inline]
    fn promise(tactics: Tactics, mv: PackedMove, lookups: &Lookups) -> Option<u16> {
        if let Some(removed) = mv.removed() {
            let broken = lookups.lines_through(removed) & tactics.worth_breaking;
            let neighbors = lookups.neighbors(removed).count_ones();
            return Some(MILL + broken.count_ones() as u16 * BREAKS_LINE + neighbors as u16);
        }
        (tactics.threatened >> mv.target() & 1 != 0).then_some(BLOCK)
    }
}

impl FastNode {
    /// Returns the position after a move. The keys under symmetries are updated if they may be
    /// needed.
    #[inline]
    fn played<const ALL_KEYS: bool>(&self, mv: PackedMove, lookups: &Lookups) -> Self {
        let (rest, keys);
        if ALL_KEYS && self.placing() {
            let mut changed = self.keys;
            rest = self.change_keys(mv, lookups, |by| change(&mut changed, by));
            keys = changed;
        } else {
            // Keys that are not updated are not worth copying.
            let mut first = self.keys[0];
            rest = self.change_keys(mv, lookups, |by| first ^= by[0]);
            keys = first_alone(first);
        }
        let mut next = Self { us: self.them, them: self.us, color: self.color.other(), quiet: self.quiet, rest, keys };
        next.them.add(mv.target(), lookups);
        let mut loud = false;
        if let Some(from) = mv.origin() {
            next.them.remove(from, lookups);
        } else {
            next.them.hand -= 1;
            loud = !lookups.counts_placements;
        }
        if let Some(removed) = mv.removed() {
            next.us.remove(removed, lookups);
            loud = true;
        }
        next.quiet = if loud { 0 } else { self.quiet.saturating_add(1) };
        next
    }
}
