// SPDX-License-Identifier: GPL-3.0-or-later
//! `lab tune`: fits the weights of the evaluation to the values of solved positions or to the
//! results of games.

mod cells;
mod fit;
mod leaves;
mod patterns;
mod sample;

use std::io::{self, Write};
use std::path::PathBuf;

use morris::{Phase, Rules};
use morris_engine::Evaluator;
use morris_engine::lab::{PatternClasses, Term, WeightSet};
use morris_solved::tablebase::{Kind, Sector, TableId, Tables, file_name};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

use fit::{fit, fit_scale, loss_of};
use leaves::{LeafSample, Searches};
use nmm::shared::{Done, Folder, Output, TablesInUse, examples, named_place, parse_rules};
use patterns::PatternWeights;
use sample::{Games, PARAMETERS, PHASES, Parameters};

/// Fit the weights of the evaluation to the values of solved positions.
///
/// Print them beside the current ones. The same tables, games, and seed give the same weights.
///
/// The terms are fitted to positions in the tables, from games that begin with random moves and
/// continue with a shallow search, and from short random walks off these games. Positions in which
/// a mill can be closed at once are left out, because a search would not stop there. With other
/// --rules, the engine plays the games to the end, and the terms are fitted to the tables where
/// they have the position, and otherwise to the result of the game.
///
/// With --patterns, the current patterns of nine men's morris are fitted further instead: to
/// positions where searches of half to thirty times --nodes stop, with one search for each game,
/// and mostly without the included tables. The folder should contain all tables.
///
/// The probability of a win is modeled as a logistic function of the evaluation, and a draw as half
/// a win. The loss is the error of this model in nats per position, also for every fifth game,
/// which is left out of the fit.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    ("lab tune --rules lasker --games 50 --nodes 50", "Take a quick look at Lasker's game; use thousands of games for real."),
]))]
pub struct Arguments {
    #[command(flatten)]
    folder: Folder,
    /// Play this number of games; each gives about seventy positions, or a hundred with --patterns.
    #[arg(long, default_value_t = 4_000, value_parser = clap::value_parser!(u32).range(50..=10_000_000))]
    games: u32,
    /// Set the rules.
    #[arg(long, value_name = "RULES", default_value_t, value_parser = parse_rules)]
    rules: Rules,
    /// Search N nodes at a time, with other rules or --patterns.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Search the games this number of plies deep.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=20))]
    depth: u8,
    /// Seed the games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play with this number of threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Fit the patterns, and write their weights to this file, which may exist, as in
    /// crates/morris-engine/data/patterns.bin.
    #[arg(long, value_name = "FILE", value_parser = named_place())]
    patterns: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Done {
    let rules = arguments.rules;
    if arguments.patterns.is_some() && rules != Rules::STANDARD {
        return Err(Error::Patterns(rules.id()).into());
    }
    // Checks the output before hours of games.
    let output = arguments.output()?;
    let tables = arguments.folder.open()?;
    if rules.moves_are_standard() && Sector::all().all(|sector| tables.summary(sector).is_none()) {
        return Err(Error::NoTables.into());
    }
    if output.is_some() { fit_patterns(arguments, &tables) } else { fit_terms(arguments, &tables) }
}

fn fit_terms(arguments: &Arguments, tables: &Tables) -> Done {
    let Arguments { games, depth, seed, threads, rules, nodes, .. } = *arguments;
    let nodes = (!rules.moves_are_standard()).then_some(nodes);
    let samples = sample::play(tables, Games { rules, nodes, games, depth, seed }, threads);
    let (unseen, seen): (Vec<_>, Vec<_>) = samples.into_iter().partition(|sample| is_kept_back(sample.game));
    if seen.is_empty() || unseen.is_empty() {
        return Err(Error::TooFew.into());
    }
    let in_use = in_use(Evaluator::new(&rules).weights());
    let scale = fit_scale(&seen, &in_use);
    let before = in_use.map(|weight| weight * scale);
    let after = fit(&seen, &before);
    if hundredth(&after).is_nan() || hundredth(&after) <= 0.0 {
        return Err(Error::TooFew.into());
    }
    let found = after.map(|weight| weight / hundredth(&after));
    for (name, samples) in [("fitted", &seen), ("unseen", &unseen)] {
        let [old, new] = [&before, &after].map(|terms| loss_of(samples, terms));
        writeln!(io::stdout(), "{name} {:9} positions  loss before {old:.5}, after {new:.5}", samples.len())?;
    }
    Ok(print_weights(&in_use, &found)?)
}

fn fit_patterns(arguments: &Arguments, tables: &Tables) -> Done {
    let Arguments { games, seed, threads, nodes, .. } = *arguments;
    let samples = leaves::sample(tables, Searches { games, nodes, seed }, threads);
    let (unseen, mut seen): (Vec<_>, Vec<_>) = samples.into_iter().partition(|sample| is_kept_back(sample.game));
    if seen.is_empty() || unseen.is_empty() {
        return Err(Error::TooFew.into());
    }
    seen.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
    let before = PatternWeights::in_use(&seen);
    let mut after = PatternWeights::in_use(&seen);
    after.fit(&seen);
    // Writes the file before printing, so that an error on standard output cannot lose it. This
    // also reports a file that changed in the meantime, or a full disk.
    arguments.output()?.map_or(Ok(()), |output| output.write(after.to_bytes()))?;
    for (name, samples) in [("fitted", &seen), ("unseen", &unseen)] {
        let [old, new] = [&before, &after].map(|weights| weights.loss(samples));
        writeln!(io::stdout(), "{name} {:9} positions  loss before {old:.5}, after {new:.5}", samples.len())?;
    }
    for stage in 0..PatternClasses::STAGES {
        let samples: Vec<LeafSample> =
            unseen.iter().filter(|sample| usize::from(sample.patterns.stage) == stage).copied().collect();
        let [old, new] = [&before, &after].map(|weights| weights.loss(&samples));
        let count = samples.len();
        writeln!(io::stdout(), "stage {stage:2}  {count:9} positions  loss before {old:.5}, after {new:.5}")?;
    }
    Ok(())
}

/// Returns `true` if a game is held out from the fit.
const fn is_kept_back(game: u32) -> bool {
    game % 5 == 4
}

impl Arguments {
    /// Returns the destination of the patterns. The path of a table in use is an error.
    fn output(&self) -> Done<Option<Output>> {
        let Some(path) = self.patterns.as_deref() else { return Ok(None) };
        let folders = [self.folder.path()?].into_iter().chain(TablesInUse::default().folders());
        for folder in folders {
            let tables =
                TableId::all().flat_map(|table| [Kind::Values, Kind::Distances].map(|kind| file_name(table, kind)));
            for table in tables {
                Output::named(path, Some(&folder.join(table)))?;
            }
        }
        Ok(Some(Output::named(path, None)?))
    }
}

/// Returns the weights in use as parameters of the fit.
fn in_use(weights: &WeightSet) -> Parameters {
    let mut parameters: Parameters = [0.0; PARAMETERS];
    for (index, &phase) in PHASES.iter().enumerate() {
        for term in Term::ALL {
            parameters[sample::place(index, term)] = weights.in_phase(phase).of(term).into();
        }
    }
    parameters[sample::TEMPO_PLACE] = weights.tempo.into();
    parameters
}

/// Returns a hundredth of a man in the moving phase, the unit of all weights.
fn hundredth(parameters: &Parameters) -> f64 {
    let moving = PHASES.iter().position(|&phase| phase == Phase::Moving).expect("it is one of the phases");
    parameters[sample::place(moving, Term::Man)] / 100.0
}

fn print_weights(old: &Parameters, found: &Parameters) -> io::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "{:12} {:>14} {:>14} {:>14}", "term", "placing", "moving", "flying")?;
    for term in Term::ALL {
        write!(output, "{:12}", term.id())?;
        for index in 0..PHASES.len() {
            let place = sample::place(index, term);
            write!(output, "  {:4} → {:6.1}", old[place], found[place])?;
        }
        writeln!(output)?;
    }
    writeln!(output, "{:12}  {:4} → {:6.1}", "tempo", old[sample::TEMPO_PLACE], found[sample::TEMPO_PLACE])
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("there are no tables to fit to; `nmm solve --max-men 10` makes some")]
    NoTables,
    #[error("the games are too few, or none of their positions is known not to be a draw; try more with --games")]
    TooFew,
    #[error("--patterns is for nine men's morris, not for the rules {0}")]
    Patterns(&'static str),
}
