// SPDX-License-Identifier: GPL-3.0-or-later
//! What the shapes of the men are worth, stage by stage: the weights of the
//! [patterns](crate::PatternClasses) laid out by the number that a pattern is looked up by. A stage
//! is laid out when it is first come to, since a game comes to few of them.

use std::sync::OnceLock;

use super::cells::Cells;
use super::patterns::{MOVING_STAGES, PATTERNS, PatternClasses, STATES, classes, weights};
use morris::{PLAIN_24, Placing, Rules, zobrist};

/// What a side's men in hand and on the board say of the stage.
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

    /// The row of this side among the stages after the placing phase: three men are three that fly.
    const fn row(self) -> usize {
        match self.count {
            _ if self.flies => 0,
            ..=4 => 1,
            5..=8 => self.count as usize - 3,
            _ => ROWS - 1,
        }
    }
}

/// Whoever flies has so many men; where the rules let more men fly, shapes say nothing.
const FLYING_MEN: u8 = 3;
/// Three men to nine.
const ROWS: usize = 7;
/// How many numbers of men in hand are told apart.
const HANDS: usize = 12;
/// How many pairs of totals are told apart while men are placed.
const PAIRS: usize = 12;
const _: () = assert!(MOVING_STAGES == ROWS * ROWS);
const _: () = assert!(PatternClasses::STAGES == MOVING_STAGES + PAIRS * HANDS);

/// The stage of the game; `None` for positions that no game leads to.
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
            // Whose turn it is matters more than how many there are.
            hands => HANDS - 1 - hands as usize % 2,
        },
    };
    Some(MOVING_STAGES + PAIRS * hands + pair(us.total(), them.total()))
}

/// Which pair of totals this is, below [`PAIRS`].
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

/// The stage by how many men either side has on the board and in hand: looked up, since every
/// position that is judged needs it.
pub(crate) struct Stages(Box<[u8; 1 << 16]>);

impl Stages {
    /// More men than a side has: they are told in four bits.
    const MEN: u8 = 16;
    /// No game leads there.
    const NONE: u8 = u8::MAX;

    /// The stages under rules that say whether a side with so many men on the board and in hand
    /// flies.
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

    /// The stage where the side to move has so many men on the board and in hand, and the other
    /// side so many.
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

/// The evaluation of the board of nine men's morris, stage by stage.
pub(crate) struct Shapes {
    stages: [OnceLock<Box<StageWeights>>; PatternClasses::STAGES],
    cells: OnceLock<Box<Cells>>,
}

/// What positions of a stage are worth, in hundredths of a man for the side to move.
pub(crate) struct StageWeights {
    /// What is always there.
    pub(crate) constant: i32,
    /// A double mill of the side to move, and one of the other side.
    pub(crate) double_mill: [i32; 2],
    /// With room for every number of sixteen bits, so that an index needs no check.
    states: [i16; 1 << u16::BITS],
}

const _: () = assert!(STATES <= 1 << u16::BITS);
const _: () = assert!(zobrist::MAX_MEN < Stages::MEN as usize);

static SHAPES: Shapes = Shapes { stages: [const { OnceLock::new() }; PatternClasses::STAGES], cells: OnceLock::new() };

impl Shapes {
    /// The shapes for a set of rules; `None` if they were fitted to another board or other moves.
    pub(crate) fn fitted_to(rules: &Rules) -> Option<&'static Self> {
        // Where men may move while others are in hand, shapes speak once none are.
        let mut placed = *rules;
        placed.placing = Placing::First;
        (placed.moves_are_classic() && *rules.board == PLAIN_24).then_some(&SHAPES)
    }

    /// Made up for tests: every position is worth this.
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

    /// What patterns in these states are worth at a stage, alone and together, given how many
    /// double mills either side has.
    #[inline]
    pub(crate) fn value(&self, stage: usize, states: [u16; PATTERNS], double_mills: [i32; 2]) -> i32 {
        let weights = self.at(stage);
        let of_mills: i32 = weights.double_mill.iter().zip(double_mills).map(|(weight, times)| weight * times).sum();
        let mut alone = weights.constant + of_mills;
        // Each state is looked up twice at once, so that they need not be kept.
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

    /// Made up for tests: this, whatever the shapes.
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
        // Those who never fly move with three men as with four.
        let three = Muster { count: 3, hand: 0, flies: false };
        assert_eq!(stage(three, moving(5)), stage(moving(4), moving(5)));
        assert_eq!(stage(moving(12), moving(5)), stage(moving(9), moving(5)));
    }
}
