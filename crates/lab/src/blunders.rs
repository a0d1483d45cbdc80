// SPDX-License-Identifier: GPL-3.0-or-later
//! `lab blunders`: how often the engine gives value away, measured against positions whose value is
//! known.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use morris::{Move, Phase, Rules, escape_path};
use morris_engine::{EngineOptions, Info, Limits, Score, Searcher};
use morris_play::persistence::{FileError, read_text_from, read_text_up_to};
use morris_players::{TestPosition, TestPositionError, parse_time};
use morris_solved::tablebase::Tables;
use nmm::shared::{ProgressLine, STANDARD, TablesInUse, examples, parse_rules, request};

/// Measure how often the engine gives value away.
///
/// Search positions with known values, and print each move that loses value, and a table for each
/// phase.
///
/// A line of FILE has fields with tabs between them: the position; `W`, `D`, or `L` for the side to
/// move; the plies to the end or `-`; the number of legal moves; and the moves that keep the value,
/// with spaces between them. Lines that begin with # are ignored. `lab positions` prints such
/// lines.
#[derive(clap::Args)]
#[command(group(clap::ArgGroup::new("varied").multiple(true)))]
#[command(after_long_help = examples(&[
    ("lab positions --sectors 20 --placing 20 | lab blunders --depth 2 -", "Search forty positions two plies deep."),
]))]
pub struct Arguments {
    /// Read the positions from this file; - is standard input [default: 2,000 included positions,
    /// half of them of the placing phase].
    file: Option<PathBuf>,
    /// Set the rules [default: those of each line, otherwise standard].
    #[arg(long, value_name = "RULES", value_parser = parse_rules)]
    rules: Option<Rules>,
    /// Search each position for this time [default: 1s, or no limit with --depth or --nodes].
    #[arg(long, value_parser = parse_time, group = "varied")]
    time: Option<Duration>,
    /// Search this number of plies.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=127))]
    depth: Option<u8>,
    /// Search this number of nodes.
    #[arg(long, group = "varied")]
    nodes: Option<u64>,
    /// Use up to this multiple of --nodes or --time in critical positions, and half of --nodes or
    /// --time in quiet ones [default: the same for every move].
    #[arg(long, value_name = "TIMES", requires = "varied", value_parser = clap::value_parser!(u32).range(2..=1000))]
    critical_factor: Option<u32>,
    /// Search this number of positions at once.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Set the size of each transposition table, in MiB.
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=4096))]
    memory: u16,
    #[command(flatten)]
    tables: TablesInUse,
}

/// Made with `lab positions`, all sectors being solved.
const SHIPPED: &str = include_str!("../../../data/test-positions.tsv");

/// No file of known positions is larger, in bytes: that is more than 500,000 positions.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// What was measured in one phase.
#[derive(Clone, Copy, Default)]
struct Count {
    positions: usize,
    given_away: usize,
    nodes: u64,
}

const PHASES: [(Phase, &str); 3] = [(Phase::Placing, "placing"), (Phase::Moving, "moving"), (Phase::Flying, "flying")];

pub fn run(arguments: &Arguments) -> Result<(), Error> {
    let known = match &arguments.file {
        Some(path) => read(path, arguments.rules.as_ref())?,
        None => parse(SHIPPED, "the positions that come with the program".as_ref(), arguments.rules.as_ref())?,
    };
    let all = known.len() as u64;
    let mut counts = [Count::default(); PHASES.len()];
    let mut progress = ProgressLine::start();
    let mut done = 0;
    measure(arguments, &known, |known, Choice { mv, nodes }| {
        let phase = known.position.phase(known.position.side(), &known.rules);
        let count = &mut counts[PHASES.iter().position(|&(of_row, _)| of_row == phase).expect("a row for each phase")];
        count.positions += 1;
        count.nodes += nodes;
        if !known.keeping.contains(&mv) {
            count.given_away += 1;
            progress.finish();
            writeln!(io::stdout(), "{known}\tchosen: {}", known.rules.board.display(mv))?;
        }
        done += 1;
        let given_away: usize = counts.iter().map(|count| count.given_away).sum();
        progress.show(done, all, &format!("{given_away} of {done} given away"));
        Ok(())
    })?;
    progress.finish();
    print(&counts)?;
    Ok(())
}

fn read(path: &Path, rules: Option<&Rules>) -> Result<Vec<TestPosition>, Error> {
    let text = if path == Path::new(STANDARD) {
        read_text_from(io::stdin().lock(), path, MOST_BYTES)?
    } else {
        read_text_up_to(path, MOST_BYTES)?
    };
    let positions = parse(&text, path, rules)?;
    if positions.is_empty() { Err(Error::None(path.to_owned())) } else { Ok(positions) }
}

fn parse(text: &str, path: &Path, rules: Option<&Rules>) -> Result<Vec<TestPosition>, Error> {
    let lines = text
        .trim_start_matches('\u{feff}')
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let known = lines.map(|(index, line)| {
        let error = |source| Error::Line { path: path.to_owned(), line: index + 1, source };
        TestPosition::parse(line, rules).map_err(error)
    });
    known.collect()
}

/// The move chosen in a position, and how many nodes that took.
struct Choice {
    mv: Move,
    nodes: u64,
}

/// Has each position searched, and hands on what was chosen in their order, each as soon as those
/// before it are done.
fn measure(
    arguments: &Arguments,
    known: &[TestPosition],
    mut hand_on: impl FnMut(&TestPosition, Choice) -> io::Result<()>,
) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    let tables = arguments.tables.open();
    let (report, choices) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..arguments.threads {
            let (next, report, tables) = (&next, report.clone(), &tables);
            scope.spawn(move || {
                while let Some((index, known)) = Some(next.fetch_add(1, Relaxed)).and_then(|i| Some((i, known.get(i)?)))
                {
                    if choose(arguments, known, tables).is_none_or(|choice| report.send((index, choice)).is_err()) {
                        return;
                    }
                }
            });
        }
        drop(report);
        let mut early = BTreeMap::new();
        let mut done = 0;
        // Whatever ends this drops the receiver, and with it the threads end.
        for (index, choice) in choices {
            early.insert(index, choice);
            while let Some(entry) = early.first_entry().filter(|entry| *entry.key() == done) {
                hand_on(&known[done], entry.remove())?;
                done += 1;
            }
        }
        Ok(())
    })
}

/// The move chosen with an empty table, so that no position helps another.
fn choose(arguments: &Arguments, known: &TestPosition, tables: &Arc<Tables>) -> Option<Choice> {
    let Arguments { depth, nodes, critical_factor, .. } = *arguments;
    let unlimited = depth.is_none() && nodes.is_none();
    let time = arguments.time.or(unlimited.then_some(Duration::from_secs(1)));
    let options = EngineOptions { memory_mib: arguments.memory.into(), ..EngineOptions::default() };
    let request = request(known.rules, &[known.position], Limits { depth, nodes, time, critical_factor });
    let mut searcher = Searcher::new(options);
    searcher.set_tables(Arc::clone(tables));
    // Whoever has proven a win keeps it, whether or not there is a quicker one.
    let won = Cell::new(false);
    let go_on = || if won.get() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let report = |info: Info| won.set(matches!(info.score, Score::Win(_) | Score::Won));
    searcher.think(&request, go_on, report).map(|best| Choice { mv: best.mv, nodes: searcher.nodes() })
}

fn print(counts: &[Count]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    let all = counts.iter().fold(Count::default(), |all, count| Count {
        positions: all.positions + count.positions,
        given_away: all.given_away + count.given_away,
        nodes: all.nodes + count.nodes,
    });
    writeln!(output, "phase    positions  given away   share  nodes a move")?;
    let rows = PHASES.iter().zip(counts).map(|(&(_, name), count)| (name, count));
    for (name, count) in rows.chain([("all", &all)]) {
        let positions = count.positions.max(1);
        let share = 100.0 * count.given_away as f64 / positions as f64;
        let nodes = count.nodes / positions as u64;
        writeln!(output, "{name:8} {:9} {:11} {share:6.2} % {nodes:13}", count.positions, count.given_away)?;
    }
    Ok(())
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Read(#[from] FileError),
    #[error("{}: the file has no positions", escape_path(.0))]
    None(PathBuf),
    #[error("{}, line {line}: {source}", escape_path(path))]
    Line { path: PathBuf, line: usize, source: TestPositionError },
    #[error("could not write to standard output: {0}")]
    Output(#[from] io::Error),
}
