// SPDX-License-Identifier: GPL-3.0-or-later
//! Probing of solved positions during the search.
//!
//! A node in a table has the value of the table and is not searched further. If the root itself is
//! in a table, that would not find a move. The tables are then used for nodes with fewer men than
//! the root. If one side wins, the search only follows moves that keep the win, so that it finds
//! the way to the next removal or to the end.

use super::node::Node;
use super::score::{TABLE_EDGE, TABLE_WIN};
use morris::{Arrangement, ByColor, Color, Position, Rules};
use morris_solved::small_games::GameTable;
use morris_solved::tablebase::{BoardKind, Sector, Tables, Wdl};

/// Maximum number of men, in hand too, with which a drawn move is chosen by its replies alone, and
/// with which nodes of the search are looked up below a drawn root. With more men, the evaluation
/// tells more about what an opponent may overlook: see `docs/engine-log.md`. Small games have no
/// such limit.
pub(super) const FEW_MEN: usize = 11;

/// Stride of sector numbers: the number is this times the men of the side to move, plus the men of
/// the other side, where three are subtracted from each.
const SIDE: u8 = 10;

/// Number of sector numbers, rounded up so that a mask saves bounds checks.
const NUMBERS: usize = 128;

/// A bit for each sector number.
type SectorSet = u128;

/// Search value of a drawn node in a sector where one side has all points, in hundredths of a man.
const WHOLE_SECTOR: f64 = 100.0;

/// Access to the tables during a search.
#[derive(Clone, Copy)]
pub(super) struct TbProbe<'a> {
    tables: &'a Tables,
    rules: &'a Rules,
    /// Table of the whole game, if it is solved.
    game: Option<&'a GameTable>,
    /// A bit for each sector with a table.
    sectors: SectorSet,
    /// Search value of a draw for each sector number. A draw among positions that are mostly won
    /// is easier to win against an opponent who errs.
    draws: [i8; NUMBERS],
    /// Nodes with fewer men than this, on the board and in hand, are not searched further.
    below: u8,
    /// Winner at the root.
    winner: Option<Color>,
}

/// Context of the values of a search. With another context they have another meaning.
pub(super) type TbContext = (SectorSet, u8, Option<Color>);

/// Result of the tables for a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TbHit {
    /// Value for the side to move. The node needs no search.
    Worth(i32),
    /// Offset of estimates. The side to move wins or loses, and the search must find out how
    /// quickly.
    Moved(i32),
    /// No result.
    Nothing,
}

impl<'a> TbProbe<'a> {
    /// Creates the access for a search from a root with an optional known value. Returns `None` if
    /// there are no tables for these rules.
    pub(super) fn new(
        tables: &'a Tables,
        game: Option<&'a GameTable>,
        rules: &'a Rules,
        root: &impl Node,
        value: Option<Wdl>,
    ) -> Option<Self> {
        if game.is_none() && !tables.are_of(rules) {
            return None;
        }
        let on_board = BoardKind::of(rules).into_iter().flat_map(Sector::all_on);
        let there = on_board.filter(|sector| tables.summary(*sector).is_some());
        let (mut sectors, mut draws) = (0, [0; NUMBERS]);
        for sector in there {
            let number = number(sector.mover(), sector.other());
            sectors |= 1 << number;
            let worth = tables.worth(sector).unwrap_or(0.5);
            draws[usize::from(number)] = ((2.0 * worth - 1.0) * WHOLE_SECTOR).round() as i8;
        }
        Some(Self {
            tables,
            rules,
            game,
            sectors,
            draws,
            below: match value {
                None => u8::MAX,
                Some(Wdl::Draw) if game.is_none() => men(root).min(FEW_MEN as u8 + 1),
                Some(_) => men(root),
            },
            winner: value.and_then(|value| match value {
                Wdl::Win => Some(root.color()),
                Wdl::Loss => Some(root.color().other()),
                Wdl::Draw => None,
            }),
        })
    }

    /// Returns the context of the values of the search.
    pub(super) const fn context(&self) -> TbContext {
        (self.sectors, self.below, self.winner)
    }

    /// Returns `true` if estimates are offset.
    pub(super) const fn moves_estimates(&self) -> bool {
        self.winner.is_some()
    }

    /// Returns the result for a node that is `ply` plies from the root.
    #[inline]
    pub(super) fn probe(&self, node: &impl Node, ply: usize) -> TbHit {
        if !self.holds(node) {
            return TbHit::Nothing;
        }
        self.look_up(node, ply)
    }

    /// Returns `true` if a table contains a node.
    #[inline]
    fn holds(&self, node: &impl Node) -> bool {
        let men = node.counts();
        let [us, them] = men;
        let in_sector = || !node.placing() && men.iter().all(|men| (3..3 + SIDE).contains(men));
        self.game.is_some() || in_sector() && self.sectors >> number(us, them) & 1 != 0
    }

    fn look_up(&self, node: &impl Node, ply: usize) -> TbHit {
        let terminal = men(node) < self.below;
        if !terminal && self.winner.is_none() {
            return TbHit::Nothing;
        }
        let Some(value) = self.value(node) else { return TbHit::Nothing };
        let sign = match value {
            Wdl::Win => 1,
            Wdl::Draw => return TbHit::Worth(self.draw(node)),
            Wdl::Loss => -1,
        };
        let as_hoped = self.winner == Some(if value == Wdl::Win { node.color() } else { node.color().other() });
        if terminal || !as_hoped {
            TbHit::Worth(sign * (TABLE_WIN - ply as i32))
        } else {
            TbHit::Moved(sign * TABLE_EDGE)
        }
    }

    /// Returns the search value of a drawn node.
    fn draw(&self, node: &impl Node) -> i32 {
        let ([us, them], [ours, theirs]) = (node.counts(), node.hands());
        i32::from(self.draws[usize::from(number(us + ours, them + theirs))])
    }

    fn value(&self, node: &impl Node) -> Option<Wdl> {
        let position = position(node, self.rules)?;
        match self.game {
            Some(game) => game.probe(&position).map(|known| known.value),
            None => self.tables.value(&position, self.rules),
        }
    }
}

/// Returns the number of men on the board and in hand.
fn men(node: &impl Node) -> u8 {
    node.counts().into_iter().chain(node.hands()).sum()
}

const fn number(mover: u8, other: u8) -> u8 {
    mover.wrapping_sub(3).wrapping_mul(SIDE).wrapping_add(other.wrapping_sub(3)) & (NUMBERS as u8 - 1)
}

fn position(node: &impl Node, rules: &Rules) -> Option<Position> {
    let (men, hands) = (node.men(), node.hands());
    let place = |color| usize::from(color != node.color());
    let men = ByColor::from_fn(|color| men[place(color)]);
    let hand = ByColor::from_fn(|color| hands[place(color)]);
    Arrangement::new(men, hand, node.color()).check(rules).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine_thread_tests::shipped_tables;
    use crate::fast_node::FastNode;
    use crate::lookups::Lookups;

    /// A position with nine men in hand on each side.
    const START: &str = ".../.../.../....../.../.../... w 9 9 0";
    const FIVE_AND_FIVE: &str = "BW./.BW/B../.W.B../..B/W../.W. w 0 0";

    /// Returns the number of men below which nodes are looked up from a root with a value.
    fn below(line: &str, value: Option<Wdl>) -> u8 {
        let rules = Rules::STANDARD;
        let lookups = Lookups::new(&rules);
        let node = FastNode::new(&Position::parse(line, &rules).unwrap(), &lookups);
        TbProbe::new(&shipped_tables(), None, &rules, &node, value).unwrap().context().1
    }

    #[test]
    fn below_a_drawn_root_only_nodes_of_few_men_are_looked_up() {
        assert_eq!(below(START, Some(Wdl::Draw)), 12);
        assert_eq!(below(FIVE_AND_FIVE, Some(Wdl::Draw)), 10);
    }

    #[test]
    fn below_a_decided_root_all_nodes_with_fewer_men_are_looked_up() {
        assert_eq!(below(START, Some(Wdl::Win)), 18);
        assert_eq!(below(FIVE_AND_FIVE, Some(Wdl::Loss)), 10);
    }
}
