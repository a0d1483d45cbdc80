// SPDX-License-Identifier: GPL-3.0-or-later
//! Threads that search the same root and help the first one through a shared transposition table
//! ("lazy SMP"). Each thread defers moves that another one is searching, as in ABDADA, abandons
//! work that another one has settled, and tries the root moves in the order of the deepest search.

use std::mem;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{self, ScopedJoinHandle};

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::abdada::CurrentlySearching;
use super::move_ordering::{Histories, History};
use super::node::Node;
use super::packed_move::PackedMove;
use super::root::Root;
use super::root_order::RootOrder;
use super::score::Contempt;
use super::search::{Search, StopCheck};
use super::tb_probe::TbProbe;
use super::transposition::TranspositionTable;

pub(super) struct SearchJob<'a, N: Node> {
    pub(super) lookups: &'a N::Lookups,
    pub(super) table: &'a TranspositionTable,
    pub(super) node: N,
    pub(super) path: Vec<u64>,
    pub(super) moves: Vec<PackedMove>,
    pub(super) seed: u64,
    /// Maximum depth. Without it, the first thread would find deeper values than it may look for.
    pub(super) depth: u8,
    pub(super) tb_probe: Option<TbProbe<'a>>,
    pub(super) contempt: Contempt,
}

/// State that the threads share in addition to the transposition table.
pub(super) struct Helpers {
    /// Whether the first thread has its answer or has panicked.
    done: AtomicBool,
    /// Whether a helper has panicked.
    broken: AtomicBool,
    /// Number of nodes searched by the helpers.
    nodes: AtomicU64,
    /// Nodes that the threads are currently searching.
    busy: CurrentlySearching,
    /// History of each thread, the first thread before its helpers.
    histories: Vec<History>,
    /// Order in which all threads try the root moves.
    root_order: RootOrder,
}

impl Helpers {
    /// Creates the shared state of the first thread and `helpers` helpers.
    pub(super) fn new(helpers: usize) -> Self {
        Self {
            done: AtomicBool::new(false),
            broken: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            busy: CurrentlySearching::new(),
            histories: (0..=helpers).map(|_| History::new()).collect(),
            root_order: RootOrder::default(),
        }
    }

    /// Returns the number of nodes that the helpers have searched so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Returns `true` if a helper has panicked. The result of the first thread is then discarded.
    pub(super) fn is_broken(&self) -> bool {
        self.broken.load(Relaxed)
    }

    /// Creates the root of a thread, where the first thread has the number 0.
    pub(super) fn root<'a, N: Node>(
        &'a self,
        job: &SearchJob<'a, N>,
        number: usize,
        random_margin: i32,
        chance: &mut Xoshiro256PlusPlus,
        stop_check: &'a mut StopCheck<'a>,
    ) -> Root<'a, N> {
        let histories = Histories::new(&self.histories, number);
        let mut search = Search::new(job.lookups, job.table, histories, stop_check, job.path.clone());
        search.tb_probe = job.tb_probe;
        search.contempt = job.contempt;
        let mut root = Root::new(search, job.node, &job.moves, random_margin, chance);
        if self.histories.len() > 1 {
            root.search.busy = Some(&self.busy);
            root.order = Some(&self.root_order);
        }
        root
    }

    /// Runs `work` while the helpers search.
    ///
    /// # Panics
    /// Panics if `work` or a helper panics. All helpers have ended by then.
    pub(super) fn help<N: Node>(&self, job: &SearchJob<N>, work: impl FnOnce()) {
        thread::scope(|scope| {
            let done = Raised(&self.done);
            let start = |number| {
                let helper = thread::Builder::new().name(format!("helper {number}"));
                // Without the helper the search is slower, but its result is as good.
                helper.spawn_scoped(scope, move || self.search(job, number)).ok()
            };
            let helpers: Vec<_> = (1..self.histories.len()).filter_map(start).collect();
            work();
            drop(done);
            helpers.into_iter().try_for_each(ScopedJoinHandle::join).unwrap_or_else(|panic| resume_unwind(panic));
        });
    }

    /// Runs the search of a helper: the same search in another order.
    fn search<N: Node>(&self, job: &SearchJob<N>, number: usize) {
        let broken = Raised(&self.broken);
        let mut counted = 0;
        let mut stop_check = |nodes| {
            self.nodes.fetch_add(nodes - counted, Relaxed);
            counted = nodes;
            if self.done.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(job.seed.wrapping_add(number as u64));
        self.root(job, number, 0, &mut chance, &mut stop_check).deepen(1..=job.depth, |_| true);
        mem::forget(broken);
    }
}

/// Sets a flag when it is dropped, so that others notice it even if a panic unwinds.
struct Raised<'a>(&'a AtomicBool);

impl Drop for Raised<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;
    use crate::fast_node::FastNode;
    use crate::lookups::Lookups;
    use crate::move_ordering::DEEPEST;
    use crate::node::GenType;
    use morris::{Position, Rules};

    /// Calls `work` with a search of the start position.
    fn with_job<T>(moves: bool, depth: u8, work: impl FnOnce(&SearchJob<FastNode>) -> T) -> T {
        let (lookups, table) = (Lookups::new(&Rules::STANDARD), TranspositionTable::new(1));
        let node = FastNode::new(&Position::start(&Rules::STANDARD), &lookups);
        let mut job = SearchJob {
            lookups: &lookups,
            table: &table,
            node,
            // As in every request, the path contains the position itself. Proofs rely on that, and
            // a helper reaches them if it is not stopped soon.
            path: vec![node.key()],
            moves: Vec::new(),
            seed: 1,
            depth,
            tb_probe: None,
            contempt: Contempt::NONE,
        };
        if moves {
            node.for_each_move(GenType::All, &lookups, |mv| job.moves.push(mv));
        }
        work(&job)
    }

    /// Lets one helper search while `work` runs. Returns `true` if that ended in a panic.
    fn breaks(team: &Helpers, moves: bool, work: impl FnOnce()) -> bool {
        with_job(moves, DEEPEST as u8, |job| catch_unwind(AssertUnwindSafe(|| team.help(job, work))).is_err())
    }

    #[test]
    fn helpers_search_no_deeper_than_the_first_thread() {
        let team = Helpers::new(1);
        let ends = with_job(true, 2, |job| {
            thread::scope(|scope| {
                let helper = scope.spawn(|| team.search(job, 1));
                while !helper.is_finished() && team.nodes() < 1_000_000 {
                    thread::yield_now();
                }
                let ends = helper.is_finished();
                team.done.store(true, Relaxed);
                ends
            })
        });
        assert!(ends);
    }

    #[test]
    fn helpers_end_with_the_work_also_where_it_breaks_down() {
        // Without the signal, they would search to depth 127.
        assert!(!breaks(&Helpers::new(2), true, || {}));
        assert!(breaks(&Helpers::new(2), true, || panic!("the work")));
    }

    #[test]
    fn the_work_sees_that_a_helper_has_broken_down() {
        let team = Helpers::new(2);
        // Without a move to search, a helper panics at once.
        let wait = || {
            while !team.is_broken() {
                thread::yield_now();
            }
        };
        assert!(breaks(&team, false, wait));
        let team = Helpers::new(2);
        assert!(!breaks(&team, true, || {}) && !team.is_broken());
    }
}
