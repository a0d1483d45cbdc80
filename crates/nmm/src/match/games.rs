// SPDX-License-Identifier: GPL-3.0-or-later
//! Plays many games between two players.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use morris::{ByColor, Color, Game};
use morris_players::{Ending, PlayerSpec};

use super::log::Log;
use super::statistics::{Score, Sprt, Verdict};
use crate::output::Done;
use crate::referee::{Conditions, ConditionsError, PlayedGame};

/// Whether the players change colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// Each opening is played twice, with colors changed.
    Change,
    /// The first player has White in every game. Each game has its own opening.
    Stay,
}

/// A match of many games between two players.
#[derive(Clone, Debug)]
pub struct Match {
    pub first: PlayerSpec,
    pub second: PlayerSpec,
    pub colors: Colors,
    pub games: u32,
    pub conditions: Conditions,
    pub sprt: Option<Sprt>,
}

#[derive(Debug, Default)]
pub struct Results {
    /// Score of the first player.
    pub score: Score,
    /// Number of games by the way they ended, in words. Failures are not included.
    pub ends: BTreeMap<String, u32>,
    /// Games that a player failed to finish, by game number, with a description of the failure.
    pub failed: BTreeMap<u32, String>,
    pub plies: u64,
}

impl Results {
    pub fn failures(&self) -> usize {
        self.failed.len()
    }
}

/// Colors and opening of one game.
struct Pairing {
    /// Color of the first player.
    first: Color,
    opening: Game,
}

impl Match {
    /// Plays all games, or as many as the test needs, and adds the outcomes to `results`. After an
    /// error `results` contains the games played before it.
    pub fn play(&self, log: Option<&Log>, results: &mut Results) -> Done {
        self.conditions.check([(&self.first, Color::White), (&self.second, Color::Black)])?;
        let numbers: Vec<_> = (0..self.games).collect();
        // Games that finish after the decision of the test are counted too. Leaving them out would
        // favor short games.
        self.conditions.play_all(
            &numbers,
            |number| self.play_game(number),
            |played| -> Done<_> {
                self.count(&played, results);
                log.map_or(Ok(()), |log| log.add(&played))?;
                let decided = self.sprt.is_some_and(|sprt| sprt.verdict(&results.score) != Verdict::Open);
                Ok(if decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            },
        )
    }

    fn pairing(&self, number: u32) -> Pairing {
        let (pair, first) = match self.colors {
            Colors::Change if number % 2 == 1 => (number / 2, Color::Black),
            Colors::Change => (number / 2, Color::White),
            Colors::Stay => (number, Color::White),
        };
        Pairing { first, opening: self.conditions.opening(pair).unwrap_or_else(|| Game::new(self.conditions.rules)) }
    }

    fn play_game(&self, number: u32) -> Result<PlayedGame, ConditionsError> {
        let Pairing { first, opening } = self.pairing(number);
        let players = ByColor::from_fn(|color| if color == first { &self.first } else { &self.second });
        self.conditions.play_game(number, players, &opening)
    }

    fn count(&self, played: &PlayedGame, results: &mut Results) {
        let first = self.pairing(played.number).first;
        match played.ending.winner() {
            Some(winner) if winner == first => results.score.wins += 1,
            Some(_) => results.score.losses += 1,
            None => results.score.draws += 1,
        }
        results.plies += played.game.cursor() as u64;
        match &played.ending {
            Ending::Failure { color, error } => {
                results.failed.insert(played.number + 1, format!("{color} ({}) {error}", played.names[*color]));
            }
            ending => *results.ends.entry(ending.to_string()).or_default() += 1,
        }
    }
}
