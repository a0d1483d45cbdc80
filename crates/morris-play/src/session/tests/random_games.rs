// SPDX-License-Identifier: GPL-3.0-or-later
//! Random games between all kinds of players with events in any order, and the invariants that hold
//! throughout.

mod checks;
mod listener;
mod world;

use proptest::prelude::*;

use super::*;
use morris::{LONGEST_GAME, Rules};
use world::World;

/// Next event. A separate number decides its details.
#[derive(Clone, Copy, Debug)]
enum WorldStep {
    /// A person plays a legal move tap by tap.
    Move,
    /// A person taps any point.
    Tap,
    /// The player with the pending request answers with a legal move.
    Answer,
    /// The player with the pending request answers without a move or with an illegal one, or fails.
    Fail,
    /// The player with the pending request reports something before it answers.
    Talk,
    /// An answer arrives for an outdated or unknown request.
    Stray,
    /// Time passes.
    Tick,
    Pause,
    Resume,
    /// The game is paused and resumed at once, while time passes.
    Rest,
    /// An undo, followed by a redo.
    BackAndForth,
    /// An external player takes part, leaves, asks, answers, or resigns.
    Speak,
    /// Any other input.
    Input,
}

fn any_step() -> impl Strategy<Value = WorldStep> {
    prop_oneof![
        8 => Just(WorldStep::Move),
        2 => Just(WorldStep::Tap),
        10 => Just(WorldStep::Answer),
        2 => Just(WorldStep::Fail),
        1 => Just(WorldStep::Talk),
        1 => Just(WorldStep::Stray),
        2 => Just(WorldStep::Tick),
        1 => Just(WorldStep::Pause),
        2 => Just(WorldStep::Resume),
        1 => Just(WorldStep::Rest),
        1 => Just(WorldStep::BackAndForth),
        4 => Just(WorldStep::Speak),
        5 => Just(WorldStep::Input),
    ]
}

fn any_player() -> impl Strategy<Value = Player> {
    prop_oneof![Just(Player::Person), Just(COMPUTER), Just(Player::program("mill"))]
}

prop_compose! {
    /// Generates players and rules, with a long clock, a short one, or none.
    fn any_setup()(
        rules in prop::sample::select(Rules::PRESETS.as_slice()),
        white in any_player(),
        black in any_player(),
        time in prop_oneof![Just(None), Just(Some(4_000)), Just(Some(600_000))],
        increment in prop_oneof![Just(0), 1..3_000u64],
    ) -> GameSetup {
        let clock = |time| Clock { time: Duration::from_millis(time), increment: Duration::from_millis(increment) };
        GameSetup { rules, rules_name: None, players: ByColor { white, black }, clock: time.map(clock), club: None }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 4_000, ..ProptestConfig::with_cases(96) })]
    #[test]
    fn random_inputs_keep_all_invariants(
        setup in any_setup(),
        longest in prop_oneof![3 => Just(LONGEST_GAME), 1 => 1..12usize],
        steps in prop::collection::vec((any_step(), any::<u32>()), 1..300),
    ) {
        let mut world = World::new(setup, longest);
        for (step, chance) in steps {
            world.go(step, chance as usize);
        }
    }
}

/// The property is meaningful only if the games make progress.
#[test]
fn random_games_come_to_their_ends_in_many_ways() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let (mut ends, mut taken_back) = (Vec::new(), 0);
    for _ in 0..100 {
        let setup = any_setup().new_tree(&mut runner).unwrap().current();
        let mut world = World::new(setup, LONGEST_GAME);
        let steps = prop::collection::vec((any_step(), any::<u32>()), 400).new_tree(&mut runner).unwrap().current();
        for (step, chance) in steps {
            world.go(step, chance as usize);
        }
        ends.extend(world.ends);
        taken_back += world.taken_back;
    }
    let seen = |reason: Outcome| {
        ends.iter().any(|end| match (end, reason) {
            (Outcome::Win { reason, .. }, Outcome::Win { reason: sought, .. }) => *reason == sought,
            (end, sought) => *end == sought,
        })
    };
    for reason in [WinReason::FewMen, WinReason::Resignation, WinReason::Time] {
        assert!(seen(Outcome::Win { winner: Color::White, reason }), "{reason:?}");
    }
    assert!(seen(Outcome::Draw(DrawReason::Agreement)));
    assert!(taken_back > 0, "an external player and the person opposite agree to take moves back");
}
