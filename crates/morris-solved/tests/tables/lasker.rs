// SPDX-License-Identifier: GPL-3.0-or-later
//! If men may move while others are in hand, the sectors apply once no men are in hand.

use std::ops::ControlFlow;

use morris::{Position, Rules};
use morris_solved::tablebase::{Prober, Tables};

use super::support::seven_men;

#[test]
fn lasker_is_played_by_the_sectors_once_all_men_are_placed() {
    let (tables, lasker) = (Tables::open(seven_men()).0, "lasker".parse::<Rules>().unwrap());
    let mut go_on = || ControlFlow::Continue(());
    for line in [
        "WW./.../.../B..B.W/.../.../B.. w 0 0 0",
        "WW./.../.../B..B.W/.../W../B.. b 0 0 0",
        "W../.W./..W/B.B.../.B./B../... b 0 0 0",
    ] {
        let standard = Position::parse(line, &Rules::STANDARD).unwrap();
        let position = Position::parse(line, &lasker).unwrap();
        let known = tables.value(&standard, &Rules::STANDARD);
        assert!(known.is_some(), "{line}");
        assert_eq!(tables.value(&position, &lasker), known, "{line}");
        assert_eq!(Prober::new(&tables, &lasker, &mut go_on).position(&position).map(|known| known.value), known);
    }
    // With men in hand the value is unknown, and the prober does not search forever.
    for line in ["WW./.../.../B..B../.../.../B.. w 1 0 0", "WW./.../.../B..B../.../.../... b 1 1 0"] {
        let position = Position::parse(line, &lasker).unwrap();
        assert_eq!(tables.value(&position, &lasker), None, "{line}");
        assert_eq!(Prober::new(&tables, &lasker, &mut go_on).position(&position), None, "{line}");
    }
    // No sector has ten men of one side.
    let ten = Position::parse("WWW/WWW/WWW/W...../.../.BB/..B b 0 0 0", &lasker).unwrap();
    assert_eq!(tables.value(&ten, &lasker), None);
}
