// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm analyze`: prints the best moves of a position with their values.

use std::cmp::Reverse;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use super::examples::examples;
use super::output::Done;
use super::rules_args::PositionRules;
use super::search::request;
use super::tablebase_args::TablesInUse;
use morris::{Move, Position, Rules};
use morris_engine::{EngineOptions, Info, Limits, Request, Searcher};
use morris_players::{TrackedGame, parse_time};

/// Print the best moves of a position.
///
/// The best move comes first, with its value in pieces for the side to move (or `win in 5`, in
/// plies), the depth, and the expected moves.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    ("nmm analyze --depth 6", "Print the best first moves."),
    ("nmm analyze --time 300ms --lines 1 '.../.W./.../...B../.../.W./... b 7 8 0'", "Print Black's best move here."),
    ("nmm analyze --rules six --depth 8", "Do the same for six men's morris."),
]))]
pub struct Arguments {
    /// Analyze this position line or Sanmill FEN [default: the start].
    position: Vec<String>,
    #[command(flatten)]
    rules: PositionRules,
    /// Search this number of plies.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=127))]
    depth: Option<u8>,
    /// Search for this time, for all lines together [default: 2s, or no limit with --depth].
    #[arg(long, value_parser = parse_time)]
    time: Option<Duration>,
    /// Print this number of lines.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=1000))]
    lines: u16,
    /// Search with this number of threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: u8,
    /// Set the size of the transposition table, in MiB.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=4096))]
    memory: u16,
    #[command(flatten)]
    tables: TablesInUse,
}

pub fn run(arguments: &Arguments) -> Done {
    let (partial_position, rules) = arguments.rules.position(&arguments.position)?;
    let game = TrackedGame::from_partial_position(rules, partial_position);
    if let Some(outcome) = game.outcome() {
        writeln!(io::stdout(), "the game is over: {}", outcome.result())?;
        return Ok(());
    }
    let moves = if game.partial().is_some() { game.finishes() } else { partial_position.position.legal_moves(&rules) };
    let mut found = best_lines(arguments, &rules, &partial_position.position, moves);
    found.sort_by_key(|info| Reverse(info.score));
    let width = found.iter().map(|info| info.score.to_string().len()).max().unwrap_or(0);
    for (number, info) in found.iter().enumerate() {
        let pv: Vec<_> = info.pv.iter().map(|&mv| rules.board.display(mv).to_string()).collect();
        let (number, score) = (number + 1, info.score.to_string());
        writeln!(io::stdout(), "{number:2}  {score:>width$}  depth {:3}  {}", info.depth, pv.join(" "))?;
    }
    Ok(())
}

/// Returns the best lines. Each is the best one among the moves that do not begin an earlier line.
fn best_lines(arguments: &Arguments, rules: &Rules, position: &Position, mut moves: Vec<Move>) -> Vec<Info> {
    let lines = moves.len().min(arguments.lines.into());
    let time = arguments.time.or(arguments.depth.is_none().then_some(Duration::from_secs(2)));
    let time = time.map(|time| time / lines.max(1) as u32);
    let limits = Limits { depth: arguments.depth, time, ..Limits::default() };
    let mut searcher = Searcher::new(EngineOptions {
        memory_mib: arguments.memory.into(),
        threads: arguments.threads.into(),
        ..EngineOptions::default()
    });
    searcher.set_tables(arguments.tables.open());
    let mut found = Vec::new();
    for _ in 0..lines {
        let request = Request { search_moves: moves.clone(), ..request(*rules, &[*position], limits) };
        let mut last = None;
        searcher.think(&request, || ControlFlow::Continue(()), |info| last = Some(info));
        let Some(info) = last else { break };
        moves.retain(|mv| Some(mv) != info.pv.first());
        found.push(info);
    }
    found
}
