// SPDX-License-Identifier: GPL-3.0-or-later
//! The table of named sets of rules. Each preset is one row.

use std::fmt;
use std::str::FromStr;

use super::{
    Blocked, Board, CROSS_17, CaptureBetween, DIAG_9, DIAG_24, DrawRules, FirstPlacement, Flying, FlyingCounts,
    FullBoard, Goal, MIN_MEN, MOEBIUS_24, MOVES_24, MillProtection, MillReuse, PLAIN_9, PLAIN_24, POLYGON_3, POLYGON_5,
    POLYGON_6, Placing, PlacingRemovals, QuietReset, RING_16, Removals, Rules, SESOTHO_25, SUNMILL_32, WHEEL_9,
    WINDMILL_28, escape,
};

const STANDARD_DRAWS: DrawRules = DrawRules {
    repetition: Some(3),
    quiet: Some(100),
    quiet_three_each: None,
    quiet_three: None,
    counted_from: QuietReset::RemovalOrPlacement,
};

const NO_DRAWS: DrawRules = DrawRules { repetition: None, quiet: None, ..STANDARD_DRAWS };

/// Returns the standard rules with `men` men on a board.
const fn on(board: &'static Board, men: u8) -> Rules {
    Rules { board, men, ..Rules::STANDARD }
}

/// Returns the same rules without flying.
const fn on_foot(board: &'static Board, men: u8) -> Rules {
    Rules { flying: Flying::Never, ..on(board, men) }
}

/// Returns the rules of [`on_foot`] where the first mill wins.
const fn first_mill(board: &'static Board, men: u8) -> Rules {
    Rules { goal: Goal::FirstMill, ..on_foot(board, men) }
}

/// Returns the rules of [`on_foot`] where neither side may place on a point from which a man was
/// removed.
const fn blocking_points(board: &'static Board, men: u8) -> Rules {
    Rules { while_placing: PlacingRemovals::AfterPlacing, ..on_foot(board, men) }
}

impl Rules {
    /// The default rules: nine men, flying with three, threefold repetition, draw after 100 quiet
    /// plies.
    pub const STANDARD: Self = Self {
        board: &PLAIN_24,
        men: 9,
        placing: Placing::First,
        flying: Flying::With(3),
        flying_counts: FlyingCounts::Board,
        from_mills: MillProtection::WhileOthersLeft,
        removals: Removals::PerMove,
        capture_between: CaptureBetween::Never,
        while_placing: PlacingRemovals::AtOnce,
        reforming: MillReuse::Free,
        goal: Goal::Reduce,
        least_men: MIN_MEN,
        first_point: FirstPlacement::Any,
        blocked: Blocked::Loses,
        full_board: FullBoard::Blocks,
        draws: STANDARD_DRAWS,
    };

    /// The standard rules without draws.
    pub const PLAIN: Self = Self { draws: NO_DRAWS, ..Self::STANDARD };

    /// The rules of the classroom game: a draw after 50 plies without a removal, including
    /// placements, or after 10 while both sides have three men.
    pub const WINDMILL: Self = Self {
        draws: DrawRules {
            quiet: Some(50),
            quiet_three_each: Some(10),
            counted_from: QuietReset::Removal,
            ..STANDARD_DRAWS
        },
        ..Self::STANDARD
    };

    /// The rules of the AI competition: no flying and no draws. The referee sets its own limit.
    pub const COMPO: Self = Self { flying: Flying::Never, draws: NO_DRAWS, ..Self::STANDARD };

    /// Twelve men's morris: diagonals, and a draw if the last man fills the board.
    pub const TWELVE: Self = Self { full_board: FullBoard::Draws, ..on(&DIAG_24, 12) };

    /// Eleven men's morris: diagonals, on a board that never fills.
    pub const ELEVEN: Self = on(&DIAG_24, 11);

    /// Lasker's morris: ten men, placed or moved from the start.
    const LASKER: Self = Self { men: 10, placing: Placing::OrMove, ..Self::STANDARD };

    /// The presets with their ids, which never change. The default comes first.
    const TABLE: &'static [(&'static str, Self)] = &[
        ("standard", Self::STANDARD),
        ("plain", Self::PLAIN),
        ("windmill", Self::WINDMILL),
        ("compo", Self::COMPO),
        ("twelve", Self::TWELVE),
        (
            "morabaraba",
            Self {
                reforming: MillReuse::NotStraightBack,
                draws: DrawRules { quiet_three: Some(10), ..STANDARD_DRAWS },
                ..Self::TWELVE
            },
        ),
        ("eleven", Self::ELEVEN),
        ("lasker", Self::LASKER),
        ("laskertotal", Self { flying_counts: FlyingCounts::BoardAndHand, ..Self::LASKER }),
        ("onetime", Self { reforming: MillReuse::EachLineOnce, from_mills: MillProtection::None, ..Self::STANDARD }),
        (
            "chamgonu",
            Self { from_mills: MillProtection::None, full_board: FullBoard::Draws, ..blocking_points(&DIAG_24, 12) },
        ),
        (
            "shax",
            Self {
                from_mills: MillProtection::None,
                while_placing: PlacingRemovals::OneEach,
                blocked: Blocked::MustBeLetOut,
                ..on_foot(&PLAIN_24, 12)
            },
        ),
        ("chengsanqi", blocking_points(&PLAIN_24, 9)),
        ("mylna", Self { from_mills: MillProtection::Full, ..on_foot(&PLAIN_24, 9) }),
        ("naoguti", Self { from_mills: MillProtection::None, least_men: 1, ..on_foot(&PLAIN_24, 9) }),
        (
            "mulmulan",
            Self { from_mills: MillProtection::None, capture_between: CaptureBetween::Both, ..on_foot(&DIAG_24, 9) },
        ),
        ("six", on_foot(&RING_16, 6)),
        ("five", on_foot(&RING_16, 5)),
        ("seven", on_foot(&CROSS_17, 7)),
        ("tapatan", first_mill(&DIAG_9, 3)),
        ("nineholes", Self { flying: Flying::With(3), ..first_mill(&PLAIN_9, 3) }),
        ("achi", first_mill(&DIAG_9, 4)),
        ("smallmerels", first_mill(&PLAIN_9, 3)),
        ("moebius", on(&MOEBIUS_24, 9)),
        ("sunmill", Self { removals: Removals::PerMill, ..on(&SUNMILL_32, 12) }),
        ("windmillboard", Self { removals: Removals::PerMill, ..on(&WINDMILL_28, 12) }),
        ("triangle", on(&POLYGON_3, 7)),
        ("pentagon", on(&POLYGON_5, 11)),
        ("hexagon", on(&POLYGON_6, 12)),
        ("sesotho", on(&SESOTHO_25, 12)),
        ("marelletriple", Self { flying: Flying::With(4), from_mills: MillProtection::None, ..on(&MOVES_24, 9) }),
        ("rota", first_mill(&WHEEL_9, 3)),
    ];

    /// All presets. The default comes first.
    pub const PRESETS: [Self; Self::TABLE.len()] = {
        let mut presets = [Self::STANDARD; Self::TABLE.len()];
        let mut index = 0;
        while index < presets.len() {
            presets[index] = Self::TABLE[index].1;
            index += 1;
        }
        presets
    };

    /// Presets in which the side that moves first wins with best play.
    const WON_BY_THE_FIRST: [&'static str; 5] = ["seven", "tapatan", "achi", "twelve", "eleven"];

    /// Returns `true` if the side that moves first is known to win with best play. Players should
    /// then alternate who begins.
    pub fn first_side_wins(&self) -> bool {
        self.preset().is_some_and(|id| Self::WON_BY_THE_FIRST.contains(&id))
    }

    /// Id of rules other than the presets.
    pub const CUSTOM: &'static str = "custom";

    /// Returns the id of the preset, or `custom`. Used in messages and on the command line.
    pub fn id(&self) -> &'static str {
        self.preset().unwrap_or(Self::CUSTOM)
    }

    fn ids() -> Vec<&'static str> {
        Self::TABLE.iter().map(|(id, _)| *id).collect()
    }

    /// Returns the id of the preset that equals these rules, if any.
    pub fn preset(&self) -> Option<&'static str> {
        Self::TABLE.iter().find(|(_, preset)| preset == self).map(|(id, _)| *id)
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::STANDARD
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// Text that is not the id of a preset, shortened for messages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are no rules “{0}”; known are {known}", known = Rules::ids().join(", "))]
pub struct ParseRulesError(pub String);

impl FromStr for Rules {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = Self::TABLE.iter().find(|(id, _)| *id == text);
        known.map(|(_, rules)| *rules).ok_or_else(|| ParseRulesError(escape(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_name_their_rules() {
        for rules in Rules::PRESETS {
            assert_eq!(rules.to_string().parse(), Ok(rules));
            assert_eq!(Rules::builder(rules).build(), Ok(rules));
        }
        let error = "chess".parse::<Rules>().unwrap_err();
        let known = "there are no rules “chess”; known are standard, plain, windmill, compo, twelve, morabaraba, ";
        assert!(error.to_string().starts_with(known), "{error}");
    }

    #[test]
    fn sets_are_equal_by_their_fields() {
        let built = Rules::builder(Rules::STANDARD).flying(Flying::Never).draws(NO_DRAWS).build().unwrap();
        assert_eq!(built, Rules::COMPO);
        assert_eq!(built.id(), "compo");
        let tapatan: Rules = "tapatan".parse().unwrap();
        let fair = Rules::builder(tapatan).first_point(FirstPlacement::NotCenter).build().unwrap();
        assert_eq!((tapatan.first_side_wins(), fair.first_side_wins()), (true, false));
        let other = Rules::builder(Rules::STANDARD).men(7).build().unwrap();
        assert_eq!((other.preset(), other.id()), (None, "custom"));
    }
}
