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
    let error = |line: &str| Position::parse(line, &Rules::STANDARD).unwrap_err().to_string();
    assert_eq!(error(".../... w 9 9"), "the board has 2 rows, not 7");
    assert_eq!(error(".../.../.../...../.../.../... w 9 9"), "row 4 has 5 points, not 6");
    assert_eq!(error(".../.X./.../....../.../.../... w 9 9"), "row 2 has “X”, which is none of W, B and .");
    assert_eq!(error(".../.../.../....../.../.../... x 9 9"), "the side to move cannot be “x”");
    assert_eq!(error(".../.../.../....../.../.../... w 9"), "the number of pieces in Black's hand is missing");
    assert_eq!(
        error("WWW/WWW/WWW/W...../.../.../BBB w 0 0"),
        "White has 10 pieces on the board and in hand, more than 9"
    );
    assert_eq!(
        error(".../.../.../....../.../.../..W w 8 9"),
        "8 and 9 pieces in hand with White to move cannot be: White begins and both place in turn, so both have as many in \
         hand when White is to move, and White one less when Black is"
    );
}
