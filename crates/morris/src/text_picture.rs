// SPDX-License-Identifier: GPL-3.0-or-later
//! The board as a text picture.

use std::collections::BTreeMap;

use super::{Color, Layout, Position, Rules};

/// Distance between adjacent columns and between adjacent rows of points, in letters. Doubled for
/// boards of rings.
const LETTERS: (f64, f64) = (3.0, 2.0);

/// Returns the position as a text picture: `W`, `B`, and `.` for an empty point, with coordinates
/// at the edge.
///
/// ```
/// use morris::{Position, Rules, text_picture};
///
/// let position = Position::start(&Rules::STANDARD);
/// assert!(text_picture(&position, &Rules::STANDARD).starts_with("7  .--------.--------.\n"));
/// ```
pub fn text_picture(position: &Position, rules: &Rules) -> String {
    let board = rules.board;
    let scale = if board.layout() == Layout::Grid { 1.0 } else { 2.0 };
    let (right, down) = (LETTERS.0 * scale, LETTERS.1 * scale);
    let at = |(x, y): (f64, f64)| (((x + board.radius()) * right).round(), ((board.radius() - y) * down).round());
    let mut letters = Letters::default();
    for (a, b) in board.edges() {
        letters.line(at(board.place_from_middle(a)), at(board.place_from_middle(b)));
    }
    for point in board.points() {
        let letter = position.at(point).map_or('.', |color| if color == Color::White { 'W' } else { 'B' });
        letters.put(at(board.place_from_middle(point)), letter);
    }
    let below = letters.last_row() + 1.0;
    board.columns().for_each(|(letter, x)| letters.put((at((x, 0.0)).0, below), letter));
    let rows: BTreeMap<_, _> = board.ranks().map(|(digit, y)| (at((0.0, y)).1 as usize, digit)).collect();
    letters.text(|row| rows.get(&row).copied())
}

/// A text picture, as letters by row and column.
#[derive(Default)]
struct Letters(BTreeMap<(usize, usize), char>);

impl Letters {
    fn put(&mut self, (right, down): (f64, f64), letter: char) {
        self.0.insert((down as usize, right as usize), letter);
    }

    /// Draws a line without its ends.
    fn line(&mut self, (x, y): (f64, f64), (to_x, to_y): (f64, f64)) {
        let (right, down) = (to_x - x, to_y - y);
        let letter = match right * down {
            _ if down == 0.0 => '-',
            _ if right == 0.0 => '|',
            slope => {
                if slope > 0.0 {
                    '\\'
                } else {
                    '/'
                }
            }
        };
        // One letter for each row in between, or for each column if the line is horizontal.
        let steps = if down == 0.0 { right.abs() } else { down.abs() } as usize;
        for share in (1..steps).map(|step| step as f64 / steps as f64) {
            self.put(((x + right * share).round(), (y + down * share).round()), letter);
        }
    }

    fn last_row(&self) -> f64 {
        self.0.keys().next_back().map_or(0.0, |&(row, _)| row as f64)
    }

    /// Returns the rows, each after its digit.
    fn text(&self, digit: impl Fn(usize) -> Option<char>) -> String {
        let mut text = String::new();
        for row in 0..=self.last_row() as usize {
            let mut line = format!("{}  ", digit(row).unwrap_or(' '));
            for (&(_, column), &letter) in self.0.range((row, 0)..(row + 1, 0)) {
                let before = line.chars().count();
                line.extend(std::iter::repeat_n(' ', (column + 3).saturating_sub(before)));
                line.push(letter);
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Board, DIAG_9};
    use super::*;

    #[test]
    fn every_man_is_drawn_in_its_place() {
        let position = Position::parse("W../.W./..B/...B../.../.../..B w 6 6", &Rules::STANDARD).unwrap();
        let expected = "\
7  W--------.--------.
   |        |        |
6  |  .-----W-----.  |
   |  |     |     |  |
5  |  |  .--.--B  |  |
   |  |  |     |  |  |
4  .--.--.     B--.--.
   |  |  |     |  |  |
3  |  |  .--.--.  |  |
   |  |     |     |  |
2  |  .-----.-----.  |
   |        |        |
1  .--------.--------B
   a  b  c  d  e  f  g
";
        assert_eq!(text_picture(&position, &Rules::STANDARD), expected);
    }

    #[test]
    fn a_board_of_another_shape_is_drawn_as_it_is() {
        let rules = Rules::builder(Rules::STANDARD).board(&DIAG_9).men(3).build().unwrap();
        let position = Position::parse("W../.B./... w 2 2", &rules).unwrap();
        let expected = "\
3  W--.--.
   | \\| /|
2  .--B--.
   | /| \\|
1  .--.--.
   a  b  c
";
        assert_eq!(text_picture(&position, &rules), expected);
    }

    #[test]
    fn every_board_has_all_its_points_in_the_picture() {
        for &board in Board::ALL {
            let rules = Rules::builder(Rules::STANDARD).board(board).men(3).build().unwrap();
            let text = text_picture(&Position::start(&rules), &rules);
            assert_eq!(text.matches('.').count(), board.points().len(), "{}:\n{text}", board.id());
        }
    }
}
