// SPDX-License-Identifier: GPL-3.0-or-later
//! Values of the shapes of men, stage by stage: the weights of the
//! [patterns](crate::PatternClasses), arranged by the number of a pattern. The table of a stage is
//! built on first use, because a game only reaches a few of them.

use std::sync::OnceLock;

use super::cells::Cells;
use super::patterns::{MOVING_STAGES, PATTERNS, PatternClasses, STATES, classes, weights};
use morris::{PLAIN_24, Placing, Rules, zobrist};

/// The numbers of a side's men that determine the stage.
#[derive(Clone, Copy)]
struct Muster {
    count: u8,
    hand: u8,
    flies: bool,
}

impl Muster {
    const fn total(self) -> u8 {
        self.count + self.hand
    }

    /// Returns the row of this side among the stages after the placing phase. Only flying men have
    /// the row of three men.
    const fn row(self) -> usize {
        match self.count {
            _ if self.flies => 0,
            ..=4 => 1,
            5..=8 => self.count as usize - 3,
            _ => ROWS - 1,
        }
    }
}

/// Number of men with which a side flies. If the rules let more men fly, shapes do not apply.
const FLYING_MEN: u8 = 3;
/// Three to nine men.
const ROWS: usize = 7;
/// Number of distinguished numbers of men in hand.
const HANDS: usize = 12;
/// Number of distinguished pairs of totals while men are placed.
const PAIRS: usize = 12;
const _: () = assert!(MOVING_STAGES == ROWS * ROWS);
const _: () = assert!(PatternClasses::STAGES == MOVING_STAGES + PAIRS * HANDS);

/// Returns the stage of the game, or `None` for positions that cannot occur in a game.
const fn stage(us: Muster, them: Muster) -> Option<usize> {
    if us.flies && us.count != FLYING_MEN || them.flies && them.count != FLYING_MEN {
        return None;
    }
    let hands = match (us.hand, them.hand) {
        (0, 0) => return Some(ROWS * us.row() + them.row()),
        (1, 0) if !them.flies => 0,
        (0, _) | (_, 0) => return None,
        (us, them) => match us + them {
            hands @ ..=10 => hands as usize - 1,
            // The side to move matters more than the number of men in hand.
            hands => HANDS - 1 - hands as usize % 2,
        },
    };
    Some(MOVING_STAGES + PAIRS * hands + pair(us.total(), them.total()))
}

/// Returns the index of the pair of totals, below [`PAIRS`].
const fn pair(us: u8, them: u8) -> usize {
    match (us, them) {
        (9, 9) => 0,
        (9, 8) => 1,
        (8, 9) => 2,
        (8, 8) => 3,
        (9, 7) => 4,
        (7, 9) => 5,
        (8, 7) => 6,
        (7, 8) => 7,
        (7, 7) => 8,
        (us, them) if us > them => 9,
        (us, them) if us < them => 10,
        _ => PAIRS - 1,
    }
}

/// The stage by the numbers of men of each side on the board and in hand. A lookup table, because
/// every evaluated position needs it.
pub(crate) struct Stages(Box<[u8; 1 << 16]>);

impl Stages {
    /// Number of values of a count of men, which has four bits. It exceeds the number of men of any
    /// side.
    const MEN: u8 = 16;
    /// Marks positions that cannot occur in a game.
    const NONE: u8 = u8::MAX;

    /// Creates the table of stages. `flies` returns whether a side with these numbers of men on the
    /// board and in hand flies.
    pub(crate) fn new(flies: impl Fn(u8, u8) -> bool) -> Self {
        let mut stages = Box::new([Self::NONE; 1 << 16]);
        let musters = || {
            let pairs = (0..Self::MEN).flat_map(|count| (0..Self::MEN - count).map(move |hand| (count, hand)));
            pairs.map(|(count, hand)| Muster { count, hand, flies: flies(count, hand) })
        };
        for (us, them) in musters().flat_map(|us| musters().map(move |them| (us, them))) {
            let place = Self::place([us.count, us.hand], [them.count, them.hand]);
            stages[place] = stage(us, them).map_or(Self::NONE, |stage| stage as u8);
        }
        Self(stages)
    }

    /// Returns the stage, given the men of the side to move on the board and in hand, and those of
    /// the other side.
    #[inline]
    pub(crate) fn of(&self, us: [u8; 2], them: [u8; 2]) -> Option<usize> {
        Some(self.0[Self::place(us, them)].into()).filter(|&stage| stage != Self::NONE.into())
    }

    #[inline]
    fn place(us: [u8; 2], them: [u8; 2]) -> usize {
        let of_side = |[count, hand]: [u8; 2]| count % Self::MEN + Self::MEN * (hand % Self::MEN);
        u16::from_le_bytes([us, them].map(of_side)) as usize
    }
}

/// The evaluation on the board of nine men's morris, stage by stage.
pub(crate) struct Shapes {
    stages: [OnceLock<Box<StageWeights>>; PatternClasses::STAGES],
    cells: OnceLock<Box<Cells>>,
}

/// Weights of a stage, in hundredths of a man for the side to move.
pub(crate) struct StageWeights {
    /// Constant part of the evaluation.
    pub(crate) constant: i32,
    /// Weight of a double mill of the side to move, and of one of the other side.
    pub(crate) double_mill: [i32; 2],
    /// Has space for all 16-bit numbers, so that indexing needs no bounds check.
    states: [i16; 1 << u16::BITS],
}

const _: () = assert!(STATES <= 1 << u16::BITS);
const _: () = assert!(zobrist::MAX_MEN < Stages::MEN as usize);

static SHAPES: Shapes = Shapes { stages: [const { OnceLock::new() }; PatternClasses::STAGES], cells: OnceLock::new() };

impl Shapes {
    /// Returns the shapes for a set of rules, or `None` if the rules have another board or other
    /// moves.
    pub(crate) fn fitted_to(rules: &Rules) -> Option<&'static Self> {
        // If men may move while others are in hand, shapes apply once none are in hand.
        let mut placed = *rules;
        placed.placing = Placing::First;
        (placed.moves_are_classic() && *rules.board == PLAIN_24).then_some(&SHAPES)
    }

    /// Creates shapes for tests that give every position this value.
    #[cfg(test)]
    pub(crate) fn of_constant(constant: i32) -> Self {
        Self {
            stages: std::array::from_fn(|_| StageWeights::of_constant(constant).into()),
            cells: Cells::worthless().into(),
        }
    }

    #[inline]
    pub(crate) fn at(&self, stage: usize) -> &StageWeights {
        self.stages[stage].get_or_init(|| StageWeights::new(stage))
    }

    /// Returns the value of patterns in these states at a stage, alone and in combination, given
    /// each side's number of double mills.
    #[inline]
    pub(crate) fn value(&self, stage: usize, states: [u16; PATTERNS], double_mills: [i32; 2]) -> i32 {
        let weights = self.at(stage);
        let of_mills: i32 = weights.double_mill.iter().zip(double_mills).map(|(weight, times)| weight * times).sum();
        let mut alone = weights.constant + of_mills;
        // Both lookups of a state are done in one pass, so that the states need not be stored.
        let states = states.into_iter().inspect(|&state| alone += i32::from(weights.states[usize::from(state)]));
        let together = self.cells.get_or_init(Cells::in_use).value(stage, states, double_mills);
        alone + together
    }
}

impl StageWeights {
    #[cold]
    fn new(stage: usize) -> Box<Self> {
        let weights: Vec<i16> = weights(stage).collect();
        let [ours, theirs, constant] = [0, 1, 2].map(|other| i32::from(weights[PatternClasses::COUNT + other]));
        let mut laid_out = Box::new(Self { constant, double_mill: [ours, theirs], states: [0; 1 << u16::BITS] });
        let of_class = classes().iter().map(|&class| weights[usize::from(class)]);
        laid_out.states.iter_mut().zip(of_class).for_each(|(state, weight)| *state = weight);
        laid_out
    }

    /// Creates weights for tests that give every position this value.
    #[cfg(test)]
    fn of_constant(constant: i32) -> Box<Self> {
        Box::new(Self { constant, double_mill: [0; 2], states: [0; 1 << u16::BITS] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_are_looked_up_as_they_are_counted() {
        let stages = Stages::new(|count, hand| hand == 0 && count == FLYING_MEN);
        let muster = |count, hand| Muster { count, hand, flies: hand == 0 && count == FLYING_MEN };
        let sides = || (0..=12).flat_map(|count| (0..=12 - count).map(move |hand| [count, hand]));
        for (us, them) in sides().flat_map(|us| sides().map(move |them| (us, them))) {
            let counted = stage(muster(us[0], us[1]), muster(them[0], them[1]));
            assert_eq!(stages.of(us, them), counted, "{us:?} {them:?}");
        }
    }

    #[test]
    fn each_number_of_men_is_a_stage_of_its_own() {
        let moving = |count| Muster { count, hand: 0, flies: count == FLYING_MEN };
        let mut stages: Vec<_> =
            (3..=9).flat_map(|us| (3..=9).map(move |them| stage(moving(us), moving(them)).unwrap())).collect();
        for hands in 1..=18_u8 {
            for (ours, theirs) in (6..=9).flat_map(|us| (6..=9).map(move |them| (us, them))) {
                let placing = |men: u8, hand| Muster { count: men.saturating_sub(hand), hand, flies: false };
                stages.extend(stage(placing(ours, hands.div_ceil(2)), placing(theirs, hands / 2)));
            }
        }
        stages.sort_unstable();
        stages.dedup();
        assert_eq!(stages, (0..PatternClasses::STAGES).collect::<Vec<_>>());
        // If men never fly, three men have the stage of four.
        let three = Muster { count: 3, hand: 0, flies: false };
        assert_eq!(stage(three, moving(5)), stage(moving(4), moving(5)));
        assert_eq!(stage(moving(12), moving(5)), stage(moving(9), moving(5)));
    }
}
