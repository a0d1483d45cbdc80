// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm review`: finds the moves of a game that gave value away, with reasons, and rates the play
//! of both sides.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use morris::{Board, Color, Game, Move, PointNotation, Rules};
use morris_engine::Score;
use morris_play::persistence::FileFormat;
use morris_teach::review::{Mark, Mistake, PlyReview, Praise, Review, Reviewer, Worth};

use super::convert;
use super::examples::examples;
use super::output::{Done, Output};
use super::progress_line::ProgressLine;
use super::rules_args::parse_rules;
use super::tablebase_args::TablesInUse;

/// Review a game and print what each move was worth.
///
/// Values are for the side that moved. The review lists which moves gave value away, why, and how
/// well both sides played. Values that are not in the tables of solved positions are estimates, in
/// pieces with a sign. An estimate is never called a mistake.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    ("nmm review game.pgn", "List the moves that gave the game away."),
    ("nmm review game.pgn --tsv > review.tsv", "Print a table with a line for each move."),
]))]
pub struct Arguments {
    /// Review this file, in any format that `nmm convert` reads; - is standard input.
    file: PathBuf,
    /// Read this format [default: detect it].
    #[arg(long, value_name = "FORMAT")]
    from: Option<FileFormat>,
    /// Set the rules for a text that has none [default: standard].
    #[arg(long, value_name = "RULES", value_parser = parse_rules)]
    rules: Option<Rules>,
    /// Print a table with tabs between the fields.
    ///
    /// The fields are: ply, move, value before, value after, both with the plies to the end or the
    /// next removal, number of legal moves, number of moves that keep the value, mark (slip,
    /// blunder, only, or doubtful), reason, and better moves; - means unknown.
    #[arg(long)]
    tsv: bool,
    /// Check which of the ten levels keep the value at mistakes and critical moments.
    #[arg(long, conflicts_with = "tsv")]
    levels: bool,
    #[command(flatten)]
    tables: TablesInUse,
}

pub fn run(arguments: &Arguments) -> Done {
    let content = convert::read(&arguments.file, arguments.from, arguments.rules.as_ref())?;
    let game = content.into_text().pgn.game();
    let mut reviewer = Reviewer::new(arguments.tables.open(), &game);
    let mut go_on = || ControlFlow::Continue(());
    let mut progress = ProgressLine::start();
    let mut show = |review: &Review, number: usize| {
        if progress.is_watched() {
            let (done, all) = (number as u64 + 1, review.plies.len() as u64);
            progress.show(done, all, &format!("ply {done} of {all}"));
        }
    };
    // This search is never interrupted.
    let _done = reviewer.run(&mut go_on, &mut show);
    if arguments.levels {
        let _done = reviewer.ask_levels(&mut go_on, &mut show);
    }
    progress.finish();
    let review = reviewer.review();
    let text = if arguments.tsv { table(review, game.rules().board) } else { report(review, &game) };
    Ok(Output::standard().write(text)?)
}

fn table(review: &Review, board: &Board) -> String {
    let mut text = "ply\tmove\tbefore\tafter\tlegal\tkeeping\tmark\treason\tbetter\n".to_owned();
    for (number, ply) in (1..).zip(&review.plies) {
        let or = |words: Option<String>| words.filter(|words| !words.is_empty()).unwrap_or_else(|| "-".to_owned());
        let columns = [
            number.to_string(),
            board.display(ply.mv).to_string(),
            or(ply.before.map(worth)),
            or(ply.after.map(worth)),
            ply.legal.to_string(),
            or(ply.keeping.map(|keeping| keeping.to_string())),
            or(ply.mark.map(|mark| mark.id().to_owned())),
            or(ply.reason.map(|reason| reason.id().to_owned())),
            or(Some(moves(&ply.better, board))),
        ];
        text += &columns.join("\t");
        text.push('\n');
    }
    text
}

/// Formats a value as `nmm probe` does. An estimate has a sign.
fn worth(worth: Worth) -> String {
    match worth {
        Worth::Exact(known) => match known.plies {
            Some(plies) => format!("{} {plies}", known.value),
            None => known.value.to_string(),
        },
        Worth::Estimate(score @ Score::Value(_)) => score.to_string(),
        Worth::Estimate(score) => format!("~{score}"),
    }
}

fn moves(moves: &[Move], board: &Board) -> String {
    moves.iter().map(|&mv| board.display(mv).to_string()).collect::<Vec<_>>().join(" ")
}

fn report(review: &Review, game: &Game) -> String {
    let mut text = String::new();
    for color in Color::BOTH {
        text += &side(review, color);
    }
    let critical = review.critical_moments();
    if !critical.is_empty() {
        let critical: Vec<_> = critical.into_iter().map(|moves| number(game, moves)).collect();
        line(&mut text, format_args!("Critical: {}", critical.join(" ")));
    }
    for (moves, ply) in review.plies.iter().enumerate() {
        if let Some(words) = remark(ply, game.rules().board) {
            line(&mut text, format_args!("{} {words}", number(game, moves)));
        }
    }
    if !review.is_certain() && !review.plies.is_empty() {
        line(&mut text, format_args!("No table here holds a position of this game: all values are estimates."));
    }
    text
}

fn line(text: &mut String, words: std::fmt::Arguments<'_>) {
    writeln!(text, "{words}").expect("a string takes all");
}

fn side(review: &Review, color: Color) -> String {
    let side = review.of(color);
    let mut words = format!("{color}: {}, {}", counted(side.slips, "slip"), counted(side.blunders, "blunder"));
    for (count, what) in [(side.doubtful, "dubious move"), (side.only_moves, "only move")] {
        if count > 0 {
            words += &format!(", {}", counted(count, what));
        }
    }
    if let Some(accuracy) = side.accuracy {
        words += &format!(", accuracy {:.0} % (random moves: {:.0} %)", accuracy.percent, accuracy.chance);
    }
    words + "\n"
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Formats a move with its number, as in game texts.
fn number(game: &Game, moves: usize) -> String {
    let black_begins = usize::from(game.start().side() == Color::Black);
    let ply = moves + black_begins;
    let dots = if ply % 2 == 0 { "." } else { "..." };
    let mv = PointNotation::Names.write(game.moves()[moves], game.rules().board);
    format!("{}{dots} {mv}", ply / 2 + 1)
}

/// Returns the remark on a move, if it has one.
fn remark(ply: &PlyReview, board: &Board) -> Option<String> {
    let mut words = match (ply.mark?, ply.mistake) {
        (mark @ (Mark::Slip | Mark::Blunder), Some(mistake)) => {
            let what = match mistake {
                Mistake::WinToDraw => "a win becomes a draw",
                Mistake::WinToLoss => "a win becomes a loss",
                Mistake::DrawToLoss => "a draw becomes a loss",
            };
            format!("{}: {what}", mark.id())
        }
        (Mark::Doubtful, _) => "dubious: the engine thinks much less of it".to_owned(),
        _ => match ply.praise {
            Some(Praise::OnlyMove) | None => format!("the only one of {} moves", ply.legal),
            Some(praise) => format!("the only one of {} moves; {}", ply.legal, praise_words(praise)),
        },
    };
    if let Some(reason) = ply.reason {
        words += &format!("; {}", reason.words(board));
    }
    for (what, line) in [("better", &ply.better), ("then", &ply.refutation)] {
        if !line.is_empty() {
            words += &format!("; {what} {}", moves(line, board));
        }
    }
    if let Some(levels) = &ply.levels {
        words += &format!("; {} of 10 levels find it", levels.len());
    }
    Some(words)
}

const fn praise_words(praise: Praise) -> &'static str {
    match praise {
        Praise::RefusesMill => "it refuses a mill",
        Praise::GivesMan => "it gives a piece for the win",
        Praise::OnlyMove => "it is the only one",
        Praise::HoldsOutnumbered => "it holds with fewer pieces",
        Praise::Shortest => "it is the shortest way",
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use morris_solved::tablebase::{ProbeResult, Tables, Wdl};

    use super::*;

    #[test]
    fn critical_moments_come_in_the_order_of_the_game() {
        let mut game = Game::new(Rules::STANDARD);
        ["d6", "f4", "d2", "b4"].into_iter().for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
        let mut review = Reviewer::new(Arc::new(Tables::none()), &game).review().clone();
        // The later moment is the harder one.
        for (ply, legal) in [(0, 5), (3, 20)] {
            let ply = &mut review.plies[ply];
            let exact = Worth::Exact(ProbeResult { value: Wdl::Draw, plies: None });
            (ply.before, ply.legal, ply.keeping, ply.mark) = (Some(exact), legal, Some(1), Some(Mark::OnlyMove));
        }
        let report = report(&review, &game);
        assert!(report.contains("\nCritical: 1. d6 2... b4\n"), "{report}");
        assert!(report.find("\n1. d6 ") < report.find("\n2... b4 "), "{report}");
    }
}
