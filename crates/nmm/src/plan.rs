// SPDX-License-Identifier: GPL-3.0-or-later
//! Writes the solver's work as a makefile.

use std::io::{self, Write};

use morris_solved::tablebase::{
    BoardKind, Keep, Kind, PlacingPly, PlanStep, TableId, file_name, placing_steps, sector_steps,
};

/// Extent of a plan.
pub struct Wanted {
    pub board_kind: BoardKind,
    pub most_men: u8,
    pub most_per_side: u8,
    pub keep: Keep,
    /// The last ply of the placing phase to keep, or `None` if that phase is not solved.
    pub last_ply: Option<PlacingPly>,
}

const HEAD: &str = "\
# Solves positions of Nine Men's Morris, table by table: make -C FOLDER -f FILE NMM=PROGRAM -j
# An interrupted step continues. Each step names what it needs, makes one file, and says how much memory it uses at most.
NMM = nmm
";

/// Writes a makefile whose steps create the same files in a folder as `nmm solve`.
pub fn write_makefile(output: &mut impl Write, wanted: &Wanted) -> io::Result<()> {
    let sectors = sector_steps(wanted.board_kind, wanted.most_men, wanted.most_per_side, wanted.keep);
    let plies = wanted.last_ply.into_iter().flat_map(|last| placing_steps(last.game()));
    let steps: Vec<_> = sectors.chain(plies).collect();
    let (kept, passing): (Vec<_>, Vec<_>) =
        steps.iter().map(|step| step.table).partition(|table| table.ply() <= wanted.last_ply);
    let distances: String =
        kept.iter().flat_map(|&table| distances(table, wanted)).map(|name| format!(" {name}")).collect();
    writeln!(output, "{HEAD}\nall:{}{distances}", names(&kept))?;
    if !passing.is_empty() {
        writeln!(output, "\trm -f{0}\n\n# They only lead to others.\n.SECONDARY:{0}", names(&passing))?;
    }
    writeln!(output, ".PHONY: all")?;
    steps.iter().try_for_each(|step| write_step(output, step, wanted))
}

fn write_step(output: &mut impl Write, step: &PlanStep, wanted: &Wanted) -> io::Result<()> {
    let PlanStep { table, needs, memory } = step;
    let target = file_name(*table, Kind::Values);
    let option = match (table, wanted.last_ply) {
        (TableId::Placing(_), Some(last)) => format!(" --last-ply {}", last.placements()),
        _ if wanted.keep == Keep::ValuesAndDistances => " --distances".to_owned(),
        _ => String::new(),
    };
    let (name, mib) = (target.trim_end_matches(".values"), memory.div_ceil(1 << 20));
    writeln!(output, "\n{target}:{}", names(needs))?;
    let solve = format!("\t$(NMM) solve --only {name}{option} --memory {mib}M --dir .");
    writeln!(output, "{solve}")?;
    // The step creates all of them, and the values last. If the values exist already, the same step
    // adds the distances. The targets depend on one another, so that only the first has work to do.
    let mut before = target;
    for distances in distances(*table, wanted) {
        writeln!(output, "\n{distances}: | {before}\n{solve}")?;
        before = distances;
    }
    Ok(())
}

/// Returns the names of the distance files that the step of a table creates, for a sector and its
/// mirror.
fn distances(table: TableId, wanted: &Wanted) -> Vec<String> {
    let sector = table.sector().filter(|_| wanted.keep == Keep::ValuesAndDistances);
    let mut names: Vec<_> = sector
        .into_iter()
        .flat_map(|sector| [sector, sector.mirror()])
        .map(|sector| file_name(sector, Kind::Distances))
        .collect();
    names.dedup();
    names
}

fn names(tables: &[TableId]) -> String {
    tables.iter().map(|table| format!(" {}", file_name(*table, Kind::Values))).collect()
}
