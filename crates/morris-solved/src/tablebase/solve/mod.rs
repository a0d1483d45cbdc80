// SPDX-License-Identifier: GPL-3.0-or-later
//! The solver: retrograde analysis from decided positions to all others, sector by sector.
//!
//! A position is lost if its side is blocked or if all its moves lead to wins of the other side. It
//! is won if one move leads to a loss of the other side. Decided values are propagated to the
//! predecessors, round by round. The positions that remain when nothing changes any more are drawn.
//! The number of the round is the distance: plies to the end or the next removal.

mod after;
mod by_set;
mod disk;
mod folder;
mod look_ahead;
mod pair;
mod placing;
mod plan;
mod row;
mod seed;
mod set_values;
mod states;

use std::ops::ControlFlow;
use std::path::PathBuf;

use rayon::prelude::*;

use self::folder::{Lock, MIB, open_if_there, or_stopped, remove_passing};
use self::look_ahead::load;
use self::pair::{Longest, Pair};
use self::row::Twins;
use self::states::States;
use super::file::{self, Effort, Summaries, TableFile, Writer};
use super::wdl::PER_BYTE;
use super::{BoardKind, Index, Kind, Sector, Summary, TableError, Wdl};
use crate::progress::{At, Progress, Stage};

pub use self::folder::{SolveError, remove_tables, remove_temporary};
pub use self::placing::{
    PlacingTask, check_room_for_all, placing_memory_needed, placing_work_left, solve_placing, solve_placing_ply,
};
pub use self::plan::{PlanStep, placing_steps, sector_steps};
pub use self::states::Keep;

/// Sectors to solve, and settings of the solver.
#[derive(Clone, Debug)]
pub struct SectorsTask {
    /// Folder of the tables.
    pub folder: PathBuf,
    /// Board of the sectors.
    pub board_kind: BoardKind,
    /// Maximum number of men of the sectors to solve, 6 to [`BoardKind::most_men`].
    pub most_men: u8,
    /// Maximum number of men of a side, 3 to [`BoardKind::most_per_side`].
    pub most_per_side: u8,
    /// Maximum memory in bytes.
    pub memory: u64,
    /// Number of threads, or `None` for one thread per core.
    pub threads: Option<usize>,
    /// Data to keep of each sector.
    pub keep: Keep,
    /// Treatment of the values of sectors that can be looked ahead from.
    pub looked_ahead: LookedAhead,
}

/// Treatment of the values of [sectors that can be looked ahead from](Sector::is_looked_ahead).
/// Solving a pair of sectors yields them, and they speed up solving later pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookedAhead {
    /// Removes them at the end.
    Remove,
    /// Keeps them until the placing phase is solved.
    LeaveForPlacing,
    /// Does not write them, for solvers that share their folder with others.
    DoNotWrite,
}

/// Solves the missing sectors, and reads every block of the existing ones. `report` is called
/// several times per second and may stop the solver. Complete sectors are kept, and the next call
/// continues from there.
///
/// The tables are identical, byte for byte, for every number of threads and however often the
/// solver was stopped.
///
/// # Errors
/// Returns the reason why the solver ended early. A damaged existing table is left alone and named
/// in the error.
pub fn solve(task: &SectorsTask, report: impl FnMut(Progress) -> ControlFlow<()> + Send) -> Result<(), SolveError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(task.threads.unwrap_or(0)).build()?;
    pool.install(|| solve_here(task, report))
}

/// Solves a missing sector together with its mirror from the existing sectors. If it exists, reads
/// every block of it. Used by processes that share a folder. The numbers in the progress are those
/// of this sector.
pub fn solve_sector(
    task: &SectorsTask,
    sector: Sector,
    report: impl FnMut(Progress) -> ControlFlow<()> + Send,
) -> Result<(), SolveError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(task.threads.unwrap_or(0)).build()?;
    let work = || {
        let large = larger_first(sector);
        let open = if check_blocks(task, large)? { Vec::new() } else { vec![large] };
        check_room(task, &open)?;
        for needed in open.iter().flat_map(|large| [large.after_removal(), fewer_large(*large)]).flatten() {
            look_ahead::look(&task.folder, needed)?;
        }
        let _lock = Lock::share(&task.folder)?;
        solve_all(task, open, report)
    };
    pool.install(work)
}

fn solve_here(task: &SectorsTask, mut report: impl FnMut(Progress) -> ControlFlow<()>) -> Result<(), SolveError> {
    // Checked before a folder is created or anything is solved.
    check_room(task, &missing(task)?)?;
    let _lock = Lock::take(&task.folder)?;
    let open = missing(task)?;
    for there in wanted(task).filter(|sector| !open.contains(sector)) {
        or_stopped(report(Progress::default()))?;
        check_blocks(task, there)?;
    }
    solve_all(task, open, report)?;
    match task.looked_ahead {
        LookedAhead::Remove => Ok(remove_passing(&task.folder)?),
        LookedAhead::LeaveForPlacing | LookedAhead::DoNotWrite => Ok(()),
    }
}

fn solve_all(
    task: &SectorsTask,
    open: Vec<Sector>,
    mut report: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<(), SolveError> {
    let all = open.iter().map(|sector| sector.slots()).sum();
    let mut done = 0;
    for sector in open {
        let so_far = |share: f64| done + (sector.slots() as f64 * share) as u64;
        let report = |stage, share| report(Progress { at: Some(At::Sector(sector, stage)), done: so_far(share), all });
        solve_pair(task, sector, report)?;
        done += sector.slots();
    }
    // Nothing is left to stop.
    _ = report(Progress { at: None, done, all });
    Ok(())
}

/// Checks that the memory and the disk are sufficient for all of these sectors.
fn check_room(task: &SectorsTask, open: &[Sector]) -> Result<(), SolveError> {
    let needed = |&sector: &Sector| (sector, memory_needed(sector, task.keep));
    match open.iter().map(needed).find(|&(_, needed)| needed > task.memory) {
        Some((sector, needed)) => {
            Err(SolveError::Memory { subject: sector.into(), needed: needed.div_ceil(MIB), allowed: task.memory / MIB })
        }
        None => disk::check(&task.folder, disk::for_sectors(open, task.keep)),
    }
}

/// Returns the maximum memory in bytes that a sector takes together with its mirror.
pub fn memory_needed(sector: Sector, keep: Keep) -> u64 {
    let large = larger_first(sector);
    let below = fewer_large(large).map_or(0, |sector| sector.slots() / 4);
    let rounds = match keep {
        Keep::Values => 0,
        Keep::ValuesAndDistances => 2 * large.slots() + large.slots(),
    };
    // Some megabytes for the classes, the threads and the blocks to be written. The values after
    // the larger side's removals are freed before the smaller side's slots are made, which take
    // more.
    Pair::memory(large) + rounds + below + 32 * MIB
}

/// Returns the sector where the larger side moves after the smaller side has removed a man. `None`
/// if both sides have the same number of men, because the other side's removals then cover it.
fn fewer_large(large: Sector) -> Option<Sector> {
    large.mirror().after_removal().filter(|_| large.mirror() != large)
}

fn larger_first(sector: Sector) -> Sector {
    if sector.mover() >= sector.other() { sector } else { sector.mirror() }
}

/// Returns the sectors to be solved: those with the larger side to move. Each of them includes its
/// mirror.
fn wanted(task: &SectorsTask) -> impl Iterator<Item = Sector> + use<> {
    let (most_men, most_per_side) = (task.most_men, task.most_per_side);
    let fits = move |sector: &Sector| sector.men() <= most_men && sector.mover() <= most_per_side;
    Sector::all_on(task.board_kind).filter(move |sector| !sector.is_looked_ahead() && fits(sector))
}

fn missing(task: &SectorsTask) -> Result<Vec<Sector>, SolveError> {
    let mut missing = Vec::new();
    for sector in wanted(task) {
        if files(task, sector)?.is_none() {
            missing.push(sector);
        }
    }
    Ok(missing)
}

/// Returns all files to be kept of a sector and its mirror, or `None` if one is missing. The older
/// format has a separate table for the values of the mirror.
fn files(task: &SectorsTask, large: Sector) -> Result<Option<Vec<TableFile>>, TableError> {
    let Some(values) = open_if_there(&task.folder, large.into(), Kind::Values)? else { return Ok(None) };
    let is_alone = values.mirror_summary().is_none() && large.mirror().is_looked_ahead();
    let of_mirror = is_alone.then(|| (large.mirror(), Kind::Values));
    let distances = [large, large.mirror()].map(|sector| (sector, Kind::Distances));
    let distances = distances.into_iter().filter(|_| task.keep == Keep::ValuesAndDistances);
    let mut files = vec![values];
    for (sector, kind) in of_mirror.into_iter().chain(distances) {
        let Some(file) = open_if_there(&task.folder, sector.into(), kind)? else { return Ok(None) };
        files.push(file);
    }
    Ok(Some(files))
}

/// Reads every block of a sector and its mirror. Returns `false` if a file is missing. A damaged
/// block is found here rather than at a probe much later.
fn check_blocks(task: &SectorsTask, large: Sector) -> Result<bool, TableError> {
    let files = files(task, large)?;
    files.iter().flatten().try_for_each(TableFile::check)?;
    Ok(files.is_some())
}

/// Shares of the time after which the seed of the larger side and of both sides is complete.
/// [`SPREAD`] is the share after which tables are written.
const SEEDED: [f64; 2] = [0.25, 0.42];
const SPREAD: f64 = 0.97;

/// Returns the share of the time that has passed in a round, given the share of the round that has
/// passed.
fn spread_so_far(round: u8, part: f64) -> f64 {
    // The number of rounds is unknown, but the first rounds decide by far the most.
    let rounds = f64::from(round) + part;
    SEEDED[1] + (SPREAD - SEEDED[1]) * rounds / (rounds + 2.0)
}

fn solve_pair(
    task: &SectorsTask,
    large: Sector,
    mut go_on: impl FnMut(Stage, f64) -> ControlFlow<()>,
) -> Result<(), SolveError> {
    if large.is_full() {
        return Ok(save_draws(task, large)?);
    }
    let load = |sector: Option<Sector>| sector.map(|sector| load(&task.folder, sector)).transpose();
    let mut pair = Pair::new(Index::new(large), task.keep);
    let fewer_small = load(large.after_removal())?;
    or_stopped(pair.seed_large(fewer_small.as_ref(), |rows| go_on(Stage::Seed, rows * SEEDED[0])))?;
    drop(fewer_small);
    let fewer_large = load(fewer_large(large))?;
    or_stopped(
        pair.seed_small(fewer_large.as_ref(), |rows| go_on(Stage::Seed, SEEDED[0] + rows * (SEEDED[1] - SEEDED[0]))),
    )?;
    drop(fewer_large);
    let longest = or_stopped(pair.spread(|round, part| go_on(Stage::Spread(round), spread_so_far(round, part))))?;
    or_stopped(go_on(Stage::Write, SPREAD))?;
    save(task, large, &pair, longest)?;
    Ok(())
}

/// Writes the tables of a pair. The larger side's values come last, because they mark the pair as
/// complete.
fn save(task: &SectorsTask, large: Sector, pair: &Pair, longest: [Longest; 2]) -> Result<(), TableError> {
    let own = summary(pair, &pair.large, longest[0]);
    debug_assert_eq!(own.positions, large.positions());
    let mirror = Some(large.mirror()).filter(|mirror| mirror.is_looked_ahead());
    let mirror = mirror.map(|mirror| (mirror, summary(pair, &pair.small, longest[1])));
    if let Some((mirror, summary)) = mirror {
        save_rounds(task, mirror, &pair.small, summary)?;
        if task.looked_ahead != LookedAhead::DoNotWrite {
            save_values(task, mirror, &pair.small, summary)?;
        }
    }
    let mirror = mirror.map(|(_, summary)| summary);
    save_rounds(task, large, &pair.large, own)?;
    save_values(task, large, &pair.large, Summaries { own, mirror })
}

/// Writes the table of the sector where men are on all points: no side wins.
fn save_draws(task: &SectorsTask, full: Sector) -> Result<(), TableError> {
    let summary = Summary { positions: full.positions(), draws: full.positions(), ..Summary::default() };
    let slots = usize::try_from(full.slots()).expect("fewer slots than sets of men");
    if task.keep == Keep::ValuesAndDistances {
        file::write(&task.folder, full, Kind::Distances, summary, &vec![0; slots])?;
    }
    // The bits of a draw are zero.
    file::write(&task.folder, full, Kind::Values, summary, &vec![0; slots.div_ceil(PER_BYTE)])
}

fn save_rounds(task: &SectorsTask, sector: Sector, states: &States, summary: Summary) -> Result<(), TableError> {
    let rounds = states.rounds();
    rounds.map_or(Ok(()), |rounds| file::write(&task.folder, sector, Kind::Distances, summary, &rounds))
}

fn save_values(
    task: &SectorsTask,
    sector: Sector,
    states: &States,
    summaries: impl Into<Summaries>,
) -> Result<(), TableError> {
    let effort = if sector.is_looked_ahead() { Effort::Least } else { Effort::to_keep(sector.into()) };
    let mut writer = Writer::new(&task.folder, sector.into(), Kind::Values, effort)?;
    states.pack(|packed| writer.push(packed))?;
    writer.finish(summaries)
}

/// Counts each position once.
fn summary(pair: &Pair, states: &States, longest: Longest) -> Summary {
    let count = |row: usize| {
        let twins = Twins::of(&pair.index.classes, row);
        let mut counts = [0_u64; 3];
        for (column, set) in pair.index.columns.iter().enumerate() {
            if twins.is_empty() || twins.is_first(set) {
                counts[states.value(row, column) as usize] += 1;
            }
        }
        counts
    };
    let add = |a: [u64; 3], b: [u64; 3]| [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
    let counts = (0..pair.rows()).into_par_iter().map(count).reduce(Default::default, add);
    Summary {
        positions: counts.iter().sum(),
        wins: counts[Wdl::Win as usize],
        draws: counts[Wdl::Draw as usize],
        losses: counts[Wdl::Loss as usize],
        longest_win: longest.win,
        longest_loss: longest.loss,
    }
}
