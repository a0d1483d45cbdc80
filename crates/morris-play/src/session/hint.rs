// SPDX-License-Identifier: GPL-3.0-or-later
//! Hints that reveal more with each request: first the idea, then the man, then the move.

use morris::{Move, PointSet, Position, Rules};
use morris_teach::hint::HintReason;

/// A hint for a person, as far as it has been revealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Recommended move.
    pub mv: Move,
    /// What the move does.
    pub reason: HintReason,
    /// Part of the hint that is revealed.
    pub step: HintStep,
}

/// Part of a hint that is revealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HintStep {
    /// What there is to do.
    Idea,
    /// The man to move.
    Man,
    /// The complete move, and its reason.
    Move,
}

impl Hint {
    /// Creates a hint that reveals only its idea.
    pub(super) fn new(position: &Position, mv: Move, rules: &Rules) -> Self {
        Self { mv, reason: HintReason::of(position, mv, rules), step: HintStep::Idea }
    }

    /// Returns the hint with one more part revealed.
    pub(super) fn further(self) -> Self {
        let step = match self.step {
            HintStep::Idea if self.mv.from.is_some() => HintStep::Man,
            _ => HintStep::Move,
        };
        Self { step, ..self }
    }

    /// Returns the part of the move that may be shown.
    pub fn shown(&self) -> Option<Move> {
        match self.step {
            HintStep::Idea => None,
            HintStep::Man => Some(Move { to: None, removed: PointSet::EMPTY, ..self.mv }),
            HintStep::Move => Some(self.mv),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_hint_is_more_detailed() {
        let rules = Rules::STANDARD;
        let position = Position::parse("W../.../.../....../.../.../..B w 8 8 0", &rules).unwrap();
        let hint = Hint::new(&position, "d7".parse().unwrap(), &rules);
        assert_eq!((hint.shown(), hint.further().shown()), (None, Some(hint.mv)), "no man stands there yet");
        let hint = Hint { mv: "a7-d7xg1".parse().unwrap(), ..hint };
        let man = hint.further();
        assert_eq!(man.shown().map(|mv| (mv.from, mv.to, mv.removed.is_empty())), Some((hint.mv.from, None, true)));
        assert_eq!(man.further().shown(), Some(hint.mv));
        assert_eq!(man.further().further(), man.further());
    }
}
