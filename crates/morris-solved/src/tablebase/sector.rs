// SPDX-License-Identifier: GPL-3.0-or-later
//! Sectors: the positions with given numbers of men of each side.

use std::fmt;
use std::str::FromStr;

use super::BoardKind;
use super::limits::FEWEST;
use super::men_count::MenCount;
use morris::{FullBoard, POINTS, Position, Rules, escape};

/// The positions without men in hand and with given numbers of men of each side, the side to move
/// first.
///
/// The text form `3-4` means that the side to move has three men and its opponent four. On the
/// board with diagonals it is `twelve-3-4`.
///
/// ```
/// use morris::{Position, Rules};
/// use morris_solved::tablebase::Sector;
///
/// let position = Position::parse("WW./.../..W/....../.../B../BBB b 0 0", &Rules::STANDARD)?;
/// let sector = Sector::of(&position).expect("no men are in hand");
/// assert_eq!(sector.to_string(), "4-3");
/// assert_eq!(sector.mirror(), "3-4".parse().unwrap());
/// # Ok::<(), morris::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sector {
    board_kind: BoardKind,
    mover: u8,
    other: u8,
}

impl From<Sector> for MenCount {
    fn from(sector: Sector) -> Self {
        Self { mover: sector.mover(), other: sector.other() }
    }
}

impl Sector {
    /// Creates the sector of the board of nine men's morris with these numbers of men, each 3 to 9.
    pub const fn new(mover: u8, other: u8) -> Option<Self> {
        Self::on(BoardKind::Plain, mover, other)
    }

    /// Creates the sector of a board with these numbers of men, each 3 to
    /// [`BoardKind::most_per_side`].
    pub const fn on(board_kind: BoardKind, mover: u8, other: u8) -> Option<Self> {
        let most = board_kind.most_per_side();
        let fits = FEWEST <= mover && mover <= most && FEWEST <= other && other <= most;
        if fits { Some(Self { board_kind, mover, other }) } else { None }
    }

    /// Returns the board of the sector.
    pub const fn board_kind(self) -> BoardKind {
        self.board_kind
    }

    /// Returns all sectors that can be solved on a board. Each sector comes after those that its
    /// moves lead to, except itself and its mirror.
    pub fn all_on(board_kind: BoardKind) -> impl Iterator<Item = Self> {
        let most = board_kind.most_per_side();
        (2 * FEWEST..=2 * most).flat_map(move |men| {
            (FEWEST..=most).rev().filter_map(move |mover| Self::on(board_kind, mover, men.checked_sub(mover)?))
        })
    }

    /// Returns all 49 sectors of the board of nine men's morris, in the order of [`Self::all_on`].
    pub fn all() -> impl Iterator<Item = Self> {
        Self::all_on(BoardKind::Plain)
    }

    /// Returns the sector of a position under these rules. Returns `None` if there are men in hand,
    /// a side has too few or too many men, no sector is solved for the rules, or the board is full
    /// and that is not a draw.
    pub fn under(position: &Position, rules: &Rules) -> Option<Self> {
        let sector = Self::of_board(position, BoardKind::of(rules)?)?;
        Some(sector).filter(|sector| !sector.is_full() || rules.full_board == FullBoard::Draws)
    }

    /// Returns the sector of a position on the board of nine men's morris. Returns `None` if there
    /// are men in hand or a side has fewer than three or more than nine.
    pub fn of(position: &Position) -> Option<Self> {
        Self::of_board(position, BoardKind::Plain)
    }

    fn of_board(position: &Position, board_kind: BoardKind) -> Option<Self> {
        let side = position.side();
        if position.hand(side) + position.hand(side.other()) > 0 {
            return None;
        }
        let men = |color| u8::try_from(position.men(color).len()).ok();
        Self::on(board_kind, men(side)?, men(side.other())?)
    }

    /// Returns the number of men of the side to move.
    pub const fn mover(self) -> u8 {
        self.mover
    }

    /// Returns the number of men of the other side.
    pub const fn other(self) -> u8 {
        self.other
    }

    /// Returns the number of men of both sides.
    pub const fn men(self) -> u8 {
        self.mover + self.other
    }

    /// Returns the sector that a move without a removal leads to.
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self { mover: self.other, other: self.mover, ..self }
    }

    /// Returns the sector that removals lead to, or `None` if they leave the other side with two
    /// men, so that it has lost.
    pub(super) const fn after_removal(self) -> Option<Self> {
        Self::on(self.board_kind, self.other - 1, self.mover)
    }

    /// Returns `true` if men are on all points. Its positions are draws.
    pub const fn is_full(self) -> bool {
        self.men() as usize == POINTS
    }

    /// Returns `true` if its values need no table because the side to move has fewer men. All its
    /// moves lead into two sectors that have a table, and moves without a removal even into a
    /// single row, so its values follow from these directly.
    pub const fn is_looked_ahead(self) -> bool {
        self.mover < self.other
    }

    /// Returns the number of positions, with symmetric positions counted once.
    pub fn positions(self) -> u64 {
        MenCount::from(self).positions()
    }

    /// Returns the number of slots in the table.
    pub fn slots(self) -> u64 {
        MenCount::from(self).slots()
    }
}

impl fmt::Display for Sector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}-{}", self.board_kind.prefix(), self.mover, self.other)
    }
}

/// Text that is not the name of a sector, shortened for messages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no sector “{0}”; a sector reads 3-3 to 9-9, the side to move first, or twelve-3-3 to twelve-12-12")]
pub struct ParseSectorError(pub String);

impl FromStr for Sector {
    type Err = ParseSectorError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let diagonal = text.strip_prefix(BoardKind::Diagonal.prefix()).map(|rest| (rest, BoardKind::Diagonal));
        let (men, board_kind) = diagonal.unwrap_or((text, BoardKind::Plain));
        let parts = men.split_once('-').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        parts.and_then(|(a, b)| Self::on(board_kind, a, b)).ok_or_else(|| ParseSectorError(escape(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sectors_come_in_the_order_of_solving() {
        for (board_kind, count) in [(BoardKind::Plain, 49), (BoardKind::Diagonal, 100)] {
            let all: Vec<_> = Sector::all_on(board_kind).collect();
            assert_eq!(all.len(), count);
            for (index, sector) in all.iter().enumerate() {
                assert_eq!(sector.to_string().parse(), Ok(*sector));
                let place = |sector| all.iter().position(|other| *other == sector);
                assert!(sector.after_removal().is_none_or(|after| place(after) < Some(index)), "{sector}");
            }
        }
        for text in ["2-3", "3-10", "3", "-", "3-4-5", "+3-x", "", "twelve-", "twelve-2-3", "twelve-13-3"] {
            assert_eq!(text.parse::<Sector>(), Err(ParseSectorError(text.to_owned())));
        }
    }

    /// By Burnside's lemma, computed elsewhere.
    #[test]
    fn the_positions_are_as_many_as_known() {
        let positions = |board_kind, most| {
            let sectors = Sector::all_on(board_kind).filter(|sector| sector.mover.max(sector.other) <= most);
            sectors.map(Sector::positions).sum::<u64>()
        };
        assert_eq!(positions(BoardKind::Plain, 9), 8_904_593_601);
        assert_eq!(positions(BoardKind::Diagonal, 11), 15_170_243_109);
        assert_eq!(positions(BoardKind::Diagonal, 12), 16_528_583_563);
    }

    #[test]
    fn a_full_board_has_a_sector_where_it_is_a_draw() {
        let line = "WBW/BWB/WBW/BWBWBW/BWB/WBW/BWB w 0 0";
        let sector = |rules: Rules| Sector::under(&Position::parse(line, &rules).unwrap(), &rules);
        assert_eq!(sector(Rules::TWELVE), Sector::on(BoardKind::Diagonal, 12, 12));
        let mut lost = Rules::TWELVE;
        lost.full_board = FullBoard::Blocks;
        assert_eq!(sector(lost), None);
    }
}
