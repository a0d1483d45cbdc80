// SPDX-License-Identifier: GPL-3.0-or-later
//! Both kinds of nodes behave identically where both apply, and every set of rules can be played.

use std::ops::ControlFlow;

use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

use super::evaluation::terms;
use super::fast_node::FastNode;
use super::lookups::Lookups;
use super::node::{GenType, Node};
use super::plain_node::{PlainLookups, PlainNode};
use super::{Limits, Request, Searcher, Strength};
use morris::{
    Board, CROSS_17, DIAG_9, DIAG_24, Flying, FullBoard, Game, Goal, MillProtection, MillReuse, Move, PLAIN_24,
    POLYGON_6, Placing, PlacingRemovals, Position, QuietReset, RING_16, Removals, Rules, RulesError, SUNMILL_32,
};

/// Returns rules that both kinds of nodes can play.
fn any_classic_rules() -> impl Strategy<Value = Rules> {
    let boards: Vec<_> = Board::ALL.iter().filter(|board| board.points().len() <= 31).collect();
    let flying = prop_oneof![Just(Flying::Never), (3..6_u8).prop_map(Flying::With)];
    let limit = || prop::option::of(4..40_u16);
    let reset = prop_oneof![Just(QuietReset::Removal), Just(QuietReset::RemovalOrPlacement)];
    let draws = (limit(), limit(), limit(), reset).prop_map(|(quiet, quiet_three_each, quiet_three, counted_from)| {
        let mut draws = Rules::STANDARD.draws;
        draws.quiet = quiet;
        draws.quiet_three_each = quiet_three_each;
        draws.quiet_three = quiet_three;
        draws.counted_from = counted_from;
        draws
    });
    let placing = prop_oneof![Just(Placing::First), Just(Placing::OrMove)];
    let full_board = prop_oneof![Just(FullBoard::Blocks), Just(FullBoard::Draws)];
    let choices = (prop::sample::select(boards), 3..=12_u8, flying, placing, full_board, draws);
    choices.prop_map(|(board, men, flying, placing, full_board, draws)| {
        let men = men.min(board.points().len() as u8 / 2);
        let rules = Rules::builder(Rules::PLAIN).board(board).men(men).flying(flying).draws(draws);
        rules.placing(placing).full_board(full_board).build().expect("the men fit on the board")
    })
}

fn moves<N: Node>(node: &N, wanted: GenType, lookups: &N::Lookups) -> Vec<Move> {
    let mut moves = Vec::new();
    node.for_each_move(wanted, lookups, |mv| moves.push(mv.into()));
    moves.sort();
    moves
}

/// Returns the promising moves and the others, each generated separately.
fn in_two_parts(node: &FastNode, lookups: &Lookups) -> (Vec<Move>, Vec<Move>) {
    let (tactics, mut promising, mut quiet) = (node.tactics(lookups), Vec::new(), Vec::new());
    Node::for_each_promising(node, tactics, lookups, |mv| promising.push(mv.into()));
    Node::for_each_quiet(node, tactics, lookups, |mv| quiet.push(mv.into()));
    promising.sort();
    quiet.sort();
    (promising, quiet)
}

/// Returns the promising moves and the others, filtered from all moves.
fn filtered(node: &FastNode, all: Vec<Move>, lookups: &Lookups) -> (Vec<Move>, Vec<Move>) {
    let tactics = node.tactics(lookups);
    all.into_iter().partition(|&mv| FastNode::promise(tactics, mv.into(), lookups).is_some())
}

/// Returns all data that the search reads from a node, except ranks and evaluation, which may
/// differ.
fn seen<N: Node>(node: &N, lookups: &N::Lookups) -> impl PartialEq + std::fmt::Debug + use<N> {
    let lost = node.lost(lookups);
    let moves =
        [GenType::All, GenType::Mills].map(|wanted| if lost { Vec::new() } else { moves(node, wanted, lookups) });
    let drawn = !lost && node.drawn(lookups);
    let counts = (node.men(), node.counts(), node.hands(), node.placing());
    (counts, node.color(), node.key(), node.quiet(), node.quiet_left(lookups), lost, drawn, moves)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn both_kinds_of_nodes_are_the_same(rules in any_classic_rules(), seed: u64) {
        prop_assert!(FastNode::plays(&rules));
        let (lookups, plain_lookups) = (Lookups::new(&rules), PlainLookups::new(&rules));
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let start = Position::start(&rules);
        let (mut fast, mut plain) = (FastNode::new(&start, &lookups), PlainNode::new(&start, &plain_lookups));
        let mut moves_before = Vec::new();
        for _ in 0..120 {
            prop_assert_eq!(format!("{:?}", seen(&fast, &lookups)), format!("{:?}", seen(&plain, &plain_lookups)));
            prop_assert_eq!(terms(&fast, &lookups), plain.terms(&plain_lookups));
            if fast.lost(&lookups) {
                break;
            }
            let all = moves(&fast, GenType::All, &lookups);
            moves_before.extend(all.iter().copied());
            for &mv in &moves_before {
                let (packed, legal) = (mv.into(), all.binary_search(&mv).is_ok());
                prop_assert_eq!(fast.is_legal(packed, &lookups), legal, "{:?}", mv);
                let pseudo_legal = fast.is_pseudo_legal(packed, &lookups);
                prop_assert!(pseudo_legal || !legal, "{:?}", mv);
                if pseudo_legal {
                    // Playing the move must be possible, whatever the result.
                    fast.play(packed, &lookups);
                }
            }
            prop_assert_eq!(in_two_parts(&fast, &lookups), filtered(&fast, all, &lookups));
            let Some(&mv) = moves(&plain, GenType::All, &plain_lookups).choose(&mut chance) else { break };
            (fast, plain) = (fast.play(mv.into(), &lookups), plain.play(mv.into(), &plain_lookups));
        }
    }
}

/// Returns rules that only plain nodes can play, and some that fast nodes can play on other boards.
fn other_rules() -> Result<Vec<Rules>, RulesError> {
    let base = Rules::builder(Rules::STANDARD);
    let twelve = base.board(&DIAG_24).men(12);
    let three = base.board(&DIAG_9).men(3).flying(Flying::Never).goal(Goal::FirstMill);
    let later = base.while_placing(PlacingRemovals::AfterPlacing).flying(Flying::Never);
    let sets = [
        base.men(10).placing(Placing::OrMove),
        twelve,
        twelve.full_board(FullBoard::Draws),
        twelve.full_board(FullBoard::Draws).reforming(MillReuse::NotStraightBack),
        base.reforming(MillReuse::EachLineOnce).from_mills(MillProtection::None),
        base.from_mills(MillProtection::Full),
        later.board(&PLAIN_24),
        base.board(&RING_16).men(6).flying(Flying::Never),
        base.board(&CROSS_17).men(7).flying(Flying::Never),
        three,
        base.board(&SUNMILL_32).men(12).removals(Removals::PerMill),
        base.board(&POLYGON_6).men(12),
    ];
    sets.into_iter().map(|set| set.build()).collect()
}

fn think(searcher: &mut Searcher, game: &Game, nodes: u64) -> Option<Move> {
    let strength = Strength::Limits(Limits { nodes: Some(nodes), ..Limits::default() });
    let request = Request { seed: 5, ..Request::new(*game.rules(), game.positions().to_vec(), strength) };
    Some(searcher.think(&request, || ControlFlow::Continue(()), |_| {})?.mv)
}

#[test]
fn every_set_of_rules_has_a_player() {
    let mut searcher = Searcher::default();
    for rules in other_rules().expect("they can be played") {
        let mut game = Game::new(rules);
        for _ in 0..60 {
            if game.outcome().is_some() {
                break;
            }
            let mv = think(&mut searcher, &game, 300).expect("there is a move");
            game.play(mv).unwrap_or_else(|error| panic!("{}, {mv}: {error}", game.position().line(&rules)));
        }
        assert!(game.cursor() > 4, "{rules:?}");
        if game.outcome().is_some_and(|outcome| outcome.winner().is_some()) {
            assert_eq!(think(&mut searcher, &game, 300), None, "{rules:?}");
        }
    }
}

#[test]
fn a_mill_that_wins_is_closed() {
    let rules = other_rules().expect("they can be played")[9];
    let start = Position::parse("WW./BB./... w 1 1", &rules).expect("a position");
    let mv = think(&mut Searcher::default(), &Game::from_position(rules, start), 1_000).expect("there is a move");
    assert_eq!(mv.to.map(|to| rules.board.name(to)), Some("c3"));
}
