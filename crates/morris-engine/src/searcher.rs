// SPDX-License-Identifier: GPL-3.0-or-later
//! Chooses a move on the calling thread.

use std::any::Any;
use std::cell::{Cell, RefCell};
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
use super::move_ordering::DEEPEST;
use super::node::{GenType, Node};
use super::opponent_model::OpponentModel;
use super::packed_move::PackedMove;
use super::plain_node::{PlainLookups, PlainNode};
use super::root::Root;
use super::root_probe::{RepliesKnown, RootProbe, TableUse};
use super::score::Contempt;
use super::strength::StrengthLimits;
use super::tb_probe::{TbContext, TbProbe};
use super::time_management::{Budget, TimeManager};
use super::transposition::{TranspositionTable, TtReuse};
use super::{BestMove, EngineOptions, Info, Request, Score, Strength, needed_positions, traps};
use morris::{Color, Move, Position, Rules};
use morris_solved::small_games::GameTable;
use morris_solved::tablebase::{Prober, Tables, Wdl};

/// Number of placed men up to which moves that are nearly as good as the best may be chosen as
/// well.
const OPENING_MEN: u8 = 6;
/// Margin for such moves, in hundredths of a man. It is far less than the amount that decides a
/// game, and the start position is a draw.
const OPENING_MARGIN: i32 = 20;
/// Number of placed men up to which level 10 and Perfect answer at once, if the tables know the
/// position: all that a search could tell is which of the moves that keep the value is best.
const PLACED_AT_ONCE: u8 = 4;
/// Time for such an answer.
const AT_ONCE: Duration = Duration::from_millis(150);
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
/// tables of solved positions, the dislike of draws, and the maximum depth. A weaker level must not
/// find the deeper values of a stronger one.
type Basis = (bool, Option<TbContext>, Contempt, u8);

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
    fn new(request: &Request, position: &Position, options: &EngineOptions, tables: &Tables) -> Self {
        let mut plan = Self::of_strength(request, position, options);
        if plan.table_use >= TableUse::Pressing
            && placed(request, position) < PLACED_AT_ONCE
            && tables.value(position, &request.rules).is_some()
        {
            plan.time = plan.time.map(|time| time.within(AT_ONCE, AT_ONCE));
        }
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
        // A search by one thread without a time limit must be reproducible, so it may not use
        // results of earlier searches.
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
                    random_margin: margin.max(if placed(request, position) <= OPENING_MEN {
                        OPENING_MARGIN
                    } else {
                        0
                    }),
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

    /// Returns the margin in hundredths of a man for a choice among moves whose value and replies
    /// are known or not.
    fn margin(&self, value: Option<Wdl>, replies: RepliesKnown) -> i32 {
        match (self.traps_until.and(value), replies) {
            (None, _) => self.random_margin,
            (Some(_), RepliesKnown::Yes) => traps::SAFE_MARGIN,
            (Some(_), RepliesKnown::No) => traps::EDGE_MARGIN,
        }
    }

    /// Returns the number of helper threads. There are none if the number of nodes is limited, so
    /// that the same limit and seed give the same move, or if a move takes less time than starting
    /// them.
    fn helpers(&self, threads: usize) -> usize {
        let alone = self.nodes.most < u64::MAX || self.depth < LEAST_DEPTH_WITH_HELP;
        if alone { 0 } else { threads - 1 }
    }
}

/// Returns the number of men that were placed before a position.
fn placed(request: &Request, position: &Position) -> u8 {
    let in_hand: u8 = Color::BOTH.into_iter().map(|color| position.hand(color)).sum();
    2 * request.rules.men - in_hand
}

impl Searcher {
    /// Creates a searcher with these settings.
    pub fn new(options: EngineOptions) -> Self {
        let started = Instant::now();
        Self::timed_by(options, move || started.elapsed())
    }

    /// Creates a searcher whose clock is `now`, so that results that depend on time can be
    /// reproduced.
    pub fn timed_by(options: EngineOptions, now: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self {
            options,
            processors: thread::available_parallelism().map_or(1, usize::from),
            now: Arc::new(now),
            table: None,
            lookups: None,
            tables: Arc::default(),
            basis: (false, None, Contempt::NONE, 0),
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
    pub fn threads(&self) -> usize {
        self.options.threads.min(self.processors).max(1)
    }

    /// Returns the number of positions that the last request searched. 0 if tables answered it.
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
        interrupt: impl FnMut() -> ControlFlow<()>,
        mut report: impl FnMut(Info),
    ) -> Option<BestMove> {
        let (now, tables) = (&*Arc::clone(&self.now), &*Arc::clone(&self.tables));
        let started = now();
        self.nodes = 0;
        let position = request.positions.last()?;
        let plan = Plan::new(request, position, &self.options, tables);
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(request.seed);
        let node = N::new(position, lookups);
        let moves = plan.moves(&node, lookups, request, &mut chance);
        if moves.is_empty() || node.lost(lookups) {
            return None;
        }
        let (replies_until, search_until) = (Cell::new(plan.time_for_replies(request)), Cell::default());
        let positions = needed_positions(&request.positions, &request.rules);
        let task = Task { request, positions, plan, lookups, node, tables, now, started, replies_until, search_until };
        // The search, the tables, and the model of the opponent ask in turn.
        let interrupt = RefCell::new(interrupt);
        let is_over = || task.is_late() || interrupt.borrow_mut()().is_break();
        let mut model = OpponentModel::new(lookups, &is_over);
        let (advice, known) = task.known_move(moves, &mut model, &mut chance, &is_over);
        if let Some((mv, score)) = known {
            report(Info { depth: 0, score, nodes: 0, time: task.elapsed(), pv: vec![mv.into()] });
            return Some(BestMove { mv: mv.into(), score: Some(score) });
        }
        let RootProbe { moves, value, replies, .. } = advice;
        let (game, team) = (tables.game(&request.rules), Helpers::new(task.plan.helpers(self.threads())));
        let job = task.prepare_search(moves, value, game.as_deref(), self.prepare(&request.rules));
        let mut stop_check = |nodes| {
            if task.ends_search(nodes) || team.is_broken() { ControlFlow::Break(()) } else { interrupt.borrow_mut()() }
        };
        let mut root = team.root(&job, 0, task.plan.margin(value, replies), &mut chance, &mut stop_check);
        root.search.leaves = leaves;
        let mut show = |root: &Root<'_, N>, time| {
            report(Info {
                depth: root.depth as u8,
                score: certain(value, root.score()),
                nodes: root.search.nodes + team.nodes(),
                time,
                pv: root.principal_variation().into_iter().map(Into::into).collect(),
            });
        };
        task.deepen(&mut root, &job, &team, value, &mut show);
        if let Some(until) = task.plan.traps_until {
            task.set_trap(&mut root, &mut model, until, &is_over, &mut show);
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

/// Reports the state of a search at a time.
type Show<'a, N> = dyn FnMut(&Root<'_, N>, Duration) + 'a;

/// A request with what its steps use: a known move, or else a search and a trap.
struct Task<'a, N: Node> {
    request: &'a Request,
    /// The positions of the request that the search needs.
    positions: &'a [Position],
    plan: Plan,
    lookups: &'a N::Lookups,
    node: N,
    tables: &'a Tables,
    now: &'a Now,
    started: Duration,
    /// Time until which tables and replies of the opponent are considered.
    replies_until: Cell<Option<Duration>>,
    /// Time and number of nodes until which the search continues.
    search_until: Cell<(Option<Duration>, u64)>,
}

impl<N: Node> Task<'_, N> {
    fn elapsed(&self) -> Duration {
        (self.now)().saturating_sub(self.started)
    }

    /// Returns whether no more replies can be considered.
    fn is_late(&self) -> bool {
        self.replies_until.get().is_some_and(|time| self.elapsed() >= time)
    }

    fn ends_search(&self, nodes: u64) -> bool {
        let (time, most_nodes) = self.search_until.get();
        time.is_some_and(|time| self.elapsed() >= time) || nodes >= most_nodes
    }

    /// Returns what is known about the moves, and the one to play if no search is needed.
    fn known_move(
        &self,
        moves: Vec<PackedMove>,
        model: &mut OpponentModel<'_, N>,
        chance: &mut Xoshiro256PlusPlus,
        is_over: &dyn Fn() -> bool,
    ) -> (RootProbe, Option<(PackedMove, Score)>) {
        let Self { request: Request { rules, .. }, positions, plan: Plan { table_use, .. }, .. } = *self;
        let mut go_on = || if is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let mut prober = Prober::new(self.tables, rules, &mut go_on);
        let advice = RootProbe::new(&mut prober, positions, moves, table_use);
        let mut replies = |positions: &[Position], depth| model.replies(positions, depth);
        let choice = advice.choose(&mut prober, positions, table_use, chance, &mut replies);
        (advice, choice)
    }

    /// Prepares the search of these moves. The transposition table keeps only results with the same
    /// basis.
    fn prepare_search<'b>(
        &'b self,
        moves: Vec<PackedMove>,
        value: Option<Wdl>,
        game: Option<&'b GameTable>,
        (table, basis): (&'b mut TranspositionTable, &mut Basis),
    ) -> SearchJob<'b, N> {
        let Self { request, plan, lookups, node, tables, .. } = self;
        let tb_probe =
            TbProbe::new(tables, game, &request.rules, node, value).filter(|_| plan.table_use != TableUse::Unused);
        let contempt = match plan.table_use {
            TableUse::Perfect => Contempt::of(node.color(), CONTEMPT),
            _ => Contempt::NONE,
        };
        let context = tb_probe.map(|tb_probe| tb_probe.context());
        let new_basis = (request.strength.knows_shapes(), context, contempt, plan.depth);
        let same_basis = std::mem::replace(basis, new_basis) == new_basis;
        table.next_search(if same_basis { plan.earlier } else { TtReuse::Forgotten });
        let path = self.positions.iter().map(Position::hash).collect();
        SearchJob {
            lookups,
            table,
            node: *node,
            path,
            moves,
            seed: request.seed,
            depth: plan.depth,
            tb_probe,
            contempt,
        }
    }

    /// Searches deeper and deeper with the helpers, and elects a move.
    fn deepen(&self, root: &mut Root<N>, job: &SearchJob<N>, team: &Helpers, value: Option<Wdl>, show: &mut Show<N>) {
        let plan = &self.plan;
        let mut manager = TimeManager::new(plan.time, plan.nodes);
        self.search_until.set((manager.time(), manager.nodes()));
        let only_move = job.moves.len() == 1 && plan.time.is_some();
        team.help(job, || {
            root.deepen(plan.depth.min(1)..=plan.depth, |root| {
                let time = self.elapsed();
                show(root, time);
                manager.after_depth(root.chosen.mv, root.value());
                self.search_until.set((manager.time(), manager.nodes()));
                !only_move && manager.time().is_none_or(|most| time < most * LAST_START_PERCENT / 100)
            });
        });
        // A request with a depth limit wants the result at that depth. If tables keep the value, or
        // if the end of the placing phase is near, the last depth is right more often.
        let in_hand: u8 = self.node.hands().into_iter().sum();
        let votes = in_hand >= VOTES_IN_HAND && value.is_none() && root.depth < i32::from(plan.depth);
        if votes && root.elect() {
            show(root, self.elapsed());
        }
    }

    /// Looks for a trap among the best moves until this time.
    fn set_trap(
        &self,
        root: &mut Root<N>,
        model: &mut OpponentModel<N>,
        until: Duration,
        is_over: &dyn Fn() -> bool,
        show: &mut Show<N>,
    ) {
        self.search_until.set((Some(until), u64::MAX));
        self.replies_until.set(Some(until));
        root.search.resume();
        let before = root.chosen.mv;
        let mut go_on = || if is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let mut prober = Prober::new(self.tables, &self.request.rules, &mut go_on);
        traps::set_trap(root, model, self.positions, &mut prober);
        if root.chosen.mv != before {
            show(root, self.elapsed());
        }
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
    fn a_wide_margin_is_only_safe_where_tables_know_the_replies() {
        let position = Position::start(&Rules::STANDARD);
        let request = Request::new(Rules::STANDARD, vec![position], Strength::Perfect);
        let plan = Plan::new(&request, &position, &EngineOptions::default(), &Tables::default());
        let margins = [(Some(Wdl::Draw), RepliesKnown::Yes), (Some(Wdl::Draw), RepliesKnown::No)];
        assert_eq!(margins.map(|(value, replies)| plan.margin(value, replies)), [100, 25]);
        assert_eq!(plan.margin(None, RepliesKnown::No), traps::MARGIN);
    }

    #[test]
    fn no_more_threads_help_than_there_are_processors() {
        let rules = Rules::STANDARD;
        let helpers = |limits, threads, processors| {
            let position = Position::start(&rules);
            let request = Request::new(rules, vec![position], Strength::Limits(limits));
            let options = EngineOptions { threads, ..EngineOptions::default() };
            let searcher = Searcher { processors, ..Searcher::new(options) };
            Plan::new(&request, &position, &options, &Tables::default()).helpers(searcher.threads())
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
