// SPDX-License-Identifier: GPL-3.0-or-later
//! Why something is not possible, and the limit that both settings and changes use.

use morris::names::LONGEST_TYPED;

use crate::meeting::Place;

/// Maximum number of entrants.
pub const MOST_ENTRANTS: usize = 200;

/// Why a change is not possible, or why there is no next round. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ChangeError {
    #[error("this format needs {least} entrants or more")]
    TooFew { least: usize },
    #[error("this format has at most {most} entrants")]
    TooMany { most: usize },
    #[error("the number of rounds goes from 1 to {most}: beyond half the entrants, pairs would have to meet twice")]
    Rounds { most: usize },
    /// A choice that no tournament can have.
    #[error("{0}")]
    Choice(&'static str),
    #[error("the order slide needs matches of 2 or 4 games, because colors hardly change")]
    Slide,
    #[error("at least one of a group goes on, and at least one does not")]
    Advance,
    #[error("{found} would go on from the groups, and a knockout has at most {most} entrants")]
    GoOn { found: usize, most: usize },
    #[error("{}", missing_results(.0))]
    Results(Vec<Place>),
    #[error("all rounds were paired")]
    Over,
    #[error("fewer than two entrants are there")]
    NoOneThere,
    #[error("there is no entrant, round, table, or game with this number")]
    Missing,
    #[error("the name is empty")]
    NoName,
    #[error("the name is longer than {LONGEST_TYPED} characters")]
    LongName,
    #[error("two entrants have the name “{}”", morris::escape(.0))]
    SameName(String),
    #[error("there are {MOST_ENTRANTS} entrants already")]
    Full,
    #[error("the rounds have started, and there is no empty seat")]
    NoSeat,
    #[error("the rounds have started")]
    Started,
    #[error("the round has results already")]
    HasResults,
    #[error("the meeting has {games} games")]
    Games { games: usize },
    #[error("only a level match of a knockout is decided by lot")]
    NotLevel,
}

/// Maximum number of missing results that are named.
const MOST_NAMED: usize = 16;

/// Returns a sentence without a period about the places of missing results, such as `1 result is
/// missing: table 2`. The rounds are named unless all are of one.
pub fn missing_results(places: &[Place]) -> String {
    let is_one_round = places.iter().all(|place| place.round == places[0].round);
    let name = |place: &Place| match is_one_round {
        true => (place.table + 1).to_string(),
        false => format!("{} of round {}", place.table + 1, place.round + 1),
    };
    let names: Vec<_> = places.iter().map(name).collect();
    match names.as_slice() {
        [] => "no result is missing".to_owned(),
        [one] => format!("1 result is missing: table {one}"),
        _ if places.len() > MOST_NAMED => format!("{} results are missing", places.len()),
        [one, other] => format!("2 results are missing: tables {one} and {other}"),
        [all @ .., last] => format!("{} results are missing: tables {}, and {last}", places.len(), all.join(", ")),
    }
}
