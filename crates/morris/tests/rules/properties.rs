// SPDX-License-Identifier: GPL-3.0-or-later
//! What holds for every position that play leads to, and for every text.

use std::collections::BTreeMap;

use morris::{
    Arrangement, Board, ByColor, Color, DrawReason, Game, Memory, Move, Outcome, Pgn, Point, PointSet, Position, Rules,
    Symmetry, WinReason,
};
use proptest::prelude::*;

/// A game of random legal moves.
fn any_record() -> impl Strategy<Value = Game> {
    (0..Rules::PRESETS.len(), prop::collection::vec(any::<prop::sample::Index>(), 0..120)).prop_map(
        |(rules, choices)| {
            let mut record = Game::new(Rules::PRESETS[rules]);
            for choice in choices {
                let moves = record.position().legal_moves(record.rules());
                if record.outcome().is_some() {
                    break;
                }
                record.play(*choice.get(&moves)).expect("a legal turn");
            }
            record
        },
    )
}

fn any_point() -> impl Strategy<Value = Point> {
    (0..24usize).prop_map(|index| Point::new(index).unwrap())
}

fn any_points() -> impl Strategy<Value = PointSet> {
    any::<u32>().prop_map(|bits| PointSet::from_bits(bits) & PointSet::ALL)
}

fn any_move() -> impl Strategy<Value = Move> {
    (prop::option::of(any_point()), any_point(), any_points()).prop_map(|(from, to, removed)| Move {
        from,
        to,
        removed,
    })
}

fn mapped_move(symmetry: &Symmetry, mv: Move) -> Move {
    let map = |point: Point| symmetry[point.index()];
    Move { from: mv.from.map(map), to: map(mv.to), removed: Board::map(symmetry, mv.removed) }
}

fn mapped(symmetry: &Symmetry, position: &Position, rules: &Rules) -> Position {
    let arrangement = Arrangement::from(*position);
    let men = ByColor::from_fn(|color| Board::map(symmetry, arrangement.men[color]));
    Arrangement { men, ..arrangement }.check(rules).unwrap()
}

proptest! {
    #[test]
    fn play_then_undo_is_identity(record in any_record()) {
        let mut back = record.clone();
        while back.undo().is_some() {}
        prop_assert_eq!(back.position(), record.start());
        prop_assert_eq!(back.moves(), record.moves());
        while back.redo().is_some() {}
        prop_assert_eq!(back, record);
    }

    #[test]
    fn the_kept_hash_is_the_full_hash(record in any_record()) {
        for position in record.positions() {
            prop_assert_eq!(position.hash(), position.full_hash());
        }
    }

    #[test]
    fn symmetries_keep_legal_turns_and_outcome(record in any_record()) {
        let (rules, position) = (record.rules(), record.position());
        for symmetry in rules.board.symmetries() {
            let image = mapped(symmetry, position, rules);
            let mut expected: Vec<_> =
                position.legal_moves(rules).into_iter().map(|mv| mapped_move(symmetry, mv)).collect();
            let mut found = image.legal_moves(rules);
            expected.sort();
            found.sort();
            prop_assert_eq!(found, expected);
            prop_assert_eq!(image.outcome(rules), position.outcome(rules));
        }
    }

    #[test]
    fn exactly_the_listed_turns_are_legal(record in any_record(), mv in any_move()) {
        let (rules, position) = (record.rules(), record.position());
        let listed = position.legal_moves(rules);
        prop_assert_eq!(listed.len() as u64, position.count_moves(rules));
        for &legal in &listed {
            prop_assert_eq!(position.check(legal, rules), Ok(()));
        }
        prop_assert_eq!(position.check(mv, rules).is_ok(), listed.contains(&mv));
    }

    #[test]
    fn turns_read_back(mv in any_move()) {
        prop_assert_eq!(mv.to_string().parse(), Ok(mv));
    }

    #[test]
    fn position_lines_read_back(white in any_points(), black in any_points(), hand: (u8, u8), quiet: u16, side: bool) {
        let arrangement = Arrangement {
            men: ByColor { white, black: black - white },
            hand: ByColor { white: hand.0, black: hand.1 },
            side: if side { Color::White } else { Color::Black },
            quiet,
            memory: Memory::default(),
        };
        prop_assert_eq!(arrangement.to_string().parse(), Ok(arrangement));
    }

    #[test]
    fn game_texts_read_back(
        mut record in any_record(),
        end in 0..5,
        tags in prop::collection::btree_map("[A-Z][a-z]{0,8}Tag", "[ -~]{0,20}", 0..4),
        comments in prop::collection::btree_map(0..20usize, "[a-z(;]{1,9}( [a-z0-9.$]{1,9}){0,3}", 0..4),
    ) {
        let winner = record.position().side();
        match end {
            0 => record.declare(Outcome::Win { winner, reason: WinReason::Resignation }),
            1 => record.declare(Outcome::Win { winner, reason: WinReason::Time }),
            2 => record.declare(Outcome::Draw(DrawReason::Agreement)),
            3 => record.declare(Outcome::Draw(DrawReason::Adjudication)),
            _ => {}
        }
        let comments: BTreeMap<_, _> = comments.into_iter().filter(|(moves, _)| *moves <= record.cursor()).collect();
        let mut text = Pgn { record, tags, comments, variations: Vec::new() };
        for name in ["Event", "Site", "Round", "White", "Black"] {
            text.tags.entry(name.to_owned()).or_insert("?".to_owned());
        }
        text.tags.entry("Date".to_owned()).or_insert("????.??.??".to_owned());
        prop_assert_eq!(text.to_string().parse::<Pgn>(), Ok(text));
    }

    #[test]
    fn no_text_brings_the_readers_down(text in "[ -~\n–äö]{0,80}") {
        let _ = text.parse::<Pgn>();
        let _ = text.parse::<Move>();
        let _ = text.parse::<Arrangement>();
        let _ = text.parse::<Point>();
    }
}
