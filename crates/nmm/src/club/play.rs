// SPDX-License-Identifier: GPL-3.0-or-later
//! Plays the games between programs.

use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

use morris::{ByColor, Color};
use morris_club::{
    Change, Entrant, GameScore, MOST_ENTRANTS, Meeting, OWN_PROGRAM, Place, Tournament, missing_results,
};
use morris_players::{Ending, PlayerSpec};

use super::arguments::OfPlay;
use super::error::Error;
use super::file::ClubFile;
use crate::output::{Done, Output};
use crate::referee::{ConditionsError, PlayedGame};

/// More games than a match has, with the further ones of a knockout.
const MOST_GAMES: usize = 16;

/// A prime number above the number of rounds, so that the pairs of a match have other openings of a
/// file, unless it has that many.
const MOST_ROUNDS: usize = 401;

/// Reads the player of an entrant with a name.
pub fn spec(name: &str, player: &str) -> Done<PlayerSpec> {
    if player.starts_with(OWN_PROGRAM) {
        return Err(Error::IsOwn { name: name.to_owned(), player: player.to_owned() }.into());
    }
    Ok(player.parse()?)
}

/// An open game between programs.
struct OpenGame {
    at: Place,
    game: usize,
    /// Those who meet. The director can exchange them during the game.
    pair: [usize; 2],
    players: ByColor<PlayerSpec>,
}

impl OpenGame {
    /// Returns a number that no other game of the tournament has, since it determines the random
    /// choices.
    const fn number(&self) -> u32 {
        ((self.at.round * MOST_ENTRANTS + self.at.table) * MOST_GAMES + self.game) as u32
    }

    /// Returns the number of the opening. Games 1 and 2 of a match have the same one, and so on.
    /// Rounds take the openings of a file in turn.
    const fn pair_number(&self) -> u32 {
        (self.at.round + self.game / 2 * MOST_ROUNDS) as u32
    }
}

/// Plays all open games between programs, and saves each result. A level match of a knockout leads
/// to further games.
pub fn run(path: &Path, what: &OfPlay) -> Done<ExitCode> {
    let mut status = ExitCode::SUCCESS;
    loop {
        // While games are played, others can enter results.
        let tournament = ClubFile::open(path)?.tournament;
        let games = open_games(&tournament)?;
        if games.is_empty() {
            let missing = missing_results(&tournament.open_meetings());
            Output::standard().write(format!("no game between programs is open; {missing}\n"))?;
            return Ok(status);
        }
        let players: Vec<_> = games.iter().flat_map(|game| [&game.players.white, &game.players.black]).collect();
        if !what.commands {
            let is_command = |player: &&&PlayerSpec| matches!(player, PlayerSpec::Program { .. });
            if let Some(command) = players.iter().find(is_command) {
                return Err(Error::IsCommand(command.to_string()).into());
            }
        }
        let conditions = what.conditions.conditions(&players, tournament.settings().rules, 0)?;
        conditions.check(players.iter().map(|&player| (player, Color::White)))?;
        let play = |index: u32| {
            let open = &games[index as usize];
            let no_opening = ConditionsError::NoDrawnOpening { moves: conditions.opening };
            let start = conditions.opening(open.pair_number()).ok_or(no_opening)?;
            let played = conditions.play_game(open.number(), ByColor::from_fn(|color| &open.players[color]), &start)?;
            Ok(PlayedGame { number: index, ..played })
        };
        let numbers: Vec<_> = (0..games.len() as u32).collect();
        conditions.play_all(&numbers, play, |played| -> Done<_> {
            if matches!(played.ending, Ending::Failure { .. }) {
                status = ExitCode::FAILURE;
            }
            save(path, &games[played.number as usize], &played)?;
            Ok(ControlFlow::Continue(()))
        })?;
    }
}

/// Returns the open games of meetings in which both are programs.
fn open_games(tournament: &Tournament) -> Done<Vec<OpenGame>> {
    let mut games = Vec::new();
    for at in tournament.open_meetings() {
        let Some(meeting) = tournament.meeting(at) else { continue };
        let program = |entrant: usize| {
            let Entrant { name, program, .. } = &tournament.entrants()[entrant];
            program.as_ref().map(|player| (name, player))
        };
        let (Some(first), Some(second)) = (program(meeting.first), program(meeting.second)) else { continue };
        let (first, second) = (spec(first.0, first.1)?, spec(second.0, second.1)?);
        for game in (0..meeting.games.len()).filter(|&game| meeting.games[game].is_none()) {
            let of_first = Meeting::color_of_first(game);
            let players = ByColor::from_fn(|color| if color == of_first { first.clone() } else { second.clone() });
            games.push(OpenGame { at, game, pair: [meeting.first, meeting.second], players });
        }
    }
    Ok(games)
}

/// Enters a result in the file as it is now, unless someone else has entered one, or others meet
/// there.
fn save(path: &Path, OpenGame { at, game, pair, .. }: &OpenGame, played: &PlayedGame) -> Done {
    let file = ClubFile::open(path)?;
    let mut changed = file.tournament.clone();
    let score = GameScore::of_game(played.ending.winner(), Meeting::color_of_first(*game));
    let is_open = changed
        .meeting(*at)
        .is_some_and(|meeting| [meeting.first, meeting.second] == *pair && meeting.games.get(*game) == Some(&None));
    if is_open {
        changed.change(&Change::Game { at: *at, game: *game, score, when: String::new() })?;
        file.save(&changed)?;
    }
    let Place { round, table } = *at;
    let names = &played.names;
    let (winner, end) = (played.ending.winner(), &played.ending);
    let counts = if is_open { "" } else { "; it does not count" };
    let result = winner.map_or("1/2", |winner| if winner == Color::White { "1-0" } else { "0-1" });
    Output::standard().write(format!(
        "round {}, table {}: {} - {}  {result}  {end}{counts}\n",
        round + 1,
        table + 1,
        names.white,
        names.black
    ))?;
    Ok(())
}
