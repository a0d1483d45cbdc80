// SPDX-License-Identifier: GPL-3.0-or-later
//! Rules of shax: mills remove nothing while men are placed, then each side removes one man, and a
//! blocked side is let out.

use morris::{DrawReason, ForcedMove, Game, IllegalMove, Move, Outcome, Pgn, PointNotation, Position, Rules};

fn shax() -> Rules {
    "shax".parse().unwrap()
}

fn game(start: &str, moves: &str) -> Game {
    let mut game = Game::from_position(shax(), Position::parse(start, &shax()).unwrap());
    for word in moves.split_whitespace() {
        game.play(word.parse().unwrap()).unwrap_or_else(|error| panic!("{}: {word}: {error}", game.position()));
    }
    game
}

fn line(game: &Game) -> String {
    game.position().line(game.rules())
}

fn refused(game: &Game, mv: &str) -> IllegalMove {
    game.position().check(mv.parse().unwrap(), game.rules()).unwrap_err()
}

/// Black has one man left to place.
const LAST: &str = "WBW/WWB/BBB/.BBWBW/BBW/WWW/WBW b 0 1 0";

#[test]
fn nothing_is_removed_while_men_are_placed() {
    let start = "WW./.../.../B...B./.../.../... w 10 10 0";
    let mill = game(start, "g7");
    assert_eq!(line(&mill), "WWW/.../.../B...B./.../.../... b 9 10 0 first=w");
    assert_eq!(refused(&game(start, ""), "g7xa4"), IllegalMove::MillWithoutRemoval);
    assert_eq!(line(&game(start, "g7 d6 a1 f6 d1 b6")), "WWW/BBB/.../B...B./.../.../WW. w 7 7 0 first=w");
}

#[test]
fn first_mill_removes_first_and_moves_first() {
    let white = game(&format!("{LAST} first=w"), "a4");
    assert_eq!(line(&white), "WBW/WWB/BBB/BBBWBW/BBW/WWW/WBW w 0 0 0 remove=2");
    assert_eq!(refused(&white, "d6-d7"), IllegalMove::MustRemove);
    assert_eq!(refused(&white, "--"), IllegalMove::MustRemove);
    assert_eq!(refused(&white, "xa7"), IllegalMove::NotOpposing("a7".parse().unwrap()));
    assert_eq!(refused(&white, "xa4xb4"), IllegalMove::TooManyRemoved(1));
    // Men in mills are not protected.
    let moving = game(&format!("{LAST} first=w"), "a4 xc5 xd6");
    assert_eq!(line(&moving), "WBW/W.B/.BB/BBBWBW/BBW/WWW/WBW w 0 0 0");
    assert_eq!(refused(&moving, "xb4"), IllegalMove::NothingMoved);
    assert_eq!(refused(&moving, "--"), IllegalMove::NothingMoved);
    assert!(moving.position().legal_moves(&shax()).contains(&"b6-d6".parse().unwrap()));
}

#[test]
fn second_remover_waits_in_the_reversed_order() {
    for first in [" first=b", ""] {
        let mut black = game(&format!("{LAST}{first}"), "a4");
        assert_eq!(
            line(&black),
            "WBW/WWB/BBB/BBBWBW/BBW/WWW/WBW w 0 0 0 first=b",
            "the second player is first if no mill was closed"
        );
        assert_eq!(black.position().forced_move(&shax()), Some(ForcedMove::Pass));
        assert_eq!(black.position().legal_moves(&shax()), [Move::PASS]);
        assert_eq!(refused(&black, "xa4"), IllegalMove::MustPass);
        assert!(black.pass());
        assert_eq!(line(&black), "WBW/WWB/BBB/BBBWBW/BBW/WWW/WBW b 0 0 1 remove=2");
        assert!(!black.pass());
        let moving = game(&format!("{LAST}{first}"), "a4 -- xd6 xc5");
        assert_eq!(line(&moving), "WBW/W.B/.BB/BBBWBW/BBW/WWW/WBW b 0 0 0");
        assert!(moving.position().legal_moves(&shax()).contains(&"c4-c5xa7".parse().unwrap()));
    }
}

#[test]
fn a_removal_moves_nothing() {
    let placed = Position::parse("WBB/BBW/WWW/BWWBBW/BBW/BBB/WWW w 0 0 0 remove=2", &shax()).unwrap();
    let removal = placed.legal_moves(&shax())[0];
    assert_eq!(placed.check(removal, &shax()), Ok(()));
    let lifted = Move { from: "a7".parse().ok(), ..removal };
    assert_eq!(placed.check(lifted, &shax()), Err(IllegalMove::MustRemove));
}

/// Black's men are shut in. White's slide to a1 keeps them so, White's other slide lets them out.
const SHUT_IN: &str = ".WB/BWB/.WB/WWWWWB/BBW/WBB/.WB b 0 0 0";

#[test]
fn blocked_side_is_let_out() {
    let blocked = game(SHUT_IN, "");
    assert_eq!((blocked.outcome(), blocked.position().legal_moves(&shax())), (None, vec![Move::PASS]));
    let out = game(SHUT_IN, "--");
    assert_eq!(line(&out), ".WB/BWB/.WB/WWWWWB/BBW/WBB/.WB w 0 0 1 letout=b");
    assert_eq!(refused(&out, "a4-a7"), IllegalMove::StillBlocked);
    assert_eq!(refused(&out, "--"), IllegalMove::NothingMoved);
    let a4 = "a4".parse().unwrap();
    assert!(out.position().targets(a4, &shax()).is_empty());
    let after = game(SHUT_IN, "-- d7-a7");
    assert_eq!(line(&after), "W.B/BWB/.WB/WWWWWB/BBW/WBB/.WB b 0 0 2");
    assert!(!after.position().legal_moves(&shax()).is_empty());
}

#[test]
fn letting_out_removes_nothing() {
    let start = "W.W/WWB/.WB/BBBWBB/BWW/WWW/BBB w 0 0 0";
    let slide = "d6-d7".parse().unwrap();
    let position = Position::parse(start, &shax()).unwrap();
    assert_eq!(position.removals_due(slide, &shax()), 1);
    let out = Position::parse(&format!("{start} letout=b"), &shax()).unwrap();
    assert_eq!(out.removals_due(slide, &shax()), 0);
    assert_eq!(out.check("d6-d7xa4".parse().unwrap(), &shax()), Err(IllegalMove::MillWithoutRemoval));
}

#[test]
fn game_is_drawn_if_no_one_can_let_out() {
    let nobody = game("WW./W../.../BWW..W/.W./WWW/BBW b 0 0 0", "");
    assert_eq!(nobody.outcome(), Some(Outcome::Draw(DrawReason::Blocked)));
    assert!(nobody.position().legal_moves(&shax()).is_empty());
}

#[test]
fn remembered_state_must_be_possible() {
    for (line, rules, wrong) in [
        ("WBW/WWB/BBB/BBBWBW/BBW/WWW/WBW w 0 0 0 first=w", "shax", "the first mill"),
        ("W../.../.../....../.../.../... b 11 12 0 remove=1", "shax", "a removal to come"),
        ("WBW/WWB/BBB/BBBWBW/BBW/WWW/WBW w 0 0 0 remove=3", "shax", "a removal to come"),
        (".WB/BWB/.WB/WWWWWB/BBW/WBB/.WB b 0 0 1 letout=b", "shax", "a side to be let out"),
        ("W../.../.../....../.../.../... b 8 9 0 first=w", "standard", "the first mill"),
    ] {
        let error = Position::parse(line, &rules.parse().unwrap()).unwrap_err().to_string();
        assert_eq!(error, format!("{wrong} cannot be remembered here"), "{line}");
    }
    for field in ["first=x", "remove=", "letout=", "first", "out=b"] {
        assert!(Position::parse(&format!("{LAST} {field}"), &shax()).is_err(), "{field}");
    }
}

#[test]
fn texts_and_undo_go_through_removals_and_waits() {
    let mut game = game(LAST, "a4 -- xd6 xc5 c4-c5xa7 b6-d6");
    let text = Pgn::new(&game).to_string();
    assert!(text.ends_with("\n\n1... a4 2. -- xd6 3. xc5 c4-c5xa7 4. b6-d6 *\n"), "{text}");
    assert_eq!(text.parse::<Pgn>().unwrap().game(), game);
    let list = Pgn::new(&Game::new(shax())).move_list(PointNotation::Numbers);
    assert_eq!(list, "\n");
    let end = game.clone();
    while game.undo().is_some() {}
    assert_eq!(line(&game), LAST);
    while game.redo().is_some() {}
    assert_eq!(game, end);
}

#[test]
fn undone_wait_keeps_later_moves() {
    let mut game = game(LAST, "a4 -- xd6");
    game.go_to(1);
    assert!(game.pass());
    assert_eq!((game.cursor(), game.moves().len()), (2, 3));
}

#[test]
fn side_without_a_legal_removal_waits() {
    let rules = Rules::read_line("six,while_placing=one-each,from_mills=never").unwrap();
    let position = |line| Game::from_position(rules, Position::parse(line, &rules).unwrap());
    let mut protected = position("WWW/BB./..../.B./WWW b 0 0 0 remove=1");
    assert!(protected.must_pass() && protected.pass());
    let free = position("WWW/BB./..../.B./WW. b 0 0 0 remove=1");
    assert!(!free.must_pass());
}
