// SPDX-License-Identifier: GPL-3.0-or-later
//! Retrograde analysis of a whole game.
//!
//! Sectors are solved one after the other, each with its mirror: placing and removing leads to what
//! is known. Every position is looked at once, forwards, by the rules themselves; moves within the
//! two sectors are kept as edges, and what is decided is carried back along them, the nearest end
//! first.

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

/// Which game to solve, and with what.
#[derive(Clone, Debug)]
pub struct GameTask {
    /// The folder of the tables.
    pub folder: PathBuf,
    /// The rules; their draws by repetition and quiet plies do not matter.
    pub rules: Rules,
    /// Use so many threads; as many as there are cores if `None`.
    pub threads: Option<usize>,
}

/// So many slots are looked at before it is asked whether to go on: some ten milliseconds.
const SLOTS_AT_A_TIME: usize = 1 << 14;
/// The same of positions from which values are carried back.
const BACK_AT_A_TIME: usize = 1 << 18;

/// Solves a small game and keeps its table; what was begun is gone on with, from the last whole
/// sector. `report` is called many times a second and may stop it. A table of other rules under
/// this name is made anew: another version of the program may have written these so.
///
/// # Errors
/// What came in between, such as a damaged table or something that is none.
///
/// # Panics
/// If the game is not [small](super::is_small).
pub fn solve_game(task: &GameTask, report: impl FnMut(Progress) -> ControlFlow<()> + Send) -> Result<(), SolveError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(task.threads.unwrap_or(0)).build()?;
    pool.install(|| solve_here(task, report))
}

fn solve_here(task: &GameTask, mut report: impl FnMut(Progress) -> ControlFlow<()>) -> Result<(), SolveError> {
    let layout = Layout::new(&task.rules).expect("only small games are solved whole");
    let slots = |sectors: &[GameSector]| sectors.iter().map(|&sector| layout.slots(sector) as u64).sum::<u64>();
    let all = slots(&layout.sectors);
    let Some((mut file, mut solved)) = Unfinished::open(&task.folder, &layout)? else {
        let _nothing_to_stop = report(Progress { at: None, done: all, all });
        return Ok(());
    };
    let pairs = layout.sectors.chunk_by(|a, b| *b == a.mirror());
    let mut number = 0;
    for pair in pairs {
        number += pair.len();
        if number <= solved.len() {
            continue;
        }
        // One of two may be there, if it was stopped between them.
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
    let _nothing_to_stop = report(Progress { at: None, done: all, all });
    Ok(())
}

/// A position of which some moves stay within the pair.
#[derive(Clone, Copy)]
struct Open {
    /// How many of these moves are not yet known to lose; `NEVER` if another move does not lose.
    left: u8,
    /// The plies of the quickest win by a move that leaves the pair, as a code; 0 if there is none.
    best: u8,
    /// The plies until the longest loss by a move that leaves it, as a code.
    worst: u8,
}

const NEVER: u8 = u8::MAX;

/// What the moves of some rows say.
#[derive(Default)]
struct Seen {
    codes: Vec<u8>,
    open: Vec<Open>,
    /// How many moves of each position stay within the pair.
    degrees: Vec<u8>,
    /// Where they lead to.
    targets: Vec<u32>,
}

/// A sector and its mirror, while they are solved; slots of the mirror count on.
struct Pair<'a> {
    layout: &'a Layout,
    solved: &'a [Vec<u8>],
    sectors: &'a [GameSector],
    /// Where the slots of each begin, and where the last end.
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

    /// Looks at all moves of the positions of some rows.
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
                // Nobody moves on once a mill has won: it cannot come about.
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

    /// Carries back what is decided: first what ends at once, then what ends a ply later, and so
    /// on.
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
        // What ends after so many plies, by codes, as far as it is found; some more than once.
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

/// The edges, from where they lead to.
struct Reversed {
    /// Where the sources of each slot begin, and where the last end.
    starts: Vec<u32>,
    sources: Vec<u32>,
}

impl Reversed {
    fn new(seen: Vec<Seen>, slots: usize) -> Self {
        let mut starts = vec![0; slots + 1];
        for &target in seen.iter().flat_map(|seen| &seen.targets) {
            starts[target as usize] += 1;
        }
        // Where those of each slot end: filling them in moves it back to where they begin.
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
