// SPDX-License-Identifier: GPL-3.0-or-later
//! Tournaments for the tests.

use morris_club::{Change, Format, GameScore, Level, Place, Settings, Tournament, games_of_letters};
use rand::RngExt;
use rand::rngs::SmallRng;

/// Creates a tournament with entrants of these names.
pub fn tournament(format: Format, games: u8, names: &[&str]) -> Tournament {
    let mut tournament = Tournament::new(Settings { games, ..Settings::new("Test", format) }).unwrap();
    for name in names {
        tournament.change(&Change::Add { name: (*name).to_owned(), program: None }).unwrap();
    }
    tournament
}

/// Creates a tournament with this many entrants, who are called 1, 2, and so on.
pub fn of_size(format: Format, games: u8, entrants: usize) -> Tournament {
    let names: Vec<_> = (1..=entrants).map(|number| number.to_string()).collect();
    tournament(format, games, &names.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Sets the results of a meeting.
pub fn set(tournament: &mut Tournament, at: Place, games: Vec<Option<GameScore>>) {
    tournament.change(&Change::Result { at, games, when: String::new() }).unwrap();
}

/// Sets the results of two entrants in the round paired last, from the view of the first.
pub fn enter(tournament: &mut Tournament, one: &str, other: &str, letters: &str) {
    let [one, other] = [one, other].map(|name| tournament.find(name).unwrap());
    let (at, meeting) = tournament
        .meetings()
        .filter(|(_, meeting)| meeting.has(one) && meeting.has(other))
        .last()
        .unwrap_or_else(|| panic!("{one} and {other} do not meet"));
    let mut games = games_of_letters(letters).unwrap();
    if meeting.first == other {
        games = games.into_iter().map(|score| score.map(GameScore::reversed)).collect();
    }
    set(tournament, at, games);
}

/// Returns a random result of a game: usually one at the board.
pub fn random_score(random: &mut SmallRng) -> GameScore {
    match random.random_range(0..50) {
        0 => GameScore::WinByForfeit,
        1 => GameScore::LossByForfeit,
        2 => GameScore::NoShow,
        3..20 => GameScore::Win,
        20..36 => GameScore::Draw,
        _ => GameScore::Loss,
    }
}

/// Plays all open meetings of the round paired last with random results.
pub fn play_round(tournament: &mut Tournament, random: &mut SmallRng) {
    while let Some(&at) = tournament.open_meetings().first() {
        let mut games = tournament.meeting(at).unwrap().games.clone();
        games.iter_mut().filter(|score| score.is_none()).for_each(|score| *score = Some(random_score(random)));
        set(tournament, at, games);
        if tournament.is_open(at) && !tournament.meeting(at).unwrap().is_open() {
            tournament.change(&Change::Lot { at, winner: morris_club::Side::Second }).unwrap();
        }
    }
}

/// Sets the choices of a knockout.
pub fn with_knock_out(mut tournament: Tournament, level: Level, third: bool) -> Tournament {
    let settings = Settings { level, third, ..tournament.settings().clone() };
    tournament.change(&Change::Settings(settings)).unwrap();
    tournament
}
