// SPDX-License-Identifier: GPL-3.0-or-later
//! Table commands for games that are small enough to be solved completely.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use morris::Rules;
use morris_solved::small_games::{GameTable, GameTask, game_path, is_small, solve_game, verify_game};
use morris_solved::tablebase::{BoardKind, Summary, TableError};

use super::output::Done;
use super::progress_line::ProgressLine;
use super::tablebase_args::Unsolved;

/// Subject of tables.
pub enum Subject {
    /// A complete small game.
    Game,
    /// Sectors on a board.
    Sectors(BoardKind),
}

impl Subject {
    /// Returns the subject of the tables for these rules.
    pub fn of(rules: &Rules) -> Done<Self> {
        if is_small(rules) {
            return Ok(Self::Game);
        }
        Ok(BoardKind::of(rules).map(Self::Sectors).ok_or_else(|| Error::NotSolved(rules.line()))?)
    }
}

/// Returns an error if an option is given that only the tables of the standard game support.
pub fn refuse(option: &'static str, given: bool) -> Done {
    if given { Err(Error::Whole(option).into()) } else { Ok(()) }
}

pub fn solve(folder: &Path, rules: Rules, threads: Option<usize>) -> Done {
    let mut line = ProgressLine::start();
    let task = GameTask { folder: folder.to_owned(), rules, threads };
    let solved = solve_game(&task, |progress| line.follow(progress));
    line.finish();
    solved.map_err(Unsolved)?;
    let path = game_path(folder, &rules);
    let bytes = fs::metadata(&path).map_or(0, |data| data.len());
    let (path, seconds) = (path.display(), line.elapsed().as_secs_f64());
    writeln!(io::stdout(), "{} is solved in {path} ({bytes} bytes, {seconds:.1} s)", rules.line())?;
    Ok(())
}

pub fn verify(folder: &Path, rules: &Rules, threads: Option<usize>) -> Done {
    let mut line = ProgressLine::start();
    let table = GameTable::open(folder, rules)?;
    let verified = verify_game(&table, threads, |progress| line.follow(progress));
    line.finish();
    let (positions, sectors, seconds) = (verified?, table.sectors().len(), line.elapsed().as_secs_f64());
    writeln!(
        io::stdout(),
        "{sectors} sectors of {} with {positions} positions are right ({seconds:.1} s)",
        rules.line()
    )?;
    Ok(())
}

/// Returns the sectors with their names, and a last row for all of them together.
pub fn sectors(folders: &[PathBuf], rules: &Rules) -> Done<Vec<(String, Summary)>> {
    let table = first_table(folders, rules)?;
    let sectors = table.sectors().iter().map(|&sector| (sector.to_string(), table.summary(sector)));
    let mut sectors: Vec<_> = sectors.collect();
    let all = sectors.iter().fold(Summary::default(), |all, (_, summary)| all + *summary);
    sectors.push(("all".to_owned(), all));
    Ok(sectors)
}

/// Opens the table of the first folder that has it. Without any, returns the error of a damaged one
/// rather than that of a missing one.
fn first_table(folders: &[PathBuf], rules: &Rules) -> Done<GameTable> {
    let mut errors = Vec::new();
    for folder in folders {
        match GameTable::open(folder, rules) {
            Ok(table) => return Ok(table),
            Err(error) => errors.push(error),
        }
    }
    let error = errors.into_iter().rev().min_by_key(TableError::is_missing);
    Err(error.map_or_else(|| Error::NoFolder.into(), Into::into))
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("you have no home folder: name the folder of the tables with --tables")]
    NoFolder,
    #[error("positions by the rules “{0}” cannot be solved: there are too many, or they remember earlier moves")]
    NotSolved(String),
    #[error("a small game is solved as a whole: omit {0}")]
    Whole(&'static str),
}
