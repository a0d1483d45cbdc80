// SPDX-License-Identifier: GPL-3.0-or-later
//! Static evaluation of positions: the value of their patterns, or the weighted sum of their terms.

mod cells;
pub(crate) mod patterns;
pub(crate) mod shapes;
pub(crate) mod terms;
pub(crate) mod weights;

use self::patterns::{PatternClasses, classes_of, states};
use self::shapes::Shapes;
use self::terms::{Term, TermCounts, WeightSet, Weights};
use super::Score;
use super::fast_node::{FastNode, Side};
use super::lookups::{Lookups, indices};
use super::node::Node;
use super::plain_node::{PlainLookups, PlainNode};
use super::score::estimate;
use morris::{Position, Rules};

/// Returns the value of the node for the side to move, in hundredths of a man.
#[inline]
pub(super) fn evaluate(node: &FastNode, lookups: &Lookups) -> i32 {
    estimate(match shapes(node, lookups) {
        Some((shapes, stage)) => by_shapes(node, shapes, stage, lookups),
        None => by_terms(node, lookups),
    })
}

/// Returns the shapes and the stage of the game, or `None` if the shapes do not apply.
#[inline]
fn shapes(node: &FastNode, lookups: &Lookups) -> Option<(&'static Shapes, usize)> {
    let (shapes, stage) =
        (lookups.shapes?, lookups.stages.of([node.us.count, node.us.hand], [node.them.count, node.them.hand])?);
    if lookups.moves_while_placing && node.placing() {
        return None;
    }
    Some((shapes, stage))
}

/// Returns the value by patterns.
#[inline]
fn by_shapes(node: &FastNode, shapes: &Shapes, stage: usize, lookups: &Lookups) -> i32 {
    let (us, them) = (&node.us, &node.them);
    let double = [double_mills(us, them, lookups), double_mills(them, us, lookups)];
    PatternClasses::MAN * (i32::from(us.total()) - i32::from(them.total()))
        + shapes.value(stage, states(&us.lanes, &them.lanes), double)
}

#[inline]
fn double_mills(us: &Side, them: &Side, lookups: &Lookups) -> i32 {
    if us.mills(lookups) == 0 {
        return 0;
    }
    let open = us.twos(lookups) & them.free_lines(lookups);
    if open == 0 {
        return 0;
    }
    let (mut double, empty) = (0, lookups.points & !(us.men | them.men));
    count_ready_mills(us, open, empty, lookups, |term, count| double += count * i32::from(term == Term::DoubleMill));
    double
}

/// Returns the value by terms alone.
fn by_terms(node: &FastNode, lookups: &Lookups) -> i32 {
    let empty = node.empty(lookups);
    side_value(&node.us, &node.them, empty, lookups) - side_value(&node.them, &node.us, empty, lookups)
        + lookups.weights.tempo
}

fn side_value(us: &Side, them: &Side, empty: u32, lookups: &Lookups) -> i32 {
    let weights = weights(us, lookups);
    let mut value = 0;
    count_terms(us, them, empty, lookups, |term, count| value += count * weights.of(term));
    value
}

#[inline]
fn weights(us: &Side, lookups: &Lookups) -> &'static Weights {
    if us.hand > 0 {
        &lookups.weights.placing
    } else if us.flies(lookups) {
        &lookups.weights.flying
    } else {
        &lookups.weights.moving
    }
}

/// Returns the terms of the side to move and those of the other side.
pub(super) fn terms(node: &FastNode, lookups: &Lookups) -> [TermCounts; 2] {
    let count = |us: &Side, them: &Side| {
        let mut counts = TermCounts::default();
        count_terms(us, them, node.empty(lookups), lookups, |term, count| counts[term as usize] += count);
        counts
    };
    [count(&node.us, &node.them), count(&node.them, &node.us)]
}

/// Calls `add` with each term of one side and its count. A term may be added in several parts.
#[inline]
pub(super) fn count_terms(us: &Side, them: &Side, empty: u32, lookups: &Lookups, mut add: impl FnMut(Term, i32)) {
    add(Term::Man, us.total().into());
    add(Term::Mill, count(us.mills(lookups)));
    add(Term::Blocked, count((us.men & !lookups.near(empty)).into()));
    add(Term::Mobility, count((lookups.near(us.men) & empty).into()));
    for crossings in lookups.crossings {
        add(Term::Crossing, count((us.men & crossings).into()));
    }
    let open = us.twos(lookups) & them.free_lines(lookups);
    if open != 0 {
        add(Term::OpenLine, count(open));
        count_ready_mills(us, open, empty, lookups, add);
    }
}

/// Counts the open lines that a man from outside the line can close in one move.
fn count_ready_mills(us: &Side, mut open: u64, empty: u32, lookups: &Lookups, mut add: impl FnMut(Term, i32)) {
    let in_mills = us.in_mills(lookups);
    while open != 0 {
        let line = lookups.first_line(open);
        open &= open - 1;
        let closing: u32 = indices(line & empty).fold(0, |men, point| men | lookups.neighbors(point)) & us.men & !line;
        if closing & in_mills != 0 {
            add(Term::DoubleMill, 1);
        } else if closing != 0 {
            add(Term::ReadyMill, 1);
        }
    }
}

#[inline]
fn count(bits: u64) -> i32 {
    bits.count_ones() as i32
}

/// Static evaluation of positions under one set of rules.
pub struct Evaluator(Kind);

/// Kind of evaluation, the same as in the search.
enum Kind {
    /// By terms and patterns, for classic or nearly classic moves.
    Fast(Box<Lookups>),
    Plain(Box<PlainLookups>),
}

impl Evaluator {
    /// Creates an evaluator for these rules.
    pub fn new(rules: &Rules) -> Self {
        let fast = || Kind::Fast(Box::new(Lookups::new(rules)));
        let plain = || Kind::Plain(Box::new(PlainLookups::new(rules)));
        Self(if FastNode::plays(rules) { fast() } else { plain() })
    }

    /// Returns the value of a position for the side to move.
    pub fn value(&self, position: &Position) -> Score {
        Score::Value(match &self.0 {
            Kind::Fast(lookups) => evaluate(&FastNode::new(position, lookups), lookups),
            Kind::Plain(lookups) => PlainNode::new(position, lookups).evaluate(lookups),
        })
    }

    /// Returns the weights of the terms.
    pub fn weights(&self) -> &'static WeightSet {
        match &self.0 {
            Kind::Fast(lookups) => lookups.weights,
            Kind::Plain(lookups) => lookups.weights(),
        }
    }

    /// Returns the terms of a position: those of the side to move and those of the other side.
    pub fn terms(&self, position: &Position) -> [TermCounts; 2] {
        match &self.0 {
            Kind::Fast(lookups) => terms(&FastNode::new(position, lookups), lookups),
            Kind::Plain(lookups) => PlainNode::new(position, lookups).terms(lookups),
        }
    }

    /// Returns the pattern classes of a position, or `None` if it is evaluated by its terms.
    pub fn patterns(&self, position: &Position) -> Option<PatternClasses> {
        let Kind::Fast(lookups) = &self.0 else { return None };
        let node = FastNode::new(position, lookups);
        let (_, stage) = shapes(&node, lookups)?;
        let (us, them) = (&node.us, &node.them);
        let double_mills = [double_mills(us, them, lookups), double_mills(them, us, lookups)];
        Some(PatternClasses {
            stage: stage as u8,
            classes: classes_of(states(&us.lanes, &them.lanes)),
            double_mills: double_mills.map(|count| count as u8),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Evaluator;
    use crate::evaluation::terms::{GENERAL, MOVING, PLACING};
    use crate::score::{MOST_ESTIMATED, is_certain};
    use morris::{Arrangement, Board, Position, Rules};

    #[test]
    fn a_man_more_is_worth_more_and_colors_do_not_matter() {
        let rules = Rules::STANDARD;
        let lookups = Lookups::new(&rules);
        let value = |arrangement: Arrangement| {
            let position = arrangement.check(&rules).unwrap();
            evaluate(&FastNode::new(&position, &lookups), &lookups)
        };
        let mut gains = Vec::new();
        for position in crate::tests::random_positions(&rules, 300, 5) {
            let (us, them) = (position.side(), position.side().other());
            let men = [us, them].map(|color| position.men(color));
            // A small lead matters less if neither side is close to flying.
            if position.hand(us) > 0 || men[0].len() < 6 || men[1].len() < 7 {
                continue;
            }
            let all = Arrangement::from(position);
            let mut swapped = all;
            (swapped.side, swapped.men[us], swapped.men[them]) = (them, men[1], men[0]);
            assert_eq!(value(swapped), value(all), "{position}");
            let mut fewer = all;
            fewer.men[them] = men[1] - men[1].first().unwrap().set();
            gains.push(value(fewer) - value(all));
        }
        // Removing a mobile opposing man may make room for other men, so this does not hold for
        // every position.
        let more = gains.iter().filter(|&&gain| gain > 0).count();
        assert!(gains.len() > 100 && 100 * more > 80 * gains.len(), "{more} of {}", gains.len());
        let average = gains.iter().sum::<i32>() / gains.len() as i32;
        assert!((100..=400).contains(&average), "{average}");
    }

    #[test]
    fn double_mill_is_not_a_ready_mill_and_is_worth_more() {
        let evaluator = Evaluator::new(&Rules::STANDARD);
        let counts = |line: &str| {
            let [ours, _] = evaluator.terms(&Position::parse(line, &Rules::STANDARD).unwrap());
            [Term::ReadyMill, Term::DoubleMill].map(|term| ours[term as usize])
        };
        // d7 moves back and forth between two mills. In the second position, d5 can close one.
        assert_eq!(counts("WWW/W.W/.../....../.B./B.B/B.. w 0 0"), [0, 1]);
        assert_eq!(counts("W.W/W.W/.W./....../.B./B.B/B.. w 0 0"), [1, 0]);
        for weights in [PLACING, MOVING] {
            assert!(weights.of(Term::DoubleMill) > weights.of(Term::ReadyMill));
        }
    }

    #[test]
    fn patterns_estimate_positions() {
        let weights: Vec<_> = PatternClasses::weights_in_use().collect();
        let rows: Vec<_> = PatternClasses::cell_rows_in_use().collect();
        for rules in [Rules::STANDARD, Rules::COMPO] {
            let evaluator = Evaluator::new(&rules);
            for position in crate::tests::random_positions(&rules, 300, 1) {
                let patterns = evaluator.patterns(&position).expect("games lead to it");
                let of_stage =
                    &weights[usize::from(patterns.stage) * PatternClasses::WEIGHTS..][..PatternClasses::WEIGHTS];
                let sum: i32 =
                    patterns.weights().map(|(weight, times)| i32::from(of_stage[weight]) * i32::from(times)).sum();
                let mut cells = [0; PatternClasses::CELLS];
                for (row, times) in patterns.added_rows() {
                    cells.iter_mut().zip(rows[row]).for_each(|(sum, add)| *sum += i32::from(add) * i32::from(times));
                }
                let filled = cells.map(|sum| sum.clamp(0, 255).pow(2) / 256);
                let worth: i32 = filled.iter().zip(rows[patterns.worth_row()]).map(|(x, y)| x * i32::from(y)).sum();
                let men = |side| (position.men(side).len() + usize::from(position.hand(side))) as i32;
                let ahead = men(position.side()) - men(position.side().other());
                let value = estimate(sum + (worth >> 10) + PatternClasses::MAN * ahead);
                assert_eq!(evaluator.value(&position), Score::Value(value), "{position}");
            }
        }
    }

    #[test]
    fn estimates_never_look_like_table_values() {
        // More than any sum in the search, and more than the offset of estimates in positions with
        // a known winner.
        static WON: WeightSet = WeightSet { tempo: 1_000_000, ..GENERAL };
        static LOST: WeightSet = WeightSet { tempo: -1_000_000, ..GENERAL };
        for (weights, expected) in [(&WON, MOST_ESTIMATED), (&LOST, -MOST_ESTIMATED)] {
            let rules = Rules::STANDARD;
            let shapes: &_ = Box::leak(Box::new(Shapes::of_constant(weights.tempo)));
            let fast = [None, Some(shapes)].map(|shapes| {
                let mut lookups = Lookups::new(&rules);
                (lookups.weights, lookups.shapes) = (weights, shapes);
                Kind::Fast(Box::new(lookups))
            });
            let mut plain = PlainLookups::new(&rules);
            plain.fitted = Some(weights);
            for evaluator in fast.into_iter().chain([Kind::Plain(Box::new(plain))]).map(Evaluator) {
                for position in crate::tests::random_positions(&rules, 20, 5) {
                    assert_eq!(evaluator.value(&position), Score::Value(expected), "{position}");
                }
            }
            assert!(!is_certain(expected));
        }
    }

    #[test]
    fn symmetrical_positions_are_worth_the_same() {
        let (rules, board) = (Rules::STANDARD, Rules::STANDARD.board);
        let lookups = Lookups::new(&rules);
        for position in crate::tests::random_positions(&rules, 40, 5) {
            let value = evaluate(&FastNode::new(&position, &lookups), &lookups);
            for symmetry in board.symmetries() {
                let mut image = morris::Arrangement::from(position);
                image.men.white = Board::map(symmetry, image.men.white);
                image.men.black = Board::map(symmetry, image.men.black);
                let image = image.check(&rules).unwrap();
                assert_eq!(evaluate(&FastNode::new(&image, &lookups), &lookups), value, "{position}");
            }
        }
    }
}
