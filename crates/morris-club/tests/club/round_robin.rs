// SPDX-License-Identifier: GPL-3.0-or-later
//! The order of a round robin.

use std::collections::BTreeSet;

use morris_club::{Change, ChangeError, Format, GameScore, Order, Place, Points, Stage, circle};

use crate::support::{of_size, set};

/// Berger's tables as FIDE publishes them (C.05, Annex 1), a line for each round.
const PUBLISHED: [(usize, &str); 5] = [
    (4, "1-4 2-3\n4-3 1-2\n2-4 3-1"),
    (6, "1-6 2-5 3-4\n6-4 5-3 1-2\n2-6 3-1 4-5\n6-5 1-4 2-3\n3-6 4-2 5-1"),
    (
        8,
        "1-8 2-7 3-6 4-5\n8-5 6-4 7-3 1-2\n2-8 3-1 4-7 5-6\n8-6 7-5 1-4 2-3\n3-8 4-2 5-1 6-7\n8-7 1-6 2-5 3-4\n\
         4-8 5-3 6-2 7-1",
    ),
    (
        10,
        "1-10 2-9 3-8 4-7 5-6\n10-6 7-5 8-4 9-3 1-2\n2-10 3-1 4-9 5-8 6-7\n10-7 8-6 9-5 1-4 2-3\n\
         3-10 4-2 5-1 6-9 7-8\n10-8 9-7 1-6 2-5 3-4\n4-10 5-3 6-2 7-1 8-9\n10-9 1-8 2-7 3-6 4-5\n\
         5-10 6-4 7-3 8-2 9-1",
    ),
    (
        12,
        "1-12 2-11 3-10 4-9 5-8 6-7\n12-7 8-6 9-5 10-4 11-3 1-2\n2-12 3-1 4-11 5-10 6-9 7-8\n\
         12-8 9-7 10-6 11-5 1-4 2-3\n3-12 4-2 5-1 6-11 7-10 8-9\n12-9 10-8 11-7 1-6 2-5 3-4\n\
         4-12 5-3 6-2 7-1 8-11 9-10\n12-10 11-9 1-8 2-7 3-6 4-5\n5-12 6-4 7-3 8-2 9-1 10-11\n\
         12-11 1-10 2-9 3-8 4-7 5-6\n6-12 7-5 8-4 9-3 10-2 11-1",
    ),
];

#[test]
fn berger_tables_are_the_published_ones() {
    for (entrants, published) in PUBLISHED {
        let round = |pairs: &Vec<(usize, usize)>| {
            pairs.iter().map(|(one, other)| format!("{}-{}", one + 1, other + 1)).collect::<Vec<_>>().join(" ")
        };
        let rounds: Vec<_> = circle(entrants, Order::Berger).iter().map(round).collect();
        assert_eq!(rounds.join("\n"), published);
    }
}

#[test]
fn every_pair_meets_once_and_colors_balance() {
    for (entrants, order) in (2..80).flat_map(|entrants| [(entrants, Order::Berger), (entrants, Order::Slide)]) {
        let rounds = circle(entrants, order);
        let mut pairs = BTreeSet::new();
        let mut balance = vec![0_i32; entrants];
        for round in &rounds {
            let mut seen = BTreeSet::new();
            for &(first, second) in round {
                assert!(seen.insert(first) && seen.insert(second), "{entrants}: one meeting a round");
                assert!(pairs.insert((first.min(second), first.max(second))), "{entrants}: {first} {second}");
                balance[first] += 1;
                balance[second] -= 1;
            }
            assert!(seen.len() + 1 >= entrants);
        }
        assert_eq!(pairs.len(), entrants * (entrants - 1) / 2);
        assert_eq!(rounds.len(), entrants + entrants % 2 - 1);
        if order == Order::Berger {
            assert!(balance.iter().all(|balance| balance.abs() <= 1), "{entrants}: {balance:?}");
        }
    }
    assert_eq!((circle(0, Order::Berger).len(), circle(1, Order::Slide).len()), (0, 1));
}

/// With the order slide, everyone but the last moves by one seat.
#[test]
fn slide_moves_everyone_by_a_seat() {
    for entrants in (4..40).step_by(2) {
        let around = entrants - 1;
        // Seats of the ring: both of the first table count as one, then those on one side and on
        // the other.
        let seat = |round: &[(usize, usize)], entrant: usize| {
            let table = round.iter().position(|&(one, other)| one == entrant || other == entrant).unwrap();
            if table > 0 && round[table].1 == entrant { around - table } else { table }
        };
        for rounds in circle(entrants, Order::Slide).windows(2) {
            for entrant in 0..around {
                let moved = (seat(&rounds[0], entrant) + around - seat(&rounds[1], entrant)) % around;
                assert_eq!(moved, 1, "{entrants}: {entrant}");
            }
        }
    }
}

#[test]
fn two_cycles_switch_colors_and_no_one_has_a_color_three_times() {
    for entrants in [4, 6, 8, 10, 12] {
        let mut played = of_size(Format::RoundRobin { cycles: 2, order: Order::Berger }, 1, entrants);
        let count = played.round_count().unwrap();
        for round in 0..count {
            played.change(&Change::Pair).unwrap();
            for table in 0..entrants / 2 {
                set(&mut played, Place { round, table }, vec![Some(GameScore::Draw)]);
            }
        }
        assert_eq!(played.change(&Change::Pair).unwrap_err(), ChangeError::Over);
        let games: BTreeSet<_> = played.meetings().map(|(_, meeting)| (meeting.first, meeting.second)).collect();
        assert_eq!(games.len(), entrants * (entrants - 1), "{entrants}");
        assert!(played.meetings().all(|(at, _)| !played.is_repeat(at)));
        for entrant in 0..entrants {
            let own = played.meetings().filter(|(_, meeting)| meeting.has(entrant));
            let whites: Vec<_> = own.map(|(_, meeting)| meeting.first == entrant).collect();
            assert!(!whites.windows(3).any(|three| three[0] == three[1] && three[1] == three[2]), "{entrants}");
        }
    }
}

/// The European championship of 2012: 24 entrants, 23 rounds, and 1,104 points.
#[test]
fn twenty_four_slide_through_twenty_three_rounds() {
    let mut played = of_size(Format::RoundRobin { cycles: 1, order: Order::Slide }, 2, 24);
    for round in 0..23 {
        played.change(&Change::Pair).unwrap();
        for table in 0..12 {
            let results = GameScore::worth(2, (round + table) % 5);
            set(&mut played, Place { round, table }, results[0].iter().copied().map(Some).collect());
        }
    }
    assert!(played.is_over());
    let total: Points = played.standings(Stage::All).rows.iter().map(|row| row.points).sum();
    assert_eq!(total, Points::whole(1_104));
}

#[test]
fn results_of_an_early_leaver_do_not_count() {
    let mut played = of_size(Format::RoundRobin { cycles: 1, order: Order::Berger }, 2, 6);
    played.change(&Change::Pair).unwrap();
    played.open_meetings().into_iter().for_each(|at| set(&mut played, at, vec![Some(GameScore::Win); 2]));
    played.change(&Change::Leave(0)).unwrap();
    assert!(played.is_void(0, Stage::All));
    // The later opponents win by forfeit.
    played.change(&Change::Pair).unwrap();
    let meeting = played.rounds()[1].meetings.iter().find(|meeting| meeting.has(0)).unwrap();
    assert!(!meeting.is_open() && !meeting.is_at_board());
    let table = played.standings(Stage::All);
    let last = table.rows.last().unwrap();
    assert_eq!((last.entrant, last.counts, last.points), (0, false, Points::whole(4)));
    let opponent = table.rows.iter().find(|row| row.entrant == 5).unwrap();
    assert_eq!((opponent.points, opponent.total.games()), (Points::ZERO, 0));
    // With half of the games or more, the rest is forfeited.
    let mut played = of_size(Format::RoundRobin { cycles: 1, order: Order::Berger }, 2, 6);
    for _ in 0..3 {
        played.change(&Change::Pair).unwrap();
        played.open_meetings().into_iter().for_each(|at| set(&mut played, at, vec![Some(GameScore::Draw); 2]));
    }
    played.change(&Change::Leave(0)).unwrap();
    played.change(&Change::Pair).unwrap();
    let table = played.standings(Stage::All);
    assert!(table.rows.iter().all(|row| row.counts));
    assert_eq!(table.rows.iter().find(|row| row.entrant == 0).unwrap().total.losses_by_forfeit, 2);
}

#[test]
fn a_late_entrant_takes_the_empty_seat() {
    let add = |name: &str| Change::Add { name: name.to_owned(), program: None };
    let mut played = of_size(Format::RoundRobin { cycles: 1, order: Order::Berger }, 2, 5);
    played.change(&Change::Pair).unwrap();
    played.open_meetings().into_iter().for_each(|at| set(&mut played, at, vec![Some(GameScore::Draw); 2]));
    played.change(&add("late")).unwrap();
    assert!(played.change(&add("later")).is_err());
    while !played.is_over() {
        played.change(&Change::Pair).unwrap();
        assert!(played.rounds().last().unwrap().byes.is_empty());
        played.open_meetings().into_iter().for_each(|at| set(&mut played, at, vec![Some(GameScore::Draw); 2]));
    }
    assert_eq!(played.rounds().len(), 5);
}
