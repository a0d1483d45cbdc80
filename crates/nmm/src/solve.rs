// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm solve`: solves sectors and the placing phase.

use std::io::{self, Write};
use std::path::Path;

use morris_solved::free_memory;
use morris_solved::tablebase::{
    self, BoardKind, Keep, LookedAhead, PlacingPly, PlacingTask, SectorsTask, SolveError, TableId,
};

use super::examples::examples;
use super::plan;
use super::progress_line::ProgressLine;
use super::small_game::{self, Subject};
use super::tablebase_args::{Folder, FolderError, parse_table, remedy};
use morris::Rules;

/// Solve the game, or part of it.
///
/// Solve all sectors with at most --max-men pieces, skip finished ones, and then optionally the
/// placing phase. You can stop at any moment; the next run continues after the last complete sector
/// or ply. A small game (--rules six) is solved as a whole.
#[derive(clap::Args)]
#[command(group(clap::ArgGroup::new("of_plies").args(["placing", "only"])))]
#[command(after_long_help = examples(&[
    ("nmm solve --rules tapatan", "Solve a complete small game, which takes no time."),
    ("nmm solve --max-men 7 --dir tables", "Solve all positions with at most seven pieces and none in hand; 12 and more take minutes to hours."),
]))]
pub struct Arguments {
    /// Limit the pieces of both sides together [default: 18, with the rules twelve 12].
    #[arg(long, value_parser = clap::value_parser!(u8).range(6..=18))]
    max_men: Option<u8>,
    #[command(flatten)]
    folder: Folder,
    /// Limit the memory, such as 800M or 6G [default: half of the free memory].
    #[arg(long, value_parser = parse_memory)]
    memory: Option<u64>,
    /// Use this number of threads [default: the number of cores].
    #[arg(long, value_parser = parse_threads)]
    threads: Option<usize>,
    /// Keep the number of plies too; tables are three to five times as large.
    #[arg(long)]
    distances: bool,
    /// Solve the placing phase too, which needs all sectors.
    #[arg(long, conflicts_with = "max_men")]
    placing: bool,
    /// Keep the placing phase up to this ply; plies from 12 on are large, but with all of them
    /// everything can be verified.
    #[arg(long, value_name = "PLY", value_parser = parse_ply, requires = "of_plies")]
    last_ply: Option<PlacingPly>,
    /// Solve nothing, but print a makefile with a step for each table.
    ///
    /// Use it with `make -j`, or with a scheduler that distributes the steps over machines with a
    /// shared folder: `make -C FOLDER -f FILE NMM=PROGRAM`.
    #[arg(long, value_enum, conflicts_with_all = ["folder", "memory", "threads", "only"])]
    plan: Option<Plan>,
    /// Solve only this table, such as 5-4 (with 4-5) or placing-11.
    ///
    /// This is a step of a plan: the tables that it needs must exist. Several steps may share a
    /// folder.
    #[arg(long, value_name = "TABLE", value_parser = parse_table, conflicts_with_all = ["max_men", "placing"])]
    only: Option<TableId>,
    /// Set the rules: standard, twelve, those of a small game, or others that are the same after
    /// placing.
    #[arg(long, default_value_t)]
    rules: Rules,
}

/// Format of a plan.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Plan {
    /// For GNU make.
    Make,
}

pub fn run(arguments: &Arguments) -> Result<(), Error> {
    let Subject::Sectors(board_kind) = Subject::of(&arguments.rules)? else {
        small_game::refuse("--placing", arguments.placing)?;
        small_game::refuse("--distances", arguments.distances)?;
        small_game::refuse("--plan", arguments.plan.is_some())?;
        small_game::refuse("--only", arguments.only.is_some())?;
        return Ok(small_game::solve(&arguments.folder.path()?, arguments.rules, arguments.threads)?);
    };
    arguments.check(board_kind)?;
    match arguments.plan {
        Some(Plan::Make) => Ok(plan::write_makefile(&mut io::stdout().lock(), &arguments.wanted(board_kind))?),
        None => solve(arguments, board_kind),
    }
}

impl Arguments {
    fn keep(&self) -> Keep {
        if self.distances { Keep::ValuesAndDistances } else { Keep::Values }
    }

    fn last_ply(&self) -> PlacingPly {
        self.last_ply.unwrap_or(PlacingPly::LAST_KEPT)
    }

    fn most_men(&self, board_kind: BoardKind) -> u8 {
        self.max_men.unwrap_or(board_kind.most_men())
    }

    /// Returns an error for options that the board does not support.
    fn check(&self, board_kind: BoardKind) -> Result<(), Error> {
        let most = board_kind.most_men();
        if self.most_men(board_kind) > most {
            return Err(Error::TooManyMen { rules: board_kind.id(), most });
        }
        let has_plies = PlacingPly::are_played_by(&self.rules);
        // The names of sectors contain their board.
        let is_other =
            |table: &TableId| !table.is_of(&self.rules) && (table.ply().is_some() || board_kind != BoardKind::Plain);
        match self.only.filter(is_other) {
            Some(table) => Err(Error::OtherTable { table, rules: self.rules.id() }),
            None if self.placing && !has_plies => Err(Error::Placing(self.rules.id())),
            None => Ok(()),
        }
    }

    fn wanted(&self, board_kind: BoardKind) -> plan::Wanted {
        let last_ply = Some(self.last_ply()).filter(|_| self.placing);
        plan::Wanted { board_kind, most_men: self.most_men(board_kind), keep: self.keep(), last_ply }
    }
}

fn solve(arguments: &Arguments, board_kind: BoardKind) -> Result<(), Error> {
    let most_men = arguments.most_men(board_kind);
    let task = SectorsTask {
        folder: arguments.folder.path()?,
        board_kind,
        most_men,
        memory: arguments.memory.or_else(|| Some(free_memory()? / 2)).unwrap_or(u64::MAX),
        threads: arguments.threads,
        keep: arguments.keep(),
        looked_ahead: match arguments.only {
            Some(_) => LookedAhead::DoNotWrite,
            None if arguments.placing => LookedAhead::LeaveForPlacing,
            None => LookedAhead::Remove,
        },
    };
    if let Some(TableId::Placing(ply)) = arguments.only {
        return solve_placing(task, arguments, Some(ply));
    }
    let mut line = ProgressLine::start();
    let report = |progress| line.follow(progress);
    let solved = match arguments.only.and_then(TableId::sector) {
        Some(sector) => tablebase::solve_sector(&task, sector, report),
        None => tablebase::solve(&task, report),
    };
    line.finish();
    solved?;
    let what = match arguments.only {
        Some(sector) => format!("{sector} is solved"),
        None => format!("all sectors with at most {most_men} men are solved"),
    };
    say(&what, &task.folder, &line)?;
    if arguments.placing { solve_placing(task, arguments, None) } else { Ok(()) }
}

fn solve_placing(task: SectorsTask, arguments: &Arguments, only: Option<PlacingPly>) -> Result<(), Error> {
    let SectorsTask { folder, memory, threads, .. } = task;
    let task = PlacingTask { folder, memory, threads, last: arguments.last_ply() };
    let mut line = ProgressLine::start();
    let report = |progress| line.follow(progress);
    let solved = match only {
        Some(ply) => tablebase::solve_placing_ply(&task, ply, report),
        None => tablebase::solve_placing(&task, report),
    };
    line.finish();
    solved?;
    let what = only.map_or_else(|| "the placing phase".to_owned(), |ply| ply.to_string());
    say(&format!("{what} is solved"), &task.folder, &line)
}

fn say(what: &str, folder: &Path, line: &ProgressLine) -> Result<(), Error> {
    let (folder, seconds) = (folder.display(), line.elapsed().as_secs_f64());
    Ok(writeln!(io::stdout(), "{what} in {folder} ({seconds:.1} s)")?)
}

/// Reads a number of bytes, such as `800M`, `6G`, or `6 GiB`.
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
    number.checked_mul(unit).ok_or_else(|| "the number is too large".to_owned())
}

fn parse_ply(text: &str) -> Result<PlacingPly, String> {
    text.parse().ok().and_then(PlacingPly::new).ok_or_else(|| "write a number from 0 to 17".to_owned())
}

/// Reads a number of threads, from 1 to 1024.
pub fn parse_threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 1..=1024) => Ok(threads),
        _ => Err("write a number from 1 to 1024".to_owned()),
    }
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("sectors of the rules {rules} have at most {most} pieces")]
    TooManyMen { rules: &'static str, most: u8 },
    #[error("{table} is not a table of the rules {rules}")]
    OtherTable { table: TableId, rules: &'static str },
    #[error("the placing phase by the rules {0} cannot be solved: omit --placing")]
    Placing(&'static str),
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error("{}{}", .0, remedy(.0))]
    Solve(#[from] SolveError),
    #[error(transparent)]
    SmallGame(#[from] small_game::Error),
    #[error("could not write to standard output: {0}")]
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
