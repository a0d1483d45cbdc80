// SPDX-License-Identifier: GPL-3.0-or-later
//! Why something is not possible.

use morris::names::LONGEST_TYPED;

use crate::meeting::Place;

/// Maximum number of entrants.
pub const MOST_ENTRANTS: usize = 200;

/// Why a change is not possible, or why there is no next round. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// There are too few entrants.
    #[error("this format needs {least} entrants or more")]
    TooFew {
        /// Minimum number.
        least: usize,
    },
    /// There are too many entrants.
    #[error("this format has at most {most} entrants")]
    TooMany {
        /// Maximum number.
        most: usize,
    },
    /// A Swiss tournament has too many rounds for its entrants.
    #[error("the number of rounds goes from 1 to {most}: beyond half the entrants, pairs would have to meet twice")]
    Rounds {
        /// Maximum number.
        most: usize,
    },
    /// A choice that no tournament can have.
    #[error("{0}")]
    Choice(&'static str),
    /// The order slide with matches of one game.
    #[error("the order slide needs matches of 2 or 4 games, because colors hardly change")]
    Slide,
    /// The number of those who go on.
    #[error("at least one of a group goes on, and at least one does not")]
    Advance,
    /// A knockout has too many entrants.
    #[error("{found} would go on from the groups, and a knockout has at most {most} entrants")]
    GoOn {
        /// Number of those who go on.
        found: usize,
        /// Maximum number.
        most: usize,
    },
    /// Results of earlier rounds are missing.
    #[error("{}", in_words(.0))]
    Results(Vec<Place>),
    /// All rounds were paired.
    #[error("all rounds were paired")]
    Over,
    /// Fewer than two entrants are there.
    #[error("fewer than two entrants are there")]
    NoOneThere,
    /// There is no entrant, round, table, or game with this number.
    #[error("there is no entrant, round, table, or game with this number")]
    Missing,
    /// The name is empty.
    #[error("the name is empty")]
    NoName,
    /// The name is too long.
    #[error("the name is longer than {LONGEST_TYPED} characters")]
    LongName,
    /// Another entrant has the name.
    #[error("two entrants have the name “{}”", morris::escape(.0))]
    SameName(String),
    /// There are as many entrants as possible.
    #[error("there are {MOST_ENTRANTS} entrants already")]
    Full,
    /// The rounds have started, and there is no empty seat.
    #[error("the rounds have started, and there is no empty seat")]
    NoSeat,
    /// The rounds have started.
    #[error("the rounds have started")]
    Started,
    /// The round has results.
    #[error("the round has results already")]
    HasResults,
    /// Not as many results as games.
    #[error("the meeting has {games} games")]
    Games {
        /// Number of games.
        games: usize,
    },
    /// The meeting is not a knockout match that is level.
    #[error("only a level match of a knockout is decided by lot")]
    NotLevel,
}

/// Maximum number of missing results that are named.
const MOST_NAMED: usize = 16;

/// Lists the places of missing results: with the rounds, unless all are of one.
fn in_words(places: &[Place]) -> String {
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
