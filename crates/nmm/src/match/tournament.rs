// SPDX-License-Identifier: GPL-3.0-or-later
//! Many games between two players, some of them at once.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use morris::{ByColor, Color, Game, Move, Rules};
use morris_engine::tablebase::{Tables, Wdl};
use morris_engine::{EngineOptions, Limits, TimeControl};
use morris_play::protocol::{
    Control, Ending, GamePlayer, NoControl, PlayerConfig, PlayerError, PlayerSpec, Terms, play,
};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

use super::log::{Log, LogError, PlayedGame};
use super::statistics::{Score, Sprt, Verdict};

/// Whether the players change colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// Each opening is played twice, with colours changed.
    Change,
    /// The first player has White in every game, each from an opening of its own.
    Stay,
}

/// So many openings are looked at for one that is drawn.
const MOST_OPENINGS: u64 = 1_000;

/// Many games between two players.
#[derive(Clone, Debug)]
pub struct Tournament {
    pub first: PlayerSpec,
    pub second: PlayerSpec,
    pub colors: Colors,
    pub games: u32,
    pub rules: Rules,
    /// How many random moves each game begins with.
    pub opening: usize,
    /// Whether only such are taken after which the tables say that the game is drawn.
    pub drawn: bool,
    /// How many games are played at once.
    pub threads: usize,
    pub seed: u64,
    pub most_plies: usize,
    pub engine: EngineOptions,
    pub limits: Limits,
    pub timeout: Duration,
    /// What each side's clock has at the beginning, if there are clocks.
    pub clock: Option<TimeControl>,
    /// Tables of solved positions, for players that use them.
    pub tables: Arc<Tables>,
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

impl Tournament {
    /// Plays all games, or as many as the test needs.
    ///
    /// # Errors
    /// A player cannot be connected, or the log cannot be written.
    pub fn play(&self, log: Option<&Log>) -> Result<Results, TournamentError> {
        // A player that is not there is a mistake in the command; one that cannot begin loses its games.
        for (player, color) in [(&self.first, Color::White), (&self.second, Color::Black)] {
            match player.connect(&self.seat(0, color), &mut NoControl) {
                Err(error) if error.is_nobody() => {
                    return Err(TournamentError::Player { player: player.clone(), error });
                }
                _ => {}
            }
        }
        if self.opening(0).is_none() {
            return Err(TournamentError::NoDrawnOpening { moves: self.opening });
        }
        let mut results = Results::default();
        let (next, enough) = (AtomicU32::new(0), AtomicBool::new(false));
        thread::scope(|scope| {
            let (report, played) = mpsc::channel();
            for _ in 0..self.threads.min(self.games as usize) {
                let report = report.clone();
                let (next, enough) = (&next, &enough);
                scope.spawn(move || self.work(next, enough, &report));
            }
            drop(report);
            // Whatever comes after the end of the test belongs to it: to leave it out would favour quick games.
            for played in played {
                if let Some(log) = log {
                    log.add(&played).inspect_err(|_| enough.store(true, Relaxed))?;
                }
                self.count(&played, &mut results);
                if self.sprt.is_some_and(|sprt| sprt.verdict(&results.score) != Verdict::Open) {
                    enough.store(true, Relaxed);
                }
            }
            Ok(results)
        })
    }

    /// Plays one game after the other until there are none left or there are enough.
    fn work(&self, next: &AtomicU32, enough: &AtomicBool, report: &Sender<PlayedGame>) {
        while !enough.load(Relaxed) {
            let number = next.fetch_add(1, Relaxed);
            if number >= self.games || report.send(self.play_game(number)).is_err() {
                return;
            }
        }
    }

    fn pairing(&self, number: u32) -> Pairing {
        let (pair, first) = match self.colors {
            Colors::Change if number % 2 == 1 => (number / 2, Color::Black),
            Colors::Change => (number / 2, Color::White),
            Colors::Stay => (number, Color::White),
        };
        Pairing { first, opening: self.opening(pair).unwrap_or_default() }
    }

    /// The opening of a pair of games; `None` if none is found that the tables know to be drawn.
    fn opening(&self, pair: u32) -> Option<Vec<Move>> {
        let seed = self.seed.wrapping_add(pair.into());
        if !self.drawn {
            return Some(random_opening(self.rules, self.opening, seed));
        }
        let tries = (0..MOST_OPENINGS).map(|number| seed.wrapping_add(number << 32));
        tries.map(|seed| random_opening(self.rules, self.opening, seed)).find(|opening| self.is_drawn(opening))
    }

    fn is_drawn(&self, opening: &[Move]) -> bool {
        let mut game = Game::new(self.rules);
        let played = opening.iter().all(|&mv| game.play(mv).is_ok());
        played && self.tables.value(game.position(), &self.rules) == Some(Wdl::Draw)
    }

    fn seat(&self, number: u32, color: Color) -> PlayerConfig {
        // Neither two games nor both sides of one shall be ruled by the same chance.
        let seat = 2 * u64::from(number) + u64::from(color == Color::Black) + 1;
        PlayerConfig {
            rules: self.rules,
            color,
            engine: self.engine,
            limits: self.limits,
            timeout: self.timeout,
            tables: Arc::clone(&self.tables),
            seed: self.seed.wrapping_add(seat << 32),
        }
    }

    fn play_game(&self, number: u32) -> PlayedGame {
        let Pairing { first, opening } = self.pairing(number);
        let choice = |color| if color == first { &self.first } else { &self.second };
        let mut seated = ByColor::from_fn(|color| self.connect(choice(color), number, color));
        let names = ByColor::from_fn(|color| seated[color].name());
        let Self { rules, most_plies, clock, .. } = *self;
        let terms = Terms { rules, opening: &opening, most_plies, clock };
        let (white, black): (&mut dyn GamePlayer, &mut dyn GamePlayer) = (&mut *seated.white, &mut *seated.black);
        let (game, ending) = play(&terms, ByColor { white, black });
        PlayedGame { number, names, game, ending }
    }

    fn connect(&self, choice: &PlayerSpec, number: u32, color: Color) -> Box<dyn GamePlayer> {
        let absent = |error| -> Box<dyn GamePlayer> { Box::new(Absent { name: choice.to_string(), error }) };
        choice.connect(&self.seat(number, color), &mut NoControl).unwrap_or_else(absent)
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

/// A player that did not come to the game, and so fails when it is its turn.
#[derive(Debug)]
struct Absent {
    name: String,
    error: PlayerError,
}

impl GamePlayer for Absent {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, _: &Game, _: &mut dyn Control) -> Result<Move, PlayerError> {
        Err(self.error.clone())
    }
}

/// Why a tournament cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    #[error("{player:.60}: {error}")]
    Player { player: PlayerSpec, error: PlayerError },
    #[error("the tables know of no opening of {moves} placements that it is drawn")]
    NoDrawnOpening { moves: usize },
    #[error(transparent)]
    Log(#[from] LogError),
}

/// So many random legal moves from the start, fewer only where the game ends before.
fn random_opening(rules: Rules, moves: usize, seed: u64) -> Vec<Move> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = Game::new(rules);
    while game.cursor() < moves {
        let legal = game.position().legal_moves(&rules);
        match legal.choose(&mut rng) {
            Some(&mv) if game.play(mv).is_ok() => {}
            _ => break,
        }
    }
    // A game that is over before the players begin shows nothing.
    if game.outcome().is_some() {
        game.undo();
    }
    game.played().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_decides() {
        let opening = |seed| random_opening(Rules::STANDARD, 4, seed);
        assert_eq!(opening(7), opening(7));
        assert_eq!(opening(7).len(), 4);
        assert!((0..20).any(|seed| opening(seed) != opening(7)));
        assert_eq!(random_opening(Rules::STANDARD, 0, 7), []);
    }
}
