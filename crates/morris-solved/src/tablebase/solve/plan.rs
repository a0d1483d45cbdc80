// SPDX-License-Identifier: GPL-3.0-or-later
//! The work as steps of one table each. A step can run wherever the tables that it needs exist.

use super::{fewer_large, memory_needed, placing_memory_needed};
use crate::tablebase::solve::states::Keep;
use crate::tablebase::{BoardKind, PlacingGame, Sector, TableId};

/// A table that is solved by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanStep {
    /// The table.
    pub table: TableId,
    /// Tables that must exist before.
    pub needs: Vec<TableId>,
    /// Maximum memory in bytes.
    pub memory: u64,
}

/// Returns the steps for all sectors on a board with at most `most_men` men, and at most
/// `most_per_side` of a side, each after those that it needs.
pub fn sector_steps(
    board_kind: BoardKind,
    most_men: u8,
    most_per_side: u8,
    keep: Keep,
) -> impl Iterator<Item = PlanStep> {
    let fits = move |sector: &Sector| sector.men() <= most_men && sector.mover() <= most_per_side;
    let sectors = Sector::all_on(board_kind).filter(move |sector| !sector.is_looked_ahead() && fits(sector));
    sectors.map(move |sector| {
        let read = [sector.after_removal(), fewer_large(sector)].into_iter().flatten().flat_map(tables_of);
        let mut needs: Vec<TableId> = read.map(TableId::from).collect();
        needs.sort_by_key(|table| table.number());
        needs.dedup();
        // The memory includes the tables that looking ahead unpacks.
        PlanStep { table: sector.into(), needs, memory: memory_needed(sector, keep) }
    })
}

/// Returns the steps for the placing phase of a game, from the last ply back to the empty board.
/// All sectors must exist.
pub fn placing_steps(game: PlacingGame) -> impl Iterator<Item = PlanStep> {
    game.plies().rev().map(move |ply| {
        let stored = || game.sectors().filter(|sector| !sector.is_looked_ahead()).map(TableId::from).collect();
        let needs = ply.next().map_or_else(stored, |next| vec![next.into()]);
        PlanStep { table: ply.into(), needs, memory: placing_memory_needed(ply) }
    })
}

/// Returns the sectors whose tables the values of a sector are read from.
fn tables_of(sector: Sector) -> impl Iterator<Item = Sector> {
    let looked_ahead = sector.is_looked_ahead();
    let [own, removal] =
        if looked_ahead { [Some(sector.mirror()), sector.after_removal()] } else { [Some(sector), None] };
    own.into_iter().chain(removal)
}
