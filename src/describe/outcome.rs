// SPDX-License-Identifier: GPL-3.0-or-later
//! How a game ended, in words: who won, and why.

use gettextrs::gettext;

use morris::{Color, DrawReason, Outcome, WinReason};
use morris_play::setup::GameSetup;

/// Who won; where one person plays against the computer, from that person's side.
#[must_use]
pub fn outcome_title(outcome: Outcome, setup: &GameSetup) -> String {
    match (outcome.winner(), setup.only_person()) {
        (None, _) => gettext("A draw"),
        (Some(winner), Some(person)) if winner == person => gettext("You have won!"),
        (Some(_), Some(_)) => gettext("You have lost"),
        (Some(Color::White), None) => gettext("White has won"),
        (Some(Color::Black), None) => gettext("Black has won"),
    }
}

/// Why, in a whole sentence.
#[must_use]
pub fn outcome_reason(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win { winner, reason } => win_reason(winner.other(), reason),
        Outcome::Draw(reason) => draw_reason(reason),
    }
}

fn win_reason(loser: Color, reason: WinReason) -> String {
    match (loser, reason) {
        (Color::White, WinReason::FewMen) => gettext("White has fewer than three men."),
        (Color::Black, WinReason::FewMen) => gettext("Black has fewer than three men."),
        (Color::White, WinReason::Blocked) => gettext("White cannot move any man."),
        (Color::Black, WinReason::Blocked) => gettext("Black cannot move any man."),
        (Color::White, WinReason::Mill) => gettext("Black has closed a mill."),
        (Color::Black, WinReason::Mill) => gettext("White has closed a mill."),
        (Color::White, WinReason::Resignation) => gettext("White has resigned."),
        (Color::Black, WinReason::Resignation) => gettext("Black has resigned."),
        (Color::White, WinReason::Time) => gettext("White has run out of time."),
        (Color::Black, WinReason::Time) => gettext("Black has run out of time."),
        (_, WinReason::Adjudication) => gettext("The game was decided from outside."),
    }
}

fn draw_reason(reason: DrawReason) -> String {
    match reason {
        DrawReason::Repetition => gettext("The same position occurred for the third time."),
        DrawReason::QuietPlies => gettext("No man was removed for too many turns."),
        DrawReason::QuietThreeEach => gettext("With three men each, nobody removed a man for ten turns."),
        DrawReason::QuietThree => gettext("With three men left, nobody removed a man for too many turns."),
        DrawReason::FullBoard => gettext("All men are placed and no point is left."),
        DrawReason::Blocked => gettext("No man can move."),
        DrawReason::Agreement => gettext("Both players agreed to a draw."),
        DrawReason::Adjudication => gettext("The game was decided from outside."),
    }
}
