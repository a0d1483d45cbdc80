// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm solve`: solves sectors and the placing phase.

use std::io::{self, Write};
use std::path::Path;

use morris_solved::free_memory;
use morris_solved::tablebase::{
    self, BoardKind, Keep, LookedAhead, PlacingGame, PlacingPly, PlacingTask, SectorsTask, TableId,
};

use super::examples::examples;
use super::output::Done;
use super::plan;
use super::progress_line::ProgressLine;
use super::rules_args::parse_rules;
use super::small_game::{self, Subject};
use super::tablebase_args::{Folder, Unsolved, is_other, parse_table};
use morris::Rules;

/// Solve the game, or part of it.
///
/// Solve all sectors with at most --max-men pieces, skipping finished ones; with --placing, then
/// solve the placing phase. You can stop at any moment; the next run continues after the last
/// complete sector, ply, or part of a ply, also on another machine if you copy the folder. A small
/// game (--rules six) is solved as a whole.
#[derive(clap::Args)]
#[command(group(clap::ArgGroup::new("of_plies").args(["placing", "only"])))]
#[command(after_long_help = examples(&[
    ("nmm solve --rules tapatan", "Solve a complete small game, which takes no time."),
    ("nmm solve --max-men 7 --dir tables", "Solve all positions with at most seven pieces and none in hand; 12 and more take minutes to hours."),
]))]
pub struct Arguments {
    /// Limit the pieces of both sides together [default: 18, with the rules twelve and eleven 12].
    #[arg(long, value_parser = clap::value_parser!(u8).range(6..=24))]
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
    /// Solve the placing phase too, which needs all sectors; possible with the rules standard,
    /// twelve, and eleven.
    #[arg(long, conflicts_with = "max_men")]
    placing: bool,
    /// Keep the placing phase up to this ply; plies from 12 on are large, but with all of them
    /// everything can be verified.
    #[arg(long, value_name = "PLY", value_parser = clap::value_parser!(u8).range(0..=23), requires = "of_plies")]
    last_ply: Option<u8>,
    /// Solve nothing, but print a makefile with a step for each table.
    ///
    /// Use it with `make -j`, or with a scheduler that distributes the steps over machines with a
    /// shared folder: `make -C FOLDER -f FILE NMM=PROGRAM`.
    #[arg(long, value_enum, conflicts_with_all = ["folder", "memory", "threads", "only"])]
    plan: Option<Plan>,
    /// Solve only this table, such as 5-4 (with 4-5), placing-11, or twelve-placing-11.
    ///
    /// This is a step of a plan: the tables that it needs must exist. Several steps may share a
    /// folder.
    #[arg(long, value_name = "TABLE", value_parser = parse_table, conflicts_with_all = ["max_men", "placing"])]
    only: Option<TableId>,
    /// Set the rules: standard, twelve, eleven, those of a small game, or others that are the same
    /// after placing.
    #[arg(long, default_value_t, value_parser = parse_rules)]
    rules: Rules,
}

/// Format of a plan.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Plan {
    /// For GNU make.
    Make,
}

pub fn run(arguments: &Arguments) -> Done {
    let Subject::Sectors(board_kind) = Subject::of(&arguments.rules)? else {
        small_game::refuse("--placing", arguments.placing)?;
        small_game::refuse("--distances", arguments.distances)?;
        small_game::refuse("--plan", arguments.plan.is_some())?;
        small_game::refuse("--only", arguments.only.is_some())?;
        small_game::refuse("--memory", arguments.memory.is_some())?;
        small_game::refuse("--max-men", arguments.max_men.is_some())?;
        return small_game::solve(&arguments.folder.path()?, arguments.rules, arguments.threads);
    };
    arguments.check(board_kind)?;
    match arguments.plan {
        Some(Plan::Make) => Ok(plan::write_makefile(&mut io::stdout().lock(), &arguments.wanted(board_kind)?)?),
        None => solve(arguments, board_kind),
    }
}

impl Arguments {
    fn keep(&self) -> Keep {
        if self.distances { Keep::ValuesAndDistances } else { Keep::Values }
    }

    /// Returns the last ply of a game to keep.
    fn last_ply(&self, game: PlacingGame) -> Done<PlacingPly> {
        let Some(placements) = self.last_ply else { return Ok(game.last_kept()) };
        let last = 2 * game.men() - 1;
        Ok(PlacingPly::new(game, placements).ok_or(Error::LastPly { rules: game.id(), last })?)
    }

    /// Returns the game whose placing phase is to be solved, if it is.
    fn placing(&self) -> Done<Option<PlacingGame>> {
        let game = || PlacingGame::of(&self.rules).ok_or_else(|| Error::Placing(self.rules.line()));
        Ok(self.placing.then(game).transpose()?)
    }

    fn most_per_side(&self, board_kind: BoardKind) -> u8 {
        board_kind.most_per_side().min(self.rules.men)
    }

    fn most_men(&self, board_kind: BoardKind) -> u8 {
        let all = 2 * self.most_per_side(board_kind);
        self.max_men.unwrap_or(match board_kind {
            // Further ones take an hour, so that they must be asked for.
            BoardKind::Diagonal if !self.placing => all.min(12),
            BoardKind::Plain | BoardKind::Diagonal => all,
        })
    }

    /// Returns an error for options that the board or the table does not support.
    fn check(&self, board_kind: BoardKind) -> Done {
        let most = 2 * self.most_per_side(board_kind);
        if self.most_men(board_kind) > most {
            return Err(Error::TooManyMen { rules: self.rules.line(), most }.into());
        }
        match self.only {
            Some(table) if is_other(table, &self.rules) => {
                Err(Error::OtherTable { table, rules: self.rules.line() }.into())
            }
            Some(table @ TableId::Placing(_)) if self.distances => {
                Err(Error::NoEffect { option: "--distances", table }.into())
            }
            Some(table @ TableId::Sector(_)) if self.last_ply.is_some() => {
                Err(Error::NoEffect { option: "--last-ply", table }.into())
            }
            _ => self.placing().map(drop),
        }
    }

    fn wanted(&self, board_kind: BoardKind) -> Done<plan::Wanted> {
        Ok(plan::Wanted {
            board_kind,
            most_men: self.most_men(board_kind),
            most_per_side: self.most_per_side(board_kind),
            keep: self.keep(),
            last_ply: self.placing()?.map(|game| self.last_ply(game)).transpose()?,
        })
    }
}

fn solve(arguments: &Arguments, board_kind: BoardKind) -> Done {
    let most_men = arguments.most_men(board_kind);
    let task = SectorsTask {
        folder: arguments.folder.path()?,
        board_kind,
        most_men,
        most_per_side: arguments.most_per_side(board_kind),
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
        return solve_placing(&placing_task(&task, arguments, ply.game())?, Some(ply));
    }
    let placing = arguments.placing()?.map(|game| placing_task(&task, arguments, game)).transpose()?;
    let mut line = ProgressLine::start();
    if let Some(placing) = &placing {
        tablebase::check_room_for_all(&task, placing).map_err(Unsolved)?;
        line.will_go_on(tablebase::placing_work_left(placing).map_err(Unsolved)?);
    }
    let report = |progress| line.follow(progress);
    let solved = match arguments.only.and_then(TableId::sector) {
        Some(sector) => tablebase::solve_sector(&task, sector, report),
        None => tablebase::solve(&task, report),
    };
    line.finish();
    solved.map_err(Unsolved)?;
    let what = match arguments.only {
        Some(sector) => format!("{sector} is solved"),
        None => format!("all sectors with at most {most_men} pieces are solved"),
    };
    print_progress(&what, &task.folder, &line)?;
    placing.map_or(Ok(()), |placing| solve_placing(&placing, None))
}

fn placing_task(task: &SectorsTask, arguments: &Arguments, game: PlacingGame) -> Done<PlacingTask> {
    let SectorsTask { folder, memory, threads, .. } = task.clone();
    Ok(PlacingTask { folder, memory, threads, last: arguments.last_ply(game)? })
}

fn solve_placing(task: &PlacingTask, only: Option<PlacingPly>) -> Done {
    let mut line = ProgressLine::start();
    let report = |progress| line.follow(progress);
    let solved = match only {
        Some(ply) => tablebase::solve_placing_ply(task, ply, report),
        None => tablebase::solve_placing(task, report),
    };
    line.finish();
    solved.map_err(Unsolved)?;
    let what = only.map_or_else(|| "the placing phase".to_owned(), |ply| ply.to_string());
    print_progress(&format!("{what} is solved"), &task.folder, &line)
}

fn print_progress(what: &str, folder: &Path, line: &ProgressLine) -> Done {
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
    TooManyMen { rules: String, most: u8 },
    #[error("{table} is not a table of the rules {rules}")]
    OtherTable { table: TableId, rules: String },
    #[error("{option} has no effect on {table}: omit it")]
    NoEffect { option: &'static str, table: TableId },
    #[error("the last ply of the rules {rules} is {last}")]
    LastPly { rules: &'static str, last: u8 },
    #[error("the placing phase by the rules {0} cannot be solved: omit --placing")]
    Placing(String),
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
