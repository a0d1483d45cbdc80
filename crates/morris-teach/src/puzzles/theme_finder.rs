// SPDX-License-Identifier: GPL-3.0-or-later
//! Finder of themes, as proven by the board and the tables.

use crate::review::{double_mills, forks, has_spare_mill, opens_mill, threatened_points};
use morris::{Arrangement, Color, Move, Outcome, Phase, WinReason};
use morris_solved::tablebase::Wdl;

use super::kind::Theme;
use super::puzzle::Puzzle;
use super::values::Values;

/// A puzzle whose themes are to be found.
pub(super) struct Subject<'p> {
    puzzle: &'p Puzzle,
    /// Legal moves with their values.
    moves: &'p [(Move, Wdl)],
}

/// Number of right placements where only three hold.
pub(super) const ONLY_THREE: usize = 3;
/// Minimum number of the solver's moves in a long puzzle.
const LONG: usize = 4;

impl<'p> Subject<'p> {
    pub(super) const fn of(puzzle: &'p Puzzle, moves: &'p [(Move, Wdl)]) -> Self {
        Self { puzzle, moves }
    }

    /// Returns the themes, in the order of [`Theme::ALL`].
    pub(super) fn themes(&self, values: &mut Values<'_>) -> Vec<Theme> {
        Theme::ALL.iter().copied().filter(|&theme| self.has(theme, values)).collect()
    }

    fn has(&self, theme: Theme, values: &mut Values<'_>) -> bool {
        let Self { puzzle: Puzzle { position, value, right, line, .. }, moves } = self;
        let (rules, us) = (values.rules, position.side());
        let Some(&first) = line.first() else { return false };
        let closes = |mv: &Move| position.closes_mill(us, *mv, rules);
        match theme {
            Theme::DoubleMill => {
                let after = double_mills(&position.play_unchecked(first, rules), us, rules);
                let new = after - double_mills(position, us, rules);
                !new.is_empty() || first.to.is_some_and(|to| after.contains(to))
            }
            Theme::OpenMill => {
                let again = threatened_points(&position.play_unchecked(first, rules), rules);
                opens_mill(position, first, rules) && first.from.is_some_and(|from| again.contains(from))
            }
            Theme::Fork => forks(position, first, rules),
            Theme::Block => first.to.is_some_and(|to| threatened_points(position, rules).contains(to)),
            Theme::Immobilise => {
                let end = line.iter().fold(*position, |at, &mv| at.play_unchecked(mv, rules)).outcome(rules);
                end == Some(Outcome::Win { winner: us, reason: WinReason::Blocked })
            }
            Theme::Sacrifice => line.iter().skip(1).step_by(2).any(|reply| !reply.removed.is_empty()),
            Theme::DeclineMill => moves.iter().any(|(mv, _)| closes(mv)) && !right.iter().any(closes),
            Theme::RightMan => self.wrong_man(first),
            Theme::Zugzwang => self.is_zugzwang(first, values),
            // The loser of a win in one move usually could fly, which does not matter any more.
            Theme::Flying => {
                let flies = |color| position.phase(color, rules) == Phase::Flying;
                flies(us) || flies(us.other()) && !self.puzzle.is_win_in_one()
            }
            Theme::PreventFlying => {
                let frees = |mv: &Move| {
                    let them = position.play_unchecked(*mv, rules);
                    !mv.removed.is_empty() && rules.flying.includes(them.total(us.other()) as u8)
                };
                let mut freeing = moves.iter().filter(|(mv, _)| frees(mv)).peekable();
                position.phase(us.other(), rules) == Phase::Moving
                    && freeing.peek().is_some()
                    && freeing.all(|(_, worth)| worth < value)
            }
            Theme::Long => line.len().div_ceil(2) >= LONG,
            Theme::Fortress => *value == Wdl::Draw && position.total(us) + 2 <= position.total(us.other()),
            Theme::SevenFour | Theme::SixFour => {
                let men = [us, us.other()].map(|color| position.men(color).len());
                let in_hand = position.hand(us) + position.hand(us.other());
                *value == Wdl::Win && in_hand == 0 && theme.men() == Some(men.map(|men| men..=men))
            }
            Theme::SpareMill => has_spare_mill(position, first, rules),
            Theme::OnlyThree => position.phase(us, rules) == Phase::Placing && right.len() == ONLY_THREE,
        }
    }

    /// Returns `true` if the right move removes a man and removing another man with the same mill
    /// is wrong.
    pub(super) fn wrong_man(&self, first: Move) -> bool {
        let same_mill =
            |(mv, worth): &(Move, Wdl)| (mv.from, mv.to) == (first.from, first.to) && *worth < self.puzzle.value;
        !first.removed.is_empty() && self.moves.iter().any(same_mill)
    }

    /// Returns `true` if the opponent, after the right move, would be better off without moving.
    fn is_zugzwang(&self, first: Move, values: &mut Values<'_>) -> bool {
        let after = self.puzzle.position.play_unchecked(first, values.rules);
        let mut passed = Arrangement::from(after);
        passed.side = passed.side.other();
        let Ok(passed) = passed.check(values.rules) else { return false };
        let is_over = after.outcome(values.rules).is_some() || passed.outcome(values.rules).is_some();
        // With men in hand, the hands would not match the side to move.
        !is_over
            && Color::BOTH.into_iter().all(|color| after.hand(color) == 0)
            && values.of(&passed).zip(values.of(&after)).is_some_and(|(solver, worth)| solver.opposite() > worth)
    }
}
