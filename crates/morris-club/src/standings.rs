// SPDX-License-Identifier: GPL-3.0-or-later
//! The table of a tournament.

use crate::meeting::{GameScore, Meeting, Place, Side};
use crate::points::Points;
use crate::settings::{Format, Scoring, Settings};
use crate::tally::{Row, Scores, Standings, Tally};
use crate::tournament::{Stage, Tournament};

pub(crate) fn points_before(tournament: &Tournament, round: usize) -> Vec<Points> {
    Scores::of(tournament, Stage::All, round, &|_| true).points
}

impl Scores {
    /// Sums up the meetings before a round between entrants who count.
    fn of(tournament: &Tournament, stage: Stage, before: usize, counts: &dyn Fn(usize) -> bool) -> Self {
        let Settings { scoring, games, absence, .. } = tournament.settings;
        let count = tournament.entrants.len();
        let mut sums = Self {
            tally: Tally::new(count),
            scoring,
            points: vec![Points::ZERO; count],
            game_points: vec![Points::ZERO; count],
            buchholz: Vec::new(),
        };
        let mut matches = vec![Points::ZERO; count];
        for (_, meeting) in
            tournament.of_stage(stage, before).filter(|(_, meeting)| counts(meeting.first) && counts(meeting.second))
        {
            meeting.games.iter().flatten().for_each(|&score| sums.tally.count(meeting.first, meeting.second, score));
            for (entrant, points) in of_match(meeting) {
                matches[entrant] += points;
            }
        }
        for entrant in 0..count {
            sums.game_points[entrant] = sums.tally.total(entrant).points(scoring);
        }
        sums.points = if scoring == Scoring::Match { matches } else { sums.game_points.clone() };
        if matches!(tournament.settings.format, Format::Swiss { .. }) {
            let of_games = if scoring == Scoring::Match { Scoring::TwoOne } else { scoring };
            for round in tournament.rounds.iter().take(before) {
                for &entrant in &round.byes {
                    sums.points[entrant] += scoring.of_bye(games);
                    sums.game_points[entrant] += of_games.of_bye(games);
                }
                for &entrant in &round.absent {
                    sums.points[entrant] += scoring.of_absence(absence, games);
                    sums.game_points[entrant] += of_games.of_absence(absence, games);
                }
            }
        }
        sums.buchholz = sums.buchholz_of(tournament, stage, before);
        sums
    }

    fn buchholz_of(&self, tournament: &Tournament, stage: Stage, before: usize) -> Vec<Points> {
        let rounds = tournament.rounds.len().min(before);
        let mut without: Vec<_> =
            self.points.iter().map(|points| Points::of_quarters(points.quarters() * rounds as u64)).collect();
        let mut with = vec![Points::ZERO; self.points.len()];
        for (_, meeting) in tournament.of_stage(stage, before) {
            let (first, second) = (meeting.first, meeting.second);
            // An open match does not count yet, and one that was forfeited counts as a round
            // without an opponent.
            if meeting.is_at_board() || meeting.is_open() {
                for (own, other) in [(first, second), (second, first)] {
                    without[own] = Points::of_quarters(without[own].quarters() - self.points[own].quarters());
                    with[own] += if meeting.is_at_board() { self.points[other] } else { Points::ZERO };
                }
            }
        }
        with.into_iter().zip(without).map(|(with, without)| with + without).collect()
    }
}

/// Returns the match points of a meeting that is over.
fn of_match(meeting: &Meeting) -> [(usize, Points); 2] {
    let is_missed = !meeting.games.iter().any(|score| *score != Some(GameScore::NoShow));
    let [first, second] = match meeting.winner() {
        _ if meeting.is_open() || is_missed => [0, 0],
        Some(Side::First) => [2, 0],
        Some(Side::Second) => [0, 2],
        None => [1, 1],
    };
    [(meeting.first, Points::whole(first)), (meeting.second, Points::whole(second))]
}

impl Tournament {
    /// Returns the table of a stage.
    pub fn standings(&self, stage: Stage) -> Standings {
        let counts = |entrant: usize| !self.is_void(entrant, stage);
        let scores = Scores::of(self, stage, usize::MAX, &counts);
        let (counted, void): (Vec<_>, Vec<_>) =
            self.entrants_of(stage).into_iter().partition(|&entrant| counts(entrant));
        let mut standings = scores.standings(&counted, &self.settings.ties, &self.lots);
        self.add_void(&mut standings, &void, stage);
        if stage == Stage::KnockOut {
            self.order_by_rounds(&mut standings);
        }
        standings
    }

    /// Returns the entrants who share a place that a lot can still decide. A bracket decides its
    /// places, and those in groups stay once the first round of the knockout was paired.
    pub fn tied(&self) -> Vec<usize> {
        if self.rounds.len() > self.rounds_before_knock_out() {
            return Vec::new();
        }
        let stages = self.stages().into_iter().filter(|stage| *stage != Stage::KnockOut);
        let rows = stages.flat_map(|stage| self.standings(stage).rows);
        rows.filter(|row| row.shared).map(|row| row.entrant).collect()
    }

    /// Returns the entrants of a stage.
    pub fn entrants_of(&self, stage: Stage) -> Vec<usize> {
        match stage {
            Stage::All => (0..self.entrants.len()).collect(),
            Stage::Group(group) => self.groups().into_iter().nth(group).unwrap_or_default(),
            Stage::KnockOut => self.seeds(),
        }
    }

    /// Returns the meetings of a stage before a round.
    fn of_stage(&self, stage: Stage, before: usize) -> impl Iterator<Item = (Place, &Meeting)> {
        let group = if matches!(stage, Stage::Group(_)) { self.entrants_of(stage) } else { Vec::new() };
        self.meetings().take_while(move |(at, _)| at.round < before).filter(move |(at, meeting)| match stage {
            Stage::All => true,
            Stage::KnockOut => self.is_knock_out(at.round),
            Stage::Group(_) => {
                !self.is_knock_out(at.round) && group.contains(&meeting.first) && group.contains(&meeting.second)
            }
        })
    }

    /// Returns `true` if the results of an entrant do not count, because the entrant left a round
    /// robin before playing half of the games.
    pub fn is_void(&self, entrant: usize, stage: Stage) -> bool {
        let (cycles, others) = match (self.settings.format, stage) {
            (Format::RoundRobin { cycles, .. }, Stage::All) => (usize::from(cycles), self.entrants.len() - 1),
            (Format::Groups { .. }, Stage::Group(_)) => (1, self.entrants_of(stage).len().saturating_sub(1)),
            _ => return false,
        };
        let last = self.rounds_before_knock_out();
        if self.entrants[entrant].left.is_none_or(|left| left >= last) {
            return false;
        }
        let own = self.of_stage(stage, usize::MAX).filter(|(_, meeting)| meeting.has(entrant));
        let played = own.flat_map(|(_, meeting)| meeting.games.iter().flatten()).filter(|score| score.is_at_board());
        2 * played.count() < cycles * others * usize::from(self.settings.games)
    }

    /// Adds those whose results do not count at the end, with their results.
    fn add_void(&self, standings: &mut Standings, void: &[usize], stage: Stage) {
        if void.is_empty() {
            return;
        }
        let all = Scores::of(self, stage, usize::MAX, &|_| true);
        let place = standings.rows.len() + 1;
        standings.rows.extend(void.iter().map(|&entrant| Row {
            entrant,
            place,
            shared: void.len() > 1,
            by_lot: false,
            counts: false,
            points: all.points[entrant],
            ties: vec![None; standings.ties.len()],
            total: all.tally.total(entrant),
            cells: Vec::new(),
        }));
        let order: Vec<_> = standings.rows.iter().map(|row| row.entrant).collect();
        for row in &mut standings.rows {
            row.cells = order.iter().map(|&other| all.tally.cell(row.entrant, other)).collect();
        }
    }

    /// Orders a table by the rounds of the knockout in which the entrants went out. It has no
    /// tie-breaks and no cross table.
    fn order_by_rounds(&self, standings: &mut Standings) {
        let places = self.knock_out_places();
        let rows = places.iter().filter_map(|&(place, entrant)| {
            let row = standings.rows.iter().find(|row| row.entrant == entrant)?;
            let shared = places.iter().filter(|(other, _)| *other == place).count() > 1;
            Some(Row { place, shared, by_lot: false, ties: Vec::new(), cells: Vec::new(), ..row.clone() })
        });
        (standings.rows, standings.ties) = (rows.collect(), Vec::new());
    }
}
