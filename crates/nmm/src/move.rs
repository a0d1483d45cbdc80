// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm move`: plays White's move on a text board file.

use std::ffi::OsString;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use morris::{ByColor, Color, Move, Position, Rules, escape, escape_path};
use morris_engine::{EngineOptions, Limits, Searcher};
use morris_play::persistence::{FileError, MAX_FILE_BYTES, read_text, read_text_from};
use morris_players::{BoardFile, BoardFileError, Format, Period};

use super::classroom_eval::{Evaluate, best, lines, material};
use super::examples::examples;
use super::output::{Done, Output, OutputError, STANDARD};
use super::rules_args::parse_rules;
use super::search::request;

/// Thinking time of our engine if no depth is given.
const TIME: Duration = Duration::from_secs(2);
/// Default depth of a search with another evaluation, in plies.
const SHALLOW: u8 = 1;

/// Choose White's move on a board of 24 letters.
///
/// Write the new board, and print the move, and the winner if the game is over. On an error, write
/// nothing.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    ("nmm move board1.txt 1 --depth 8", "Play in the opening, and write board1.out.txt."),
    ("nmm move board1.txt 2 -o after.txt --evaluation material --depth 3", "Play later in the game, with the evaluation of the classroom."),
]))]
pub struct Arguments {
    /// Read this board of 24 letters W, B, or x; - is standard input.
    ///
    /// The bottom row comes first: a1 d1 g1 b2 d2 f2 c3 d3 e3 a4 b4 c4 e4 f4 g4 c5 d5 e5 b6 d6 f6
    /// a7 d7 g7.
    file: PathBuf,
    /// Play the opening (1), or the midgame and endgame (2).
    period: String,
    /// Write the new board to this file, replacing it if it exists; - is standard output [default:
    /// the name of FILE with .out before its extension].
    ///
    /// With standard output, the move is printed on standard error. The default for standard input
    /// is standard output. A file with the default name is only replaced with --force.
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Replace a file with the default name.
    #[arg(long)]
    force: bool,
    /// Set the pieces in hand of White and Black in the opening [default: for both, nine minus the
    /// pieces of the side with more].
    #[arg(long, value_name = "W,B")]
    hand: Option<String>,
    /// Use this evaluation instead of the built-in engine.
    #[arg(long)]
    evaluation: Option<Evaluation>,
    /// Search this number of plies, 1 to 127 [default: 1 with --evaluation, otherwise what two
    /// seconds allow].
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=127))]
    depth: Option<u8>,
    /// Set the rules.
    #[arg(long, default_value_t, value_parser = parse_rules)]
    rules: Rules,
}

/// An evaluation for `--evaluation`.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Evaluation {
    /// That of the classroom: the pieces, and the number of Black's moves.
    Material,
    /// That of the Qt program before this one: open lines, and 100 for each piece more.
    Lines,
}

impl Evaluation {
    const fn evaluate(self) -> Evaluate {
        match self {
            Self::Material => material,
            Self::Lines => lines,
        }
    }
}

pub fn run(arguments: &Arguments) -> Done {
    let rules = &arguments.rules;
    Format::BoardFile.fits(rules)?;
    let period: Period = arguments.period.parse()?;
    let given = arguments.hand.as_deref().map(hands).transpose()?;
    let text = read(&arguments.file)?;
    let in_file = |source| Error::InFile { path: arguments.file.clone(), source };
    let board: BoardFile = text.parse().map_err(in_file)?;
    let position = board.position(period, given, rules).map_err(in_file)?;
    // Checks the output before the search, and again after it.
    output(arguments)?;
    let mv = if position.outcome(rules).is_some() { None } else { choose(arguments, &position) };
    let after = mv.map_or(position, |mv| position.play_unchecked(mv, rules));
    let men = ByColor::from_fn(|color| after.men(color));
    let output = output(arguments)?;
    output.write(format!("{}\n", BoardFile { men }))?;
    let assumed = (period == Period::Opening && given.is_none()).then(|| position.hand(Color::White));
    if output.is_standard() {
        // A closed standard error is not an error: the reader does not want the text.
        _ = print_move(&mut io::stderr().lock(), assumed, mv, &after, rules);
    } else {
        let mut out = io::stdout().lock();
        print_move(&mut out, assumed, mv, &after, rules)?;
        writeln!(out, "written: {}", output.path().display())?;
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, FileError> {
    if path == Path::new(STANDARD) { read_text_from(io::stdin().lock(), path, MAX_FILE_BYTES) } else { read_text(path) }
}

/// Returns the destination of the board.
fn output(arguments: &Arguments) -> Result<Output, OutputError> {
    match &arguments.output {
        Some(path) => Output::named(path, Some(&arguments.file)),
        None if arguments.file == Path::new(STANDARD) => Ok(Output::standard()),
        None => Output::chosen(&beside(&arguments.file), &arguments.file, arguments.force),
    }
}

fn print_move(
    out: &mut impl Write,
    assumed: Option<u8>,
    mv: Option<Move>,
    after: &Position,
    rules: &Rules,
) -> io::Result<()> {
    if let Some(hand) = assumed {
        writeln!(
            out,
            "assumed: both have placed as many pieces as the side with more on the board, so {hand} each in hand"
        )?;
    }
    match mv {
        Some(mv) => writeln!(out, "White plays {mv}")?,
        None => writeln!(out, "the game is over")?,
    }
    match after.outcome(rules).map(|outcome| outcome.winner()) {
        Some(Some(winner)) => writeln!(out, "{winner} wins")?,
        Some(None) => writeln!(out, "the game is drawn")?,
        None => {}
    }
    Ok(())
}

fn choose(arguments: &Arguments, position: &Position) -> Option<Move> {
    match arguments.evaluation {
        Some(evaluation) => {
            let depth = arguments.depth.unwrap_or(SHALLOW);
            best(evaluation.evaluate(), position, &arguments.rules, depth).map(|(mv, _)| mv)
        }
        None => think(arguments, position),
    }
}

fn think(arguments: &Arguments, position: &Position) -> Option<Move> {
    let time = arguments.depth.is_none().then_some(TIME);
    let limits = Limits { depth: arguments.depth, time, ..Limits::default() };
    let request = request(arguments.rules, &[*position], limits);
    let best = Searcher::new(EngineOptions::default()).think(&request, || ControlFlow::Continue(()), |_| ());
    best.map(|best| best.mv)
}

/// Reads the hands of White and Black, such as `5,3`.
fn hands(text: &str) -> Done<ByColor<u8>> {
    let read = |text: &str| text.trim().parse().ok();
    let hands =
        text.split_once(',').and_then(|(white, black)| Some(ByColor { white: read(white)?, black: read(black)? }));
    Ok(hands.ok_or_else(|| Error::Hand(escape(text)))?)
}

/// Returns the default name of the output, such as `board1.out.txt` for `board1.txt`.
fn beside(path: &Path) -> PathBuf {
    let mut ending = OsString::from("out");
    if let Some(own) = path.extension() {
        ending.push(".");
        ending.push(own);
    }
    path.with_extension(ending)
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("--hand needs two numbers such as 5,5, not “{0}”")]
    Hand(String),
    #[error("{}: {source}", escape_path(path))]
    InFile { path: PathBuf, source: BoardFileError },
}
