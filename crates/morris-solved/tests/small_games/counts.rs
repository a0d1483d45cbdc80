// SPDX-License-Identifier: GPL-3.0-or-later
//! Larger games: the number of positions, a proof of every value, and the values of the start
//! positions.

use std::ops::{Add, ControlFlow};

use morris::{MillReuse, Position, Rules, Symmetry};
use morris_solved::small_games::{GameSector, is_small, verify_game};
use morris_solved::tablebase::{ProbeResult, Summary, Wdl};

use super::support::{game, rules};
use crate::common::known;

/// Returns the number of arrangements of the men that a symmetry preserves. Each of its cycles is
/// empty or belongs to one side.
fn kept(rules: &Rules, symmetry: &Symmetry, [mover, other]: [u8; 2]) -> u64 {
    let mut ways = vec![vec![0_u64; usize::from(other) + 1]; usize::from(mover) + 1];
    ways[0][0] = 1;
    let mut left = rules.board.points();
    while let Some(first) = left.first() {
        let mut length = 0;
        let mut point = first;
        while left.contains(point) {
            left = left - point.set();
            length += 1;
            point = symmetry[point.index()];
        }
        for a in (0..ways.len()).rev() {
            for b in (0..ways[0].len()).rev() {
                let with_mover = a.checked_sub(length).map_or(0, |a| ways[a][b]);
                let with_other = b.checked_sub(length).map_or(0, |b| ways[a][b]);
                ways[a][b] += with_mover + with_other;
            }
        }
    }
    ways[usize::from(mover)][usize::from(other)]
}

/// Returns the number of positions of a sector by Burnside's lemma, with symmetric positions
/// counted once.
fn positions(rules: &Rules, sector: GameSector) -> u64 {
    let symmetries = rules.board.symmetries();
    symmetries.iter().map(|symmetry| kept(rules, symmetry, sector.men)).sum::<u64>() / symmetries.len() as u64
}

fn check(id: &str, all: u64, start: ProbeResult) {
    let rules = rules(id);
    let game = game(rules);
    for &sector in game.sectors() {
        assert_eq!(game.summary(sector).positions, positions(&rules, sector), "{id} {sector}");
    }
    check_known(id);
    let proved = verify_game(&game, None, |_| ControlFlow::Continue(())).map_err(|error| error.to_string());
    assert_eq!(proved, Ok(all));
    assert_eq!(game.probe(&Position::start(&rules)), Some(start));
}

/// Checks the contents of the sectors against data/sectors.tsv, where sectors that differ only in
/// men in hand are combined.
fn check_known(id: &str) {
    let game = game(rules(id));
    let known = known(id);
    for (name, summary) in &known {
        let is_meant = |sector: &&GameSector| match *name {
            "all" => true,
            "in hand" => sector.hands != [0, 0],
            name => sector.to_string() == name,
        };
        let sectors = game.sectors().iter().filter(is_meant).map(|&sector| game.summary(sector));
        assert_eq!(sectors.reduce(Summary::add), Some(*summary), "{id} {name}");
    }
    assert_eq!(known.len(), game.sectors().iter().filter(|sector| sector.hands == [0, 0]).count() + 2);
}

#[test]
fn smallest_games_have_the_known_counts() {
    for id in ["tapatan", "nineholes", "achi", "smallmerels"] {
        check_known(id);
    }
}

#[test]
fn five_is_a_draw() {
    check("five", 1_006_923, ProbeResult { value: Wdl::Draw, plies: None });
}

#[test]
#[ignore = "takes minutes: build-aux/test-long small"]
fn six_is_a_draw_and_seven_is_won_by_the_first_player() {
    check("six", 3_142_031, ProbeResult { value: Wdl::Draw, plies: None });
    check("seven", 32_304_085, ProbeResult { value: Wdl::Win, plies: Some(25) });
}

#[test]
fn large_games_and_games_with_memory_are_refused() {
    let small: Vec<_> = Rules::PRESETS.iter().filter(|rules| is_small(rules)).map(Rules::id).collect();
    assert_eq!(small, ["six", "five", "seven", "tapatan", "nineholes", "achi", "smallmerels", "rota"]);
    let remembers = Rules::builder(rules("five")).reforming(MillReuse::NotStraightBack).build().unwrap();
    assert!(!is_small(&remembers));
    assert!(!is_small(&Rules::read_line("five,goal=misere").unwrap()), "the winner need not move last");
}
