// SPDX-License-Identifier: GPL-3.0-or-later
//! What the search learns from tables of solved positions.
//!
//! A node that a table holds is worth what the table says, and is searched no further. Only where
//! the root itself is in a table this would tell nothing: then it holds for nodes with fewer men
//! than the root, and where one side wins the search keeps to the moves that hold the win, so that
//! it finds the way to the next removal or the end.

use super::node::Node;
use super::score::{TABLE_EDGE, TABLE_WIN};
use morris::{Arrangement, ByColor, Color, Position, Rules};
use morris_solved::small_games::GameTable;
use morris_solved::tablebase::{BoardKind, Sector, Tables, Wdl};

/// A number for each sector: this times the men of the side to move and those of the other, each
/// less three.
const SIDE: u8 = 7;

/// What the search learns from tables.
#[derive(Clone, Copy)]
pub(super) struct TbProbe<'a> {
    tables: &'a Tables,
    rules: &'a Rules,
    /// The table of the whole game, if it is solved.
    game: Option<&'a GameTable>,
    /// A bit for each sector whose table is there.
    sectors: u64,
    /// Nodes with fewer men, on the board and in hand, are searched no further.
    below: u8,
    /// Who wins at the root.
    winner: Option<Color>,
}

/// What values of the search mean: with another context they mean something else.
pub(super) type TbContext = (u64, u8, Option<Color>);

/// What tables say of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TbHit {
    /// It is worth so much for its side to move, and needs no search.
    Worth(i32),
    /// Its side to move wins, or loses, and is to find out how quickly: what the search estimates
    /// is to be moved by so much.
    Moved(i32),
    /// Nothing.
    Nothing,
}

impl<'a> TbProbe<'a> {
    /// The probe for a search from a root, whose value is known or not; `None` if there are no
    /// tables for these rules.
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
        let sectors = there.map(|sector| 1 << number(sector.mover(), sector.other())).sum();
        Some(Self {
            tables,
            rules,
            game,
            sectors,
            below: value.map_or(u8::MAX, |_| men(root)),
            winner: value.and_then(|value| match value {
                Wdl::Win => Some(root.color()),
                Wdl::Loss => Some(root.color().other()),
                Wdl::Draw => None,
            }),
        })
    }

    /// What it makes of the values of a search.
    pub(super) const fn context(&self) -> TbContext {
        (self.sectors, self.below, self.winner)
    }

    /// Whether it moves what the search estimates.
    pub(super) const fn moves_estimates(&self) -> bool {
        self.winner.is_some()
    }

    /// What it says of a node so many plies from the root.
    #[inline]
    pub(super) fn probe(&self, node: &impl Node, ply: usize) -> TbHit {
        if !self.holds(node) {
            return TbHit::Nothing;
        }
        self.look_up(node, ply)
    }

    /// Whether a table holds a node.
    #[inline]
    fn holds(&self, node: &impl Node) -> bool {
        let men = node.counts();
        let [us, them] = men;
        let in_sector = || !node.placing() && men.iter().all(|men| (3..=9).contains(men));
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
            Wdl::Draw => return TbHit::Worth(0),
            Wdl::Loss => -1,
        };
        let as_hoped = self.winner == Some(if value == Wdl::Win { node.color() } else { node.color().other() });
        if terminal || !as_hoped {
            TbHit::Worth(sign * (TABLE_WIN - ply as i32))
        } else {
            TbHit::Moved(sign * TABLE_EDGE)
        }
    }

    fn value(&self, node: &impl Node) -> Option<Wdl> {
        let position = position(node, self.rules)?;
        match self.game {
            Some(game) => game.probe(&position).map(|known| known.value),
            None => self.tables.value(&position, self.rules),
        }
    }
}

/// How many men there are, on the board and in hand.
fn men(node: &impl Node) -> u8 {
    node.counts().into_iter().chain(node.hands()).sum()
}

const fn number(mover: u8, other: u8) -> u8 {
    (mover.wrapping_sub(3) * SIDE).wrapping_add(other.wrapping_sub(3)) & 63
}

/// The position of a node.
fn position(node: &impl Node, rules: &Rules) -> Option<Position> {
    let (men, hands) = (node.men(), node.hands());
    let place = |color| usize::from(color != node.color());
    let men = ByColor::from_fn(|color| men[place(color)]);
    let hand = ByColor::from_fn(|color| hands[place(color)]);
    Arrangement::new(men, hand, node.color()).check(rules).ok()
}
