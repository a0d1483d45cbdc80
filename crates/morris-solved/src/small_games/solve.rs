// SPDX-License-Identifier: GPL-3.0-or-later
//! Retrograde analysis of a whole game.
//!
//! Sectors are solved one after the other, each together with its mirror. Placing and removing lead
//! to sectors that are solved already. Every position is examined once, forward, with the rules
//! themselves. Moves within the two sectors are stored as edges, and decided values are propagated
//! backward along them, the nearest end first.

use std::ops::ControlFlow;
use std::path::PathBuf;

use rayon::prelude::*;

use super::code::Code;
use super::file::Unfinished;
use super::layout::Layout;
use super::sector::GameSector;
use crate::progress::{At, Progress};
use crate::tablebase::SolveError;
use morris::{Position, Rules};

/// Small game to solve, and settings of the solver.
#[derive(Clone, Debug)]
pub struct GameTask {
    /// Folder of the tables.
    pub folder: PathBuf,
    /// Rules of the game. Their draws by repetition and quiet plies do not matter.
    pub rules: Rules,
    /// Number of threads, or `None` for one thread per core.
    pub threads: Option<usize>,
}

/// Number of slots examined between two checks for cancellation. Takes about ten milliseconds.
const SLOTS_AT_A_TIME: usize = 1 << 14;
/// Number of positions propagated backward between two checks for cancellation.
const BACK_AT_A_TIME: usize = 1 << 18;

/// Solves a small game and writes its table. An unfinished table is resumed after its last complete
/// sector. `report` is called many times per second and may stop the solver. A table of other rules
/// under this name is an error, whether finished or not.
///
/// # Errors
/// Returns the reason why the solver ended early, such as a damaged table or a file that is not a
/// table.
///
/// # Panics
/// Panics if the game is not [small](super::is_small).
pub fn solve_game(task: &GameTask, report: impl FnMut(Progress) -> ControlFlow<()> + Send) -> Result<(), SolveError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(task.threads.unwrap_or(0)).build()?;
    pool.install(|| solve_here(task, report))
}

fn solve_here(task: &GameTask, mut report: impl FnMut(Progress) -> ControlFlow<()>) -> Result<(), SolveError> {
    let layout = Layout::new(&task.rules).expect("only small games are solved whole");
    let slots = |sectors: &[GameSector]| sectors.iter().map(|&sector| layout.slots(sector) as u64).sum::<u64>();
    let all = slots(&layout.sectors);
    let Some((mut file, mut solved)) = Unfinished::open(&task.folder, &layout)? else {
        // Nothing is left to stop.
        _ = report(Progress { at: None, done: all, all });
        return Ok(());
    };
    let pairs = layout.sectors.chunk_by(|a, b| *b == a.mirror());
    let mut number = 0;
    for pair in pairs {
        number += pair.len();
        if number <= solved.len() {
            continue;
        }
        // One sector of the pair may be written already, if the solver was stopped between the two.
        let done = slots(&layout.sectors[..number - pair.len()]);
        let progress = Progress { at: Some(At::Game(pair[0])), done, all };
        let mut go_on = || match report(progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(SolveError::Stopped),
        };
        let codes = Pair::new(&layout, &solved[..number - pair.len()], pair).solve(&mut go_on)?;
        for codes in codes.into_iter().skip(solved.len() + pair.len() - number) {
            file.push(&codes)?;
            solved.push(codes);
        }
    }
    file.finish()?;
    // Nothing is left to stop.
    _ = report(Progress { at: None, done: all, all });
    Ok(())
}

/// A position with moves that stay within the pair.
#[derive(Clone, Copy)]
struct Open {
    /// Number of these moves that are not yet known to lose. `NEVER` if another move does not lose.
    left: u8,
    /// Plies to the quickest win by a move that leaves the pair, as a code. 0 if there is no such
    /// win.
    best: u8,
    /// Plies to the longest loss by a move that leaves the pair, as a code.
    worst: u8,
}

const NEVER: u8 = u8::MAX;

/// Results of examining the moves of some rows.
#[derive(Default)]
struct Seen {
    codes: Vec<u8>,
    open: Vec<Open>,
    /// For each position, the number of moves that stay within the pair.
    degrees: Vec<u8>,
    targets: Vec<u32>,
}

/// A sector and its mirror while they are solved. Slots of the mirror follow those of the sector.
struct Pair<'a> {
    layout: &'a Layout,
    solved: &'a [Vec<u8>],
    sectors: &'a [GameSector],
    /// Index of the first slot of each sector, and the end of the last.
    starts: Vec<usize>,
}

impl<'a> Pair<'a> {
    fn new(layout: &'a Layout, solved: &'a [Vec<u8>], sectors: &'a [GameSector]) -> Self {
        let mut starts = vec![0];
        starts.extend(sectors.iter().scan(0, |end, &sector| {
            *end += layout.slots(sector);
            Some(*end)
        }));
        Self { layout, solved, sectors, starts }
    }

    fn solve(&self, go_on: &mut impl FnMut() -> Result<(), SolveError>) -> Result<Vec<Vec<u8>>, SolveError> {
        let mut seen = Vec::new();
        for &sector in self.sectors {
            let columns = self.layout.numbering.columns(sector.men);
            let rows: Vec<_> = (0..self.layout.numbering.rows(sector.men[0])).collect();
            for some in rows.chunks(SLOTS_AT_A_TIME.div_ceil(columns)) {
                go_on()?;
                let look = |rows: &[usize]| self.look_at(sector, rows);
                seen.par_extend(some.par_chunks(some.len().div_ceil(8)).map(look));
            }
        }
        let mut codes = self.carry_back(seen, go_on)?;
        let second = codes.split_off(self.starts[1]);
        Ok([codes, second].into_iter().take(self.sectors.len()).collect())
    }

    /// Examines all moves of the positions of some rows.
    fn look_at(&self, sector: GameSector, rows: &[usize]) -> Seen {
        let mut seen = Seen::default();
        for &row in rows {
            self.layout.for_each_in_row(sector, row, |position| match position {
                Some(position) => self.look(&position, &mut seen),
                None => seen.push(Code::NONE, None, 0),
            });
        }
        seen
    }

    fn look(&self, position: &Position, seen: &mut Seen) {
        let rules = &self.layout.rules;
        if let Some(over) = position.outcome(rules) {
            let code = match over.winner() {
                // No move follows once a mill has won, so the position is unreachable.
                Some(winner) if winner == position.side() => Code::NONE,
                Some(_) => Code::after(0),
                None => Code::DRAW,
            };
            return seen.push(code, None, 0);
        }
        let before = seen.targets.len();
        let mut open = Open { left: 0, best: 0, worst: 0 };
        position.for_each_move(rules, |mv| {
            let next = position.play_unchecked(mv, rules);
            let code = match self.layout.find(&next) {
                Some((number, slot)) => match self.solved.get(number) {
                    Some(codes) => Code(codes[slot]),
                    None => {
                        let start = self.starts[number - self.solved.len()];
                        return seen.targets.push((start + slot) as u32);
                    }
                },
                None => Code::after(0),
            };
            match code.plies() {
                None => open.left = NEVER,
                Some(plies) if plies % 2 == 0 => {
                    open.left = NEVER;
                    let win = Code::after(u16::from(plies) + 1).0;
                    open.best = if open.best == 0 { win } else { open.best.min(win) };
                }
                Some(plies) => open.worst = open.worst.max(Code::after(u16::from(plies) + 1).0),
            }
        });
        let degree = (seen.targets.len() - before) as u8;
        if open.left != NEVER {
            open.left = degree;
        }
        match degree {
            0 if open.best > 0 => seen.push(Code(open.best), None, 0),
            0 if open.left == 0 => seen.push(Code(open.worst), None, 0),
            0 => seen.push(Code::DRAW, None, 0),
            _ => seen.push(Code::DRAW, Some(open), degree),
        }
    }

    /// Propagates decided values backward: first the positions that end at once, then those that
    /// end one ply later, and so on.
    fn carry_back(
        &self,
        seen: Vec<Seen>,
        go_on: &mut impl FnMut() -> Result<(), SolveError>,
    ) -> Result<Vec<u8>, SolveError> {
        let slots = *self.starts.last().expect("at least one sector");
        let mut codes = Vec::with_capacity(slots);
        seen.iter().for_each(|seen| codes.extend(&seen.codes));
        if seen.iter().all(|seen| seen.targets.is_empty()) {
            return Ok(codes);
        }
        let mut open: Vec<Open> = Vec::with_capacity(slots);
        seen.iter().for_each(|seen| open.extend(&seen.open));
        let before = Reversed::new(seen, slots);
        // For each code, the positions found with it so far. A position may occur more than once.
        let mut waiting = vec![Vec::new(); usize::from(u8::MAX)];
        for (slot, code) in codes.iter_mut().enumerate().filter(|(_, code)| **code != Code::NONE.0) {
            let found = if *code == Code::DRAW.0 { open[slot].best } else { std::mem::take(code) };
            if found != Code::DRAW.0 {
                waiting[usize::from(found)].push(slot as u32);
            }
        }
        let mut until_asked = 0;
        while let Some(code) = (1..Code::NONE.0).find(|&code| !waiting[usize::from(code)].is_empty()) {
            let earlier = Code::after(u16::from(code)).0;
            for slot in std::mem::take(&mut waiting[usize::from(code)]) {
                if until_asked == 0 {
                    go_on()?;
                    until_asked = BACK_AT_A_TIME;
                }
                until_asked -= 1;
                if codes[slot as usize] != Code::DRAW.0 {
                    continue;
                }
                codes[slot as usize] = code;
                for &source in before.of(slot) {
                    if codes[source as usize] != Code::DRAW.0 {
                        continue;
                    }
                    let open = &mut open[source as usize];
                    if Code(code).is_loss() {
                        waiting[usize::from(earlier)].push(source);
                    } else if open.left != NEVER {
                        open.left -= 1;
                        if open.left == 0 {
                            waiting[usize::from(earlier.max(open.worst))].push(source);
                        }
                    }
                }
            }
        }
        Ok(codes)
    }
}

impl Seen {
    fn push(&mut self, code: Code, open: Option<Open>, degree: u8) {
        self.codes.push(code.0);
        self.open.push(open.unwrap_or(Open { left: NEVER, best: 0, worst: 0 }));
        self.degrees.push(degree);
    }
}

/// Edges by their targets.
struct Reversed {
    /// Index of the first source of each slot, and the end of the last.
    starts: Vec<u32>,
    sources: Vec<u32>,
}

impl Reversed {
    fn new(seen: Vec<Seen>, slots: usize) -> Self {
        let mut starts = vec![0; slots + 1];
        for &target in seen.iter().flat_map(|seen| &seen.targets) {
            starts[target as usize] += 1;
        }
        // The end of each slot's sources. Filling them in moves it back to their start.
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let mut sources = vec![0; end as usize];
        let mut source = 0;
        for Seen { degrees, targets, .. } in seen {
            let mut targets = targets.into_iter();
            for degree in degrees {
                for target in targets.by_ref().take(degree.into()) {
                    let place = &mut starts[target as usize];
                    *place -= 1;
                    sources[*place as usize] = source;
                }
                source += 1;
            }
        }
        Self { starts, sources }
    }

    fn of(&self, slot: u32) -> &[u32] {
        let [start, end] = [slot, slot + 1].map(|slot| self.starts[slot as usize] as usize);
        &self.sources[start..end]
    }
}
