// SPDX-License-Identifier: GPL-3.0-or-later
//! The bracket of a knockout.

use std::cmp::Reverse;

use crate::meeting::{Meeting, Place, Side};
use crate::settings::{Format, Level};
use crate::tournament::{Stage, Tournament};

/// A pair of a bracket, also of rounds to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BracketPair {
    /// The entrants. `None` is an empty seat, or one that is not decided.
    pub entrants: [Option<usize>; 2],
    /// The meeting, if there is one.
    pub at: Option<Place>,
    /// The entrant who goes on.
    pub winner: Option<usize>,
}

/// The bracket of a knockout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bracket {
    /// The pairs of each round, from top to bottom, to the final. The winners of the pairs 1 and 2
    /// meet in pair 1 of the next round, and so on.
    pub rounds: Vec<Vec<BracketPair>>,
    /// The match for the third place.
    pub third: Option<BracketPair>,
}

impl BracketPair {
    /// Returns the entrant who is out, if the pair is decided.
    pub fn loser(&self) -> Option<usize> {
        let winner = self.winner?;
        self.entrants.into_iter().flatten().find(|&entrant| entrant != winner)
    }

    /// Returns an entrant who needs no opponent here, or `None` for a pair of two.
    fn alone(&self) -> Option<usize> {
        match self.entrants {
            [Some(one), None] | [None, Some(one)] => Some(one),
            _ => None,
        }
    }
}

/// Returns the seeds from the top of a bracket to its bottom, from 0: 1-8-4-5-2-7-3-6 for eight.
pub(crate) fn seed_order(size: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < size {
        let last = 2 * order.len() - 1;
        // The better seed is first in each pair, so the second seed comes to the other half.
        order = order.iter().flat_map(|&seed| [seed, last - seed]).collect();
    }
    order
}

impl Tournament {
    /// Returns the entrants of the knockout, the best seed first. In a tournament with groups they
    /// are known once the groups are paired, and final once these are over.
    pub fn seeds(&self) -> Vec<usize> {
        match self.settings.format {
            Format::RoundRobin { .. } | Format::Swiss { .. } => Vec::new(),
            Format::KnockOut => (0..self.entrants.len()).collect(),
            Format::Groups { advance, .. } => self.seeds_from_groups(advance.into()),
        }
    }

    /// Returns the best of the groups: winners first, then the next. Within a place they are
    /// arranged so that entrants of one group meet as late as possible.
    fn seeds_from_groups(&self, advance: usize) -> Vec<usize> {
        let groups = self.groups();
        let tables: Vec<_> = (0..groups.len()).map(|group| self.standings(Stage::Group(group)).rows).collect();
        let mut seeds: Vec<_> = (0..advance)
            .flat_map(|place| {
                tables.iter().enumerate().filter_map(move |(group, rows)| Some((group, rows.get(place)?.entrant)))
            })
            .collect();
        let size = seeds.len().next_power_of_two();
        let mut slots = vec![0; size];
        seed_order(size).into_iter().enumerate().for_each(|(slot, seed)| slots[seed] = slot);
        // With few entrants, not every group fills the last place.
        let (count, all) = (groups.len(), seeds.len());
        let cost = |seeds: &[(usize, usize)]| clashes(seeds, &slots);
        // The winners keep their order. The others of each place exchange seeds while that helps.
        let exchanges = || {
            (count..all).flat_map(move |one| {
                let end_of_place = (one + 1).next_multiple_of(count).min(all);
                (one + 1..end_of_place).map(move |other| (one, other))
            })
        };
        let mut least = cost(&seeds);
        loop {
            let better = exchanges().find_map(|(one, other)| {
                let mut exchanged = seeds.clone();
                exchanged.swap(one, other);
                let cost = cost(&exchanged);
                (cost < least).then_some((exchanged, cost))
            });
            let Some((exchanged, cost)) = better else { break };
            (seeds, least) = (exchanged, cost);
        }
        seeds.into_iter().map(|(_, entrant)| entrant).collect()
    }

    /// Returns the bracket of the knockout. Empty for other formats, and for fewer than two
    /// entrants.
    pub fn bracket(&self) -> Bracket {
        let seeds = self.seeds();
        if seeds.len() < 2 {
            return Bracket::default();
        }
        let start = self.rounds_before_knock_out();
        let mut seats: Vec<_> =
            seed_order(seeds.len().next_power_of_two()).into_iter().map(|seed| seeds.get(seed).copied()).collect();
        let mut bracket = Bracket::default();
        while seats.len() > 1 {
            let round = start + bracket.rounds.len();
            let mut pairs: Vec<_> = seats
                .chunks(2)
                .map(|pair| BracketPair { entrants: [pair[0], pair[1]], at: None, winner: None })
                .collect();
            let met = self.fill(&mut pairs, round, &seeds);
            if seats.len() == 2 && self.settings.third {
                bracket.third = self.third(bracket.rounds.last(), Place { round, table: met }, &seeds);
            }
            seats = pairs.iter().map(|pair| pair.winner).collect();
            bracket.rounds.push(pairs);
        }
        bracket
    }

    /// Takes over the entrants and results of a round that was paired: those who sit there are what
    /// counts, since the director can exchange them. Returns the number of meetings.
    fn fill(&self, pairs: &mut [BracketPair], round: usize, seeds: &[usize]) -> usize {
        let (mut table, mut byes) = (0, self.rounds.get(round).map_or(&[][..], |round| &round.byes).iter());
        let is_first = round == self.rounds_before_knock_out();
        for pair in pairs {
            if pair.entrants.iter().all(Option::is_some) {
                *pair = self.played(Place { round, table }, pair.entrants, seeds);
                table += 1;
            } else if let Some(alone) = pair.alone() {
                match byes.next() {
                    Some(&entrant) => (pair.entrants, pair.winner) = ([Some(entrant), None], Some(entrant)),
                    None if is_first => pair.winner = Some(alone),
                    None => {}
                }
            }
        }
        table
    }

    fn played(&self, at: Place, entrants: [Option<usize>; 2], seeds: &[usize]) -> BracketPair {
        match self.meeting(at) {
            Some(meeting) => BracketPair {
                entrants: [Some(meeting.first), Some(meeting.second)],
                at: Some(at),
                winner: self.goes_on(meeting, seeds),
            },
            None => BracketPair { entrants, at: None, winner: None },
        }
    }

    fn third(&self, semifinals: Option<&Vec<BracketPair>>, at: Place, seeds: &[usize]) -> Option<BracketPair> {
        let semifinals = semifinals?;
        if semifinals.iter().any(|pair| pair.entrants.contains(&None) && pair.winner.is_some()) {
            return None;
        }
        let losers = [0, 1].map(|half| semifinals.get(half).and_then(BracketPair::loser));
        Some(self.played(at, losers, seeds))
    }

    /// Returns the entrant of a knockout meeting who goes on, if that is decided and one does.
    fn goes_on(&self, meeting: &Meeting, seeds: &[usize]) -> Option<usize> {
        let games = usize::from(self.settings.games);
        if meeting.is_open() {
            return None;
        }
        let level = || match self.settings.level {
            _ if meeting.is_missed(games) => None,
            Level::Lot => None,
            Level::Seed => {
                let seed = |entrant: usize| seeds.iter().position(|&seed| seed == entrant);
                Some(if seed(meeting.first) <= seed(meeting.second) { Side::First } else { Side::Second })
            }
        };
        meeting.winner().or(meeting.lot).or_else(level).map(|side| meeting.on(side))
    }

    /// Returns `true` if a result is missing: of a game, or of the lot after a level knockout
    /// match.
    pub fn is_open(&self, at: Place) -> bool {
        let Some(meeting) = self.meeting(at) else { return false };
        let needs_lot = || {
            let is_level = meeting.winner().is_none() && !meeting.is_missed(self.settings.games.into());
            self.settings.level == Level::Lot && self.is_knock_out(at.round) && is_level && meeting.lot.is_none()
        };
        meeting.is_open() || needs_lot()
    }

    /// Returns the places in the knockout, with the number of the entrant: those who went out in
    /// one round share theirs.
    pub(crate) fn knock_out_places(&self) -> Vec<(usize, usize)> {
        let (bracket, seeds) = (self.bracket(), self.seeds());
        // The later one is out, the better; those who are still in are the best.
        let rank = |entrant: usize| {
            let is_out = |pair: &BracketPair| {
                pair.entrants.contains(&Some(entrant))
                    && pair.winner != Some(entrant)
                    && pair.at.is_some_and(|at| !self.is_open(at))
            };
            let round = bracket.rounds.iter().position(|pairs| pairs.iter().any(is_out));
            let third = bracket.third.filter(|_| round.is_some()).map(|pair| pair.winner == Some(entrant));
            (round.unwrap_or(usize::MAX), third.unwrap_or(false))
        };
        let mut ranks: Vec<_> = seeds.iter().map(|&entrant| (rank(entrant), entrant)).collect();
        ranks.sort_by_key(|&(rank, entrant)| (Reverse(rank), entrant));
        let better = |rank| ranks.iter().filter(|(other, _)| *other > rank).count();
        ranks.iter().map(|&(rank, entrant)| (better(rank) + 1, entrant)).collect()
    }
}

/// Returns how badly seeds of one group clash: more, the earlier they can meet.
fn clashes(seeds: &[(usize, usize)], slots: &[usize]) -> u128 {
    let levels = slots.len().ilog2();
    let mut sum = 0;
    for (at, &(group, _)) in seeds.iter().enumerate() {
        for (before, _) in seeds[..at].iter().enumerate().filter(|(_, (other, _))| *other == group) {
            // Number of the round in which they meet, from 1.
            let round = (slots[at] ^ slots[before]).ilog2() + 1;
            sum += 1 << (12 * (levels - round));
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_meet_as_late_as_their_numbers_allow() {
        assert_eq!(seed_order(8).iter().map(|seed| seed + 1).collect::<Vec<_>>(), [1, 8, 4, 5, 2, 7, 3, 6]);
        for size in [2, 4, 8, 16, 32, 64, 128] {
            let mut order = seed_order(size);
            while order.len() > 1 {
                assert!(order.chunks(2).all(|pair| pair[0] + pair[1] == order.len() - 1 && pair[0] < pair[1]));
                order = order.chunks(2).map(|pair| pair[0]).collect();
            }
        }
    }
}
