// SPDX-License-Identifier: GPL-3.0-or-later
//! What the engine is asked, how much of a game's clock the answer may take, and what it answers.

use std::time::Duration;

use super::{Score, Strength};
use morris::{ByColor, Color, Move, Position, Rules};

/// The number of a request; each event carries that of the request it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RequestId(pub u64);

/// A move to be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The number its events will carry.
    pub id: RequestId,
    /// The rules of the game.
    pub rules: Rules,
    /// The positions of the game up to the one to move from. Those since the last removal or
    /// placement are needed for repetition, and by the lower levels the one before the opponent's
    /// last move; earlier ones are not.
    pub positions: Vec<Position>,
    /// The moves to choose from, such as the ways to finish a move half done; where there are none,
    /// all legal ones.
    pub search_moves: Vec<Move>,
    /// How well to play.
    pub strength: Strength,
    /// Decides among moves of equal value, and what a weak level overlooks.
    pub seed: u64,
    /// The answer comes no sooner, so that it looks natural.
    pub min_time: Duration,
    /// What the clock of the game leaves, if there is one: the answer comes before it runs out.
    pub clock: Option<TimeControl>,
    /// What the engine thread tells besides the answer.
    pub reports: Reports,
}

/// What is told of a search before its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reports {
    /// What each depth has found, as [`EventKind::Info`].
    EachDepth,
    /// Nothing.
    Nothing,
}

impl Request {
    /// A move after these positions, out of all legal ones, without a clock, and as soon as it is
    /// found; number and seed are 0, and each depth is told.
    #[must_use]
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

/// What the clock of a game leaves both sides.
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
    /// The time left to each side.
    pub left: ByColor<Duration>,
    /// What a side gets back with each of its moves.
    pub increment: Duration,
}

/// News about a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The request.
    pub id: RequestId,
    /// The news.
    pub kind: EventKind,
}

/// What kind of news.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// Another depth has been searched, where that is asked for.
    Info(Info),
    /// The answer; nothing follows.
    Best(BestMove),
    /// There is no move to choose: the game is over, or no position was given. Nothing follows.
    NoMove,
    /// The search has broken down, for this reason. Nothing follows.
    Failed(String),
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The plies searched.
    pub depth: u8,
    /// The value for the side to move of the move expected first: within the margin that its
    /// strength leaves to chance, the value of the position.
    pub score: Score,
    /// The positions searched.
    pub nodes: u64,
    /// The time since the request.
    pub time: Duration,
    /// The moves expected from here on; never empty. The answer is the first of those that were
    /// reported last.
    pub pv: Vec<Move>,
}

/// The move chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The move; always legal.
    pub mv: Move,
    /// The value of the position after it for the side that plays it; other players may not say.
    pub score: Option<Score>,
}

/// Settings of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// The size of the transposition table in MiB, at most: it is smaller where the system has less
    /// room.
    pub memory_mib: usize,
    /// How many threads search, at most: there are no more than the system can run at once.
    pub threads: usize,
    /// How long the strongest level thinks about a move at most; the others think for a share of
    /// it.
    pub thinking_time: Duration,
}

impl Default for EngineOptions {
    /// 16 MiB, one thread, two seconds.
    fn default() -> Self {
        Self { memory_mib: 16, threads: 1, thinking_time: Duration::from_secs(2) }
    }
}

/// A game is planned as if it had so many moves still to come; the share shrinks with what is left,
/// so time never ends.
const MOVES_TO_COME: u32 = 30;
/// No move may take more than this share of what is left: a busy machine takes its part, too, and
/// where little is left the increment has to outweigh that.
const MOST_SHARE: u32 = 10;
/// So many times its share a move may take that calls for it.
const WHERE_CRITICAL: u32 = 3;
/// What the way to whoever keeps the clock may cost.
const OVERHEAD: Duration = Duration::from_millis(10);
/// The least that a move takes, even where the clock has run out.
const LEAST: Duration = Duration::from_millis(1);

impl TimeControl {
    /// The time for one move of a side out of what is left to it and what comes back after each
    /// move: a thirtieth and half the increment, somewhat less than the Chess Programming Wiki
    /// ("Time Management") gives for a start. At least a millisecond. With 0.1 s a move about a
    /// second and a half stays in reserve.
    #[must_use]
    pub fn share(&self, color: Color) -> Duration {
        self.up_to(color, 1)
    }

    /// The time that one move of a side may take at most, where it is critical: three times its
    /// share, but no more than a tenth of what is left.
    #[must_use]
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
    /// The share of the clock for this move, if there is a clock.
    pub(super) fn share(&self) -> Option<Duration> {
        Some(self.clock?.share(self.positions.last()?.side()))
    }

    /// What this move may take of the clock at most, if there is a clock.
    pub(super) fn most(&self) -> Option<Duration> {
        Some(self.clock?.most(self.positions.last()?.side()))
    }

    /// How long the answer waits after all, counted from the request: an answer that looks natural
    /// must not cost the game.
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
    fn a_move_takes_its_share_and_never_what_is_not_there() {
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
}
