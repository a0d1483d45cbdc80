// SPDX-License-Identifier: GPL-3.0-or-later
//! Compact position for the search, for classic or nearly classic moves, and its legal moves,
//! generated without allocation. The data of the side to move comes first, whatever its color.

mod tactics;

use super::evaluation::patterns::Lanes;
use super::lookups::{Keys, Lookups, indices};
use super::node::GenType;
use super::packed_move::PackedMove;
use morris::{Color, FullBoard, Placing, Position, Rules};

/// Maximum number of points of a board.
const MAX_POINTS: usize = 31;

/// Men of one side.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub(super) men: u32,
    /// Number of men on the board.
    pub(super) count: u8,
    pub(super) hand: u8,
    /// Two bits for each line: the number of its men on the line.
    pub(super) lines: u64,
    /// Sum of its men's contributions to the number of each pattern.
    pub(super) lanes: Lanes,
}

impl Side {
    #[inline]
    pub(super) fn add(&mut self, point: usize, lookups: &Lookups) {
        self.men |= 1 << point;
        self.count += 1;
        self.lines += lookups.lines_through(point);
        self.lanes.iter_mut().zip(lookups.lanes(point)).for_each(|(lane, man)| *lane += man);
    }

    #[inline]
    pub(super) fn remove(&mut self, point: usize, lookups: &Lookups) {
        self.men ^= 1 << point;
        self.count -= 1;
        self.lines -= lookups.lines_through(point);
        self.lanes.iter_mut().zip(lookups.lanes(point)).for_each(|(lane, man)| *lane -= man);
    }

    /// Returns the lines with exactly two of its men.
    #[inline]
    pub(super) const fn twos(&self, lookups: &Lookups) -> u64 {
        self.lines >> 1 & !self.lines & lookups.all_lines
    }

    /// Returns the lines with three of its men, which are its mills.
    #[inline]
    pub(super) const fn mills(&self, lookups: &Lookups) -> u64 {
        self.lines >> 1 & self.lines & lookups.all_lines
    }

    /// Returns the lines without any of its men.
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
        self.hand == 0 && self.count <= lookups.flies_with
    }

    /// Returns the men that the opponent may remove: those outside mills, or all if there are none
    /// outside.
    #[inline]
    pub(super) fn removable(&self, lookups: &Lookups) -> u32 {
        let free = self.men & !self.in_mills(lookups);
        if free == 0 { self.men } else { free }
    }

    #[inline]
    pub(super) fn in_mills(&self, lookups: &Lookups) -> u32 {
        lookups.points_of(self.mills(lookups))
    }
}

/// A position on a board of at most 31 points, under rules with classic moves. In addition, men may
/// move while others are in hand, and a full board may be a draw.
#[derive(Clone, Copy)]
pub(super) struct FastNode {
    /// The side to move.
    pub(super) us: Side,
    pub(super) them: Side,
    pub(super) color: Color,
    /// Number of quiet plies so far, as the rules count them.
    pub(super) quiet: u16,
    /// Key of the hands and the side to move.
    pub(super) rest: u64,
    /// Key of the men under each symmetry. After the placing phase only the first one is updated.
    pub(super) keys: Keys,
}

impl FastNode {
    /// Calls `change` with the keys of each man that a move adds or removes. Returns the key of the
    /// hands and the side to move after the move.
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

    /// Returns `true` if positions under these rules can be represented as such nodes.
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

    /// Returns the points without a man.
    #[inline]
    pub(super) const fn empty(&self, lookups: &Lookups) -> u32 {
        lookups.points & !(self.us.men | self.them.men)
    }

    /// Returns `true` if the side to move has no move.
    #[inline]
    pub(super) fn blocked(&self, lookups: &Lookups) -> bool {
        let empty = self.empty(lookups);
        if self.us.hand > 0 || self.us.flies(lookups) {
            return empty == 0;
        }
        lookups.near(self.us.men) & empty == 0
    }

    /// Returns `true` if the board is full and a full board is a draw.
    #[inline]
    pub(super) const fn draws_by_full_board(&self, lookups: &Lookups) -> bool {
        lookups.full_board_draws && self.empty(lookups) == 0 && self.us.hand | self.them.hand == 0
    }

    /// Calls `visit` with each legal move. The side to move must have enough men.
    #[inline]
    pub(super) fn for_each_move(&self, wanted: GenType, lookups: &Lookups, mut visit: impl FnMut(PackedMove)) {
        if wanted == GenType::Mills {
            return self.for_each_mill(lookups, visit);
        }
        let empty = self.empty(lookups);
        if self.us.hand > 0 {
            self.targets(None, empty, lookups, &mut visit);
            if !lookups.moves_while_placing {
                return;
            }
        }
        let flies = self.us.flies(lookups);
        for from in indices(self.us.men) {
            let reach = if flies { empty } else { empty & lookups.neighbors(from) };
            self.targets(Some(from), reach, lookups, &mut visit);
        }
    }

    /// Calls `visit` with each move of one man to a point of `reach`.
    #[inline]
    fn targets(&self, from: Option<usize>, reach: u32, lookups: &Lookups, visit: &mut impl FnMut(PackedMove)) {
        let twos = self.twos_without(from, lookups);
        for to in indices(reach) {
            let mv = from.map_or(PackedMove::place(to), |from| PackedMove::slide(from, to));
            if lookups.lines_through(to) & twos != 0 {
                self.removals(mv, lookups, visit);
            } else {
                visit(mv);
            }
        }
    }

    /// Calls `visit` with each legal move that closes a mill. The side to move must have enough
    /// men.
    #[inline]
    pub(super) fn for_each_mill(&self, lookups: &Lookups, mut visit: impl FnMut(PackedMove)) {
        let empty = self.empty(lookups);
        let open = self.us.twos(lookups) & self.them.free_lines(lookups);
        for to in indices(lookups.points_of(open) & empty) {
            if self.us.hand > 0 {
                self.removals(PackedMove::place(to), lookups, &mut visit);
                if !lookups.moves_while_placing {
                    continue;
                }
            }
            // A man of one line may close the other.
            let outside = lookups.lines(open & lookups.lines_through(to)).fold(0, |men, line| men | !line);
            for from in indices(self.near(to, lookups) & outside) {
                self.removals(PackedMove::slide(from, to), lookups, &mut visit);
            }
        }
    }

    /// Calls `visit` with each legal move that closes no mill, except moves to the points of
    /// `without`. The side to move must have enough men.
    #[inline]
    pub(super) fn for_each_quiet(&self, without: u32, lookups: &Lookups, mut visit: impl FnMut(PackedMove)) {
        let empty = self.empty(lookups) & !without;
        if self.us.hand > 0 {
            let open = self.us.twos(lookups) & self.them.free_lines(lookups);
            indices(empty & !lookups.points_of(open)).for_each(|to| visit(PackedMove::place(to)));
            if !lookups.moves_while_placing {
                return;
            }
        }
        let flies = self.us.flies(lookups);
        for from in indices(self.us.men) {
            let reach = if flies { empty } else { empty & lookups.neighbors(from) };
            let twos = self.twos_without(Some(from), lookups);
            for to in indices(reach).filter(|&to| lookups.lines_through(to) & twos == 0) {
                visit(PackedMove::slide(from, to));
            }
        }
    }

    /// Calls `visit` with each legal move to one of `points` that closes no mill. The points must
    /// be empty.
    #[inline]
    pub(super) fn for_each_block(&self, points: u32, lookups: &Lookups, mut visit: impl FnMut(PackedMove)) {
        for to in indices(points) {
            let through = lookups.lines_through(to);
            if self.us.hand > 0 {
                if through & self.us.twos(lookups) == 0 {
                    visit(PackedMove::place(to));
                }
                if !lookups.moves_while_placing {
                    continue;
                }
            }
            for from in indices(self.near(to, lookups)) {
                if through & self.twos_without(Some(from), lookups) == 0 {
                    visit(PackedMove::slide(from, to));
                }
            }
        }
    }

    /// Returns `true` if a move that was legal in another position is legal here. The side to move
    /// must have enough men.
    #[inline]
    pub(super) fn is_legal(&self, mv: PackedMove, lookups: &Lookups) -> bool {
        let to = mv.target();
        let reaches = match mv.origin() {
            None => self.us.hand > 0,
            Some(from) => (self.us.hand == 0 || lookups.moves_while_placing) && self.near(to, lookups) >> from & 1 != 0,
        };
        if !reaches || self.empty(lookups) >> to & 1 == 0 {
            return false;
        }
        let closes = lookups.lines_through(to) & self.twos_without(mv.origin(), lookups) != 0;
        match mv.removed() {
            Some(point) => closes && self.them.removable(lookups) >> point & 1 != 0,
            None => !closes || self.them.men == 0,
        }
    }

    /// Returns the men of the side to move that reach a point along an edge or by flying.
    #[inline]
    fn near(&self, point: usize, lookups: &Lookups) -> u32 {
        if self.us.flies(lookups) { self.us.men } else { self.us.men & lookups.neighbors(point) }
    }

    /// Returns the lines with two men of the side to move after one of its men has left.
    #[inline]
    fn twos_without(&self, from: Option<usize>, lookups: &Lookups) -> u64 {
        let mut us = self.us;
        if let Some(from) = from {
            us.lines -= lookups.lines_through(from);
        }
        us.twos(lookups)
    }

    /// Calls `visit` with each way to complete a move that closes a mill.
    #[inline]
    fn removals(&self, mv: PackedMove, lookups: &Lookups, visit: &mut impl FnMut(PackedMove)) {
        if self.them.men == 0 {
            return visit(mv);
        }
        indices(self.them.removable(lookups)).for_each(|point| visit(mv.removing(point)));
    }
}

/// Returns the key under the identity, with zeros for the other symmetries.
#[inline]
pub(super) fn first_alone(key: u64) -> Keys {
    let mut keys = Keys::default();
    keys[0] = key;
    keys
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
