// SPDX-License-Identifier: GPL-3.0-or-later
//! What a position is worth where the search ends.
//!
//! The terms are those of Petcu and Holban, "Nine Men's Morris: Evaluation Functions" (2008): men, mills, lines of two,
//! double mills, blocked men; and of Gasser, "Solving Nine Men's Morris" (1996): mobility, which decides the
//! moving phase, and the points with many neighbours. The weights were settled by
//! matches of 360 games at 3,000 nodes a turn; while men are placed, mobility turned out to say all that crossings do.

use super::node::{Node, Side};
use super::tables::{Tables, indices};

/// What each term is worth, in hundredths of a man.
struct Weights {
    /// A man, on the board or in hand.
    man: i32,
    /// A mill that stands.
    mill: i32,
    /// Two men on a line whose third point is empty.
    open_line: i32,
    /// An open line that a man from outside it can close in one turn.
    ready_mill: i32,
    /// A ready mill closed by a man that opens another mill: it removes a man every turn.
    double_mill: i32,
    /// A man with no empty neighbour.
    blocked: i32,
    /// An empty point that some man can reach in one turn.
    mobility: i32,
    /// A man on a point with three neighbours or more, and once again with four.
    crossing: i32,
}

const PLACING: Weights =
    Weights { man: 100, mill: 15, open_line: 8, ready_mill: 0, double_mill: 0, blocked: 10, mobility: 8, crossing: 0 };

const MOVING: Weights = Weights {
    man: 100,
    mill: 15,
    open_line: 8,
    ready_mill: 45,
    double_mill: 120,
    blocked: 8,
    mobility: 7,
    crossing: 3,
};

/// A flying side is not hemmed in, and any of its open lines is ready.
const FLYING: Weights = Weights { open_line: 45, ready_mill: 0, double_mill: 0, blocked: 0, mobility: 0, ..MOVING };

/// What it is worth to be on turn.
const TEMPO: i32 = 5;

/// What the node is worth for the side to move, in hundredths of a man.
pub(super) fn evaluate(node: &Node, tables: &Tables) -> i32 {
    let empty = node.empty(tables);
    side_value(&node.us, &node.them, empty, tables) - side_value(&node.them, &node.us, empty, tables) + TEMPO
}

fn side_value(us: &Side, them: &Side, empty: u32, tables: &Tables) -> i32 {
    let weights = weights(us, tables);
    let near_empty = tables.near(empty);
    let mut value = i32::from(us.total()) * weights.man + count(us.mills(tables)) * weights.mill
        - count((us.men & !near_empty).into()) * weights.blocked
        + count((tables.near(us.men) & empty).into()) * weights.mobility;
    for crossings in tables.crossings {
        value += count((us.men & crossings).into()) * weights.crossing;
    }
    let open = us.twos(tables) & them.free_lines(tables);
    if open != 0 { value + open_lines(us, open, empty, weights, tables) } else { value }
}

fn weights(us: &Side, tables: &Tables) -> &'static Weights {
    match us {
        Side { hand: 1.., .. } => &PLACING,
        _ if us.flies(tables) => &FLYING,
        _ => &MOVING,
    }
}

/// The value of the lines that want one man to be a mill.
fn open_lines(us: &Side, mut open: u64, empty: u32, weights: &Weights, tables: &Tables) -> i32 {
    let in_mills = us.in_mills(tables);
    let mut value = 0;
    while open != 0 {
        let line = tables.first_line(open);
        open &= open - 1;
        value += weights.open_line;
        let closing: u32 = indices(line & empty).fold(0, |men, point| men | tables.neighbours(point)) & us.men & !line;
        if closing & in_mills != 0 {
            value += weights.double_mill;
        } else if closing != 0 {
            value += weights.ready_mill;
        }
    }
    value
}

#[inline]
fn count(bits: u64) -> i32 {
    bits.count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Board, Position, Rules};

    fn value(line: &str) -> i32 {
        let rules = Rules::STANDARD;
        let tables = Tables::new(&rules);
        evaluate(&Node::new(&Position::parse(line, &rules).unwrap(), &tables), &tables)
    }

    #[test]
    fn a_man_more_is_worth_more_and_colours_do_not_matter() {
        let even = value("W.B/.../.W./W..B../.../.B./..W w 0 0");
        assert!(value("W.B/.../.W./W..B../.../.../..W w 0 0") > even);
        assert_eq!(value("B.W/.../.B./B..W../.../.W./..B b 0 0"), even);
    }

    #[test]
    fn a_double_mill_is_worth_more_than_a_ready_mill() {
        // d7 goes to and fro between two mills; in the second position d5 can close one.
        let double = value("WWW/W.W/.../....../.B./B.B/B.. w 0 0");
        let single = value("W.W/W.W/.W./....../.B./B.B/B.. w 0 0");
        assert!(double > single + MOVING.mill, "{double} {single}");
    }

    #[test]
    fn symmetrical_positions_are_worth_the_same() {
        let (rules, board) = (Rules::STANDARD, Rules::STANDARD.board);
        let tables = Tables::new(&rules);
        for position in crate::engine::tests::random_positions(&rules, 40, 5) {
            let value = evaluate(&Node::new(&position, &tables), &tables);
            for symmetry in board.symmetries() {
                let mut image = crate::game::Arrangement::from(position);
                image.men.white = Board::map(symmetry, image.men.white);
                image.men.black = Board::map(symmetry, image.men.black);
                let image = image.check(&rules).unwrap();
                assert_eq!(evaluate(&Node::new(&image, &tables), &tables), value, "{position}");
            }
        }
    }
}
