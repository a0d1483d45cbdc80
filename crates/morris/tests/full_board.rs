// SPDX-License-Identifier: GPL-3.0-or-later
//! What a full board means, and one that is not full.

use morris::{Color, DrawReason, FullBoard, Outcome, Position, Rules, WinReason};

#[test]
fn full_board_draws_only_by_its_rule() {
    let full = "BBB/BBB/BBB/BBBWWW/WWW/WWW/WWW b 0 0";
    // White stands around the empty corner.
    let blocked = "BBB/BBB/BBB/BBWWWW/WWW/WWW/WW. b 0 0";
    let lost = Outcome::Win { winner: Color::White, reason: WinReason::Blocked };
    let blocks = Rules::builder(Rules::TWELVE).full_board(FullBoard::Blocks).build().expect("rules of a game");
    for (rules, line, outcome) in [
        (Rules::TWELVE, full, Outcome::Draw(DrawReason::FullBoard)),
        (Rules::TWELVE, blocked, lost),
        (blocks, full, lost),
        (blocks, blocked, lost),
    ] {
        let position = Position::parse(line, &rules).expect("a position");
        assert_eq!(position.outcome(&rules), Some(outcome), "{line}");
    }
}
