// SPDX-License-Identifier: GPL-3.0-or-later
//! Path counts of other rules on other boards, by a generator that was written apart from this one.

use std::collections::BTreeMap;

use morris::{
    Board, CROSS_17, DIAG_9, DIAG_24, Flying, FromMills, FullBoard, Goal, MOEBIUS_24, PLAIN_9, PLAIN_24, POLYGON_3,
    POLYGON_5, POLYGON_6, Placing, Position, RING_16, Reforming, RemovalWhilePlacing, Removals, Rules, SUNMILL_32,
    WINDMILL_28, perft,
};

/// Deeper counts are left to the slow test.
const MOST_PATHS: u64 = 700_000;

/// The sets of rules of the data that can be played; `shax` can't yet.
fn rules(id: &str) -> Option<Rules> {
    let plain = Rules::builder(Rules::PLAIN);
    let on = |board: &'static Board, men| plain.board(board).men(men);
    let twelve = on(&DIAG_24, 12).full_board(FullBoard::Draws);
    let three = |board, men| on(board, men).flying(Flying::Never).goal(Goal::FirstMill);
    let later = |board, men| on(board, men).flying(Flying::Never).while_placing(RemovalWhilePlacing::AfterPlacing);
    let rules = match id {
        "lasker" => plain.men(10).placing(Placing::OrMove),
        "twelve" => twelve,
        "morabaraba" => twelve.reforming(Reforming::NotStraightBack),
        "eleven" => on(&DIAG_24, 11),
        "six" => on(&RING_16, 6).flying(Flying::Never),
        "five" => on(&RING_16, 5).flying(Flying::Never),
        "seven" => on(&CROSS_17, 7).flying(Flying::Never),
        "nineholes" => three(&PLAIN_9, 3).flying(Flying::With(3)),
        "smallmerels" => three(&PLAIN_9, 3),
        "tapatan" => three(&DIAG_9, 3),
        "achi" => three(&DIAG_9, 4),
        "onetime" => plain.reforming(Reforming::EachLineOnce).from_mills(FromMills::Always),
        "chamgonu" => later(&DIAG_24, 12).from_mills(FromMills::Always).full_board(FullBoard::Draws),
        "chengsanqi" => later(&PLAIN_24, 9),
        "moebius" => on(&MOEBIUS_24, 9),
        "sunmill" => on(&SUNMILL_32, 12).removals(Removals::PerMill),
        "windmillboard" => on(&WINDMILL_28, 12).removals(Removals::PerMill),
        "triangle" => on(&POLYGON_3, 7),
        "pentagon" => on(&POLYGON_5, 11),
        "hexagon" => on(&POLYGON_6, 12),
        _ => return None,
    };
    Some(rules.build().unwrap_or_else(|error| panic!("{id}: {error}")))
}

fn check(most: u64) {
    let (mut passed, mut failed) = (BTreeMap::<&str, u32>::new(), Vec::new());
    for line in include_str!("data/variants_perft.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split('\t').collect();
        let [id, kind, line, counts, _] = fields[..] else { panic!("five fields in: {line}") };
        let Some(rules) = rules(id) else { continue };
        let position = match Position::parse(line, &rules) {
            Ok(position) => position,
            Err(error) => {
                failed.push(format!("{id} {kind}: {line}: {error}"));
                continue;
            }
        };
        assert_eq!(Position::parse(&position.line(&rules), &rules), Ok(position), "{line}");
        let counts: Vec<u64> = counts.split(' ').map(|count| count.parse().expect("a count")).collect();
        let counts: Vec<_> = counts.into_iter().take_while(|&count| count <= most).collect();
        let found: Vec<_> = (1..=counts.len() as u32).map(|depth| perft(&position, &rules, depth)).collect();
        if found == counts {
            *passed.entry(id).or_default() += 1;
        } else {
            failed.push(format!("{id} {kind}: {line}: {found:?}, not {counts:?}"));
        }
    }
    assert!(failed.is_empty(), "{passed:?}\n{}", failed.join("\n"));
    assert_eq!((passed.len(), passed.values().sum::<u32>()), (20, 117), "{passed:?}");
}

#[test]
fn path_counts_of_variants_that_are_quick() {
    check(MOST_PATHS);
}

#[test]
#[ignore = "takes minutes: cargo test --release -- --ignored"]
fn path_counts_of_variants() {
    check(u64::MAX);
}
