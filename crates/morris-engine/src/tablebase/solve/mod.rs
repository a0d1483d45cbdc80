// SPDX-License-Identifier: GPL-3.0-or-later
//! The solver: from the positions that are decided at once back to all others, sector by sector.
//!
//! A position is lost if its side is blocked or if all its moves lead to wins of the other side, and won if one move
//! leads to a loss of the other side. What is decided is carried back to the positions before, round by round; what is
//! left when nothing changes any more is drawn. The round is the distance: plies to the end or the next removal.

mod folder;
mod pair;
mod placing;
mod row;
mod seed;
mod states;

use std::fmt;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use self::folder::{Lock, MIB, is_there, or_stopped};
use self::pair::{Longest, Pair};
use self::row::Twins;
use self::seed::{Below, SolvedValues};
use self::states::States;
use super::file::{self, TableFile};
use super::{Index, Kind, Sector, Summary, TableError, Wdl};

pub use self::folder::SolveError;
pub use self::placing::{PlacingProgress, PlacingTask, placing_memory_needed, solve_placing};

/// What to solve, and with what.
#[derive(Clone, Debug)]
pub struct Task {
    /// The folder of the tables.
    pub folder: PathBuf,
    /// Solve the sectors with at most so many men, 6 to 18.
    pub most_men: u8,
    /// Use at most so many bytes of memory.
    pub memory: u64,
    /// Use so many threads; as many as there are cores if `None`.
    pub threads: Option<usize>,
    /// What to keep of each sector.
    pub keep: Keep,
}

/// What to keep of each sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The values.
    Values,
    /// The values and the distances.
    ValuesAndDistances,
}

/// How far the solver is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The sector it is at, together with its mirror, and what it does there; `None` at the end.
    pub at: Option<(Sector, Stage)>,
    /// How many slots it has solved in this run.
    pub done: u64,
    /// How many slots it has to solve in this run.
    pub all: u64,
}

/// What the solver does in a sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It looks at what removals and blocking decide.
    Seed,
    /// It carries back what is decided in so many plies.
    Spread(u8),
    /// It packs and writes the tables.
    Write,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seed => f.write_str("removals"),
            Self::Spread(plies) => write!(f, "ply {plies}"),
            Self::Write => f.write_str("writing"),
        }
    }
}

/// Solves what is not there yet. `report` is called some times a second and may stop it; whole sectors stay, and the
/// next call goes on from there.
///
/// The tables are the same, byte for byte, whatever the number of threads and however often it was stopped.
///
/// # Errors
/// What came in between; a damaged table that is there already is left alone and named.
pub fn solve(task: &Task, report: impl FnMut(Progress) -> ControlFlow<()> + Send) -> Result<(), SolveError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(task.threads.unwrap_or(0)).build()?;
    pool.install(|| solve_here(task, report))
}

fn solve_here(task: &Task, mut report: impl FnMut(Progress) -> ControlFlow<()>) -> Result<(), SolveError> {
    let _lock = Lock::take(&task.folder)?;
    let open = missing(task)?;
    let all = open.iter().map(|sector| sector.slots()).sum();
    let mut done = 0;
    for sector in open {
        let needed = memory_needed(sector, task.keep);
        if needed > task.memory {
            return Err(SolveError::Memory {
                subject: sector.into(),
                needed: needed.div_ceil(MIB),
                allowed: task.memory / MIB,
            });
        }
        solve_pair(task, sector, |stage| report(Progress { at: Some((sector, stage)), done, all }))?;
        done += sector.slots();
    }
    let _at_the_end_nothing_is_left_to_stop = report(Progress { at: None, done, all });
    Ok(())
}

/// How many bytes of memory a sector takes, at most, together with its mirror.
#[must_use]
pub fn memory_needed(sector: Sector, keep: Keep) -> u64 {
    let large = larger_first(sector);
    let below: u64 = Below::sectors(large).into_iter().flatten().map(|sector| sector.slots() / 4).sum();
    let rounds = match keep {
        Keep::Values => 0,
        Keep::ValuesAndDistances => 2 * large.slots(),
    };
    // Some megabytes for the classes, the threads and the blocks to be written.
    Pair::memory(large) + rounds + below.max(large.slots() / 3) + 32 * MIB
}

fn larger_first(sector: Sector) -> Sector {
    if sector.mover() >= sector.other() { sector } else { sector.mirror() }
}

/// The sectors, those with the larger side to move, that are missing or whose mirror is.
fn missing(task: &Task) -> Result<Vec<Sector>, SolveError> {
    let mut missing = Vec::new();
    let sectors = Sector::all().filter(|sector| sector.mover() >= sector.other() && sector.men() <= task.most_men);
    for sector in sectors {
        if !tables(sector, task.keep).try_fold(true, |all, (sector, kind)| {
            Ok::<_, TableError>(all && is_there(&task.folder, sector.into(), kind)?)
        })? {
            missing.push(sector);
        }
    }
    Ok(missing)
}

/// The tables that a pair of sectors has.
fn tables(large: Sector, keep: Keep) -> impl Iterator<Item = (Sector, Kind)> {
    let mirror = Some(large.mirror()).filter(|mirror| *mirror != large);
    let kinds: &[Kind] = match keep {
        Keep::Values => &[Kind::Values],
        Keep::ValuesAndDistances => &[Kind::Values, Kind::Distances],
    };
    [Some(large), mirror].into_iter().flatten().flat_map(move |sector| kinds.iter().map(move |&kind| (sector, kind)))
}

fn solve_pair(task: &Task, large: Sector, mut go_on: impl FnMut(Stage) -> ControlFlow<()>) -> Result<(), SolveError> {
    let [fewer_small, fewer_large] =
        Below::sectors(large).map(|sector| sector.map(|sector| load(&task.folder, sector)).transpose());
    let below = Below { fewer_small: fewer_small?, fewer_large: fewer_large? };
    let mut pair = Pair::new(Index::new(large));
    if task.keep == Keep::ValuesAndDistances {
        pair = pair.keep_rounds();
    }
    or_stopped(pair.seed(&below, || go_on(Stage::Seed)))?;
    drop(below);
    let longest = or_stopped(pair.spread(|round| go_on(Stage::Spread(round))))?;
    or_stopped(go_on(Stage::Write))?;
    for (sector, states, longest) in [(large, &pair.large, longest[0]), (large.mirror(), &pair.small, longest[1])] {
        if sector != large || std::ptr::eq(states, &pair.large) {
            let summary = summary(&pair, states, longest);
            debug_assert_eq!(summary.positions, sector.positions());
            save(task, sector, states, summary)?;
        }
    }
    Ok(())
}

fn load(folder: &Path, sector: Sector) -> Result<SolvedValues, TableError> {
    let packed = TableFile::open(folder, sector, Kind::Values)?.all()?;
    Ok(SolvedValues { index: Index::new(sector), packed })
}

fn save(task: &Task, sector: Sector, states: &States, summary: Summary) -> Result<(), TableError> {
    // The distances first: a sector whose values are there is whole.
    if let Some(rounds) = states.rounds() {
        file::write(&task.folder, sector, Kind::Distances, summary, &rounds)?;
    }
    file::write(&task.folder, sector, Kind::Values, summary, &states.pack())
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
