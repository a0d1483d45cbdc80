// SPDX-License-Identifier: GPL-3.0-or-later
//! Random positions as candidates for puzzles: men anywhere on the board, and one more move of the
//! opponent.

use morris::{Arrangement, ByColor, Color, Flying, MIN_MEN, Move, Phase, Placing, PointSet, Position, Rules};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::{IndexedRandom, SliceRandom};

use super::kind::{Asks, PuzzleKind, Task, Theme};
use super::values::{LAST_PLY, MOST_MEN};

/// A position and the opponent's move that led to it.
pub(super) struct Candidate {
    pub before: Position,
    pub mv: Move,
    pub position: Position,
}

/// Numbers of men of each side, the solver first, before the opponent's move.
struct Counts {
    board: [usize; 2],
    hand: [u8; 2],
}

/// Numbers of men of a loser that can be beaten within four moves. A number that occurs more often
/// is chosen more often.
const LOSERS: [usize; 5] = [3, 3, 3, 4, 5];

/// Returns a random position that may contain a puzzle of this kind, with the men of the theme.
pub(super) fn candidate(
    kind: PuzzleKind,
    theme: Option<Theme>,
    rules: &Rules,
    knows_all: bool,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<Candidate> {
    let most_men = if knows_all { 2 * usize::from(rules.men) } else { MOST_MEN };
    let asks = kind.asks();
    let (counts, side) = if asks.phase == Some(Phase::Placing) {
        placing(rules, knows_all, rng)?
    } else {
        let counts = match theme.and_then(Theme::men) {
            Some(men) => Counts { board: men.map(|men| rng.random_range(men)), hand: [0, 0] },
            None => placed(asks, rules, most_men, rng)?,
        };
        (counts, if rng.random() { Color::White } else { Color::Black })
    };
    let mut points: Vec<_> = rules.board.points().collect();
    points.shuffle(rng);
    let take = |men: usize| points.drain(..men.min(points.len())).collect::<PointSet>();
    let [solver, other] = counts.board.map(take);
    let men = ByColor::from_fn(|color| if color == side { solver } else { other });
    let [solver, other] = counts.hand;
    let hand = ByColor::from_fn(|color| if color == side { solver } else { other });
    let before = Arrangement::new(men, hand, side.other()).check(rules).ok()?;
    if before.outcome(rules).is_some() {
        return None;
    }
    let mv = *before.legal_moves(rules).choose(rng)?;
    let mut after = Arrangement::from(before.play_unchecked(mv, rules));
    after.quiet = 0;
    let position = after.check(rules).ok()?;
    (position.outcome(rules).is_none() && fits(kind, &position, rules)).then_some(Candidate { before, mv, position })
}

pub(super) fn fits(kind: PuzzleKind, position: &Position, rules: &Rules) -> bool {
    let side = position.side();
    // Excludes positions that would need tables of another phase.
    match kind.asks().phase {
        Some(Phase::Placing) => position.hand(side) > 0,
        phase => {
            Color::BOTH.into_iter().all(|color| position.hand(color) == 0)
                && phase.is_none_or(|phase| phase == position.phase(side, rules))
        }
    }
}

fn placed(asks: Asks, rules: &Rules, most_men: usize, rng: &mut Xoshiro256PlusPlus) -> Option<Counts> {
    let (fewest, most) = (usize::from(MIN_MEN), usize::from(rules.men));
    let solver = match (asks.phase, rules.flying) {
        (Some(Phase::Flying), Flying::With(men)) => usize::from(men),
        (Some(Phase::Flying), Flying::Never) => return None,
        _ => rng.random_range(fewest..=most.min(most_men - fewest)),
    };
    let others = fewest..=most.min(most_men.checked_sub(solver)?);
    let other = match asks.task {
        Task::Win => *LOSERS.choose(rng)?,
        _ if others.is_empty() => return None,
        _ => rng.random_range(others.clone()),
    };
    others.contains(&other).then_some(Counts { board: [solver, other], hand: [0, 0] })
}

/// Returns numbers of men in the last third of the placing phase. Each side has lost at most one
/// man.
fn placing(rules: &Rules, knows_all: bool, rng: &mut Xoshiro256PlusPlus) -> Option<(Counts, Color)> {
    let men = rules.men;
    let most = 2 * men - 1;
    let last = if knows_all { most } else { most.min(LAST_PLY - 1) };
    let first = 2 * men / 3;
    if rules.placing != Placing::First || first > last {
        return None;
    }
    // The solver makes the placement after this number. The opponent's last placement is still to
    // be made.
    let placements = rng.random_range(first.max(1)..=last);
    let side = if placements % 2 == 0 { Color::White } else { Color::Black };
    let [solver, other] = [placements / 2, placements.div_ceil(2) - 1];
    let mut board = |placed: u8| usize::from(placed) - usize::from(placed > 2 && rng.random_ratio(1, 4));
    Some((Counts { board: [board(solver), board(other)], hand: [men - solver, men - other] }, side))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn few_men_leave_one_in_hand_to_place() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for men in 1..=12 {
            let mut rules = Rules::STANDARD;
            rules.men = men;
            for (counts, _) in (0..100).filter_map(|_| placing(&rules, false, &mut rng)) {
                assert!(counts.hand.iter().all(|hand| (1..=men).contains(hand)), "{men} men");
            }
        }
    }
}
