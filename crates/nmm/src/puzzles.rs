// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm puzzles`: generates puzzles from the tables of solved positions.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

use morris::Rules;
use morris_solved::tablebase::Tables;
use morris_teach::puzzles::{self, MOST_SHOWN, Puzzle, PuzzleGenerator, PuzzleKind, Theme, Wanted};

use super::output::Done;
use crate::examples::examples;
use crate::rules_args::parse_rules;
use crate::stderr::print_error;
use crate::tablebase_args::TablesInUse;

/// Make puzzles from the tables of solved positions.
///
/// The included tables are enough. The same seed makes the same puzzles.
///
/// With --tsv, each puzzle is a line of tab-separated fields: the kind; the rules; the
/// position; W, D, or L for the side to move; the right moves, and the whole line of both players,
/// with spaces between them; the rating; and the themes, with commas between them.
///
/// Exit status: 1 if --check finds a wrong puzzle; 2 for errors.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    ("nmm puzzles --count 3 --kind win", "Make three positions to win in two to four moves."),
    ("nmm puzzles --count 5 --seed 2026 --tsv > sheet.tsv", "Make five for a worksheet, as a table."),
]))]
pub struct Arguments {
    /// Make N puzzles.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    count: u32,
    /// Make the first puzzle from this seed, and each further one from the next seed; equivalent
    /// positions are skipped.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Make only this kind: only, win, draw, removal, place, or fly.
    #[arg(long, value_name = "KIND")]
    kind: Option<PuzzleKind>,
    /// Make only puzzles with this theme, such as zugzwang.
    #[arg(long, value_name = "THEME")]
    theme: Option<Theme>,
    /// Set the rules; there must be tables for them.
    #[arg(long, value_name = "RULES", default_value_t, value_parser = parse_rules)]
    rules: Rules,
    /// Print a table.
    #[arg(long)]
    tsv: bool,
    /// Prove each puzzle by a second, independent method.
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    tables: TablesInUse,
}

pub fn run(arguments: &Arguments) -> Done<ExitCode> {
    let tables = arguments.tables.open();
    let mut output = io::stdout().lock();
    if arguments.tsv {
        writeln!(output, "{}", puzzles::HEAD)?;
    }
    let (mut faults, mut shown) = (0_u32, VecDeque::new());
    for number in 0..u64::from(arguments.count) {
        let seed = arguments.seed.wrapping_add(number);
        let puzzle = make(arguments, &tables, seed, &shown)?;
        shown.push_back(puzzle.key());
        if shown.len() > MOST_SHOWN {
            shown.pop_front();
        }
        if arguments.tsv {
            writeln!(output, "{puzzle}")?
        } else {
            describe(&puzzle, &mut output)?
        }
        if let Some(fault) = Some(&puzzle).filter(|_| arguments.check).and_then(|it| puzzles::check(it, &tables).err())
        {
            print_error(&format!("the puzzle of seed {seed} is wrong: {fault}"));
            faults += 1;
        }
    }
    if arguments.check && !arguments.tsv {
        writeln!(output, "{} puzzles, {faults} wrong", arguments.count)?;
    }
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn make(arguments: &Arguments, tables: &Tables, seed: u64, shown: &VecDeque<puzzles::PuzzleKey>) -> Done<Puzzle> {
    let Arguments { kind, theme, rules, .. } = arguments;
    let wanted = Wanted { kind: *kind, theme: *theme, rating: None };
    let mut maker = PuzzleGenerator::new(tables, rules).avoiding(shown.iter().copied());
    let puzzle = maker.make(seed, &wanted, &mut || ControlFlow::Continue(()));
    Ok(puzzle.ok_or_else(|| NoPuzzle { rules: rules.line() })?)
}

fn describe(puzzle: &Puzzle, output: &mut impl Write) -> io::Result<()> {
    let Puzzle { kind, rules, position, line, rating, themes, .. } = puzzle;
    let line: Vec<_> = line.iter().map(|&mv| rules.board.display(mv).to_string()).collect();
    let themes: Vec<_> = themes.iter().map(|theme| theme.id()).collect();
    writeln!(output, "{}", position.line_with_rules(rules))?;
    writeln!(output, "    {kind}, {rating}: {} {}", line.join(" "), themes.join(", "))
}

#[derive(Debug, thiserror::Error)]
#[error("the tables here give no such puzzle for the rules “{rules}”")]
struct NoPuzzle {
    rules: String,
}
