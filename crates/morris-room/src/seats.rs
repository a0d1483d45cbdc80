// SPDX-License-Identifier: GPL-3.0-or-later
//! What a room knows of the game at a table.

use std::time::{Duration, Instant};

use morris::{ByColor, Color};
use morris_message::{ColorChoice, Line, LineKind, News, Onlooker, Reading, Turn};

use crate::limits::TOLERANCE;
use crate::rows::{Clock, MemberId, Refusal, RoomRow, Spent, Table, Watching};

/// A table with its game.
pub(crate) struct Seats {
    pub table: Table,
    game: Option<Onlooker>,
    /// The lines that bring a newcomer up to date.
    lines: Vec<(MemberId, Line)>,
    times: Option<Times>,
    /// Number of watchers that the members know.
    pub watchers: u32,
    /// Whether a player plays the game no longer here.
    is_parted: bool,
    /// Whole games of each side that the other one has not confirmed yet.
    claims: ByColor<Option<Line>>,
    /// The player whose whole game the room needs, until the hub has asked for it.
    pub asks: Option<MemberId>,
}

/// The clocks of a game.
struct Times {
    left: ByColor<Duration>,
    increment: Duration,
    /// Time since it is this side's turn, without that since the last start.
    turn: Option<(Color, Duration)>,
    /// When the clock last started, unless it is stopped.
    started: Option<Instant>,
    /// What the player says of the next line.
    claim: Option<(u32, Duration)>,
}

/// What a line did.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// It belongs to the game. Contains the checked time, if there is a clock.
    New(Option<Spent>),
    /// It changes nothing here, but the players may need it.
    Old,
    /// It waits for the whole game of the other player, whose program must not read it: it could
    /// take made-up moves for its own, and confirm them.
    Claim,
}

impl Seats {
    /// `left` is what an earlier program has kept.
    pub fn new(table: Table, left: Option<ByColor<Duration>>) -> Self {
        let times = table.clock.map(|clock| Times::new(clock, left));
        let (lines, claims) = (Vec::new(), ByColor::default());
        Self { table, game: None, lines, times, watchers: 0, is_parted: false, claims, asks: None }
    }

    pub fn color_of(&self, member: MemberId) -> Option<Color> {
        [Color::White, Color::Black].into_iter().find(|&color| self.table.players[color] == member)
    }

    pub fn is_of(&self, game: &str) -> bool {
        self.table.game.as_deref() == Some(game)
    }

    /// Returns whether a game has begun here and goes on.
    pub fn goes_on(&self) -> bool {
        let is_over = |game: &Onlooker| game.game().outcome().is_some();
        self.table.game.is_some() && !self.is_parted && !self.game.as_ref().is_some_and(is_over)
    }

    pub fn may_watch(&self, member: MemberId) -> bool {
        self.table.watching == Watching::Open || self.color_of(member).is_some()
    }

    /// Returns the rows that bring a newcomer to the game up to date.
    pub fn rows(&self) -> Vec<RoomRow> {
        let lines = self.lines.iter().map(|(member, line)| RoomRow::Line(*member, line.clone()));
        lines.chain(self.left_row()).chain(self.part_row()).collect()
    }

    /// Returns the row of the time that both sides have left now.
    pub fn left_row(&self) -> Option<RoomRow> {
        Some(RoomRow::Left { game: self.table.game.clone()?, left: self.left()? })
    }

    /// Notes that a player plays the game no longer here, and returns the row about it, once.
    pub fn part(&mut self) -> Option<RoomRow> {
        let was_parted = std::mem::replace(&mut self.is_parted, true);
        self.part_row().filter(|_| !was_parted)
    }

    fn part_row(&self) -> Option<RoomRow> {
        self.table.game.clone().filter(|_| self.is_parted).map(RoomRow::Part)
    }

    /// Takes a line of a player.
    pub fn take(&mut self, member: MemberId, line: &Line) -> Result<Taken, Refusal> {
        let color = self.color_of(member).ok_or(Refusal::Line)?;
        if self.lines.iter().any(|(_, known)| known == line) {
            return Ok(Taken::Old);
        }
        if !self.is_from(color, line) {
            return Err(Refusal::Line);
        }
        let other = self.table.players[color.other()];
        if !self.is_proven(color, line)? {
            // Only the first claim asks, so that no one can make the other player send too much.
            self.asks = self.claims[color].replace(line.clone()).is_none().then_some(other);
            return Ok(Taken::Claim);
        }
        let reading = match &mut self.game {
            Some(game) => game.read_line(line).map_err(|_| Refusal::Line)?,
            None => self.begin(line)?,
        };
        match reading {
            Reading::Applied(News { turns, .. }) => {
                // The other player can have more turns than this line confirms.
                let claims = std::mem::take(&mut self.claims);
                self.asks = claims[color.other()].is_some().then_some(other);
                Ok(Taken::New(self.keep(member, line, &turns)))
            }
            Reading::Missing => Err(Refusal::Missing),
            Reading::PlayedAlready | Reading::AcceptedAlready(_) | Reading::OverAlready => Ok(Taken::Old),
        }
    }

    /// Returns `true` if this side may write such a line. White invites, so everyone knows who is
    /// White without a key.
    fn is_from(&self, color: Color, line: &Line) -> bool {
        let is_white = color == Color::White;
        match line.kind() {
            LineKind::Invitation => {
                // After a restart, the other player may be the first who returns.
                let may_invite = is_white || self.is_of(line.game());
                may_invite && line.color() == Some(ColorChoice::White) && *line.rules() == self.table.rules
            }
            LineKind::Acceptance => !is_white || self.is_of(line.game()),
            LineKind::Turn => number(line).is_some_and(|number| (number % 2 == 1) == is_white),
            LineKind::Whole => true,
        }
    }

    /// Returns `false` if a whole game has turns of the other side that neither the room has nor a
    /// whole game of the other player: without a key, its writer could have made them up.
    fn is_proven(&self, color: Color, line: &Line) -> Result<bool, Refusal> {
        let Some(game) = self.game.as_ref().filter(|_| line.kind() == LineKind::Whole) else { return Ok(true) };
        let has_only_own = |reading: Reading| match reading {
            Reading::Applied(News { turns, .. }) => turns.iter().all(|(side, _)| *side == color),
            reading => reading == Reading::PlayedAlready,
        };
        let (mut here, mut claimed) = (game.clone(), game.clone());
        if has_only_own(here.read_line(line).map_err(|_| Refusal::Line)?) {
            return Ok(true);
        }
        let claim = self.claims[color.other()].as_ref();
        let is_read = claim.is_some_and(|claim| claimed.read_line(claim).is_ok());
        Ok(is_read && claimed.read_line(line).is_ok_and(has_only_own))
    }

    fn begin(&mut self, line: &Line) -> Result<Reading, Refusal> {
        let game = match line.kind() {
            LineKind::Invitation => Onlooker::new(line.clone()).map_err(|_| Refusal::Line)?,
            _ => return Err(Refusal::Missing),
        };
        self.table.game = Some(line.game().to_owned());
        self.game = Some(game);
        Ok(Reading::Applied(News::default()))
    }

    fn keep(&mut self, member: MemberId, line: &Line, turns: &[(Color, Turn)]) -> Option<Spent> {
        if line.kind() == LineKind::Whole {
            self.lines.retain(|(_, kept)| kept.kind() == LineKind::Invitation);
        }
        self.lines.push((member, line.clone()));
        let to_write = self.game.as_ref().and_then(Onlooker::to_write);
        let times = self.times.as_mut()?;
        let spent = times.press(line, turns);
        times.turn = to_write.map(|side| (side, Duration::ZERO));
        times.started = times.started.map(|_| Instant::now());
        spent
    }

    /// Notes what a player says of its next line.
    pub fn claim(&mut self, spent: &Spent) {
        if let Some(times) = &mut self.times {
            times.claim = Some((spent.number, spent.time));
        }
    }

    /// Starts or stops the clocks, which run while both players are here and play on. Returns
    /// `true` if this changes something.
    pub fn run(&mut self, are_here: bool) -> bool {
        let is_running = are_here && !self.is_parted;
        let Some(times) = self.times.as_mut().filter(|times| times.started.is_some() != is_running) else {
            return false;
        };
        let elapsed = times.elapsed();
        times.turn = times.turn.map(|(side, _)| (side, elapsed));
        times.started = is_running.then(Instant::now);
        true
    }

    /// Returns the time that both sides have left now.
    pub fn left(&self) -> Option<ByColor<Duration>> {
        self.times.as_ref().map(Times::now)
    }
}

impl Times {
    fn new(clock: Clock, left: Option<ByColor<Duration>>) -> Self {
        let left = left.unwrap_or(ByColor { white: clock.time, black: clock.time });
        Self { left, increment: clock.increment, turn: None, started: None, claim: None }
    }

    fn elapsed(&self) -> Duration {
        let before = self.turn.map_or(Duration::ZERO, |(_, before)| before);
        before + self.started.map_or(Duration::ZERO, |at| at.elapsed())
    }

    /// Takes the time of new turns from the clock of the side whose turn it was.
    fn press(&mut self, line: &Line, turns: &[(Color, Turn)]) -> Option<Spent> {
        let (side, _) = self.turn.filter(|(side, _)| turns.first().is_some_and(|(writer, _)| writer == side))?;
        let (number, observed) = (number(line), self.elapsed());
        let claim = self.claim.take().filter(|(of, _)| Some(*of) == number).map_or(observed, |(_, time)| time);
        let time = claim.clamp(observed.saturating_sub(TOLERANCE), observed);
        self.left[side] = self.left[side].saturating_sub(time);
        let moves = turns.iter().filter(|(_, turn)| matches!(turn, Turn::Move(_)));
        moves.for_each(|(side, _)| self.left[*side] += self.increment);
        Some(Spent { game: line.game().to_owned(), number: number?, time })
    }

    fn now(&self) -> ByColor<Duration> {
        let mut left = self.left;
        if let Some((side, _)) = self.turn {
            left[side] = left[side].saturating_sub(self.elapsed());
        }
        left
    }
}

/// Returns the number of a turn.
fn number(line: &Line) -> Option<u32> {
    let is_turn = line.kind() == LineKind::Turn;
    is_turn.then(|| line.to_string().split(' ').nth(3).and_then(|number| number.parse().ok())).flatten()
}

#[cfg(test)]
mod tests;
