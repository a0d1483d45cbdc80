// SPDX-License-Identifier: GPL-3.0-or-later
//! Perft counts of other rules on other boards, from a generator that was written independently.

use std::collections::BTreeMap;

use morris::{Position, Rules, perft};

/// Maximum count that is checked here. Deeper counts are left to the slow test.
const MOST_PATHS: u64 = 700_000;

fn check(most: u64) {
    let (mut passed, mut failed) = (BTreeMap::<&str, u32>::new(), Vec::new());
    for line in include_str!("data/variants_perft.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split('\t').collect();
        let [id, kind, line, counts, _] = fields[..] else { panic!("five fields in: {line}") };
        let rules = Rules::read_line(id).unwrap_or_else(|error| panic!("{error}"));
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
    assert_eq!((passed.len(), passed.values().sum::<u32>()), (28, 186), "{passed:?}");
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
