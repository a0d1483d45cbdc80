// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of positions in this project's form and Sanmill's, and of moves in every notation.

use super::support::Engine;

/// Returns the position line that the engine shows, or its error.
fn shown(engine: &mut Engine, position: &str) -> String {
    let lines = engine.ask(&["position startpos", position, "d"]);
    let line = lines.iter().find(|line| line.starts_with("info string error") || line.starts_with("position "));
    line.unwrap().clone()
}

/// Checks each point by its place in the three rings.
#[test]
fn maps_every_point_of_the_rings() {
    let mut engine = Engine::start();
    let clockwise = ["d5 e5 e4 e3 d3 c3 c4 c5", "d6 f6 f4 f2 d2 b2 b4 b6", "d7 g7 g4 g1 d1 a1 a4 a7"];
    for (place, name) in clockwise.iter().flat_map(|ring| ring.split(' ')).enumerate() {
        let mut letters = ["*"; 24];
        letters[place] = "O";
        let rings: Vec<_> = letters.chunks(8).map(<[&str]>::concat).collect();
        let fen = format!("position fen {} b p p 1 8 0 9 0 0 0 0 0 0 0 0 1", rings.join("/"));
        assert_eq!(shown(&mut engine, &fen), shown(&mut engine, &format!("position startpos moves {name}")), "{name}");
    }
}

#[test]
fn completes_a_move_by_its_removal() {
    let mut engine = Engine::start();
    let (lines, best) = engine.think("position startpos moves d6 f4 d5 b4 d7", "go depth 4");
    assert!(["xf4", "xb4"].contains(&best.as_str()), "{best}");
    assert!(lines.iter().all(|line| line.contains(" pv xf4") || line.contains(" pv xb4")), "{lines:?}");
    // The same from Sanmill, whose form only says that a man must be removed.
    let fen = "O*******/O*@***@*/O******* w p r 3 6 2 7 1 0 0 0 0 0 0 0 3";
    let (_, best) = engine.think(&format!("position fen {fen}"), "go depth 4");
    assert!(["xf4", "xb4"].contains(&best.as_str()), "{best}");
    let (_, moved) = engine
        .think("position fen O**@*@**/O*@**@@*/O**O*O** w m r 5 0 5 0 1 0 0 0 0 0 0 0 30 moves xf4", "go depth 2");
    assert!(moved.contains('-'), "{moved}");
    assert!(shown(&mut engine, "position startpos moves d6 f4 d5 b4 d7 a1").ends_with("name the piece to remove"));
}
