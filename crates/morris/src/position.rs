// SPDX-License-Identifier: GPL-3.0-or-later
//! Legal positions.

use std::fmt;

use super::{
    Arrangement, ArrangementErrors, Blocked, ByColor, Color, DrawReason, Flying, FullBoard, Goal, MIN_MEN, Memory,
    MillReuse, Move, Outcome, PlacingRemovals, PointSet, QuietReset, Rules, WinReason, zobrist,
};

/// A legal position: who stands where, who is to move, men in hand, what the rules remember, quiet
/// plies; and the hash of all but the last.
///
/// Two are equal if they are the same for the repetition rule: the quiet plies do not count.
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

/// What the side to move does with its men.
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
    /// The position line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Arrangement::from(*self).fmt(f)
    }
}

impl Position {
    /// The start of a game.
    #[must_use]
    pub fn start(rules: &Rules) -> Self {
        Self::from_arrangement(Arrangement::start(rules))
    }

    /// Reads a position line that is legal under `rules`.
    ///
    /// # Errors
    /// What cannot be read, or all reasons why it is not legal.
    pub fn parse(line: &str, rules: &Rules) -> Result<Self, PositionError> {
        Ok(Arrangement::parse(line, rules)?.check(rules)?)
    }

    /// The position line on the board of these rules.
    #[must_use]
    pub fn line(&self, rules: &Rules) -> String {
        Arrangement::from(*self).line(rules.board)
    }

    /// The same with the rules as its last field, unless they are the standard ones.
    #[must_use]
    pub fn line_with_rules(&self, rules: &Rules) -> String {
        Arrangement::from(*self).line_with_rules(rules)
    }

    fn from_arrangement(arrangement: Arrangement) -> Self {
        let Arrangement { men, hand, side, quiet, memory } = arrangement;
        let position = Self { men, hash: 0, hand, quiet, side, memory };
        Self { hash: position.full_hash(), ..position }
    }

    /// The men of a color on the board.
    #[must_use]
    #[inline]
    pub const fn men(&self, color: Color) -> PointSet {
        match color {
            Color::White => self.men.white,
            Color::Black => self.men.black,
        }
    }

    /// All men on the board.
    #[must_use]
    #[inline]
    pub const fn occupied(&self) -> PointSet {
        self.men.white.union(self.men.black)
    }

    /// The points without a man.
    #[must_use]
    #[inline]
    pub fn empty(&self, rules: &Rules) -> PointSet {
        rules.board.points() - self.occupied()
    }

    /// Who stands on `point`.
    #[must_use]
    pub fn at(&self, point: super::Point) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.men(color).contains(point))
    }

    /// How many men a side has in hand.
    #[must_use]
    #[inline]
    pub const fn hand(&self, color: Color) -> u8 {
        match color {
            Color::White => self.hand.white,
            Color::Black => self.hand.black,
        }
    }

    /// How many men a side has, on the board and in hand.
    #[must_use]
    pub const fn total(&self, color: Color) -> usize {
        self.men(color).len() + self.hand(color) as usize
    }

    /// The side to move.
    #[must_use]
    #[inline]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// Quiet plies so far, as the rules count them.
    #[must_use]
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// The same men with another side to move; its hash is wrong.
    pub(super) const fn with_side(self, side: Color) -> Self {
        Self { side, ..self }
    }

    /// What the rules have it remember.
    #[must_use]
    #[inline]
    pub const fn memory(&self) -> &Memory {
        &self.memory
    }

    /// The hash of men, hands, side to move and memory. The same on every machine and in every
    /// version.
    #[must_use]
    #[inline]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// The hash, worked out from nothing: what [`Self::hash`] keeps up move by move.
    #[must_use]
    pub fn full_hash(&self) -> u64 {
        Color::BOTH.into_iter().fold(zobrist::side(self.side) ^ self.memory.hash(), |hash, color| {
            hash ^ zobrist::men(color, self.men[color]) ^ zobrist::hand(color, self.hand[color])
        })
    }

    /// What a side does when it is to move.
    #[must_use]
    #[inline]
    pub fn phase(&self, color: Color, rules: &Rules) -> Phase {
        if self.hand(color) > 0 {
            return Phase::Placing;
        }
        match rules.flying {
            Flying::With(men) if self.men(color).len() == usize::from(men) => Phase::Flying,
            _ => Phase::Moving,
        }
    }

    /// The end that the position itself brings. Repetition is a matter of [`super::Game`].
    #[must_use]
    pub fn outcome(&self, rules: &Rules) -> Option<Outcome> {
        self.decided(rules).or_else(|| self.stuck(rules)).or_else(|| self.too_quiet(rules).map(Outcome::Draw))
    }

    /// The end by men or by a mill, after which nobody may move.
    #[inline]
    pub(super) fn decided(&self, rules: &Rules) -> Option<Outcome> {
        if let Some(loser) = self.short_of_men() {
            return Some(Outcome::Win { winner: loser.other(), reason: WinReason::FewMen });
        }
        if rules.goal == Goal::Reduce { None } else { self.decided_by_mill(rules) }
    }

    #[cold]
    fn decided_by_mill(&self, rules: &Rules) -> Option<Outcome> {
        let has_mill = |color: &Color| rules.board.lines().any(|line| self.men(*color).contains_all(line));
        let winner = [self.side.other(), self.side].into_iter().find(has_mill)?;
        Some(Outcome::Win { winner, reason: WinReason::Mill })
    }

    /// The end where the side to move has no legal move.
    fn stuck(&self, rules: &Rules) -> Option<Outcome> {
        if self.has_move(rules) {
            return None;
        }
        let full = self.hand == ByColor::default() && self.empty(rules).is_empty();
        Some(match rules.blocked {
            _ if full && rules.full_board == FullBoard::Draws => Outcome::Draw(DrawReason::FullBoard),
            Blocked::Loses => Outcome::Win { winner: self.side.other(), reason: WinReason::Blocked },
            Blocked::Draws | Blocked::MustBeLetOut => Outcome::Draw(DrawReason::Blocked),
        })
    }

    /// The draw by quiet plies.
    fn too_quiet(&self, rules: &Rules) -> Option<DrawReason> {
        rules.draws.reached(Color::BOTH.map(|color| self.total(color) as u8), self.quiet)
    }

    /// The side that has lost because it has fewer than three men.
    #[must_use]
    #[inline]
    pub fn short_of_men(&self) -> Option<Color> {
        let short = |color| self.hand(color) < MIN_MEN && self.total(color) < usize::from(MIN_MEN);
        Color::BOTH.into_iter().find(|&color| short(color))
    }

    /// The position after a move that is known to be legal.
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
        // Made in one go: what is written piece by piece has to be read again.
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
    /// The position it is under these rules.
    ///
    /// # Errors
    /// All reasons why it is none.
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

/// Why a line is no legal position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] super::ParsePositionError),
    /// It is not legal.
    #[error(transparent)]
    Illegal(#[from] ArrangementErrors),
}
