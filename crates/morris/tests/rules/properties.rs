// SPDX-License-Identifier: GPL-3.0-or-later
//! Properties of all reachable positions and of all texts.

use morris::{
    Arrangement, Board, ByColor, Color, DrawReason, Game, Move, Outcome, Pgn, Point, PointNotation, PointSet, Position,
    Rules, Transformation, WinReason, rules_of_line,
};
use proptest::prelude::*;

/// Returns any preset. Together the presets use all choices and all boards.
fn any_rules() -> impl Strategy<Value = Rules> {
    prop::sample::select(Rules::PRESETS.to_vec())
}

/// Returns a game of random legal moves.
fn any_game() -> impl Strategy<Value = Game> {
    (any_rules(), prop::collection::vec(any::<prop::sample::Index>(), 0..120)).prop_map(|(rules, choices)| {
        let mut game = Game::new(rules);
        for choice in choices {
            let moves = game.position().legal_moves(game.rules());
            if game.outcome().is_some() {
                break;
            }
            game.play(*choice.get(&moves)).expect("a legal move");
        }
        game
    })
}

fn any_board() -> impl Strategy<Value = &'static Board> {
    prop::sample::select(Board::ALL.to_vec())
}

fn points_of(board: &Board, bits: u64) -> PointSet {
    PointSet::new(bits) & board.points()
}

/// Any move on a board: the optional origin, the optional target and the removed men.
type AnyMove = (Option<prop::sample::Index>, Option<prop::sample::Index>, u64);

fn move_of(board: &Board, (from, to, removed): AnyMove) -> Move {
    let points: Vec<_> = board.points().collect();
    let to = to.map(|to| *to.get(&points));
    Move { from: to.and(from).map(|from| *from.get(&points)), to, removed: points_of(board, removed) }
}

proptest! {
    #[test]
    fn play_then_undo_is_identity(game in any_game()) {
        let mut back = game.clone();
        while back.undo().is_some() {}
        prop_assert_eq!(back.position(), game.start());
        prop_assert_eq!(back.moves(), game.moves());
        while back.redo().is_some() {}
        prop_assert_eq!(back, game);
    }

    #[test]
    fn the_kept_hash_is_the_full_hash(game in any_game()) {
        for position in game.positions() {
            prop_assert_eq!(position.hash(), position.full_hash());
        }
    }

    #[test]
    fn symmetries_keep_legal_moves_and_outcome(game in any_game()) {
        let (rules, position) = (game.rules(), game.position());
        for symmetry in rules.board.symmetries() {
            let image = position.image(symmetry, rules);
            prop_assert_eq!(Arrangement::from(image).check(rules), Ok(image));
            prop_assert_eq!(image.hash(), image.full_hash());
            let mut expected: Vec<_> = position.legal_moves(rules).into_iter().map(|mv| mv.image(symmetry)).collect();
            let mut found = image.legal_moves(rules);
            expected.sort();
            found.sort();
            prop_assert_eq!(found, expected);
            prop_assert_eq!(image.outcome(rules), position.outcome(rules));
        }
    }

    #[test]
    fn transformed_games_are_played_and_end_alike(game in any_game()) {
        let (rules, position) = (game.rules(), game.position());
        for kind in Transformation::of(rules.board) {
            let Some(image) = kind.position(position, rules) else {
                prop_assert_eq!(kind, Transformation::SwapColors);
                prop_assert!(position.hand(Color::White) + position.hand(Color::Black) > 0);
                continue;
            };
            prop_assert_eq!(kind.inverse().position(&image, rules), Some(*position));
            prop_assert_eq!(image.quiet(), position.quiet());
            for mv in position.legal_moves(rules) {
                let moved = kind.mv(mv, rules.board).expect("a board allows what it lists");
                let after = position.play_unchecked(mv, rules);
                prop_assert_eq!(image.play(moved, rules).ok(), kind.position(&after, rules));
            }
            prop_assert_eq!(image.outcome(rules), position.outcome(rules).map(|outcome| kind.outcome(outcome)));
            if let Some(image) = kind.game(&game) {
                prop_assert_eq!(kind.inverse().game(&image), Some(game.clone()));
                prop_assert_eq!(image.outcome(), game.outcome().map(|outcome| kind.outcome(outcome)));
            }
        }
    }

    #[test]
    fn exactly_the_listed_moves_are_legal(game in any_game(), mv: AnyMove) {
        let (rules, position) = (game.rules(), game.position());
        let (listed, mv) = (position.legal_moves(rules), move_of(rules.board, mv));
        prop_assert_eq!(listed.len() as u64, position.count_moves(rules));
        for &legal in &listed {
            prop_assert_eq!(position.check(legal, rules), Ok(()));
        }
        prop_assert_eq!(position.check(mv, rules).is_ok(), listed.contains(&mv));
    }

    #[test]
    fn targets_placements_and_removals_are_those_of_the_moves(game in any_game()) {
        let (rules, position) = (game.rules(), game.position());
        let moves = position.legal_moves(rules);
        let targets = |from| moves.iter().filter(|mv| mv.from == from).filter_map(|mv| mv.to).collect::<PointSet>();
        prop_assert_eq!(position.placements(rules), targets(None));
        for from in rules.board.points() {
            prop_assert_eq!(position.targets(from, rules), targets(Some(from)));
        }
        for mv in &moves {
            let same = moves.iter().filter(|other| (other.from, other.to) == (mv.from, mv.to));
            let removed = same.fold(PointSet::EMPTY, |removed, other| removed | other.removed);
            prop_assert_eq!(position.removable_after(Move { removed: PointSet::EMPTY, ..*mv }, rules), removed);
        }
    }

    #[test]
    fn moves_read_back(board in any_board(), mv: AnyMove) {
        let mv = move_of(board, mv);
        prop_assert_eq!(Move::parse(&board.display(mv).to_string(), board), Ok(mv));
        for notation in [PointNotation::Names, PointNotation::Numbers] {
            prop_assert_eq!(notation.read(&notation.write(mv, board), board), Ok(mv));
        }
    }

    #[test]
    fn position_lines_read_back(rules in any_rules(), men: (u64, u64), hand: (u8, u8), quiet: u16, side: bool) {
        let (white, black) = (points_of(rules.board, men.0), points_of(rules.board, men.1));
        let side = if side { Color::White } else { Color::Black };
        let men = ByColor { white, black: black - white };
        let mut arrangement = Arrangement::new(men, ByColor { white: hand.0, black: hand.1 }, side);
        arrangement.quiet = quiet;
        prop_assert_eq!(Arrangement::parse(&arrangement.line(rules.board), &rules), Ok(arrangement));
    }

    #[test]
    fn lines_of_positions_read_back(game in any_game()) {
        for position in game.positions() {
            let rules = game.rules();
            prop_assert_eq!(Position::parse(&position.line(rules), rules), Ok(*position));
            let line = position.line_with_rules(rules);
            prop_assert_eq!(rules_of_line(&line).map(Option::unwrap_or_default), Ok(*rules));
            prop_assert_eq!(Position::parse(&line, rules), Ok(*position));
            let other = if rules.board.id() == "plain24" { "onetime" } else { "standard" };
            let other: Rules = other.parse().unwrap();
            prop_assert!(*rules == Rules::STANDARD || Position::parse(&line, &other).is_err() || *rules == other);
        }
    }

    #[test]
    fn games_from_anywhere_read_back(game in any_game(), more in prop::collection::vec(any::<prop::sample::Index>(), 0..9)) {
        let mut from_there = Game::from_position(*game.rules(), *game.position());
        for choice in more {
            if from_there.outcome().is_none() {
                let moves = from_there.position().legal_moves(game.rules());
                from_there.play(*choice.get(&moves)).expect("a legal move");
            }
        }
        let text = Pgn::new(&from_there).to_string();
        let read = Pgn::read(&text, PointNotation::Names, *game.rules());
        prop_assert_eq!(read.map(|read| read.to_string()), Ok(text));
    }

    #[test]
    fn game_texts_read_back(
        mut game in any_game(),
        end in 0..5,
        tags in prop::collection::btree_map("[A-Z][a-z]{0,8}Tag", "[ -~]{0,20}", 0..4),
        comments in prop::collection::btree_map(0..20usize, "[a-z(;]{1,9}( [a-z0-9.$]{1,9}){0,3}", 0..4),
        glyphs in prop::collection::btree_map(1..20usize, prop::collection::vec(any::<u8>(), 1..3), 0..4),
    ) {
        let winner = game.position().side();
        match end {
            0 => game.declare(Outcome::Win { winner, reason: WinReason::Resignation }),
            1 => game.declare(Outcome::Win { winner, reason: WinReason::Time }),
            2 => game.declare(Outcome::Draw(DrawReason::Agreement)),
            3 => game.declare(Outcome::Draw(DrawReason::Adjudication)),
            _ => {}
        }
        let mut text = Pgn { tags, ..Pgn::new(&game) };
        let nodes: Vec<_> = std::iter::once(text.tree.root()).chain(text.tree.main_line()).collect();
        for (moves, comment) in comments.into_iter().filter(|(moves, _)| *moves < nodes.len()) {
            text.tree.set_comment(nodes[moves], &comment);
        }
        for (moves, glyphs) in glyphs.into_iter().filter(|(moves, _)| *moves < nodes.len()) {
            text.tree.set_glyphs(nodes[moves], glyphs);
        }
        prop_assert_eq!(Pgn::read(&text.to_string(), PointNotation::Names, *text.rules()), Ok(text));
    }

    #[test]
    fn a_draw_is_reached_where_no_quiet_ply_is_left(
        limits: (Option<u8>, Option<u8>, Option<u8>),
        men in [3..6_u8, 3..6],
        quiet in 0..300_u16,
    ) {
        let mut draws = Rules::STANDARD.draws;
        draws.quiet = limits.0.map(u16::from);
        draws.quiet_three_each = limits.1.map(u16::from);
        draws.quiet_three = limits.2.map(u16::from);
        prop_assert_eq!(draws.reached(men, quiet).is_some(), draws.quiet_left(men, quiet) == Some(0));
    }

    #[test]
    fn no_text_brings_the_readers_down(text in "[ -~\n–äö]{0,80}") {
        let _ = text.parse::<Pgn>();
        let _ = text.parse::<Move>();
        let _ = text.parse::<Arrangement>();
        let _ = text.parse::<Point>();
    }
}
