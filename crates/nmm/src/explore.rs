// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm explore`: prints what each move of a position is worth, and how many replies hold and lose.

use std::io::{self, Write};
use std::ops::ControlFlow;

use morris::{Game, Rules};
use morris_players::PartialPosition;
use morris_teach::explore::{MoveRow, explore};

use super::examples::examples;
use super::output::Done;
use super::rules_args::PositionRules;
use super::stderr::print_error;
use super::tablebase_args::TablesInUse;

/// Print what each move of a position is worth.
///
/// For each move, print its value for the side that plays it; the number of plies to the end or the
/// next removal, where the tables have it; how many replies keep the best value for the opponent;
/// and how many lose. The best moves come first.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    ("nmm explore", "Explore the first move of a game."),
    ("nmm explore '.../.W./.../...B../.../.W./... b 7 8 0'", "Print the value of each move of a position."),
    ("nmm explore --rules tapatan --tsv", "Print a table with a line for each move."),
]))]
pub struct Arguments {
    /// Explore this position line [default: the start].
    position: Vec<String>,
    #[command(flatten)]
    rules: PositionRules,
    #[command(flatten)]
    tables: TablesInUse,
    /// Print tab-separated fields without a header.
    ///
    /// The fields are: move, value (W, D, or L), plies, number of replies (0 if the move ends the
    /// game), number of replies that keep the opponent's best value, and number of replies that
    /// lose. A field is empty if it is unknown.
    #[arg(long)]
    tsv: bool,
}

pub fn run(arguments: &Arguments) -> Done {
    let (PartialPosition { position, .. }, rules) = arguments.rules.position(&arguments.position)?;
    let tables = arguments.tables.open();
    // This search is never interrupted.
    let rows = explore(&tables, &Game::from_position(rules, position), &mut || ControlFlow::Continue(()));
    if rows.is_empty() {
        print_error("the game is over: there is no move to explore");
        return Ok(());
    }
    let mut output = io::stdout().lock();
    if !arguments.tsv {
        line(&mut output, ["move", "value", "plies", "replies that hold", "that lose"].map(str::to_owned))?;
    }
    for row in rows {
        if arguments.tsv {
            writeln!(output, "{}", fields(&row, &rules).join("\t"))?;
        } else {
            line(&mut output, words(&row, &rules))?;
        }
    }
    Ok(())
}

/// Returns the fields of the table for programs.
fn fields(row: &MoveRow, rules: &Rules) -> [String; 6] {
    let value = row.value.map_or_else(String::new, |value| value.letter().to_string());
    let number = |number: Option<usize>| number.map_or_else(String::new, |number| number.to_string());
    [
        rules.board.display(row.mv).to_string(),
        value,
        number(row.plies.map(usize::from)),
        row.replies.to_string(),
        number(row.holding),
        number(row.losing),
    ]
}

/// Returns the fields of the table for people.
fn words(row: &MoveRow, rules: &Rules) -> [String; 5] {
    let value = row.value.map_or_else(|| "unknown".to_owned(), |value| value.to_string());
    let replies = match (row.replies, row.holding) {
        (0, _) => "ends the game".to_owned(),
        (replies, Some(holding)) => format!("{holding} of {replies}"),
        (replies, None) => format!("? of {replies}"),
    };
    let plies = row.plies.map_or_else(|| "-".to_owned(), |plies| plies.to_string());
    let losing = row.losing.filter(|_| row.replies > 0).map_or_else(String::new, |losing| losing.to_string());
    [rules.board.display(row.mv).to_string(), value, plies, replies, losing]
}

fn line(output: &mut impl Write, [mv, value, plies, replies, losing]: [String; 5]) -> io::Result<()> {
    let line = format!("{mv:12} {value:8} {plies:>5}  {replies:17}  {losing}");
    writeln!(output, "{}", line.trim_end())
}
