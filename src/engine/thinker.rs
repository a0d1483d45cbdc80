// SPDX-License-Identifier: GPL-3.0-or-later
//! Chooses a turn on the thread it is called on.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::advice::{Advice, Solved};
use super::generate::Wanted;
use super::node::Node;
use super::oracle::{Guide, Oracle};
use super::order::DEEPEST;
use super::pattern::Patterns;
use super::root::Root;
use super::search::Search;
use super::table::{Earlier, Table};
use super::tables::Tables;
use super::team::{Task, Team};
use super::turn::Turn;
use super::verdict::Judge;
use super::{BestMove, EngineOptions, Info, Level, Limits, Request, Score, Strength};
use crate::endgame::{self, Value};
use crate::game::{Move, Position, Rules};

/// As long as no more men than this have been placed, turns that are nearly as good as the best are chosen, too.
const OPENING_MEN: u8 = 6;
/// How nearly, in hundredths of a man: far less than what decides a game, and the value of the start is a draw.
const OPENING_MARGIN: i32 = 20;
/// The share of the time in which Perfect looks for the turn that is the hardest to answer.
const TRAPS_PERCENT: u32 = 50;
/// Shallower searches are done by one thread.
const LEAST_DEPTH_WITH_HELP: u8 = 7;
/// After this share of the time another depth is not begun, since it would hardly come to its end.
const LAST_START_PERCENT: u32 = 55;

/// Chooses turns, one request after the other, on the thread it is called on; keeps its table between them.
#[derive(Default)]
pub struct Thinker {
    options: EngineOptions,
    /// Made with the first request.
    table: Option<Table>,
    tables: Option<Tables>,
    /// What is known of positions for certain.
    solved: Arc<endgame::Tables>,
    /// What the values in the table rest upon: whether shapes were weighed, and what was taken from `solved`.
    basis: (bool, Option<Guide>),
}

/// What a request comes to.
struct Plan {
    depth: u8,
    nodes: u64,
    time: Option<Duration>,
    overlooks_percent: u32,
    margin: i32,
    knows_shapes: bool,
    solved: Solved,
}

impl Plan {
    fn new(request: &Request, position: &Position, options: &EngineOptions) -> Self {
        match request.strength {
            Strength::Level(_) | Strength::Perfect => {
                let level = if let Strength::Level(level) = request.strength { level } else { Level::LAST };
                let profile = level.profile();
                let solved = if level == Level::LAST { Solved::Used } else { Solved::Unused };
                let placed =
                    2 * request.rules.men - position.hand(position.side()) - position.hand(position.side().other());
                Self {
                    depth: profile.depth,
                    nodes: u64::MAX,
                    time: Some(options.thinking_time * profile.time_percent / 100),
                    overlooks_percent: profile.overlooks_percent,
                    margin: profile.slack.max(if placed <= OPENING_MEN { OPENING_MARGIN } else { 0 }),
                    knows_shapes: profile.knows_shapes,
                    solved: if request.strength == Strength::Perfect { Solved::Perfect } else { solved },
                }
            }
            Strength::Depth(depth) => Self {
                depth: depth.plies(),
                nodes: u64::MAX,
                time: None,
                overlooks_percent: 0,
                margin: 0,
                knows_shapes: true,
                solved: Solved::Unused,
            },
            Strength::Limits(Limits { depth, nodes, time }) => Self {
                depth: depth.unwrap_or(DEEPEST as u8),
                nodes: nodes.unwrap_or(u64::MAX),
                time,
                overlooks_percent: 0,
                margin: 0,
                knows_shapes: true,
                solved: Solved::Used,
            },
        }
    }

    /// How many threads help. None do where the same seed and limit must give the same turn, or where a turn takes less
    /// time than they need to begin.
    const fn helpers(&self, threads: usize) -> usize {
        if self.nodes < u64::MAX || self.depth < LEAST_DEPTH_WITH_HELP { 0 } else { threads.saturating_sub(1) }
    }

    /// Only the clock makes a search differ from its like, so only then may it use what earlier ones found.
    const fn earlier(&self) -> Earlier {
        if self.time.is_some() { Earlier::Used } else { Earlier::Forgotten }
    }
}

impl Thinker {
    /// A thinker with these settings.
    #[must_use]
    pub fn new(options: EngineOptions) -> Self {
        Self { options, ..Self::default() }
    }

    /// Changes the settings.
    pub fn set_options(&mut self, options: EngineOptions) {
        if options.memory_mib != self.options.memory_mib {
            self.table = None;
        }
        self.options = options;
    }

    /// Gives it other tables of solved positions.
    pub fn set_solved(&mut self, solved: Arc<endgame::Tables>) {
        self.solved = solved;
    }

    /// Chooses a turn; `None` if there is none. Asks `interrupt` every fraction of a millisecond whether to stop and
    /// answer with the best so far, and calls `report` after each depth. Of the request, `at_least` is left out.
    pub fn think(
        &mut self,
        request: &Request,
        mut interrupt: impl FnMut() -> ControlFlow<()>,
        mut report: impl FnMut(Info),
    ) -> Option<BestMove> {
        let started = Instant::now();
        let position = request.positions.last()?;
        let plan = Plan::new(request, position, &self.options);
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(request.seed);
        let threads = self.options.threads;
        let solved = Arc::clone(&self.solved);
        let (tables, table, basis) = self.prepare(&request.rules, plan.knows_shapes);
        let node = Node::new(position, tables);
        let turns = seen_turns(&node, tables, &request.among, plan.overlooks_percent, &mut chance);
        if turns.is_empty() || node.lost(tables) {
            return None;
        }
        let share = plan.time.map(|time| time * TRAPS_PERCENT / 100);
        let late = || share.is_some_and(|time| started.elapsed() >= time);
        let mut go_on = || if late() { ControlFlow::Break(()) } else { interrupt() };
        let mut judge = Judge::new(&solved, &request.rules, &mut go_on);
        let advice = Advice::new(&mut judge, &request.positions, turns, plan.solved);
        if let Some((turn, score)) = advice.choose(&mut judge, &request.positions, plan.solved, &mut chance) {
            report(Info { depth: 0, score, nodes: 0, time: started.elapsed(), pv: vec![turn.into()] });
            return Some(BestMove { turn: turn.into(), score: Some(score) });
        }
        let Advice { turns, value, .. } = advice;
        let oracle = Oracle::new(&solved, &request.rules, &node, value).filter(|_| plan.solved != Solved::Unused);
        let new_basis = (plan.knows_shapes, oracle.map(|oracle| oracle.guide()));
        let same_basis = std::mem::replace(basis, new_basis) == new_basis;
        table.next_search(if same_basis { plan.earlier() } else { Earlier::Forgotten });
        let table = &*table;
        let path: Vec<_> = request.positions.iter().map(Position::hash).collect();
        let team = Team::new();
        let mut watch = |nodes| {
            let late = plan.time.is_some_and(|time| started.elapsed() >= time);
            if late || nodes >= plan.nodes { ControlFlow::Break(()) } else { interrupt() }
        };
        let mut search = Search::new(tables, table, &mut watch, path.clone());
        search.oracle = oracle;
        let helpers = plan.helpers(threads);
        search.busy = (helpers > 0).then_some(&team.busy);
        let mut root = Root::new(search, node, &turns, plan.margin, &mut chance);
        let only_turn = turns.len() == 1 && plan.time.is_some();
        team.help(helpers, &Task { tables, table, node, path, turns, seed: request.seed, oracle }, || {
            root.deepen(1..=plan.depth, |root| {
                let time = started.elapsed();
                report(Info {
                    depth: root.depth as u8,
                    score: certain(value, root.best_score()),
                    nodes: root.search.nodes + team.nodes(),
                    time,
                    pv: root.principal_variation().into_iter().map(Into::into).collect(),
                });
                !only_turn && plan.time.is_none_or(|most| time < most * LAST_START_PERCENT / 100)
            });
        });
        let chosen = root.choose(&mut chance);
        Some(BestMove { turn: chosen.turn.into(), score: Some(certain(value, root.score(chosen))) })
    }

    /// Makes what is missing for these rules and this size.
    fn prepare(&mut self, rules: &Rules, knows_shapes: bool) -> (&Tables, &mut Table, &mut (bool, Option<Guide>)) {
        if self.tables.as_ref().is_none_or(|tables| tables.rules != *rules) {
            self.tables = Some(Tables::new(rules));
            self.table = None;
        }
        let table = self.table.get_or_insert_with(|| Table::new(self.options.memory_mib));
        let tables = self.tables.as_mut().expect("was made above");
        tables.patterns = Patterns::fitted_to(rules.board).filter(|_| knows_shapes);
        (tables, table, &mut self.basis)
    }
}

/// What the search says, unless the tables say more.
fn certain(value: Option<Value>, score: Score) -> Score {
    match (value, score) {
        (Some(Value::Draw), _) | (Some(_), Score::Value(_)) => value.map_or(score, Score::from),
        _ => score,
    }
}

/// The legal turns among those that are given, if any are, without those that are overlooked; at least one if there is
/// one.
fn seen_turns(
    node: &Node,
    tables: &Tables,
    among: &[Move],
    overlooks_percent: u32,
    chance: &mut Xoshiro256PlusPlus,
) -> Vec<Turn> {
    let mut all = Vec::new();
    node.for_each_turn(Wanted::All, tables, |turn| all.push(turn));
    all.retain(|&turn| among.is_empty() || among.contains(&turn.into()));
    let overlooked: [bool; 1024] = std::array::from_fn(|_| chance.random_ratio(overlooks_percent, 100));
    let seen: Vec<_> = all.iter().copied().filter(|turn| !overlooked[turn.path()]).collect();
    if seen.is_empty() { all } else { seen }
}
