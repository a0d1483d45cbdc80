// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm tournament`: lets many players play each other.

mod fixtures;
mod games;
mod players;
mod report;
mod standings;

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use morris::{ByColor, Color, Rules};
use morris_play::setup::ProtocolKind;
use morris_players::PlayerSpec;

use crate::conditions_args::ConditionsArguments;
use crate::examples::examples;
use crate::output::named_place;
use crate::referee::{ConditionsError, PlayedGame};
use fixtures::{Fixture, MOST_GAMES, fixtures};
use games::{GameResult, GamesError, GamesFolder};
use players::{Entrants, EntrantsError};
use report::Report;

/// Has many players play each other.
///
/// In each round everybody plays everybody else twice from the same opening, with colours changed.
/// Each game is told as it ends, and after each round there is a table: a win counts one point, a
/// draw half a point, and among as many points the points of those whom one has beaten decide, and
/// half of those with whom one has drawn (SB, Sonneborn and Berger).
///
/// A PLAYER is what it is in `nmm match`, perhaps with a name: `anna=http://127.0.0.1:5000`; or a
/// folder, in which each program is a player, called as its file: what ends with .py is started
/// with python3, .jar with java -jar, .java with java, and what may be executed as it is. With a
/// folder the rules are usually compo.
///
/// With --log the games lie in a folder, a file each, and the tournament can be interrupted at any
/// moment: the same command goes on with what has not been played, and tells the table where
/// nothing is left. Players may come later, and who is no longer named is no longer counted. To
/// have somebody's games played again, remove their files.
///
/// A program that crashes, answers too late or plays what is not legal loses the game, as in `nmm
/// match`.
///
/// Exit status: 0 when all games came to an end by the rules or the cap; 1 when a player failed in
/// one; 2 when the tournament could not be played.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    ("nmm tournament players/ --log games/", "All programs of a folder, each against each, twice."),
    (
        "nmm tournament players/ level:2 --rounds 2 --threads 2 --log games2/",
        "Two rounds, with level 2 among them, and two games at once.",
    ),
]))]
pub struct Arguments {
    /// A player, NAME=PLAYER, or a folder with programs.
    #[arg(required = true, value_name = "PLAYER")]
    players: Vec<String>,
    /// How many rounds.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,
    /// The folder of the games; it is made if there is none.
    #[arg(long, value_name = "FOLDER", value_parser = named_place())]
    log: Option<PathBuf>,
    #[command(flatten)]
    conditions: ConditionsArguments,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let Entrants { all: entrants, from_folder } = Entrants::read(&arguments.players)?;
    let fixtures = fixtures(entrants.len(), arguments.rounds).ok_or(Error::Many)?;
    let players: Vec<_> = entrants.iter().map(|entrant| &entrant.player).collect();
    let conditions = arguments.conditions.conditions(&players, usual_rules(&players, from_folder), 4);
    let (folder, played) = match &arguments.log {
        Some(path) => GamesFolder::open(path, &conditions.rules).map(|(folder, played)| (Some(folder), played))?,
        None => (None, Vec::new()),
    };
    let names = |fixture: &Fixture| ByColor::from_fn(|color| entrants[fixture.players[color]].name.clone());
    let mut open: BTreeMap<_, _> =
        fixtures.iter().zip(0u32..).map(|(fixture, number)| (key(fixture.round, &names(fixture)), number)).collect();
    // Each scheduled game counts once, no matter which run wrote it. Games that are not scheduled
    // do not count.
    let mut results = played;
    results.retain(|result| open.remove(&key(result.round, &result.names)).is_some());
    let mut open: Vec<_> = open.into_values().collect();
    open.sort_unstable();
    if !open.is_empty() {
        conditions.check(players.iter().map(|&player| (player, Color::White)))?;
    }
    let mut report = Report::new(&entrants, &fixtures, &results)?;
    let play_one = |number: u32| {
        let Fixture { round, players } = fixtures[number as usize];
        let specs = ByColor::from_fn(|color| &entrants[players[color]].player);
        let played = conditions.play_game(number, specs, &conditions.opening(round - 1).unwrap_or_default());
        PlayedGame { names: names(&fixtures[number as usize]), ..played }
    };
    conditions.play_all(&open, play_one, |played| -> Result<_, Error> {
        let result = GameResult::of(&played, fixtures[played.number as usize].round);
        folder.as_ref().map_or(Ok(()), |folder| folder.add(&played, &result))?;
        report.add(&result)?;
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(report.end()?)
}

/// Returns the key of a game, which is unique within a tournament.
fn key(round: u32, names: &ByColor<String>) -> (u32, String, String) {
    (round, names.white.clone(), names.black.clone())
}

/// Returns the default rules.
fn usual_rules(players: &[&PlayerSpec], from_folder: bool) -> Rules {
    let spoken = players.iter().find_map(|player| player.speech()).map(ProtocolKind::rules);
    if from_folder { Rules::COMPO } else { spoken.unwrap_or_default() }
}

/// Error that prevents a tournament from being played.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Entrants(#[from] EntrantsError),
    #[error(transparent)]
    Games(#[from] GamesError),
    #[error(transparent)]
    Conditions(#[from] ConditionsError),
    #[error("so many players cannot play so many rounds: a tournament has at most {MOST_GAMES} games")]
    Many,
    #[error("standard output cannot be written: {0}")]
    Output(#[from] io::Error),
}
