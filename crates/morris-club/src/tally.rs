// SPDX-License-Identifier: GPL-3.0-or-later
//! Results of entrants against each other, and the order that follows from them.

use std::cmp::Reverse;

use crate::meeting::GameScore;
use crate::points::Points;
use crate::settings::{Scoring, TieBreak};

/// Results of an entrant against one or all others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Games won at the board.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost at the board.
    pub losses: u32,
    /// Games won because the other one did not play.
    pub wins_by_forfeit: u32,
    /// Games lost because this one did not play.
    pub losses_by_forfeit: u32,
}

/// A line of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Number of the entrant, from 0.
    pub entrant: usize,
    /// Place, from 1.
    pub place: usize,
    /// Whether others have the same place.
    pub shared: bool,
    /// Whether a lot decided the place.
    pub by_lot: bool,
    /// Whether the results count. Those of an entrant who left a round robin early do not.
    pub counts: bool,
    /// Points.
    pub points: Points,
    /// Values of the tie-breaks, in their order. [`TieBreak::Direct`] is `None` for entrants that
    /// are not tied, or have not met equally often.
    pub ties: Vec<Option<Points>>,
    /// All results.
    pub total: Cell,
    /// Results against each entrant, in the order of the rows.
    pub cells: Vec<Cell>,
}

/// A table, the best first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    /// The tie-breaks, in their order.
    pub ties: Vec<TieBreak>,
    /// The lines.
    pub rows: Vec<Row>,
}

/// Results of entrants against each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    cells: Vec<Vec<Cell>>,
}

impl Cell {
    /// Counts a game.
    pub const fn count(&mut self, score: GameScore) {
        match score {
            GameScore::Win => self.wins += 1,
            GameScore::Draw => self.draws += 1,
            GameScore::Loss => self.losses += 1,
            GameScore::WinByForfeit => self.wins_by_forfeit += 1,
            GameScore::LossByForfeit | GameScore::NoShow => self.losses_by_forfeit += 1,
        }
    }

    /// Returns the number of games.
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses + self.wins_by_forfeit + self.losses_by_forfeit
    }

    /// Returns the points.
    pub fn points(&self, scoring: Scoring) -> Points {
        scoring.of_games(self.wins + self.wins_by_forfeit, self.draws)
    }

    fn add(&mut self, other: &Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.wins_by_forfeit += other.wins_by_forfeit;
        self.losses_by_forfeit += other.losses_by_forfeit;
    }
}

impl Scoring {
    /// Returns the points of two entrants for their games, from the view of the first.
    pub fn of_match(self, games: &[Option<GameScore>]) -> [Points; 2] {
        let mut cells = [Cell::default(); 2];
        for &score in games.iter().flatten() {
            cells[0].count(score);
            cells[1].count(score.reversed());
        }
        cells.map(|cell| cell.points(self))
    }
}

impl Tally {
    /// Creates the results of this many entrants before the first game.
    pub fn new(entrants: usize) -> Self {
        Self { cells: vec![vec![Cell::default(); entrants]; entrants] }
    }

    /// Counts a game.
    pub fn count(&mut self, first: usize, second: usize, score: GameScore) {
        self.cells[first][second].count(score);
        self.cells[second][first].count(score.reversed());
    }

    /// Returns the results of one entrant against another.
    pub fn cell(&self, entrant: usize, other: usize) -> Cell {
        self.cells[entrant][other]
    }

    /// Returns all results of an entrant.
    pub fn total(&self, entrant: usize) -> Cell {
        self.cells[entrant].iter().fold(Cell::default(), |mut sum, cell| {
            sum.add(cell);
            sum
        })
    }

    /// Returns the table of all entrants, if nothing but games counts. [`TieBreak::Buchholz`] is 0.
    pub fn standings(&self, scoring: Scoring, ties: &[TieBreak]) -> Standings {
        let points: Vec<_> = (0..self.cells.len()).map(|entrant| self.total(entrant).points(scoring)).collect();
        let (buchholz, entrants) = (vec![Points::ZERO; points.len()], (0..points.len()).collect::<Vec<_>>());
        let tally = self.clone();
        Scores { tally, scoring, game_points: points.clone(), points, buchholz }.standings(&entrants, ties, &[])
    }
}

/// All results that decide the order of entrants. Lists have a value for each entrant.
pub(crate) struct Scores {
    pub tally: Tally,
    pub scoring: Scoring,
    pub points: Vec<Points>,
    pub game_points: Vec<Points>,
    pub buchholz: Vec<Points>,
}

impl Scores {
    /// Returns the table of these entrants. `lots` lists entrants in the order of a lot.
    pub fn standings(&self, entrants: &[usize], ties: &[TieBreak], lots: &[usize]) -> Standings {
        let row = |&entrant: &usize| Row {
            entrant,
            place: 1,
            shared: false,
            by_lot: false,
            counts: true,
            points: self.points[entrant],
            ties: ties.iter().map(|&tie| self.value(tie, entrant)).collect(),
            total: self.tally.total(entrant),
            cells: Vec::new(),
        };
        let mut rows: Vec<_> = entrants.iter().map(row).collect();
        rows.sort_by_key(|row| (Reverse(row.points), row.entrant));
        let mut before = 0;
        for group in rows.chunk_by_mut(|one, other| one.points == other.points) {
            group.iter_mut().for_each(|row| row.place += before);
            before += group.len();
            self.split(group, ties, 0, lots);
        }
        let order: Vec<_> = rows.iter().map(|row| row.entrant).collect();
        for row in &mut rows {
            row.cells = order.iter().map(|&other| self.tally.cell(row.entrant, other)).collect();
        }
        Standings { ties: ties.to_vec(), rows }
    }

    /// Orders rows that are tied up to the tie-break with this number. Rows that stay tied get the
    /// flag `shared`. Adds the number of rows before each one in `tied` to its place.
    fn split(&self, tied: &mut [Row], ties: &[TieBreak], from: usize, lots: &[usize]) {
        if tied.len() < 2 {
            return;
        }
        let Some(tie) = ties.get(from) else { return draw_lots(tied, lots) };
        if *tie == TieBreak::Direct {
            let names: Vec<_> = tied.iter().map(|row| row.entrant).collect();
            tied.iter_mut().for_each(|row| row.ties[from] = self.direct(row.entrant, &names));
        }
        let order = |row: &Row| match tie {
            TieBreak::FewestDraws => (Reverse(None), row.ties[from]),
            _ => (Reverse(row.ties[from]), None),
        };
        tied.sort_by_key(|row| (order(row), row.entrant));
        let whole = tied.len();
        let mut start = 0;
        for group in tied.chunk_by_mut(|one, other| order(one) == order(other)) {
            group.iter_mut().for_each(|row| row.place += start);
            start += group.len();
            // Direct results among fewer entrants can separate them again.
            let again = *tie == TieBreak::Direct && group.len() < whole;
            self.split(group, ties, if again { from } else { from + 1 }, lots);
        }
    }

    /// Returns the value of a tie-break. Direct results depend on who is tied.
    fn value(&self, tie: TieBreak, entrant: usize) -> Option<Points> {
        let total = || self.tally.total(entrant);
        match tie {
            TieBreak::Direct => None,
            TieBreak::SonnebornBerger => Some(self.sonneborn_berger(entrant)),
            TieBreak::Buchholz => Some(self.buchholz[entrant]),
            TieBreak::Wins => Some(Points::whole(total().wins.into())),
            TieBreak::FewestDraws => Some(Points::whole(total().draws.into())),
            TieBreak::GamePoints => Some(self.game_points[entrant]),
        }
    }

    /// Returns the points of the games among the tied, if all have met equally often.
    fn direct(&self, entrant: usize, tied: &[usize]) -> Option<Points> {
        let games = |one: usize, other: usize| self.tally.cell(one, other).games();
        let often = games(tied[0], tied[1]);
        let pairs = tied.iter().enumerate().flat_map(|(at, &one)| tied[..at].iter().map(move |&other| (one, other)));
        let all_met = often > 0 && pairs.into_iter().all(|(one, other)| games(one, other) == often);
        let others = tied.iter().filter(|&&other| other != entrant);
        all_met.then(|| others.map(|&other| self.tally.cell(entrant, other).points(self.scoring)).sum())
    }

    fn sonneborn_berger(&self, entrant: usize) -> Points {
        let of_opponent = |(opponent, cell): (usize, &Cell)| {
            // Halves of the points of the opponent.
            let halves = 2 * (cell.wins + cell.wins_by_forfeit) + cell.draws;
            self.points[opponent].quarters() * u64::from(halves)
        };
        Points::of_quarters(self.tally.cells[entrant].iter().enumerate().map(of_opponent).sum::<u64>() / 2)
    }
}

/// Orders rows that all tie-breaks left tied.
fn draw_lots(tied: &mut [Row], lots: &[usize]) {
    let lot = |row: &Row| lots.iter().position(|&entrant| entrant == row.entrant);
    if tied.iter().any(|row| lot(row).is_none()) {
        return tied.iter_mut().for_each(|row| row.shared = true);
    }
    tied.sort_by_key(lot);
    for (place, row) in tied.iter_mut().enumerate() {
        row.place += place;
        row.by_lot = true;
    }
}
