// SPDX-License-Identifier: GPL-3.0-or-later
//! The pairs of a round of a Swiss tournament, after FIDE's Double-Swiss System (C.04.5).
//!
//! Those with the most points, and the fewest others from below, are a bracket. It is paired as
//! high against low as the earlier meetings allow, such that the rest can be paired too; then the
//! next bracket follows. If not all can be paired, because some have left, the smallest number of
//! pairs meets again. Whether entrants can be paired is a matching of a graph. All else is a choice
//! in a fixed order: no weights, and nothing random.

use std::ops::ControlFlow;

use crate::matching::{Partners, matching, perfect_matching};
use crate::points::Points;

/// Maximum number of sets of upfloaters that are tried in a round. After that, a bracket takes in
/// all with the next lower number of points.
const MOST_SETS: usize = 5_000;

/// Those who are to be paired, by their places in the table.
pub(crate) struct Field {
    /// Points, the most first.
    pub points: Vec<Points>,
    /// Who met an opponent with more points in the last round.
    pub floated: Vec<bool>,
    /// Which two can meet.
    pub can_meet: Vec<Vec<bool>>,
}

impl Field {
    /// Returns the pairs, the better of a pair first and in the order of the brackets, or `None` if
    /// not all can be paired.
    pub fn pairs(&self) -> Option<Vec<(usize, usize)>> {
        let mut left: Vec<_> = (0..self.points.len()).collect();
        let mut pairs = Vec::new();
        let mut tried = 0;
        self.partners(&left, |_, _| true, &[])?;
        while !left.is_empty() {
            let bracket = self.bracket(&left, &mut tried)?;
            left.retain(|at| !bracket.contains(at));
            pairs.extend(self.pairs_of(&bracket)?);
        }
        Some(pairs)
    }

    /// Allows the smallest number of pairs to meet again with which all can be paired, the last
    /// ones in the table first. Returns their number.
    pub fn allow_repeats(&mut self) -> usize {
        let mut repeats = 0;
        let mut partners = self.most_partners(&[]);
        while let Some(found) = self.allow_repeat(&partners) {
            (partners, repeats) = (found, repeats + 1);
        }
        repeats
    }

    /// Lets one more pair meet, if that brings more partners than there are. Returns these.
    fn allow_repeat(&mut self, partners: &[Option<usize>]) -> Option<Partners> {
        let count = |partners: &[Option<usize>]| partners.iter().flatten().count();
        let pairs = (0..partners.len()).rev().flat_map(|one| (0..one).rev().map(move |other| (one, other)));
        for (one, other) in pairs {
            if self.can_meet[one][other] {
                continue;
            }
            (self.can_meet[one][other], self.can_meet[other][one]) = (true, true);
            let found = self.most_partners(partners);
            if count(&found) > count(partners) {
                return Some(found);
            }
            (self.can_meet[one][other], self.can_meet[other][one]) = (false, false);
        }
        None
    }

    fn most_partners(&self, start: &[Option<usize>]) -> Partners {
        matching(self.points.len(), |one, other| self.can_meet[one][other], start)
    }

    /// Returns partners for some of the field, by their indexes in `of`, if there are for all.
    fn partners(
        &self,
        of: &[usize],
        allowed: impl Fn(usize, usize) -> bool,
        start: &[Option<usize>],
    ) -> Option<Partners> {
        perfect_matching(of.len(), |one, other| self.can_meet[of[one]][of[other]] && allowed(one, other), start)
    }

    /// Returns the next bracket of those who are left, in order.
    fn bracket(&self, left: &[usize], tried: &mut usize) -> Option<Vec<usize>> {
        let end = |start: usize| {
            let same = left[start..].iter().take_while(|&&at| self.points[at] == self.points[left[start]]);
            start + same.count()
        };
        let mut top = end(0);
        loop {
            if let Some(floaters) = self.floaters(left, top, tried) {
                return Some(left[..top].iter().copied().chain(floaters).collect());
            }
            // All who are left can be paired, so this ends.
            top = end(top.min(left.len() - 1));
        }
    }

    /// Returns those below the first `top` who move up to them: the fewest, then those with the
    /// most points, then those of whom the fewest floated before, then the first, such that both
    /// parts can be paired. Returns `None` if too many sets fail.
    fn floaters(&self, left: &[usize], top: usize, tried: &mut usize) -> Option<Vec<usize>> {
        let whole = self.partners(left, |_, _| true, &[])?;
        if top == left.len() {
            return Some(Vec::new());
        }
        let alone = matching(top, |one, other| self.can_meet[left[one]][left[other]], &[]);
        let fewest = alone.iter().filter(|partner| partner.is_none()).count();
        let mut search = Floaters { field: self, left, top, whole, chosen: Vec::new(), tried };
        (fewest..=left.len() - top).step_by(2).find_map(|count| search.of(count)).flatten()
    }

    /// Returns the pairs of a bracket whose list of the better ones, and then of their opponents,
    /// is the first in dictionary order.
    fn pairs_of(&self, bracket: &[usize]) -> Option<Vec<(usize, usize)>> {
        let (is_top, mut partners) = self.tops(bracket)?;
        let bottoms: Vec<_> = (0..bracket.len()).filter(|&at| !is_top[at]).collect();
        let mut fixed: Partners = vec![None; bracket.len()];
        for top in (0..bracket.len()).filter(|&at| is_top[at]) {
            for &opponent in bottoms.iter().filter(|&&at| at > top) {
                if fixed[opponent].is_some() {
                    continue;
                }
                (fixed[top], fixed[opponent]) = (Some(opponent), Some(top));
                let allowed = |one: usize, other: usize| match (fixed[one], fixed[other]) {
                    (None, None) => is_top[one.min(other)] && !is_top[one.max(other)],
                    (with, _) => with == Some(other),
                };
                if let Some(found) = self.partners(bracket, allowed, &partners) {
                    partners = found;
                    break;
                }
                (fixed[top], fixed[opponent]) = (None, None);
            }
        }
        let pair = |at: usize| Some((bracket[at], bracket[partners[at]?]));
        (0..bracket.len()).filter(|&at| is_top[at]).map(pair).collect()
    }

    /// Returns who are the better ones of the pairs: the first set in dictionary order, with pairs
    /// to show that it is possible.
    fn tops(&self, bracket: &[usize]) -> Option<(Vec<bool>, Partners)> {
        let mut partners = self.partners(bracket, |_, _| true, &[])?;
        // Who may be the better one of a pair, and who the other.
        let (mut can_be_top, mut can_be_bottom) = (vec![true; bracket.len()], vec![true; bracket.len()]);
        for at in 0..bracket.len() {
            can_be_bottom[at] = false;
            let allowed = |one: usize, other: usize| can_be_top[one.min(other)] && can_be_bottom[one.max(other)];
            match self.partners(bracket, allowed, &partners) {
                Some(found) => partners = found,
                None => (can_be_bottom[at], can_be_top[at]) = (true, false),
            }
        }
        Some((can_be_top, partners))
    }
}

/// The search for those who move up to a bracket.
struct Floaters<'a> {
    field: &'a Field,
    left: &'a [usize],
    top: usize,
    /// A matching of all who are left.
    whole: Partners,
    /// Indexes in `left` of the current set.
    chosen: Vec<usize>,
    tried: &'a mut usize,
}

/// Numbers of those that are still to be chosen.
struct ToChoose {
    /// From each number of points, the most first.
    of_points: Vec<usize>,
    /// Of those who floated before.
    floated: usize,
}

/// The end of a search: the set that was found, or `None` if too many sets failed.
type Found = ControlFlow<Option<Vec<usize>>>;

impl Floaters<'_> {
    /// Tries all sets of this many in order. Returns `None` if all fail, and `Some(None)` if it
    /// gives up.
    fn of(&mut self, count: usize) -> Option<Option<Vec<usize>>> {
        let below: Vec<_> = self.left[self.top..].iter().map(|&at| self.field.points[at]).collect();
        let sizes: Vec<_> = below.chunk_by(|one, other| one == other).map(<[Points]>::len).collect();
        self.spread(count, &sizes, &mut Vec::new()).break_value()
    }

    /// Chooses how many come from each number of points: as many as possible from the most.
    fn spread(&mut self, count: usize, sizes: &[usize], of_points: &mut Vec<usize>) -> Found {
        let Some((&size, rest)) = sizes.split_first() else {
            let floated = (0..=self.left.len() - self.top).try_for_each(|floated| {
                let to_choose = &mut ToChoose { of_points: of_points.clone(), floated };
                self.choose(self.top, 0, to_choose)
            });
            return if count == 0 { floated } else { ControlFlow::Continue(()) };
        };
        let least = count.saturating_sub(rest.iter().sum());
        for number in (least..=count.min(size)).rev() {
            of_points.push(number);
            self.spread(count - number, rest, of_points)?;
            of_points.pop();
        }
        ControlFlow::Continue(())
    }

    /// Chooses from those at `at` and after it. `group` is the index of their points.
    fn choose(&mut self, at: usize, group: usize, to_choose: &mut ToChoose) -> Found {
        if !self.is_possible(at, group, to_choose) {
            return ControlFlow::Continue(());
        }
        if at == self.left.len() {
            return self.try_chosen();
        }
        let points = |at: usize| self.left.get(at).map(|&at| self.field.points[at]);
        let next = if points(at) == points(at + 1) { group } else { group + 1 };
        let floated = usize::from(self.field.floated[self.left[at]]);
        if to_choose.of_points[group] > 0 && to_choose.floated >= floated {
            self.chosen.push(at);
            to_choose.of_points[group] -= 1;
            to_choose.floated -= floated;
            self.choose(at + 1, next, to_choose)?;
            to_choose.floated += floated;
            to_choose.of_points[group] += 1;
            self.chosen.pop();
        }
        self.choose(at + 1, next, to_choose)
    }

    /// Returns `true` if there are enough left for what is still to be chosen.
    fn is_possible(&self, at: usize, group: usize, to_choose: &ToChoose) -> bool {
        let (mut least, mut most) = (0, 0);
        let mut groups = self.left[at..].chunk_by(|&one, &other| self.field.points[one] == self.field.points[other]);
        for &number in &to_choose.of_points[group.min(to_choose.of_points.len())..] {
            let members = groups.next().unwrap_or_default();
            let floated = members.iter().filter(|&&at| self.field.floated[at]).count();
            if number > members.len() {
                return false;
            }
            least += number.saturating_sub(members.len() - floated);
            most += number.min(floated);
        }
        (least..=most).contains(&to_choose.floated)
    }

    fn try_chosen(&mut self) -> Found {
        *self.tried += 1;
        if *self.tried > MOST_SETS {
            return ControlFlow::Break(None);
        }
        let mut is_in = vec![false; self.left.len()];
        is_in[..self.top].fill(true);
        self.chosen.iter().for_each(|&at| is_in[at] = true);
        let partners = self.field.partners(self.left, |one, other| is_in[one] == is_in[other], &self.whole);
        match partners {
            Some(_) => ControlFlow::Break(Some(self.chosen.iter().map(|&at| self.left[at]).collect())),
            None => ControlFlow::Continue(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    /// Returns all ways to pair those who are left, the better of each pair first.
    fn all_ways(field: &Field, left: &[usize]) -> Vec<Vec<(usize, usize)>> {
        let Some((&one, rest)) = left.split_first() else { return vec![Vec::new()] };
        let opponents = rest.iter().filter(|&&other| field.can_meet[one][other]);
        opponents
            .flat_map(|&other| {
                let rest: Vec<_> = rest.iter().copied().filter(|&at| at != other).collect();
                all_ways(field, &rest).into_iter().map(move |mut way| {
                    way.insert(0, (one, other));
                    way
                })
            })
            .collect()
    }

    fn subsets(list: &[usize]) -> Vec<Vec<usize>> {
        let pick = |bits: u32| {
            list.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, one)| *one).collect::<Vec<_>>()
        };
        (0..1 << list.len()).map(pick).collect()
    }

    /// Pairs by the words of the rules, with all sets and all ways.
    fn by_brute_force(field: &Field) -> Option<Vec<(usize, usize)>> {
        let mut left: Vec<_> = (0..field.points.len()).collect();
        let mut pairs = Vec::new();
        while !left.is_empty() {
            let top: Vec<_> = left.iter().copied().filter(|&at| field.points[at] == field.points[left[0]]).collect();
            let below: Vec<_> = left[top.len()..].to_vec();
            let possible = subsets(&below).into_iter().filter_map(|floaters| {
                let bracket: Vec<_> = top.iter().chain(&floaters).copied().collect();
                let rest: Vec<_> = left.iter().copied().filter(|at| !bracket.contains(at)).collect();
                let can_be = !all_ways(field, &bracket).is_empty() && !all_ways(field, &rest).is_empty();
                can_be.then_some((floaters, bracket))
            });
            let order = |floaters: &[usize]| {
                let points: Vec<_> = floaters.iter().map(|&at| std::cmp::Reverse(field.points[at])).collect();
                let floated = floaters.iter().filter(|&&at| field.floated[at]).count();
                (floaters.len(), points, floated, floaters.to_vec())
            };
            let (_, bracket) = possible.min_by_key(|(floaters, _)| order(floaters))?;
            let list = |way: &Vec<(usize, usize)>| {
                way.iter().map(|(top, _)| *top).chain(way.iter().map(|(_, bottom)| *bottom)).collect::<Vec<_>>()
            };
            left.retain(|at| !bracket.contains(at));
            pairs.extend(all_ways(field, &bracket).into_iter().min_by_key(list)?);
        }
        Some(pairs)
    }

    #[test]
    fn pairs_are_those_of_the_rules_by_brute_force() {
        let mut random = SmallRng::seed_from_u64(2);
        let (mut paired, mut floaters) = (0, 0);
        for round in 0..1_500 {
            let size = 2 + 2 * (round % 4);
            let mut points: Vec<_> = (0..size).map(|_| Points::whole(random.random_range(0..5))).collect();
            points.sort_unstable_by_key(|points| std::cmp::Reverse(*points));
            let mut can_meet = vec![vec![false; size]; size];
            for (one, other) in (0..size).flat_map(|one| (0..one).map(move |other| (one, other))) {
                let can = random.random_range(0..10) < 6;
                (can_meet[one][other], can_meet[other][one]) = (can, can);
            }
            let floated = (0..size).map(|_| random.random_range(0..3) == 0).collect();
            let field = Field { points, floated, can_meet };
            let expected = by_brute_force(&field);
            assert_eq!(field.pairs(), expected, "{:?} {:?} {:?}", field.points, field.floated, field.can_meet);
            paired += usize::from(expected.is_some());
            floaters +=
                expected.iter().flatten().filter(|&&(one, other)| field.points[one] != field.points[other]).count();
        }
        assert!(paired > 500 && floaters > 500, "{paired} {floaters}");
    }

    /// The bracket of FIDE's handbook with the identifier 4 6 9 11 8 16 10 24.
    #[test]
    fn opponents_come_after_all_the_better_ones() {
        let numbers = [4, 6, 8, 9, 10, 11, 16, 24];
        let count = numbers.len();
        let mut field = Field {
            points: vec![Points::ZERO; count],
            floated: vec![false; count],
            can_meet: vec![vec![true; count]; count],
        };
        // High against low is the first choice: 4-10, 6-11, 8-16, and 9-24.
        assert_eq!(field.pairs(), Some(vec![(0, 4), (1, 5), (2, 6), (3, 7)]));
        // 8 can meet only 4, and 9 only 10.
        for other in 1..count {
            (field.can_meet[2][other], field.can_meet[other][2]) = (false, false);
            let is_ten = other == 4;
            (field.can_meet[3][other], field.can_meet[other][3]) = (is_ten, is_ten);
        }
        let pairs = field.pairs().unwrap();
        assert_eq!(
            pairs.iter().map(|&(one, other)| (numbers[one], numbers[other])).collect::<Vec<_>>(),
            [(4, 8), (6, 16), (9, 10), (11, 24),]
        );
    }

    /// The example of FIDE's handbook for a set of upfloaters (3.5.4): 4, 7, and 9 have met, so
    /// each needs one. With 2, 6, and 8 the last one could not be paired, so 1 comes instead of 8.
    #[test]
    fn upfloaters_are_the_first_set_with_which_the_rest_can_be_paired() {
        let numbers = [4, 7, 9, 2, 6, 8, 1, 3, 5, 10];
        let place = |number: usize| numbers.iter().position(|other| *other == number).unwrap();
        let halves = [8, 8, 8, 6, 6, 6, 5, 5, 5, 0];
        let mut can_meet = vec![vec![true; 10]; 10];
        for (one, other) in [(4, 7), (4, 9), (7, 9), (1, 10), (3, 10), (5, 10)] {
            (can_meet[place(one)][place(other)], can_meet[place(other)][place(one)]) = (false, false);
        }
        (0..10).for_each(|at| can_meet[at][at] = false);
        let points = halves.map(|halves| Points::of_quarters(2 * halves)).to_vec();
        let pairs = Field { points, floated: vec![false; 10], can_meet }.pairs().unwrap();
        let named: Vec<_> = pairs.iter().map(|&(one, other)| (numbers[one], numbers[other])).collect();
        assert_eq!(named[..3], [(4, 2), (7, 6), (9, 1)]);
    }
}
