// SPDX-License-Identifier: GPL-3.0-or-later
//! `lab bench`: measures how quickly related games are searched.

use std::cell::Cell;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use morris::{Game, Position, Rules};
use morris_engine::{EngineOptions, Limits, Searcher};
use morris_play::persistence::OwnRulesError;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rustix::time::{ClockId, clock_gettime};

use nmm::shared::{Done, examples, parse_rules, request};

use super::games::{Plan, to_depth};

/// Compare the search speed of other games.
///
/// Search positions from the engine's own games by these rules and by the standard ones in
/// alternation, with one thread. Print the nodes per second of processor time, and their ratio.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    ("lab bench --rules achi", "Compare the search speed of achi with nine men's morris."),
]))]
pub struct Arguments {
    /// Compare these rules, or all named rules, with the standard ones.
    #[arg(long, value_name = "RULES|all", value_parser = parse_family)]
    rules: Family,
    /// Set the size of the transposition table, in MiB.
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=4096))]
    memory: u16,
}

pub fn run(arguments: &Arguments) -> Done {
    let options = EngineOptions { memory_mib: arguments.memory.into(), threads: 1, ..EngineOptions::default() };
    Ok(measure(&arguments.rules, options)?)
}

/// Rules to measure.
#[derive(Clone, Debug)]
enum Family {
    All,
    One(Rules),
}

/// Reads `all`, or rules as other commands do.
fn parse_family(text: &str) -> Result<Family, OwnRulesError> {
    if text == "all" { Ok(Family::All) } else { parse_rules(text).map(Family::One) }
}

impl Family {
    /// Returns the rules, beginning with those of the standard game, with which the others are
    /// compared.
    fn sets(&self) -> Vec<Rules> {
        let others = match self {
            Self::All => Rules::PRESETS.to_vec(),
            &Self::One(rules) => vec![rules],
        };
        let is_other = |rules: &Rules| *rules != Rules::STANDARD;
        std::iter::once(Rules::STANDARD).chain(others.into_iter().filter(is_other)).collect()
    }
}

/// Number of games for each set of rules. The engine plays them against itself, and the positions
/// come from them.
const GAMES: u64 = 2;
/// Such a game begins with at most `most_random` random moves, lasts at most `most_searched`
/// further moves, and is searched to this depth.
const PLAN: Plan = Plan { most_random: 6, most_searched: 44, limits: to_depth(3) };
/// Interval of plies between the positions that are taken from a game.
const EVERY: usize = 8;
/// Number of nodes that a search must reach.
const LEAST_NODES: u64 = 150_000;

/// Total work under one set of rules.
#[derive(Clone, Copy, Default)]
struct Speed {
    nodes: u64,
    time: Duration,
}

impl Speed {
    fn per_second(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64()
    }
}

/// Measures the sets in turn, one position of each after another, so that any slowdown of the
/// machine affects all equally.
fn measure(family: &Family, options: EngineOptions) -> io::Result<()> {
    let sets = family.sets();
    let mut rows: Vec<_> = sets
        .iter()
        .map(|&rules| (rules, positions(rules), Searcher::timed_by(options, processor_time), Speed::default()))
        .collect();
    // These searches are not counted. They allocate the transposition table.
    for (rules, _, searcher, _) in &mut rows {
        search(*rules, Game::new(*rules).position(), searcher, &mut Speed::default());
    }
    let most = rows.iter().map(|(_, positions, ..)| positions.len()).max().unwrap_or_default();
    for round in 0..most {
        for (rules, positions, searcher, speed) in &mut rows {
            if let Some(position) = positions.get(round) {
                search(*rules, position, searcher, speed);
            }
        }
    }
    let mut output = io::stdout().lock();
    writeln!(output, "{:14} {:>9} {:>12} {:>10}  of standard", "rules", "positions", "nodes", "nps")?;
    let standard = rows[0].3.per_second();
    for (rules, positions, _, speed) in rows {
        let (nps, share) = (speed.per_second(), speed.per_second() / standard);
        writeln!(output, "{:14} {:9} {:12} {nps:10.0}  {share:.2}", rules.id(), positions.len(), speed.nodes)?;
    }
    Ok(())
}

/// Returns the positions to search under a set of rules: the start, and some of every phase.
fn positions(rules: Rules) -> Vec<Position> {
    let games = (0..GAMES).flat_map(|seed| {
        let game = PLAN.play(rules, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
        game.into_iter().step_by(EVERY).filter(|position| position.outcome(&rules).is_none()).collect::<Vec<_>>()
    });
    std::iter::once(*Game::new(rules).position()).chain(games).collect()
}

/// Deepens the search until it has reached enough nodes or the value is proven.
fn search(rules: Rules, position: &Position, searcher: &mut Searcher, speed: &mut Speed) {
    let request = request(rules, &[*position], Limits::default());
    let found = Cell::new(Speed::default());
    let go_on = || if found.get().nodes < LEAST_NODES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
    searcher.think(&request, go_on, |info| {
        if found.get().nodes < LEAST_NODES {
            found.set(Speed { nodes: info.nodes, time: info.time });
        }
    });
    speed.nodes += found.get().nodes;
    speed.time += found.get().time;
}

/// Returns the processor time of this thread, so that other load on the machine does not count.
pub fn processor_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}
