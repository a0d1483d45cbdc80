// SPDX-License-Identifier: GPL-3.0-or-later
//! Changes, undo, and that every state can be saved.

use morris_club::{
    Absence, Change, ChangeError, Format, GameScore, Level, Order, Place, Scoring, Settings, Side, Stage, Tournament,
    Undoable,
};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::support::{enter, of_size, random_score, with_knock_out};

const FORMATS: [Format; 5] = [
    Format::Swiss { rounds: 4 },
    Format::RoundRobin { cycles: 2, order: Order::Slide },
    Format::RoundRobin { cycles: 1, order: Order::Berger },
    Format::KnockOut,
    Format::Groups { size: 3, advance: 2 },
];

/// Returns a random change, which need not be possible.
fn random_change(tournament: &Tournament, random: &mut SmallRng) -> Change {
    let entrants = tournament.entrants().len() + 1;
    let rounds = tournament.rounds().len() + 1;
    let entrant = random.random_range(0..entrants);
    let open = tournament.open_meetings();
    let at = match open.len() {
        0 => Place { round: random.random_range(0..rounds), table: random.random_range(0..entrants) },
        count => open[random.random_range(0..count)],
    };
    let when = "now".to_owned();
    match random.random_range(0..60) {
        0 => Change::Add { name: format!("late {entrant}"), program: Some("level:1".to_owned()) },
        1 => Change::Rename(entrant, format!("new {entrant}")),
        2 => Change::Leave(entrant),
        3 => Change::Return(entrant),
        4 => Change::Absent(entrant, vec![rounds - 1, rounds]),
        5 => Change::PairAgain,
        6 | 7 => Change::Swap(entrant, random.random_range(0..entrants)),
        8 => Change::Lots(vec![entrant, 0]),
        9 => Change::Result { at: Place { round: random.random_range(0..rounds), ..at }, games: Vec::new(), when },
        10 => Change::Remove(entrant),
        11 => Change::Move(entrant, 0),
        12 => Change::Settings(Settings {
            format: FORMATS[random.random_range(0..5)],
            absence: Absence::Draws,
            scoring: Scoring::Match,
            no_help: true,
            ..tournament.settings().clone()
        }),
        13 | 14 => Change::Lot { at, winner: Side::First },
        15..20 => Change::Pair,
        20..28 => Change::Game { at, game: random.random_range(0..3), score: random_score(random), when },
        _ => {
            let games = tournament.meeting(at).map_or(2, |meeting| meeting.games.len());
            let games = (0..games).map(|_| Some(random_score(random))).collect();
            let round = if random.random_range(0..8) == 0 { random.random_range(0..rounds) } else { at.round };
            Change::Result { at: Place { round, ..at }, games, when }
        }
    }
}

#[test]
fn several_changes_are_taken_back_as_one() {
    let mut undoable = Undoable::new(Tournament::new(Settings::new("Evening", Format::Swiss { rounds: 3 })).unwrap());
    let add = |name: &str| Change::Add { name: name.to_owned(), program: None };
    let added =
        undoable.edit(|tournament| ["Ann", "Bob", "Cy"].iter().try_for_each(|name| tournament.change(&add(name))));
    assert_eq!((added, undoable.now().entrants().len()), (Ok(()), 3));
    let refused = undoable.edit(|tournament| ["Dan", "Ann"].iter().try_for_each(|name| tournament.change(&add(name))));
    assert!(refused.is_err() && undoable.now().entrants().len() == 3, "all or none");
    assert!(undoable.undo() && undoable.now().entrants().is_empty() && !undoable.can_undo());
}

/// Random changes, possible and not: nothing panics, a refused one changes nothing, each state is
/// read back from its text, and undo leads back through all of them.
#[test]
fn changes_can_be_saved_and_taken_back() {
    let mut random = SmallRng::seed_from_u64(11);
    for number in 0..65 {
        let start = of_size(FORMATS[number % 5], [2, 4][number % 2], number % 13);
        let start = with_knock_out(start, Level::Lot, true);
        let mut undoable = Undoable::new(start.clone());
        let mut states = vec![start];
        for _ in 0..90 {
            let change = random_change(undoable.now(), &mut random);
            let before = undoable.now().clone();
            match undoable.change(&change) {
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    assert_eq!(*undoable.now(), before);
                }
                Ok(()) if *undoable.now() != before => {
                    let text = undoable.now().to_text();
                    let read =
                        Tournament::from_text(&text).unwrap_or_else(|error| panic!("{change:?}: {error}\n{text}"));
                    assert_eq!(read, **undoable.now(), "{change:?}\n{text}");
                    states.push(read);
                    look(undoable.now());
                }
                Ok(()) => {}
            }
        }
        for state in states.iter().rev() {
            assert_eq!(**undoable.now(), *state);
            assert_eq!(undoable.undo(), *state != states[0] || undoable.can_undo());
        }
        assert!(!undoable.can_undo());
    }
}

/// Asks for all that a window shows.
fn look(tournament: &Tournament) {
    for stage in tournament.stages() {
        let table = tournament.standings(stage);
        let places: Vec<_> = table.rows.iter().map(|row| row.place).collect();
        assert!(places.is_sorted() && places.first().is_none_or(|place| *place == 1), "{places:?}");
        assert!(stage == Stage::KnockOut || table.rows.iter().all(|row| row.cells.len() == table.rows.len()));
    }
    drop((tournament.bracket(), tournament.tied(), tournament.summary(), tournament.to_trf()));
    for (at, _) in tournament.meetings() {
        assert!(tournament.is_by_hand(at) || !tournament.has_other_colors(at));
        let _ = tournament.is_repeat(at);
    }
}

#[test]
fn a_hundred_changes_can_be_taken_back() {
    let mut undoable = Undoable::new(of_size(Format::Swiss { rounds: 4 }, 2, 8));
    for number in 0..150 {
        undoable.change(&Change::Rename(0, format!("Ann {number}"))).unwrap();
        // The same again adds nothing to take back.
        undoable.change(&Change::Rename(0, format!("Ann {number}"))).unwrap();
    }
    assert_eq!((0..200).take_while(|_| undoable.undo()).count(), 100);
    assert_eq!(undoable.now().entrants()[0].name, "Ann 49");
}

#[test]
fn corrections_are_kept_once_a_later_round_was_paired() {
    let mut played = of_size(Format::Swiss { rounds: 3 }, 2, 6);
    let at = Place { round: 0, table: 0 };
    let change = |letters: &str| Change::Result {
        at,
        games: morris_club::games_of_letters(letters).unwrap(),
        when: "20:15".to_owned(),
    };
    played.change(&Change::Pair).unwrap();
    enter(&mut played, "2", "5", "dd");
    enter(&mut played, "3", "6", "dd");
    played.change(&change("ww")).unwrap();
    played.change(&change("wd")).unwrap();
    assert!(played.corrections().is_empty());
    played.change(&Change::Pair).unwrap();
    played.change(&change("wl")).unwrap();
    let [correction] = played.corrections() else { panic!("one correction") };
    assert_eq!((correction.at, correction.when.as_str()), (at, "20:15"));
    assert_eq!((correction.old[1], correction.new[1]), (Some(GameScore::Draw), Some(GameScore::Loss)));
    // The round that was paired from the result can be paired again, until it has results itself.
    played.change(&Change::PairAgain).unwrap();
    let open = played.open_meetings();
    crate::support::set(&mut played, open[0], vec![Some(GameScore::Win), None]);
    assert_eq!(played.change(&Change::PairAgain).unwrap_err(), ChangeError::HasResults);
    assert_eq!(played.change(&Change::Swap(0, 1)).unwrap_err(), ChangeError::HasResults);
}

#[test]
fn exchanges_are_marked() {
    let mut played = of_size(Format::Swiss { rounds: 3 }, 2, 7);
    played.change(&Change::Pair).unwrap();
    let at = |table| Place { round: 0, table };
    // 1-4, 5-2, 3-6, and 7 has a bye. Two who meet exchange colors.
    played.change(&Change::Swap(0, 3)).unwrap();
    assert!(played.is_by_hand(at(0)) && played.has_other_colors(at(0)) && !played.is_by_hand(at(1)));
    played.change(&Change::Swap(6, 1)).unwrap();
    assert_eq!(played.rounds()[0].byes, [1]);
    assert!(played.meeting(at(1)).unwrap().has(6) && played.is_by_hand(at(1)));
    assert_eq!(played.change(&Change::Swap(1, 9)).unwrap_err(), ChangeError::Missing);
    // A repeat is marked, not refused.
    for at in played.open_meetings() {
        crate::support::set(&mut played, at, vec![Some(GameScore::Draw); 2]);
    }
    played.change(&Change::Pair).unwrap();
    let (one, other) = (played.rounds()[0].meetings[0].first, played.rounds()[0].meetings[0].second);
    let opponent = played.rounds()[1].meetings.iter().find(|meeting| meeting.has(one)).cloned().unwrap();
    played.change(&Change::Swap(opponent.first + opponent.second - one, other)).unwrap();
    assert!(played.meetings().any(|(at, _)| at.round == 1 && played.is_repeat(at)));
}

#[test]
fn games_that_were_played_fill_a_meeting() {
    let mut played = of_size(Format::Swiss { rounds: 3 }, 2, 6);
    played.change(&Change::Pair).unwrap();
    let at = Place { round: 0, table: 1 };
    let meeting = played.meeting(at).unwrap().clone();
    assert_eq!((meeting.players(0).white, meeting.players(1).white), (meeting.first, meeting.second));
    let white_wins = Some(morris::Color::White);
    for game in 0..2 {
        assert_eq!(played.meeting(at).unwrap().next_game(), Some(game));
        let score = GameScore::of_game(white_wins, morris_club::Meeting::color_of_first(game));
        played.change(&Change::Game { at, game, score, when: String::new() }).unwrap();
    }
    assert_eq!(played.meeting(at).unwrap().games, [Some(GameScore::Win), Some(GameScore::Loss)]);
    assert_eq!(played.meeting(at).unwrap().next_game(), None);
}

#[test]
fn points_name_the_results_of_a_match() {
    let words = |games, points| {
        let letters = |scores: &Vec<GameScore>| {
            let letter = |score| GameScore::ALL.iter().find(|(known, _)| known == score).unwrap().1;
            scores.iter().map(letter).collect::<String>()
        };
        GameScore::worth(games, points).iter().map(letters).collect::<Vec<_>>()
    };
    assert_eq!([4, 3, 2, 1, 0].map(|points| words(2, points).join(" ")), ["ww", "wd", "dd wl", "dl", "ll"]);
    assert_eq!([2, 1, 0].map(|points| words(1, points).join(" ")), ["w", "d", "l"]);
    assert_eq!(words(4, 6), ["wwdd", "wwwl"]);
    assert!(words(2, 5).is_empty());
}

#[test]
fn names_and_numbers_are_checked() {
    let mut played = of_size(Format::RoundRobin { cycles: 1, order: Order::Berger }, 2, 4);
    let add = |name: &str| Change::Add { name: name.to_owned(), program: None };
    assert_eq!(played.change(&add(" 1 ")).unwrap_err(), ChangeError::SameName("1".to_owned()));
    assert_eq!(played.change(&add("\t")).unwrap_err(), ChangeError::NoName);
    assert_eq!(played.change(&add(&"n".repeat(31))).unwrap_err(), ChangeError::LongName);
    assert_eq!(played.change(&Change::Leave(4)).unwrap_err(), ChangeError::Missing);
    played.change(&Change::Move(3, 0)).unwrap();
    assert_eq!(played.entrants()[0].name, "4");
    played.change(&Change::Pair).unwrap();
    assert_eq!(played.change(&add("late")).unwrap_err(), ChangeError::NoSeat);
    assert_eq!(played.change(&Change::Remove(0)).unwrap_err(), ChangeError::Started);
    let wrong = Change::Result { at: Place { round: 0, table: 0 }, games: vec![None; 3], when: String::new() };
    assert_eq!(played.change(&wrong).unwrap_err(), ChangeError::Games { games: 2 });
    let settings = Settings { games: 1, ..played.settings().clone() };
    assert_eq!(played.change(&Change::Settings(settings)).unwrap_err(), ChangeError::Started);
    let mut full = of_size(Format::Swiss { rounds: 3 }, 2, 200);
    assert_eq!(full.change(&add("more")).unwrap_err(), ChangeError::Full);
}
