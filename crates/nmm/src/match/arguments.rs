// SPDX-License-Identifier: GPL-3.0-or-later
//! Arguments of `nmm match`.

use std::convert::Infallible;
use std::path::PathBuf;

use clap::ArgAction::SetTrue;
use morris::Rules;
use morris_engine::Level;
use morris_play::setup::ProtocolKind;
use morris_players::{ParsePlayerError, PlayerSpec};

use super::games::{Colors, Match};
use super::statistics::Sprt;
use crate::conditions_args::ConditionsArguments;
use crate::examples::examples;
use crate::output::Done;
use crate::output::{Format, named_place};

/// Play many games between two players.
///
/// A player is the built-in engine as `level:5`, `rating:640` (a strength between two levels),
/// `perfect`, `depth:6`, `nodes:20000`, or `time:100ms`; `random`; a model of a beginner such as
/// `novice:60`; the address of a classroom agent such as `http://127.0.0.1:5000`; or the command of
/// a program. `compo:COMMAND` uses the protocol of the competition, and `uci:COMMAND` the UCI-like
/// one. A command alone uses the first with the rules compo, and otherwise the second.
///
/// With --first and --second, each opening is played twice with colors switched. With --white and
/// --black, the players keep their colors, and games begin without random placements.
///
/// Exit status: 0 if all games ended by the rules or the limit of plies; 1 if a player failed in a
/// game, if --sprt did not accept ELO1, or if a step of --ladder is not between 65% and 90%; 2 if
/// the match could not be played.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    ("nmm match --first level:3 --second novice:60 --games 20", "Play level 3 against a model of a beginner."),
    (
        r#"nmm match --white "python3 my_player.py" --black "nmm play-compo" --rules compo --games 2 --log games/"#,
        "Play your program against the built-in engine, and write a game text for each game.",
    ),
    (
        "nmm match --first depth:3 --second random --games 1000 --sprt 0 200 --threads 2",
        "Play until it is clear whether three plies are worth 200 Elo.",
    ),
    ("nmm match --white level:2 --black level:1 --clock 5s+0.1s --games 2", "Play with a clock."),
]))]
pub struct Arguments {
    /// Set the first player.
    #[arg(long, value_name = "PLAYER", value_parser = typed, requires = "second", conflicts_with_all = ["white", "black", "ladder"])]
    pub first: Option<Typed>,
    /// Set the second player.
    #[arg(long, value_name = "PLAYER", value_parser = typed, requires = "first")]
    pub second: Option<Typed>,
    /// Let this player play White in every game.
    #[arg(long, value_name = "PLAYER", value_parser = typed, requires = "black", conflicts_with = "ladder")]
    pub white: Option<Typed>,
    /// Let this player play Black in every game.
    #[arg(long, value_name = "PLAYER", value_parser = typed, requires = "white")]
    pub black: Option<Typed>,
    /// Play each level against the next one instead.
    #[arg(long, action = SetTrue)]
    pub ladder: bool,
    /// Play only the levels from A to B of the ladder.
    #[arg(long, value_name = "A-B", requires = "ladder", value_parser = parse_levels, default_value = "1-10")]
    pub levels: Levels,
    /// Play this number of games; with --ladder, for each step [default: 200, with --openings one
    /// for each opening and color].
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: Option<u32>,
    #[command(flatten)]
    conditions: ConditionsArguments,
    /// Stop once it is clear whether the first player is ELO1 stronger rather than ELO0 (5% error
    /// each way).
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true, conflicts_with = "ladder")]
    sprt: Option<Vec<f64>>,
    /// Print the result in this format.
    #[arg(long, value_name = "FORMAT", default_value = "text", conflicts_with = "ladder")]
    pub format: Format,
    /// Append each game to this file as game text, or write one file for each game if this is a
    /// folder or ends with /.
    #[arg(long, value_name = "PATH", value_parser = named_place())]
    pub log: Option<PathBuf>,
}

/// Number of games without openings from a file.
const USUAL_GAMES: u32 = 200;

/// Maximum Elo difference of `--sprt`. Beyond it the expected share cannot be distinguished from 0
/// or 1.
const MOST_ELO: f64 = 2000.0;

/// A player as typed. We report its errors ourselves, since clap would show passwords.
type Typed = Result<PlayerSpec, ParsePlayerError>;

fn typed(text: &str) -> Result<Typed, Infallible> {
    Ok(text.parse())
}

/// Range of levels of a ladder, at least two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    pub lowest: Level,
    pub highest: Level,
}

/// Reads a range such as `2-5`.
fn parse_levels(text: &str) -> Result<Levels, &'static str> {
    let level = |text: &str| text.parse().ok().and_then(Level::new);
    match text.split_once('-').map(|(from, to)| (level(from), level(to))) {
        Some((Some(lowest), Some(highest))) if lowest < highest => Ok(Levels { lowest, highest }),
        _ => Err("two levels from 1 to 10 with - between them, the lower first"),
    }
}

impl Arguments {
    /// Returns the match between two players.
    pub fn between(&self, colors: Colors, first: &PlayerSpec, second: &PlayerSpec) -> Done<Match> {
        let conditions = self.conditions.conditions(
            &[first, second],
            spoken_rules(first, second),
            if colors == Colors::Change { 4 } else { 0 },
        )?;
        let each = if colors == Colors::Change { 2 } else { 1 };
        let usual = if conditions.openings.is_empty() { USUAL_GAMES } else { each * conditions.openings.len() as u32 };
        let games = self.games.unwrap_or(usual);
        Ok(Match { first: first.clone(), second: second.clone(), colors, games, conditions, sprt: None })
    }

    pub fn sprt(&self) -> Result<Option<Sprt>, SprtError> {
        match self.sprt.as_deref() {
            Some(&[elo0, elo1]) if -MOST_ELO <= elo0 && elo0 < elo1 && elo1 <= MOST_ELO => {
                Ok(Some(Sprt { elo0, elo1 }))
            }
            Some(_) => Err(SprtError),
            None => Ok(None),
        }
    }
}

/// Returns the rules that the protocol of either player implies, or the standard rules.
fn spoken_rules(first: &PlayerSpec, second: &PlayerSpec) -> Rules {
    first.speech().or(second.speech()).map_or_else(Rules::default, ProtocolKind::rules)
}

#[derive(Debug, thiserror::Error)]
#[error("--sprt needs two numbers from -{MOST_ELO} to {MOST_ELO}, the smaller first")]
pub struct SprtError;
