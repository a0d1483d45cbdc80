// SPDX-License-Identifier: GPL-3.0-or-later
//! Requests to the engine, their share of a game's clock, and the answers.

use std::time::Duration;

use super::{Score, Strength};
use morris::{ByColor, Color, Move, Position, Rules};

/// Number of a request. Each event carries the number of the request that it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RequestId(pub u64);

/// A request for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Number that its events carry.
    pub id: RequestId,
    /// The rules of the game.
    pub rules: Rules,
    /// Positions of the game up to the one to move from. The positions since the last removal or
    /// placement are needed for repetition. The lower levels also need the position before the
    /// opponent's last move. Older positions are not needed.
    pub positions: Vec<Position>,
    /// Moves to choose from, such as the ways to complete an unfinished move. Empty for all legal
    /// moves.
    pub search_moves: Vec<Move>,
    /// Playing strength.
    pub strength: Strength,
    /// Seed of the choice among moves of equal value, and of the oversights of weak levels.
    pub seed: u64,
    /// Minimum time before the answer, so that it looks natural.
    pub min_time: Duration,
    /// Clock of the game, if there is one. The answer comes before it runs out.
    pub clock: Option<TimeControl>,
    /// Reports before the answer.
    pub reports: Reports,
}

/// Reports of a search before its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reports {
    /// The result of each depth, as [`EventKind::Info`].
    EachDepth,
    /// No reports.
    Nothing,
}

/// Maximum number of positions that a search avoids repeating if repetition does not end the game.
/// The search compares with them at every node, and avoiding them only serves progress.
const MOST_TO_AVOID: usize = 200;

/// Returns the last of these positions, the one before it, and those before that can occur again:
/// what [`Request::positions`] needs. They begin with the last irreversible move, so requests do
/// not grow with the game.
#[must_use]
pub fn needed_positions<'a>(positions: &'a [Position], rules: &Rules) -> &'a [Position] {
    let quiet = positions.last().map_or(0, |last| usize::from(last.quiet()));
    let quiet = if rules.draws.repetition.is_some() { quiet } else { quiet.min(MOST_TO_AVOID) };
    &positions[positions.len().saturating_sub(quiet.max(1) + 1)..]
}

impl Request {
    /// Creates a request for a move after these positions: out of all legal moves, without a clock,
    /// without a minimum time, with number and seed 0, and with reports of each depth.
    pub const fn new(rules: Rules, positions: Vec<Position>, strength: Strength) -> Self {
        Self {
            id: RequestId(0),
            rules,
            positions,
            search_moves: Vec::new(),
            strength,
            seed: 0,
            min_time: Duration::ZERO,
            clock: None,
            reports: Reports::EachDepth,
        }
    }
}

/// Clock of a game.
///
/// ```
/// use morris::{ByColor, Color};
/// use morris_engine::TimeControl;
/// use std::time::Duration;
///
/// let left = ByColor { white: Duration::from_secs(60), black: Duration::from_secs(30) };
/// let clock = TimeControl { left, increment: Duration::ZERO };
/// assert_eq!(clock.share(Color::White), Duration::from_millis(1_990));
/// assert_eq!(clock.most(Color::Black), Duration::from_millis(2_990));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Time left for each side.
    pub left: ByColor<Duration>,
    /// Time that a side gains with each of its moves.
    pub increment: Duration,
}

/// An event of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Number of the request.
    pub id: RequestId,
    /// Kind of the event.
    pub kind: EventKind,
}

/// Kind of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// Another depth has been searched. Only sent if requested.
    Info(Info),
    /// The answer. No event follows.
    Best(BestMove),
    /// There is no move to choose: the game is over, or no position was given. No event follows.
    NoMove,
    /// The search has failed, with the reason. No event follows.
    Failed(String),
}

/// Result of a search so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Number of plies searched.
    pub depth: u8,
    /// Value of the expected move for the side to move. It is the value of the position within the
    /// margin of the strength.
    pub score: Score,
    /// Number of positions searched.
    pub nodes: u64,
    /// Time since the request.
    pub time: Duration,
    /// Expected moves from here on. Never empty. The answer is the first move of the last report.
    pub pv: Vec<Move>,
}

/// The move chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The move, which is always legal.
    pub mv: Move,
    /// Value of the position after the move for the side that plays it. `None` if a player does not
    /// report it.
    pub score: Option<Score>,
}

/// Settings of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// Maximum size of the transposition table in MiB. It is smaller if the system has less memory.
    pub memory_mib: usize,
    /// Maximum number of search threads. The engine starts no more than the system can run at once.
    pub threads: usize,
    /// Maximum thinking time of the strongest level per move. Other levels use a share of it.
    pub thinking_time: Duration,
}

impl Default for EngineOptions {
    /// 16 MiB, one thread and two seconds.
    fn default() -> Self {
        Self { memory_mib: 16, threads: 1, thinking_time: Duration::from_secs(2) }
    }
}

/// Number of moves for which the remaining time is planned. The share shrinks with the remaining
/// time, so time never runs out.
const MOVES_TO_COME: u32 = 30;
/// Divisor of the remaining time that limits each move. A busy machine delays moves, and with
/// little time left the increment has to compensate for that.
const MOST_SHARE: u32 = 10;
/// Maximum factor by which a critical move may exceed its share.
const WHERE_CRITICAL: u32 = 3;
/// Time that sending the move to the owner of the clock may take.
const OVERHEAD: Duration = Duration::from_millis(10);
/// Minimum time for a move, even if the clock has run out.
const LEAST: Duration = Duration::from_millis(1);

impl TimeControl {
    /// Returns the time for one move of a side: a thirtieth of the remaining time and half the
    /// increment, but at least a millisecond. The Chess Programming Wiki ("Time Management")
    /// suggests slightly more. With 0.1 s per move, a reserve of about 1.5 s remains.
    pub fn share(&self, color: Color) -> Duration {
        self.up_to(color, 1)
    }

    /// Returns the maximum time for one critical move of a side: three times its share, but at most
    /// a tenth of the remaining time.
    pub fn most(&self, color: Color) -> Duration {
        self.up_to(color, WHERE_CRITICAL)
    }

    fn up_to(&self, color: Color, times: u32) -> Duration {
        let left = self.left[color];
        let share = (left / MOVES_TO_COME).saturating_add(self.increment / 2);
        share.saturating_mul(times).min(left / MOST_SHARE).saturating_sub(OVERHEAD).max(LEAST)
    }
}

impl Request {
    /// Returns the share of the clock for this move, if there is a clock.
    pub(super) fn share(&self) -> Option<Duration> {
        Some(self.clock?.share(self.positions.last()?.side()))
    }

    /// Returns the maximum time of this move, if there is a clock.
    pub(super) fn most(&self) -> Option<Duration> {
        Some(self.clock?.most(self.positions.last()?.side()))
    }

    /// Returns the minimum delay of the answer, counted from the request. It is at most the share
    /// of the clock, so that looking natural does not lose the game.
    pub(super) fn delay(&self) -> Duration {
        self.share().map_or(self.min_time, |share| self.min_time.min(share))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn move_time_is_a_share_and_never_exceeds_the_clock() {
        let share = |left, increment| {
            TimeControl { left: ByColor { white: ms(1), black: ms(left) }, increment: ms(increment) }
                .share(Color::Black)
        };
        assert_eq!(share(60_000, 0), ms(1_990));
        assert_eq!(share(60_000, 2_000), ms(2_990));
        assert_eq!(share(300, 5_000), ms(20));
        assert_eq!(share(0, 0), ms(1));
        let most = |left| TimeControl { left: ByColor { white: ms(left), black: ms(1) }, increment: ms(600) };
        assert_eq!([60_000, 600].map(|left| most(left).most(Color::White)), [ms(5_990), ms(50)]);
        assert_eq!(TimeControl { increment: ms(0), ..most(900) }.most(Color::White), ms(80));
        let forever = TimeControl { left: ByColor { white: Duration::MAX, black: ms(1) }, increment: Duration::MAX };
        assert!(forever.share(Color::White) > ms(1));
    }

    #[test]
    fn without_repetition_a_search_looks_back_at_few_positions() {
        let mut rules = Rules::PLAIN;
        let position = Position::parse("WW./.../..W/....../.../.../BBB w 0 0 900", &rules).unwrap();
        assert_eq!(needed_positions(&[position; 1000], &rules).len(), MOST_TO_AVOID + 1);
        assert_eq!(needed_positions(&[position; 1], &rules).len(), 1);
        rules.draws.repetition = Some(3);
        assert_eq!(needed_positions(&[position; 1000], &rules).len(), 901);
    }
}
