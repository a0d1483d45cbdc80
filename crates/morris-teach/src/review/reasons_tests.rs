// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests each reason in a position where it holds, and in similar positions where it does not.

use std::ops::ControlFlow;
use std::path::Path;

use super::ply::Reason;
use super::reasons::{Case, find};
use morris::{Move, Position, Rules};
use morris_solved::tablebase::{Prober, Tables, Wdl};

const RULES: Rules = Rules::STANDARD;

#[test]
fn every_reason_is_found_where_it_holds_and_only_there() {
    let tables = Tables::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/endgame")).0;
    for row in include_str!("reasons.tsv").lines().filter(|row| !row.starts_with('#')) {
        let [line, mv, better, replies, rest, expected] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let read = |word: &str| word.parse().unwrap_or_else(|error| panic!("{row}: {error}"));
        let moves = |words: &str| words.split_whitespace().map(read).collect::<Vec<Move>>();
        let legal = |moves: &[Move], position: &Position| {
            moves.iter().for_each(|&mv| position.check(mv, &RULES).unwrap_or_else(|error| panic!("{row}: {error}")));
        };
        let position = Position::parse(line, &RULES).unwrap_or_else(|error| panic!("{row}: {error}"));
        let mv = read(mv);
        let after = position.play(mv, &RULES).unwrap();
        let (better, replies, rest) = (&moves(better), &moves(replies), &moves(rest));
        legal(better, &position);
        legal(replies, &after);
        let over = after.outcome(&RULES).is_some();
        let position = &position;
        let case = Case { rules: &RULES, position, mv, before: Wdl::Draw, after, over, better, replies, line: rest };
        let found = find(&case, &mut Prober::new(&tables, &RULES, &mut || ControlFlow::Continue(())));
        assert_eq!(found.map_or_else(|| "none".to_owned(), words), expected, "{row}");
    }
}

/// Returns the id of a reason and what it names.
fn words(reason: Reason) -> String {
    let id = reason.id();
    match reason {
        Reason::EndsGame | Reason::FreesToFly => id.to_owned(),
        Reason::WrongMan(men) => format!("{id} {men}"),
        Reason::GivesUpDoubleMill(point) | Reason::LeavesPoint(point) => format!("{id} {point}"),
        Reason::LetsForcedMill(mv, moves) | Reason::MissesForcedMill(mv, moves) => format!("{id} {mv} {moves}"),
        Reason::LocksIn(moves) => format!("{id} {moves}"),
        Reason::LosesAtOnce(mv)
        | Reason::LetsMill(mv)
        | Reason::MillTooEarly(mv)
        | Reason::MissesMill(mv)
        | Reason::LetsDoubleMill(mv)
        | Reason::LetsFork(mv)
        | Reason::MissesFork(mv)
        | Reason::OpensMill(mv)
        | Reason::Zugzwang(mv)
        | Reason::IgnoresThreat(mv) => format!("{id} {mv}"),
    }
}
