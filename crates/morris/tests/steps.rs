// SPDX-License-Identifier: GPL-3.0-or-later
//! Moves as sequences of actions, beside the moves themselves.

use std::collections::BTreeSet;

use morris::{ActionError, IllegalMove, Move, Position, Rules, Steps};

/// Returns all sequences of legal actions, with the moves that they complete.
fn sequences(steps: Steps, rules: &Rules) -> Vec<(Vec<usize>, Move, Position)> {
    let mut found = Vec::new();
    steps.for_each_action(rules, |action| {
        let mut next = steps;
        match next.apply(action, rules).unwrap() {
            Some(mv) => found.push((vec![action], mv, *next.position())),
            None => found.extend(sequences(next, rules).into_iter().map(|(mut actions, mv, after)| {
                actions.insert(0, action);
                (actions, mv, after)
            })),
        }
    });
    found
}

#[test]
fn actions_reach_exactly_the_legal_moves_of_every_set_of_rules() {
    let mut number = 1_usize;
    let mut next = |most: usize| {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (number >> 33) % most
    };
    let (mut most_actions, mut passes) = (0, 0);
    for rules in Rules::PRESETS {
        for _ in 0..8 {
            let mut position = Position::start(&rules);
            for _ in 0..150 {
                let moves = position.legal_moves(&rules);
                let found = sequences(Steps::new(position, &rules), &rules);
                let by_actions: BTreeSet<_> = found.iter().map(|&(_, mv, _)| mv).collect();
                assert_eq!(by_actions, moves.iter().copied().collect(), "{} {position:?}", rules.line());
                for (actions, mv, after) in found {
                    assert_eq!(after, position.play(mv, &rules).unwrap());
                    most_actions = most_actions.max(actions.len());
                    passes += usize::from(mv == Move::PASS);
                    if actions[1..].is_sorted() {
                        assert_eq!(mv.actions(&rules), actions);
                    }
                }
                if moves.is_empty() {
                    break;
                }
                position = position.play_unchecked(moves[next(moves.len())], &rules);
            }
        }
    }
    assert!(most_actions >= 3, "sunmill removes two men and three");
    assert!(passes > 0, "shax passes");
}

#[test]
fn every_illegal_action_has_a_reason_and_changes_nothing() {
    let rules = Rules::STANDARD;
    for line in [
        "WW./.../.../B....B/.../.../... w 7 7 0",
        "WWW/.../.../B....B/B../.../... b 0 0 0",
        "WW./.../.../....../.../.../BBB w 0 0 0",
    ] {
        let mut steps = Steps::new(Position::parse(line, &rules).unwrap(), &rules);
        for _ in 0..2 {
            let mut legal = BTreeSet::new();
            steps.for_each_action(&rules, |action| _ = legal.insert(action));
            for action in (0..700).filter(|action| !legal.contains(action)) {
                let mut next = steps;
                assert!(next.apply(action, &rules).is_err(), "{line} {action}");
                assert_eq!(next, steps);
            }
            let _ = steps.apply(legal.first().copied().unwrap_or(0), &rules);
        }
    }
    let mut steps = Steps::new(Position::parse("WW./.../.../B....B/.../.../... w 7 7 0", &rules).unwrap(), &rules);
    assert_eq!(steps.apply(600, &rules), Err(ActionError::Unknown(600, 599)));
    assert_eq!(steps.apply(2, &rules), Ok(None));
    assert_eq!(steps.apply(40, &rules), Err(IllegalMove::RemovalMissing.into()));
    assert_eq!(steps.apply(3, &rules).unwrap_err().to_string(), "no opposing piece is on b6");
}

#[test]
fn numbers_of_actions_are_those_of_other_programs() {
    let number = |line: &str| Rules::read_line(line).unwrap().num_actions();
    assert_eq!(["tapatan", "six", "standard", "shax"].map(number), [90, 272, 600, 601]);
}
