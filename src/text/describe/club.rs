// SPDX-License-Identifier: GPL-3.0-or-later
//! Text about tournaments of people.

use std::time::Duration;

use gettextrs::{gettext, pgettext};

use super::{decimal, number, store_error};
use crate::text::i18n::{gettext_f, joined, list, ngettext_f, sentence, sentences};
use morris_club::{
    BracketPair, ChangeError, Clock, Correction, Entrant, Format, GameScore, Meeting, Place, Points, Row, Stage,
    Standings, TieBreak, Tournament,
};
use morris_play::persistence::StoreError;

/// Returns why a tournament could not be read or written.
pub fn tournament_error(error: &StoreError) -> String {
    match error {
        StoreError::Continued { .. } => {
            gettext("Another window changed this tournament, so your last change here was not saved.")
        }
        _ => store_error(error),
    }
}

pub fn format_name(format: &Format) -> String {
    match format {
        // Translators: a tournament in which everyone meets everyone
        Format::RoundRobin { .. } => gettext("Round Robin"),
        // Translators: a tournament in which players with equal points meet
        Format::Swiss { .. } => gettext("Swiss System"),
        Format::KnockOut => gettext("Knockout"),
        Format::Groups { .. } => gettext("Groups, Then Knockout"),
    }
}

/// Returns how far a tournament is, in one line.
pub fn tournament_progress(tournament: &Tournament) -> String {
    let round = match (tournament.rounds().len(), tournament.round_count()) {
        (0, _) => return players_count(tournament.entrants().len()),
        _ if tournament.is_over() => return gettext("Finished"),
        (round, count) => round_title(round - 1, count),
    };
    match missing_results(tournament.open_meetings().len()) {
        words if words.is_empty() => round,
        words => joined(&[round, words]),
    }
}

pub fn players_count(count: usize) -> String {
    ngettext_f("{count} player", "{count} players", count, &[])
}

/// Returns the name of a round, which is counted from 0.
pub fn round_title(round: usize, count: Option<usize>) -> String {
    let round = (round + 1).to_string();
    match count {
        Some(count) => gettext_f("Round {round} of {count}", &[("round", &round), ("count", &count.to_string())]),
        None => gettext_f("Round {round}", &[("round", &round)]),
    }
}

/// Returns how many results are missing. Empty if none is.
pub fn missing_results(count: usize) -> String {
    match count {
        0 => String::new(),
        _ => ngettext_f("{count} result is missing", "{count} results are missing", count, &[]),
    }
}

/// Returns a new round, as it is announced.
pub fn new_round(tournament: &Tournament) -> String {
    let Some(round) = tournament.rounds().last() else { return String::new() };
    let count = round.meetings.len();
    let meetings = ngettext_f("{count} match", "{count} matches", count, &[]);
    let number = tournament.rounds().len() - 1;
    let is_repeat = |table: &usize| tournament.is_repeat(Place { round: number, table: *table });
    let repeats = match (0..count).filter(is_repeat).count() {
        0 => String::new(),
        repeats => ngettext_f("{count} pair has met before", "{count} pairs have met before", repeats, &[]),
    };
    sentence(&sentences(&[round_title(number, None), meetings, repeats]))
}

/// Returns the names of two who meet, the one with White first.
pub fn meeting_names<'a>(tournament: &'a Tournament, meeting: &Meeting) -> [&'a str; 2] {
    [meeting.first, meeting.second].map(|entrant| name(tournament, entrant))
}

pub fn points(points: Points) -> String {
    match points.quarters() % 4 {
        0 => number(points.quarters() / 4),
        2 => decimal(points.quarters() as f64 / 4.0, 1),
        _ => decimal(points.quarters() as f64 / 4.0, 2),
    }
}

/// Returns the points of both for the games that were played.
pub fn both_points(tournament: &Tournament, games: &[Option<GameScore>]) -> [String; 2] {
    tournament.settings().scoring.of_match(games).map(points)
}

/// Returns the result of games: “3 : 1”, or a dash if none was played.
pub fn match_result(tournament: &Tournament, games: &[Option<GameScore>]) -> String {
    if games.iter().all(Option::is_none) {
        return "–".to_owned();
    }
    let [first, second] = both_points(tournament, games);
    // Translators: the points of two players: “3 : 1”
    let points = gettext_f("{first} : {second}", &[("first", &first), ("second", &second)]);
    let is_forfeit = games.iter().flatten().any(|score| !score.is_at_board());
    // Translators: added to a result of which a game was not played; points come before it
    if is_forfeit { gettext_f("{points} (not played)", &[("points", &points)]) } else { points }
}

/// Returns the choices of results of a match of this many games: their words and results.
pub fn result_choices(tournament: &Tournament, games: usize) -> Vec<(String, Vec<GameScore>)> {
    let mut choices = Vec::new();
    for points in (0..=2 * games).rev() {
        let ways = GameScore::worth(games, points);
        let is_several = ways.len() > 1;
        for way in ways {
            let results: Vec<_> = way.iter().copied().map(Some).collect();
            let words = match_result(tournament, &results);
            let draws = way.iter().filter(|score| **score == GameScore::Draw).count();
            let words = if is_several { sentences(&[words, draws_in_words(draws)]) } else { words };
            choices.push((words, way));
        }
    }
    for (words, score) in [
        (gettext("The second did not play"), GameScore::WinByForfeit),
        (gettext("The first did not play"), GameScore::LossByForfeit),
        (gettext("No one played"), GameScore::NoShow),
    ] {
        choices.push((words, vec![score; games]));
    }
    choices
}

fn draws_in_words(draws: usize) -> String {
    match draws {
        0 => gettext("No draw"),
        _ => ngettext_f("{count} draw", "{count} draws", draws, &[]),
    }
}

/// Returns a row of a round as a sentence, with the keys for its result.
pub fn meeting_spoken(tournament: &Tournament, at: Place) -> String {
    let Some(meeting) = tournament.meeting(at) else { return String::new() };
    let [first, second] = meeting_names(tournament, meeting);
    let who = gettext_f(
        "Table {table}. {first}, White first, against {second}.",
        &[("table", &(at.table + 1).to_string()), ("first", first), ("second", second)],
    );
    let most = (2 * meeting.last_match(tournament.settings().games.into()).len()).to_string();
    let result = match meeting.games.iter().all(Option::is_none) {
        // Translators: {most} is a key: 2, 4, or 8
        true => gettext_f("No result. Press 0 to {most}.", &[("most", &most)]),
        false => result_spoken(tournament, meeting),
    };
    let further = match () {
        () if meeting.games.len() > usize::from(tournament.settings().games) && meeting.is_open() => {
            gettext("Another match of two games decides.")
        }
        () if !meeting.is_open() && tournament.is_open(at) => gettext("The match is tied. Choose who advances."),
        () => String::new(),
    };
    sentences(&[who, result, further, marks(tournament, at)])
}

/// Returns what is unusual about two who meet.
pub fn marks(tournament: &Tournament, at: Place) -> String {
    let marks = [
        (tournament.is_repeat(at), gettext("They have met before")),
        (tournament.has_other_colors(at), gettext("Colors were changed by hand")),
    ];
    sentences(&marks.into_iter().filter(|(is, _)| *is).map(|(_, words)| words).collect::<Vec<_>>())
}

/// Returns a result as a sentence: “Ann 3, Bob 1.”
pub fn result_spoken(tournament: &Tournament, meeting: &Meeting) -> String {
    let [first, second] = meeting_names(tournament, meeting);
    let [one, other] = both_points(tournament, &meeting.games);
    gettext_f(
        "{first} {points}, {second} {others}.",
        &[("first", first), ("points", &one), ("second", second), ("others", &other)],
    )
}

/// Returns what is announced after a result was changed.
pub fn after_result(tournament: &Tournament, at: Place) -> String {
    let Some(meeting) = tournament.meeting(at) else { return String::new() };
    let result = match meeting.games.iter().all(Option::is_none) {
        true => gettext("No result."),
        false => result_spoken(tournament, meeting),
    };
    let missing = match missing_results(tournament.open_meetings().len()) {
        words if words.is_empty() => gettext("All results are in."),
        words => sentence(&words),
    };
    sentences(&[result, missing])
}

/// Returns who has no opponent in a round, and why. Empty if all have one.
pub fn byes(tournament: &Tournament, round: usize) -> String {
    let Some(round) = tournament.rounds().get(round) else { return String::new() };
    let names = |entrants: &[usize]| {
        let names: Vec<_> = entrants.iter().map(|&entrant| name(tournament, entrant)).collect();
        (!names.is_empty()).then(|| list(&names))
    };
    // Translators: {names} are players without an opponent in a round
    let bye = names(&round.byes).map(|names| gettext_f("No opponent: {names}", &[("names", &names)]));
    let absent = names(&round.absent).map(|names| gettext_f("Absent: {names}", &[("names", &names)]));
    sentences(&[bye.unwrap_or_default(), absent.unwrap_or_default()])
}

pub fn name(tournament: &Tournament, entrant: usize) -> &str {
    tournament.entrants().get(entrant).map_or("", |entrant| &entrant.name)
}

/// Returns what is special about a player: a program, one who has left, comes later, or is absent.
pub fn entrant_state(tournament: &Tournament, entrant: &Entrant) -> String {
    let number = |round: usize| (round + 1).to_string();
    let next = tournament.first_round_without_results();
    let program = entrant.program.as_ref().map(|_| gettext("Computer"));
    let joined_late =
        (entrant.joined > 0).then(|| gettext_f("From round {round}", &[("round", &number(entrant.joined))]));
    let left = entrant.left.map(|left| gettext_f("Left before round {round}", &[("round", &number(left))]));
    let is_absent = entrant.absent.contains(&next);
    let absent = is_absent.then(|| gettext_f("Absent in round {round}", &[("round", &number(next))]));
    joined(&[program, joined_late, left, absent].into_iter().flatten().collect::<Vec<_>>())
}

pub fn tie_name(tie: TieBreak) -> String {
    match tie {
        // Translators: what decides between players with equal points: their games against each
        // other
        TieBreak::Direct => gettext("Direct encounter"),
        // Translators: what decides between players with equal points: a name of two persons
        TieBreak::SonnebornBerger => gettext("Sonneborn-Berger"),
        // Translators: what decides between players with equal points: a name
        TieBreak::Buchholz => gettext("Buchholz"),
        TieBreak::Wins => gettext("Wins"),
        TieBreak::FewestDraws => gettext("Fewest draws"),
        TieBreak::GamePoints => gettext("Game points"),
    }
}

pub fn ties_in_words(standings: &Standings, row: &Row) -> String {
    let values = standings.ties.iter().zip(&row.ties);
    let words = |(tie, value): (&TieBreak, &Option<Points>)| Some(format!("{} {}", tie_name(*tie), points((*value)?)));
    let mut words: Vec<_> = values.filter_map(words).collect();
    if row.by_lot {
        words.push(by_lot());
    }
    list(&words)
}

/// Returns the words for a place that was decided by lot.
pub fn by_lot() -> String {
    // Translators: a place in a table that was decided by lot
    pgettext("place", "By lot")
}

pub fn row_spoken(tournament: &Tournament, standings: &Standings, row: &Row) -> String {
    let values = [("place", &*row.place.to_string()), ("name", name(tournament, row.entrant))];
    let place = match row.shared {
        true => gettext_f("Shared place {place}: {name}", &values),
        false => gettext_f("Place {place}: {name}", &values),
    };
    sentences(&[place, points_in_words(row), ties_in_words(standings, row)])
}

pub fn points_in_words(row: &Row) -> String {
    let words = points(row.points);
    // A fraction takes the form of 2 in all languages that have more than two.
    let count = if row.points.quarters() % 4 > 0 { 2 } else { row.points.quarters() / 4 };
    match row.counts {
        true => ngettext_f("{count} point", "{count} points", count, &[("count", &words)]),
        // Translators: the points of a player who left early
        false => gettext_f("{count} points, which do not count", &[("count", &words)]),
    }
}

/// Returns the results of a player in one line for each round.
pub fn results_of(tournament: &Tournament, entrant: usize) -> Vec<String> {
    let line = |(at, meeting): (Place, &Meeting)| {
        let is_first = meeting.first == entrant;
        let games: Vec<_> = meeting
            .games
            .iter()
            .map(|score| score.map(|score| if is_first { score } else { score.reversed() }))
            .collect();
        let other = if is_first { meeting.second } else { meeting.first };
        gettext_f(
            "Round {round}: {result} against {name}",
            &[
                ("round", &(at.round + 1).to_string()),
                ("result", &match_result(tournament, &games)),
                ("name", name(tournament, other)),
            ],
        )
    };
    tournament.meetings().filter(|(_, meeting)| meeting.has(entrant)).map(line).collect()
}

/// Returns the title of the table of a stage. Empty if it is the only one.
pub fn stage_title(stage: Stage) -> String {
    match stage {
        Stage::All => String::new(),
        Stage::Group(group) => gettext_f("Group {number}", &[("number", &(group + 1).to_string())]),
        Stage::KnockOut => gettext("Knockout"),
    }
}

/// Returns the title of a round of a bracket with this many pairs.
pub fn bracket_round(pairs: usize) -> String {
    match pairs {
        1 => gettext("Final"),
        2 => gettext("Semifinals"),
        4 => gettext("Quarterfinals"),
        _ => gettext_f("Last {count}", &[("count", &(2 * pairs).to_string())]),
    }
}

pub fn bracket_spoken(tournament: &Tournament, pair: &BracketPair) -> String {
    let side = |entrant: Option<usize>| {
        // Translators: in place of the name of an opponent who is not known yet
        entrant.map_or_else(|| gettext("open"), |entrant| name(tournament, entrant).to_owned())
    };
    let [first, second] = pair.entrants.map(side);
    let who = gettext_f("{first} against {second}", &[("first", &first), ("second", &second)]);
    let result = pair.at.and_then(|at| tournament.meeting(at));
    let result = result.filter(|meeting| meeting.games.iter().any(Option::is_some));
    let result = result.map(|meeting| result_spoken(tournament, meeting)).unwrap_or_default();
    let winner = pair.winner.map(|winner| gettext_f("{name} advances.", &[("name", name(tournament, winner))]));
    sentences(&[who, result, winner.unwrap_or_default()])
}

pub fn correction(tournament: &Tournament, correction: &Correction) -> String {
    let Some(meeting) = tournament.meeting(correction.at) else { return String::new() };
    let [first, second] = meeting_names(tournament, meeting);
    gettext_f(
        "{when}: round {round}, {first} against {second}, {old} became {new}",
        &[
            ("when", &correction.when),
            ("round", &(correction.at.round + 1).to_string()),
            ("first", first),
            ("second", second),
            ("old", &match_result(tournament, &correction.old)),
            ("new", &match_result(tournament, &correction.new)),
        ],
    )
}

/// Returns a clock: “7 + 0” in minutes and seconds.
pub fn club_clock(clock: Option<Clock>) -> String {
    match clock {
        // Translators: an answer to “Clock”
        None => gettext("None"),
        Some(Clock { time, increment }) if time % 60 == 0 => format!("{} + {}", number(time / 60), number(increment)),
        Some(Clock { time, increment }) => {
            format!("{} + {}", super::clock(Duration::from_secs(time.into())), number(increment))
        }
    }
}

/// Returns why a change is not possible, or why there is no next round.
pub fn change_error(error: &ChangeError) -> String {
    match error {
        ChangeError::NoName => gettext("The name is empty."),
        ChangeError::LongName => gettext("The name is too long."),
        ChangeError::SameName(name) => gettext_f("Two players are called {name}.", &[("name", name)]),
        ChangeError::Full => gettext("A tournament has at most 200 players."),
        ChangeError::NoSeat => gettext("The first round is paired, and there is no empty seat."),
        ChangeError::Started => gettext("The first round is paired already."),
        ChangeError::HasResults => gettext("The round has results already."),
        ChangeError::NotLevel => gettext("Only a tied match is decided by lot."),
        ChangeError::Missing | ChangeError::Games { .. } => gettext("That is not possible."),
        ChangeError::Results(places) => {
            let tables: Vec<_> = places.iter().take(10).map(|place| (place.table + 1).to_string()).collect();
            // Translators: {tables} are numbers of tables
            let tables = gettext_f("Tables: {tables}", &[("tables", &list(&tables))]);
            sentences(&[missing_results(places.len()), tables])
        }
        ChangeError::Over => gettext("All rounds are paired."),
        ChangeError::NoOneThere => gettext("Fewer than two players are present."),
        ChangeError::TooFew { least } => ngettext_f(
            "This format needs {count} player or more.",
            "This format needs {count} players or more.",
            *least,
            &[],
        ),
        ChangeError::TooMany { most } | ChangeError::GoOn { most, .. } => ngettext_f(
            "This format has at most {count} player.",
            "This format has at most {count} players.",
            *most,
            &[],
        ),
        ChangeError::Rounds { most } => ngettext_f(
            "With this many players, there is at most {count} round. A round robin has more.",
            "With this many players, there are at most {count} rounds. A round robin has more.",
            *most,
            &[],
        ),
        ChangeError::Slide => gettext("This order needs matches of 2 or 4 games, because colors hardly change."),
        ChangeError::Advance => gettext("At least one of each group must advance, and at least one must not."),
        ChangeError::Choice(_) => gettext("These choices cannot be combined."),
    }
}
