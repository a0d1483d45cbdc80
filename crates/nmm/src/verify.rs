// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm verify`: verifies the tables.

use std::io::{self, Write};
use std::ops::ControlFlow;

use morris::Rules;
use morris_solved::tablebase::{self, Proved, Scope, TableId};

use super::examples::examples;
use super::output::Done;
use super::progress_line::ProgressLine;
use super::rules_args::parse_rules;
use super::small_game::{self, Subject};
use super::solve::parse_threads;
use super::tablebase_args::{Folder, is_other, parse_table};

/// Verify solved tables.
///
/// Compute every value again from the values after each move. Apart from the rules and the
/// numbering of positions, this shares no code with the solver.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    ("nmm verify --rules tapatan", "Verify the tables that `nmm solve --rules tapatan` has written."),
]))]
pub struct Arguments {
    /// Verify these tables, such as 5-4, placing-11, twelve-5-4, or twelve-placing-11 [default: all
    /// of the rules].
    #[arg(value_parser = parse_table)]
    tables: Vec<TableId>,
    #[command(flatten)]
    folder: Folder,
    /// Use this number of threads [default: the number of cores].
    #[arg(long, value_parser = parse_threads)]
    threads: Option<usize>,
    /// Set the rules: standard, twelve, eleven, or those of a small game.
    #[arg(long, default_value_t, value_parser = parse_rules)]
    rules: Rules,
}

pub fn run(arguments: &Arguments) -> Done {
    let folder = arguments.folder.path_to_read()?;
    let Subject::Sectors(_) = Subject::of(&arguments.rules)? else {
        small_game::refuse("the names of tables", !arguments.tables.is_empty())?;
        return small_game::verify(&folder, &arguments.rules, arguments.threads);
    };
    let is_other = |table: &&TableId| table.ply().is_some() && is_other(**table, &arguments.rules);
    if let Some(&table) = arguments.tables.iter().find(is_other) {
        return Err(Error::OtherTable { table, rules: arguments.rules.line() }.into());
    }
    let mut line = ProgressLine::start();
    let tables = arguments.tables.as_slice();
    let scope = if tables.is_empty() { Scope::Of(&arguments.rules) } else { Scope::Only(tables) };
    let verified = tablebase::verify(&folder, scope, arguments.threads, |checked| {
        if let Some(at) = checked.at {
            line.show(checked.done, checked.all, &at.to_string());
        }
        ControlFlow::Continue(())
    });
    line.finish();
    let Proved { subjects: tables, open } = verified?;
    if tables.is_empty() && open.is_empty() {
        return Err(Error::Nothing { rules: arguments.rules.line(), folder: folder.display().to_string() }.into());
    }
    let positions: u64 = tables.iter().map(|table| table.positions()).sum();
    let plies = tables.iter().filter(|table| table.ply().is_some()).count();
    let (sectors, seconds) = (tables.len() - plies, line.elapsed().as_secs_f64());
    let plies = if plies > 0 { format!(" and {plies} plies") } else { String::new() };
    writeln!(io::stdout(), "{sectors} sectors{plies} with {positions} positions are right ({seconds:.1} s)")?;
    for ply in open {
        writeln!(io::stdout(), "{ply} is not verified: what its placements lead to is not there")?;
    }
    Ok(())
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("there are no tables of the rules {rules} in {folder}")]
    Nothing { rules: String, folder: String },
    #[error("{table} is not a table of the rules {rules}")]
    OtherTable { table: TableId, rules: String },
}
