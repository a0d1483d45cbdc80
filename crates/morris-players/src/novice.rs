// SPDX-License-Identifier: GPL-3.0-or-later
//! A model of a player who has just learned the rules. It serves to measure the lower levels.

use std::fmt;

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::player::{GamePlayer, PlayerError};
use super::search_control::SearchControl;
use morris::{Game, Move, PointSet, Position, Rules};
use morris_engine::threats;

/// Skill of a novice. The text form is `novice:60` or `novice:60+`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Novice {
    /// Probability that the novice sees a line that the opponent could close on his next ply, in
    /// percent from 0 to 100. It is drawn separately for each line.
    sees_percent: u32,
    /// Whether the novice makes two in a line whose third point is empty when there is nothing
    /// better to do.
    plans: bool,
}

impl Novice {
    /// Parses the text after `novice:`.
    pub fn parse(text: &str) -> Option<Self> {
        let (number, plans) = text.strip_suffix('+').map_or((text, false), |number| (number, true));
        let plain = number.bytes().all(|byte| byte.is_ascii_digit());
        let sees_percent = number.parse().ok().filter(|percent| plain && *percent <= 100)?;
        Some(Self { sees_percent, plans })
    }

    /// Chooses a move. The novice closes a mill if it can, else stops a threat that it sees, else
    /// makes two in a line if it plans, else plays at random. Returns `None` if there are no moves.
    fn choose(self, position: &Position, rules: &Rules, legal: &[Move], rng: &mut Xoshiro256PlusPlus) -> Option<Move> {
        let us = position.side();
        let mills: Vec<_> = legal.iter().filter(|mv| position.closes_mill(us, **mv, rules)).collect();
        if let Some(mv) = mills.choose(rng) {
            return Some(**mv);
        }
        let mut seen = PointSet::EMPTY;
        for threat in threats(position, us.other(), rules) {
            if rng.random_ratio(self.sees_percent, 100) {
                seen |= threat.gap.set();
            }
        }
        let blocks: Vec<_> = legal.iter().filter(|mv| mv.to.is_some_and(|to| seen.contains(to))).collect();
        if let Some(mv) = blocks.choose(rng) {
            return Some(**mv);
        }
        let twos: Vec<_> = legal.iter().filter(|mv| self.plans && makes_two(position, rules, **mv)).collect();
        twos.choose(rng).copied().or_else(|| legal.choose(rng)).copied()
    }
}

impl fmt::Display for Novice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "novice:{}{}", self.sees_percent, if self.plans { "+" } else { "" })
    }
}

/// Returns `true` if a move makes two men in a line whose third point is empty.
fn makes_two(position: &Position, rules: &Rules, mv: Move) -> bool {
    let men = position.men(position.side()) - mv.from.map_or(PointSet::EMPTY, |from| from.set());
    let Some(to) = mv.to else { return false };
    let empty = position.empty(rules) - to.set();
    let two = |line: PointSet| line.contains(to) && (line & men).len() == 1 && (line & empty).len() == 1;
    rules.board.lines().any(two)
}

/// A player that plays as a novice.
#[derive(Debug)]
pub struct NovicePlayer {
    novice: Novice,
    rng: Xoshiro256PlusPlus,
}

impl NovicePlayer {
    /// Creates a player whose moves depend only on the seed and the positions.
    pub fn new(novice: Novice, seed: u64) -> Self {
        Self { novice, rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// Chooses one of `moves`, or `None` if there are none.
    pub(super) fn choose_among(&mut self, position: &Position, rules: &Rules, moves: &[Move]) -> Option<Move> {
        self.novice.choose(position, rules, moves, &mut self.rng)
    }
}

impl GamePlayer for NovicePlayer {
    fn name(&self) -> String {
        self.novice.to_string()
    }

    fn choose(&mut self, game: &Game, _: &mut dyn SearchControl) -> Result<Move, PlayerError> {
        let (position, rules) = (game.position(), game.rules());
        self.choose_among(position, rules, &position.legal_moves(rules)).ok_or(PlayerError::NoMove)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::collections::BTreeSet;

    use super::*;

    /// Returns the moves that the novice plays in a hundred tries.
    fn played(novice: &str, line: &str) -> BTreeSet<String> {
        let rules = Rules::STANDARD;
        let position = Position::parse(line, &rules).unwrap();
        let legal = position.legal_moves(&rules);
        let mut player = NovicePlayer::new(Novice::parse(novice.trim_start_matches("novice:")).unwrap(), 1);
        (0..100).map(|_| player.choose_among(&position, &rules, &legal).unwrap().to_string()).collect()
    }

    fn set<const N: usize>(moves: [&str; N]) -> BTreeSet<String> {
        moves.map(str::to_owned).into()
    }

    #[test]
    fn it_closes_any_mill_before_anything_else() {
        // White may close a7-d7-g7, a1-d1-g1 and a1-a4-a7. Black threatens b6-d6-f6.
        let played = played("novice:100", "WW./BB./.../....../.../.../WW. w 5 5");
        assert_eq!(played, set(["a4xb6", "a4xd6", "g7xb6", "g7xd6", "g1xb6", "g1xd6"]));
    }

    #[test]
    fn it_stops_a_threat_that_it_sees() {
        let line = "W../BB./.../....../.../..W/.W. w 6 6";
        assert_eq!(played("novice:100", line), set(["f6"]));
        assert!(played("novice:0", line).len() > 10);
        // No white man is next to f6.
        assert!(played("novice:100", "WWB/BB./..B/....../.../W../..W w 0 0").len() > 1);
    }

    #[test]
    fn it_stops_one_of_two_threats() {
        assert_eq!(played("novice:100", "W../BB./.../....../BB./..W/.W. w 5 5"), set(["f6", "e3"]));
    }

    #[test]
    fn only_with_a_plan_it_makes_two_in_a_line() {
        // Two in a line with a7 are d7, g7, a4 and a1.
        let line = "W../.../.../....../.B./.../... w 8 8";
        assert_eq!(played("novice:0+", line), set(["d7", "g7", "a4", "a1"]));
        assert!(played("novice:0", line).len() > 15);
    }

    #[test]
    fn name_of_a_novice_is_read_again() {
        for text in ["novice:0", "novice:60", "novice:100+"] {
            assert_eq!(Novice::parse(text.trim_start_matches("novice:")).unwrap().to_string(), text);
        }
        for text in ["", "+", "101", "-1", "+5", "6 0", "60++", "99999999999"] {
            assert_eq!(Novice::parse(text), None, "{text}");
        }
    }
}
