// SPDX-License-Identifier: GPL-3.0-or-later
//! A position as the search sees it where the move is the classic one or nearly so, and its legal moves, found without any allocation:
//! who is to move, not which colour, comes first.

use super::lookups::{Keys, Lookups, indices};
use super::node::GenType;
use super::packed_move::PackedMove;
use super::patterns::Lanes;
use super::shapes::Muster;
use morris::{Color, FullBoard, Placing, Position, Rules};

/// The most points of a board.
const MAX_POINTS: usize = 31;

/// One side's men.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub(super) men: u32,
    /// How many men stand on the board.
    pub(super) count: u8,
    pub(super) hand: u8,
    /// Two bits for each line: how many men stand on it.
    pub(super) lines: u64,
    /// What they add to the number of each pattern.
    pub(super) lanes: Lanes,
}

impl Side {
    /// Puts a man on a point.
    #[inline]
    pub(super) fn add(&mut self, point: usize, lookups: &Lookups) {
        self.men |= 1 << point;
        self.count += 1;
        self.lines += lookups.lines_through(point);
        self.lanes.iter_mut().zip(lookups.lanes(point)).for_each(|(lane, man)| *lane += man);
    }

    /// Takes a man from a point.
    #[inline]
    pub(super) fn remove(&mut self, point: usize, lookups: &Lookups) {
        self.men ^= 1 << point;
        self.count -= 1;
        self.lines -= lookups.lines_through(point);
        self.lanes.iter_mut().zip(lookups.lanes(point)).for_each(|(lane, man)| *lane -= man);
    }

    /// How many they are, and whether they fly.
    #[inline]
    pub(super) fn muster(&self, lookups: &Lookups) -> Muster {
        Muster { count: self.count, hand: self.hand, flies: self.flies(lookups) }
    }

    /// The lines that hold two of its men.
    #[inline]
    pub(super) const fn twos(&self, lookups: &Lookups) -> u64 {
        self.lines >> 1 & !self.lines & lookups.all_lines
    }

    /// The lines that hold three of its men: its mills.
    #[inline]
    pub(super) const fn mills(&self, lookups: &Lookups) -> u64 {
        self.lines >> 1 & self.lines & lookups.all_lines
    }

    /// The lines that hold none of its men.
    #[inline]
    pub(super) const fn free_lines(&self, lookups: &Lookups) -> u64 {
        !(self.lines >> 1 | self.lines) & lookups.all_lines
    }

    #[inline]
    pub(super) const fn total(&self) -> u8 {
        self.count + self.hand
    }

    #[inline]
    pub(super) fn flies(&self, lookups: &Lookups) -> bool {
        self.hand == 0 && lookups.flies_with == Some(self.count)
    }

    /// The men that the opponent may remove: those in no mill, or all if there are none.
    #[inline]
    pub(super) fn removable(&self, lookups: &Lookups) -> u32 {
        let free = self.men & !self.in_mills(lookups);
        if free == 0 { self.men } else { free }
    }

    /// The men that stand in mills.
    #[inline]
    pub(super) fn in_mills(&self, lookups: &Lookups) -> u32 {
        let mut lines = self.mills(lookups);
        let mut men = 0;
        while lines != 0 {
            men |= lookups.first_line(lines);
            lines &= lines - 1;
        }
        men
    }
}

/// A position on a board of at most 31 points, under rules by which moves are the classic ones; men may also move while
/// others are in hand, and a full board may be a draw.
#[derive(Clone, Copy)]
pub(super) struct FastNode {
    /// The side to move.
    pub(super) us: Side,
    pub(super) them: Side,
    pub(super) color: Color,
    /// Quiet plies so far, as the rules count them.
    pub(super) quiet: u16,
    /// The key of hands and side to move.
    pub(super) rest: u64,
    /// The key of the men under each symmetry; once nobody places any more only the first is kept up.
    pub(super) keys: Keys,
}

impl FastNode {
    /// What a move changes in the keys: `change` is called with what each man that comes or goes changes there; returns
    /// the key of hands and side to move afterwards.
    #[inline]
    pub(super) fn change_keys(&self, mv: PackedMove, lookups: &Lookups, mut change: impl FnMut(&Keys)) -> u64 {
        let us = self.color;
        let mut rest = self.rest ^ lookups.side_key;
        change(lookups.man_keys(us, mv.target()));
        match mv.origin() {
            Some(from) => change(lookups.man_keys(us, from)),
            None => rest ^= lookups.hand_key(us, self.us.hand) ^ lookups.hand_key(us, self.us.hand - 1),
        }
        if let Some(removed) = mv.removed() {
            change(lookups.man_keys(us.other(), removed));
        }
        rest
    }

    /// Whether positions under these rules can be such nodes.
    pub(super) fn plays(rules: &Rules) -> bool {
        let mut classic = *rules;
        (classic.placing, classic.full_board) = (Placing::First, FullBoard::Blocks);
        classic.moves_are_classic() && rules.board.points().len() <= MAX_POINTS
    }

    pub(super) fn new(position: &Position, lookups: &Lookups) -> Self {
        let color = position.side();
        let mut keys = Keys::default();
        for color in Color::BOTH {
            for point in position.men(color) {
                change(&mut keys, lookups.man_keys(color, point.index()));
            }
        }
        let side = |color| {
            let men = position.men(color).bits();
            let mut side = Side { men: 0, count: 0, hand: position.hand(color), lines: 0, lanes: Lanes::default() };
            indices(men).for_each(|point| side.add(point, lookups));
            side
        };
        let (us, them) = (side(color), side(color.other()));
        Self { us, them, color, quiet: position.quiet(), rest: position.hash() ^ keys[0], keys }
    }

    /// The points where nobody stands.
    #[inline]
    pub(super) const fn empty(&self, lookups: &Lookups) -> u32 {
        lookups.points & !(self.us.men | self.them.men)
    }

    /// Whether the side to move has no move.
    #[inline]
    pub(super) fn blocked(&self, lookups: &Lookups) -> bool {
        let empty = self.empty(lookups);
        if self.us.hand > 0 || self.us.flies(lookups) {
            return empty == 0;
        }
        lookups.near(self.us.men) & empty == 0
    }

    /// Whether the board is full of men and that is a draw.
    #[inline]
    pub(super) const fn draws_by_full_board(&self, lookups: &Lookups) -> bool {
        lookups.full_board_draws && self.empty(lookups) == 0 && self.us.hand | self.them.hand == 0
    }

    /// Calls `visit` with each legal move of a side that has men enough.
    #[inline]
    pub(super) fn for_each_move(&self, wanted: GenType, lookups: &Lookups, mut visit: impl FnMut(PackedMove)) {
        let empty = self.empty(lookups);
        if self.us.hand > 0 {
            self.targets(None, empty, wanted, lookups, &mut visit);
            if !lookups.moves_while_placing {
                return;
            }
        }
        let flies = self.us.flies(lookups);
        for from in indices(self.us.men) {
            let reach = if flies { empty } else { empty & lookups.neighbours(from) };
            self.targets(Some(from), reach, wanted, lookups, &mut visit);
        }
    }

    /// Calls `visit` with each move of one man to one of the points of `reach`.
    #[inline]
    fn targets(
        &self,
        from: Option<usize>,
        reach: u32,
        wanted: GenType,
        lookups: &Lookups,
        visit: &mut impl FnMut(PackedMove),
    ) {
        let mut us = self.us;
        if let Some(from) = from {
            us.lines -= lookups.lines_through(from);
        }
        let twos = us.twos(lookups);
        for to in indices(reach) {
            let mv = from.map_or(PackedMove::place(to), |from| PackedMove::slide(from, to));
            let closes = lookups.lines_through(to) & twos != 0;
            if closes && self.them.men != 0 {
                indices(self.them.removable(lookups)).for_each(|point| visit(mv.removing(point)));
            } else if wanted == GenType::All || closes {
                visit(mv);
            }
        }
    }
}

/// Changes the keys under all symmetries.
#[inline]
pub(super) fn change(keys: &mut Keys, by: &Keys) {
    for (key, by) in keys.iter_mut().zip(by) {
        *key ^= by;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::Node;
    use crate::tests::{random_positions, same_node};
    use morris::{Move, Rules};

    #[test]
    fn turns_and_their_effects_are_those_of_the_rules() {
        for rules in Rules::PRESETS.into_iter().filter(FastNode::plays) {
            let lookups = Lookups::new(&rules);
            for position in random_positions(&rules, 60, 11) {
                let node = FastNode::new(&position, &lookups);
                let mut moves: Vec<Move> = Vec::new();
                node.for_each_move(GenType::All, &lookups, |mv| moves.push(mv.into()));
                moves.sort();
                let mut legal = position.legal_moves(&rules);
                legal.sort();
                assert_eq!(moves, legal, "{rules}: {position}");
                for mv in legal {
                    let next = position.play_unchecked(mv, &rules);
                    let played = node.play(mv.into(), &lookups);
                    assert!(same_node(&played, &FastNode::new(&next, &lookups)), "{position} {mv}");
                    assert_eq!(node.key_after(mv.into(), &lookups), Some(played.table_key().0), "{position} {mv}");
                    let to_judge = node.play_to_judge(mv.into(), &lookups);
                    let seen =
                        |node: &FastNode| (node.key(), node.evaluate(&lookups), node.quiet, node.men(), node.hands());
                    assert_eq!(seen(&to_judge), seen(&played), "{position} {mv}");
                }
            }
        }
    }
}
