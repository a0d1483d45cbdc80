// SPDX-License-Identifier: GPL-3.0-or-later
//! `lab positions`: writes positions with known values for `lab blunders`.

use std::io::{self, Write};

use morris::{Arrangement, Phase, Placing, Position, Rules};
use morris_players::TestPosition;
use morris_solved::tablebase::{Tables, Wdl};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

use nmm::shared::{Done, Folder, examples, parse_rules};

use super::games::{Plan, game_seed, random_game, to_depth};
use super::move_values::move_values;

/// Print positions with known values.
///
/// Each line also has the moves that keep the value, in the form that `lab blunders` reads. The
/// same tables and seed give the same positions.
///
/// Each position comes from a different game, which begins with random moves and continues with a
/// shallow search, or with --random has only random moves. In each position, some move gives value
/// away. With few pieces left in hand, a search down to the tables finds the value.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    ("lab positions --sectors 20 --placing 0 --seed 7 > known.tsv", "Print twenty positions with no pieces in hand."),
]))]
pub struct Arguments {
    #[command(flatten)]
    folder: Folder,
    /// Print N positions without pieces in hand.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(..=1_000_000), conflicts_with = "random")]
    sectors: u32,
    /// Play random games, and count positions in which the side to move flies separately.
    #[arg(long)]
    random: bool,
    /// Print N random positions in which the side to move slides.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(..=1_000_000), requires = "random")]
    moving: u32,
    /// Print N random positions in which the side to move flies.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(..=1_000_000), requires = "random")]
    flying: u32,
    /// Print N positions of the placing phase.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    placing: u32,
    /// Set the rules: standard, lasker, twelve, or those of a small game.
    #[arg(long, value_name = "RULES", default_value_t, value_parser = parse_rules)]
    rules: Rules,
    /// Seed the games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Parameters of the games from which positions without men in hand are taken, and of the others.
const SECTORS: Plan = Plan { most_random: 40, most_searched: 40, limits: to_depth(3) };
const PLACING: Plan = Plan { most_random: 14, most_searched: 8, limits: to_depth(3) };

/// Maximum length of random games in plies. Most end earlier.
const LONGEST_RANDOM: usize = 200;

/// Maximum number of men in hand with which the value is found by search.
const MOST_SEARCHED: u8 = 6;
/// Number of games for each wanted position after which the search for positions ends.
const MOST_GAMES: u32 = 100;

pub fn run(arguments: &Arguments) -> Done {
    let (tables, rules) = (&arguments.folder.open()?, &arguments.rules);
    if !tables.are_of(rules) && tables.game(rules).is_none() {
        return Err(Error::NoTables(rules.id()).into());
    }
    if arguments.placing > 0 && rules.placing == Placing::OrMove && tables.game(rules).is_none() {
        return Err(Error::Placing(rules.id()).into());
    }
    let known_positions = Known { tables, rules };
    let mut output = io::stdout().lock();
    writeln!(
        output,
        "# position, its value for the side to move, plies to the end, legal moves, moves that keep the value"
    )?;
    for (plan, wanted, phases) in arguments.classes() {
        let fits = |position: &Position| phases.contains(&phase(position, rules));
        let games = (0..wanted * MOST_GAMES).map(|game| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(game_seed(arguments.seed, game));
            let mut positions = match plan {
                Some(plan) => plan.play(*rules, &mut rng),
                None => random_game(*rules, LONGEST_RANDOM, &mut rng),
            };
            positions.retain(fits);
            positions.shuffle(&mut rng);
            positions
        });
        let wanted = wanted as usize;
        let known = games.filter_map(|positions| positions.iter().find_map(|position| known_positions.label(position)));
        let found = known.take(wanted).try_fold(0, |found, known| writeln!(output, "{known}").map(|()| found + 1))?;
        if found < wanted {
            return Err(Error::TooFew { wanted, found }.into());
        }
    }
    Ok(())
}

impl Arguments {
    /// Returns the classes of positions: the parameters of their games, the number of positions
    /// wanted, and their phases. A class without parameters uses random games.
    fn classes(&self) -> Vec<(Option<Plan>, u32, &'static [Phase])> {
        if self.random {
            return vec![
                (None, self.moving, &[Phase::Moving]),
                (None, self.flying, &[Phase::Flying]),
                (None, self.placing, &[Phase::Placing]),
            ];
        }
        vec![
            (Some(SECTORS), self.sectors, &[Phase::Moving, Phase::Flying]),
            (Some(PLACING), self.placing, &[Phase::Placing]),
        ]
    }
}

/// Returns the phase of the side to move. It is the placing phase while either side has men in
/// hand.
fn phase(position: &Position, rules: &Rules) -> Phase {
    if hand(position) > 0 { Phase::Placing } else { position.phase(position.side(), rules) }
}

/// Returns the number of men in hand of both sides together.
fn hand(position: &Position) -> u8 {
    position.hand(position.side()) + position.hand(position.side().other())
}

/// Known values by one set of rules.
struct Known<'a> {
    tables: &'a Tables,
    rules: &'a Rules,
}

impl Known<'_> {
    /// Returns a position with its values if all of them are known and some move gives value away.
    /// The count of quiet plies is reset.
    fn label(&self, position: &Position) -> Option<TestPosition> {
        let rules = *self.rules;
        let mut arrangement = Arrangement::from(*position);
        arrangement.quiet = 0;
        let position = arrangement.check(&rules).ok()?;
        if position.outcome(&rules).is_some() {
            return None;
        }
        let moves = move_values(&position, &rules, |after| self.value(after)).collect::<Option<Vec<_>>>()?;
        let value = moves.iter().map(|&(_, value)| value).max()?;
        let keeping: Vec<_> = moves.iter().filter(|(_, of_move)| *of_move == value).map(|&(mv, _)| mv).collect();
        let plies = match self.tables.game(&rules) {
            Some(game) => game.probe(&position)?.plies.map(u32::from),
            None => self.tables.distance(&position, &rules).map(u32::from),
        };
        let legal = moves.len();
        (keeping.len() < legal).then_some(TestPosition { rules, position, value, plies, legal, keeping })
    }

    /// Returns the value of a position, from the tables or by a search down to them.
    fn value(&self, position: &Position) -> Option<Wdl> {
        if let Some(value) = Wdl::ended(position, self.rules) {
            return Some(value);
        }
        if let Some(game) = self.tables.game(self.rules) {
            return game.probe(position).map(|known| known.value);
        }
        if let Some(value) = self.tables.value(position, self.rules) {
            return Some(value);
        }
        // If men may also move in this phase, the search has no end.
        if self.rules.placing == Placing::OrMove || hand(position) == 0 || hand(position) > MOST_SEARCHED {
            return None;
        }
        self.searched(position, Wdl::Loss, Wdl::Win)
    }

    /// Returns the best value that the side to move can reach, by alpha-beta search between the
    /// values that both sides already have.
    fn searched(&self, position: &Position, least: Wdl, most: Wdl) -> Option<Wdl> {
        if hand(position) == 0 || position.outcome(self.rules).is_some() {
            return self.value(position);
        }
        let mut best = least;
        // Mills come first, since they matter most.
        let mut moves = position.legal_moves(self.rules);
        moves.sort_by_key(|mv| mv.removed.is_empty());
        for mv in moves {
            let after = position.play_unchecked(mv, self.rules);
            best = best.max(self.searched(&after, most.opposite(), best.opposite())?.opposite());
            if best >= most {
                break;
            }
        }
        Some(best)
    }
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("there are no tables of positions by the rules {0}")]
    NoTables(&'static str),
    #[error("positions with pieces in hand are not known by the rules {0}: omit them with --placing 0")]
    Placing(&'static str),
    #[error("the tables have only {found} of {wanted} positions; the first {found} are printed")]
    TooFew { wanted: usize, found: usize },
}
