// SPDX-License-Identifier: GPL-3.0-or-later
//! The pairs of Swiss tournaments.

use std::collections::BTreeSet;

use morris::Color;
use morris_club::{Absence, Change, ChangeError, Format, GameScore, Points, Settings, Stage, Tournament};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::support::{enter, of_size, play_round};

/// Returns the pairs of the round paired last, from 1.
fn pairs(tournament: &Tournament) -> Vec<(usize, usize)> {
    let meetings = &tournament.rounds().last().unwrap().meetings;
    meetings.iter().map(|meeting| (meeting.first + 1, meeting.second + 1)).collect()
}

/// Checks what holds for every tournament in which no one leaves.
fn check(tournament: &Tournament) {
    let mut met = BTreeSet::new();
    for (at, meeting) in tournament.meetings() {
        let pair = (meeting.first.min(meeting.second), meeting.first.max(meeting.second));
        assert!(!meeting.is_at_board() || met.insert(pair), "{at:?} repeats {pair:?}\n{}", tournament.to_text());
        assert!(!tournament.is_repeat(at));
    }
    let mut had_bye = BTreeSet::new();
    for round in tournament.rounds() {
        let mut seen = BTreeSet::new();
        round.byes.iter().for_each(|one| assert!(had_bye.insert(*one)));
        let seated = round.meetings.iter().flat_map(|meeting| [meeting.first, meeting.second]);
        assert!(seated.chain(round.byes.iter().copied()).all(|one| seen.insert(one)));
        assert_eq!(seen.len(), tournament.entrants().len());
    }
}

/// A thousand tournaments of 4 to 24 entrants with the most rounds: small fields, so that the test
/// takes seconds.
#[test]
fn no_one_meets_twice_or_has_a_second_bye() {
    let mut random = SmallRng::seed_from_u64(5);
    for number in 0..1_000_usize {
        let entrants = 4 + number % 21;
        let mut played = of_size(Format::Swiss { rounds: entrants.div_ceil(2) }, [1, 2, 4][number % 3], entrants);
        while !played.is_over() {
            played.change(&Change::Pair).unwrap_or_else(|error| panic!("{error}\n{}", played.to_text()));
            play_round(&mut played, &mut random);
        }
        check(&played);
    }
}

/// In tournaments of single games, no one has a color three times in a row.
#[test]
fn colors_change_in_single_games() {
    let mut random = SmallRng::seed_from_u64(6);
    for number in 0..150_usize {
        let entrants = 12 + number % 13;
        let mut played = of_size(Format::Swiss { rounds: 5 }, 1, entrants);
        while !played.is_over() {
            played.change(&Change::Pair).unwrap();
            for at in played.open_meetings() {
                let score = [GameScore::Win, GameScore::Draw, GameScore::Loss][random.random_range(0..3)];
                crate::support::set(&mut played, at, vec![Some(score)]);
            }
        }
        for entrant in 0..entrants {
            let own = played.meetings().filter(|(_, meeting)| meeting.has(entrant));
            let colors: Vec<_> =
                own.map(|(_, meeting)| if meeting.first == entrant { Color::White } else { Color::Black }).collect();
            assert!(!colors.windows(3).any(|three| three[0] == three[1] && three[1] == three[2]), "{colors:?}");
            let whites = colors.iter().filter(|color| **color == Color::White).count();
            assert!(whites.abs_diff(colors.len() - whites) <= 2, "{colors:?}");
        }
    }
}

#[test]
fn the_first_round_is_high_against_low() {
    let mut played = of_size(Format::Swiss { rounds: 4 }, 2, 8);
    played.change(&Change::Pair).unwrap();
    // An odd number has White first.
    assert_eq!(pairs(&played), [(1, 5), (6, 2), (3, 7), (8, 4)]);
    let mut odd = of_size(Format::Swiss { rounds: 3 }, 2, 5);
    odd.change(&Change::Pair).unwrap();
    assert_eq!(pairs(&odd), [(1, 3), (4, 2)]);
    assert_eq!(odd.rounds()[0].byes, [4]);
    // A win and a draw of two games.
    let table = odd.standings(Stage::All);
    assert_eq!((table.rows[0].entrant, table.rows[0].points), (4, Points::whole(3)));
}

/// Returns a tournament of six, paired again after 1, 2, and 3 have won.
fn after_three_wins() -> Tournament {
    let mut played = of_size(Format::Swiss { rounds: 3 }, 2, 6);
    played.change(&Change::Pair).unwrap();
    enter(&mut played, "1", "4", "ww");
    enter(&mut played, "2", "5", "ww");
    enter(&mut played, "3", "6", "ww");
    played.change(&Change::Pair).unwrap();
    played
}

#[test]
fn winners_meet_and_the_best_of_the_others_moves_up() {
    let played = after_three_wins();
    // 1, 2, and 3 have 4 points, and 4 moves up to them; 4 has met 1. High against low would be
    // 1-3 and 2-4.
    assert_eq!(
        pairs(&played).iter().map(|&(one, other)| (one.min(other), one.max(other))).collect::<Vec<_>>(),
        [(1, 3), (2, 4), (5, 6),]
    );
}

/// One who moved up in the last round does not move up again, if another can: of the choices with
/// equal points, this comes before the start number.
#[test]
fn moving_up_twice_is_avoided() {
    let mut played = after_three_wins();
    // 4 moved up and takes a point from 2; 5 gets one from 6.
    enter(&mut played, "1", "3", "ww");
    enter(&mut played, "2", "4", "wd");
    enter(&mut played, "5", "6", "dd");
    played.change(&Change::Pair).unwrap();
    // 1 has 8 points, 2 has 7, and they meet. 3 with 4 points needs one from below. 5 with 2 points
    // is before 4 and 6, who have 1 and 2.
    let met: Vec<_> = pairs(&played).iter().map(|&(one, other)| (one.min(other), one.max(other))).collect();
    assert_eq!(met, [(1, 2), (3, 5), (4, 6)]);
}

#[test]
fn limits_are_reported() {
    let pair = |rounds, entrants| of_size(Format::Swiss { rounds }, 2, entrants).next_round().map(drop);
    assert_eq!(pair(1, 3), Err(ChangeError::TooFew { least: 4 }));
    assert_eq!(pair(5, 8), Err(ChangeError::Rounds { most: 4 }));
    assert_eq!((pair(4, 8), pair(4, 7)), (Ok(()), Ok(())));
    let mut played = of_size(Format::Swiss { rounds: 4 }, 2, 14);
    played.change(&Change::Pair).unwrap();
    for (one, other) in [("1", "8"), ("3", "10"), ("4", "11"), ("7", "14")] {
        enter(&mut played, one, other, "wd");
    }
    let error = played.change(&Change::Pair).unwrap_err();
    assert_eq!(error.to_string(), "3 results are missing: tables 2, 5, and 6");
}

#[test]
fn late_absent_and_leaving_entrants() {
    let mut random = SmallRng::seed_from_u64(7);
    let mut played = of_size(Format::Swiss { rounds: 5 }, 2, 23);
    let mut settings = Settings { absence: Absence::Draws, ..played.settings().clone() };
    played.change(&Change::Settings(settings.clone())).unwrap();
    played.change(&Change::Pair).unwrap();
    play_round(&mut played, &mut random);
    // One comes late, one misses the second round, one leaves.
    played.change(&Change::Add { name: "late".to_owned(), program: None }).unwrap();
    played.change(&Change::Absent(3, vec![1])).unwrap();
    played.change(&Change::Leave(7)).unwrap();
    played.change(&Change::Pair).unwrap();
    let round = &played.rounds()[1];
    assert!(round.absent.contains(&3));
    assert!(round.meetings.iter().any(|meeting| meeting.has(23)));
    assert!(!round.meetings.iter().any(|meeting| meeting.has(7) || meeting.has(3)));
    let points = |played: &Tournament| {
        played.standings(Stage::All).rows.iter().find(|row| row.entrant == 3).unwrap().points.quarters()
    };
    let with = points(&played);
    settings.absence = Absence::Nothing;
    played.change(&Change::Settings(settings)).unwrap();
    assert_eq!(with, points(&played) + Points::whole(2).quarters());
    play_round(&mut played, &mut random);
    played.change(&Change::Return(7)).unwrap();
    played.change(&Change::Pair).unwrap();
    assert!([3, 7].iter().all(|&one| played.rounds()[2].meetings.iter().any(|meeting| meeting.has(one))));
}

/// Returns the pairs of the last round that have met before, from 1.
fn repeats(tournament: &Tournament) -> Vec<(usize, usize)> {
    let last = tournament.rounds().len() - 1;
    let repeats = tournament.meetings().filter(|(at, _)| at.round == last && tournament.is_repeat(*at));
    repeats.map(|(_, one)| (one.first.min(one.second) + 1, one.first.max(one.second) + 1)).collect()
}

#[test]
fn the_fewest_meet_again_if_there_is_no_other_round() {
    let mut played = of_size(Format::Swiss { rounds: 2 }, 2, 4);
    played.change(&Change::Pair).unwrap();
    enter(&mut played, "1", "3", "ww");
    enter(&mut played, "2", "4", "ww");
    // Of the two who are left, each has met the other.
    played.change(&Change::Leave(0)).unwrap();
    played.change(&Change::Leave(2)).unwrap();
    played.change(&Change::Pair).unwrap();
    assert_eq!(repeats(&played), [(2, 4)]);
    // Four are left, of whom 1 has met all. The last one meets 1 again, and the others do not.
    let mut played = of_size(Format::Swiss { rounds: 4 }, 2, 8);
    for opponent in ["2", "3", "4"] {
        played.change(&Change::Pair).unwrap();
        let meeting = |name: &str| {
            let entrant = played.find(name).unwrap();
            let round = played.rounds().last().unwrap();
            round.meetings.iter().find(|meeting| meeting.has(entrant)).cloned().unwrap()
        };
        let (first, other) = (meeting("1"), played.find(opponent).unwrap());
        if !first.has(other) {
            played.change(&Change::Swap(first.first + first.second, other)).unwrap();
        }
        played
            .open_meetings()
            .into_iter()
            .for_each(|at| crate::support::set(&mut played, at, vec![Some(GameScore::Draw); 2]));
    }
    for entrant in 4..8 {
        played.change(&Change::Leave(entrant)).unwrap();
    }
    played.change(&Change::Pair).unwrap();
    assert_eq!((repeats(&played).len(), played.rounds()[3].meetings.len()), (1, 2), "{}", played.to_text());
}

/// With three left who have all had a bye, one has a second one. A round is always found.
#[test]
fn there_is_a_round_as_long_as_two_are_there() {
    let mut random = SmallRng::seed_from_u64(8);
    let mut repeated = 0;
    for number in 0..200_usize {
        let entrants = 5 + number % 8;
        let mut played = of_size(Format::Swiss { rounds: entrants.div_ceil(2) }, [1, 2][number % 2], entrants);
        while !played.is_over() {
            played.change(&Change::Pair).unwrap();
            repeated += repeats(&played).len();
            play_round(&mut played, &mut random);
            for _ in 0..2 {
                let there: Vec<_> = (0..entrants).filter(|&one| played.entrants()[one].left.is_none()).collect();
                if there.len() > 2 {
                    played.change(&Change::Leave(there[random.random_range(0..there.len())])).unwrap();
                }
            }
        }
    }
    assert!(repeated > 20, "{repeated}");
}

#[test]
fn usual_number_of_rounds_suits_every_number_of_entrants() {
    let rounds = [0, 1, 4, 5, 8, 9, 16, 200].map(|entrants| Format::swiss(entrants).to_string());
    assert_eq!(rounds, [1, 1, 2, 3, 3, 4, 4, 8].map(|rounds| format!("swiss:{rounds}")));
    for entrants in 4..=200 {
        assert_eq!(Settings::new("Evening", Format::swiss(entrants)).check_field(entrants), Ok(()), "{entrants}");
    }
}
