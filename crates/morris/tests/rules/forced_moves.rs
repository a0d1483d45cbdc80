// SPDX-License-Identifier: GPL-3.0-or-later
//! Rules of shax, beyond the rows of `moves.tsv`: removals after placing, waits, and texts of both.

use morris::{ForcedMove, Game, IllegalMove, Move, Pgn, PointNotation};

use super::support::*;

/// Black has one man left to place.
const LAST: &str = "WBW/WWB/BBB/.BBWBW/BBW/WWW/WBW b 0 1 0";

#[test]
fn second_remover_can_only_pass_and_passes_once() {
    let mut black = game(shax(), LAST, &["a4"]);
    assert_eq!(black.position().forced_move(&shax()), Some(ForcedMove::Pass));
    assert!(black.pass());
    assert!(!black.pass());
}

#[test]
fn a_removal_moves_nothing() {
    let placed = position(shax(), "WBB/BBW/WWW/BWWBBW/BBW/BBB/WWW w 0 0 0 remove=2");
    let removal = placed.legal_moves(&shax())[0];
    assert_eq!(placed.check(removal, &shax()), Ok(()));
    let lifted = Move { from: "a7".parse().ok(), ..removal };
    assert_eq!(placed.check(lifted, &shax()), Err(IllegalMove::MustRemove));
}

#[test]
fn man_that_cannot_let_out_has_no_targets() {
    let out = position(shax(), ".WB/BWB/.WB/WWWWWB/BBW/WBB/.WB w 0 0 1 letout=b");
    assert!(out.targets("a4".parse().unwrap(), &shax()).is_empty());
}

#[test]
fn texts_and_undo_go_through_removals_and_waits() {
    let mut game = game(shax(), LAST, &["a4", "--", "xd6", "xc5", "c4-c5xa7", "b6-d6"]);
    let text = Pgn::new(&game).to_string();
    assert!(text.ends_with("\n\n1... a4 2. -- xd6 3. xc5 c4-c5xa7 4. b6-d6 *\n"), "{text}");
    assert_eq!(text.parse::<Pgn>().unwrap().game(), game);
    let list = Pgn::new(&Game::new(shax())).move_list(PointNotation::Numbers);
    assert_eq!(list, "\n");
    let end = game.clone();
    while game.undo().is_some() {}
    assert_eq!(game.position().line(&shax()), LAST);
    while game.redo().is_some() {}
    assert_eq!(game, end);
}

#[test]
fn undone_wait_keeps_later_moves() {
    let mut game = game(shax(), LAST, &["a4", "--", "xd6"]);
    game.go_to(1);
    assert!(game.pass());
    assert_eq!((game.cursor(), game.moves().len()), (2, 3));
}
