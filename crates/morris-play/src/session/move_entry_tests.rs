// SPDX-License-Identifier: GPL-3.0-or-later
//! Entry of moves under all rules.

use morris::{Game, IllegalMove};
use proptest::prelude::*;

use super::*;

/// Generates a position that random moves lead to.
fn any_position() -> impl Strategy<Value = (Rules, Position)> {
    let moves = prop::collection::vec(any::<prop::sample::Index>(), 0..80);
    (prop::sample::select(&Rules::PRESETS[..]), moves).prop_map(|(rules, chosen)| {
        let mut game = Game::new(rules);
        for index in chosen {
            let moves = game.position().legal_moves(&rules);
            if game.outcome().is_some() || moves.is_empty() {
                break;
            }
            game.play(*index.get(&moves)).expect("a legal move");
        }
        (rules, *game.position())
    })
}

/// Enters a move point by point. Returns all sounds from the entry and from playing it.
fn enter(mv: Move, position: &Position, rules: &Rules) -> Result<Vec<Cue>, TestCaseError> {
    let mut entry = MoveEntry::default();
    let mut sounds = Vec::new();
    let pair = position.pairs_between(mv, rules).contains(&mv.removed);
    let removed = mv.removed.into_iter().take(if pair { 1 } else { usize::MAX });
    let mut points: Vec<_> = mv.from.into_iter().chain(mv.to).chain(removed).collect();
    let last = points.pop().expect("a move names a point");
    for point in points {
        prop_assert!(can_choose(&entry.scene(position, rules), point), "{mv} {point}");
        let entered = entry.tap(point, position, rules);
        let Ok(Entered::Part(cues)) = entered else { panic!("{mv} {point}: {entered:?}") };
        prop_assert!(!entry.is_open() && entry.entered().is_none(), "{mv} {point}");
        sounds.extend(cues);
    }
    prop_assert!(can_choose(&entry.scene(position, rules), last), "{mv} {last}");
    prop_assert_eq!(entry.tap(last, position, rules), Ok(Entered::Whole(mv)));
    prop_assert_eq!(entry.entered(), Some(mv));
    is_shown_as_played(&entry.scene(position, rules), mv, position, rules)?;
    sounds.extend(entry.unplayed_cues(mv, position, rules));
    Ok(sounds)
}

fn can_choose(scene: &Scene, point: Point) -> bool {
    let open = if scene.removable.is_empty() { scene.targets | scene.movable } else { scene.removable };
    open.contains(point)
}

fn is_shown_as_played(scene: &Scene, mv: Move, before: &Position, rules: &Rules) -> Result<(), TestCaseError> {
    let after = before.play(mv, rules).expect("a legal move");
    let looked_at = Scene::of_position(&after, Some((before.side(), mv)), rules);
    prop_assert!(!scene.is_open());
    prop_assert_eq!((scene.men, scene.hand, scene.in_mills), (looked_at.men, looked_at.hand, looked_at.in_mills));
    prop_assert_eq!((&scene.mills, scene.last, scene.status), (&looked_at.mills, looked_at.last, looked_at.status));
    Ok(())
}

proptest! {
    #[test]
    fn every_legal_move_can_be_entered_with_one_sound((rules, position) in any_position()) {
        for mv in position.legal_moves(&rules) {
            if mv == Move::PASS {
                continue;
            }
            let sounds = enter(mv, &position, &rules)?;
            let count = |cue| sounds.iter().filter(|&&sound| sound == cue).count();
            let pair = position.pairs_between(mv, &rules).contains(&mv.removed);
            prop_assert_eq!(count(Cue::Remove), if pair { 1 } else { mv.removed.len() }, "{}", mv);
            prop_assert_eq!(count(Cue::Place) + count(Cue::Slide), usize::from(mv.to.is_some()), "{}", mv);
            let mill = position.closes_mill(position.side(), mv, &rules);
            prop_assert_eq!(count(Cue::Mill), usize::from(mill), "{}", mv);
        }
    }

    /// Whatever is tapped, a complete move is legal, and a refusal changes nothing.
    #[test]
    fn entered_moves_are_legal(
        (rules, position) in any_position(),
        taps in prop::collection::vec(any::<prop::sample::Index>(), 1..12),
    ) {
        let points: Vec<_> = rules.board.points().into_iter().collect();
        let mut entry = MoveEntry::default();
        for point in taps.iter().map(|tap| *tap.get(&points)) {
            let before = entry;
            let open = can_choose(&entry.scene(&position, &rules), point);
            match entry.tap(point, &position, &rules) {
                Ok(Entered::Whole(mv)) => {
                    prop_assert!(open);
                    prop_assert_eq!(position.check(mv, &rules), Ok(()));
                    entry = MoveEntry::default();
                }
                Ok(Entered::Part(_)) => prop_assert!(open),
                Err(_) => prop_assert_eq!(entry, before),
            }
        }
    }
}

#[test]
fn a_tap_on_a_man_of_a_pair_takes_both() {
    let rules: Rules = "mulmulan".parse().unwrap();
    let point = |name: &str| rules.board.point(name).unwrap();
    // Two pairs: the player chooses one.
    let position = Position::parse(".../B../.../B.B.../.../B../..B w 4 4 0", &rules).unwrap();
    for (tapped, expected) in [("a4", "b4xa4xc4"), ("c4", "b4xa4xc4"), ("b2", "b4xb6xb2")] {
        let mut entry = MoveEntry::default();
        assert_eq!(entry.tap(point("b4"), &position, &rules), Ok(Entered::Part(vec![Cue::Place])));
        assert_eq!(entry.scene(&position, &rules).removable, position.men(Color::Black) - point("g1").set());
        assert_eq!(
            entry.tap(point("g1"), &position, &rules),
            Err(Refusal::Illegal(IllegalMove::PairMissing)),
            "{tapped}"
        );
        let mv = Move::parse(expected, rules.board).unwrap();
        assert_eq!(entry.tap(point(tapped), &position, &rules), Ok(Entered::Whole(mv)));
    }
    // A mill as well: a man elsewhere, or the pair.
    let position = Position::parse("B../.WW/B../....../.../.../..B w 6 6 0", &rules).unwrap();
    for (tapped, expected) in [("g1", "b6xg1"), ("c5", "b6xa7xc5")] {
        let mut entry = MoveEntry::default();
        assert_eq!(entry.tap(point("b6"), &position, &rules), Ok(Entered::Part(vec![Cue::Place, Cue::Mill])));
        let mv = Move::parse(expected, rules.board).unwrap();
        assert_eq!(entry.tap(point(tapped), &position, &rules), Ok(Entered::Whole(mv)));
    }
}

#[test]
fn point_without_a_move_is_refused_with_a_reason() {
    let rules = Rules::STANDARD;
    let position = Position::parse("WW./B../.../.B..B./..W/B../... w 5 5 0", &rules).unwrap();
    let point = |name: &str| name.parse::<Point>().unwrap();
    let mut entry = MoveEntry::default();
    let mut tap = |name: &str| entry.tap(point(name), &position, &rules);
    assert_eq!(tap("a7"), Err(Refusal::Illegal(IllegalMove::Occupied(point("a7")))));
    assert_eq!(tap("g7"), Ok(Entered::Part(vec![Cue::Place, Cue::Mill])));
    assert_eq!(tap("d5"), Err(Refusal::RemoveFirst));
    assert_eq!(entry.scene(&position, &rules).status, Status::Remove { side: Color::White });
}
