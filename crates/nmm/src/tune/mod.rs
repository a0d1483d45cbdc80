// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm tune`: fits the weights of the evaluation to the values of solved positions, or to the results of games.

mod fit;
mod patterns;
mod sample;

use std::io::{self, Write};
use std::path::PathBuf;

use morris::{Phase, Rules};
use morris_engine::tablebase::Sector;
use morris_engine::{Evaluator, PatternClasses, Term, WeightSet};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

use super::output::{Output, OutputError};
use super::rules_args::parse_rules;
use super::table_args::{Folder, FolderError};
use crate::examples::examples;
use fit::{dot, fit, fit_scale, loss};
use patterns::PatternWeights;
use sample::{Games, PARAMETERS, PHASES, Parameters, Sample};

/// Fits the weights of the evaluation to the values of solved positions.
///
/// It prints them beside those in use. The same tables, games and seed give the same weights.
///
/// The positions that the tables hold come from games that begin at random and go on with a shallow search, and from
/// strolls off them, or with --random from games that are played by chance alone; where a mill can be closed at once the
/// search would not stop, so those are left out. The chance to win is taken for a logistic function of the evaluation, a
/// draw for half a win; the loss is what that misses, in nats a position, also over every fifth game, which is kept from
/// the fit. First the terms are fitted, then the patterns to what the terms miss.
///
/// By other --rules the terms alone are fitted, to games that begin at random and that the engine plays to their end: to
/// what the tables know of a position where they do, else to the result of its game.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    ("nmm tune --rules lasker --games 50 --nodes 50", "A quick look at Lasker's game; thousands of games are a good number."),
]))]
pub struct Arguments {
    #[command(flatten)]
    folder: Folder,
    /// How many games; each gives about seventy positions.
    #[arg(long, default_value_t = 4_000, value_parser = clap::value_parser!(u32).range(50..=10_000_000))]
    games: u32,
    /// The rules.
    #[arg(long, value_name = "RULES", default_value_t, value_parser = parse_rules)]
    rules: Rules,
    /// By other rules: how many nodes are searched for each move.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// How many games by chance besides; each gives at most forty positions.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=10_000_000))]
    random: u32,
    /// Keeps the terms, and fits the patterns from those in use on.
    #[arg(long)]
    keep_terms: bool,
    /// How many plies deep the games are searched.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=20))]
    depth: u8,
    /// Decides the games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads play.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Where to write the weights of the patterns, as they are in crates/morris-engine/data/patterns.bin; a file that
    /// is there is replaced.
    #[arg(long, value_name = "FILE")]
    patterns: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Result<(), Error> {
    // Before it plays for hours, and again when it has.
    let output = || arguments.patterns.as_deref().map(|path| Output::named(path, None)).transpose();
    output()?;
    let tables = arguments.folder.open()?;
    let Arguments { games, random, depth, seed, threads, keep_terms, rules, nodes, .. } = *arguments;
    let of_games = !rules.moves_are_standard();
    if of_games {
        arguments.refuse_patterns()?;
    } else if Sector::all().all(|sector| tables.summary(sector).is_none()) {
        return Err(Error::NoTables);
    }
    let nodes = of_games.then_some(nodes);
    let samples = sample::play(&tables, Games { rules, nodes, searched: games, random, depth, seed }, threads);
    let (unseen, mut seen): (Vec<_>, Vec<_>) = samples.into_iter().partition(|sample| sample.game % 5 == 4);
    if seen.is_empty() || unseen.is_empty() {
        return Err(Error::TooFew);
    }
    let in_use = in_use(Evaluator::new(&rules).weights());
    let scale = fit_scale(&seen, &in_use);
    let before = in_use.map(|weight| weight * scale);
    let after = if keep_terms { before } else { fit(&seen, &before) };
    if hundredth(&after).is_nan() || hundredth(&after) <= 0.0 {
        return Err(Error::TooFew);
    }
    let found = after.map(|weight| weight / hundredth(&after));
    if of_games {
        print_terms(&seen, &unseen, [&before, &after])?;
        return Ok(print_weights(&in_use, &found)?);
    }
    seen.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
    let patterns_in_use = PatternWeights::in_use(hundredth(&before));
    let loss_in_use = loss(&unseen, |sample| dot(&sample.terms, &before) + patterns_in_use.value(sample));
    let start = if keep_terms { patterns_in_use } else { PatternWeights::none() };
    let patterns = PatternWeights::fit(&seen, &after, start);
    print_losses(&seen, &unseen, [&before, &after], &patterns)?;
    writeln!(io::stdout(), "unseen loss with the patterns in use {loss_in_use:.5}")?;
    print_stages(&unseen, &after, &patterns)?;
    print_weights(&in_use, &found)?;
    if let Some(output) = output()? {
        output.write(patterns.to_bytes(hundredth(&after)))?;
    }
    Ok(())
}

impl Arguments {
    /// Refuses what is about the patterns, or about how positions are found for them.
    fn refuse_patterns(&self) -> Result<(), Error> {
        let wrong =
            [("--patterns", self.patterns.is_some()), ("--keep-terms", self.keep_terms), ("--random", self.random > 0)];
        let first = wrong.into_iter().find(|(_, given)| *given);
        first.map_or(Ok(()), |(option, _)| Err(Error::Patterns { option, rules: self.rules.id() }))
    }
}

/// The weights in use, as the fit knows them.
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

/// A hundredth of a man in the moving phase, which is what all weights are counted in.
fn hundredth(parameters: &Parameters) -> f64 {
    let moving = PHASES.iter().position(|&phase| phase == Phase::Moving).expect("it is one of the phases");
    parameters[sample::place(moving, Term::Man)] / 100.0
}

fn print_losses(
    seen: &[Sample],
    unseen: &[Sample],
    [before, after]: [&Parameters; 2],
    patterns: &PatternWeights,
) -> io::Result<()> {
    let mut output = io::stdout().lock();
    for (name, samples) in [("fitted", seen), ("unseen", unseen)] {
        let [old, new] = [before, after].map(|terms| loss(samples, |sample| dot(&sample.terms, terms)));
        let all = loss(samples, |sample| dot(&sample.terms, after) + patterns.value(sample));
        write!(output, "{name} {:9} positions  loss of the terms ", samples.len())?;
        writeln!(output, "before {old:.5}, after {new:.5}, with patterns {all:.5}")?;
    }
    Ok(())
}

/// What is missed where terms alone are fitted.
fn print_terms(seen: &[Sample], unseen: &[Sample], weights: [&Parameters; 2]) -> io::Result<()> {
    for (name, samples) in [("fitted", seen), ("unseen", unseen)] {
        let [old, new] = weights.map(|terms| loss(samples, |sample| dot(&sample.terms, terms)));
        writeln!(io::stdout(), "{name} {:9} positions  loss before {old:.5}, after {new:.5}", samples.len())?;
    }
    Ok(())
}

/// What is missed at each stage, with and without the patterns.
fn print_stages(unseen: &[Sample], terms: &Parameters, patterns: &PatternWeights) -> io::Result<()> {
    let mut output = io::stdout().lock();
    for stage in 0..PatternClasses::STAGES {
        let at = |sample: &&Sample| sample.patterns.is_some_and(|patterns| usize::from(patterns.stage) == stage);
        let samples: Vec<_> = unseen.iter().filter(at).copied().collect();
        let of_terms = loss(&samples, |sample| dot(&sample.terms, terms));
        let of_all = loss(&samples, |sample| dot(&sample.terms, terms) + patterns.value(sample));
        writeln!(
            output,
            "stage {stage:2}  {:9} positions  loss of the terms {of_terms:.5}, with patterns {of_all:.5}",
            samples.len()
        )?;
    }
    Ok(())
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
    #[error("{option} is for the board and the moves of nine men's morris, not for the rules {rules}")]
    Patterns { option: &'static str, rules: &'static str },
    #[error(transparent)]
    Write(#[from] OutputError),
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error("standard output cannot be written: {0}")]
    Output(#[from] io::Error),
}
