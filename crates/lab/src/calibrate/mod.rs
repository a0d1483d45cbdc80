// SPDX-License-Identifier: GPL-3.0-or-later
//! `lab calibrate`: measures the difficulty of puzzles. Levels and novices solve them, and the
//! weights of the rating are fitted to the results.

mod fit;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use morris::{Game, Move, Rules};
use morris_engine::{EngineOptions, Level, Request, Searcher, Strength};
use morris_players::{GamePlayer, NoControl, Novice, NovicePlayer, parse_time};
use morris_solved::tablebase::Tables;
use morris_teach::puzzles::{
    self, Attempt, AttemptState, FEATURE_NAMES, FEATURES, MOST_SHOWN, Puzzle, PuzzleGenerator, PuzzleKind, Verdict,
    Wanted,
};

use nmm::shared::{Done, TablesInUse, examples};

use crate::bench::processor_time;
use fit::fit;
pub use fit::solve;

/// Measure how hard puzzles are.
///
/// Let all levels and novices solve puzzles of the standard rules, and print the weights that fit
/// their results.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    ("lab calibrate --count 1 --thinking-time 1ms", "Take a quick look at one puzzle; use 2,000 for real."),
]))]
pub struct Arguments {
    /// Solve N puzzles.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Make the first puzzle from this seed, and each further one from the next seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Limit the thinking time of the strongest level for a move.
    #[arg(long, value_parser = parse_time, default_value = "100ms")]
    thinking_time: Duration,
    #[command(flatten)]
    tables: TablesInUse,
}

pub fn run(arguments: &Arguments) -> Done {
    let tables = arguments.tables.open();
    let (mut shown, mut made) = (VecDeque::new(), Vec::new());
    for number in 0..u64::from(arguments.count) {
        let seed = arguments.seed.wrapping_add(number);
        let mut generator = PuzzleGenerator::new(&tables, &Rules::STANDARD).avoiding(shown.iter().copied());
        let wanted = Wanted { kind: None, theme: None, rating: None };
        let puzzle = generator.make(seed, &wanted, &mut || ControlFlow::Continue(())).ok_or(NoPuzzle)?;
        shown.push_back(puzzle.key());
        if shown.len() > MOST_SHOWN {
            shown.pop_front();
        }
        made.push(puzzle);
    }
    Ok(calibrate(made, &tables, arguments.thinking_time, &mut io::stdout().lock())?)
}

#[derive(Debug, thiserror::Error)]
#[error("the tables here give no puzzle")]
struct NoPuzzle;

/// A solver of puzzles, with its rating from the ladder of levels.
struct Solver {
    name: String,
    rating: f64,
    player: Player,
}

enum Player {
    Level(Level, Box<Searcher>),
    Novice(NovicePlayer),
}

/// Ratings of the novices on the scale of the levels, as documented for the ladder.
const NOVICES: [(&str, f64); 4] = [("0", 0.0), ("60", 180.0), ("100", 340.0), ("100+", 500.0)];
/// Maximum number of tries when a move wins too slowly.
const MOST_TRIES: usize = 4;
/// Mean rating of puzzles, which is that of a new player.
const MEAN: f64 = 1500.0;

fn solvers(thinking_time: Duration) -> Vec<Solver> {
    let options = EngineOptions { memory_mib: 4, thinking_time, ..EngineOptions::default() };
    // Without tables, since they would give the solution away. Limits count processor time, so that
    // other load on the machine does not change the results.
    let level = |level: Level| Solver {
        name: format!("level {}", level.number()),
        rating: level.profile().rating.into(),
        player: Player::Level(level, Box::new(Searcher::timed_by(options, processor_time))),
    };
    let novice = |(text, rating): (&str, f64)| Solver {
        name: format!("novice:{text}"),
        rating,
        player: Player::Novice(NovicePlayer::new(Novice::parse(text).expect("they are in the table"), 1)),
    };
    NOVICES.into_iter().map(novice).chain(Level::all().map(level)).collect()
}

impl Player {
    fn choose(&mut self, attempt: &Attempt, tried: &[Move], seed: u64) -> Option<Move> {
        let (rules, position) = (attempt.puzzle().rules, *attempt.position());
        let left: Vec<_> = position.legal_moves(&rules).into_iter().filter(|mv| !tried.contains(mv)).collect();
        match self {
            Self::Level(level, searcher) => {
                let before = attempt.puzzle().mistake.filter(|_| attempt.played().is_empty());
                let positions = before.map(|(before, _)| before).into_iter().chain([position]).collect();
                let request = Request::new(rules, positions, Strength::Level(*level));
                let request = Request { search_moves: left, seed, ..request };
                searcher.think(&request, || ControlFlow::Continue(()), |_| {}).map(|best| best.mv)
            }
            Self::Novice(player) => {
                let game = Game::from_position(rules, position);
                player.choose(&game, &mut NoControl).ok().filter(|mv| left.contains(mv))
            }
        }
    }

    /// Returns `true` if the player solves a puzzle at the first try. A win that is too slow does
    /// not count as a mistake and may be tried again.
    fn solves(&mut self, puzzle: &Arc<Puzzle>, tables: &Arc<Tables>, seed: u64) -> bool {
        let mut attempt = Attempt::new(Arc::clone(puzzle), Arc::clone(tables));
        let mut tried = Vec::new();
        while attempt.state() == AttemptState::Open && tried.len() < MOST_TRIES {
            let Some(mv) = self.choose(&attempt, &tried, seed) else { return false };
            match attempt.judge(mv) {
                Ok(Verdict::Right { .. }) => tried.clear(),
                Ok(Verdict::WinsToo { .. }) => tried.push(mv),
                Ok(Verdict::Wrong { .. }) | Err(_) => return false,
            }
        }
        attempt.state() == AttemptState::Solved
    }
}

/// Lets all solvers solve the puzzles. Prints the share that each solves, and the fitted weights.
fn calibrate(
    made: Vec<Puzzle>,
    tables: &Arc<Tables>,
    thinking_time: Duration,
    output: &mut impl Write,
) -> io::Result<()> {
    let made: Vec<_> = made.into_iter().map(Arc::new).collect();
    let features: Vec<_> = made.iter().map(|puzzle| puzzles::features_of(puzzle, tables)).collect();
    let (mut rows, mut won) = (Vec::new(), Vec::new());
    write!(output, "solver       ladder   all")?;
    PuzzleKind::ALL.iter().try_for_each(|kind| write!(output, "  {kind:>7}"))?;
    writeln!(output)?;
    for Solver { name, rating, mut player } in solvers(thinking_time) {
        let solved: Vec<_> = made.iter().zip(1..).map(|(puzzle, seed)| player.solves(puzzle, tables, seed)).collect();
        let share = |of: &dyn Fn(&Puzzle) -> bool| {
            let which: Vec<_> =
                made.iter().zip(&solved).filter(|(puzzle, _)| of(puzzle)).map(|(_, won)| *won).collect();
            100 * which.iter().filter(|won| **won).count() / which.len().max(1)
        };
        write!(output, "{name:12} {rating:6} {:3} %", share(&|_| true))?;
        PuzzleKind::ALL
            .iter()
            .try_for_each(|&kind| write!(output, "  {:5} %", share(&|puzzle: &Puzzle| puzzle.kind == kind)))?;
        writeln!(output)?;
        output.flush()?;
        for (features, solved) in features.iter().zip(solved) {
            let Some(features) = features else { continue };
            rows.push([rating].into_iter().chain(features.iter().map(|count| -count)).collect::<Vec<_>>());
            won.push(solved);
        }
    }
    let weights = fit(&rows, &won);
    print_weights(&weights, &features.into_iter().flatten().collect::<Vec<_>>(), output)
}

/// Elo points for each unit of the logistic function.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

fn print_weights(weights: &[f64], features: &[[f64; FEATURES]], output: &mut impl Write) -> io::Result<()> {
    let Some((slope, weights)) = weights.split_first() else { return Ok(()) };
    let sum = |features: &[f64; FEATURES]| -> f64 { features.iter().zip(weights).map(|(x, w)| x * w * POINTS).sum() };
    let mean = features.iter().map(sum).sum::<f64>() / features.len().max(1) as f64;
    let offset = MEAN - mean;
    writeln!(output, "\na point of the ladder counts {:.3} here, and 0 of it is {offset:.0}", slope * POINTS)?;
    for (index, (name, weight)) in FEATURE_NAMES.iter().zip(weights).enumerate() {
        let weight = weight * POINTS + if index == 0 { offset } else { 0.0 };
        writeln!(output, "{weight:8.1}  {name}")?;
    }
    let mut ratings: Vec<_> = features.iter().map(|it| sum(it) + offset).collect();
    ratings.sort_by(f64::total_cmp);
    let at = |share: usize| ratings.get(ratings.len() * share / 100).copied().unwrap_or(MEAN);
    writeln!(output, "ratings: 5 % below {:.0}, half below {:.0}, 5 % above {:.0}", at(5), at(50), at(95))
}
