// SPDX-License-Identifier: GPL-3.0-or-later
//! Lets two players play a game, and reports how and why it ended.

use std::fmt;
use std::time::{Duration, Instant};

use super::player::{GamePlayer, PlayerError};
use super::search_control::{PlayerSignal, SearchControl};
use morris::{ByColor, Color, DrawReason, Game, Outcome, WinReason};
use morris_engine::TimeControl;

/// How a game ended.
#[derive(Debug)]
pub enum Ending {
    /// By the rules, or on time.
    Board(Outcome),
    /// After this number of plies. The referee counts it as a draw.
    Plies(usize),
    /// A player failed and lost.
    Failure {
        /// The player who failed.
        color: Color,
        /// The failure.
        error: PlayerError,
    },
}

impl Ending {
    /// Returns the winner, or `None` for a draw.
    pub const fn winner(&self) -> Option<Color> {
        match self {
            Self::Board(outcome) => outcome.winner(),
            Self::Plies(_) => None,
            Self::Failure { color, .. } => Some(color.other()),
        }
    }

    /// Returns the outcome that the game records.
    const fn outcome(&self) -> Outcome {
        match self {
            Self::Board(outcome) => *outcome,
            Self::Plies(_) => Outcome::Draw(DrawReason::Adjudication),
            Self::Failure { color, error } => {
                let reason = if error.is_late() { WinReason::Time } else { WinReason::Adjudication };
                Outcome::Win { winner: color.other(), reason }
            }
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(Outcome::Win { winner, reason }) => {
                let loser = winner.other();
                match reason {
                    WinReason::FewMen => write!(f, "{loser} has too few men"),
                    WinReason::GaveAway => write!(f, "{winner} has given its men away"),
                    WinReason::ShutIn => write!(f, "{winner} has no legal move"),
                    WinReason::Blocked => write!(f, "{loser} has no legal move"),
                    WinReason::Mill => write!(f, "{winner} closed a mill"),
                    WinReason::Resignation => write!(f, "{loser} resigned"),
                    WinReason::Time => write!(f, "{loser}'s time ran out"),
                    WinReason::Adjudication => write!(f, "{winner} was declared the winner"),
                }
            }
            Self::Board(Outcome::Draw(reason)) => f.write_str(match reason {
                DrawReason::Repetition => "the same position too often",
                DrawReason::QuietPlies => "too many plies without a removal",
                DrawReason::QuietThreeEach => "too many plies with three pieces each",
                DrawReason::QuietThree => "too many plies with three men",
                DrawReason::FullBoard => "the board is full",
                DrawReason::Blocked => "there is no legal move",
                DrawReason::Agreement => "a draw was agreed",
                DrawReason::Adjudication => "a draw was declared",
            }),
            Self::Plies(plies) => write!(f, "no end after {plies} plies"),
            Self::Failure { color, error } => write!(f, "{color} {error}"),
        }
    }
}

/// Conditions of a game.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// The game so far: its rules, its start, and the first moves.
    pub opening: &'a Game,
    /// Number of plies after which the game is a draw.
    pub most_plies: usize,
    /// Time on each clock when the players begin, if there are clocks.
    pub clock: Option<TimeControl>,
}

/// Plays a game until it ends. The returned game records its outcome, too.
///
/// A player whose clock runs out loses, even if an answer arrives. A player that does not follow
/// the clock is canceled.
///
/// ```
/// use morris::{ByColor, Game, Rules};
/// use morris_players::{RandomPlayer, Terms, play};
///
/// let terms = Terms { opening: &Game::new(Rules::STANDARD), most_plies: 400, clock: None };
/// let (mut white, mut black) = (RandomPlayer::new(1), RandomPlayer::new(2));
/// let (game, _) = play(&terms, ByColor { white: &mut white, black: &mut black });
/// assert!(game.outcome().is_some());
/// ```
pub fn play(terms: &Terms, players: ByColor<&mut dyn GamePlayer>) -> (Game, Ending) {
    let started = Instant::now();
    play_timed(terms, players, &|| started.elapsed())
}

/// Plays a game. `now` returns the time since some fixed moment.
fn play_timed(terms: &Terms, mut players: ByColor<&mut dyn GamePlayer>, now: &dyn Fn() -> Duration) -> (Game, Ending) {
    let mut game = terms.opening.clone();
    let mut clock = terms.clock;
    let ending = loop {
        game.pass();
        if let Some(outcome) = game.outcome() {
            break Ending::Board(outcome);
        }
        if game.cursor() >= terms.most_plies {
            break Ending::Plies(game.cursor());
        }
        let color = game.position().side();
        let mut on_move = OnMove { clock, color, since: now(), now };
        let chosen = players[color].choose(&game, &mut on_move);
        if on_move.is_late() {
            break Ending::Board(Outcome::Win { winner: color.other(), reason: WinReason::Time });
        }
        clock = on_move.clock_after();
        let board = game.rules().board;
        let played = chosen.and_then(|mv| game.play(mv).map_err(|reason| PlayerError::Illegal { mv, reason, board }));
        if let Err(error) = played {
            break Ending::Failure { color, error };
        }
    };
    game.declare(ending.outcome());
    (game, ending)
}

/// Search control that watches the clock while a player thinks.
struct OnMove<'a> {
    /// Time left for both when the player began.
    clock: Option<TimeControl>,
    color: Color,
    since: Duration,
    now: &'a dyn Fn() -> Duration,
}

impl OnMove<'_> {
    fn used(&self) -> Duration {
        (self.now)().saturating_sub(self.since)
    }

    fn is_late(&self) -> bool {
        self.clock.is_some_and(|clock| self.used() >= clock.left[self.color])
    }

    /// Returns the clock after the move, with the increment.
    fn clock_after(&self) -> Option<TimeControl> {
        let mut clock = self.clock()?;
        clock.left[self.color] = clock.left[self.color].saturating_add(clock.increment);
        Some(clock)
    }
}

impl SearchControl for OnMove<'_> {
    fn signal(&mut self) -> PlayerSignal {
        if self.is_late() { PlayerSignal::Cancel } else { PlayerSignal::Continue }
    }

    fn on_info(&mut self, _: &str) {}

    fn clock(&self) -> Option<TimeControl> {
        let mut clock = self.clock?;
        clock.left[self.color] = clock.left[self.color].saturating_sub(self.used());
        Some(clock)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use morris::{Move, Rules};

    use super::*;
    use crate::ProcessError;

    const SECOND: Duration = Duration::from_secs(1);

    /// A player that takes a fixed number of seconds for each move. It records its clock before and
    /// after, and gives up when it is canceled.
    #[derive(Debug)]
    struct Slow {
        seconds: u64,
        now: Arc<AtomicU64>,
        saw: Vec<u64>,
    }

    impl GamePlayer for Slow {
        fn name(&self) -> String {
            "slow".to_owned()
        }

        fn choose(&mut self, game: &Game, control: &mut dyn SearchControl) -> Result<Move, PlayerError> {
            let side = game.position().side();
            for _ in 0..self.seconds {
                self.saw.extend(control.clock().map(|clock| clock.left[side].as_secs()));
                self.now.fetch_add(1, Relaxed);
                if control.signal() == PlayerSignal::Cancel {
                    return Err(ProcessError::Interrupted.into());
                }
            }
            game.position().legal_moves(game.rules()).first().copied().ok_or(PlayerError::NoMove)
        }
    }

    fn game(seconds: [u64; 2], left: u64, increment: u64, most_plies: usize) -> (Ending, [Vec<u64>; 2]) {
        let now = Arc::new(AtomicU64::new(1_000));
        let [mut white, mut black] = seconds.map(|seconds| Slow { seconds, now: Arc::clone(&now), saw: Vec::new() });
        let clock = Some(TimeControl {
            left: ByColor { white: SECOND * left as u32, black: SECOND * left as u32 },
            increment: SECOND * increment as u32,
        });
        let terms = Terms { opening: &Game::new(Rules::STANDARD), most_plies, clock };
        let passed = || Duration::from_secs(now.load(Relaxed));
        let (game, ending) = play_timed(&terms, ByColor { white: &mut white, black: &mut black }, &passed);
        assert_eq!(game.outcome().is_some_and(|outcome| outcome.winner().is_some()), ending.winner().is_some());
        (ending, [white.saw, black.saw])
    }

    #[test]
    fn each_player_sees_its_own_clock_run_and_gets_its_increment() {
        let (ending, [white, black]) = game([2, 1], 10, 1, 6);
        assert!(matches!(ending, Ending::Plies(6)), "{ending}");
        assert_eq!((white, black), (vec![10, 9, 9, 8, 8, 7], vec![10, 10, 10]));
    }

    #[test]
    fn player_out_of_time_loses() {
        // A move costs two seconds less one of increment, so ten seconds last nine moves.
        let (ending, [white, _]) = game([2, 1], 10, 1, 500);
        assert_eq!(ending.to_string(), "White's time ran out");
        assert_eq!((ending.winner(), white.last()), (Some(Color::Black), Some(&1)));
        // A player that never answers is canceled.
        let (ending, [_, black]) = game([1, u64::MAX], 10, 0, 500);
        assert_eq!((ending.to_string(), black.len()), ("Black's time ran out".to_owned(), 10));
    }
}
