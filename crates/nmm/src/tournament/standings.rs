// SPDX-License-Identifier: GPL-3.0-or-later
//! The table of a tournament.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

use morris::{ByColor, Color};

use super::games::GameResult;

/// Maximum number of players for which the table shows the scores against each other player.
const MOST_ACROSS: usize = 16;

/// A player's results so far. Points are counted in halves: two for a win, one for a draw.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) halves: u32,
    /// Sonneborn-Berger score in quarters: the points of the opponents that the player beat, plus
    /// half of the points of those with whom it drew. It breaks ties in points.
    pub(super) quarters: u64,
    pub(super) wins: u32,
    pub(super) draws: u32,
    pub(super) losses: u32,
    pub(super) failures: u32,
    /// Points in halves, and number of games, against each other player in the order of their names
    /// on the command line.
    against: Vec<(u32, u32)>,
}

/// The table. It is shown with the best player first.
#[derive(Clone, Debug)]
pub struct Standings {
    rows: Vec<Row>,
    /// Indexes of the rows by player name.
    numbers: BTreeMap<String, usize>,
}

impl Standings {
    /// Creates the table of these players before the first game.
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let numbers: BTreeMap<_, _> = names.into_iter().map(str::to_owned).zip(0..).collect();
        let mut rows = vec![Row { against: vec![(0, 0); numbers.len()], ..Row::default() }; numbers.len()];
        numbers.iter().for_each(|(name, &number)| rows[number].name.clone_from(name));
        Self { rows, numbers }
    }

    /// Counts a game between two of the players. A game of any other player is ignored.
    pub fn count(&mut self, result: &GameResult) {
        let number = |color| self.numbers.get(&result.names[color]).copied();
        let ByColor { white: Some(white), black: Some(black) } = ByColor::from_fn(number) else { return };
        for (own, other, color) in [(white, black, Color::White), (black, white, Color::Black)] {
            self.rows[own].count(other, result, color);
        }
    }

    /// Returns the rows with their indexes, the best first.
    pub(super) fn in_order(&self) -> Vec<(usize, Row)> {
        let quarters = |row: &Row| {
            let pairs = row.against.iter().zip(&self.rows);
            pairs.map(|((scored, _), other)| u64::from(*scored) * u64::from(other.halves)).sum()
        };
        let finished = |row: &Row| Row { quarters: quarters(row), ..row.clone() };
        let mut rows: Vec<_> = self.rows.iter().map(finished).enumerate().collect();
        rows.sort_by_key(|(_, row)| row.order());
        rows
    }
}

impl Row {
    fn count(&mut self, other: usize, result: &GameResult, color: Color) {
        let halves = match result.winner {
            Some(winner) if winner == color => 2,
            Some(_) => 0,
            None => 1,
        };
        match halves {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
        self.halves += halves;
        self.failures += u32::from(result.failed == Some(color));
        self.against[other].0 += halves;
        self.against[other].1 += 1;
    }

    const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Returns the sort key of the table.
    fn order(&self) -> impl Ord + use<> {
        (Reverse(self.halves), Reverse(self.quarters), Reverse(self.wins))
    }
}

/// Formats halves as points, such as `7.5`.
fn points(halves: u32) -> String {
    format!("{}.{}", halves / 2, 5 * (halves % 2))
}

impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.in_order();
        let width = rows.iter().map(|(_, row)| row.name.chars().count()).max().unwrap_or(0).max(6);
        write!(f, "     {:width$}  points  games   wins  draws  losses  failed      SB", "player")?;
        let across = if rows.len() <= MOST_ACROSS { rows.len() } else { 0 };
        (1..=across).try_for_each(|rank| write!(f, " {rank:>6}"))?;
        f.write_char('\n')?;
        let mut rank = 0;
        for (index, (own, row)) in rows.iter().enumerate() {
            // Equal players share a rank.
            if index == 0 || rows[index - 1].1.order() != row.order() {
                rank = index + 1;
            }
            let Row { name, halves, quarters, wins, draws, losses, failures, .. } = row;
            let (points_, games) = (points(*halves), row.games());
            write!(f, "{rank:3}. {name:width$}  {points_:>6} {games:6} {wins:6} {draws:6} {losses:7} {failures:7} ")?;
            write!(f, "{:7.2}", *quarters as f64 / 4.0)?;
            for (other, _) in rows.iter().take(across) {
                let cell = match row.against[*other] {
                    _ if other == own => "*".to_owned(),
                    (_, 0) => "-".to_owned(),
                    (scored, _) => points(scored),
                };
                write!(f, " {cell:>6}")?;
            }
            f.write_char('\n')?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(white: &str, black: &str, winner: Option<Color>, failed: Option<Color>) -> GameResult {
        let names = ByColor { white: white.to_owned(), black: black.to_owned() };
        GameResult { round: 1, names, winner, failed, end: String::new() }
    }

    #[test]
    fn the_table_adds_up() {
        let (white, black) = (Some(Color::White), Some(Color::Black));
        let results = [
            game("a", "b", white, None),
            game("b", "a", None, None),
            game("a", "c", black, white),
            game("c", "a", black, None),
            game("b", "c", white, None),
            game("c", "b", black, white),
            game("a", "gone", white, None),
        ];
        let mut table = Standings::new(["a", "b", "c", "d"]);
        results.iter().for_each(|result| table.count(result));
        // a and b have two and a half points each. b scored two of them against c, which has one
        // point. a scored only one against c.
        let expected = "     player  points  games   wins  draws  losses  failed      SB      1      2      3      4
  1. a          2.5      4      2      1       1       1    4.75      *    1.5    1.0      -
  2. b          2.5      4      2      1       1       0    3.25    0.5      *    2.0      -
  3. c          1.0      4      1      0       3       1    2.50    1.0    0.0      *      -
  4. d          0.0      0      0      0       0       0    0.00      -      -      -      *
";
        assert_eq!(table.to_string(), expected, "{table}");
    }

    #[test]
    fn equal_results_share_a_place() {
        let mut table = Standings::new(["a", "b", "c"]);
        table.count(&game("a", "b", None, None));
        let text = table.to_string();
        let places: Vec<_> = text.lines().skip(1).map(|line| line.trim_start().split('.').next().unwrap()).collect();
        assert_eq!(places, ["1", "1", "3"]);
    }

    #[test]
    fn a_long_tournament_adds_up() {
        let mut table = Standings::new(["a", "b"]);
        let result = game("a", "b", None, None);
        (0..100_000).for_each(|_| table.count(&result));
        assert!(table.to_string().contains(" 2500000000.00 "), "{table}");
    }
}
