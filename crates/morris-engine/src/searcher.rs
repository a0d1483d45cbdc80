// SPDX-License-Identifier: GPL-3.0-or-later
//! Chooses a move on the calling thread.

use std::any::Any;
use std::cell::Cell;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::evaluation::shapes::Shapes;
use super::fast_node::FastNode;
use super::handicap::{Oversights, considered};
use super::lazy_smp::{Helpers, SearchJob};
use super::leaves::LeafSample;
use super::lookups::Lookups;
use super::move_ordering::{DEEPEST, Histories};
use super::node::{GenType, Node};
use super::opponent_model::OpponentModel;
use super::packed_move::PackedMove;
use super::plain_node::{PlainLookups, PlainNode};
use super::root::Root;
use super::root_probe::{RootProbe, TableUse};
use super::score::Contempt;
use super::search::Search;
use super::strength::StrengthLimits;
use super::tb_probe::{TbContext, TbProbe};
use super::time_management::{Budget, TimeManager};
use super::transposition::{TranspositionTable, TtReuse};
use super::traps;
use super::{BestMove, EngineOptions, Info, Request, Score, Strength};
use morris::{Color, Move, Position, Rules};
use morris_solved::tablebase::{Prober, Tables, Wdl};

/// Number of placed men up to which moves that are nearly as good as the best may be chosen as
/// well.
const OPENING_MEN: u8 = 6;
/// Margin for such moves, in hundredths of a man. It is far less than the amount that decides a
/// game, and the start position is a draw.
const OPENING_MARGIN: i32 = 20;
/// Share of the time in which the replies to moves of a drawn position are considered, in percent.
const REPLIES_PERCENT: u32 = 50;
/// Share of its time in which Perfect searches before it looks for a trap, in percent.
const BEFORE_TRAPS_PERCENT: u32 = 60;
/// Amount by which Perfect dislikes a drawn game, in hundredths of a man.
const CONTEMPT: i32 = 30;
/// Minimum number of men in hand with which the move chosen at most depths is played: see
/// `docs/engine-log.md`.
const VOTES_IN_HAND: u8 = 8;
/// Minimum depth of a search with helper threads.
const LEAST_DEPTH_WITH_HELP: u8 = 7;
/// Share of the time, in percent, after which no further depth is started, because it would hardly
/// be completed.
const LAST_START_PERCENT: u32 = 55;

/// Chooses moves, one request after the other, on the calling thread. Keeps its transposition table
/// between requests.
pub struct Searcher {
    options: EngineOptions,
    /// Number of threads that the system can run at once.
    processors: usize,
    /// Clock: the time since some moment.
    now: Arc<Now>,
    /// Transposition table, created with the first request for these rules.
    table: Option<(Rules, TranspositionTable)>,
    lookups: Option<Lookups>,
    /// Tables of solved positions.
    tables: Arc<Tables>,
    basis: Basis,
    nodes: u64,
}

/// Basis of the values in the transposition table: whether shapes were evaluated, the state of the
/// tables of solved positions, and the dislike of draws.
type Basis = (bool, Option<TbContext>, Contempt);

/// Clock that returns the time since some moment.
type Now = dyn Fn() -> Duration + Send + Sync;

impl Default for Searcher {
    fn default() -> Self {
        Self::new(EngineOptions::default())
    }
}

/// Limits and options of one request.
struct Plan {
    depth: u8,
    nodes: Budget<u64>,
    time: Option<Budget<Duration>>,
    /// Whether results of earlier searches may be used. Not used if the same limit must give the
    /// same move.
    earlier: TtReuse,
    oversights: Oversights,
    random_margin: i32,
    table_use: TableUse,
    /// Time until which Perfect looks for a trap.
    traps_until: Option<Duration>,
}

impl Plan {
    /// Creates the plan for a position: the limits of the strength, restricted by the clock.
    fn new(request: &Request, position: &Position, options: &EngineOptions) -> Self {
        let mut plan = Self::of_strength(request, position, options);
        if let Some((share, most)) = request.share().zip(request.most()) {
            let time = plan.time.unwrap_or(Budget { usual: share, most });
            plan.time = Some(time.within(share, most));
        }
        if plan.table_use == TableUse::Perfect {
            plan.traps_until = plan.time.map(|time| time.usual.min(time.most));
            plan.time = plan.time.map(|Budget { usual, most }| Budget {
                usual: usual * BEFORE_TRAPS_PERCENT / 100,
                most: most * BEFORE_TRAPS_PERCENT / 100,
            });
        }
        // A search without a time limit must be reproducible, so it may not use results of earlier
        // searches.
        plan.earlier = if plan.time.is_some() { TtReuse::Used } else { TtReuse::Forgotten };
        plan
    }

    fn of_strength(request: &Request, position: &Position, options: &EngineOptions) -> Self {
        let table_use = match request.strength {
            Strength::Perfect => TableUse::Perfect,
            Strength::Level(_) | Strength::Rating(_) if request.strength.uses_tables() => TableUse::Pressing,
            strength if strength.uses_tables() => TableUse::Used,
            _ => TableUse::Unused,
        };
        match request.strength.limits() {
            StrengthLimits::Profile(profile) => {
                let most = options.thinking_time * profile.time_percent / 100;
                let in_hand: u8 = Color::BOTH.into_iter().map(|color| position.hand(color)).sum();
                let placed = 2 * request.rules.men - in_hand;
                let (usual_percent, margin) = match table_use {
                    TableUse::Perfect => (100, traps::MARGIN),
                    _ => (profile.usual_percent, profile.random_margin),
                };
                Self {
                    depth: profile.depth,
                    nodes: Budget::exactly(u64::MAX),
                    time: Some(Budget { usual: most * usual_percent / 100, most }),
                    earlier: TtReuse::Used,
                    oversights: profile.oversights,
                    random_margin: margin.max(if placed <= OPENING_MEN { OPENING_MARGIN } else { 0 }),
                    table_use,
                    traps_until: None,
                }
            }
            StrengthLimits::Limits(limits) => Self {
                depth: limits.depth.unwrap_or(DEEPEST as u8),
                nodes: limits.nodes_allowed().unwrap_or(Budget::exactly(u64::MAX)),
                time: limits.time_allowed(),
                earlier: TtReuse::Forgotten,
                oversights: Oversights::default(),
                random_margin: 0,
                table_use,
                traps_until: None,
            },
        }
    }

    /// Returns the legal moves, restricted to the requested ones and to those that are not
    /// overlooked. Not empty if there is such a move.
    fn moves<N: Node>(
        &self,
        node: &N,
        lookups: &N::Lookups,
        request: &Request,
        chance: &mut Xoshiro256PlusPlus,
    ) -> Vec<PackedMove> {
        let mut all = Vec::new();
        node.for_each_move(GenType::All, lookups, |mv| all.push(mv));
        all.retain(|&mv| request.search_moves.is_empty() || request.search_moves.contains(&mv.into()));
        if self.oversights != Oversights::default() {
            let legal = all.iter().copied().map(Move::from).collect();
            let glances = self.depth == 0;
            let seen = considered(&request.positions, &request.rules, legal, self.oversights, glances, chance);
            all.retain(|&mv| seen.contains(&mv.into()));
        }
        all
    }

    /// Returns the time in which the replies to moves of a drawn position are considered.
    fn time_for_replies(&self, request: &Request) -> Option<Duration> {
        let most = self.time?.most;
        Some(request.share().map_or(most, |share| share.min(most)) * REPLIES_PERCENT / 100)
    }

    /// Returns the number of helper threads. There are none if the same seed and limit must give
    /// the same move, or if a move takes less time than starting them.
    fn helpers(&self, threads: usize) -> usize {
        let alone = self.nodes.most < u64::MAX || self.depth < LEAST_DEPTH_WITH_HELP;
        if alone { 0 } else { threads - 1 }
    }
}

impl Searcher {
    /// Creates a searcher with these settings.
    #[must_use]
    pub fn new(options: EngineOptions) -> Self {
        let started = Instant::now();
        Self::timed_by(options, move || started.elapsed())
    }

    /// Creates a searcher whose clock is `now`, so that results that depend on time can be
    /// reproduced.
    #[must_use]
    pub fn timed_by(options: EngineOptions, now: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self {
            options,
            processors: thread::available_parallelism().map_or(1, usize::from),
            now: Arc::new(now),
            table: None,
            lookups: None,
            tables: Arc::default(),
            basis: (false, None, Contempt::NONE),
            nodes: 0,
        }
    }

    /// Changes the settings.
    pub fn set_options(&mut self, options: EngineOptions) {
        if options.memory_mib != self.options.memory_mib {
            self.table = None;
        }
        self.options = options;
    }

    /// Returns the number of threads of a parallel search: the number in the settings, limited to
    /// the number of processors. Threads that wait for a processor delay the first one too: four
    /// threads on two cores took 1.22 times as long as two.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.options.threads.min(self.processors).max(1)
    }

    /// Returns the number of positions that the last request searched. 0 if tables answered it.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Replaces the tables of solved positions.
    pub fn set_tables(&mut self, tables: Arc<Tables>) {
        self.tables = tables;
    }

    /// Chooses a move like [`Self::think`], but returns an error if the search panics. The next
    /// search starts from scratch.
    ///
    /// # Errors
    /// Returns the message of the panic.
    pub fn try_think(
        &mut self,
        request: &Request,
        interrupt: impl FnMut() -> ControlFlow<()>,
        report: impl FnMut(Info),
    ) -> Result<Option<BestMove>, String> {
        catch_unwind(AssertUnwindSafe(|| self.think(request, interrupt, report))).map_err(|panic| {
            (self.table, self.lookups) = (None, None);
            words(panic.as_ref())
        })
    }

    /// Chooses a move. Returns `None` if there is none. Calls `interrupt` every fraction of a
    /// millisecond, to ask whether to stop and answer with the best move so far. Calls `report`
    /// after each depth, and with the chosen move at the latest. The `min_time` of the request is
    /// ignored.
    pub fn think(
        &mut self,
        request: &Request,
        interrupt: impl FnMut() -> ControlFlow<()>,
        report: impl FnMut(Info),
    ) -> Option<BestMove> {
        self.think_over(request, None, interrupt, report)
    }

    /// Returns a uniform sample of at most `most` leaves of the search, where the static evaluation
    /// is used. Such positions are the best to fit an evaluation to. The sample depends on the
    /// seed.
    #[must_use]
    pub fn sample_leaves(&mut self, request: &Request, most: usize, seed: u64) -> Vec<Position> {
        let Some(root) = request.positions.last() else { return Vec::new() };
        let mut leaves = LeafSample::new(most, seed);
        let _ = self.think_over(request, Some(&mut leaves), || ControlFlow::Continue(()), |_| {});
        leaves.positions(root, &request.rules)
    }

    /// Chooses a move like [`Self::think`]. `leaves` collects the leaves of the first thread.
    fn think_over(
        &mut self,
        request: &Request,
        leaves: Option<&mut LeafSample>,
        interrupt: impl FnMut() -> ControlFlow<()>,
        report: impl FnMut(Info),
    ) -> Option<BestMove> {
        if !FastNode::plays(&request.rules) {
            let lookups = PlainLookups::new(&request.rules);
            return self.think_with::<PlainNode>(&lookups, request, leaves, interrupt, report);
        }
        let kept = self.lookups.take().filter(|lookups| lookups.rules == request.rules);
        let mut lookups = kept.unwrap_or_else(|| Lookups::new(&request.rules));
        lookups.shapes = Shapes::fitted_to(&request.rules).filter(|_| request.strength.knows_shapes());
        let best = self.think_with::<FastNode>(&lookups, request, leaves, interrupt, report);
        self.lookups = Some(lookups);
        best
    }

    /// Chooses a move with the kind of node that the rules require.
    fn think_with<N: Node>(
        &mut self,
        lookups: &N::Lookups,
        request: &Request,
        leaves: Option<&mut LeafSample>,
        mut interrupt: impl FnMut() -> ControlFlow<()>,
        mut report: impl FnMut(Info),
    ) -> Option<BestMove> {
        let (now, started) = (Arc::clone(&self.now), (self.now)());
        self.nodes = 0;
        let elapsed = || now().saturating_sub(started);
        let position = request.positions.last()?;
        let plan = Plan::new(request, position, &self.options);
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(request.seed);
        let threads = self.threads();
        let tables = Arc::clone(&self.tables);
        let (table, basis) = self.prepare(&request.rules);
        let node = N::new(position, lookups);
        let moves = plan.moves(&node, lookups, request, &mut chance);
        if moves.is_empty() || node.lost(lookups) {
            return None;
        }
        let deadline = Cell::new(plan.time_for_replies(request));
        let late = || deadline.get().is_some_and(|time| elapsed() >= time);
        let mut go_on = || if late() { ControlFlow::Break(()) } else { interrupt() };
        let mut prober = Prober::new(&tables, &request.rules, &mut go_on);
        let advice = RootProbe::new(&mut prober, &request.positions, moves, plan.table_use);
        let mut model = OpponentModel::<N>::new(lookups, &late);
        let mut replies = |positions: &[Position], depth| model.replies(positions, depth);
        let choice = advice.choose(&mut prober, &request.positions, plan.table_use, &mut chance, &mut replies);
        if let Some((mv, score)) = choice {
            report(Info { depth: 0, score, nodes: 0, time: elapsed(), pv: vec![mv.into()] });
            return Some(BestMove { mv: mv.into(), score: Some(score) });
        }
        let RootProbe { moves, value, .. } = advice;
        let game = tables.game(&request.rules);
        let tb_probe = TbProbe::new(&tables, game.as_deref(), &request.rules, &node, value)
            .filter(|_| plan.table_use != TableUse::Unused);
        let contempt = match plan.table_use {
            TableUse::Perfect => Contempt::of(position.side(), CONTEMPT),
            _ => Contempt::NONE,
        };
        let new_basis = (request.strength.knows_shapes(), tb_probe.map(|tb_probe| tb_probe.context()), contempt);
        let same_basis = std::mem::replace(basis, new_basis) == new_basis;
        table.next_search(if same_basis { plan.earlier } else { TtReuse::Forgotten });
        let table = &*table;
        let path: Vec<_> = request.positions.iter().map(Position::hash).collect();
        let helpers = plan.helpers(threads);
        let team = Helpers::new(helpers);
        let mut manager = TimeManager::new(plan.time, plan.nodes);
        let until = Cell::new((manager.time(), manager.nodes()));
        let mut stop_check = |nodes| {
            let (time, most_nodes) = until.get();
            let late = time.is_some_and(|time| elapsed() >= time);
            if late || nodes >= most_nodes || team.is_broken() { ControlFlow::Break(()) } else { interrupt() }
        };
        let mut search = Search::new(lookups, table, Histories::new(&team.histories, 0), &mut stop_check, path.clone());
        search.tb_probe = tb_probe;
        search.contempt = contempt;
        search.leaves = leaves;
        search.busy = (helpers > 0).then_some(&team.busy);
        let is_safe = plan.traps_until.is_some() && value.is_some();
        let margin = if is_safe { traps::SAFE_MARGIN } else { plan.random_margin };
        let mut root = Root::new(search, node, &moves, margin, &mut chance);
        root.order = (helpers > 0).then_some(&team.root_order);
        let only_move = moves.len() == 1 && plan.time.is_some();
        let least = plan.depth.min(1);
        let info = |root: &Root<'_, N>, time| Info {
            depth: root.depth as u8,
            score: certain(value, root.score()),
            nodes: root.search.nodes + team.nodes(),
            time,
            pv: root.principal_variation().into_iter().map(Into::into).collect(),
        };
        team.help(&SearchJob { lookups, table, node, path, moves, seed: request.seed, tb_probe, contempt }, || {
            root.deepen(least..=plan.depth, |root| {
                let time = elapsed();
                report(info(root, time));
                manager.after_depth(root.chosen.mv, root.value());
                until.set((manager.time(), manager.nodes()));
                !only_move && manager.time().is_none_or(|most| time < most * LAST_START_PERCENT / 100)
            });
        });
        // A request with a depth limit wants the result at that depth. If tables keep the value, or
        // if the end of the placing phase is near, the last depth is right more often.
        let in_hand: u8 = node.hands().into_iter().sum();
        let votes = in_hand >= VOTES_IN_HAND && value.is_none() && root.depth < i32::from(plan.depth);
        if votes && root.elect() {
            report(info(&root, elapsed()));
        }
        if let Some(time) = plan.traps_until {
            until.set((Some(time), u64::MAX));
            deadline.set(Some(time));
            root.search.resume();
            let before = root.chosen.mv;
            let mut go_on = || if late() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            let mut prober = Prober::new(&tables, &request.rules, &mut go_on);
            traps::set_trap(&mut root, &mut model, &request.positions, &mut prober);
            if root.chosen.mv != before {
                report(info(&root, elapsed()));
            }
        }
        let best = BestMove { mv: root.chosen.mv.into(), score: Some(certain(value, root.score())) };
        self.nodes = root.search.nodes + team.nodes();
        Some(best)
    }

    /// Creates the transposition table, if it is missing or belongs to other rules.
    fn prepare(&mut self, rules: &Rules) -> (&mut TranspositionTable, &mut Basis) {
        let kept = self.table.take().filter(|(of, _)| of == rules);
        let made = || (*rules, TranspositionTable::new(self.options.memory_mib));
        let (_, table) = self.table.insert(kept.unwrap_or_else(made));
        (table, &mut self.basis)
    }
}

/// Returns the message of a panic.
fn words(panic: &(dyn Any + Send)) -> String {
    let words = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    words.unwrap_or("for an unknown reason").to_owned()
}

/// Returns the score of the search, unless the tables know more.
fn certain(value: Option<Wdl>, score: Score) -> Score {
    match (value, score) {
        (Some(Wdl::Draw), _) | (Some(_), Score::Value(_)) => value.map_or(score, Score::from),
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    #[test]
    fn no_more_threads_help_than_there_are_processors() {
        let rules = Rules::STANDARD;
        let helpers = |limits, threads, processors| {
            let position = Position::start(&rules);
            let request = Request::new(rules, vec![position], Strength::Limits(limits));
            let options = EngineOptions { threads, ..EngineOptions::default() };
            let searcher = Searcher { processors, ..Searcher::new(options) };
            Plan::new(&request, &position, &options).helpers(searcher.threads())
        };
        let deep = Limits { depth: Some(20), ..Limits::default() };
        assert_eq!(
            [(1, 4), (2, 4), (4, 4), (8, 4), (8, 1)].map(|(many, few)| helpers(deep, many, few)),
            [0, 1, 3, 3, 0]
        );
        assert_eq!(helpers(Limits { depth: Some(LEAST_DEPTH_WITH_HELP - 1), ..deep }, 4, 4), 0);
        assert_eq!(helpers(Limits { nodes: Some(1_000), ..deep }, 4, 4), 0);
    }
}
