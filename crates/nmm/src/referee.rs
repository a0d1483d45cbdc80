// SPDX-License-Identifier: GPL-3.0-or-later
//! Games between players under the same conditions, with several games at once.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use morris::{ByColor, Color, Game, Move, Pgn, Rules};
use morris_engine::{EngineOptions, Limits, TimeControl};
use morris_players::{
    Ending, GamePlayer, NoControl, PlayerConfig, PlayerError, PlayerSpec, SearchControl, Terms, play,
};
use morris_solved::tablebase::{Prober, Tables, Wdl};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Maximum number of openings that are tried to find a drawn one.
const MOST_OPENINGS: u64 = 1_000;
/// Number of open files that is enough for the most games at once: each has two programs with five
/// or, while they start, up to twelve descriptors.
const OPEN_FILES: u64 = 8_192;

/// Conditions that apply to all games.
#[derive(Clone, Debug)]
pub struct Conditions {
    pub rules: Rules,
    /// Number of random moves at the start of each game.
    pub opening: usize,
    /// Openings from a file, which replace the random ones.
    pub openings: Vec<Game>,
    /// Whether only openings are used whose position is a draw by the tables.
    pub drawn: bool,
    /// Number of games played at once.
    pub threads: usize,
    pub seed: u64,
    pub most_plies: usize,
    pub engine: EngineOptions,
    pub limits: Limits,
    pub timeout: Duration,
    /// Time on each side's clock at the start, if clocks are used.
    pub clock: Option<TimeControl>,
    /// Tables of solved positions for the players that use them.
    pub tables: Arc<Tables>,
}

/// A finished game.
pub struct PlayedGame {
    /// Number of the game, from 0.
    pub number: u32,
    pub names: ByColor<String>,
    pub game: Game,
    pub ending: Ending,
}

impl Conditions {
    /// Checks that all players can be reached and that there are openings. Raises the limit of open
    /// files for the games.
    ///
    /// # Errors
    /// Returns an error if a player does not exist, since that is a mistake in the command. A
    /// player that exists and fails to start loses its games instead.
    pub fn check<'a>(&self, players: impl IntoIterator<Item = (&'a PlayerSpec, Color)>) -> Result<(), ConditionsError> {
        raise_file_limit();
        for (player, color) in players {
            self.connect(player, 0, color)?;
        }
        self.opening(0).map(drop).ok_or(ConditionsError::NoDrawnOpening { moves: self.opening })
    }

    /// Returns the opening of a pair of games, or `None` if no opening is found that is a draw by
    /// the tables. Openings from a file are taken in turn.
    pub fn opening(&self, pair: u32) -> Option<Game> {
        if !self.openings.is_empty() {
            return self.openings.get(pair as usize % self.openings.len()).cloned();
        }
        let seed = self.seed.wrapping_add(pair.into());
        if !self.drawn {
            return Some(random_opening(self.rules, self.opening, seed));
        }
        let tries = (0..MOST_OPENINGS).map(|number| seed.wrapping_add(number << 32));
        tries.map(|seed| random_opening(self.rules, self.opening, seed)).find(|opening| self.is_drawn(opening))
    }

    fn is_drawn(&self, opening: &Game) -> bool {
        let mut go_on = || ControlFlow::Continue(());
        let mut prober = Prober::new(&self.tables, &self.rules, &mut go_on);
        prober.position(opening.position()).is_some_and(|found| found.value == Wdl::Draw)
    }

    fn seat(&self, number: u32, color: Color) -> PlayerConfig {
        // No two games, nor both sides of one, may have the same seed.
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

    /// Plays a game. Its number determines the random choices.
    ///
    /// # Errors
    /// Returns an error if a program cannot be started, though [`Self::check`] has started it. The
    /// system lacks processes or files then, or the program was removed.
    pub fn play_game(
        &self,
        number: u32,
        players: ByColor<&PlayerSpec>,
        opening: &Game,
    ) -> Result<PlayedGame, ConditionsError> {
        let mut seated = ByColor {
            white: self.connect(players.white, number, Color::White)?,
            black: self.connect(players.black, number, Color::Black)?,
        };
        let names = ByColor::from_fn(|color| seated[color].name());
        let terms = Terms { opening, most_plies: self.most_plies, clock: self.clock };
        let (white, black): (&mut dyn GamePlayer, &mut dyn GamePlayer) = (&mut *seated.white, &mut *seated.black);
        let (game, ending) = play(&terms, ByColor { white, black });
        Ok(PlayedGame { number, names, game, ending })
    }

    fn connect(&self, player: &PlayerSpec, number: u32, color: Color) -> Result<Box<dyn GamePlayer>, ConditionsError> {
        player.connect(&self.seat(number, color), &mut NoControl).or_else(|error| match error.is_no_one() {
            true => Err(ConditionsError::Player { player: player.clone(), error }),
            false => Ok(Box::new(Absent { name: player.to_string(), error })),
        })
    }

    /// Plays games by their numbers, one in each thread, and passes each to `each` when it ends.
    /// Stops when no games are left, `each` breaks, or `game` fails. Games in progress at that time
    /// are still passed on.
    ///
    /// # Errors
    /// Returns the first error of `game`, or immediately that of `each`. No further game starts
    /// after it.
    pub fn play_all<E: From<ConditionsError>>(
        &self,
        numbers: &[u32],
        game: impl Fn(u32) -> Result<PlayedGame, ConditionsError> + Sync,
        mut each: impl FnMut(PlayedGame) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let (next, enough) = (AtomicUsize::new(0), AtomicBool::new(false));
        thread::scope(|scope| {
            let (report, played) = mpsc::channel();
            for _ in 0..self.threads.min(numbers.len()) {
                let (report, next, enough, game) = (report.clone(), &next, &enough, &game);
                scope.spawn(move || {
                    while !enough.load(Relaxed) {
                        match numbers.get(next.fetch_add(1, Relaxed)) {
                            Some(&number) if report.send(game(number)).is_ok() => {}
                            _ => return,
                        }
                    }
                });
            }
            drop(report);
            let mut failed = None;
            for played in played {
                match played {
                    Ok(played) => {
                        let go_on = each(played).inspect_err(|_| enough.store(true, Relaxed))?;
                        enough.fetch_or(go_on.is_break(), Relaxed);
                    }
                    Err(error) => {
                        enough.store(true, Relaxed);
                        failed.get_or_insert(error);
                    }
                }
            }
            failed.map_or(Ok(()), |error| Err(error.into()))
        })
    }
}

/// A player that could not be connected, and so fails at its first move.
#[derive(Debug)]
struct Absent {
    name: String,
    error: PlayerError,
}

impl GamePlayer for Absent {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, _: &Game, _: &mut dyn SearchControl) -> Result<Move, PlayerError> {
        Err(self.error.clone())
    }
}

/// Raises the soft limit of open files, which is 1,024 by default, as far as games need it and the
/// system allows it.
fn raise_file_limit() {
    let limit = getrlimit(Resource::Nofile);
    let wanted = limit.maximum.map_or(OPEN_FILES, |most| most.min(OPEN_FILES));
    if limit.current.is_some_and(|current| current < wanted) {
        // Without it, only fewer games can be played at once.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), ..limit });
    }
}

/// Error that prevents games from being played.
#[derive(Debug, thiserror::Error)]
pub enum ConditionsError {
    #[error("{player:.60}: {error}")]
    Player { player: PlayerSpec, error: PlayerError },
    #[error("the tables have no drawn opening with {moves} placements")]
    NoDrawnOpening { moves: usize },
}

/// Returns random legal moves from the start. They are fewer than `moves` only if the game ends
/// before.
fn random_opening(rules: Rules, moves: usize, seed: u64) -> Game {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = Game::new(rules);
    while game.cursor() < moves {
        let legal = game.position().legal_moves(&rules);
        match legal.choose(&mut rng) {
            Some(&mv) if game.play(mv).is_ok() => {}
            _ => break,
        }
    }
    // A game must not be over before the players start.
    if game.outcome().is_some() {
        game.undo();
        game = Pgn::new(&game).game();
    }
    game
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;

    #[test]
    fn games_in_progress_count_although_another_one_cannot_begin() {
        let conditions = Conditions {
            rules: Rules::STANDARD,
            opening: 0,
            openings: Vec::new(),
            drawn: false,
            threads: 2,
            seed: 0,
            most_plies: 2,
            engine: EngineOptions::default(),
            limits: Limits::default(),
            timeout: Duration::ZERO,
            clock: None,
            tables: Arc::default(),
        };
        let begun = Barrier::new(2);
        let game = |number| {
            begun.wait();
            if number == 1 {
                return Err(ConditionsError::NoDrawnOpening { moves: 4 });
            }
            // The other one has failed by then.
            thread::sleep(Duration::from_millis(50));
            let names = ByColor::from_fn(|color| format!("{color:?}"));
            Ok(PlayedGame { number, names, game: Game::new(Rules::STANDARD), ending: Ending::Plies(2) })
        };
        let mut counted = Vec::new();
        let ended: Result<(), ConditionsError> = conditions.play_all(&[0, 1], game, |played| {
            counted.push(played.number);
            Ok(ControlFlow::Continue(()))
        });
        assert!(matches!(ended, Err(ConditionsError::NoDrawnOpening { moves: 4 })));
        assert_eq!(counted, [0]);
    }

    #[test]
    fn the_seed_decides() {
        let opening = |seed| random_opening(Rules::STANDARD, 4, seed);
        assert_eq!(opening(7), opening(7));
        assert_eq!(opening(7).cursor(), 4);
        assert!((0..20).any(|seed| opening(seed) != opening(7)));
        assert_eq!(random_opening(Rules::STANDARD, 0, 7), Game::new(Rules::STANDARD));
    }
}
