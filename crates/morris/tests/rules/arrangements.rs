// SPDX-License-Identifier: GPL-3.0-or-later
//! Arrangements that are positions and arrangements that are not.

use morris::{Arrangement, Position, Rules};

#[test]
fn an_arrangement_names_all_reasons_why_it_cannot_be() {
    let reasons = |line: &str| line.parse::<Arrangement>().unwrap().check(&Rules::STANDARD).unwrap_err().0.len();
    assert_eq!(reasons("W../.../.../....../.../.../B.. w 0 0"), 1);
    assert_eq!(reasons("WWW/WWW/WWW/W...../.../.../B.. w 0 3"), 2);
    assert_eq!(reasons("WWW/WWW/WWW/W...../BBB/BBB/BBB w 0 3"), 3);
    assert_eq!(reasons("WWW/.../.../....../.../.../BBB b 3 3"), 1);
}

#[test]
fn every_line_that_is_not_a_position_is_refused_with_its_reason() {
    for row in include_str!("refused_lines.tsv").lines().filter(|row| !row.starts_with('#')) {
        let [rules, line, expected] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let rules = rules.parse().unwrap();
        let error = Position::parse(line, &rules).expect_err(row).to_string();
        match expected.strip_suffix('…') {
            Some(start) => assert!(error.starts_with(start), "{row}\n{error}"),
            None => assert_eq!(error, expected, "{row}"),
        }
    }
    let same = Position::parse(".../.../..../.../... w 6 6 0 rules=six", &"six".parse().unwrap());
    assert!(same.is_ok(), "{same:?}");
}
