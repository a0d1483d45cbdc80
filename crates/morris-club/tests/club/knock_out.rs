// SPDX-License-Identifier: GPL-3.0-or-later
//! Knockouts, and groups before them.

use morris_club::{Change, ChangeError, Format, GameScore, Level, Place, Points, Settings, Side, Stage, Tournament};
use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::support::{enter, of_size, play_round, set, with_knock_out};

const PLAIN: Format = Format::KnockOut;

/// Plays the next round, in which the better seed of each pair wins.
fn round_for_the_better(tournament: &mut Tournament) {
    tournament.change(&Change::Pair).unwrap();
    for at in tournament.open_meetings() {
        let meeting = tournament.meeting(at).unwrap();
        let score = if meeting.first < meeting.second { GameScore::Win } else { GameScore::Loss };
        let games = vec![Some(score); meeting.games.len()];
        set(tournament, at, games);
    }
}

/// Returns the pairs of the round paired last, from 1 and the smaller number first.
fn pairs(tournament: &Tournament) -> Vec<(usize, usize)> {
    let meetings = &tournament.rounds().last().unwrap().meetings;
    let pair = |one: usize, other: usize| (one.min(other) + 1, one.max(other) + 1);
    meetings.iter().map(|meeting| pair(meeting.first, meeting.second)).collect()
}

/// Returns the entrants of a knockout by place, from 1.
fn places(tournament: &Tournament) -> Vec<(usize, usize, bool)> {
    let rows = tournament.standings(Stage::KnockOut).rows;
    rows.iter().map(|row| (row.entrant + 1, row.place, row.shared)).collect()
}

#[test]
fn losers_of_a_round_share_their_place() {
    let mut played = of_size(PLAIN, 2, 8);
    round_for_the_better(&mut played);
    assert_eq!(pairs(&played), [(1, 8), (4, 5), (2, 7), (3, 6)]);
    let still_in: Vec<_> = (1..=4).map(|entrant| (entrant, 1, true)).collect();
    let out: Vec<_> = (5..=8).map(|entrant| (entrant, 5, true)).collect();
    assert_eq!(places(&played), [still_in, out.clone()].concat());
    round_for_the_better(&mut played);
    assert_eq!(pairs(&played), [(1, 4), (2, 3)]);
    // 4 has won a game more than 3, but both share the place.
    round_for_the_better(&mut played);
    assert!(played.is_over());
    let first = vec![(1, 1, false), (2, 2, false), (3, 3, true), (4, 3, true)];
    assert_eq!(places(&played), [first, out].concat());
}

#[test]
fn top_seeds_have_the_byes() {
    let mut played = of_size(PLAIN, 2, 5);
    round_for_the_better(&mut played);
    let round = &played.rounds()[0];
    assert_eq!((pairs(&played), round.byes.as_slice()), (vec![(4, 5)], &[0, 1, 2][..]));
    round_for_the_better(&mut played);
    assert_eq!(pairs(&played), [(1, 4), (2, 3)]);
    for entrants in 2..=128 {
        let mut played = of_size(PLAIN, 1, entrants);
        while !played.is_over() {
            round_for_the_better(&mut played);
        }
        let rows = places(&played);
        assert_eq!((rows.len(), rows[0], rows[1]), (entrants, (1, 1, false), (2, 2, false)));
        assert_eq!(played.meetings().count(), entrants - 1);
    }
}

#[test]
fn the_third_place_is_played_on_request() {
    let mut played = with_knock_out(of_size(PLAIN, 2, 4), Level::Seed, true);
    round_for_the_better(&mut played);
    played.change(&Change::Pair).unwrap();
    assert_eq!(pairs(&played), [(1, 2), (3, 4)]);
    assert_eq!(places(&played).iter().map(|row| row.1).collect::<Vec<_>>(), [1, 1, 3, 3]);
    enter(&mut played, "1", "2", "ld");
    enter(&mut played, "3", "4", "ll");
    assert_eq!(places(&played), [(2, 1, false), (1, 2, false), (4, 3, false), (3, 4, false)]);
    let third = played.bracket().third.unwrap();
    assert_eq!((third.winner, third.loser()), (Some(3), Some(2)));
    // With three, one loses a semifinal.
    let mut three = with_knock_out(of_size(PLAIN, 2, 3), Level::Seed, true);
    round_for_the_better(&mut three);
    round_for_the_better(&mut three);
    assert!(three.is_over());
    assert_eq!(three.rounds()[1].meetings.len(), 1);
}

#[test]
fn a_level_match_has_two_more_before_the_seed_decides() {
    let mut played = of_size(PLAIN, 2, 2);
    played.change(&Change::Pair).unwrap();
    let at = Place { round: 0, table: 0 };
    enter(&mut played, "2", "1", "dd");
    assert_eq!(played.meeting(at).unwrap().games.len(), 4);
    assert_eq!(played.open_meetings(), [at]);
    enter(&mut played, "2", "1", "ddwl");
    assert_eq!(played.meeting(at).unwrap().games.len(), 6);
    assert_eq!(played.meeting(at).unwrap().last_match(2), 4..6);
    let mut won = played.clone();
    enter(&mut won, "2", "1", "ddwlwd");
    assert_eq!(won.bracket().rounds[0][0].winner, Some(1));
    enter(&mut played, "2", "1", "ddwldd");
    assert_eq!((played.open_meetings().len(), played.bracket().rounds[0][0].winner), (0, Some(0)));
    // A correction of the first match takes the further ones away.
    enter(&mut played, "2", "1", "wdwldd");
    assert_eq!((played.meeting(at).unwrap().games.len(), played.bracket().rounds[0][0].winner), (2, Some(1)));
}

#[test]
fn a_lot_decides_if_it_was_chosen() {
    let mut played = with_knock_out(of_size(PLAIN, 1, 2), Level::Lot, false);
    let lot = Change::Lot { at: Place { round: 0, table: 0 }, winner: Side::Second };
    played.change(&Change::Pair).unwrap();
    assert!(played.change(&lot).is_err());
    enter(&mut played, "1", "2", "d");
    let mut early = played.clone();
    early.change(&lot).unwrap();
    assert!(early.is_over());
    assert_eq!((early.meeting(Place { round: 0, table: 0 }).unwrap().games.len(), places(&early)[0].0), (1, 2));
    enter(&mut played, "1", "2", "ddd");
    enter(&mut played, "1", "2", "ddddd");
    assert_eq!((played.open_meetings().len(), played.bracket().rounds[0][0].winner), (1, None));
    played.change(&lot).unwrap();
    assert_eq!((played.is_over(), places(&played)[0]), (true, (2, 1, false)));
}

#[test]
fn no_one_goes_on_if_neither_comes() {
    let mut played = of_size(PLAIN, 2, 4);
    played.change(&Change::Pair).unwrap();
    enter(&mut played, "1", "4", "00");
    enter(&mut played, "2", "3", "ww");
    round_for_the_better(&mut played);
    assert_eq!(played.rounds()[1].byes, [1]);
    assert!(played.is_over());
    assert_eq!(places(&played), [(2, 1, false), (1, 2, true), (3, 2, true), (4, 2, true)]);
}

#[test]
fn opponent_of_a_leaving_entrant_goes_on() {
    let mut played = of_size(PLAIN, 2, 4);
    round_for_the_better(&mut played);
    played.change(&Change::Leave(0)).unwrap();
    played.change(&Change::Pair).unwrap();
    assert_eq!((played.is_over(), places(&played)[0]), (true, (2, 1, false)));
}

#[test]
fn an_entrant_that_leaves_during_a_level_match_does_not_go_on() {
    for (letters, level) in [("w.", Level::Seed), ("w.", Level::Lot), ("ww..", Level::Seed), (".w", Level::Lot)] {
        let mut played = with_knock_out(of_size(PLAIN, letters.len() as u8, 4), level, false);
        played.change(&Change::Pair).unwrap();
        enter(&mut played, "1", "4", letters);
        played.change(&Change::Leave(0)).unwrap();
        assert_eq!(played.bracket().rounds[0][0].winner, Some(3), "{letters}");
        assert_eq!(played.open_meetings().len(), 1, "no lot is needed: {letters}");
        enter(&mut played, "2", "3", if letters.len() == 2 { "ww" } else { "wwww" });
        played.change(&Change::Return(0)).unwrap();
        assert_eq!((played.bracket().rounds[0][0].winner, played.open_meetings().len()), (Some(3), 0), "{letters}");
        round_for_the_better(&mut played);
        assert_eq!(places(&played)[..2], [(2, 1, false), (4, 2, false)], "{letters}");
    }
    // The lot is no longer drawn for one that leaves before it.
    let mut played = with_knock_out(of_size(PLAIN, 2, 4), Level::Lot, false);
    played.change(&Change::Pair).unwrap();
    for letters in ["wl", "wlwl", "wlwlwl"] {
        enter(&mut played, "1", "4", letters);
    }
    played.change(&Change::Leave(3)).unwrap();
    assert_eq!(played.bracket().rounds[0][0].winner, Some(0));
    // A player who only came late plays on.
    let mut played = of_size(PLAIN, 2, 2);
    played.change(&Change::Pair).unwrap();
    enter(&mut played, "1", "2", "-w");
    assert_eq!(played.open_meetings().len(), 1);
    // One that went on by lot stays the winner if it leaves later.
    let mut played = with_knock_out(of_size(PLAIN, 2, 4), Level::Lot, false);
    played.change(&Change::Pair).unwrap();
    enter(&mut played, "1", "4", "-w");
    played.change(&Change::Lot { at: Place { round: 0, table: 0 }, winner: Side::First }).unwrap();
    enter(&mut played, "2", "3", "ww");
    round_for_the_better(&mut played);
    played.change(&Change::Leave(0)).unwrap();
    assert_eq!(places(&played)[..2], [(1, 1, false), (2, 2, false)]);
}

#[test]
fn exchanged_entrants_keep_their_seats() {
    let mut played = of_size(PLAIN, 2, 8);
    played.change(&Change::Pair).unwrap();
    played.change(&Change::Swap(7, 5)).unwrap();
    assert_eq!(pairs(&played), [(1, 6), (4, 5), (2, 7), (3, 8)]);
    assert!(played.is_by_hand(Place { round: 0, table: 0 }) && !played.is_by_hand(Place { round: 0, table: 1 }));
    for at in played.open_meetings() {
        let first = played.meeting(at).unwrap().first;
        let score = if first >= 4 { GameScore::Win } else { GameScore::Loss };
        set(&mut played, at, vec![Some(score); 2]);
    }
    played.change(&Change::Pair).unwrap();
    assert_eq!(pairs(&played), [(5, 6), (7, 8)]);
}

fn groups(size: u8, advance: u8) -> Format {
    Format::Groups { size, advance }
}

#[test]
fn seeds_go_through_the_groups_like_a_snake() {
    let played = of_size(groups(4, 2), 2, 16);
    let from_one: Vec<Vec<_>> = played.groups().iter().map(|group| group.iter().map(|one| one + 1).collect()).collect();
    assert_eq!(from_one, [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]);
    for (entrants, size) in (6..=200).flat_map(|entrants| (3..=8).map(move |size| (entrants, size))) {
        let sizes: Vec<_> = of_size(groups(size, 1), 2, entrants).groups().iter().map(Vec::len).collect();
        let (least, most) = (sizes.iter().min().unwrap(), sizes.iter().max().unwrap());
        assert!(*least >= 3 && most - least <= 1 && sizes.len() >= 2, "{entrants} by {size}: {sizes:?}");
    }
}

#[test]
fn groups_lead_to_a_knockout() {
    let mut played = with_knock_out(of_size(groups(4, 2), 2, 8), Level::Seed, true);
    for _ in 0..3 {
        round_for_the_better(&mut played);
    }
    let table = played.standings(Stage::Group(0));
    assert_eq!(table.rows.iter().map(|row| row.entrant + 1).collect::<Vec<_>>(), [1, 4, 5, 8]);
    assert_eq!(table.rows[0].points, Points::whole(12));
    played.change(&Change::Pair).unwrap();
    // Winners against the second of the other group.
    assert_eq!(pairs(&played), [(1, 3), (2, 4)]);
    played.open_meetings().into_iter().for_each(|at| set(&mut played, at, vec![Some(GameScore::Win); 2]));
    round_for_the_better(&mut played);
    assert!(played.is_over());
    assert_eq!(places(&played).len(), 4);
    assert_eq!(of_size(groups(3, 2), 2, 5).next_round(), Err(ChangeError::TooFew { least: 6 }));
    assert_eq!(of_size(groups(3, 2), 2, 200).next_round(), Err(ChangeError::GoOn { found: 132, most: 128 }));
}

#[test]
fn lots_and_choices_stay_once_the_knockout_was_paired() {
    let mut played = of_size(groups(3, 1), 2, 6);
    while !played.is_knock_out(played.rounds().len()) {
        played.change(&Change::Pair).unwrap();
        played.open_meetings().into_iter().for_each(|at| set(&mut played, at, vec![Some(GameScore::Draw); 2]));
    }
    assert_eq!(played.tied().len(), 6);
    played.change(&Change::Pair).unwrap();
    assert!(played.tied().is_empty(), "the seeds are used");
    let before = played.settings().clone();
    for settings in [Settings { level: Level::Lot, ..before.clone() }, Settings { third: true, ..before.clone() }] {
        assert_eq!(played.change(&Change::Settings(settings)), Err(ChangeError::Started));
    }
    played.change(&Change::Settings(Settings { no_help: true, ..before })).unwrap();
}

/// While players are entered, there may be fewer than go on.
#[test]
fn groups_with_any_number_of_entrants_have_seeds() {
    for (size, advance) in (3..=8).flat_map(|size| (1..size).map(move |advance| (size, advance))) {
        for entrants in 0..=20 {
            let early = of_size(groups(size, advance), 2, entrants);
            let found = entrants.min(early.groups().len() * usize::from(advance));
            let mut seeds = early.seeds();
            seeds.sort_unstable();
            seeds.dedup();
            assert_eq!(seeds.len(), found, "{size} {advance} {entrants}");
        }
    }
}

/// No two of a group meet before the semifinals, wherever that is possible: at most four of a group
/// go on, and there are at least two groups.
#[test]
fn entrants_of_a_group_meet_late() {
    let mut random = SmallRng::seed_from_u64(3);
    for (size, advance, entrants) in [
        (3, 1, 12),
        (3, 2, 12),
        (4, 2, 16),
        (4, 2, 32),
        (4, 3, 16),
        (6, 4, 24),
        (8, 4, 16),
        (3, 2, 18),
        (4, 2, 24),
        (5, 2, 30),
    ] {
        let mut played = with_knock_out(of_size(groups(size, advance), 2, entrants), Level::Seed, true);
        while !played.is_knock_out(played.rounds().len()) {
            played.change(&Change::Pair).unwrap();
            play_round(&mut played, &mut random);
        }
        let bracket = played.bracket();
        let group = |entrant: usize| played.groups().iter().position(|group| group.contains(&entrant)).unwrap();
        let seats: Vec<_> = bracket.rounds[0].iter().flat_map(|pair| pair.entrants).collect();
        let (half, quarter) = (seats.len() / 2, seats.len() / 4);
        for part in seats.chunks(quarter.max(1)) {
            let mut groups: Vec<_> = part.iter().flatten().map(|&entrant| group(entrant)).collect();
            groups.sort_unstable();
            assert!(groups.windows(2).all(|two| two[0] != two[1]), "{size} {advance} {entrants}: {seats:?}");
        }
        // The two best groups' winners are in different halves.
        let seeds = played.seeds();
        let half_of = |entrant: usize| seats.iter().position(|seat| *seat == Some(entrant)).unwrap() / half;
        assert_ne!(half_of(seeds[0]), half_of(seeds[1]));
        while !played.is_over() {
            played.change(&Change::Pair).unwrap();
            play_round(&mut played, &mut random);
        }
    }
}
