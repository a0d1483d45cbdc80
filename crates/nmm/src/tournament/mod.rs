// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm tournament`: lets many players play each other.

mod fixtures;
mod games;
mod json;
mod players;
mod report;
mod standings;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use morris::{ByColor, Color, Game, Rules};
use morris_play::setup::ProtocolKind;
use morris_players::PlayerSpec;

use crate::conditions_args::ConditionsArguments;
use crate::examples::examples;
use crate::output::{Done, Format, named_place};
use crate::referee::PlayedGame;
use fixtures::{Fixture, MOST_GAMES, fixtures};
use games::{GameResult, GamesFolder};
use players::Entrants;
use report::Report;

/// Play a round-robin tournament between many players.
///
/// In each round, each player plays each other player twice from the same opening, with colors
/// switched. Each game is printed as it ends, and a table after each round. A win counts one point,
/// and a draw half a point. Ties are broken by Sonneborn-Berger score (SB): the points of beaten
/// opponents, and half the points of opponents with a draw.
///
/// A PLAYER is the same as in `nmm match`, optionally with a name, such as
/// `anna=http://127.0.0.1:5000`, or a folder of programs. Each program in a folder is a player with
/// the name of its file. Files that end with .py are started with python3, .jar with java -jar, and
/// .java with java; executable files are started directly. With a folder, the default rules are
/// compo.
///
/// With --log, each game is a file in a folder, and you can interrupt the tournament at any moment.
/// The same command plays the missing games, and prints the table if none is missing. You can add
/// players later; players that you no longer name do not count. To play the games of a player
/// again, remove their files.
///
/// A program that crashes, answers too late, or plays an illegal move loses the game, as in `nmm
/// match`.
///
/// Exit status: 0 if all games ended by the rules or the limit of plies; 1 if a player failed in a
/// game; 2 if the tournament could not be played.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    ("nmm tournament players/ --log games/", "Play all programs of a folder against each other, twice."),
    (
        "nmm tournament players/ level:2 --rounds 2 --threads 2 --log games2/",
        "Play two rounds with level 2 as a player, two games at once.",
    ),
]))]
pub struct Arguments {
    /// Let this player, NAME=PLAYER, or all programs in this folder take part.
    #[arg(required = true, value_name = "PLAYER")]
    players: Vec<String>,
    /// Play N rounds [default: 1, with --openings one for each opening].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: Option<u32>,
    /// Write each game to a file in this folder, which is created if needed.
    #[arg(long, value_name = "FOLDER", value_parser = named_place())]
    log: Option<PathBuf>,
    /// Print the results in this format: as JSON, a line for each game, and then the table.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    #[command(flatten)]
    conditions: ConditionsArguments,
}

pub fn run(arguments: &Arguments) -> Done<ExitCode> {
    let Entrants { all: entrants, from_folder } = Entrants::read(&arguments.players)?;
    let players: Vec<_> = entrants.iter().map(|entrant| &entrant.player).collect();
    let conditions = arguments.conditions.conditions(&players, usual_rules(&players, from_folder), 4)?;
    let rounds = arguments.rounds.unwrap_or(conditions.openings.len().max(1) as u32);
    let fixtures = fixtures(entrants.len(), rounds).ok_or(TooMany)?;
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
    let mut report = Report::new(&entrants, &fixtures, &results, arguments.format)?;
    let play_one = |number: u32| {
        let Fixture { round, players } = fixtures[number as usize];
        let specs = ByColor::from_fn(|color| &entrants[players[color]].player);
        let opening = conditions.opening(round - 1).unwrap_or_else(|| Game::new(conditions.rules));
        let played = conditions.play_game(number, specs, &opening)?;
        Ok(PlayedGame { names: names(&fixtures[number as usize]), ..played })
    };
    conditions.play_all(&open, play_one, |played| -> Done<_> {
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

fn usual_rules(players: &[&PlayerSpec], from_folder: bool) -> Rules {
    let spoken = players.iter().find_map(|player| player.speech()).map(ProtocolKind::rules);
    if from_folder { Rules::COMPO } else { spoken.unwrap_or_default() }
}

#[derive(Debug, thiserror::Error)]
#[error("there are too many players or rounds: a tournament has at most {MOST_GAMES} games")]
struct TooMany;
