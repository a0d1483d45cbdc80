// SPDX-License-Identifier: GPL-3.0-or-later
//! The board drawn with letters.

use morris::{Color, Point, Position};

/// The plain board; each `o` is a point, in the order of the points.
const BOARD: &str = "\
7  o--------o--------o
   |        |        |
6  |  o-----o-----o  |
   |  |     |     |  |
5  |  |  o--o--o  |  |
   |  |  |     |  |  |
4  o--o--o     o--o--o
   |  |  |     |  |  |
3  |  |  o--o--o  |  |
   |  |     |     |  |
2  |  o-----o-----o  |
   |        |        |
1  o--------o--------o
   a  b  c  d  e  f  g
";

/// The position as a picture in text: `W`, `B`, and `.` for an empty point, with coordinates at the edge.
#[must_use]
pub fn picture(position: &Position) -> String {
    let mut points = Point::all();
    let letter = |letter| match (letter == 'o').then(|| points.next()).flatten().map(|point| position.at(point)) {
        Some(Some(Color::White)) => 'W',
        Some(Some(Color::Black)) => 'B',
        Some(None) => '.',
        None => letter,
    };
    BOARD.chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use morris::Rules;

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
        assert_eq!(picture(&position), expected);
    }
}
