// SPDX-License-Identifier: GPL-3.0-or-later
//! Values of moves, as far as the tables of solved positions contain them.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use morris::{DrawRules, Game, Move, Point, Position, Rules};

use morris_solved::tablebase::{ProbeResult, Prober, Tables, Wdl};

/// Callback that returns whether to continue a long computation.
pub type GoOn<'a> = dyn FnMut() -> ControlFlow<()> + 'a;

/// Returns `true` if the values of tables hold by these rules. Tables ignore draws by quiet plies,
/// and wins take longer than a limit below the standard one: up to 25 plies with three men each.
#[must_use]
pub fn tables_hold(rules: &Rules) -> bool {
    let DrawRules { quiet, quiet_three_each, quiet_three, .. } = rules.draws;
    [quiet, quiet_three_each, quiet_three].into_iter().flatten().all(|limit| Some(limit) >= Rules::STANDARD.draws.quiet)
}

/// Kind of mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// A win became a draw.
    WinToDraw,
    /// A win became a loss.
    WinToLoss,
    /// A draw became a loss.
    DrawToLoss,
}

impl Mistake {
    /// Returns the mistake between two values for the side that played, or `None` if the value did
    /// not drop.
    pub const fn between(before: Wdl, after: Wdl) -> Option<Self> {
        match (before, after) {
            (Wdl::Win, Wdl::Draw) => Some(Self::WinToDraw),
            (Wdl::Win, Wdl::Loss) => Some(Self::WinToLoss),
            (Wdl::Draw, Wdl::Loss) => Some(Self::DrawToLoss),
            _ => None,
        }
    }
}

/// Returns the mistakes of a game, with one entry for each move between these positions. `None` if
/// the move gave nothing away or if a value is unknown, as all are if the rules draw earlier than
/// the standard ones after quiet plies.
pub fn mistakes(tables: &Tables, rules: &Rules, positions: &[Position]) -> Vec<Option<Mistake>> {
    if !tables_hold(rules) {
        return vec![None; positions.len().saturating_sub(1)];
    }
    let mut go_on = || ControlFlow::Continue(());
    let mut prober = Prober::new(tables, rules, &mut go_on);
    let values: Vec<_> = positions.iter().map(|position| prober.position(position).map(|known| known.value)).collect();
    values.windows(2).map(|pair| Mistake::between(pair[0]?, pair[1]?.opposite())).collect()
}

/// Returns the index of the move that decided a game: the last mistake, if the result is what it
/// led to. Returns `None` if the game is not over.
pub fn deciding_move(game: &Game, mistakes: &[Option<Mistake>]) -> Option<usize> {
    let (index, mistake) = mistakes.iter().enumerate().rev().find_map(|(index, mistake)| Some((index, (*mistake)?)))?;
    let side = game.position_after(index)?.side();
    let leads_there = match game.outcome()?.winner() {
        Some(winner) => winner != side && mistake != Mistake::WinToDraw,
        None => mistake == Mistake::WinToDraw,
    };
    leads_there.then_some(index)
}

/// Returns the legal moves in the last of these positions whose value is known, with their values
/// for the side that plays them. As for [`mistakes`], all are unknown by some draw rules.
pub fn move_values(tables: &Tables, rules: &Rules, positions: &[Position]) -> Vec<(Move, ProbeResult)> {
    if !tables_hold(rules) {
        return Vec::new();
    }
    let mut go_on = || ControlFlow::Continue(());
    let mut prober = Prober::new(tables, rules, &mut go_on);
    let moves = positions.last().map(|position| position.legal_moves(rules)).unwrap_or_default();
    moves.into_iter().filter_map(|mv| Some((mv, prober.move_value(positions, mv)?))).collect()
}

/// Known values of a position and of all its moves.
pub(super) struct MoveTable {
    /// Value for the side to move. It includes the effect of repetition and quiet plies if the
    /// values of all moves are known.
    pub before: Option<ProbeResult>,
    /// Legal moves.
    pub moves: Vec<(Move, Option<ProbeResult>)>,
    /// Best value of the moves, if all values are known.
    pub best: Option<Wdl>,
}

impl MoveTable {
    /// Looks up the last of these positions.
    pub fn new(prober: &mut Prober<'_>, positions: &[Position]) -> Self {
        let legal = positions.last().map(|position| position.legal_moves(prober.rules())).unwrap_or_default();
        let moves: Vec<_> = legal.into_iter().map(|mv| (mv, prober.move_value(positions, mv))).collect();
        let known = positions.last().and_then(|position| prober.position(position));
        let best = moves.iter().map(|(_, known)| known.map(|known| known.value)).collect::<Option<Vec<_>>>();
        let best = best.and_then(|values| values.into_iter().max());
        let before = match best {
            Some(value) => known.filter(|known| known.value == value).or(Some(ProbeResult { value, plies: None })),
            None => known,
        };
        Self { before, moves, best }
    }

    /// Returns the number of moves that keep the value, if the values of all moves are known.
    pub fn keeping(&self) -> Option<usize> {
        let best = self.best?;
        Some(self.moves.iter().filter(|(_, known)| known.is_some_and(|known| known.value == best)).count())
    }

    pub fn value_of(&self, mv: Move) -> Option<ProbeResult> {
        self.moves.iter().find(|(other, _)| *other == mv)?.1
    }

    /// Returns the moves that are known to keep the value, the quickest first.
    pub fn best(&self) -> Vec<Move> {
        let Some(value) = self.before.map(|known| known.value) else { return Vec::new() };
        let known = self.moves.iter().filter_map(|&(mv, known)| Some((mv, known?)));
        let mut best: Vec<_> = known.filter(|(_, known)| known.value == value).collect();
        best.sort_by_key(|(_, known)| known.plies.unwrap_or(u8::MAX));
        best.into_iter().map(|(mv, _)| mv).collect()
    }
}

/// Returns the best value of the moves through each point. `point` maps a move to its point, if it
/// has one.
pub fn best_by_point(
    moves: &[(Move, ProbeResult)],
    point: impl Fn(&Move) -> Option<Point>,
) -> Vec<(Point, ProbeResult)> {
    let mut best: Vec<(Point, ProbeResult)> = Vec::new();
    for (mv, value) in moves {
        let Some(point) = point(mv) else { continue };
        match best.iter_mut().find(|(other, _)| *other == point) {
            Some((_, known)) => *known = better(*known, *value),
            None => best.push((point, *value)),
        }
    }
    best
}

/// Returns the better of two values. A quick win and a slow loss are better.
fn better(one: ProbeResult, other: ProbeResult) -> ProbeResult {
    let rank = |known: &ProbeResult| {
        let plies = u16::from(known.plies.unwrap_or(u8::MAX));
        (known.value, if known.value == Wdl::Win { Reverse(plies) } else { Reverse(u16::MAX - plies) })
    };
    if rank(&other) > rank(&one) { other } else { one }
}

#[cfg(test)]
mod tests {
    use morris::{Color, DrawReason, Outcome, Rules, WinReason};

    use super::*;

    const fn known(value: Wdl, plies: u8) -> ProbeResult {
        ProbeResult { value, plies: Some(plies) }
    }

    #[test]
    fn only_moves_that_lower_the_value_are_mistakes() {
        assert_eq!(Mistake::between(Wdl::Win, Wdl::Draw), Some(Mistake::WinToDraw));
        assert_eq!(Mistake::between(Wdl::Win, Wdl::Loss), Some(Mistake::WinToLoss));
        assert_eq!(Mistake::between(Wdl::Draw, Wdl::Loss), Some(Mistake::DrawToLoss));
        for (before, after) in [(Wdl::Win, Wdl::Win), (Wdl::Draw, Wdl::Draw), (Wdl::Loss, Wdl::Loss)] {
            assert_eq!(Mistake::between(before, after), None);
        }
    }

    #[test]
    fn a_quick_win_and_a_late_loss_are_better() {
        assert_eq!(better(known(Wdl::Win, 9), known(Wdl::Win, 3)), known(Wdl::Win, 3));
        assert_eq!(better(known(Wdl::Loss, 2), known(Wdl::Loss, 8)), known(Wdl::Loss, 8));
        assert_eq!(better(known(Wdl::Draw, 0), known(Wdl::Loss, 8)), known(Wdl::Draw, 0));
    }

    #[test]
    fn each_point_has_the_best_of_its_moves() {
        let moves = ["a1-a4", "a1-d1", "g1-g4"].map(|mv| mv.parse::<Move>().unwrap());
        let values = [known(Wdl::Draw, 0), known(Wdl::Win, 5), known(Wdl::Loss, 4)];
        let moves: Vec<_> = moves.into_iter().zip(values).collect();
        let best = best_by_point(&moves, |mv| mv.from);
        assert_eq!(
            best,
            ["a1", "g1"]
                .map(|name| name.parse().unwrap())
                .into_iter()
                .zip(values[1..].iter().copied())
                .collect::<Vec<_>>()
        );
        assert!(best_by_point(&moves, |_| None).is_empty());
    }

    #[test]
    fn last_mistake_decides_if_it_led_to_the_result() {
        let played = |outcome| {
            let mut game = Game::new(Rules::STANDARD);
            ["a7", "d7", "g7", "b6"].into_iter().for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
            game.declare(outcome);
            game
        };
        let lost = |winner| Outcome::Win { winner, reason: WinReason::Resignation };
        let (to_draw, to_loss) = (Some(Mistake::WinToDraw), Some(Mistake::DrawToLoss));
        for (outcome, mistakes, decided) in [
            (lost(Color::Black), [None, None, to_loss, None], Some(2)),
            (lost(Color::Black), [to_loss, to_loss, to_loss, None], Some(2)),
            (lost(Color::Black), [None, None, Some(Mistake::WinToLoss), None], Some(2)),
            // Black gave the win back, so the resignation decided.
            (lost(Color::Black), [None, None, to_loss, to_draw], None),
            (lost(Color::White), [None, None, to_loss, None], None),
            (Outcome::Draw(DrawReason::Agreement), [None, None, to_loss, to_draw], Some(3)),
            (Outcome::Draw(DrawReason::Agreement), [None, None, to_draw, to_loss], None),
            (lost(Color::Black), [None; 4], None),
        ] {
            assert_eq!(deciding_move(&played(outcome), &mistakes), decided, "{outcome:?} {mistakes:?}");
        }
        let mut running = Game::new(Rules::STANDARD);
        running.play("a7".parse().unwrap()).unwrap();
        assert_eq!(deciding_move(&running, &[to_loss]), None, "the game is not over");
    }

    #[test]
    fn without_tables_nothing_is_known() {
        let (rules, tables) = (Rules::STANDARD, Tables::none());
        let start = Position::start(&rules);
        let next = start.play_unchecked(start.legal_moves(&rules)[0], &rules);
        assert_eq!(mistakes(&tables, &rules, &[start, next]), [None]);
        assert!(move_values(&tables, &rules, &[start]).is_empty());
    }
}
