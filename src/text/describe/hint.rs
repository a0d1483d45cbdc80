// SPDX-License-Identifier: GPL-3.0-or-later
//! Text for hints, as detailed as their step.

use gettextrs::gettext;

use crate::text::i18n::gettext_f;
use morris::{Board, Move};
use morris_play::session::{Hint, HintKind, HintStep};

use super::game::points;

/// Returns a hint, as detailed as its step, without a period: “Hint: you can block a mill”, “Hint:
/// look at the man on a4”, “Hint: a4-a7, then remove d2. It closes a mill”.
#[must_use]
pub fn hint(board: &Board, hint: &Hint) -> String {
    match hint.step {
        HintStep::Kind => hint_kind(hint.kind),
        HintStep::Man => {
            let man = hint.mv.from.map_or("", |from| board.name(from));
            // Translators: {piece} is the point on which a piece stands, such as “a4”
            gettext_f("Hint: look at the piece on {piece}", &[("piece", man)])
        }
        HintStep::Move => match hint_reason(hint.kind) {
            Some(reason) => format!("{}. {reason}", hint_move(board, hint.mv)),
            None => hint_move(board, hint.mv),
        },
    }
}

fn hint_kind(kind: HintKind) -> String {
    match kind {
        HintKind::Wins => gettext("Hint: you can win at once"),
        HintKind::ClosesMill => gettext("Hint: you can close a mill"),
        HintKind::StopsMill => gettext("Hint: you can block a mill"),
        HintKind::OpensMill => gettext("Hint: you can open a mill"),
        HintKind::ThreatensMill => gettext("Hint: you can prepare a mill"),
        HintKind::Blocks => gettext("Hint: you can get in your opponent’s way"),
        HintKind::Quiet => gettext("Hint: a quiet move is best"),
    }
}

/// Returns the reason for the move, which follows it.
fn hint_reason(kind: HintKind) -> Option<String> {
    let reason = match kind {
        // Translators: “it” is the move that was advised, here and in the next ones
        HintKind::Wins => gettext("It wins at once"),
        HintKind::ClosesMill => gettext("It closes a mill"),
        HintKind::StopsMill => gettext("It blocks a mill"),
        HintKind::OpensMill => gettext("It opens a mill that can close again"),
        HintKind::ThreatensMill => gettext("It prepares a mill"),
        HintKind::Blocks => gettext("It leaves your opponent fewer moves"),
        HintKind::Quiet => return None,
    };
    Some(reason)
}

fn hint_move(board: &Board, mv: Move) -> String {
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
    fn more_is_told_each_time() {
        let board = &RING_16;
        let [from, to, man] = ["c4", "c5", "b2"].map(|name| board.point(name).unwrap());
        let mv = Move::slide(from, to).removing(man.set());
        let told = |mv, step| hint(board, &Hint { mv, kind: HintKind::ClosesMill, step });
        assert_eq!(told(mv, HintStep::Kind), "Hint: you can close a mill");
        assert_eq!(told(mv, HintStep::Man), "Hint: look at the piece on c4");
        assert_eq!(told(mv, HintStep::Move), "Hint: c4-c5, then remove b2. It closes a mill");
        let quiet = Hint { mv: Move::place(to), kind: HintKind::Quiet, step: HintStep::Move };
        assert_eq!(hint(board, &quiet), "Hint: c5");
    }
}
