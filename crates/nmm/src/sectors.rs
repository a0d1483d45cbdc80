// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm sectors`: prints a line for each solved sector, and for each solved ply of the placing
//! phase.

use std::io::{self, Write};

use morris::Rules;
use morris_solved::tablebase::{Summary, TableId};

use super::examples::examples;
use super::output::Done;
use super::rules_args::parse_rules;
use super::small_game::{self, Subject};
use super::tablebase_args::TablesInUse;

/// List what is solved.
///
/// For each solved sector and ply of the placing phase, print the number of positions (equal under
/// the 16 symmetries counted once); wins, draws, and losses of the side to move, whose pieces come
/// first in the name of a sector; and for sectors the most plies to the end or the next removal. In
/// a small game (--rules six), the name includes pieces in hand, and the plies are those to the
/// end.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    ("nmm sectors", "List the included tables, and those that you have solved."),
    ("nmm sectors --rules tapatan", "List what `nmm solve --rules tapatan` has solved."),
]))]
pub struct Arguments {
    #[command(flatten)]
    tables: TablesInUse,
    /// Print tab-separated fields without a header.
    #[arg(long)]
    tsv: bool,
    /// Set the rules: standard, twelve, eleven, or those of a small game.
    #[arg(long, default_value_t, value_parser = parse_rules)]
    rules: Rules,
}

pub fn run(arguments: &Arguments) -> Done {
    let lines = lines(arguments)?;
    let mut output = io::stdout().lock();
    let width = lines.iter().map(|[table, ..]| table.len()).max().unwrap_or(0).max(10);
    if !arguments.tsv {
        line(&mut output, width, ["sector", "positions", "wins", "draws", "losses", "longest win", "longest loss"])?;
    }
    for fields in lines {
        if arguments.tsv { writeln!(output, "{}", fields.join("\t"))? } else { line(&mut output, width, fields)? }
    }
    Ok(())
}

fn lines(arguments: &Arguments) -> Done<Vec<[String; 7]>> {
    let Subject::Sectors(_) = Subject::of(&arguments.rules)? else {
        let sectors = small_game::sectors(&arguments.tables.folders(), &arguments.rules)?;
        return Ok(sectors.into_iter().map(|(name, summary)| fields(name, summary, true)).collect());
    };
    let tables = arguments.tables.open_some()?;
    let is_of_rules = |table: &TableId| table.is_of(&arguments.rules);
    let there = TableId::all().filter(is_of_rules).filter_map(|table| Some((table, tables.summary(table)?)));
    let has_plies = |table| matches!(table, TableId::Sector(_));
    Ok(there.map(|(table, summary)| fields(table.to_string(), summary, has_plies(table))).collect())
}

fn fields(table: String, summary: Summary, has_plies: bool) -> [String; 7] {
    let Summary { positions, wins, draws, losses, longest_win, longest_loss } = summary;
    let [positions, wins, draws, losses] = [positions, wins, draws, losses].map(|count| count.to_string());
    let [longest_win, longest_loss] =
        [longest_win, longest_loss].map(|plies| if has_plies { plies.to_string() } else { "-".to_owned() });
    [table, positions, wins, draws, losses, longest_win, longest_loss]
}

fn line<T: AsRef<str>>(output: &mut impl Write, width: usize, fields: [T; 7]) -> io::Result<()> {
    let [table, rest @ ..] = fields;
    write!(output, "{:width$}", table.as_ref())?;
    rest.iter().try_for_each(|field| write!(output, " {:>12}", field.as_ref()))?;
    writeln!(output)
}
