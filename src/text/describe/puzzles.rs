// SPDX-License-Identifier: GPL-3.0-or-later
//! Text for puzzles: their tasks, themes, and results.

use gettextrs::gettext;

use crate::text::i18n::{gettext_f, ngettext_f};
use morris::{Board, Color, Move};
use morris_play::session::Refusal;
use morris_solved::tablebase::Wdl;
use morris_teach::puzzles::{PlayerRating, Progress, Puzzle, PuzzleKind, RunKind, Theme};

use super::game::{only_in_a_game, refusal, side_name};

/// Returns the task of a puzzle, in a sentence.
#[must_use]
pub fn puzzle_task(puzzle: &Puzzle) -> String {
    let side = side_name(puzzle.position.side());
    let values = [("side", &*side)];
    match (puzzle.kind, puzzle.value) {
        (PuzzleKind::Win, _) => {
            let own = u32::try_from(puzzle.own_moves()).unwrap_or(u32::MAX);
            let values = [("side", &*side), ("count", &*own.to_string())];
            // Translators: {side} is “White” or “Black”
            ngettext_f("{side} wins in {count} move.", "{side} wins in {count} moves.", own, &values)
        }
        // Translators: {side} is “White” or “Black”, here and in the next ones
        (PuzzleKind::Removal, Wdl::Win) => gettext_f("{side} closes a mill and wins. Which piece has to go?", &values),
        (PuzzleKind::Removal, _) => {
            gettext_f("{side} closes a mill and holds the draw. Which piece has to go?", &values)
        }
        (PuzzleKind::Place, Wdl::Win) => gettext_f("{side} places a piece and wins. Where?", &values),
        (PuzzleKind::Place, _) => gettext_f("{side} places a piece and holds the draw. Where?", &values),
        (PuzzleKind::Fly, Wdl::Win) => gettext_f("{side} flies and wins. How?", &values),
        (PuzzleKind::Fly, _) => gettext_f("{side} flies and holds the draw. How?", &values),
        (PuzzleKind::Only | PuzzleKind::Draw, Wdl::Win) => gettext_f("{side} to move wins. How?", &values),
        (PuzzleKind::Only | PuzzleKind::Draw, _) => gettext_f("{side} to move holds the draw. How?", &values),
    }
}

/// Returns why something is unavailable in a puzzle: an action of the game, named as in `game.…`,
/// or `next`, or `tap`. `over` tells whether the puzzle is over.
#[must_use]
pub fn unavailable_in_puzzle(board: &Board, action: &str, over: bool) -> String {
    match action {
        "hint" if !over => gettext("There are no hints in a run"),
        "next" if !over => gettext("This puzzle is not over yet"),
        "hint" | "next" | "tap" => gettext("This puzzle is over"),
        "undo" => refusal(board, Refusal::NothingToUndo),
        "redo" => refusal(board, Refusal::NothingToRedo),
        "move-now" => gettext("The computer is not thinking"),
        _ => only_in_a_game(),
    }
}

/// Returns the kind of a puzzle, in a few words.
#[must_use]
pub fn puzzle_kind(kind: PuzzleKind) -> String {
    match kind {
        PuzzleKind::Only => gettext("The only move"),
        PuzzleKind::Win => gettext("Win in a few moves"),
        PuzzleKind::Draw => gettext("Save the draw"),
        PuzzleKind::Removal => gettext("The right piece"),
        PuzzleKind::Place => gettext("Placing"),
        PuzzleKind::Fly => gettext("Flying"),
    }
}

/// Returns the theme of a puzzle, in a few words.
#[must_use]
pub fn theme_name(theme: Theme) -> String {
    match theme {
        Theme::DoubleMill => gettext("Double mill"),
        Theme::OpenMill => gettext("Open mill"),
        Theme::Fork => gettext("Two threats at once"),
        Theme::Block => gettext("Stop a mill"),
        Theme::Immobilise => gettext("Lock in"),
        Theme::Sacrifice => gettext("Sacrifice a piece"),
        Theme::DeclineMill => gettext("Leave a mill unclosed"),
        Theme::RightMan => gettext("The right piece"),
        Theme::Zugzwang => gettext("Let the other side move"),
        Theme::Flying => gettext("Flying"),
        Theme::PreventFlying => gettext("Keep from flying"),
        Theme::Long => gettext("Long ways"),
        Theme::Fortress => gettext("Hold with fewer pieces"),
    }
}

/// Returns the name of a kind of run.
#[must_use]
pub fn run_name(kind: RunKind) -> String {
    match kind {
        // Translators: puzzles one after the other until the first goes wrong
        RunKind::Streak => gettext("Streak"),
        // Translators: as many puzzles as one can solve in that time
        RunKind::Rush3 => gettext("Rush, 3 Minutes"),
        // Translators: as many puzzles as one can solve in that time
        RunKind::Rush5 => gettext("Rush, 5 Minutes"),
    }
}

/// Returns the user's rating, or that there is none yet.
#[must_use]
pub fn own_rating(progress: &Progress) -> String {
    if progress.tried == 0 {
        return gettext("Not rated yet");
    }
    gettext_f("Your rating: {rating}", &[("rating", &rating(progress.rating))])
}

/// Returns a rating with its margin of error, for 95 % confidence.
#[must_use]
pub fn rating(rating: PlayerRating) -> String {
    let [number, margin] = [rating.rating, 1.96 * rating.deviation].map(|number| format!("{number:.0}"));
    // Translators: a rating and how far from it the truth may be
    gettext_f("{rating} ± {margin}", &[("rating", &number), ("margin", &margin)])
}

/// Returns moves in notation, one after the other.
#[must_use]
pub fn move_line(board: &Board, moves: &[Move]) -> String {
    moves.iter().map(|&mv| board.display(mv).to_string()).collect::<Vec<_>>().join(" ")
}

/// Returns what a wrong move loses and its refutation, in sentences.
#[must_use]
pub fn wrong_move(board: &Board, before: Wdl, after: Option<Wdl>, refutation: &[Move], side: Color) -> String {
    let lost = match (before, after) {
        (Wdl::Win, Some(Wdl::Draw)) => gettext("That gives the win away."),
        (_, Some(Wdl::Loss)) => gettext("That loses."),
        _ => gettext("That is not it."),
    };
    match refutation.first() {
        Some(reply) => format!("{lost} {}", answers(board, side.other(), *reply)),
        None => lost,
    }
}

/// Returns the reply of a side, in a sentence.
pub(super) fn answers(board: &Board, side: Color, reply: Move) -> String {
    let values = [("side", &*side_name(side)), ("move", &*board.display(reply).to_string())];
    // Translators: {side} is “White” or “Black”, {move} a move such as “a4-a7”
    gettext_f("{side} answers {move}.", &values)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use morris_engine::{EngineOptions, Limits, Request, Score, Searcher, Strength};
    use morris_solved::tablebase::ProbeResult;

    use super::super::{point, score};
    use super::*;

    /// Returns the score that the engine finds for a position.
    fn searched(puzzle: &Puzzle) -> Option<Score> {
        let limits = Limits { depth: Some(5), ..Limits::default() };
        let request = Request::new(puzzle.rules, vec![puzzle.position], Strength::Limits(limits));
        let mut found = None;
        let mut searcher = Searcher::new(EngineOptions { memory_mib: 1, ..EngineOptions::default() });
        searcher.think(&request, || ControlFlow::Continue(()), |info| found = Some(info.score));
        found
    }

    #[test]
    fn a_puzzle_an_analysis_and_a_value_tell_the_same_number() {
        let line = "win\tstandard\t.W./..B/..W/..W.B./W.W/..W/BW. w 0 0 0\tW\tc3-d3\tc3-d3 a1-a4 f2-d2xf4\t1330\tfork";
        let puzzle = Puzzle::parse(line).unwrap();
        assert_eq!(puzzle_task(&puzzle), "White wins in 2 moves.");
        let found = searched(&puzzle).unwrap();
        assert_eq!(found, Score::Win(3), "the plies of both sides");
        assert_eq!(score(found, Color::White), "White wins in 2 moves");
        assert_eq!(point::worth(ProbeResult { value: Wdl::Win, plies: Some(3) }), "wins, 2 moves left");
        // After the first move the opponent has lost, and the winner has one move to go.
        assert_eq!(score(Score::Loss(2), Color::Black), "White wins in 1 move");
        assert_eq!(point::worth(ProbeResult { value: Wdl::Loss, plies: Some(2) }), "loses, 1 move left");
    }
}
