// SPDX-License-Identifier: GPL-3.0-or-later
//! Compares the table of boards with `data/boards.json`, which was made independently.

use std::collections::{BTreeSet, HashSet};

use morris::{Board, PLAIN_9, PLAIN_24, POLYGON_6, Point, PointSet, RING_16, Transformation, WINDMILL_28};
use serde_json::Value;

fn boards() -> Value {
    serde_json::from_str(include_str!("data/boards.json")).expect("it is JSON")
}

fn indices(value: &Value) -> Vec<usize> {
    value.as_array().expect("a list").iter().map(|index| index.as_u64().expect("an index") as usize).collect()
}

fn set(value: &Value) -> PointSet {
    indices(value).into_iter().map(|index| Point::new(index).expect("a point")).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

#[test]
fn boards_are_those_of_the_data() {
    let data = boards();
    assert_eq!(data.as_object().expect("boards by id").len(), Board::ALL.len());
    for board in Board::ALL {
        let data = &data[board.id()];
        let names: Vec<_> = board.points().map(|point| board.name(point)).collect();
        assert_eq!(names, list(&data["pts"]).iter().map(|name| name.as_str().expect("a name")).collect::<Vec<_>>());
        assert_eq!(board.rows(), list(&data["rows"]).iter().map(|row| list(row).len()).collect::<Vec<_>>());
        assert_eq!(board.lines().collect::<Vec<_>>(), list(&data["mills"]).iter().map(set).collect::<Vec<_>>());
        let edges: BTreeSet<PointSet> = board.edges().map(|(a, b)| a.set() | b.set()).collect();
        assert_eq!(edges, list(&data["edges"]).iter().map(set).collect(), "{}", board.id());
        assert_eq!(board.symmetries().len() as u64, data["automorphisms"], "{}", board.id());
        for (point, place) in board.points().zip(list(&data["xy"])) {
            let (x, y) = board.place(point);
            let near = |value: &Value, is: f64| (value.as_f64().expect("a number") - is).abs() < 0.001;
            assert!(near(&place[0], x) && near(&place[1], y), "{} {}: {x} {y}", board.id(), board.name(point));
        }
    }
}

#[test]
fn points_are_found_by_name_and_boards_by_id() {
    for board in Board::ALL {
        assert_eq!(Board::with_id(board.id()), Some(*board));
        for point in board.points() {
            assert_eq!(board.point(&board.name(point).to_uppercase()), Some(point));
        }
        assert_eq!(board.point("z9"), None);
    }
    assert_eq!(Board::with_id("chess"), None);
}

/// A packed move uses the number 63 for "no point".
#[test]
fn boards_have_at_most_63_points() {
    assert!(Board::ALL.iter().all(|board| board.points().len() <= 63));
}

#[test]
fn symmetries_are_a_group_that_keeps_edges_and_lines() {
    for board in Board::ALL {
        let lines: HashSet<_> = board.lines().collect();
        let all: HashSet<_> = board.symmetries().iter().collect();
        assert_eq!(all.len(), board.symmetries().len());
        assert!(board.points().all(|point| board.symmetries()[0][point.index()] == point));
        for first in board.symmetries() {
            assert!(board.lines().all(|line| lines.contains(&Board::map(first, line))));
            for (a, b) in board.edges() {
                assert!(board.neighbors(first[a.index()]).contains(first[b.index()]));
            }
            for second in board.symmetries() {
                let both = std::array::from_fn(|index| second[first[index].index()]);
                assert!(all.contains(&both));
            }
        }
    }
}

/// Files depend on the numbers of the symmetries.
#[test]
fn the_sixteen_of_nine_mens_morris_keep_their_order() {
    let board = Board::ALL[0];
    let names = |symmetry: &[Point; 64]| {
        ["a7", "d7", "b6"].map(|name| board.name(symmetry[board.point(name).expect("a point").index()]))
    };
    let expected = [
        "a7 d7 b6", "g7 d7 f6", "a1 d1 b2", "g1 d1 f2", "g1 g4 f2", "g7 g4 f6", "a1 a4 b2", "a7 a4 b6", "c5 d5 b6",
        "e5 d5 f6", "c3 d3 b2", "e3 d3 f2", "e3 e4 f2", "e5 e4 f6", "c3 c4 b2", "c5 c4 b6",
    ];
    assert_eq!(board.symmetries().iter().map(|symmetry| names(symmetry).join(" ")).collect::<Vec<_>>(), expected);
}

#[test]
fn boards_allow_these_transformations() {
    use Transformation::{Mirror, SwapColors, TurnLeft, TurnRight};
    let turns = [TurnLeft, TurnRight, SwapColors];
    for board in Board::ALL {
        let expected = match board.id() {
            "plain24" | "diag24" | "moves24" | "ring16" | "poly3" | "poly5" | "poly6" => Transformation::ALL.to_vec(),
            "cross17" | "plain9" | "diag9" | "wheel9" | "sesotho25" => [&[Mirror], &turns[..]].concat(),
            "windmill28" | "sunmill32" => turns.to_vec(),
            // Its symmetries are not motions of the picture.
            "moebius24" => vec![SwapColors],
            other => panic!("{other} is missing here"),
        };
        assert_eq!(Transformation::of(board), expected, "{}", board.id());
    }
    let ids: HashSet<_> = Transformation::ALL.into_iter().map(Transformation::id).collect();
    assert_eq!(ids.len(), Transformation::ALL.len());
}

#[test]
fn transformations_match_their_names() {
    let board = Board::ALL[0];
    let image = |kind: Transformation, name: &str| {
        let symmetry = kind.symmetry(board).expect("the board has it");
        board.name(symmetry[board.point(name).expect("a point").index()])
    };
    for (kind, images) in [
        (Transformation::Mirror, ["g7", "g4", "d7", "f6"]),
        (Transformation::TurnRight, ["g7", "d7", "g4", "f6"]),
        (Transformation::TurnLeft, ["a1", "d1", "a4", "b2"]),
        (Transformation::InsideOut, ["c5", "c4", "d5", "b6"]),
    ] {
        assert_eq!(["a7", "a4", "d7", "b6"].map(|name| image(kind, name)), images, "{kind:?}");
    }
}

#[test]
fn the_middle_is_a_point_of_some() {
    let center = |id: &str| Board::with_id(id).and_then(|board| Some(board.name(board.center()?)));
    assert_eq!(
        ["plain24", "ring16", "cross17", "diag9", "poly5", "sesotho25", "wheel9"].map(center),
        [None, None, Some("c3"), Some("b2"), None, Some("d4"), Some("b2")]
    );
}

#[test]
fn boards_are_centered() {
    let far = |(x, y): (f64, f64)| x.abs().max(y.abs());
    for (board, radius) in [(&PLAIN_24, 3.0), (&RING_16, 2.0), (&PLAIN_9, 1.0), (&WINDMILL_28, 4.0)] {
        assert_eq!(board.radius(), radius, "{}", board.id());
    }
    for board in Board::ALL {
        let farthest = board.points().into_iter().map(|point| far(board.place_from_middle(point))).fold(0.0, f64::max);
        assert!((farthest - board.radius()).abs() < 1e-9, "{}: {farthest}", board.id());
    }
    let columns: Vec<_> = RING_16.columns().collect();
    assert_eq!(columns, [('a', -2.0), ('b', -1.0), ('c', 0.0), ('d', 1.0), ('e', 2.0)]);
    assert_eq!(PLAIN_24.ranks().last(), Some(('7', 3.0)));
    assert_eq!(POLYGON_6.columns().count(), 0);
    assert_eq!(PLAIN_24.place_from_middle(PLAIN_24.point("b4").unwrap()), (-2.0, 0.0));
}

#[test]
fn the_rim_of_a_wheel_is_round_and_other_edges_are_straight() {
    for board in Board::ALL {
        for (a, b) in board.edges() {
            let path = board.path_from_middle((a, b));
            let near = |(x, y): (f64, f64), point| {
                let (to_x, to_y) = board.place_from_middle(point);
                (x - to_x).hypot(y - to_y) < 1e-9
            };
            assert!(near(path[0], a) && near(path[path.len() - 1], b), "{}", board.id());
            let is_rim = board.id() == "wheel9" && ![Some(a), Some(b)].contains(&board.center());
            assert_eq!(path.len() > 2, is_rim, "{}", board.id());
            let on_rim = |&(x, y): &(f64, f64)| (x.hypot(y) - board.radius()).abs() < 1e-9;
            assert!(!is_rim || path.iter().all(on_rim));
            let length: f64 = path.windows(2).map(|part| (part[0].0 - part[1].0).hypot(part[0].1 - part[1].1)).sum();
            assert!(!is_rim || (length - board.radius() * std::f64::consts::FRAC_PI_4).abs() < 0.01, "{length}");
        }
    }
}

#[test]
fn men_on_neighboring_points_do_not_overlap() {
    for board in Board::ALL {
        let places: Vec<_> = board.points().into_iter().map(|point| board.place_from_middle(point)).collect();
        for (index, a) in places.iter().enumerate() {
            let nearest = places[..index].iter().map(|b| (a.0 - b.0).hypot(a.1 - b.1)).fold(f64::INFINITY, f64::min);
            assert!(nearest > 0.85, "{}: {nearest}", board.id());
        }
    }
}
