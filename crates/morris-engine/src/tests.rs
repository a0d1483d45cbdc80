// SPDX-License-Identifier: GPL-3.0-or-later
//! Helpers and tests for the whole engine.

use std::cell::Cell;
use std::ops::ControlFlow;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

use super::abdada::CurrentlySearching;
use super::evaluation::evaluate;
use super::fast_node::FastNode;
use super::lookups::Lookups;
use super::move_ordering::{DEEPEST, Histories, History};
use super::node::{GenType, Node, NodeType, NonPvNode, PvNode, Window};
use super::root::Root;
use super::score::{DRAW, INFINITE, WIN, is_decided, lost_at};
use super::search::{Search, StopCheck};
use super::selectivity::Selectivity;
use super::transposition::{Bound, Entry, TranspositionTable};
use morris::{Arrangement, Outcome, Position, Rules};

/// Returns positions of random games, all with a legal move.
pub(super) fn random_positions(rules: &Rules, games: u64, every: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position = Position::start(rules);
        for ply in 0..120 {
            let Some(&mv) = position.legal_moves(rules).choose(&mut chance) else { break };
            if ply % every == (seed as usize) % every {
                positions.push(position);
            }
            position = position.play_unchecked(mv, rules);
        }
    }
    positions
}

/// Returns `true` if two nodes agree in all data that the search reads.
pub(super) fn same_node(a: &FastNode, b: &FastNode) -> bool {
    let side = |node: &FastNode| [node.us, node.them].map(|side| (side.men, side.count, side.hand, side.lines));
    let keys = |node: &FastNode| (node.key(), node.placing().then(|| node.shared_key().0));
    (side(a), keys(a), a.color, a.quiet) == (side(b), keys(b), b.color, b.quiet)
}

/// Plain minimax by the rules of the crate `morris`, without cutoffs, table or move ordering.
struct Minimax<'a> {
    rules: &'a Rules,
    lookups: &'a Lookups,
    path: Vec<Position>,
    /// Number of positions that may still be examined. When it reaches 0, the values are
    /// meaningless.
    budget: u32,
}

impl Minimax<'_> {
    fn value(&mut self, position: &Position, depth: i32, ply: usize) -> i32 {
        if self.budget == 0 {
            return DRAW;
        }
        self.budget -= 1;
        match position.outcome(self.rules) {
            Some(Outcome::Win { winner, .. }) if winner != position.side() => return lost_at(ply),
            Some(Outcome::Win { .. }) => return -lost_at(ply),
            Some(Outcome::Draw(_)) => return DRAW,
            None if self.path.contains(position) => return DRAW,
            None => {}
        }
        let mut best = -INFINITE;
        if depth == 0 {
            best = evaluate(&FastNode::new(position, self.lookups), self.lookups);
        }
        self.path.push(*position);
        for mv in position.legal_moves(self.rules) {
            if depth > 0 || !mv.removed.is_empty() {
                let next = position.play_unchecked(mv, self.rules);
                best = best.max(-self.value(&next, (depth - 1).max(0), ply + 1));
            }
        }
        self.path.pop();
        best
    }
}

/// Returns the position, and a copy with two quiet plies left before the draw, if the rules have
/// that draw.
fn with_late(position: Position, rules: &Rules) -> Vec<Position> {
    let mut late = Arrangement::from(position);
    late.quiet = rules.draws.quiet.map_or(0, |limit| limit - 2);
    let late = late.check(rules).ok().filter(|late| *late != position);
    std::iter::once(position).chain(late).collect()
}

/// Approximate maximum number of paths for choosing the depth of plain minimax, and maximum number
/// of positions that it may examine.
const MOST_PATHS: u64 = 2_000;
const MOST_POSITIONS: u32 = 50_000;

#[test]
fn search_agrees_with_plain_minimax() {
    let mut depths = [0; 5];
    for rules in Rules::PRESETS.into_iter().filter(FastNode::plays) {
        let lookups = Lookups::new(&rules);
        for position in random_positions(&rules, 4, 7).into_iter().flat_map(|position| with_late(position, &rules)) {
            if position.outcome(&rules).is_some() {
                continue;
            }
            let width = position.count_moves(&rules);
            let depth = (2..=4).rev().find(|&depth| width.pow(depth) <= MOST_PATHS).unwrap_or(1) as u8;
            let (value, depth) = value_by(Selectivity::FullWidth, &position, depth, &lookups);
            let mut minimax = Minimax { rules: &rules, lookups: &lookups, path: Vec::new(), budget: MOST_POSITIONS };
            let plain = minimax.value(&position, depth, 0);
            if minimax.budget == 0 {
                continue;
            }
            depths[depth as usize] += 1;
            assert_eq!(value, plain, "{rules}, depth {depth}: {position}");
        }
    }
    assert!(depths[2..].iter().all(|&positions| positions >= 4), "{depths:?}");
}

/// Returns the value of a position searched with an empty table, and the depth of the search.
fn value_by(selectivity: Selectivity, position: &Position, depth: u8, lookups: &Lookups) -> (i32, i32) {
    let node = FastNode::new(position, lookups);
    let table = TranspositionTable::new(4);
    let mut stop_check = |_| ControlFlow::Continue(());
    let mut moves = Vec::new();
    node.for_each_move(GenType::All, lookups, |mv| moves.push(mv));
    let histories = [History::new()];
    let mut search =
        Search::new(lookups, &table, Histories::new(&histories, 0), &mut stop_check, vec![position.hash()]);
    search.selectivity = selectivity;
    let mut root = Root::new(search, node, &moves, 0, &mut Xoshiro256PlusPlus::seed_from_u64(1));
    root.deepen(1..=depth, |_| true);
    (root.value(), root.depth)
}

#[test]
fn a_win_or_loss_it_proves_is_the_quickest_or_slowest() {
    let rules = Rules::STANDARD;
    let lookups = Lookups::new(&rules);
    let mut decided = 0;
    for position in random_positions(&rules, 30, 9) {
        if position.outcome(&rules).is_some() || position.hand(position.side()) > 3 {
            continue;
        }
        let (value, _) = value_by(Selectivity::Reduced, &position, 7, &lookups);
        if is_decided(value) {
            decided += 1;
            let plies = (WIN - value.abs()) as u8;
            assert_eq!(value_by(Selectivity::FullWidth, &position, plies, &lookups).0, value, "{position}");
        }
    }
    assert!(decided > 20, "{decided}");
}

/// Counts nodes instead of time: a node takes a tenth of a microsecond.
#[test]
fn search_asks_the_watch_often_and_ends_when_it_stops() {
    let rules = Rules::STANDARD;
    let lookups = Lookups::new(&rules);
    for position in random_positions(&rules, 3, 40).into_iter().filter(|position| position.outcome(&rules).is_none()) {
        for most in [1, 5_000, 100_000] {
            let (mut asked, mut longest) = (0, 0);
            let mut stop_check = |nodes| {
                longest = longest.max(nodes - asked);
                asked = nodes;
                if nodes >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let nodes = nodes_of(&position, &lookups, &mut stop_check);
            assert!(
                longest <= 2_048 && nodes <= asked.max(most) + 64,
                "{position}: {longest} between, {asked} of {nodes}"
            );
        }
    }
}

/// Returns the number of nodes of a search that the stop check ends.
fn nodes_of<'a>(position: &Position, lookups: &'a Lookups, stop_check: &'a mut StopCheck<'a>) -> u64 {
    let table = TranspositionTable::new(1);
    let node = FastNode::new(position, lookups);
    let mut moves = Vec::new();
    node.for_each_move(GenType::All, lookups, |mv| moves.push(mv));
    let histories = [History::new()];
    let search = Search::new(lookups, &table, Histories::new(&histories, 0), stop_check, vec![position.hash()]);
    let mut root = Root::new(search, node, &moves, 0, &mut Xoshiro256PlusPlus::seed_from_u64(1));
    root.deepen(1..=DEEPEST as u8, |_| true);
    root.search.nodes
}

/// Depth of the searches with an answer of another thread, in plies.
const HELPED_DEPTH: i32 = 14;

/// Searches the start position [`HELPED_DEPTH`] plies deep, while another thread's answer arrives
/// after `wanted_after` nodes. Returns the value and the number of nodes.
fn searched_with_help<K: NodeType>(window: Window, answer: Option<Entry>, wanted_after: u64) -> (i32, u64) {
    let lookups = Lookups::new(&Rules::STANDARD);
    let node = FastNode::new(&Position::start(&Rules::STANDARD), &lookups);
    let (table, busy, histories, key) =
        (TranspositionTable::new(4), CurrentlySearching::new(), [History::new()], Cell::new(0));
    let mut stop_check = |nodes| {
        answer.filter(|_| nodes >= wanted_after).into_iter().for_each(|answer| table.put(key.get(), answer));
        ControlFlow::Continue(())
    };
    let mut search = Search::new(&lookups, &table, Histories::new(&histories, 0), &mut stop_check, Vec::new());
    search.busy = Some(&busy);
    key.set(search.spot(&node).key);
    search.arm_stop_check();
    let value = search.search::<K>(&node, window, HELPED_DEPTH, 1);
    (value, search.nodes)
}

#[test]
fn moves_solved_by_another_thread_are_not_searched() {
    let searched = |answer, wanted_after| searched_with_help::<NonPvNode>(Window::reaching(90), answer, wanted_after);
    let (value, alone) = searched(None, 0);
    assert!(value < 90 && alone > 6_000, "{value} after {alone}");
    let deep = HELPED_DEPTH as u8;
    let entry = |value, depth, bound| Some(Entry { mv: None, value, depth, bound });
    let (value, nodes) = searched(entry(97, deep, Bound::Lower), alone / 4);
    assert!(value == 97 && (alone / 4..alone / 2).contains(&nodes), "{value} after {nodes} of {alone}");
    // These entries do not answer the question. The node has no move from the table, so it is
    // searched one ply less deeply.
    for answer in [entry(97, deep - 2, Bound::Lower), entry(89, deep, Bound::Lower), entry(90, deep, Bound::Upper)] {
        let (value, nodes) = searched(answer, alone / 4);
        assert!(value < 90 && nodes > alone / 2, "{value} after {nodes} of {alone}");
    }
    // The exact value is needed here.
    let searched =
        |answer, wanted_after| searched_with_help::<PvNode>(Window { alpha: -90, beta: 90 }, answer, wanted_after);
    let (_, alone) = searched(None, 0);
    let (value, nodes) = searched(entry(77, deep, Bound::Exact), alone / 4);
    assert!(value == 77 && (alone / 4..alone / 2).contains(&nodes), "{value} after {nodes} of {alone}");
    let (value, nodes) = searched(entry(77, deep, Bound::Lower), alone / 4);
    assert!(value < 77 && nodes > alone / 2, "{value} after {nodes} of {alone}");
}

#[test]
fn a_bound_without_a_move_keeps_the_move_of_an_earlier_search() {
    let lookups = Lookups::new(&Rules::STANDARD);
    let node = FastNode::new(&Position::start(&Rules::STANDARD), &lookups);
    let (table, histories) = (TranspositionTable::new(4), [History::new()]);
    let mut stop_check = |_| ControlFlow::Continue(());
    let mut search = Search::new(&lookups, &table, Histories::new(&histories, 0), &mut stop_check, Vec::new());
    let spot = search.spot(&node);
    search.search::<NonPvNode>(&node, Window::reaching(-500), 4, 1);
    let found = table.get(spot.key).and_then(|entry| entry.mv);
    search.search::<NonPvNode>(&node, Window::reaching(500), 5, 1);
    let later = table.get(spot.key).expect("it was searched");
    assert!(found.is_some() && later.bound == Bound::Upper && later.mv == found, "{later:?}");
}

/// A node outside the principal variation is searched one ply less deeply if the table has no move
/// for it.
#[test]
fn without_a_move_from_the_table_the_depth_is_one_less() {
    let depth_stored = |mv| {
        let lookups = Lookups::new(&Rules::STANDARD);
        let node = FastNode::new(&Position::start(&Rules::STANDARD), &lookups);
        let (table, histories) = (TranspositionTable::new(4), [History::new()]);
        let mut stop_check = |_| ControlFlow::Continue(());
        let mut search = Search::new(&lookups, &table, Histories::new(&histories, 0), &mut stop_check, Vec::new());
        let spot = search.spot(&node);
        table.put(spot.key, Entry { mv, value: 0, depth: 1, bound: Bound::Lower });
        search.search::<NonPvNode>(&node, Window::reaching(50), 6, 1);
        table.get(spot.key).map(|entry| entry.depth)
    };
    let mut moves = Vec::new();
    let lookups = Lookups::new(&Rules::STANDARD);
    FastNode::new(&Position::start(&Rules::STANDARD), &lookups)
        .for_each_move(GenType::All, &lookups, |mv| moves.push(mv));
    assert_eq!([depth_stored(None), depth_stored(Some(moves[0]))], [Some(5), Some(6)]);
}
