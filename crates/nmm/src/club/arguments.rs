// SPDX-License-Identifier: GPL-3.0-or-later
//! Arguments of `nmm club`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use morris::Rules;
use morris_club::{Absence, Clock, Format, Level, Scoring, TieBreak};

use crate::conditions_args::ConditionsArguments;
use crate::examples::examples;
use crate::output::named_place;
use crate::rules_args::parse_rules;

/// Run a tournament of people, programs, or both.
///
/// The tournament is a text file, FILE, and each change is saved before the command ends. `new`
/// makes it, `pair` pairs a round, `result` enters a result, and `table` prints the pairings and
/// the table. The window shows the tournaments in its own folder.
///
/// A meeting is a match of 1, 2, or 4 games, in which colors switch after each game. Its result is
/// typed in points of 2 for a win and 1 for a draw, such as 3:1, or with a letter for each game
/// from the view of the one named first: w, d, and l; + and - for games won and lost without play,
/// 0 if neither came, and . for an open game. 2:2 means two draws; write wl for a win each.
///
/// The state before the last change by this command is kept in FILE.before, and `undo` returns to
/// it.
///
/// Exit status: 1 if a program failed in a game of `play`; 2 for errors, which change nothing.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    ("nmm club evening.toml new --format swiss:2 Ann Bob Cem Dora", "Begin a Swiss tournament of two rounds."),
    ("nmm club evening.toml add level:2 level:3 --programs", "Let two programs take part."),
    ("nmm club evening.toml pair", "Pair the first round."),
    ("nmm club evening.toml result 1 3:1", "Enter the result of table 1."),
    ("nmm club evening.toml undo", "Take it back."),
    ("nmm club evening.toml play --limit depth:1 --thinking-time 1ms", "Play the games between programs."),
    ("nmm club evening.toml table", "Print the pairings and the table."),
    ("nmm club evening.toml export trf > evening.trf", "Write a file for other programs."),
]))]
pub struct Arguments {
    /// Keep the tournament in this file.
    #[arg(value_parser = named_place())]
    pub file: PathBuf,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(clap::Subcommand)]
#[command(disable_help_subcommand = true)]
pub enum Command {
    /// Make a tournament.
    New(Box<Chosen>),
    /// Add entrants. In a Swiss tournament they play from the next round on.
    Add {
        /// Add an entrant with this name.
        #[arg(required = true, value_name = "NAME")]
        names: Vec<String>,
        /// Add programs: players as in `nmm match`, or NAME=PLAYER.
        #[arg(long)]
        programs: bool,
    },
    /// Let an entrant leave, or be absent.
    Leave(OfLeave),
    /// Pair the next round, and print it.
    Pair(OfPair),
    /// Enter or correct a result.
    Result(OfResult),
    /// Draw lots for the places that entrants share.
    Lots,
    /// Return to the state before the last change.
    Undo,
    /// Print the last round, the table, and the corrections.
    Table {
        /// Print the pairings of this round only.
        #[arg(long, value_name = "N")]
        round: Option<usize>,
    },
    /// Play the open games between programs.
    #[command(mut_arg("rules", |rules| rules.hide(true).value_parser(refuse_rules)))]
    #[command(mut_arg("opening", |opening| opening.help("Begin each game with N random placements [default: 0]")))]
    Play(Box<OfPlay>),
    /// Write pairings and tables for people and other programs.
    Export {
        /// Write text, a table with tabs (tsv), or a tournament report file of FIDE (trf).
        format: ExportFormat,
        /// Write to this file instead of standard output.
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
}

#[derive(Clone, Copy, clap::ValueEnum)]
pub enum ExportFormat {
    Text,
    Tsv,
    Trf,
}

#[derive(clap::Args)]
pub struct Chosen {
    /// Set who meets whom: `swiss:ROUNDS`, `round-robin`, `slide`, `knock-out`, or
    /// `groups:SIZE:ADVANCE`. `round-robin:2` and `slide:2` have two cycles.
    #[arg(long)]
    pub format: Format,
    /// Set the name of the tournament.
    #[arg(long, value_name = "NAME", default_value = "Tournament")]
    pub name: String,
    /// Set the rules: an id or a file [default: standard].
    #[arg(long, value_name = "RULES", value_parser = parse_rules)]
    pub rules: Option<Rules>,
    /// Set the number of games of a match: 1, 2, or 4.
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub games: u8,
    /// Note the clock of the games, such as 420 or 180+2, in seconds.
    #[arg(long, value_name = "TIME+TIME")]
    pub clock: Option<Clock>,
    /// Set what a result is worth. `match` counts 2 points for a match won, 1 for a level one.
    #[arg(long, default_value = "2-1-0", value_parser = choice(&POINTS))]
    pub points: Scoring,
    /// Break ties in this order, with commas between [default: the usual order of the format].
    #[arg(long, value_delimiter = ',', value_parser = choice(&TIES))]
    pub ties: Vec<TieBreak>,
    /// Set what an absence from a round of a Swiss tournament is worth.
    #[arg(long, default_value = "nothing", value_parser = choice(&ABSENCES))]
    pub absence: Absence,
    /// Set who goes on if a knockout match and two more are level.
    #[arg(long, default_value = "seed", value_parser = choice(&LEVELS))]
    pub level: Level,
    /// Let the losers of the semifinals play for the third place.
    #[arg(long)]
    pub third: bool,
    /// Play games in the window without undo, hints, and values.
    #[arg(long)]
    pub no_help: bool,
    /// Add these people, the best seed first.
    #[arg(value_name = "PLAYER")]
    pub players: Vec<String>,
}

#[derive(clap::Args)]
pub struct OfLeave {
    /// Name of the entrant.
    pub name: String,
    /// Let the entrant play again.
    #[arg(long, conflicts_with = "rounds")]
    pub back: bool,
    /// Let the entrant miss only these rounds, with commas between.
    #[arg(long = "absent", value_name = "ROUND", value_delimiter = ',', value_parser = clap::value_parser!(u16).range(1..=400))]
    pub rounds: Vec<u16>,
}

#[derive(clap::Args)]
pub struct OfPair {
    /// Pair the last round again. It must have no results.
    #[arg(long, conflicts_with = "swap")]
    pub again: bool,
    /// Exchange two entrants of the last round. It must have no results.
    #[arg(long, num_args = 2, value_names = ["NAME", "NAME"])]
    pub swap: Option<Vec<String>>,
}

#[derive(clap::Args)]
pub struct OfResult {
    /// Number of the table.
    #[arg(value_parser = clap::value_parser!(u16).range(1..=100))]
    pub table: u16,
    /// Points such as 3:1, or a letter for each game; nothing clears the result.
    #[arg(conflicts_with = "lot", allow_hyphen_values = true)]
    pub result: Option<String>,
    /// Set the round [default: the last].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=400))]
    pub round: Option<u16>,
    /// Let this entrant go on by lot, in a knockout match that is level.
    #[arg(long, value_name = "NAME")]
    pub lot: Option<String>,
    /// Note this time if the result is a correction.
    #[arg(long, value_name = "TIME", default_value = "", hide_default_value = true)]
    pub when: String,
}

#[derive(clap::Args)]
pub struct OfPlay {
    #[command(flatten)]
    pub conditions: ConditionsArguments,
    /// Start programs and reach agents that the file names. Only use it for files that you trust.
    #[arg(long)]
    pub commands: bool,
}

fn refuse_rules(_: &str) -> Result<Rules, &'static str> {
    Err("the tournament has its own rules")
}

const POINTS: [(&str, Scoring); 3] =
    [("2-1-0", Scoring::TwoOne), ("1-0.5-0", Scoring::OneHalf), ("match", Scoring::Match)];
const TIES: [(&str, TieBreak); 6] = [
    ("direct", TieBreak::Direct),
    ("sb", TieBreak::SonnebornBerger),
    ("buchholz", TieBreak::Buchholz),
    ("wins", TieBreak::Wins),
    ("fewest-draws", TieBreak::FewestDraws),
    ("game-points", TieBreak::GamePoints),
];
const ABSENCES: [(&str, Absence); 2] = [("nothing", Absence::Nothing), ("draws", Absence::Draws)];
const LEVELS: [(&str, Level); 2] = [("seed", Level::Seed), ("lot", Level::Lot)];

/// Reads one of a list of words.
fn choice<T: Copy + Send + Sync>(all: &'static [(&'static str, T)]) -> impl TypedValueParser<Value = T> {
    let value = |word: String| all.iter().find(|(known, _)| *known == word).map(|(_, value)| *value);
    PossibleValuesParser::new(all.iter().map(|(word, _)| *word)).try_map(move |word| value(word).ok_or("unknown"))
}
