// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm bench`: searches fixed positions to a fixed depth.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use morris::{Position, Rules};
use morris_engine::{EngineOptions, Limits, Request, RequestId, Searcher, Strength};

use super::folder::TablesInUse;
use super::interruptions;
use super::probes::{self, Probes};

/// Searches fixed positions to a fixed depth; the last two lines are the nodes, the same on every run in one thread,
/// and the nodes a second. With more threads each position is also searched by one, and what share of its time the threads
/// took is printed: the geometric mean over the positions. It also measures how soon the engine answers when
/// it is told to, and tables of solved positions where there are any.
#[derive(clap::Args)]
pub struct Arguments {
    /// How many threads search.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: u8,
    /// The size of the transposition table in MiB.
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=4096))]
    memory: u16,
    #[command(flatten)]
    tables: TablesInUse,
}

/// Positions of every phase out of real games, and how deep each is searched.
const POSITIONS: [(&str, u8); 12] = [
    (".../.../.../....../.../.../... w 9 9", 16),
    (".../.W./.../...B../.../.W./... b 7 8", 13),
    (".../.B./.../.W..W./.../.B./... w 7 7", 13),
    ("W../.B./.../.W.BW./.../.BW/..B w 5 5", 13),
    ("B.W/.BW/.../.W.BW./..B/.B./W.. w 3 3", 14),
    ("BWW/.BW/.../.W.BWB/..B/WB./W.B w 1 1", 15),
    ("BWW/.BW/B../.W.BWB/..B/WB./W.B w 0 0", 16),
    ("B.W/WBW/..W/B..W.B/.B./.W./B.. w 0 0", 16),
    ("..W/.BW/..B/W.B..B/.W./.W./B.. b 0 0", 15),
    ("WW./.../.B./B....W/.B./.../.WB w 0 0", 14),
    ("W../W../.B./..B.W./.../.B./W.B w 0 0", 14),
    ("W.W/.../.../..B.../..W/.B./..B b 0 0", 10),
];

pub fn run(arguments: &Arguments) -> Result<(), Error> {
    match measure(arguments) {
        // Whoever asked has seen enough.
        Err(Error::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn measure(arguments: &Arguments) -> Result<(), Error> {
    let (nodes, time) = search_all(arguments)?;
    let answer = interruptions::measure(arguments.options(arguments.threads)).as_micros();
    writeln!(io::stdout(), "told to move at once, it answers within {answer} µs in 99 of 100 searches")?;
    if let Some(Probes { opening, first, warm }) = probes::measure(&arguments.tables) {
        let (opening, first, warm) = (opening.as_micros(), first.as_nanos(), warm.as_nanos());
        writeln!(io::stdout(), "tables opened in {opening} µs, a probe takes {first} ns at first, {warm} ns later")?;
    }
    writeln!(io::stdout(), "nodes {nodes}")?;
    writeln!(io::stdout(), "nps {:.0}", nodes as f64 / time.as_secs_f64())?;
    Ok(())
}

/// Searches all positions, and again by one thread if there are more; the nodes and the time it took.
fn search_all(arguments: &Arguments) -> Result<(u64, Duration), Error> {
    let mut team = Searcher::new(arguments.options(arguments.threads));
    let mut alone = (arguments.threads > 1).then(|| Searcher::new(arguments.options(1)));
    let (mut nodes, mut time, mut logarithms) = (0, Duration::ZERO, 0.0);
    for (line, depth) in POSITIONS {
        let (position_nodes, position_time) = search(&mut team, line, depth)?;
        let milliseconds = position_time.as_millis();
        write!(io::stdout(), "{line}  depth {depth}  {position_nodes} nodes  {milliseconds} ms")?;
        if let Some(alone) = &mut alone {
            let (_, time_alone) = search(alone, line, depth)?;
            let share = position_time.as_secs_f64() / time_alone.as_secs_f64();
            write!(io::stdout(), "  {share:.2} of the time of one thread")?;
            logarithms += share.ln();
        }
        writeln!(io::stdout())?;
        nodes += position_nodes;
        time += position_time;
    }
    if alone.is_some() {
        let share = (logarithms / POSITIONS.len() as f64).exp();
        writeln!(io::stdout(), "{} threads take {share:.2} of the time of one", arguments.threads)?;
    }
    Ok((nodes, time))
}

impl Arguments {
    fn options(&self, threads: u8) -> EngineOptions {
        EngineOptions { memory_mib: self.memory.into(), threads: threads.into(), ..EngineOptions::default() }
    }
}

/// Searches one position; the nodes and the time it took.
fn search(thinker: &mut Searcher, line: &'static str, depth: u8) -> Result<(u64, Duration), Error> {
    let rules = Rules::STANDARD;
    let position = Position::parse(line, &rules).map_err(|source| Error::Position { line, source })?;
    let request = Request {
        ticket: RequestId(0),
        rules,
        positions: vec![position],
        among: Vec::new(),
        strength: Strength::Limits(Limits { depth: Some(depth), ..Limits::default() }),
        seed: 0,
        at_least: Duration::ZERO,
        clock: None,
    };
    let mut nodes = 0;
    let started = Instant::now();
    thinker.think(&request, || ControlFlow::Continue(()), |info| nodes = info.nodes);
    Ok((nodes, started.elapsed()))
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the bench position “{line}” cannot be: {source}")]
    Position { line: &'static str, source: morris::PositionError },
    #[error("standard output cannot be written: {0}")]
    Output(#[from] io::Error),
}
