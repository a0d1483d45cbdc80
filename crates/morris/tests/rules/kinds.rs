// SPDX-License-Identifier: GPL-3.0-or-later
//! What is said of a whole set of rules, and of a position as a key.

use std::hash::{DefaultHasher, Hash, Hasher};

use morris::{
    Blocked, CROSS_17, CaptureBetween, DrawReason, FirstPlacement, Flying, FlyingCounts, FullBoard, Goal,
    MillProtection, MillReuse, Placing, PlacingRemovals, Position, RING_16, Removals, Rules, RulesBuilder,
};

/// Whether the moves of a set are classic, and whether they are those of nine men's morris.
fn kind(rules: RulesBuilder) -> (bool, bool) {
    let rules = rules.build().unwrap();
    (rules.moves_are_classic(), rules.moves_are_standard())
}

#[test]
fn one_choice_is_enough_for_moves_that_are_not_classic() {
    let standard = Rules::builder(Rules::STANDARD);
    for other in [
        standard.placing(Placing::OrMove),
        standard.from_mills(MillProtection::None),
        standard.from_mills(MillProtection::Full),
        standard.removals(Removals::PerMill),
        standard.while_placing(PlacingRemovals::AfterPlacing),
        standard.while_placing(PlacingRemovals::Never),
        standard.while_placing(PlacingRemovals::OneEach),
        standard.reforming(MillReuse::NotStraightBack),
        standard.reforming(MillReuse::EachLineOnce),
        standard.goal(Goal::FirstMill),
        standard.goal(Goal::Misere),
        standard.least_men(2),
        standard.flying_counts(FlyingCounts::BoardAndHand),
        standard.capture_between(CaptureBetween::Both),
        standard.board(&CROSS_17).men(7).first_point(FirstPlacement::NotCenter),
        standard.blocked(Blocked::Draws),
        standard.blocked(Blocked::MustBeLetOut),
        standard.full_board(FullBoard::Draws),
    ] {
        assert_eq!(kind(other), (false, false), "{:?}", other.build());
    }
}

#[test]
fn another_board_and_other_flying_leave_moves_classic_and_draws_leave_them_standard() {
    let standard = Rules::builder(Rules::STANDARD);
    assert_eq!(kind(standard.board(&RING_16).men(6)), (true, false));
    for flying in [Flying::Never, Flying::With(4)] {
        assert_eq!(kind(standard.flying(flying)), (true, false));
    }
    assert_eq!(kind(standard.men(7)), (true, true));
    assert_eq!(kind(standard.draws(Rules::PLAIN.draws)), (true, true));
}

/// Positions in a table spread over it.
#[test]
fn other_positions_have_other_keys() {
    let key = |position: &Position| {
        let mut hasher = DefaultHasher::new();
        Hash::hash(position, &mut hasher);
        hasher.finish()
    };
    let rules = Rules::STANDARD;
    let start = Position::start(&rules);
    let after: Vec<_> =
        start.legal_moves(&rules).into_iter().map(|mv| key(&start.play_unchecked(mv, &rules))).collect();
    assert!(!after.contains(&key(&start)) && after[0] != after[1]);
}

#[test]
fn few_quiet_plies_draw_where_one_side_has_three_men() {
    let morabaraba: Rules = "morabaraba".parse().unwrap();
    for (men, quiet, drawn) in [([3, 5], 10, true), ([5, 3], 10, true), ([3, 5], 9, false), ([4, 4], 10, false)] {
        let expected = drawn.then_some(DrawReason::QuietThree);
        assert_eq!(morabaraba.draws.reached(men, quiet), expected, "{men:?} {quiet}");
    }
}
