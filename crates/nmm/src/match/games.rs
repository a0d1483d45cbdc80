// SPDX-License-Identifier: GPL-3.0-or-later
//! Many games between two players.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use morris::{ByColor, Color, Move};
use morris_players::{Ending, PlayerSpec};

use super::log::{Log, LogError};
use super::statistics::{Score, Sprt, Verdict};
use crate::referee::{Conditions, ConditionsError, PlayedGame};

/// Whether the players change colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// Each opening is played twice, with colours changed.
    Change,
    /// The first player has White in every game, each from an opening of its own.
    Stay,
}

/// Many games between two players.
#[derive(Clone, Debug)]
pub struct Match {
    pub first: PlayerSpec,
    pub second: PlayerSpec,
    pub colors: Colors,
    pub games: u32,
    pub conditions: Conditions,
    pub sprt: Option<Sprt>,
}

/// What came out.
#[derive(Debug, Default)]
pub struct Results {
    /// Of the first player.
    pub score: Score,
    /// How often each end came, in words; failures apart.
    pub ends: BTreeMap<String, u32>,
    /// Games that a player could not play to their end, by number, in words.
    pub failed: BTreeMap<u32, String>,
    pub plies: u64,
}

impl Results {
    pub fn failures(&self) -> usize {
        self.failed.len()
    }
}

/// What is to be played.
struct Pairing {
    /// The colour of the first player.
    first: Color,
    opening: Vec<Move>,
}

impl Match {
    /// Plays all games, or as many as the test needs, and adds what comes out to `results`: it
    /// holds what was played also where that ends with an error.
    ///
    /// # Errors
    /// A player cannot be connected, or the log cannot be written.
    pub fn play(&self, log: Option<&Log>, results: &mut Results) -> Result<(), MatchError> {
        self.conditions.check([(&self.first, Color::White), (&self.second, Color::Black)])?;
        let numbers: Vec<_> = (0..self.games).collect();
        // Whatever comes after the end of the test belongs to it: to leave it out would favour
        // quick games.
        self.conditions.play_all(
            &numbers,
            |number| self.play_game(number),
            |played| -> Result<_, MatchError> {
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
        Pairing { first, opening: self.conditions.opening(pair).unwrap_or_default() }
    }

    fn play_game(&self, number: u32) -> PlayedGame {
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

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    #[error(transparent)]
    Conditions(#[from] ConditionsError),
    #[error(transparent)]
    Log(#[from] LogError),
}
