// SPDX-License-Identifier: GPL-3.0-or-later
//! Perft counts on which two independent generators agree.

use morris::{Blocked, Flying, Position, Rules, perft};

/// Maximum count that is checked here. Deeper counts are left to `nmm perft` and to the slow test.
const MOST_PATHS: u64 = 20_000_000;

fn check(most: u64) {
    let rules = Rules::PLAIN;
    let mut counts_checked = 0;
    for line in include_str!("perft.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split('\t').collect();
        let [name, position, counts] = fields[..] else { panic!("three fields in: {line}") };
        let position = Position::parse(position, &rules).unwrap_or_else(|error| panic!("{name}: {error}"));
        for (depth, count) in (1..).zip(counts.split(' ').map(|count| count.parse::<u64>().expect("a count"))) {
            if count <= most {
                assert_eq!(perft(&position, &rules, depth), count, "{name}, depth {depth}");
                counts_checked += 1;
            }
        }
    }
    assert!(counts_checked >= 190, "{counts_checked}");
}

#[test]
fn to_stay_is_one_way_and_to_wait_is_no_move() {
    assert_eq!(perft(&Position::start(&Rules::PLAIN), &Rules::PLAIN, 0), 1);
    // Black is shut in, and White lets it out by the moves that the rules leave it.
    let plain = Rules::builder(Rules::PLAIN).men(12).flying(Flying::Never);
    let [lost, let_out] =
        [Blocked::Loses, Blocked::MustBeLetOut].map(|blocked| plain.blocked(blocked).build().unwrap());
    let ways = |rules| perft(&Position::parse(".WB/BWB/.WB/WWWWWB/BBW/WBB/.WB b 0 0", rules).unwrap(), rules, 1);
    assert_eq!(ways(&lost), 0);
    assert!(ways(&let_out) > 0);
}

#[test]
fn every_path_count_that_is_quick() {
    check(MOST_PATHS);
}

#[test]
#[ignore = "takes minutes: cargo test --release -- --ignored"]
fn every_path_count() {
    check(u64::MAX);
}
