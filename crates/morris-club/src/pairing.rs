// SPDX-License-Identifier: GPL-3.0-or-later
//! The next round.

use std::cmp::Reverse;

use crate::circle::{circle, schedule};
use crate::error::ChangeError;
use crate::meeting::{Meeting, Place};
use crate::past::{Past, ranked};
use crate::points::Points;
use crate::settings::{Format, Order, knock_out_rounds};
use crate::standings::points_before;
use crate::swiss::Field;
use crate::tournament::{Round, Tournament};

impl Tournament {
    /// Returns the next round. It is the same for the same tournament.
    pub fn next_round(&self) -> Result<Round, ChangeError> {
        let round = self.rounds.len();
        if round == 0 {
            self.settings.check_field(self.entrants.len())?;
        }
        let missing = self.open_meetings();
        if !missing.is_empty() {
            return Err(ChangeError::Results(missing));
        }
        if self.round_count().is_some_and(|count| round >= count) {
            return Err(ChangeError::Over);
        }
        match self.settings.format {
            Format::RoundRobin { cycles, order } => {
                Ok(self.of_schedule(&schedule(self.entrants.len(), order, cycles)[round], round))
            }
            Format::Swiss { .. } => self.swiss_round(round),
            Format::KnockOut => Ok(self.knock_out_round(round)),
            Format::Groups { .. } if self.is_knock_out(round) => Ok(self.knock_out_round(round)),
            Format::Groups { .. } => Ok(self.group_round(round)),
        }
    }

    /// Returns the places of all meetings with missing results.
    pub fn open_meetings(&self) -> Vec<Place> {
        self.meetings().map(|(at, _)| at).filter(|&at| self.is_open(at)).collect()
    }

    /// Returns the number of rounds of the whole tournament. `None` if the entrants are too few.
    pub fn round_count(&self) -> Option<usize> {
        let entrants = self.entrants.len();
        let count = match self.settings.format {
            _ if entrants < 2 => return None,
            Format::RoundRobin { cycles, .. } => (entrants + entrants % 2 - 1) * usize::from(cycles),
            Format::Swiss { rounds } => rounds,
            Format::KnockOut => knock_out_rounds(entrants),
            Format::Groups { advance, .. } => {
                self.rounds_before_knock_out() + knock_out_rounds(self.groups().len() * usize::from(advance))
            }
        };
        Some(count)
    }

    /// Returns `true` if all rounds were paired and all results are there.
    pub fn is_over(&self) -> bool {
        self.round_count() == Some(self.rounds.len()) && self.open_meetings().is_empty()
    }

    /// Returns a round of a schedule. An entrant without an opponent has a bye.
    fn of_schedule(&self, pairs: &[(usize, usize)], round: usize) -> Round {
        let meetings: Vec<_> = pairs.iter().map(|&(first, second)| self.seat(first, second, round)).collect();
        let is_free = |entrant: &usize| !meetings.iter().any(|meeting| meeting.has(*entrant));
        let free = (0..self.entrants.len()).filter(is_free);
        let (absent, byes) = free.partition(|&entrant| self.is_away(entrant, round));
        Round { meetings, byes, absent, ..Round::default() }
    }

    fn group_round(&self, round: usize) -> Round {
        let of_group = |group: Vec<usize>| {
            let pairs = circle(group.len(), Order::Berger).into_iter().nth(round).unwrap_or_default();
            pairs.into_iter().map(move |(one, other)| (group[one], group[other])).collect::<Vec<_>>()
        };
        let pairs: Vec<_> = self.groups().into_iter().flat_map(of_group).collect();
        self.of_schedule(&pairs, round)
    }

    fn knock_out_round(&self, round: usize) -> Round {
        let bracket = self.bracket();
        let past = Past::of(self, round);
        let Some(pairs) = bracket.rounds.get(round - self.rounds_before_knock_out()) else { return Round::default() };
        let mut paired = Round::default();
        let is_final = pairs.len() == 1;
        for pair in pairs.iter().chain(bracket.third.as_ref().filter(|_| is_final)) {
            match pair.entrants {
                [Some(one), Some(other)] => {
                    let (first, second) = past.in_colors(one, other, self.settings.games);
                    paired.meetings.push(self.seat(first, second, round));
                }
                [Some(alone), None] | [None, Some(alone)] => paired.byes.push(alone),
                [None, None] => {}
            }
        }
        paired
    }

    /// Returns the two of a meeting, with the one who should have White in game 1 first.
    pub(crate) fn usual_colors(&self, round: usize, meeting: &Meeting) -> (usize, usize) {
        let ranked = ranked(vec![meeting.first, meeting.second], &points_before(self, round));
        Past::of(self, round).in_colors(ranked[0], ranked[1], self.settings.games)
    }

    fn swiss_round(&self, round: usize) -> Result<Round, ChangeError> {
        let past = Past::of(self, round);
        let points = points_before(self, round);
        let (there, away): (Vec<_>, Vec<_>) =
            (0..self.entrants.len()).partition(|&entrant| !self.is_away(entrant, round));
        if there.len() < 2 {
            return Err(ChangeError::NoOneThere);
        }
        let field = Pairing { order: ranked(there, &points), past: &past, points: &points };
        let (pairs, bye) = field.pairs(self.settings.games == 1).expect("all can be paired if some meet again");
        let meetings = pairs.into_iter().map(|(higher, lower)| {
            let (first, second) = past.in_colors(higher, lower, self.settings.games);
            self.seat(first, second, round)
        });
        let absent = away.into_iter().filter(|&entrant| self.entrants[entrant].absent.contains(&round)).collect();
        Ok(Round { meetings: meetings.collect(), byes: bye.into_iter().collect(), absent, ..Round::default() })
    }
}

/// The pairs of a round, the better one of each first, and the entrant who has a bye.
type Pairs = (Vec<(usize, usize)>, Option<usize>);

/// Those who are to be paired in a Swiss round.
struct Pairing<'a> {
    /// The entrants in the order of the table.
    order: Vec<usize>,
    past: &'a Past,
    points: &'a [Points],
}

impl Pairing<'_> {
    /// Returns the pairs and the bye. In matches of one game (`is_single`), avoids pairs of two who
    /// must have the same color, if possible. If nothing else is possible, the smallest number of
    /// pairs meets again.
    fn pairs(&self, is_single: bool) -> Option<Pairs> {
        let byes = self.byes();
        let first = |strict: bool| byes.iter().find_map(|&bye| self.named(&self.field(bye, strict), bye));
        let with_repeats = || {
            let fields = byes.iter().map(|&bye| {
                let mut field = self.field(bye, false);
                (field.allow_repeats(), field, bye)
            });
            let (_, field, bye) = fields.min_by_key(|(repeats, ..)| *repeats)?;
            self.named(&field, bye)
        };
        is_single.then(|| first(true)).flatten().or_else(|| first(false)).or_else(with_repeats)
    }

    /// Returns who can have a bye, the first choice first: with the fewest points, then with the
    /// most matches played, then with the last number. `None` means no bye, for an even number. No
    /// one has a second one before all have had one.
    fn byes(&self) -> Vec<Option<usize>> {
        if self.order.len() % 2 == 0 {
            return vec![None];
        }
        let mut last = self.order.clone();
        if !last.iter().all(|&entrant| self.past.had_bye[entrant]) {
            last.retain(|&entrant| !self.past.had_bye[entrant]);
        }
        last.sort_by_key(|&entrant| {
            (self.past.won_by_forfeit[entrant], self.points[entrant], Reverse((self.past.played(entrant), entrant)))
        });
        last.into_iter().map(Some).collect()
    }

    fn there(&self, bye: Option<usize>) -> Vec<usize> {
        self.order.iter().copied().filter(|&entrant| Some(entrant) != bye).collect()
    }

    /// Returns the field without the one who has a bye. `strict` says whether two who must have the
    /// same color cannot meet.
    fn field(&self, bye: Option<usize>, strict: bool) -> Field {
        let (there, past) = (self.there(bye), self.past);
        let can_meet = |one: usize, other: usize| {
            let clash = strict && past.must_have(one).is_some() && past.must_have(one) == past.must_have(other);
            one != other && !past.met[one][other] && !clash
        };
        Field {
            points: there.iter().map(|&entrant| self.points[entrant]).collect(),
            floated: there.iter().map(|&entrant| past.floated[entrant]).collect(),
            can_meet: there.iter().map(|&one| there.iter().map(|&other| can_meet(one, other)).collect()).collect(),
        }
    }

    /// Returns the pairs of a field by the numbers of the entrants.
    fn named(&self, field: &Field, bye: Option<usize>) -> Option<Pairs> {
        let there = self.there(bye);
        Some((field.pairs()?.into_iter().map(|(one, other)| (there[one], there[other])).collect(), bye))
    }
}
