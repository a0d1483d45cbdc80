// SPDX-License-Identifier: GPL-3.0-or-later
//! Legal positions.

use std::fmt;

use super::{
    Arrangement, ArrangementErrors, Blocked, ByColor, Color, DrawReason, FlyingCounts, FullBoard, Goal, Memory,
    MillReuse, Move, Outcome, PlacingRemovals, PointSet, QuietReset, Rules, WinReason, zobrist,
};

/// A legal position: men on the board and in hand, the side to move, the memory of the rules, the
/// quiet plies, and a hash of all but the quiet plies.
///
/// Two positions are equal if the repetition rule treats them as the same: quiet plies do not
/// count.
///
/// ```
/// use morris::{Position, Rules};
///
/// let rules = Rules::STANDARD;
/// let start = Position::start(&rules);
/// assert_eq!(start.legal_moves(&rules).len(), 24);
///
/// let position = Position::parse("WW./.../.../B....B/.../.../... w 7 7 0", &rules)?;
/// let mill = "g7xa4".parse()?;
/// assert!(position.closes_mill(position.side(), mill, &rules));
/// let after = position.play(mill, &rules)?;
/// assert_eq!(after.total(after.side()), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Position {
    men: ByColor<PointSet>,
    hash: u64,
    hand: ByColor<u8>,
    quiet: u16,
    side: Color,
    memory: Memory,
}

/// What a side may do with its men.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Placing men from the hand.
    Placing,
    /// Moving along the edges.
    Moving,
    /// Moving to any empty point.
    Flying,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        (self.men, self.hand, self.side, self.memory) == (other.men, other.hand, other.side, other.memory)
    }
}

impl Eq for Position {}

impl std::hash::Hash for Position {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl fmt::Display for Position {
    /// Prints the position line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Arrangement::from(*self).fmt(f)
    }
}

impl Position {
    /// Returns the position at the start of a game.
    pub fn start(rules: &Rules) -> Self {
        Self::from_arrangement(Arrangement::start(rules))
    }

    /// Reads a position line that is legal under `rules`.
    pub fn parse(line: &str, rules: &Rules) -> Result<Self, PositionError> {
        Ok(Arrangement::parse(line, rules)?.check(rules)?)
    }

    /// Returns the position line on the board of these rules.
    pub fn line(&self, rules: &Rules) -> String {
        Arrangement::from(*self).line(rules.board)
    }

    /// Returns the position line with the rules as its last field, unless they are the standard
    /// rules.
    pub fn line_with_rules(&self, rules: &Rules) -> String {
        Arrangement::from(*self).line_with_rules(rules)
    }

    /// Returns an arrangement, which must be legal, as a position.
    pub(super) fn from_arrangement(arrangement: Arrangement) -> Self {
        let Arrangement { men, hand, side, quiet, memory } = arrangement;
        let position = Self { men, hash: 0, hand, quiet, side, memory };
        Self { hash: position.full_hash(), ..position }
    }

    /// Returns the men of a color on the board.
    #[inline]
    pub const fn men(&self, color: Color) -> PointSet {
        match color {
            Color::White => self.men.white,
            Color::Black => self.men.black,
        }
    }

    /// Returns all men on the board.
    #[inline]
    pub const fn occupied(&self) -> PointSet {
        self.men.white.union(self.men.black)
    }

    /// Returns the points without a man.
    #[inline]
    pub fn empty(&self, rules: &Rules) -> PointSet {
        rules.board.points() - self.occupied()
    }

    /// Returns the color of the man on `point`.
    pub fn at(&self, point: super::Point) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.men(color).contains(point))
    }

    /// Returns the number of men that a side has in hand.
    #[inline]
    pub const fn hand(&self, color: Color) -> u8 {
        match color {
            Color::White => self.hand.white,
            Color::Black => self.hand.black,
        }
    }

    /// Returns the number of men that a side has, on the board and in hand.
    pub const fn total(&self, color: Color) -> usize {
        self.men(color).len() + self.hand(color) as usize
    }

    /// Returns the side to move.
    #[inline]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// Returns the number of quiet plies so far, as the rules count them.
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// Returns the position with another side to move. Its hash is wrong.
    pub(super) const fn with_side(self, side: Color) -> Self {
        Self { side, ..self }
    }

    /// Returns the state that the rules remember.
    #[inline]
    pub const fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Returns the hash of men, hands, side to move and memory. It is the same on every machine and
    /// in every version.
    #[inline]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// Computes from scratch the hash that [`Self::hash`] updates with each move.
    pub fn full_hash(&self) -> u64 {
        Color::BOTH.into_iter().fold(zobrist::side(self.side) ^ self.memory.hash(), |hash, color| {
            hash ^ zobrist::men(color, self.men[color]) ^ zobrist::hand(color, self.hand[color])
        })
    }

    /// Returns the phase of a side when it is to move.
    #[inline]
    pub fn phase(&self, color: Color, rules: &Rules) -> Phase {
        if self.hand(color) > 0 {
            return Phase::Placing;
        }
        if rules.flying.includes(self.men(color).len() as u8) { Phase::Flying } else { Phase::Moving }
    }

    /// Returns `true` if a side may move a man to any empty point when it is to move.
    #[inline]
    pub fn flies(&self, color: Color, rules: &Rules) -> bool {
        match rules.flying_counts {
            FlyingCounts::Board => self.phase(color, rules) == Phase::Flying,
            FlyingCounts::BoardAndHand => rules.flying.includes(self.total(color) as u8),
        }
    }

    /// Returns the end of the game by this position alone. [`super::Game`] handles repetition.
    pub fn outcome(&self, rules: &Rules) -> Option<Outcome> {
        self.decided(rules).or_else(|| self.stuck(rules)).or_else(|| self.too_quiet(rules).map(Outcome::Draw))
    }

    /// Returns the end by the number of men or by a mill, after which no move is legal.
    #[inline]
    pub(super) fn decided(&self, rules: &Rules) -> Option<Outcome> {
        if let Some(short) = self.short_of_men(rules) {
            let (winner, reason) = match rules.goal {
                Goal::Misere => (short, WinReason::GaveAway),
                Goal::Reduce | Goal::FirstMill => (short.other(), WinReason::FewMen),
            };
            return Some(Outcome::Win { winner, reason });
        }
        if rules.goal == Goal::FirstMill { self.decided_by_mill(rules) } else { None }
    }

    #[cold]
    fn decided_by_mill(&self, rules: &Rules) -> Option<Outcome> {
        let has_mill = |color: &Color| rules.board.lines().any(|line| self.men(*color).contains_all(line));
        let winner = [self.side.other(), self.side].into_iter().find(has_mill)?;
        Some(Outcome::Win { winner, reason: WinReason::Mill })
    }

    /// Returns the end if the side to move has no legal move.
    fn stuck(&self, rules: &Rules) -> Option<Outcome> {
        if self.has_move(rules) {
            return None;
        }
        let full = self.hand == ByColor::default() && self.empty(rules).is_empty();
        Some(match rules.blocked {
            _ if full && rules.full_board == FullBoard::Draws => Outcome::Draw(DrawReason::FullBoard),
            Blocked::Loses if rules.goal == Goal::Misere => {
                Outcome::Win { winner: self.side, reason: WinReason::ShutIn }
            }
            Blocked::Loses => Outcome::Win { winner: self.side.other(), reason: WinReason::Blocked },
            Blocked::Draws | Blocked::MustBeLetOut => Outcome::Draw(DrawReason::Blocked),
        })
    }

    /// Returns the draw by quiet plies.
    fn too_quiet(&self, rules: &Rules) -> Option<DrawReason> {
        rules.draws.reached(Color::BOTH.map(|color| self.total(color) as u8), self.quiet)
    }

    /// Returns the side that has too few men to play on.
    #[inline]
    pub fn short_of_men(&self, rules: &Rules) -> Option<Color> {
        let least = rules.least_men;
        let short = |color| self.hand(color) < least && self.total(color) < usize::from(least);
        Color::BOTH.into_iter().find(|&color| short(color))
    }

    /// Returns the position after a move. The move must be legal.
    #[must_use]
    #[inline]
    pub fn play_unchecked(&self, mv: Move, rules: &Rules) -> Self {
        let (us, them) = (self.side, self.side.other());
        let mut hash = self.hash ^ zobrist::side(us) ^ zobrist::side(them) ^ zobrist::men(them, mv.removed);
        let (mut ours, mut hand) = (self.men(us), self.hand(us));
        if let Some(to) = mv.to {
            hash ^= zobrist::man(us, to);
            match mv.from {
                Some(from) => {
                    ours = ours - from.set();
                    hash ^= zobrist::man(us, from);
                }
                None => {
                    hand -= 1;
                    hash ^= zobrist::hand(us, hand + 1) ^ zobrist::hand(us, hand);
                }
            }
            ours |= to.set();
        }
        let men = ByColor::of(us, ours, self.men(them) - mv.removed);
        let hand = ByColor::of(us, hand, self.hand(them));
        let loud =
            !mv.removed.is_empty() || (mv.is_placement() && rules.draws.counted_from == QuietReset::RemovalOrPlacement);
        let quiet = if loud { 0 } else { self.quiet.saturating_add(1) };
        let mut memory = Memory::default();
        if rules.have_memory() {
            memory = self.memory_after(mv, hand, rules);
            hash ^= self.memory.hash() ^ memory.hash();
        }
        // Constructed in one expression: assigning field by field makes the processor read the
        // fields back.
        Self { men, hash, hand, quiet, side: them, memory }
    }

    fn memory_after(&self, mv: Move, hand: ByColor<u8>, rules: &Rules) -> Memory {
        let (us, them) = (self.side, self.side.other());
        let mut memory = self.memory;
        match rules.reforming {
            MillReuse::Free => {}
            MillReuse::NotStraightBack => {
                let closed = self.closes_mill(us, mv, rules);
                memory.last_mill[us] = mv.from.filter(|_| closed).zip(mv.to);
            }
            MillReuse::EachLineOnce => memory.paid[us] |= self.lines_closed(mv, rules),
        }
        if hand == ByColor::default() {
            memory.blocked = ByColor::default();
        } else if rules.while_placing == PlacingRemovals::AfterPlacing {
            memory.blocked[them] |= mv.removed;
        }
        if rules.have_forced_moves() {
            self.remember_forced_move(mv, hand, rules, &mut memory);
        }
        memory
    }
}

impl Arrangement {
    /// Converts the arrangement to a position.
    pub fn check(self, rules: &Rules) -> Result<Position, ArrangementErrors> {
        let errors: Vec<_> = self.errors(rules).collect();
        if errors.is_empty() { Ok(Position::from_arrangement(self)) } else { Err(ArrangementErrors(errors)) }
    }
}

impl From<Position> for Arrangement {
    fn from(position: Position) -> Self {
        let Position { men, hash: _, hand, quiet, side, memory } = position;
        Self { men, hand, side, quiet, memory }
    }
}

/// Reason why a line is not a legal position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The line cannot be read.
    #[error(transparent)]
    Unreadable(#[from] super::ParsePositionError),
    /// The arrangement is illegal.
    #[error(transparent)]
    Illegal(#[from] ArrangementErrors),
}
