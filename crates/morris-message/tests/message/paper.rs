// SPDX-License-Identifier: GPL-3.0-or-later
//! The example in `docs/players.md`, which another program has computed.

use std::array;

use morris::Rules;
use morris_message::{ColorChoice, MessageGame};

use crate::support::play;

#[test]
#[allow(clippy::disallowed_methods, reason = "a test may read a file")]
fn the_example_in_the_paper_is_right() {
    let paper = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/players.md")).unwrap();
    let lines: Vec<_> = paper.lines().filter(|line| line.starts_with("nmm2 aaa")).collect();
    let random = array::from_fn(|index| if index < 32 { index as u8 } else { index as u8 - 32 });
    let name = |name: &str| name.parse().unwrap();
    let mut ann = MessageGame::invite(Rules::STANDARD, ColorChoice::Any, name("Ann"), random).unwrap();
    let mut bob = MessageGame::accept(lines[0], name("Bob B."), array::from_fn(|index| index as u8 + 32)).unwrap();
    ann.read(lines[1]).unwrap();
    let mut found = vec![ann.invitation().to_string(), bob.whole()];
    found.extend(play(&mut bob, &mut ann, &["d6", "draw", "no", "f4"]));
    found.push(ann.whole());
    assert_eq!(found, lines);
    for word in [&*ann.position_line(), ann.safety_phrase().unwrap()] {
        assert!(paper.contains(&format!("`{word}`")), "{word}");
    }
}
