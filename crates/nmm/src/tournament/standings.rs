// SPDX-License-Identifier: GPL-3.0-or-later
//! The table of a tournament.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use morris::{ByColor, Color};
use morris_club::{Cell, GameScore, Points, Row, Scoring, Tally, TieBreak};

use super::games::GameResult;

/// Maximum number of players for which the table shows the scores against each other player.
const MOST_ACROSS: usize = 16;
/// What breaks ties in points.
const TIES: [TieBreak; 2] = [TieBreak::SonnebornBerger, TieBreak::Wins];

/// The table. It is shown with the best player first.
#[derive(Clone, Debug)]
pub struct Standings {
    /// Names in the order of the command line.
    names: Vec<String>,
    /// Indexes of the names.
    numbers: BTreeMap<String, usize>,
    tally: Tally,
    /// Number of games that each player failed to finish.
    failures: Vec<u32>,
}

impl Standings {
    /// Creates the table of these players before the first game.
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let names: Vec<_> = names.into_iter().map(str::to_owned).collect();
        let numbers = names.iter().cloned().zip(0..).collect();
        Self { tally: Tally::new(names.len()), failures: vec![0; names.len()], names, numbers }
    }

    /// Counts a game between two of the players. A game of any other player is ignored.
    pub fn count(&mut self, result: &GameResult) {
        let number = |color| self.numbers.get(&result.names[color]).copied();
        let ByColor { white: Some(white), black: Some(black) } = ByColor::from_fn(number) else { return };
        self.tally.count(white, black, GameScore::of_game(result.winner, Color::White));
        for (player, color) in [(white, Color::White), (black, Color::Black)] {
            self.failures[player] += u32::from(result.failed == Some(color));
        }
    }

    /// Returns the rows, the best first, each with the player's name and number of failures.
    pub(super) fn rows(&self) -> Vec<(&str, u32, Row)> {
        let rows = self.tally.standings(Scoring::OneHalf, &TIES).rows.into_iter();
        rows.map(|row| (&*self.names[row.entrant], self.failures[row.entrant], row)).collect()
    }
}

/// Formats points with one digit after the point, such as `7.5`.
fn points(points: Points) -> String {
    format!("{:.1}", points.quarters() as f64 / 4.0)
}

impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.rows();
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
        write!(f, "     {:width$}  points  games   wins  draws  losses  failed      SB", "player")?;
        let across = if rows.len() <= MOST_ACROSS { rows.len() } else { 0 };
        (1..=across).try_for_each(|rank| write!(f, " {rank:>6}"))?;
        f.write_char('\n')?;
        for (index, (name, failures, row)) in rows.iter().enumerate() {
            let Cell { wins, draws, losses, .. } = row.total;
            let (points_, games) = (points(row.points), row.total.games());
            write!(
                f,
                "{:3}. {name:width$}  {points_:>6} {games:6} {wins:6} {draws:6} {losses:7} {failures:7} ",
                row.place
            )?;
            write!(f, "{:7.2}", row.ties[0].unwrap_or_default().quarters() as f64 / 4.0)?;
            for (other, cell) in row.cells.iter().take(across).enumerate() {
                let cell = match cell.games() {
                    _ if other == index => "*".to_owned(),
                    0 => "-".to_owned(),
                    _ => points(cell.points(Scoring::OneHalf)),
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
