// SPDX-License-Identifier: GPL-3.0-or-later
//! Hints that reveal more with each request: first the idea, then the man, then the move.

use morris::{Move, Outcome, PointSet, Position, Rules};
use morris_engine::threats;
use morris_teach::review::mobility;

/// A hint for a person, as far as it has been revealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Recommended move.
    pub mv: Move,
    /// Effect of the move.
    pub kind: HintKind,
    /// Part of the hint that is revealed.
    pub step: HintStep,
}

/// Part of a hint that is revealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HintStep {
    /// The kind of move.
    Kind,
    /// The man to move.
    Man,
    /// The complete move.
    Move,
}

/// Effect of a move, judged from the board alone. The first that applies is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintKind {
    /// The move wins the game.
    Wins,
    /// The move closes a mill.
    ClosesMill,
    /// The move prevents the opponent from closing a mill on the next move.
    StopsMill,
    /// The move opens a mill that can be closed again on the next move.
    OpensMill,
    /// The move creates a line that can be closed on the next move.
    ThreatensMill,
    /// The move leaves the opponent fewer moves.
    Blocks,
    /// None of these.
    Quiet,
}

impl Hint {
    /// Creates a hint that reveals only its kind.
    pub(super) fn new(position: &Position, mv: Move, rules: &Rules) -> Self {
        Self { mv, kind: HintKind::of(position, mv, rules), step: HintStep::Kind }
    }

    /// Returns the hint with one more part revealed.
    pub(super) fn further(self) -> Self {
        let step = match self.step {
            HintStep::Kind if self.mv.from.is_some() => HintStep::Man,
            _ => HintStep::Move,
        };
        Self { step, ..self }
    }

    /// Returns the part of the move that may be shown.
    #[must_use]
    pub fn shown(&self) -> Option<Move> {
        match self.step {
            HintStep::Kind => None,
            HintStep::Man => Some(Move { to: None, removed: PointSet::EMPTY, ..self.mv }),
            HintStep::Move => Some(self.mv),
        }
    }
}

impl HintKind {
    fn of(position: &Position, mv: Move, rules: &Rules) -> Self {
        let (own, other) = (position.side(), position.side().other());
        let after = position.play_unchecked(mv, rules);
        let lines = |position, color| threats(position, color, rules).map(|threat| threat.line).collect::<Vec<_>>();
        let (threatened, threatens) = (lines(position, other), lines(&after, own));
        let stays = lines(&after, other);
        let before = lines(position, own);
        let in_mill = mv.from.is_some_and(|from| rules.board.in_mills(position.men(own)).contains(from));
        let moves = |position: &Position| mobility(position, other, rules);
        if after.outcome(rules).and_then(Outcome::winner) == Some(own) {
            Self::Wins
        } else if position.closes_mill(own, mv, rules) {
            Self::ClosesMill
        } else if threatened.iter().any(|line| !stays.contains(line)) {
            Self::StopsMill
        } else if in_mill && threatens.iter().any(|line| mv.from.is_some_and(|from| line.contains(from))) {
            Self::OpensMill
        } else if threatens.iter().any(|line| !before.contains(line)) {
            Self::ThreatensMill
        } else if mv.from.is_some() && moves(&after) < moves(position) {
            Self::Blocks
        } else {
            Self::Quiet
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(line: &str, mv: &str) -> HintKind {
        let rules = Rules::STANDARD;
        HintKind::of(&Position::parse(line, &rules).unwrap(), mv.parse().unwrap(), &rules)
    }

    #[test]
    fn what_a_move_does_is_seen_on_the_board() {
        let cases = [
            (".../WW./.../B...W./..B/.../W.B w 0 0 0", "f4-f6xa4", HintKind::Wins),
            ("WW./B../.../.B..B./..W/B../... w 5 5 0", "g7xb4", HintKind::ClosesMill),
            ("BB./W../.../....../.../.../..W w 7 7 0", "g7", HintKind::StopsMill),
            ("WWW/.../.../....../.../B.B/BWB w 0 0 0", "d7-d6", HintKind::OpensMill),
            ("W../.../.../....../.../.../..B w 8 8 0", "d7", HintKind::ThreatensMill),
            ("B../..W/.../.W..BW/B.B/.W./... w 0 0 0", "b4-a4", HintKind::Blocks),
            (".../.B./.../....../.../.W./... w 8 8 0", "a1", HintKind::Quiet),
        ];
        for (line, mv, expected) in cases {
            assert_eq!(kind(line, mv), expected, "{line} {mv}");
        }
    }

    #[test]
    fn more_is_told_each_time() {
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
