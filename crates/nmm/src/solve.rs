// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm solve`: solves sectors and the placing phase.

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;

use morris_engine::tablebase::{self, Keep, PlacingPly, PlacingTask, SolveError, Task};

use super::progress_line::ProgressLine;
use super::small_game;
use super::table_args::{Folder, NoFolder};
use morris::Rules;

/// Solves all sectors with at most so many men, those left aside that are there already, and then the placing phase if
/// wished. It may be stopped at any moment and goes on from the last whole sector or ply. A small game (--rules six) is
/// solved whole.
#[derive(clap::Args)]
pub struct Arguments {
    /// The most men, of both sides together.
    #[arg(long, value_parser = clap::value_parser!(u8).range(6..=18), default_value_t = 18)]
    max_men: u8,
    #[command(flatten)]
    folder: Folder,
    /// The most memory, such as 800M or 6G; half of what is free if left out.
    #[arg(long, value_parser = parse_memory)]
    memory: Option<u64>,
    /// How many threads; as many as there are cores if left out.
    #[arg(long, value_parser = parse_threads)]
    threads: Option<usize>,
    /// Keep how many plies it takes, too: three to five times as large.
    #[arg(long)]
    distances: bool,
    /// Solve the placing phase, too; takes all sectors.
    #[arg(long, conflicts_with = "max_men")]
    placing: bool,
    /// The last ply of the placing phase to keep; from 12 on they are large, but with all it can be verified whole.
    #[arg(long, value_name = "PLY", value_parser = parse_ply, requires = "placing")]
    last_ply: Option<PlacingPly>,
    /// The rules: standard, those of a small game, or others that come to the same once all men are placed.
    #[arg(long, default_value_t)]
    rules: Rules,
}

pub fn run(arguments: &Arguments) -> Result<(), Error> {
    if small_game::is_chosen(&arguments.rules)? {
        small_game::refuse("--placing", arguments.placing)?;
        return Ok(small_game::solve(&arguments.folder.path()?, arguments.rules, arguments.threads)?);
    }
    let task = Task {
        folder: arguments.folder.path()?,
        most_men: arguments.max_men,
        memory: arguments.memory.or_else(half_of_free).unwrap_or(u64::MAX),
        threads: arguments.threads,
        keep: if arguments.distances { Keep::ValuesAndDistances } else { Keep::Values },
    };
    let mut line = ProgressLine::new();
    let solved = tablebase::solve(&task, |progress| {
        if let Some((sector, stage)) = progress.at {
            line.show(progress.done, progress.all, &format!("{sector}, {stage}"));
        }
        ControlFlow::Continue(())
    });
    line.finish();
    solved?;
    let (men, folder) = (arguments.max_men, task.folder.display());
    let seconds = line.elapsed().as_secs_f64();
    writeln!(io::stdout(), "all sectors with at most {men} men are solved in {folder} ({seconds:.1} s)")?;
    if arguments.placing { solve_placing(task, arguments) } else { Ok(()) }
}

fn solve_placing(task: Task, arguments: &Arguments) -> Result<(), Error> {
    let last = arguments.last_ply.unwrap_or(PlacingPly::LAST_KEPT);
    let task = PlacingTask { folder: task.folder, memory: task.memory, threads: task.threads, last };
    let mut line = ProgressLine::new();
    let solved = tablebase::solve_placing(&task, |progress| {
        if let Some(ply) = progress.at {
            line.show(progress.done, progress.all, &ply.to_string());
        }
        ControlFlow::Continue(())
    });
    line.finish();
    solved?;
    let (folder, seconds) = (task.folder.display(), line.elapsed().as_secs_f64());
    writeln!(io::stdout(), "the placing phase is solved in {folder} ({seconds:.1} s)")?;
    Ok(())
}

/// Half of the memory that is free, in bytes, where the system says it.
fn half_of_free() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024 / 2)
}

/// Reads a number of bytes: `800M`, `6G`, `6 GiB`.
fn parse_memory(text: &str) -> Result<u64, String> {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let unit = match text[end..].trim().to_ascii_lowercase().trim_end_matches('b').trim_end_matches('i') {
        "" => 1,
        "k" => 1 << 10,
        "m" => 1 << 20,
        "g" => 1 << 30,
        _ => return Err("the unit is K, M or G".to_owned()),
    };
    let number: u64 = text[..end].parse().map_err(|_| "write a number and a unit, such as 800M or 6G".to_owned())?;
    number.checked_mul(unit).ok_or_else(|| "nobody has so much".to_owned())
}

fn parse_ply(text: &str) -> Result<PlacingPly, String> {
    text.parse().ok().and_then(PlacingPly::new).ok_or_else(|| "write a number from 0 to 17".to_owned())
}

/// Reads a number of threads.
pub fn parse_threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 1..=1024) => Ok(threads),
        _ => Err("write a number from 1 to 1024".to_owned()),
    }
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Folder(#[from] NoFolder),
    #[error(transparent)]
    Solve(#[from] SolveError),
    #[error(transparent)]
    SmallGame(#[from] small_game::Error),
    #[error("standard output cannot be written: {0}")]
    Output(#[from] io::Error),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_in_any_unit() {
        for (text, bytes) in [("5", 5), ("3k", 3072), ("800M", 800 << 20), ("6G", 6 << 30), ("6 GiB", 6 << 30)] {
            assert_eq!(parse_memory(text), Ok(bytes), "{text}");
        }
        for text in ["", "G", "-1G", "1T", "1.5G", "99999999999G"] {
            assert!(parse_memory(text).is_err(), "{text}");
        }
    }
}
