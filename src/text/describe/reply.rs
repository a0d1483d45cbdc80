// SPDX-License-Identifier: GPL-3.0-or-later
//! Text for what a reply does on the board, in the words of the lessons: it names the place of a
//! mill by the side of the board, where that can be said.

use gettextrs::gettext;

use crate::text::i18n::{gettext_f, ngettext_f, sentences};
use morris::{Board, Color, Move, PointSet, Position, Rules};
use morris_teach::hint::{HintReason, line_of};
use morris_teach::review::{lines_closed, mobility};

use super::game::{outcome_reason, points, side_name};

/// Number of moves that a player has left when it is worth a sentence.
const FEW: usize = 3;

/// Returns why the first of these moves of both sides is strong, in sentences. Without a reason of
/// its own, it is the first mill that follows. `before` is the position before it. The board is
/// seen by the other side. Nothing if only a search could tell it.
pub fn reply_reason(rules: &Rules, before: &Position, line: &[Move]) -> String {
    let Some(&reply) = line.first() else { return String::new() };
    let sight = Sight { board: rules.board, by: before.side().other() };
    let by = side_name(before.side());
    let after = before.play_unchecked(reply, rules);
    let reason = HintReason::of(before, reply, rules);
    let place = line_of(before, reply, reason, rules).map(|line| sight.place(line)).unwrap_or_default();
    let values = [("side", &*by), ("place", &*place)];
    match reason {
        HintReason::Wins => {
            let end = after.outcome(rules).map(|outcome| outcome_reason(outcome, rules));
            sentences(&[mill(before, reply, rules, &values).unwrap_or_default(), end.unwrap_or_default()])
        }
        HintReason::ClosesMill | HintReason::ClosesAndStopsMill => {
            mill(before, reply, rules, &values).unwrap_or_default()
        }
        // Translators: {side} is “White” or “Black”
        HintReason::PreparesTwoMills => gettext_f("{side} threatens two mills at once.", &values),
        // Translators: {side} is “White” or “Black”, {place} such as “on the left side”
        HintReason::OpensMill => gettext_f("{side} opens a mill {place} and can close it again.", &values),
        // Translators: {side} is “White” or “Black”, {place} such as “on the left side”
        HintReason::StopsMill => gettext_f("{side} blocks a mill {place}.", &values),
        // Translators: {side} is “White” or “Black”, {place} such as “on the left side”
        HintReason::PreparesMill => gettext_f("{side} threatens a mill {place}.", &values),
        _ => few_moves(&after, rules).or_else(|| next_mill(rules, before, line, sight)).unwrap_or_default(),
    }
}

/// Returns that a move closes a mill, if it does. `values` have the side and the place.
fn mill(before: &Position, mv: Move, rules: &Rules, values: &[(&str, &str)]) -> Option<String> {
    if !before.closes_mill(before.side(), mv, rules) {
        return None;
    }
    Some(if mv.removed.is_empty() {
        // Translators: {side} is “White” or “Black”, {place} such as “on the left side”
        gettext_f("{side} closes a mill {place}.", values)
    } else {
        // Translators: {side} is “White” or “Black”, {place} such as “on the left side”
        gettext_f("{side} closes a mill {place} and takes a piece.", values)
    })
}

/// Returns that the side to move has only few moves, if it has.
fn few_moves(position: &Position, rules: &Rules) -> Option<String> {
    let left = mobility(position, position.side(), rules);
    let values = [("side", &*side_name(position.side()))];
    (1..=FEW).contains(&left).then(|| {
        // Translators: {side} is “White” or “Black”
        ngettext_f("{side} has only {count} move left.", "{side} has only {count} moves left.", left, &values)
    })
}

/// Returns the first mill that the side to move closes later in a line, if it closes one.
fn next_mill(rules: &Rules, before: &Position, line: &[Move], sight: Sight<'_>) -> Option<String> {
    let mut at = *before;
    for &mv in line {
        if at.side() == before.side() && at.closes_mill(at.side(), mv, rules) {
            let place = lines_closed(&at, mv, rules).next().map(|line| sight.place(line)).unwrap_or_default();
            let values = [("side", &*side_name(at.side())), ("place", &*place)];
            // Translators: {side} is “White” or “Black”, {place} such as “on the left side”
            return Some(gettext_f("{side} soon closes a mill {place}.", &values));
        }
        at = at.play(mv, rules).ok()?;
    }
    None
}

/// A board as one side sees it.
#[derive(Clone, Copy)]
struct Sight<'a> {
    board: &'a Board,
    by: Color,
}

impl Sight<'_> {
    /// Returns the place of a line, by the side of the board or by its points.
    fn place(self, line: PointSet) -> String {
        let turn = if self.by == Color::Black { -1.0 } else { 1.0 };
        let all: Vec<_> = line.map(|point| self.board.place_from_middle(point)).collect();
        // The coordinate that all points of a straight line share.
        let shared = |of: fn(&(f64, f64)) -> f64| {
            let first = of(all.first()?);
            all.iter().all(|place| (of(place) - first).abs() < 0.01).then_some(first * turn)
        };
        match (shared(|place| place.0), shared(|place| place.1)) {
            (Some(middle), _) | (_, Some(middle)) if middle.abs() < 0.01 => gettext("on the middle line"),
            // Translators: where a mill is: “Black closes a mill on the left side”, here and in the
            // next ones
            (Some(x), _) if x < 0.0 => gettext("on the left side"),
            (Some(_), _) => gettext("on the right side"),
            (_, Some(y)) if y < 0.0 => gettext("on the lower side"),
            (_, Some(_)) => gettext("on the upper side"),
            // Translators: where a mill is: “Black closes a mill on a7, b6, c5”
            (None, None) => gettext_f("on {points}", &[("points", &*points(self.board, line))]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the reason for the first move, by these rules.
    fn reason_of(rules: Rules, position: &str, moves: &str) -> String {
        let before = Position::parse(position, &rules).unwrap();
        let line: Vec<_> = moves.split(' ').map(|mv| Move::parse(mv, rules.board).unwrap()).collect();
        reply_reason(&rules, &before, &line)
    }

    #[test]
    fn the_mill_of_a_reply_is_named_by_the_side_of_the_board() {
        let reason = |position, moves| reason_of(Rules::STANDARD, position, moves);
        // White sees the board from below, and Black the other way round.
        assert_eq!(
            reason("B../.../.../.B...W/.../W../B.W b 0 0 0", "b4-a4xg1"),
            "Black closes a mill on the left side and takes a piece. White has fewer than three pieces."
        );
        assert_eq!(
            reason("WW./.../.../....../.../.../BB. w 7 7", "g7xa1"),
            "White closes a mill on the lower side and takes a piece."
        );
        assert_eq!(reason("WW./.../..W/....../.../.../BB. b 6 7", "g7"), "Black blocks a mill on the upper side.");
        assert_eq!(reason("W../.W./.../....../.../.../B.. b 7 8", "g1"), "Black threatens a mill on the lower side.");
    }
}
