// SPDX-License-Identifier: GPL-3.0-or-later
//! The work as steps of a table each, which may be done one by one wherever what they need is
//! there.

use super::{fewer_large, memory_needed, placing_memory_needed};
use crate::tablebase::solve::states::Keep;
use crate::tablebase::{BoardKind, PlacingPly, Sector, TableId};

/// A table to be solved by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanStep {
    /// Which.
    pub table: TableId,
    /// The tables that must be there before.
    pub needs: Vec<TableId>,
    /// How many bytes of memory it takes, at most.
    pub memory: u64,
}

/// The steps for all sectors on a board with at most so many men, each after those that it needs.
pub fn sector_steps(board_kind: BoardKind, most_men: u8, keep: Keep) -> impl Iterator<Item = PlanStep> {
    let sectors =
        Sector::all_on(board_kind).filter(move |sector| !sector.is_looked_ahead() && sector.men() <= most_men);
    sectors.map(move |sector| {
        let read = [sector.after_removal(), fewer_large(sector)].into_iter().flatten().flat_map(tables_of);
        let mut needs: Vec<TableId> = read.map(TableId::from).collect();
        needs.sort_by_key(|table| table.number());
        needs.dedup();
        // What is looked ahead from is unpacked together with what it is looked ahead into.
        PlanStep { table: sector.into(), needs, memory: memory_needed(sector, keep) }
    })
}

/// The steps for the placing phase, when all sectors are there: from the last ply back to the empty
/// board.
pub fn placing_steps() -> impl Iterator<Item = PlanStep> {
    PlacingPly::all().rev().map(|ply| {
        let stored = || Sector::all().filter(|sector| !sector.is_looked_ahead()).map(TableId::from).collect();
        let needs = ply.next().map_or_else(stored, |next| vec![next.into()]);
        PlanStep { table: ply.into(), needs, memory: placing_memory_needed(ply) }
    })
}

/// The tables that the values of a sector are read from.
fn tables_of(sector: Sector) -> impl Iterator<Item = Sector> {
    let looked_ahead = sector.is_looked_ahead();
    let [own, removal] =
        if looked_ahead { [Some(sector.mirror()), sector.after_removal()] } else { [Some(sector), None] };
    own.into_iter().chain(removal)
}
