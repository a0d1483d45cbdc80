// SPDX-License-Identifier: GPL-3.0-or-later
//! Evaluations of other programs, and a plain search that uses them.

use morris::{Arrangement, Color, Move, Outcome, PointSet, Position, Rules};

/// Value of a won game for White.
const WON: i32 = 10_000;
/// Value of a man once all are placed.
const MAN: i32 = 1000;
/// Value of a man in hand or on the board, where lines count too.
const MAN_BESIDE_LINES: i32 = 100;
/// Less than every value.
const LEAST: i32 = -WON - 1;

/// Returns the value of a position for White, regardless of the side to move.
pub type Evaluate = fn(&Position, &Rules) -> i32;

/// The evaluation of the classroom's board programs. While there are men in hand, the value is the
/// number of White's men on the board minus that of Black's. Later it is 10000 if Black has fewer
/// than three men or no move, and −10000 if White has fewer than three. Otherwise it is 1000 for
/// each man that White has more, minus the number of Black's moves.
pub fn material(position: &Position, rules: &Rules) -> i32 {
    let [white, black] = Color::BOTH.map(|color| position.men(color).len() as i32);
    if Color::BOTH.into_iter().any(|color| position.hand(color) > 0) {
        return white - black;
    }
    if black < 3 {
        return WON;
    }
    // Two men cannot block Black, so the order of the two checks does not matter.
    if white < 3 {
        return -WON;
    }
    match black_moves(position, rules) {
        0 => WON,
        moves => MAN * (white - black) - moves,
    }
}

/// The evaluation of the Qt program that this game descends from: the open lines that White has
/// more than Black, and 100 for each man that White has more. A line is open if a side has two men
/// on it and its third point is empty.
pub fn lines(position: &Position, rules: &Rules) -> i32 {
    match position.outcome(rules) {
        Some(Outcome::Win { winner, .. }) => return sign(winner) * WON,
        Some(Outcome::Draw(_)) => return 0,
        None => {}
    }
    let empty = position.empty(rules);
    let value = |color| {
        let men = position.men(color);
        let is_open = |line: &PointSet| (*line & men).len() == 2 && (*line & empty).len() == 1;
        rules.board.lines().filter(is_open).count() as i32 + MAN_BESIDE_LINES * position.total(color) as i32
    };
    value(Color::White) - value(Color::Black)
}

/// Returns the number of moves that Black would have. Each man that can be removed counts as a
/// separate move.
fn black_moves(position: &Position, rules: &Rules) -> i32 {
    let mut to_move = Arrangement::from(*position);
    to_move.side = Color::Black;
    to_move.check(rules).map_or(0, |position| position.legal_moves(rules).len() as i32)
}

/// Returns the best move by an evaluation at a depth of `depth` plies, with its value for White. Of
/// equally good moves it returns the first, and `None` if there is no move. The time grows
/// exponentially with the depth.
pub fn best(evaluate: Evaluate, position: &Position, rules: &Rules, depth: u8) -> Option<(Move, i32)> {
    let sign = sign(position.side());
    let mut best = None;
    for mv in position.legal_moves(rules) {
        let least = best.map_or(LEAST, |(_, value)| value);
        let after = position.play_unchecked(mv, rules);
        let value = -value(evaluate, &after, rules, depth.saturating_sub(1), LEAST, -least);
        if best.is_none() || value > least {
            best = Some((mv, value));
        }
    }
    best.map(|(mv, value)| (mv, sign * value))
}

/// Returns the value of a position for the side to move by alpha-beta search within the two bounds.
fn value(evaluate: Evaluate, position: &Position, rules: &Rules, depth: u8, mut least: i32, most: i32) -> i32 {
    let moves = if depth == 0 { Vec::new() } else { position.legal_moves(rules) };
    if moves.is_empty() {
        return sign(position.side()) * evaluate(position, rules);
    }
    let mut best = LEAST;
    for mv in moves {
        best = best.max(-value(evaluate, &position.play_unchecked(mv, rules), rules, depth - 1, -most, -least));
        least = least.max(best);
        if least >= most {
            break;
        }
    }
    best
}

const fn sign(side: Color) -> i32 {
    match side {
        Color::White => 1,
        Color::Black => -1,
    }
}

#[cfg(test)]
mod tests {
    use std::iter;

    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;
    use rand::seq::IndexedRandom;

    const RULES: &Rules = &Rules::STANDARD;

    fn worth(line: &str) -> i32 {
        material(&Position::parse(line, RULES).unwrap(), RULES)
    }

    #[test]
    fn position_has_the_value_of_the_paper() {
        // White has two men more in the opening. Men in hand do not count.
        assert_eq!(worth("WWW/.../.../....../.../.../..B w 4 4"), 2);
        // 3 × 18 flights. One of them closes a mill and can remove any of three men.
        assert_eq!(worth("WW./W../.../....../.../BB./..B b 0 0"), -56);
        // 7 slides without a mill, and d2-d1, which can remove any of three men.
        assert_eq!(worth("WWW/.../.../....../.../BB./B.B w 0 0"), -1010);
        assert_eq!(worth("WW./W../.../....../.../.../B.B w 0 0"), 10_000);
        assert_eq!(worth("WW./.../.../....../.../.B./B.B w 0 0"), -10_000);
        // Four black men in the corner of the outer ring cannot move.
        assert_eq!(worth("BBW/.W./.../BW..../.../.../BW. w 0 0"), 10_000);
    }

    #[test]
    fn open_lines_and_pieces_count() {
        let worth = |line: &str| lines(&Position::parse(line, RULES).unwrap(), RULES);
        assert_eq!(worth(".../.../.../....../.../.../... w 9 9"), 0);
        // a7-d7 is open for White and a7-a4-a1 too; d6-d7-d5 is blocked by Black.
        assert_eq!(worth("WW./.B./.../W...../.../..B/... b 6 7"), 2);
        // Black has one open line and one piece more.
        assert_eq!(worth("W../.W./.../....../.../B../BB. w 6 6"), -101);
        assert_eq!(worth("WW./W../.../....../.../.../B.B w 0 0"), 10_000);
    }

    /// Returns the value of a position by a search without cutoffs.
    fn plain(position: &Position, depth: u8) -> i32 {
        let moves = if depth == 0 { Vec::new() } else { position.legal_moves(RULES) };
        let values = moves.into_iter().map(|mv| plain(&position.play_unchecked(mv, RULES), depth - 1));
        let best = if position.side() == Color::White { values.max() } else { values.min() };
        best.unwrap_or_else(|| material(position, RULES))
    }

    /// Returns every seventh position of a random game, without its last one.
    fn random_positions(seed: u64) -> Vec<Position> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let next = |from: &Position| {
            let moves = if from.outcome(RULES).is_none() { from.legal_moves(RULES) } else { Vec::new() };
            moves.choose(&mut rng).map(|&mv| from.play_unchecked(mv, RULES))
        };
        let positions: Vec<_> = iter::successors(Some(Position::start(RULES)), next).take(120).collect();
        let goes_on = |position: &Position| position.outcome(RULES).is_none();
        positions.into_iter().skip(seed as usize % 7).step_by(7).filter(goes_on).collect()
    }

    #[test]
    fn cutting_moves_off_changes_no_value() {
        for position in (0..12).flat_map(random_positions) {
            for depth in 1..=2 {
                let first = position
                    .legal_moves(RULES)
                    .into_iter()
                    .find(|&mv| plain(&position.play_unchecked(mv, RULES), depth - 1) == plain(&position, depth));
                let expected = first.map(|mv| (mv, plain(&position, depth)));
                assert_eq!(best(material, &position, RULES, depth), expected, "{position}, {depth}");
            }
        }
    }
}
