// SPDX-License-Identifier: GPL-3.0-or-later
//! Text for hints, as detailed as their step.

use gettextrs::gettext;

use crate::text::i18n::{gettext_f, sentences};
use morris::{Board, Move};
use morris_play::persistence::Words;
use morris_play::session::{Hint, HintStep};
use morris_teach::hint::HintReason;

use super::game::points;
use super::spoken::words;

/// Returns a hint, as detailed as its step, without a period: “Hint: you can block a mill”, “Hint:
/// look at the piece on a4”, “Hint: a4-a7, then remove d2. It closes a mill”.
pub fn hint(board: &Board, hint: &Hint) -> String {
    match hint.step {
        HintStep::Idea => idea(hint.reason),
        HintStep::Man => {
            let man = hint.mv.from.map_or("", |from| board.name(from));
            // Translators: {piece} is the point on which a piece stands, such as “a4”
            gettext_f("Hint: look at the piece on {piece}", &[("piece", man)])
        }
        HintStep::Move if words() == Words::Short => hint_move(board, hint.mv),
        HintStep::Move => sentences(&[hint_move(board, hint.mv), reason(hint.reason)]),
    }
}

/// Returns what there is to do.
fn idea(reason: HintReason) -> String {
    match reason {
        HintReason::Wins => gettext("Hint: you can win at once"),
        HintReason::ClosesMill | HintReason::ClosesAndStopsMill => gettext("Hint: you can close a mill"),
        HintReason::TakesPair => gettext("Hint: you can remove two pieces"),
        HintReason::OnlyMove => gettext("Hint: you have only one move"),
        HintReason::StopsMill => gettext("Hint: you can block a mill"),
        HintReason::PreparesTwoMills => gettext("Hint: you can prepare two mills at once"),
        HintReason::OpensMill => gettext("Hint: you can open a mill"),
        HintReason::PreparesMill => gettext("Hint: you can prepare a mill"),
        HintReason::Blocks | HintReason::SpoilsLine => gettext("Hint: you can get in your opponent’s way"),
        HintReason::MakesRoom => gettext("Hint: you can make room for your pieces"),
        // Translators: a crossing is a point where four lines meet
        HintReason::TakesCrossing => gettext("Hint: nothing to close or block, so take a crossing"),
        HintReason::Safe => gettext("Hint: nothing to close or block, so make a safe move"),
        HintReason::CannotStop | HintReason::LooksAhead => gettext("Hint: look a few moves ahead"),
    }
}

/// Returns the reason for the move, which follows it.
fn reason(reason: HintReason) -> String {
    match reason {
        // Translators: “it” is the move that was advised, here and in the next ones
        HintReason::Wins => gettext("It wins at once"),
        HintReason::ClosesMill => gettext("It closes a mill"),
        HintReason::ClosesAndStopsMill => gettext("It closes a mill and blocks one"),
        HintReason::TakesPair => gettext("It removes two pieces"),
        HintReason::OnlyMove => gettext("It is your only move"),
        HintReason::StopsMill => gettext("It blocks a mill"),
        HintReason::PreparesTwoMills => gettext("It prepares two mills at once"),
        HintReason::OpensMill => gettext("It opens a mill that can close again"),
        HintReason::CannotStop => gettext("No move stops your opponent’s next mill"),
        HintReason::PreparesMill => gettext("It prepares a mill"),
        HintReason::Blocks => gettext("It leaves your opponent fewer moves"),
        HintReason::MakesRoom => gettext("It gives your pieces more moves"),
        // Translators: a crossing is a point where four lines meet
        HintReason::TakesCrossing => gettext("From a crossing, a piece can go many ways"),
        // Translators: the piece is placed on a line with pieces of the opponent
        HintReason::SpoilsLine => gettext("It spoils a line for your opponent"),
        HintReason::Safe => gettext("Your opponent cannot close a mill next"),
        HintReason::LooksAhead => gettext("The computer found nothing better"),
    }
}

fn hint_move(board: &Board, mv: Move) -> String {
    if mv.to.is_none() {
        // Translators: {piece} is the point of a piece to remove, such as “c3”
        return gettext_f("Hint: remove {piece}", &[("piece", &*points(board, mv.removed))]);
    }
    let step = board.display(mv.without_removal()).to_string();
    if mv.removed.is_empty() {
        // Translators: {move} is a move such as “d6” or “a4-a7”
        return gettext_f("Hint: {move}", &[("move", &step)]);
    }
    // Translators: {move} is a move such as “a4-a7”, {piece} the point of the opposing piece to
    // remove, such as “c3”
    gettext_f("Hint: {move}, then remove {piece}", &[("move", &*step), ("piece", &*points(board, mv.removed))])
}

#[cfg(test)]
mod tests {
    use super::*;
    use morris::RING_16;

    #[test]
    fn each_hint_is_more_detailed_and_the_last_has_a_reason() {
        let board = &RING_16;
        let [from, to, man] = ["c4", "c5", "b2"].map(|name| board.point(name).unwrap());
        let told = |mv, reason, step| hint(board, &Hint { mv, reason, step });
        let mv = Move::slide(from, to).removing(man.set());
        let steps = [HintStep::Idea, HintStep::Man, HintStep::Move].map(|step| told(mv, HintReason::ClosesMill, step));
        let (idea, last) = ("Hint: you can close a mill", "Hint: c4-c5, then remove b2. It closes a mill");
        assert_eq!(steps, [idea, "Hint: look at the piece on c4", last]);
        let safe = told(Move::place(to), HintReason::Safe, HintStep::Move);
        assert_eq!(safe, "Hint: c5. Your opponent cannot close a mill next");
        let only_removes = Move::PASS.removing(man.set());
        let removal = told(only_removes, HintReason::LooksAhead, HintStep::Move);
        assert_eq!(removal, "Hint: remove b2. The computer found nothing better");
    }
}
