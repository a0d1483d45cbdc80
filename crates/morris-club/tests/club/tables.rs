// SPDX-License-Identifier: GPL-3.0-or-later
//! Tables of played and of made-up tournaments, to the quarter point.

use morris_club::{Change, Format, GameScore, Order, Points, Scoring, Settings, Stage, Tally, TieBreak, Tournament};

use crate::support::{enter, tournament};

const ALL_PLAY_ALL: Format = Format::RoundRobin { cycles: 1, order: Order::Berger };

/// Plays a round robin of these results, each from the first one's view.
fn round_robin(names: &[&str], results: &[(&str, &str, &str)]) -> Tournament {
    let mut played = tournament(ALL_PLAY_ALL, 2, names);
    for _ in 0..played.round_count().unwrap() {
        played.change(&Change::Pair).unwrap();
        for meeting in played.rounds().last().unwrap().meetings.clone() {
            let name = |entrant: usize| names[entrant];
            let (one, other) = (name(meeting.first), name(meeting.second));
            let is_it = |(a, b, _): &&(&str, &str, &str)| (*a, *b) == (one, other) || (*a, *b) == (other, one);
            let (one, other, letters) = results.iter().find(is_it).unwrap();
            enter(&mut played, one, other, letters);
        }
    }
    assert!(played.is_over());
    played
}

fn set(tournament: &mut Tournament, change: impl FnOnce(&mut Settings)) {
    let mut settings = tournament.settings().clone();
    change(&mut settings);
    tournament.change(&Change::Settings(settings)).unwrap();
}

/// Returns points and the first tie-break, by the names in their own order.
fn texts(tournament: &Tournament, tie: TieBreak, names: &[&str]) -> Vec<[String; 2]> {
    let mut tournament = tournament.clone();
    set(&mut tournament, |settings| settings.ties = vec![tie]);
    let table = tournament.standings(Stage::All);
    names
        .iter()
        .map(|name| {
            let number = tournament.find(name).unwrap();
            let row = table.rows.iter().find(|row| row.entrant == number).unwrap();
            [row.points.to_string(), row.ties[0].map(|points| points.to_string()).unwrap_or_default()]
        })
        .collect()
}

/// Double games with one point for a win, as printed by two Go clubs.
#[test]
fn table_a_has_its_sonneborn_berger_scores() {
    let names = ["A", "B", "C", "D"];
    let mut played = round_robin(
        &names,
        &[("A", "B", "wl"), ("A", "C", "ww"), ("A", "D", "wl"), ("B", "C", "wl"), ("B", "D", "ww"), ("C", "D", "ww")],
    );
    set(&mut played, |settings| settings.scoring = Scoring::OneHalf);
    let scores = texts(&played, TieBreak::SonnebornBerger, &names);
    assert_eq!(scores, [["4", "11"], ["4", "9"], ["3", "6"], ["1", "4"]].map(|row| row.map(str::to_owned)));
}

const NAMES: [&str; 5] = ["Ann", "Bob", "Cem", "Dora", "Emil"];

fn table_b() -> Tournament {
    round_robin(
        &NAMES,
        &[
            ("Ann", "Bob", "dd"),
            ("Ann", "Cem", "wd"),
            ("Ann", "Dora", "dd"),
            ("Ann", "Emil", "wd"),
            ("Bob", "Cem", "wd"),
            ("Bob", "Dora", "wl"),
            ("Bob", "Emil", "wd"),
            ("Cem", "Dora", "wd"),
            ("Cem", "Emil", "dd"),
            ("Dora", "Emil", "wd"),
        ],
    )
}

#[test]
fn table_b_has_all_its_tie_breaks() {
    let played = table_b();
    let scores = |tie| texts(&played, tie, &NAMES);
    let expect = |points: [&str; 5], values: [&str; 5]| {
        points.into_iter().zip(values).map(|(points, value)| [points.to_owned(), value.to_owned()]).collect::<Vec<_>>()
    };
    let points = ["10", "10", "7", "8", "5"];
    assert_eq!(scores(TieBreak::SonnebornBerger), expect(points, ["36", "36", "27", "31", "21"]));
    assert_eq!(scores(TieBreak::Wins), expect(points, ["2", "3", "1", "2", "0"]));
    assert_eq!(scores(TieBreak::FewestDraws), expect(points, ["6", "4", "5", "4", "5"]));
    assert_eq!(scores(TieBreak::Direct), expect(points, ["2", "2", "", "", ""]));
    // The usual order needs the wins.
    let table = played.standings(Stage::All);
    let order: Vec<_> = table.rows.iter().map(|row| NAMES[row.entrant]).collect();
    assert_eq!(order, ["Bob", "Ann", "Dora", "Cem", "Emil"]);
    assert_eq!(table.rows.iter().map(|row| row.place).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert!(table.rows.iter().all(|row| !row.shared && row.counts));
    assert_eq!(table.rows[0].ties, [2, 36, 3, 4].map(|points| Some(Points::whole(points))));
    // In the order of the federation, the draws decide.
    let mut federation = played.clone();
    set(&mut federation, |settings| settings.ties = vec![TieBreak::SonnebornBerger, TieBreak::FewestDraws]);
    assert_eq!(federation.standings(Stage::All).rows[0].entrant, 1);
    // By matches, with the game points after them.
    let mut matches = played;
    set(&mut matches, |settings| {
        settings.scoring = Scoring::Match;
        settings.ties = vec![TieBreak::GamePoints];
    });
    let scores = texts(&matches, TieBreak::GamePoints, &NAMES);
    assert_eq!(scores, expect(["6", "6", "3", "4", "1"], points));
}

#[test]
fn points_given_are_four_a_match() {
    let total: Points = table_b().standings(Stage::All).rows.iter().map(|row| row.points).sum();
    assert_eq!(total, Points::whole(40));
}

#[test]
fn equal_results_share_a_place_until_a_lot_decides() {
    let mut played = table_b();
    set(&mut played, |settings| settings.ties = vec![TieBreak::Direct, TieBreak::SonnebornBerger]);
    let places = |played: &Tournament| {
        let rows = played.standings(Stage::All).rows;
        rows.iter().map(|row| (row.entrant, row.place, row.shared, row.by_lot)).take(3).collect::<Vec<_>>()
    };
    assert_eq!(places(&played), [(0, 1, true, false), (1, 1, true, false), (3, 3, false, false)]);
    played.change(&Change::Lots(vec![1, 0])).unwrap();
    assert_eq!(places(&played), [(1, 1, false, true), (0, 2, false, true), (3, 3, false, false)]);
    // Places that were decided stay.
    assert!(played.tied().is_empty());
    played.change(&Change::Lots(vec![0, 1])).unwrap();
    assert_eq!(places(&played)[0], (1, 1, false, true));
}

#[test]
fn later_lots_put_new_ones_at_any_place_among_those_of_earlier_lots() {
    let mut played = round_robin(&["A", "B", "C"], &[("A", "B", "dd"), ("A", "C", "dd"), ("B", "C", "dd")]);
    let order =
        |played: &Tournament| played.standings(Stage::All).rows.iter().map(|row| row.entrant).collect::<Vec<_>>();
    played.change(&Change::Lots(vec![2, 0])).unwrap();
    assert_eq!(played.tied(), [0, 1, 2], "one of three has no lot yet");
    for (drawn, expected) in [([1, 0, 2], [1, 2, 0]), ([0, 1, 2], [2, 1, 0]), ([2, 0, 1], [2, 0, 1])] {
        let mut again = played.clone();
        again.change(&Change::Lots(drawn.to_vec())).unwrap();
        assert_eq!((order(&again), again.tied().len()), (expected.to_vec(), 0));
        assert_eq!(Tournament::from_text(&again.to_text()).unwrap(), again);
    }
    assert!(played.change(&Change::Lots(vec![1, 1])).is_err());
}

/// Ten programs of 2017, with two games for each pair: the scores as they were printed.
#[test]
fn table_e_has_its_printed_scores() {
    let rows = "01 ½½ ½1 ½1 11 11 11 11 ½1 / 10 ½½ ½½ 1½ 1½ 11 1½ 1½ 11 / ½½ ½½ ½1 ½½ ½1 ½½ 11 11 1½ / \
                ½0 ½½ ½0 ½½ 1½ ½1 1½ 11 11 / ½0 0½ ½½ ½½ ½½ ½½ ½½ ½½ ½½ / 00 0½ ½0 0½ ½½ ½½ ½½ 11 ½½ / \
                00 00 ½½ ½0 ½½ ½½ 11 ½½ ½½ / 00 0½ 00 0½ ½½ ½½ 00 ½0 11 / 00 0½ 00 00 ½½ 00 ½½ ½1 1½ / \
                ½0 00 0½ 00 ½½ ½½ ½½ 00 0½";
    let mut tally = Tally::new(10);
    for (own, row) in rows.split(" / ").enumerate() {
        let opponents = (0..10).filter(|&other| other != own);
        for (other, games) in opponents.zip(row.split(' ')).filter(|(other, _)| *other > own) {
            for letter in games.chars() {
                let score = match letter {
                    '1' => GameScore::Win,
                    '½' => GameScore::Draw,
                    _ => GameScore::Loss,
                };
                tally.count(own, other, score);
            }
        }
    }
    let points: Vec<_> = (0..10).map(|one| tally.total(one).points(Scoring::OneHalf).to_string()).collect();
    assert_eq!(points, ["14.5", "13", "12.5", "11.5", "8", "7.5", "7.5", "5.5", "5.5", "4.5"]);
    let table = tally.standings(Scoring::OneHalf, &[TieBreak::SonnebornBerger]);
    let score = |row: &morris_club::Row| Some((row.points.to_string(), row.ties[0]?.to_string()));
    let tied: Vec<_> = table.rows.iter().filter(|row| (6..=9).contains(&row.place)).filter_map(score).collect();
    let expected = [("7.5", "55"), ("7.5", "54.75"), ("5.5", "39.5"), ("5.5", "37")];
    assert_eq!(tied, expected.map(|(points, score)| (points.to_owned(), score.to_owned())));
}

/// Three who are tied have met equally often: the candidates of 2016, if the last game had been
/// drawn.
#[test]
fn direct_results_decide_among_three() {
    let mut tally = Tally::new(3);
    // Each met each other twice: 2½, 2, and 1½ points.
    tally.count(0, 2, GameScore::Win);
    tally.count(0, 2, GameScore::Draw);
    tally.count(0, 1, GameScore::Draw);
    tally.count(0, 1, GameScore::Draw);
    tally.count(1, 2, GameScore::Draw);
    tally.count(1, 2, GameScore::Draw);
    let mut whole = Tally::new(4);
    for (one, other) in [(0, 1), (0, 2), (1, 2)] {
        let cell = tally.cell(one, other);
        (0..cell.wins).for_each(|_| whole.count(one, other, GameScore::Win));
        (0..cell.draws).for_each(|_| whole.count(one, other, GameScore::Draw));
    }
    // The fourth makes the points equal.
    whole.count(2, 3, GameScore::Win);
    whole.count(1, 3, GameScore::Draw);
    let table = whole.standings(Scoring::OneHalf, &[TieBreak::Direct]);
    let rows: Vec<_> = table.rows.iter().map(|row| (row.entrant, row.place, row.ties[0])).collect();
    let half = |halves: u64| Some(Points::of_quarters(2 * halves));
    assert_eq!(rows, [(0, 1, half(5)), (1, 2, half(4)), (2, 3, half(3)), (3, 4, None)]);
}

/// Those who remain tied by their direct results are compared among themselves.
#[test]
fn direct_results_are_used_again() {
    let mut tally = Tally::new(6);
    for (one, other) in [(1, 0), (0, 3), (0, 3), (1, 3), (2, 0), (1, 2), (3, 2), (3, 1), (2, 3), (4, 5)] {
        tally.count(one, other, GameScore::Win);
    }
    // Not all have met equally often, so the direct results do not count.
    let table = tally.standings(Scoring::TwoOne, &[TieBreak::Direct]);
    assert!(table.rows.iter().all(|row| row.ties[0].is_none() || row.points == Points::whole(2)));
    let mut tally = Tally::new(7);
    // Among 0 to 3, 0 beats all but 1; 1 and 2 have 2 and 1 points by games among the four.
    for (one, other) in [(0, 2), (0, 3), (1, 0), (2, 1), (3, 1), (2, 3), (1, 4), (1, 5), (2, 5), (3, 4), (3, 6), (0, 6)]
    {
        tally.count(one, other, GameScore::Win);
    }
    let table = tally.standings(Scoring::TwoOne, &[TieBreak::Direct]);
    let order: Vec<_> = table.rows.iter().take(4).map(|row| (row.entrant, row.points, row.place, row.shared)).collect();
    let six = Points::whole(6);
    // 0 and 2 have two wins each among the four, and 0 has beaten 2. 1 and 3 have one, and 3 has
    // beaten 1.
    assert_eq!(order, [(0, six, 1, false), (2, six, 2, false), (3, six, 3, false), (1, six, 4, false)]);
}

fn swiss(names: &[&str], rounds: &[&str]) -> Tournament {
    let players: String = names.iter().map(|name| format!("[[player]]\nname = \"{name}\"\n")).collect();
    let rounds: String = rounds.iter().map(|round| format!("[[round]]\n{round}\n")).collect();
    let head = "version = 1\nname = \"D\"\nrules = \"standard\"\nformat = \"swiss:3\"\ngames = 2\n\
                points = \"2-1-0\"\nties = [\"buchholz\", \"sb\", \"direct\"]\n";
    Tournament::from_text(&format!("{head}{players}{rounds}[end]\n")).unwrap()
}

/// Three rounds of a Swiss tournament, of which the pairs are made up, too.
#[test]
fn table_d_has_its_buchholz_scores() {
    let names = ["Ann", "Bob", "Cem", "Dora", "Emil", "Finn"];
    let played = swiss(
        &names,
        &[
            r#"meetings = ["1-4 ww", "2-5 wd", "3-6 dd"]"#,
            r#"meetings = ["1-2 dd", "3-4 wd", "6-5 wl"]"#,
            r#"meetings = ["1-3 dd", "2-6 wd", "5-4 dd"]"#,
        ],
    );
    let value = |tie| texts(&played, tie, &names).into_iter().map(|[_, value]| value).collect::<Vec<_>>();
    let points: Vec<_> = texts(&played, TieBreak::Wins, &names).into_iter().map(|[points, _]| points).collect();
    assert_eq!(points, ["8", "8", "7", "3", "5", "5"]);
    assert_eq!(value(TieBreak::Buchholz), ["18", "18", "16", "20", "16", "20"]);
    assert_eq!(value(TieBreak::SonnebornBerger), ["21", "23", "17.5", "8.5", "12", "16"]);
    let order: Vec<_> = played.standings(Stage::All).rows.iter().map(|row| names[row.entrant]).collect();
    assert_eq!(order, ["Bob", "Ann", "Cem", "Finn", "Emil", "Dora"]);
}

/// A round without an opponent counts the entrant's own points: 6 + 5 for the last one here.
#[test]
fn buchholz_of_a_bye_is_the_own_points() {
    let names = ["A", "B", "C", "D", "E"];
    let rounds =
        ["meetings = [\"1-3 ww\", \"2-4 dd\"]\nbyes = [5]", "meetings = [\"1-5 ld\", \"2-3 dd\"]\nabsent = [4]"];
    let scores = texts(&swiss(&names, &rounds), TieBreak::Buchholz, &names);
    assert_eq!(scores[0], ["5", "8"]);
    assert_eq!(scores[4], ["6", "11"]);
    assert_eq!(scores[3], ["2", "6"]);
}
