// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm bench`: searches fixed positions to a fixed depth.

use std::io::{self, Write};
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use morris::{Arrangement, ByColor, Color, Position, Rules};
use morris_engine::{Engine, EngineOptions, EventKind, Limits, Request, RequestId, Searcher};
use morris_solved::tablebase::{Index, Sector};

use super::output::Done;
use super::search::request;
use super::tablebase_args::TablesInUse;
use crate::examples::examples;

/// Measure the search speed of the engine.
///
/// Search fixed positions to a fixed depth. The last two lines are the nodes, which are the same on
/// every run with one thread, and the nodes per second. With more threads, also search each
/// position with one thread, and print the share of its time that the threads needed, as the
/// geometric mean over the positions. Also measure how soon the engine stops when asked, and
/// lookups in the tables of solved positions, if there are any.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    ("nmm bench --memory 4", "Print nodes, nodes per second, and the time to stop."),
]))]
pub struct Arguments {
    /// Search with this number of threads, but no more than the system can run at once.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: u8,
    /// Set the size of the transposition table, in MiB.
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=4096))]
    memory: u16,
    #[command(flatten)]
    tables: TablesInUse,
}

/// Positions of every phase from real games, each with the depth of its search in plies.
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

pub fn run(arguments: &Arguments) -> Done {
    let (nodes, time) = search_all(arguments)?;
    let answer = stop_latency(arguments.options(arguments.threads)).as_micros();
    writeln!(io::stdout(), "told to move at once, it answers within {answer} µs in 99 of 100 searches")?;
    if let Some(ProbeTimes { opening, first, warm }) = time_probes(&arguments.tables) {
        let (opening, first, warm) = (opening.as_micros(), first.as_nanos(), warm.as_nanos());
        writeln!(io::stdout(), "tables opened in {opening} µs, a probe takes {first} ns at first, {warm} ns later")?;
    }
    writeln!(io::stdout(), "nodes {nodes}")?;
    writeln!(io::stdout(), "nps {:.0}", nodes as f64 / time.as_secs_f64())?;
    Ok(())
}

/// Searches all positions, and again in one thread if there are more. Returns the nodes and the
/// time of the first search.
fn search_all(arguments: &Arguments) -> Done<(u64, Duration)> {
    let mut team = Searcher::new(arguments.options(arguments.threads));
    let threads = team.threads();
    let mut alone = (threads > 1).then(|| Searcher::new(arguments.options(1)));
    let (mut nodes, mut time, mut logarithms) = (0, Duration::ZERO, 0.0);
    for (line, depth) in POSITIONS {
        if let Some(alone) = &mut alone {
            // The first search fills the lookup tables of the evaluation, which must not count in
            // the comparison.
            search(alone, line, depth)?;
        }
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
    if let Some(words) = fewer_threads(arguments.threads, threads) {
        writeln!(io::stdout(), "{words}")?;
    }
    if alone.is_some() {
        let share = (logarithms / POSITIONS.len() as f64).exp();
        writeln!(io::stdout(), "{threads} threads take {share:.2} of the time of one")?;
    }
    Ok((nodes, time))
}

/// Returns a message if fewer threads search than requested.
fn fewer_threads(asked: u8, searching: usize) -> Option<String> {
    let search = if searching == 1 { "searches" } else { "search" };
    (searching < asked.into()).then(|| format!("of {asked} threads {searching} {search}: there are no more processors"))
}

impl Arguments {
    fn options(&self, threads: u8) -> EngineOptions {
        EngineOptions { memory_mib: self.memory.into(), threads: threads.into(), ..EngineOptions::default() }
    }
}

/// Searches one position. Returns the nodes and the time taken.
fn search(searcher: &mut Searcher, line: &'static str, depth: u8) -> Done<(u64, Duration)> {
    let rules = Rules::STANDARD;
    let position = Position::parse(line, &rules).map_err(|source| BenchError { line, source })?;
    let request = request(rules, &[position], Limits { depth: Some(depth), ..Limits::default() });
    let mut nodes = 0;
    let started = Instant::now();
    searcher.think(&request, || ControlFlow::Continue(()), |info| nodes = info.nodes);
    Ok((nodes, started.elapsed()))
}

/// Number of searches that are interrupted.
const STOPS: u64 = 200;
/// Milliseconds after which searches are interrupted, one value after the other.
const STOP_AFTER: RangeInclusive<u64> = 1..=8;

/// Returns the 99th percentile of the time from the request to move until the answer, measured on
/// searches of the start.
fn stop_latency(options: EngineOptions) -> Duration {
    let (sender, events) = mpsc::channel();
    let engine = Engine::start(move |event| _ = sender.send(event));
    engine.set_options(options);
    let rules = Rules::STANDARD;
    let interrupted = |number: u64| {
        let request = request(rules, &[Position::start(&rules)], Limits::default());
        engine.think(Request { id: RequestId(number), seed: number, ..request });
        thread::sleep(Duration::from_millis(STOP_AFTER.start() + number % (STOP_AFTER.end() - STOP_AFTER.start() + 1)));
        let told = Instant::now();
        engine.move_now();
        events.iter().find(|event| !matches!(event.kind, EventKind::Info(_)));
        told.elapsed()
    };
    let mut times: Vec<_> = (0..STOPS).map(interrupted).collect();
    times.sort();
    times[times.len() * 99 / 100]
}

/// Number of positions probed in each sector, each together with all positions one move away.
const PROBED: u64 = 4;
/// Number of repeated probes of each position once its block is cached.
const REPEATS: u32 = 20;

struct ProbeTimes {
    opening: Duration,
    /// Average time of a probe: of the first one, and of later ones.
    first: Duration,
    warm: Duration,
}

/// Measures the tables in use. Returns `None` if there are none.
fn time_probes(tables: &TablesInUse) -> Option<ProbeTimes> {
    let started = Instant::now();
    let tables = tables.open();
    let opening = started.elapsed();
    let (mut first, mut warm) = (Asked::default(), Asked::default());
    // Goes sector by sector, since the blocks of all sectors together would evict each other.
    for positions in Sector::all().filter(|sector| tables.summary(*sector).is_some()).map(samples) {
        let ask = || positions.iter().filter(|position| tables.value(position, &Rules::STANDARD).is_some()).count();
        first.time(ask);
        warm.time(|| (0..REPEATS).map(|_| ask()).sum());
    }
    Some(ProbeTimes { opening, first: first.each()?, warm: warm.each()? })
}

/// Total time of some probes.
#[derive(Default)]
struct Asked {
    time: Duration,
    probes: usize,
}

impl Asked {
    /// Runs `probes`, which returns their number, and adds their time.
    fn time(&mut self, probes: impl FnOnce() -> usize) {
        let started = Instant::now();
        self.probes += probes();
        self.time += started.elapsed();
    }

    /// Returns the average time of one probe.
    fn each(&self) -> Option<Duration> {
        self.time.checked_div(u32::try_from(self.probes).ok()?)
    }
}

/// Returns some positions of a sector, and the positions after each of their moves.
fn samples(sector: Sector) -> Vec<Position> {
    let index = Index::new(sector);
    let position = |sample: u64| {
        let (white, black) = index.men(sample.wrapping_mul(0x9e37_79b9_7f4a_7c15) % index.len());
        let (men, hand) = (ByColor { white, black }, ByColor { white: 0, black: 0 });
        let arrangement = Arrangement::new(men, hand, Color::White);
        arrangement.check(&Rules::STANDARD).expect("men of a sector do not overlap")
    };
    let starts: Vec<_> = (1..=PROBED).map(position).collect();
    let after = |start: &Position| {
        let moves = start.legal_moves(&Rules::STANDARD).into_iter();
        moves.map(|mv| start.play_unchecked(mv, &Rules::STANDARD)).collect::<Vec<_>>()
    };
    starts.iter().copied().chain(starts.iter().flat_map(after)).collect()
}

#[derive(Debug, thiserror::Error)]
#[error("the bench position “{line}” cannot be: {source}")]
struct BenchError {
    line: &'static str,
    source: morris::PositionError,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Depth reduction of this test. `NODES` is the count of `nmm bench` with each depth reduced by
    /// it, in one thread with 16 MiB. A commit that changes the count on purpose says so with
    /// `Bench:`.
    const LESS: u8 = 4;
    const NODES: u64 = 970_908;

    fn options() -> EngineOptions {
        EngineOptions { memory_mib: 16, threads: 1, ..EngineOptions::default() }
    }

    #[test]
    fn the_search_sees_as_many_nodes_as_it_did() {
        let mut searcher = Searcher::new(options());
        let nodes = |(line, depth)| search(&mut searcher, line, depth - LESS).unwrap().0;
        assert_eq!(POSITIONS.into_iter().map(nodes).sum::<u64>(), NODES);
    }

    /// Checks the node count from the start of each listed game, given by its id and a depth.
    #[test]
    fn other_games_are_searched_as_they_were() {
        let counted = |id: &str, depth: u8| {
            let rules: Rules = id.parse().unwrap();
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let request = request(rules, &[Position::start(&rules)], limits);
            let mut nodes = 0;
            Searcher::new(options()).think(&request, || ControlFlow::Continue(()), |info| nodes = info.nodes);
            format!("{id}\t{depth}\t{nodes}")
        };
        let known = include_str!("../tests/data/bench.tsv");
        let rows = known.lines().filter(|line| !line.starts_with('#'));
        let now = rows.clone().map(|row| {
            let mut fields = row.split('\t');
            counted(fields.next().unwrap(), fields.next().unwrap().parse().unwrap())
        });
        assert_eq!(now.collect::<Vec<_>>(), rows.collect::<Vec<_>>());
    }

    #[test]
    fn threads_that_are_not_started_are_named() {
        assert_eq!([fewer_threads(1, 1), fewer_threads(4, 4)], [None, None]);
        assert_eq!(fewer_threads(4, 2).unwrap(), "of 4 threads 2 search: there are no more processors");
        assert_eq!(fewer_threads(2, 1).unwrap(), "of 2 threads 1 searches: there are no more processors");
    }
}
